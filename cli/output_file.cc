#include "cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

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

absl::Status WriteInPlace(const std::string& path, absl::string_view bytes) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return SystemError("write", path, errno);
  const int error = WriteAll(fd, bytes);
  if (close(fd) != 0 && error == 0) return SystemError("write", path, errno);
  return error == 0 ? absl::OkStatus() : SystemError("write", path, error);
}

// The process's umask, which can only be read by setting it.
mode_t CurrentUmask() {
  const mode_t mask = umask(022);
  umask(mask);
  return mask;
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

absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes) {
  if (path == "-") {
    const int error = WriteAll(STDOUT_FILENO, bytes);
    return error == 0 ? absl::OkStatus()
                      : SystemError("write to", "standard output", error);
  }
  struct stat info;
  const bool exists = stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    return SystemError("write", path, EISDIR);
  }
  if (exists && !S_ISREG(info.st_mode)) return WriteInPlace(path, bytes);
  if (exists && access(path.c_str(), W_OK) != 0) {
    return SystemError("write", path, errno);
  }

  const std::string target = exists ? Resolved(path) : path;
  std::string temporary = absl::StrCat(target, ".XXXXXX");
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return SystemError("create a file beside", path, errno);
  const mode_t mode =
      exists ? info.st_mode & 07777 : mode_t{0666} & ~CurrentUmask();
  int error = WriteAll(fd, bytes);
  if (error == 0 && fchmod(fd, mode) != 0) error = errno;
  if (close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && rename(temporary.c_str(), target.c_str()) != 0) {
    error = errno;
  }
  if (error == 0) return absl::OkStatus();
  unlink(temporary.c_str());
  return SystemError("write", path, error);
}

}  // namespace plumb
