// Memory operands on their own: checks which bits of a mask require or exclude
// each other, which bits an instruction allows, and alignments (section
// 3.2.25).
//
// memory_copies.cc compares the two masks of a copy; memory_operands.cc checks
// which bits the pointer requires.
//
// Tested by testdata/rule_test.cc.
#include <bit>
#include <cstdint>

#include "validate/engine/family.h"
#include "validate/rules/memory/memory_masks.h"

namespace plumb {
namespace {

using grammar::MemoryAccess;
namespace part = type_part;

constexpr RuleTable R({
    {"memory.access.aligned-power-of-two", "3.2.25",
     "the alignment must be a power of two, not {0}"},
    {"memory.access.makepointeravailable-nonprivate", "3.2.25",
     "MakePointerAvailable requires NonPrivatePointer in the same mask"},
    {"memory.access.makepointervisible-nonprivate", "3.2.25",
     "MakePointerVisible requires NonPrivatePointer in the same mask"},
    Also("memory.operands.available-not-with-load "
         "cooperative.tensor.available-not-with-load",
         {"memory.access.makepointeravailable-writer", "3.2.25",
          "{0} does not write memory, so it must not have "
          "MakePointerAvailable"}),
    Also("memory.operands.visible-not-with-store "
         "cooperative.tensor.visible-not-with-store",
         {"memory.access.makepointervisible-reader", "3.2.25",
          "{0} does not read memory, so it must not have MakePointerVisible"}),
    {"memory.access.physical-aligned", "3.2.25",
     "in Vulkan, an access through a pointer into PhysicalStorageBuffer "
     "requires memory operand Aligned",
     "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04708", Severity::kError,
     kInVulkan},
    {"memory.access.physical-alignment", "3.2.25",
     "in Vulkan, the alignment of an access to {1} through a pointer into "
     "PhysicalStorageBuffer must be a multiple of {2}, the size of its largest "
     "scalar, but {0} is not",
     "VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314", Severity::kError,
     kInVulkan},
});

constexpr Op kOtherReaders[] = {
    Op::kCooperativeMatrixLoadKHR, Op::kCooperativeMatrixLoadNV,
    Op::kCooperativeMatrixLoadTensorNV, Op::kCooperativeVectorLoadNV,
    Op::kPredicatedLoadINTEL,
    // A prefetch reads into the cache.
    Op::kSubgroupBlockPrefetchINTEL};
constexpr Op kOtherWriters[] = {
    Op::kCooperativeMatrixStoreKHR, Op::kCooperativeMatrixStoreNV,
    Op::kCooperativeMatrixStoreTensorNV, Op::kCooperativeVectorStoreNV,
    Op::kPredicatedStoreINTEL};
constexpr Op kCopies[] = {Op::kCopyMemory, Op::kCopyMemorySized,
                          Op::kUntypedGroupAsyncCopyKHR};

// --- One mask ---

// Checks the mask at an operand; true if it is valid.
bool CheckMask(const CheckContext& c, OperandIndex at) {
  const uint32_t mask = c.inst().operand_word(at);
  const OperandIndex alignment = at + 1;
  if (HasBit(mask, MemoryAccess::kAligned) &&
      alignment < c.inst().operand_count() &&
      !std::has_single_bit(c.inst().operand_word(alignment))) {
    c.Report(R("memory.access.aligned-power-of-two"), alignment,
             {c.inst().operand_word(alignment)});
    return false;
  }
  if (HasBit(mask, MemoryAccess::kNonPrivatePointer)) return true;
  if (HasBit(mask, MemoryAccess::kMakePointerAvailable)) {
    c.Report(R("memory.access.makepointeravailable-nonprivate"), at);
    return false;
  }
  if (HasBit(mask, MemoryAccess::kMakePointerVisible)) {
    c.Report(R("memory.access.makepointervisible-nonprivate"), at);
    return false;
  }
  return true;
}

// --- Physical pointers ---

// The size in bytes of the largest scalar in a type, including physical
// pointers; 0 if there is none.
uint32_t LargestScalar(const TypeInfo& type) {
  if (type.Contains(part::kInt64 | part::kFloat64 | part::kBufferPointer)) {
    return 8;
  }
  if (type.Contains(part::kInt32 | part::kFloat32)) return 4;
  if (type.Contains(part::kInt16 | part::kFloat16)) return 2;
  return type.Contains(part::kInt8) ? 1 : 0;
}

bool HasBufferAddresses(const ModuleContext& context) {
  return context.memory_model().buffer_addresses();
}

// Checks an access to a value of a type (kNoId: the type that the pointer
// points to) through the pointer at an operand, with the mask at another
// operand; true if it is valid.
bool CheckPhysical(const CheckContext& c, OperandIndex pointer,
                   OperandIndex mask, Id accessed) {
  const TypeInfo& type = c.operand_type(pointer);
  if (type.unknown() ||
      type.storage_class != StorageClass::kPhysicalStorageBuffer) {
    return true;
  }
  const OperandIndex alignment = mask + 1;
  if (mask >= c.inst().operand_count() ||
      !HasBit(c.inst().operand_word(mask), MemoryAccess::kAligned)) {
    c.Report(R("memory.access.physical-aligned"), pointer);
    return false;
  }
  if (alignment >= c.inst().operand_count()) return true;
  if (type.Is(tt::kPointer)) accessed = type.element;
  const uint32_t size = LargestScalar(c.context().types().Get(accessed));
  const uint32_t aligned = c.inst().operand_word(alignment);
  if (size == 0 || aligned % size == 0) return true;
  c.Report(R("memory.access.physical-alignment"), alignment,
           {aligned, Arg::Type(accessed), size});
  return false;
}

// --- Instructions ---

void CheckReader(const CheckContext& c) {
  const OperandIndex mask = MaskFrom(c.inst(), 0);
  if (mask >= c.inst().operand_count() || !CheckMask(c, mask)) return;
  if (HasBit(c.inst().operand_word(mask),
             MemoryAccess::kMakePointerAvailable)) {
    c.Report(R("memory.access.makepointeravailable-writer"), mask,
             {c.inst().op()});
  }
}

void CheckWriter(const CheckContext& c) {
  const OperandIndex mask = MaskFrom(c.inst(), 0);
  if (mask >= c.inst().operand_count() || !CheckMask(c, mask)) return;
  if (HasBit(c.inst().operand_word(mask), MemoryAccess::kMakePointerVisible)) {
    c.Report(R("memory.access.makepointervisible-reader"), mask,
             {c.inst().op()});
  }
}

// Fast path: most loads and stores have no memory operands.
void CheckLoad(const CheckContext& c) {
  if (c.inst().operand_count() > operand::Load::kMemoryAccess) CheckReader(c);
}
void CheckStore(const CheckContext& c) {
  if (c.inst().operand_count() > operand::Store::kMemoryAccess) CheckWriter(c);
}

void CheckCopy(const CheckContext& c) {
  OperandIndex mask = MaskFrom(c.inst(), 0);
  for (; mask < c.inst().operand_count(); mask = MaskFrom(c.inst(), mask + 1)) {
    CheckMask(c, mask);
  }
}

void CheckPhysicalLoad(const CheckContext& c) {
  CheckPhysical(c, operand::Load::kPointer, operand::Load::kMemoryAccess,
                c.inst().result_type());
}

void CheckPhysicalStore(const CheckContext& c) {
  CheckPhysical(c, operand::Store::kPointer, operand::Store::kMemoryAccess,
                c.type_of(operand::Store::kObject));
}

void CheckPhysicalCopy(const CheckContext& c) {
  namespace copy = operand::CopyMemory;
  const OperandIndex target = MaskFrom(c.inst(), copy::kMemoryAccess);
  const OperandIndex source = MaskFrom(c.inst(), target + 1);
  if (!CheckPhysical(c, copy::kTarget, target, kNoId)) return;
  CheckPhysical(c, copy::kSource,
                source < c.inst().operand_count() ? source : target, kNoId);
}

constexpr Op kMemoryCopies[] = {Op::kCopyMemory, Op::kCopyMemorySized};
constexpr Check kChecks[] = {
    {Op::kLoad, CheckLoad},
    {kOtherReaders, CheckReader},
    {Op::kStore, CheckStore},
    {kOtherWriters, CheckWriter},
    {kCopies, CheckCopy},
    {Op::kLoad, CheckPhysicalLoad, Requires(HasBufferAddresses)},
    {Op::kStore, CheckPhysicalStore, Requires(HasBufferAddresses)},
    {kMemoryCopies, CheckPhysicalCopy, Requires(HasBufferAddresses)}};

}  // namespace

extern constinit const Family kAccessMasks(R, kChecks);

}  // namespace plumb
