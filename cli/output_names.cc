#include "cli/output_names.h"

#include <filesystem>
#include <system_error>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

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

absl::Status CheckOutputs(const OutputNames& names, const InputList& list,
                          OutputGuard* guard) {
  if (!list.is_batch) return guard->AddOutput(names.output, names.kind);
  std::error_code error;
  const fs::file_status output = fs::status(names.output, error);
  const bool is_there = fs::exists(output);
  if (names.output.empty() || IsStandardOutput(names.output) ||
      (is_there && !fs::is_directory(output))) {
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
    if (absl::Status s = guard->AddBatchOutput(path); !s.ok()) return s;
    if (!is_there) continue;  // and has no files
    if (absl::Status s = guard->Check(path, names.kind); !s.ok()) return s;
  }
  return absl::OkStatus();
}

absl::Status WriteOutput(const std::string& path, OutputKind kind,
                         absl::string_view bytes, const OutputGuard& guard) {
  return WriteOutput(
      path, kind, [bytes](WritePart write) { write(bytes); }, guard);
}

absl::Status WriteOutput(const std::string& path, OutputKind kind,
                         MakeParts make, const OutputGuard& guard) {
  // After the first file, the folder exists.
  absl::Status written = WriteFileAtomically(path, kind, make, guard);
  if (!absl::IsNotFound(written)) return written;
  const std::string folder = fs::path(path).parent_path().string();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) {
    return absl::UnavailableError(absl::StrCat("cannot make the folder '",
                                               folder, "': ", error.message()));
  }
  return WriteFileAtomically(path, kind, make, guard);
}

}  // namespace plumb
