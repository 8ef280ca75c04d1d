#include "cli/input_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/file_descriptor.h"

namespace plumb {
namespace {

// The size of the first read, before the size of a file is queried: nearly all
// files are smaller.
constexpr size_t kFirstSize = size_t{1} << 16;

// Buffers of at least this size are populated before they are read into: page
// faults during the copy take a third more time.
constexpr size_t kMinPopulated = size_t{1} << 20;

void Populate(char* memory, size_t size) {
#ifdef MADV_POPULATE_WRITE
  // Only whole pages of it.  A system that cannot do it needs no answer.
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t begin =
      (page - reinterpret_cast<uintptr_t>(memory) % page) % page;
  madvise(memory + begin, (size - begin) / page * page, MADV_POPULATE_WRITE);
#endif
}

// The state that reveals a change of a file.
auto StateOf(const struct stat& info) {
  return std::make_tuple(info.st_size, info.st_mtim.tv_sec,
                         info.st_mtim.tv_nsec);
}

}  // namespace

absl::Status CannotRead(const std::string& name, int error) {
  const std::string message =
      absl::StrCat("cannot read '", name, "': ", std::strerror(error));
  return error == ENOENT ? absl::NotFoundError(message)
                         : absl::UnavailableError(message);
}

absl::StatusOr<InputFile> InputFile::Open(const std::string& path,
                                          const InputLimits& limits) {
  InputFile input;
  if (absl::Status s = input.Read(path, limits); !s.ok()) return s;
  return input;
}

absl::Status InputFile::Read(const std::string& path,
                             const InputLimits& limits) {
  size_ = 0;
  if (path == "-") {
    name_ = "<stdin>";
    return ReadToEnd(STDIN_FILENO, limits);
  }
  name_ = path;
  const FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open()) return CannotRead(path, errno);
  const absl::StatusOr<bool> is_all = ReadStart(fd.get());
  if (!is_all.ok()) return is_all.status();
  if (!*is_all) return ReadRest(fd.get(), limits);
  return size_ <= limits.max_size ? absl::OkStatus()
                                  : TooLarge(limits.max_size);
}

// Makes room for so many bytes, and keeps what was read.
absl::Status InputFile::Reserve(size_t capacity) {
  if (capacity <= capacity_) return absl::OkStatus();
  std::unique_ptr<char[]> larger(new (std::nothrow) char[capacity]);
  if (larger == nullptr) return CannotRead(name_, ENOMEM);
  if (capacity >= kMinPopulated) Populate(larger.get(), capacity);
  std::copy_n(buffer_.get(), size_, larger.get());
  buffer_ = std::move(larger);
  capacity_ = capacity;
  return absl::OkStatus();
}

absl::Status InputFile::TooLarge(uint64_t max_size) const {
  return absl::ResourceExhaustedError(
      absl::StrCat("cannot read '", name_, "': it has more than ", max_size,
                   " bytes (--max-size)"));
}

// Returns whether this was the whole file.  Always false for pipes and
// terminals, which return what they have at the time and cannot be read at an
// offset.
absl::StatusOr<bool> InputFile::ReadStart(int fd) {
  if (absl::Status s = Reserve(kFirstSize); !s.ok()) return s;
  ssize_t got = 0;
  do {
    got = pread(fd, buffer_.get(), kFirstSize, /*offset=*/0);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    if (errno == ESPIPE) return false;
    return CannotRead(name_, errno);
  }
  size_ = static_cast<size_t>(got);
  return size_ < kFirstSize;
}

// Reads what follows the start, which was read at an offset; nothing for a
// pipe.
absl::Status InputFile::ReadRest(int fd, const InputLimits& limits) {
  struct stat before, after;
  if (fstat(fd, &before) != 0) return CannotRead(name_, errno);
  // Files that the system makes up are regular, too, but have no size.
  const bool has_size = S_ISREG(before.st_mode) && size_ != 0 &&
                        before.st_size >= static_cast<off_t>(size_);
  if (!has_size) {
    size_ = 0;
    return ReadToEnd(fd, limits);
  }
  if (limits.needs_rest != nullptr && !limits.needs_rest(bytes())) {
    return absl::OkStatus();
  }
  const auto size = static_cast<uint64_t>(before.st_size);
  if (size > limits.max_size) return TooLarge(limits.max_size);
  if (lseek(fd, static_cast<off_t>(size_), SEEK_SET) < 0) {
    return CannotRead(name_, errno);
  }
  if (absl::Status s = Reserve(size); !s.ok()) return s;
  while (size_ < size) {
    const absl::StatusOr<size_t> got = ReadSome(fd, size);
    if (!got.ok()) return got.status();
    if (*got == 0) break;
  }
  if (fstat(fd, &after) != 0) return CannotRead(name_, errno);
  if (size_ == size && StateOf(before) == StateOf(after)) {
    return absl::OkStatus();
  }
  size_ = 0;
  return absl::AbortedError(
      absl::StrCat("cannot read '", name_, "': it changed meanwhile"));
}

// Reads an input of unknown size.
absl::Status InputFile::ReadToEnd(int fd, const InputLimits& limits) {
  bool is_checked = limits.needs_rest == nullptr;
  absl::Status status = Reserve(kFirstSize);
  while (status.ok()) {
    if (size_ > limits.max_size) return TooLarge(limits.max_size);
    if (!is_checked && size_ >= kFirstSize) {
      if (!limits.needs_rest(bytes().substr(0, kFirstSize))) break;
      is_checked = true;
    }
    if (size_ == capacity_) {
      const uint64_t size_limit =
          std::max(limits.max_size, limits.max_size + 1);
      status = Reserve(std::min<uint64_t>(2 * capacity_, size_limit));
      continue;
    }
    const absl::StatusOr<size_t> got = ReadSome(fd, capacity_);
    if (!got.ok()) return got.status();
    if (*got == 0) break;
  }
  return status;
}

// Reads on, up to `end` bytes in all.  Returns how many there were; 0 at the
// end of the file.
absl::StatusOr<size_t> InputFile::ReadSome(int fd, size_t end) {
  ssize_t got = 0;
  do {
    got = read(fd, buffer_.get() + size_, end - size_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return CannotRead(name_, errno);
  size_ += static_cast<size_t>(got);
  return static_cast<size_t>(got);
}

InputFile::InputFile(InputFile&& other) noexcept { *this = std::move(other); }

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  if (this == &other) return *this;
  name_ = std::move(other.name_);
  buffer_ = std::move(other.buffer_);
  capacity_ = std::exchange(other.capacity_, 0);
  size_ = std::exchange(other.size_, 0);
  return *this;
}

}  // namespace plumb
