#include "cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

absl::Status SystemError(absl::string_view what, const std::string& path,
                         int error) {
  const std::string message =
      absl::StrCat("cannot ", what, " '", path, "': ", std::strerror(error));
  return error == ENOENT || error == ENOTDIR ? absl::NotFoundError(message)
                                             : absl::UnavailableError(message);
}

// Writes all bytes; returns 0 or the error.
int WriteAll(int fd, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

// Makes a file with a name that begins with `target` and that no other has;
// returns its descriptor, or -1 with errno set.
int OpenNew(const std::string& target, mode_t mode, std::string* name) {
  // Processes and threads hardly ever try the same name.
  static std::atomic<uint64_t> next =
      static_cast<uint64_t>(getpid()) << 32 ^
      static_cast<uint64_t>(
          std::chrono::steady_clock::now().time_since_epoch().count());
  constexpr int kTries = 1000;
  int fd = -1;
  for (int i = 0; i < kTries && fd < 0; ++i) {
    *name = absl::StrCat(target, ".",
                         absl::Hex(next++ & 0xffffff, absl::kZeroPad6));
    fd = open(name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0 && errno != EEXIST && errno != EINTR) break;
  }
  return fd;
}

// The file that `path` leads to, symbolic links followed.
std::string Resolved(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(
      realpath(path.c_str(), nullptr), std::free);
  return real == nullptr ? path : std::string(real.get());
}

}  // namespace

bool IsStandardOutput(absl::string_view path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1";
}

absl::Status CheckNotInput(const std::string& output,
                           const std::string& input) {
  // Names are resolved of what is the same file only, which is rare.
  struct stat out, in;
  const bool is_same = output != "-" && input != "-" &&
                       stat(output.c_str(), &out) == 0 &&
                       S_ISREG(out.st_mode) && stat(input.c_str(), &in) == 0 &&
                       out.st_dev == in.st_dev && out.st_ino == in.st_ino;
  if (!is_same || Resolved(output) != Resolved(input)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the output would replace the input '", input, "'"));
}

PendingFile::~PendingFile() {
  if (fd_ >= 0 && fd_ != STDOUT_FILENO) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

absl::Status PendingFile::Open(const std::string& path) {
  path_ = path;
  if (path == "-") {
    fd_ = STDOUT_FILENO;
    return absl::OkStatus();
  }
  struct stat info;
  bool exists = lstat(path.c_str(), &info) == 0;
  const bool is_link = exists && S_ISLNK(info.st_mode);
  if (is_link) exists = stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    return SystemError("write", path, EISDIR);
  }
  if (exists && !S_ISREG(info.st_mode)) {
    fd_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return fd_ < 0 ? SystemError("write", path, errno) : absl::OkStatus();
  }
  if (exists && access(path.c_str(), W_OK) != 0) {
    return SystemError("write", path, errno);
  }
  target_ = exists && is_link ? Resolved(path) : path;
  return OpenBeside(exists ? absl::make_optional(info.st_mode & 07777)
                           : absl::nullopt);
}

absl::Status PendingFile::OpenBeside(absl::optional<mode_t> mode) {
  // Nobody else reads what will be as private as the file that it replaces.
  fd_ = OpenNew(target_, mode.has_value() ? 0600 : 0666, &temporary_);
  if (fd_ < 0) {
    temporary_.clear();
    return SystemError("create a file beside", path_, errno);
  }
  if (mode.has_value() && fchmod(fd_, *mode) != 0) {
    return SystemError("write", path_, errno);
  }
  return absl::OkStatus();
}

absl::Status PendingFile::Append(absl::string_view bytes) {
  const int error = WriteAll(fd_, bytes);
  if (error == 0) return absl::OkStatus();
  return fd_ == STDOUT_FILENO
             ? SystemError("write to", "standard output", error)
             : SystemError("write", path_, error);
}

absl::Status PendingFile::Commit() {
  if (fd_ == STDOUT_FILENO) return absl::OkStatus();
  if (close(std::exchange(fd_, -1)) != 0) {
    return SystemError("write", path_, errno);
  }
  if (temporary_.empty()) return absl::OkStatus();
  if (rename(temporary_.c_str(), target_.c_str()) != 0) {
    return SystemError("write", path_, errno);
  }
  temporary_.clear();
  return absl::OkStatus();
}

absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes) {
  PendingFile file;
  if (absl::Status s = file.Open(path); !s.ok()) return s;
  if (absl::Status s = file.Append(bytes); !s.ok()) return s;
  return file.Commit();
}

}  // namespace plumb
