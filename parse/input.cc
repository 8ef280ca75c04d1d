#include "parse/input.h"

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
#include "core/module.h"
#include "parse/binary/hex_input.h"

namespace plumb {
namespace {

absl::Status SystemError(const std::string& name, int error) {
  const std::string message =
      absl::StrCat("cannot read '", name, "': ", std::strerror(error));
  return error == ENOENT ? absl::NotFoundError(message)
                         : absl::UnavailableError(message);
}

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

InputFormat FormatOf(absl::string_view bytes) {
  if (bytes.size() >= sizeof(uint32_t)) {
    uint32_t magic = 0;
    std::memcpy(&magic, bytes.data(), sizeof(magic));
    if (magic == kMagicNumber || __builtin_bswap32(magic) == kMagicNumber) {
      return InputFormat::kBinary;
    }
  }
  return LooksLikeHex(bytes) ? InputFormat::kHex : InputFormat::kText;
}

absl::StatusOr<Input> Input::Open(const std::string& path) {
  Input input;
  if (path.empty() || path == "-") {
    input.name_ = "<stdin>";
    if (absl::Status s = input.ReadFrom(STDIN_FILENO, 0); !s.ok()) return s;
    if (absl::Status s = input.Recognize(); !s.ok()) return s;
    return input;
  }
  input.name_ = path;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(path, errno);
  const FileCloser closer(fd);
  struct stat info;
  if (fstat(fd, &info) != 0) return SystemError(path, errno);
  if (S_ISDIR(info.st_mode)) return SystemError(path, EISDIR);
  const size_t size = static_cast<size_t>(info.st_size);
  if (S_ISREG(info.st_mode) && size != 0) {
    void* mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapping != MAP_FAILED) {
      input.mapping_ = mapping;
      input.mapping_size_ = size;
      input.bytes_ = {static_cast<const char*>(mapping), size};
    }
  }
  if (input.mapping_ == nullptr) {
    if (absl::Status s = input.ReadFrom(fd, size); !s.ok()) return s;
  }
  if (absl::Status s = input.Recognize(); !s.ok()) return s;
  return input;
}

absl::StatusOr<Input> Input::FromBytes(std::string name, std::string bytes) {
  Input input;
  input.name_ = std::move(name);
  input.buffer_.assign(bytes.begin(), bytes.end());
  input.bytes_ = {input.buffer_.data(), input.buffer_.size()};
  if (absl::Status s = input.Recognize(); !s.ok()) return s;
  return input;
}

absl::Status Input::ReadFrom(int fd, size_t size_hint) {
  constexpr size_t kFirstSize = size_t{1} << 16;
  buffer_.resize(std::max(size_hint + 1, kFirstSize));
  size_t size = 0;
  while (true) {
    if (size == buffer_.size()) buffer_.resize(2 * size);
    const ssize_t got = read(fd, buffer_.data() + size, buffer_.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(name_, errno);
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  buffer_.resize(size);
  bytes_ = {buffer_.data(), buffer_.size()};
  return absl::OkStatus();
}

absl::Status Input::Recognize() {
  format_ = FormatOf(bytes_);
  if (format_ != InputFormat::kHex) return absl::OkStatus();
  absl::StatusOr<std::vector<uint32_t>> words = WordsFromHex(bytes_);
  if (!words.ok()) {
    return absl::Status(words.status().code(),
                        absl::StrCat(name_, ":", words.status().message()));
  }
  from_hex_ = *std::move(words);
  bytes_ = {reinterpret_cast<const char*>(from_hex_.data()),
            from_hex_.size() * sizeof(uint32_t)};
  return absl::OkStatus();
}

void Input::Release() {
  if (mapping_ != nullptr) munmap(mapping_, mapping_size_);
  mapping_ = nullptr;
}

Input::~Input() { Release(); }

Input::Input(Input&& other) noexcept { *this = std::move(other); }

Input& Input::operator=(Input&& other) noexcept {
  if (this == &other) return *this;
  Release();
  name_ = std::move(other.name_);
  format_ = other.format_;
  mapping_ = std::exchange(other.mapping_, nullptr);
  mapping_size_ = other.mapping_size_;
  buffer_ = std::move(other.buffer_);
  from_hex_ = std::move(other.from_hex_);
  bytes_ = std::exchange(other.bytes_, {});
  return *this;
}

}  // namespace plumb
