#include "cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

absl::Status SystemError(absl::string_view what, const std::string& path,
                         int error) {
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, " '", path, "': ", std::strerror(error)));
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

// The process's umask, which can only be read by setting it: once, however many
// threads write files.
mode_t CurrentUmask() {
  static const mode_t kMask = [] {
    const mode_t mask = umask(022);
    umask(mask);
    return mask;
  }();
  return kMask;
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
  struct stat info;
  const bool is_file = output != "-" && input != "-" &&
                       stat(input.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  if (!is_file || Resolved(output) != Resolved(input)) return absl::OkStatus();
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
  const bool exists = stat(path.c_str(), &info) == 0;
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
  target_ = exists ? Resolved(path) : path;
  return OpenBeside(exists ? info.st_mode & 07777
                           : mode_t{0666} & ~CurrentUmask());
}

absl::Status PendingFile::OpenBeside(mode_t mode) {
  std::string name = absl::StrCat(target_, ".XXXXXX");
  fd_ = mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) return SystemError("create a file beside", path_, errno);
  temporary_ = std::move(name);
  if (fchmod(fd_, mode) != 0) return SystemError("write", path_, errno);
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
