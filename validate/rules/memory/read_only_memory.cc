// Storage classes that are read only (section 3.2.6; SPV_KHR_ray_tracing).
//
// Instructions that take pointers into certain classes only, such as atomic
// ones, are checked by their own families.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <iterator>

#include "absl/base/attributes.h"
#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::GlslStd450;

// In Vulkan, storage class UniformConstant holds only handles of resources.
constexpr char kHandleVuid[] = "VUID-StandaloneSpirv-OpTypeImage-06924";

constexpr RuleTable R({
    Malformed({"memory.uniformconstant.no-store", "3.2.6",
               "storage class UniformConstant is read-only, so it must not be "
               "stored to",
               kHandleVuid}),
    Malformed(
        {"memory.input.no-store", "3.2.6",
         "storage class Input is read-only, so it must not be stored to"}),
    Malformed({"memory.pushconstant.no-store", "3.2.6",
               "storage class PushConstant is read-only, so it must not be "
               "stored to"}),
    Malformed({"memory.uniformconstant.no-copy-target", "3.2.6",
               "storage class UniformConstant is read-only, so it must not be "
               "copied to",
               kHandleVuid}),
    Malformed(
        {"memory.input.no-copy-target", "3.2.6",
         "storage class Input is read-only, so it must not be copied to"}),
    Malformed({"memory.pushconstant.no-copy-target", "3.2.6",
               "storage class PushConstant is read-only, so it must not be "
               "copied to"}),
    {"memory.readonly-class.no-other-write", "3.2.6",
     "storage class {0} is read-only, but {1} writes to it"},
    // SPV_NV_ray_tracing allows writes to it.
    {"memory.shaderrecordbuffer.read-only",
     "SPV_KHR_ray_tracing",
     "storage class ShaderRecordBufferKHR is read-only, so it must not be "
     "written to",
     "",
     Severity::kError,
     {.needs = Capability::kRayTracingKHR}},
    {"memory.shaderrecordbuffer.other-writers",
     "SPV_KHR_ray_tracing",
     "storage class {0} is read-only, but {1} writes to it",
     "",
     Severity::kError,
     {.needs = Capability::kRayTracingKHR}},
});

// A storage class, and the rules that stores, copies and other writes violate.
struct ReadOnly {
  StorageClass storage;
  const Rule* store;
  const Rule* copy;
  const Rule* other;
};
constexpr ReadOnly kClasses[] = {
    {StorageClass::kUniformConstant, &R("memory.uniformconstant.no-store"),
     &R("memory.uniformconstant.no-copy-target"),
     &R("memory.readonly-class.no-other-write")},
    {StorageClass::kInput, &R("memory.input.no-store"),
     &R("memory.input.no-copy-target"),
     &R("memory.readonly-class.no-other-write")},
    {StorageClass::kPushConstant, &R("memory.pushconstant.no-store"),
     &R("memory.pushconstant.no-copy-target"),
     &R("memory.readonly-class.no-other-write")},
    {StorageClass::kShaderRecordBufferKHR,
     &R("memory.shaderrecordbuffer.read-only"),
     &R("memory.shaderrecordbuffer.other-writers"),
     &R("memory.shaderrecordbuffer.other-writers")},
};

// Reports a write through a pointer into a read-only class.
ABSL_ATTRIBUTE_NOINLINE void RejectWrite(const CheckContext& c,
                                         OperandIndex pointer,
                                         const Rule* ReadOnly::*rule) {
  const TypeInfo& type = c.operand_type(pointer);
  if (type.poisoned() || !type.Is(type_trait::kAnyPointer)) return;
  for (const ReadOnly& row : kClasses) {
    if (row.storage != type.storage_class) continue;
    c.Report(*(row.*rule), pointer, {NameOf(row.storage), c.inst().op()});
    return;
  }
}

constexpr bool IsReadOnly(StorageClass storage) {
  switch (storage) {
    case StorageClass::kUniformConstant:
    case StorageClass::kInput:
    case StorageClass::kPushConstant:
    case StorageClass::kShaderRecordBufferKHR:
      return true;
    default:
      return false;
  }
}
static_assert(std::all_of(std::begin(kClasses), std::end(kClasses),
                          [](const ReadOnly& row) {
                            return IsReadOnly(row.storage);
                          }));

// Checks the pointer through which an instruction writes.
void CheckWrite(const CheckContext& c, OperandIndex pointer,
                const Rule* ReadOnly::*rule) {
  if (IsReadOnly(c.operand_type(pointer).storage_class)) {
    RejectWrite(c, pointer, rule);
  }
}

void CheckStore(const CheckContext& c) {
  CheckWrite(c, operand::Store::kPointer, &ReadOnly::store);
}

void CheckCopy(const CheckContext& c) {
  CheckWrite(c, operand::CopyMemory::kTarget, &ReadOnly::copy);
}

// The pointer is the first operand.
void CheckOther(const CheckContext& c) {
  CheckWrite(c, operand::PredicatedStoreINTEL::kPointer, &ReadOnly::other);
}

// The second argument points to the second result.
void CheckParts(const CheckContext& c) {
  constexpr OperandIndex kParts = operand::ExtInst::kOperands + 1;
  if (HasIdAt(c, kParts)) CheckWrite(c, kParts, &ReadOnly::other);
}

constexpr Op kCopies[] = {Op::kCopyMemory, Op::kCopyMemorySized};
constexpr Op kOthers[] = {Op::kPredicatedStoreINTEL,
                          Op::kSubgroupBlockWriteINTEL};
constexpr uint32_t kWithParts[] = {static_cast<uint32_t>(GlslStd450::kModf),
                                   static_cast<uint32_t>(GlslStd450::kFrexp)};
constexpr Instructions kParts = {grammar::ExtInstSet::kGlslStd450, kWithParts};

constexpr Check kChecks[] = {{Op::kStore, CheckStore},
                             {kCopies, CheckCopy},
                             {kOthers, CheckOther},
                             {kParts, CheckParts}};

}  // namespace

extern constinit const Family kReadOnlyMemory(R, kChecks);

}  // namespace plumb
