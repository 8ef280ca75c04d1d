#include "cli/output_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cli/write_all.h"

namespace plumb {
namespace {

absl::Status SystemError(absl::string_view what, const std::string& path,
                         int error) {
  const std::string message =
      absl::StrCat("cannot ", what, " '", path, "': ", std::strerror(error));
  return error == ENOENT || error == ENOTDIR ? absl::NotFoundError(message)
                                             : absl::UnavailableError(message);
}

// A name that begins with `target` and that no other thread, and hardly ever
// another process, tries.
std::string TemporaryNameFor(const std::string& target) {
  static std::atomic<uint64_t> next =
      static_cast<uint64_t>(getpid()) << 32 ^
      static_cast<uint64_t>(
          std::chrono::steady_clock::now().time_since_epoch().count());
  return absl::StrCat(target, ".",
                      absl::Hex(next++ & 0xffffff, absl::kZeroPad6));
}

// Blocks all signals of this thread while it lives.
class SignalBlock {
 public:
  SignalBlock() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old_);
  }
  ~SignalBlock() { pthread_sigmask(SIG_SETMASK, &old_, nullptr); }
  SignalBlock(const SignalBlock&) = delete;
  SignalBlock& operator=(const SignalBlock&) = delete;

 private:
  sigset_t old_;
};

// Calls `make` with new names until one is free: it returns a negative value
// and sets errno on failure.  Returns its result.
template <typename Make>
int TryNames(const std::string& target, TemporaryName* name, Make make) {
  constexpr int kTries = 1000;
  int made = -1, error = 0;
  // No signal may end the process before the name is noted.
  const SignalBlock block;
  for (int i = 0; i < kTries && made < 0; ++i) {
    const std::string path = TemporaryNameFor(target);
    made = make(path.c_str());
    error = errno;
    if (made >= 0) {
      name->Set(path);
    } else if (error != EEXIST && error != EINTR) {
      break;
    }
  }
  errno = error;
  return made;
}

// Gives the unnamed file of a descriptor a name that no file has.  Returns less
// than 0 and sets errno if it cannot.
int Link(int fd, const char* name) {
  const std::string open_file = absl::StrCat("/proc/self/fd/", fd);
  return linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

// Whether new files are created without a name; cleared when this fails once,
// as it then fails for all.
std::atomic<bool> names_at_the_end = true;

// The file that `path` leads to, symbolic links followed.
std::string Resolved(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(
      realpath(path.c_str(), nullptr), std::free);
  return real == nullptr ? path : std::string(real.get());
}

absl::Status WriteWhole(PendingFile* file, const std::string& path,
                        OutputKind kind, MakeParts make) {
  absl::Status status = file->Open(path, kind);
  if (!status.ok()) return status;
  make([&](absl::string_view part) {
    if (status.ok()) status = file->Append(part);
  });
  return status.ok() ? file->Commit() : status;
}

}  // namespace

PendingFile::~PendingFile() {
  if (fd_ >= 0 && fd_ != STDOUT_FILENO) close(fd_);
  if (temporary_.is_set()) unlink(temporary_.c_str());
}

absl::Status PendingFile::Open(const std::string& path, OutputKind kind) {
  path_ = path;
  kind_ = kind;
  if (IsStandardOutput(path)) {
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
  if (exists) {
    absl::Status allowed = guard_.CheckReplaces(path, info, kind);
    if (!allowed.ok()) return allowed;
  }
  if (exists && access(path.c_str(), W_OK) != 0) {
    return SystemError("write", path, errno);
  }
  target_ = exists && is_link ? Resolved(path) : path;
  if (!exists && naming_ == Naming::kAtTheEnd && OpenUnnamed()) {
    return absl::OkStatus();
  }
  return OpenBeside(exists ? absl::make_optional(info.st_mode & 07777)
                           : absl::nullopt);
}

bool PendingFile::OpenUnnamed() {
  const size_t slash = target_.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "." : target_.substr(0, slash + 1);
  fd_ = open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  unnamed_ = fd_ >= 0;
  return unnamed_;
}

int PendingFile::Name() {
  if (Link(fd_, target_.c_str()) == 0) return 0;
  // Something has that name by now, or a link had it that leads nowhere.
  if (errno == EEXIST &&
      TryNames(target_, &temporary_,
               [this](const char* name) { return Link(fd_, name); }) == 0) {
    return 0;  // it will be renamed
  }
  const int error = errno;
  failed_to_name_ = true;
  temporary_.Release();
  return error;
}

absl::Status PendingFile::OpenBeside(absl::optional<mode_t> mode) {
  // Keeps a file private that replaces a private one.
  const mode_t first_mode = mode.has_value() ? 0600 : 0666;
  fd_ = TryNames(target_, &temporary_, [&](const char* name) {
    return open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, first_mode);
  });
  if (fd_ < 0) {
    temporary_.Release();
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
  if (fd_ == STDOUT_FILENO) {
    return absl::UnavailableError(absl::StrCat(
        "cannot write to standard output: ", std::strerror(error)));
  }
  return SystemError("write", path_, error);
}

absl::Status PendingFile::Commit() {
  if (fd_ == STDOUT_FILENO) return absl::OkStatus();
  if (const int error = unnamed_ ? Name() : 0; error != 0) {
    return SystemError("write", path_, error);
  }
  if (close(std::exchange(fd_, -1)) != 0) {
    return SystemError("write", path_, errno);
  }
  if (!temporary_.is_set()) return absl::OkStatus();
  // Another file may have appeared there since this one was opened.
  if (absl::Status s = guard_.Check(target_, kind_); !s.ok()) return s;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) {
    return SystemError("write", path_, errno);
  }
  temporary_.Release();
  return absl::OkStatus();
}

absl::Status WriteFileAtomically(const std::string& path, OutputKind kind,
                                 absl::string_view bytes,
                                 const OutputGuard& guard) {
  return WriteFileAtomically(
      path, kind, [bytes](WritePart write) { write(bytes); }, guard);
}

absl::Status WriteFileAtomically(const std::string& path, OutputKind kind,
                                 MakeParts make, const OutputGuard& guard) {
  if (names_at_the_end) {
    PendingFile file(guard);
    absl::Status status = WriteWhole(&file, path, kind, make);
    if (!file.failed_to_name()) return status;
    names_at_the_end = false;
  }
  PendingFile file(guard, PendingFile::Naming::kAtOnce);
  return WriteWhole(&file, path, kind, make);
}

}  // namespace plumb
