#include "core/rule_subject.h"

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace plumb {
namespace {

struct SubjectRow {
  absl::string_view area;  // how the ids of the rules begin
  uint16_t subjects;
};

constexpr uint16_t MaskOf(Subject subject) {
  return static_cast<uint16_t>(subject);
}
template <typename... Subjects>
constexpr uint16_t MaskOf(Subject first, Subjects... others) {
  return static_cast<uint16_t>(MaskOf(first) | MaskOf(others...));
}

// A rule has the subjects of the first row that it matches.
constexpr SubjectRow kRows[] = {
    {"builtin.", MaskOf(Subject::kUse)},
    {"capability.", MaskOf(Subject::kRequirements, Subject::kUse)},
    {"cfg.", MaskOf(Subject::kControlFlow, Subject::kFunctionParts)},
    {"control.", MaskOf(Subject::kFunctionParts)},
    {"decoration.", MaskOf(Subject::kUse)},
    {"device.", MaskOf(Subject::kUse)},
    {"entry.", MaskOf(Subject::kEntryPoints, Subject::kUse)},
    {"enum.token.", MaskOf(Subject::kRequirements)},
    {"ext.", MaskOf(Subject::kRequirements)},
    {"function.function.",
     MaskOf(Subject::kFunctions, Subject::kFunctionParts)},
    {"function.functionparam",
     MaskOf(Subject::kFunctions, Subject::kFunctionParts)},
    {"function.", MaskOf(Subject::kFunctions)},
    {"layout.memorymodel.",
     MaskOf(Subject::kOrder, Subject::kFunctionParts, Subject::kMemoryModel)},
    {"layout.", MaskOf(Subject::kOrder, Subject::kFunctionParts)},
    {"limit.", MaskOf(Subject::kUse)},
    {"linkage.", MaskOf(Subject::kFunctionParts, Subject::kEntryPoints)},
    {"mode.", MaskOf(Subject::kEntryPoints)},
    {"ssa.id.", MaskOf(Subject::kDefinitions)},
    {"ssa.result.", MaskOf(Subject::kFunctionParts)},
    {"ssa.use.", MaskOf(Subject::kFunctionParts)},
};

}  // namespace

bool IsAbout(Subject subject, const Rule& rule) {
  for (const SubjectRow& row : kRows) {
    if (absl::StartsWith(rule.id, row.area)) {
      return (row.subjects & MaskOf(subject)) != 0;
    }
  }
  return false;
}

}  // namespace plumb
