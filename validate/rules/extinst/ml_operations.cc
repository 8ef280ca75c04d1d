// Arm.ExperimentalMLOperations: its import.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/import_version.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"extinst.arm.import.version", "Arm.ExperimentalMLOperations 2",
     "the version of the set must be 1, not {0}"},
});

void CheckImport(const CheckContext& c) {
  const Id set = c.inst().result();
  if (c.module().imported_set(c.index()) !=
      ExtInstSet::kArmExperimentalMlOperations) {
    return;
  }
  const absl::string_view name = ImportName(c.module(), set);
  if (VersionIn(name) == 1) return;
  c.Report(R("extinst.arm.import.version"), operand::ExtInstImport::kName,
           {VersionArgument(name)});
}

constexpr Check kChecks[] = {{Op::kExtInstImport, CheckImport}};

}  // namespace

extern constinit const Family kMlOperations(R, kChecks);

}  // namespace plumb
