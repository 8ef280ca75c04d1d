#include "cli/input_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

// Smaller files are read: to map one and to unmap it takes longer, and threads
// that do so wait for each other.
constexpr size_t kLeastMapped = size_t{1} << 20;

// What is read of a file before anything is asked about it: nearly all files
// are shorter.
constexpr size_t kFirstSize = size_t{1} << 16;

// Closes a file when the scope ends.
class FileCloser {
 public:
  explicit FileCloser(int fd) : fd_(fd) {}
  ~FileCloser() { close(fd_); }
  FileCloser(const FileCloser&) = delete;
  FileCloser& operator=(const FileCloser&) = delete;

 private:
  int fd_;
};

}  // namespace

absl::Status CannotRead(const std::string& name, int error) {
  const std::string message =
      absl::StrCat("cannot read '", name, "': ", std::strerror(error));
  return error == ENOENT ? absl::NotFoundError(message)
                         : absl::UnavailableError(message);
}

absl::StatusOr<InputFile> InputFile::Open(const std::string& path) {
  InputFile input;
  if (absl::Status s = input.Read(path); !s.ok()) return s;
  return input;
}

absl::Status InputFile::Read(const std::string& path) {
  Release();
  if (path == "-") {
    name_ = "<stdin>";
    return ReadFrom(STDIN_FILENO, 0);
  }
  name_ = path;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return CannotRead(path, errno);
  const FileCloser closer(fd);
  const absl::StatusOr<bool> is_all = ReadStart(fd);
  if (!is_all.ok()) return is_all.status();
  return *is_all ? absl::OkStatus() : ReadLong(fd);
}

// Sees to room for so many bytes, which need not keep what is there.
void InputFile::Reserve(size_t capacity) {
  if (capacity <= capacity_) return;
  buffer_ = std::make_unique_for_overwrite<char[]>(capacity);
  capacity_ = capacity;
}

// Whether that was all of the file.  It never is of pipes and terminals, which
// hand out what they have got by then: they refuse to be read at a place.
absl::StatusOr<bool> InputFile::ReadStart(int fd) {
  Reserve(kFirstSize);
  ssize_t got = 0;
  do {
    got = pread(fd, buffer_.get(), kFirstSize, /*offset=*/0);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    if (errno == ESPIPE) return false;
    return CannotRead(name_, errno);
  }
  bytes_ = {buffer_.get(), static_cast<size_t>(got)};
  return bytes_.size() < kFirstSize;
}

absl::Status InputFile::ReadLong(int fd) {
  struct stat info;
  if (fstat(fd, &info) != 0) return CannotRead(name_, errno);
  const size_t size = static_cast<size_t>(info.st_size);
  if (S_ISREG(info.st_mode) && size >= kLeastMapped) {
    void* mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapping != MAP_FAILED) {
      mapping_ = mapping;
      mapping_size_ = size;
      bytes_ = {static_cast<const char*>(mapping), size};
      return absl::OkStatus();
    }
  }
  return ReadFrom(fd, size);
}

absl::Status InputFile::ReadFrom(int fd, size_t size_hint) {
  Reserve(size_hint != 0 ? size_hint : kFirstSize);
  size_t size = 0;
  // What a file has gained since it was asked for its size is not read.
  while (size_hint == 0 || size < size_hint) {
    if (size == capacity_) {
      auto larger = std::make_unique_for_overwrite<char[]>(2 * capacity_);
      std::copy_n(buffer_.get(), size, larger.get());
      buffer_ = std::move(larger);
      capacity_ *= 2;
    }
    const size_t end = size_hint != 0 ? size_hint : capacity_;
    const ssize_t got = read(fd, buffer_.get() + size, end - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CannotRead(name_, errno);
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  bytes_ = {buffer_.get(), size};
  return absl::OkStatus();
}

void InputFile::Release() {
  bytes_ = {};
  if (mapping_ != nullptr) munmap(mapping_, mapping_size_);
  mapping_ = nullptr;
}

InputFile::~InputFile() { Release(); }

InputFile::InputFile(InputFile&& other) noexcept { *this = std::move(other); }

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  if (this == &other) return *this;
  Release();
  name_ = std::move(other.name_);
  mapping_ = std::exchange(other.mapping_, nullptr);
  mapping_size_ = other.mapping_size_;
  buffer_ = std::move(other.buffer_);
  capacity_ = std::exchange(other.capacity_, 0);
  bytes_ = std::exchange(other.bytes_, {});
  return *this;
}

}  // namespace plumb
