// See rule_results.h.
#include "api/spirv_tools/rule_results.h"

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "core/rule.h"

namespace plumb::spirv_tools {
namespace {

struct ResultRow {
  absl::string_view prefix;  // of a rule's id
  spv_result_t result;
};

// The first row that fits counts.
constexpr ResultRow kRows[] = {
    {"binary.id.nonzero", SPV_ERROR_INVALID_ID},
    {"binary.header.version-supported", SPV_ERROR_WRONG_VERSION},
    {"binary.header.schema", SPV_ERROR_INVALID_LAYOUT},
    {"binary.", SPV_ERROR_INVALID_BINARY},
    {"enum.", SPV_ERROR_INVALID_BINARY},
    {"limit.", SPV_ERROR_INVALID_BINARY},
    {"ssa.", SPV_ERROR_INVALID_ID},
    {"layout.", SPV_ERROR_INVALID_LAYOUT},
    {"cfg.", SPV_ERROR_INVALID_CFG},
    {"control.", SPV_ERROR_INVALID_CFG},
    {"capability.", SPV_ERROR_INVALID_CAPABILITY},
};

}  // namespace

spv_result_t ResultOf(const Diagnostic& diagnostic) {
  for (const Arg& arg : diagnostic.args) {
    if (arg.kind != Arg::Kind::kRequirement) continue;
    return arg.unmet_parts().capability ? SPV_ERROR_INVALID_CAPABILITY
                                        : SPV_ERROR_MISSING_EXTENSION;
  }
  for (const ResultRow& row : kRows) {
    if (absl::StartsWith(diagnostic.rule->id, row.prefix)) return row.result;
  }
  return SPV_ERROR_INVALID_DATA;
}

}  // namespace plumb::spirv_tools
