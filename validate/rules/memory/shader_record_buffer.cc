// Storage class ShaderRecordBufferKHR is read only (SPV_KHR_ray_tracing).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // By SPV_NV_ray_tracing it can be written to.
    {"memory.shaderrecordbuffer.read-only",
     "SPV_KHR_ray_tracing",
     "storage class ShaderRecordBufferKHR must not be written to",
     "",
     Severity::kError,
     {.needs = Capability::kRayTracingKHR}},
});

void CheckStore(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(operand::Store::kPointer);
  if (pointer.storage_class != StorageClass::kShaderRecordBufferKHR) return;
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
