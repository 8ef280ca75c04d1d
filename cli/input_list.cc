#include "cli/input_list.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "cli/folder_files.h"
#include "cli/input_file.h"
#include "re2/re2.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

using Expressions = std::vector<std::unique_ptr<RE2>>;

absl::StatusOr<Expressions> Compile(const std::vector<std::string>& patterns) {
  Expressions expressions;
  for (const std::string& pattern : patterns) {
    expressions.push_back(std::make_unique<RE2>(pattern, RE2::Quiet));
    if (!expressions.back()->ok()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", pattern,
          "' is not a regular expression: ", expressions.back()->error()));
    }
  }
  return expressions;
}

bool MatchesAny(const Expressions& expressions, const std::string& path) {
  return std::any_of(expressions.begin(), expressions.end(),
                     [&path](const auto& expression) {
                       return RE2::PartialMatch(path, *expression);
                     });
}

// Whether a path has no part that could be left out.
bool IsNormal(absl::string_view path) {
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

// The names in a list: each ended by a zero byte, as `find -print0` writes
// them, if there is one, and otherwise one per line.  White space is part of a
// name; a carriage return at its end is not, unless such a file exists.
std::vector<absl::string_view> NamesInList(absl::string_view list) {
  const bool has_lines = !absl::StrContains(list, '\0');
  std::vector<absl::string_view> names =
      absl::StrSplit(list, has_lines ? '\n' : '\0');
  for (absl::string_view& name : names) {
    const bool ends_with_return =
        has_lines && absl::EndsWith(name, "\r") && !Exists(std::string(name));
    if (ends_with_return) name.remove_suffix(1);
  }
  std::erase(names, "");
  return names;
}

class Lister {
 public:
  Lister(const std::vector<std::string>& extensions, Expressions include,
         Expressions exclude)
      : extensions_(extensions),
        include_(std::move(include)),
        exclude_(std::move(exclude)) {}

  void AddName(const std::string& name) {
    if (absl::StartsWith(name, "@")) {
      list_.is_batch = true;
      AddList(name.substr(1));
    } else if (name != "-" && IsFolder(name)) {
      list_.is_batch = true;
      AddFolder(name);
    } else {
      list_.inputs.push_back({name});
    }
  }

  InputList Release() { return std::move(list_); }

 private:
  bool IsWanted(const std::string& path, bool by_default) const {
    return (include_.empty() ? by_default : MatchesAny(include_, path)) &&
           !MatchesAny(exclude_, path);
  }

  // A name that begins with its last dot has no extension.
  bool HasWantedExtension(absl::string_view path) const {
    return std::any_of(extensions_.begin(), extensions_.end(),
                       [path](const std::string& extension) {
                         return absl::EndsWith(path, extension) &&
                                path.size() > extension.size() &&
                                path[path.size() - extension.size() - 1] != '/';
                       });
  }

  void AddError(const std::string& name, absl::Status status) {
    list_.errors.push_back({name, std::move(status)});
  }

  // The message for a list all of whose names are filtered out.
  std::string DescribeNoFiles() const {
    return absl::StrCat(" names no ", include_.empty() ? "" : "included ",
                        "file",
                        exclude_.empty() ? "" : " that is not excluded");
  }

  void AddList(const std::string& path);
  void AddListedName(std::string name);
  void AddFolder(const std::string& path);
  std::vector<std::string> FilesOf(const std::string& path);

  const std::vector<std::string>& extensions_;
  Expressions include_, exclude_;
  InputList list_;
};

void Lister::AddList(const std::string& path) {
  const absl::StatusOr<InputFile> file = InputFile::Open(path);
  if (!file.ok()) {
    AddError(path, file.status());
    return;
  }
  if (path != "-") list_.read.push_back(path);
  const size_t inputs = list_.inputs.size();
  const size_t errors = list_.errors.size();
  size_t count = 0;
  for (const absl::string_view name : NamesInList(file->bytes())) {
    ++count;
    AddListedName(std::string(name));
  }
  const bool adds_nothing =
      list_.inputs.size() == inputs && list_.errors.size() == errors;
  if (!adds_nothing) return;
  AddError(file->name(), absl::NotFoundError(absl::StrCat(
                             file->name(), count == 0 ? " names no file"
                                                      : DescribeNoFiles())));
}

void Lister::AddListedName(std::string name) {
  // A query takes a twentieth of the time of a small module, and processing
  // cannot start before all names are known.
  if (!HasWantedExtension(name) && IsFolder(name)) {
    AddFolder(name);
  } else if (IsWanted(name, /*by_default=*/true)) {
    // "-" is a file here, not standard input.
    list_.inputs.push_back({name == "-" ? "./-" : std::move(name)});
  }
}

void Lister::AddFolder(const std::string& path) {
  const size_t errors = list_.errors.size();
  std::vector<std::string> files = FilesOf(path);
  if (files.empty() && list_.errors.size() == errors) {
    AddError(path,
             absl::NotFoundError(absl::StrCat(
                 path, " has no ",
                 include_.empty()
                     ? absl::StrCat("*", absl::StrJoin(extensions_, " or *"))
                     : "included",
                 " file", exclude_.empty() ? "" : " that is not excluded")));
  }
  // They begin with the folder's path.
  for (std::string& file : files) {
    list_.inputs.push_back({std::move(file), path.size()});
  }
}

std::vector<std::string> Lister::FilesOf(const std::string& path) {
  FolderFiles found = FilesBelow(path, [this](const std::string& file) {
    return IsWanted(file, HasWantedExtension(file));
  });
  std::sort(found.errors.begin(), found.errors.end(),
            [](const auto& a, const auto& b) { return a.folder < b.folder; });
  for (const FolderFiles::Error& error : found.errors) {
    AddError(error.folder, CannotRead(error.folder, error.error));
  }
  std::move(found.folders.begin(), found.folders.end(),
            std::back_inserter(list_.read));
  return std::move(found.files);
}

}  // namespace

std::string RelativePath(const Input& input) {
  absl::string_view below(input.path);
  if (input.folder_size != 0) {
    below.remove_prefix(input.folder_size);
    below.remove_prefix(std::min(below.find_first_not_of('/'), below.size()));
    return std::string(below);
  }
  const bool is_absolute = absl::ConsumePrefix(&below, "/");
  if (IsNormal(below)) {  // as nearly all are: the long way takes its time
    return std::string(is_absolute ? below.substr(below.rfind('/') + 1)
                                   : below);
  }
  const fs::path normal = fs::path(input.path).lexically_normal();
  const bool leaves = normal.is_absolute() || *normal.begin() == "..";
  return (leaves ? normal.filename() : normal).string();
}

absl::StatusOr<InputList> ListInputs(const std::vector<std::string>& names,
                                     const InputFilter& filter) {
  absl::StatusOr<Expressions> include = Compile(filter.include);
  if (!include.ok()) return include.status();
  absl::StatusOr<Expressions> exclude = Compile(filter.exclude);
  if (!exclude.ok()) return exclude.status();
  Lister lister(filter.extensions, *std::move(include), *std::move(exclude));
  for (const std::string& name : names) lister.AddName(name);
  InputList list = lister.Release();
  list.is_batch |= names.size() > 1;
  return list;
}

}  // namespace plumb
