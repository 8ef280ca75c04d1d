#include "cli/output_names.h"

#include <filesystem>
#include <system_error>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cli/output_file.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string OutputPath(const OutputNames& names, const Input& input) {
  const std::string relative = RelativePath(input);
  absl::string_view stem = relative;
  absl::ConsumeSuffix(&stem, names.from);
  return absl::StrCat(absl::StripSuffix(names.output, "/"), "/", stem,
                      names.to);
}

absl::Status CheckOutputs(const OutputNames& names, const InputList& list) {
  if (!list.is_batch) {
    return list.inputs.empty()
               ? absl::OkStatus()
               : CheckNotInput(names.output, list.inputs.front().path);
  }
  std::error_code error;
  const fs::file_status output = fs::status(names.output, error);
  if (names.output.empty() || IsStandardOutput(names.output) ||
      (fs::exists(output) && !fs::is_directory(output))) {
    return absl::InvalidArgumentError(
        "several inputs, a folder or a list need -o FOLDER");
  }
  absl::flat_hash_map<std::string, const Input*> inputs;
  for (const Input& input : list.inputs) {
    const std::string path = OutputPath(names, input);
    const auto [other, is_new] = inputs.try_emplace(path, &input);
    if (!is_new) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", other->second->path, "' and '", input.path,
                       "' would both be written to '", path, "'"));
    }
    if (!fs::exists(output)) continue;  // nor is anything in it
    if (absl::Status s = CheckNotInput(path, input.path); !s.ok()) return s;
  }
  return absl::OkStatus();
}

absl::Status WriteOutput(const std::string& path, absl::string_view bytes) {
  // The folder is there for all files but the first.
  absl::Status written = WriteFileAtomically(path, bytes);
  if (!absl::IsNotFound(written)) return written;
  const std::string folder = fs::path(path).parent_path().string();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) {
    return absl::UnavailableError(absl::StrCat("cannot make the folder '",
                                               folder, "': ", error.message()));
  }
  return WriteFileAtomically(path, bytes);
}

}  // namespace plumb
