#include "cli/folder_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <utility>

#include "absl/strings/string_view.h"

namespace plumb {
namespace {

using FileFilter = absl::FunctionRef<bool(const std::string& path)>;

enum class EntryKind { kFolder, kLink, kFile, kOther };

EntryKind KindOf(mode_t mode) {
  if (S_ISDIR(mode)) return EntryKind::kFolder;
  if (S_ISLNK(mode)) return EntryKind::kLink;
  return S_ISREG(mode) ? EntryKind::kFile : EntryKind::kOther;
}

// Uses dirent::d_type, and falls back to stat() if the file system does not
// provide it.
EntryKind KindOf(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return KindOf(DTTOIF(entry.d_type));
  struct stat info;
  const bool is_there =
      fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0;
  return is_there ? KindOf(info.st_mode) : EntryKind::kOther;
}

bool IsFileOrDangling(int folder, const char* link) {
  struct stat info;
  return fstatat(folder, link, &info, 0) != 0 || S_ISREG(info.st_mode);
}

// A folder that is being searched.
struct Level {
  // The wanted files and the folders of a folder; folders end with a slash, so
  // that sorting visits files in the order of their paths.
  std::vector<std::string> paths;
  size_t next = 0;
};

// Returns 0, or the error that ends the list.
int ReadFolder(const std::string& folder, FileFilter filter, Level* level) {
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(opendir(folder.c_str()),
                                                closedir);
  if (dir == nullptr) return errno;
  const int fd = dirfd(dir.get());
  std::string path = folder;
  if (path.empty() || path.back() != '/') path.push_back('/');
  const size_t size = path.size();
  const dirent* entry = nullptr;
  while (errno = 0, entry = readdir(dir.get()), entry != nullptr) {
    const absl::string_view name = entry->d_name;
    const EntryKind kind = KindOf(fd, *entry);
    if (kind == EntryKind::kOther || name == "." || name == "..") continue;
    path.resize(size);
    path.append(name.data(), name.size());
    if (kind == EntryKind::kFolder) {
      path.push_back('/');
    } else if (!filter(path) || (kind == EntryKind::kLink &&
                                 !IsFileOrDangling(fd, entry->d_name))) {
      continue;
    }
    level->paths.push_back(path);
  }
  const int error = errno;
  std::sort(level->paths.begin(), level->paths.end());
  return error;
}

// The way from the first folder to the one that is being searched.
class Search {
 public:
  explicit Search(FileFilter filter) : filter_(filter) {}

  FolderFiles Run(const std::string& folder) {
    Enter(folder);
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.paths.size()) {
        levels_.pop_back();
        continue;
      }
      std::string path = std::move(level.paths[level.next++]);
      if (path.back() != '/') {
        found_.files.push_back(std::move(path));
      } else {
        path.pop_back();
        Enter(std::move(path));
      }
    }
    return std::move(found_);
  }

 private:
  void Enter(std::string folder) {
    levels_.emplace_back();
    const int error = ReadFolder(folder, filter_, &levels_.back());
    if (error != 0) found_.errors.push_back({folder, error});
    found_.folders.push_back(std::move(folder));
  }

  const FileFilter filter_;
  std::vector<Level> levels_;
  FolderFiles found_;
};

}  // namespace

FolderFiles FilesBelow(const std::string& folder, FileFilter filter) {
  return Search(filter).Run(folder);
}

bool IsFolder(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

}  // namespace plumb
