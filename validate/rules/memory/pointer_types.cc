// Storage classes of pointer types that an environment takes (section 3.2.6).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"memory.pointer.environment", "3.2.6",
     "storage class {0} is not allowed in Vulkan",
     "VUID-StandaloneSpirv-None-04643", Severity::kError, kInVulkan},
});

// Other classes that Vulkan lacks need a capability that it lacks.
void CheckPointerType(const CheckContext& c) {
  constexpr OperandIndex kStorageClass = operand::TypePointer::kStorageClass;
  static_assert(kStorageClass == operand::TypeUntypedPointerKHR::kStorageClass);
  const uint32_t storage = c.inst().operand_word(kStorageClass);
  if (StorageClass{storage} != StorageClass::kCrossWorkgroup) return;
  c.Report(R("memory.pointer.environment"), kStorageClass,
           {Arg::Enumerant(grammar::Kind::kStorageClass, storage)});
}

constexpr Op kOps[] = {Op::kTypePointer, Op::kTypeUntypedPointerKHR};
constexpr Check kChecks[] = {{kOps, CheckPointerType}};

}  // namespace

extern constinit const Family kPointerTypes = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
