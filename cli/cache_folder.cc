#include "cli/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "cli/write_all.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The first line follows the convention for backup programs; the second
// identifies our folders.
constexpr char kTagName[] = "CACHEDIR.TAG";
constexpr absl::string_view kTag =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Results of spv-val: can be removed at any time.\n";

// Another process may be about to write the tag.
constexpr int kTagTries = 100;
constexpr useconds_t kMicrosecondsBetweenTries = 10000;

// A mark of use is worth a write to the disk only this often.
constexpr time_t kSecondsBetweenMarks = 3600;

constexpr size_t kNameDigits = 62;

// The name of a part, and of the entry in it.
struct Names {
  explicit Names(const CacheFolder::Key& key) {
    const std::string digits = absl::BytesToHexString(
        {reinterpret_cast<const char*>(key.data()), key.size()});
    part = digits.substr(0, 2);
    entry = digits.substr(2);
  }

  std::string part, entry;
};

std::string PartName(uint8_t part) {
  return absl::StrCat(absl::Hex(part, absl::kZeroPad2));
}

bool IsEntryName(absl::string_view name) {
  return name.size() == kNameDigits &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f');
         });
}

// A name for a file that is not an entry yet.  If the process dies before it
// becomes one, Shrink() removes it in time.
std::string TemporaryEntryName() {
  CacheFolder::Key random;
  randombytes_buf(random.data(), random.size());
  return Names(random).entry;
}

absl::Status SystemError(const std::string& path, int error) {
  return absl::UnavailableError(
      absl::StrCat("--cache: cannot use '", path, "': ", std::strerror(error)));
}

// Opens a file without waiting for the writer of a pipe.  Only a regular file
// is taken; `info` is about it.
FileDescriptor OpenRegular(int folder, const char* name, struct stat* info) {
  FileDescriptor file(
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const bool is_regular =
      file.is_open() && fstat(file.get(), info) == 0 && S_ISREG(info->st_mode);
  return is_regular ? std::move(file) : FileDescriptor();
}

// Reads `size` bytes; nothing if the file has more or less.
std::optional<std::string> ReadExactly(int fd, size_t size) {
  std::string bytes(size + 1, '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = read(fd, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<size_t>(got);
  }
  if (filled != size) return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::unique_ptr<DIR, int (*)(DIR*)> List(int folder) {
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return {copy < 0 ? nullptr : fdopendir(copy), closedir};
}

bool IsEmpty(int folder) {
  const auto dir = List(folder);
  if (dir == nullptr) return false;
  while (const dirent* entry = readdir(dir.get())) {
    const absl::string_view name = entry->d_name;
    if (name != "." && name != "..") return false;
  }
  return true;
}

// Whether the tag was written, or another process wrote it first.
bool WriteTag(int folder) {
  const FileDescriptor tag(
      openat(folder, kTagName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!tag.is_open()) return errno == EEXIST;
  return WriteAll(tag.get(), kTag) == 0;
}

struct Entry {
  std::string name;
  timespec used = {};  // a second can see all entries of a part come
  uint64_t bytes = 0;
};

bool IsUsedBefore(const Entry& a, const Entry& b) {
  return std::tie(a.used.tv_sec, a.used.tv_nsec) <
         std::tie(b.used.tv_sec, b.used.tv_nsec);
}

std::vector<Entry> EntriesOf(int part) {
  std::vector<Entry> entries;
  const auto dir = List(part);
  if (dir == nullptr) return entries;
  while (const dirent* entry = readdir(dir.get())) {
    struct stat info;
    if (!IsEntryName(entry->d_name) ||
        fstatat(part, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(info.st_mode)) {
      continue;
    }
    entries.push_back({entry->d_name, info.st_mtim,
                       uint64_t{512} * static_cast<uint64_t>(info.st_blocks)});
  }
  return entries;
}

}  // namespace

absl::Status CacheFolder::Open(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  std::error_code error;
  if (!parent.empty()) fs::create_directories(parent, error);
  if (error) return SystemError(path, error.value());
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return SystemError(path, errno);
  }
  root_ =
      FileDescriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root_.is_open()) return SystemError(path, errno);
  absl::Status status = CheckTag(path);
  if (!status.ok()) root_ = FileDescriptor();
  return status;
}

absl::Status CacheFolder::CheckTag(const std::string& path) const {
  for (int i = 0; i < kTagTries; ++i) {
    struct stat info;
    const FileDescriptor tag = OpenRegular(root_.get(), kTagName, &info);
    if (tag.is_open() && ReadExactly(tag.get(), kTag.size()) == kTag) {
      return absl::OkStatus();
    }
    if (tag.is_open()) {
      // Another process may have written a part of it.
      if (info.st_size > static_cast<off_t>(kTag.size())) break;
      usleep(kMicrosecondsBetweenTries);
    } else if (!IsEmpty(root_.get())) {
      if (faccessat(root_.get(), kTagName, F_OK, 0) != 0) break;
    } else if (!WriteTag(root_.get())) {
      return SystemError(path, errno);
    }
  }
  return absl::FailedPreconditionError(
      absl::StrCat("--cache: '", path,
                   "' is not a cache folder of Plumb: it is not empty, "
                   "and has no ",
                   kTagName, " of Plumb"));
}

bool CacheFolder::IsWritableByOthers() const {
  struct stat info;
  if (fstat(root_.get(), &info) != 0) return true;
  const bool is_own = info.st_uid == geteuid() || info.st_uid == 0;
  return !is_own || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

FileDescriptor CacheFolder::OpenPart(uint8_t part) const {
  return FileDescriptor(
      openat(root_.get(), PartName(part).c_str(),
             O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

std::optional<std::string> CacheFolder::Read(const Key& key,
                                             size_t max_size) const {
  const FileDescriptor part = OpenPart(key[0]);
  if (!part.is_open()) return std::nullopt;
  struct stat info;
  const FileDescriptor file =
      OpenRegular(part.get(), Names(key).entry.c_str(), &info);
  if (!file.is_open() || info.st_size > static_cast<off_t>(max_size)) {
    return std::nullopt;
  }
  if (time(nullptr) - info.st_mtime >= kSecondsBetweenMarks) {
    futimens(file.get(), nullptr);
  }
  return ReadExactly(file.get(), static_cast<size_t>(info.st_size));
}

absl::Status CacheFolder::Write(const Key& key, absl::string_view bytes) const {
  const Names names(key);
  FileDescriptor part = OpenPart(key[0]);
  if (!part.is_open()) {
    // It may not exist yet, or not any more.
    mkdirat(root_.get(), names.part.c_str(), 0777);
    part = OpenPart(key[0]);
  }
  if (!part.is_open()) return SystemError(names.part, errno);
  const std::string temporary = TemporaryEntryName();
  FileDescriptor file(openat(part.get(), temporary.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.is_open()) return SystemError(names.part, errno);
  int error = WriteAll(file.get(), bytes);
  if (error == 0 && renameat(part.get(), temporary.c_str(), part.get(),
                             names.entry.c_str()) != 0) {
    error = errno;
  }
  if (error == 0) return absl::OkStatus();
  unlinkat(part.get(), temporary.c_str(), 0);
  return SystemError(names.part, error);
}

void CacheFolder::Shrink(uint8_t part, uint64_t max_bytes,
                         uint64_t target_bytes) const {
  const FileDescriptor folder = OpenPart(part);
  if (!folder.is_open()) return;
  std::vector<Entry> entries = EntriesOf(folder.get());
  uint64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.bytes;
  if (bytes <= max_bytes) return;
  std::sort(entries.begin(), entries.end(), IsUsedBefore);
  for (const Entry& entry : entries) {
    if (bytes <= target_bytes) break;
    unlinkat(folder.get(), entry.name.c_str(), 0);  // another may be quicker
    bytes -= entry.bytes;
  }
}

}  // namespace plumb
