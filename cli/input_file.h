// A file or standard input, mapped or read.
//
// Tested by input_file_test.cc.
#ifndef PLUMB_CLI_INPUT_FILE_H_
#define PLUMB_CLI_INPUT_FILE_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace plumb {

// Owns the bytes of one input.  Movable; the views it gives out stay valid
// where it moves to, and until it reads another or ends.
class InputFile {
 public:
  InputFile() = default;  // of no bytes
  // Opens the file at `path`, or standard input if that is "-".
  // Errors: there is no such file, it is a directory or cannot be read.
  static absl::StatusOr<InputFile> Open(const std::string& path);
  // The same in place of what was read before, into the memory of that if it
  // suffices.
  absl::Status Read(const std::string& path);

  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;

  // The name for messages: the path, or "<stdin>".
  const std::string& name() const { return name_; }
  absl::string_view bytes() const { return bytes_; }

 private:
  absl::StatusOr<bool> ReadStart(int fd);
  absl::Status ReadLong(int fd);
  absl::Status ReadFrom(int fd, size_t size_hint);
  void Reserve(size_t capacity);
  void Release();

  std::string name_;
  absl::string_view bytes_;
  void* mapping_ = nullptr;  // of bytes_, if the file is mapped
  size_t mapping_size_ = 0;
  std::unique_ptr<char[]> buffer_;  // what was read instead
  size_t capacity_ = 0;             // of buffer_
};

// What to say of a file or folder that cannot be read because of `error`, a
// value of errno.
absl::Status CannotRead(const std::string& name, int error);

}  // namespace plumb

#endif  // PLUMB_CLI_INPUT_FILE_H_
