// NonSemantic.Shader.DebugInfo: its import.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "absl/strings/match.h"
#include "validate/engine/family.h"
#include "validate/facts/import_version.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"debuginfo.import.version", "NonSemantic.Shader.DebugInfo.100 1",
     "the version of the set must be at least 100, not {0}"},
});

// Unversioned names belong to sets that need not be known.
void CheckImport(const CheckContext& c) {
  constexpr uint32_t kFirstVersion = 100;
  const absl::string_view name = ImportName(c.module(), c.inst().result());
  if (!absl::StartsWith(name, "NonSemantic.Shader.DebugInfo.")) return;
  const std::optional<uint32_t> version = VersionIn(name);
  if (version && *version >= kFirstVersion) return;
  c.Report(R("debuginfo.import.version"), operand::ExtInstImport::kName,
           {VersionArgument(name)});
}

constexpr Check kChecks[] = {{Op::kExtInstImport, CheckImport}};

}  // namespace

extern constinit const Family kShaderDebugInfo(R, kChecks);

}  // namespace plumb
