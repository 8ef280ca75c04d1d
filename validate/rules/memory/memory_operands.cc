// Memory operands that depend on the storage class of the pointer (sections
// 2.16.1 and 3.2.25).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/memory/memory_masks.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"memory.nonprivatepointer.storage-class", "2.16.1",
     "NonPrivatePointer is for shared memory, so an access through a pointer "
     "into {0} must not have it"},
});

// The core storage classes that the section does not list.  Client APIs define
// those of extensions, and PhysicalStorageBuffer.
bool IsPrivate(StorageClass storage) {
  switch (storage) {
    case StorageClass::kUniformConstant:
    case StorageClass::kInput:
    case StorageClass::kOutput:
    case StorageClass::kPrivate:
    case StorageClass::kFunction:
    case StorageClass::kPushConstant:
    case StorageClass::kAtomicCounter:
      return true;
    default:
      return false;
  }
}

// Checks the pointer at an operand against its mask.
void CheckPointer(const CheckContext& c, OperandIndex mask,
                  OperandIndex pointer) {
  const TypeInfo& type = c.operand_type(pointer);
  if (!HasBit(c.inst().operand_word(mask),
              grammar::MemoryAccess::kNonPrivatePointer) ||
      type.unknown() || !type.Is(type_trait::kAnyPointer) ||
      !IsPrivate(type.storage_class)) {
    return;
  }
  c.Report(R("memory.nonprivatepointer.storage-class"), pointer,
           {NameOf(type.storage_class)});
}

void CheckAccess(const CheckContext& c) {
  const OperandIndex pointer = c.inst().info().has_result_type
                                   ? operand::Load::kPointer
                                   : operand::Store::kPointer;
  const OperandIndex mask = MaskFrom(c.inst(), pointer + 1);
  if (mask < c.inst().operand_count()) CheckPointer(c, mask, pointer);
}

// One mask applies to both sides.  If there are two, the first is that of
// Target.
void CheckCopy(const CheckContext& c) {
  namespace copy = operand::CopyMemory;
  const OperandIndex first = MaskFrom(c.inst(), copy::kMemoryAccess);
  if (first >= c.inst().operand_count()) return;
  const OperandIndex second = MaskFrom(c.inst(), first + 1);
  CheckPointer(c, first, copy::kTarget);
  CheckPointer(c, second < c.inst().operand_count() ? second : first,
               copy::kSource);
}

constexpr Op kAccesses[] = {Op::kLoad,
                            Op::kStore,
                            Op::kCooperativeMatrixLoadKHR,
                            Op::kCooperativeMatrixStoreKHR,
                            Op::kCooperativeMatrixLoadNV,
                            Op::kCooperativeMatrixStoreNV,
                            Op::kCooperativeMatrixLoadTensorNV,
                            Op::kCooperativeMatrixStoreTensorNV,
                            Op::kCooperativeVectorLoadNV,
                            Op::kCooperativeVectorStoreNV};
constexpr Op kCopies[] = {Op::kCopyMemory, Op::kCopyMemorySized};
constexpr Check kChecks[] = {
    {kAccesses, CheckAccess, Requires(Capability::kVulkanMemoryModel)},
    {kCopies, CheckCopy, Requires(Capability::kVulkanMemoryModel)}};

}  // namespace

extern constinit const Family kMemoryOperands(R, kChecks);

}  // namespace plumb
