// Storage classes of pointer types that an environment allows (section 3.2.6).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Malformed({"memory.pointer.environment", "3.2.6",
               "in Vulkan, storage class {0} is not allowed",
               "VUID-StandaloneSpirv-None-04643", Severity::kError, kInVulkan}),
    Malformed({"memory.pointer.untyped-environment", "SPV_KHR_untyped_pointers",
               "in Vulkan, an untyped pointer must not point into {0}",
               "VUID-StandaloneSpirv-OpTypeUntypedPointerKHR-11417",
               Severity::kError, kInVulkan}),
    InOpenGl("memory.pointer.opengl-environment",
             "in OpenGL, storage class {0} is not allowed"),
    // Objects in it require explicit layout, which requires the capability.
    WithFix(Declare(Capability::kWorkgroupMemoryExplicitLayoutKHR),
            {"memory.pointer.untyped-workgroup",
             "SPV_KHR_untyped_pointers",
             "in Vulkan, an untyped pointer into Workgroup requires capability "
             "WorkgroupMemoryExplicitLayoutKHR",
             "",
             Severity::kError,
             {.envs = kVulkanEnvs,
              .unless = Capability::kWorkgroupMemoryExplicitLayoutKHR}}),
    {"memory.pointer.forward-environment", "3.3.6",
     "in Vulkan, a forward pointer must point into PhysicalStorageBuffer, not "
     "{0}",
     "VUID-StandaloneSpirv-OpTypeForwardPointer-04711", Severity::kError,
     kInVulkan},
});

constexpr OperandIndex kStorageClass = operand::TypePointer::kStorageClass;
static_assert(kStorageClass == operand::TypeUntypedPointerKHR::kStorageClass);

// Other classes that Vulkan does not have need a capability that it does not
// have; other classes that OpenGL does not have come with extensions.
bool CheckPointerType(const CheckContext& c, StorageClass storage) {
  const bool is_global = storage == StorageClass::kCrossWorkgroup;
  if (is_global || storage == StorageClass::kGeneric) {
    c.Report(R("memory.pointer.opengl-environment"), kStorageClass,
             {NameOf(storage)});
  }
  if (!is_global) return true;
  c.Report(R("memory.pointer.environment"), kStorageClass, {NameOf(storage)});
  return false;
}

void CheckTyped(const CheckContext& c) {
  CheckPointerType(c, StorageClass{c.inst().operand_word(kStorageClass)});
}

bool MayBeUntyped(StorageClass storage) {
  switch (storage) {
    case StorageClass::kImage:
    case StorageClass::kUniformConstant:
    case StorageClass::kWorkgroup:
    case StorageClass::kStorageBuffer:
    case StorageClass::kUniform:
    case StorageClass::kPushConstant:
    case StorageClass::kPhysicalStorageBuffer:
      return true;
    default:
      return false;
  }
}

void CheckUntyped(const CheckContext& c) {
  const auto storage = StorageClass{c.inst().operand_word(kStorageClass)};
  if (!CheckPointerType(c, storage)) return;
  if (!MayBeUntyped(storage)) {
    c.Report(R("memory.pointer.untyped-environment"), kStorageClass,
             {NameOf(storage)});
  } else if (storage == StorageClass::kWorkgroup) {
    c.Report(R("memory.pointer.untyped-workgroup"), kStorageClass);
  }
}

void CheckForward(const CheckContext& c) {
  constexpr OperandIndex kAt = operand::TypeForwardPointer::kStorageClass;
  const auto storage = StorageClass{c.inst().operand_word(kAt)};
  if (storage == StorageClass::kPhysicalStorageBuffer) return;
  c.Report(R("memory.pointer.forward-environment"), kAt, {NameOf(storage)});
}

constexpr Check kChecks[] = {{Op::kTypePointer, CheckTyped},
                             {Op::kTypeUntypedPointerKHR, CheckUntyped},
                             {Op::kTypeForwardPointer, CheckForward}};

}  // namespace

extern constinit const Family kPointerTypes(R, kChecks);

}  // namespace plumb
