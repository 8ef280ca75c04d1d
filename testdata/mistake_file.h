// Files of common user errors: a valid module and edits of it.
//
//   Anything about the file.
//   env: vulkan1.1
//   === module
//   OpCapability Shader
//   ...
//   === a condition that is not a Boolean
//   - OpBranchConditional %c %then %end
//   + OpBranchConditional %x %then %end
//   ---
//   a.spvasm:21:21: error: ...
//
// Lines with "-" are removed; they must be consecutive in the module, and
// occur only once.  Lines with "+" are inserted in their place.  "+" without
// "-" is appended.  The complete output of a program follows.
//
// Used by recorded_mistakes_test.cc and fixes_test.cc.
#ifndef PLUMB_TESTDATA_MISTAKE_FILE_H_
#define PLUMB_TESTDATA_MISTAKE_FILE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/target_env.h"

namespace plumb {

using Lines = std::vector<std::string>;

inline constexpr absl::string_view kMistakeSection = "=== ";
inline constexpr absl::string_view kReportMarker = "---";

struct MistakeEdit {
  std::string what;
  Lines out, in;
  Lines says;
};

struct MistakeFile {
  Lines head;  // up to the module, with its line
  std::optional<TargetEnv> env;
  Lines module;
  std::vector<MistakeEdit> edits;
};

MistakeFile ReadMistakes(const std::filesystem::path& path);

// The changed text; empty if the place is not found, or not unique.
std::string ApplyMistake(const Lines& module, const MistakeEdit& edit);

// All files, in order.
std::vector<std::filesystem::path> MistakeFiles();

}  // namespace plumb

#endif  // PLUMB_TESTDATA_MISTAKE_FILE_H_
