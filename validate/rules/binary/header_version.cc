// The version of a module (section 3.1), which the target environment must
// allow.
//
// Tested by validate/rules/capability/features_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"binary.header.version-supported", "3.1",
     "the module is SPIR-V 1.{0}, but {1} supports no version above 1.{2}"},
});

void CheckVersion(ModuleContext& context) {
  const uint32_t version = context.features().version();
  const TargetEnvInfo& env = context.env();
  if (version > env.spirv_minor) {
    context.Report(R("binary.header.version-supported"), Place::WholeModule(),
                   {version, env.description, uint32_t{env.spirv_minor}});
  }
}

}  // namespace

extern constinit const Family kHeaderVersion(
    R, kModuleCheck<Phase::kLayout, CheckVersion>);

}  // namespace plumb
