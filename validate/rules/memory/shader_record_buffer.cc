// Storage class ShaderRecordBufferKHR is read only (SPV_KHR_ray_tracing).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"memory.shaderrecordbuffer.read-only", "SPV_KHR_ray_tracing",
     "storage class ShaderRecordBufferKHR must not be written to"},
});

void CheckStore(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(operand::Store::kPointer);
  // Without a capability that has the class, that is what is wrong.
  if (pointer.storage_class != StorageClass::kShaderRecordBufferKHR ||
      (!c.context().Has(Capability::kRayTracingKHR) &&
       !c.context().Has(Capability::kRayTracingNV))) {
    return;
  }
  c.Report(R("memory.shaderrecordbuffer.read-only"), operand::Store::kPointer);
}

constexpr Op kStores[] = {Op::kStore};
constexpr Check kChecks[] = {{kStores, CheckStore}};

}  // namespace

extern constinit const Family kShaderRecordBuffer = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
