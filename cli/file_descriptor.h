// A file descriptor that is closed when its scope ends.
//
// Tested by cache_folder_test.cc and input_file_test.cc.
#ifndef PLUMB_CLI_FILE_DESCRIPTOR_H_
#define PLUMB_CLI_FILE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace plumb {

class FileDescriptor {
 public:
  // Owns `fd`; a negative number is ignored.
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ >= 0) close(fd_);
  }
  FileDescriptor(FileDescriptor&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

 private:
  int fd_;
};

}  // namespace plumb

#endif  // PLUMB_CLI_FILE_DESCRIPTOR_H_
