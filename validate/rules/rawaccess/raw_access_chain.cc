// Pointers into buffers by byte offsets (SPV_NV_raw_access_chains).
//
// Chains are checked one by one; their uses are searched in modules that
// declare the capability.
//
// Tested by testdata/rule_test.cc.
#include <bit>
#include <cstdint>

#include "validate/engine/family.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

using grammar::RawAccessChainOperands;
namespace chain = grammar::operand::RawAccessChainNV;

constexpr char kSection[] = "SPV_NV_raw_access_chains";

constexpr RuleTable R({
    {"rawaccess.result.type", kSection,
     "the result type must be a typed pointer, not {0}"},
    {"rawaccess.result.pointee", kSection,
     "the result must not point to an array, a matrix or a structure, but {0} "
     "does"},
    {"rawaccess.base.type", kSection,
     "operand Base must be a typed pointer, not {0}"},
    {"rawaccess.base.storage-class", kSection,
     "operand Base must point into StorageBuffer, PhysicalStorageBuffer or "
     "Uniform, not {0}"},
    {"rawaccess.base.same-storage-class", kSection,
     "the result must point into the storage class of Base, {1}, not {0}"},
    ReliesOn(kDecorateOps, {"rawaccess.base.block", kSection,
                            "in {1}, Base must point to a structure decorated "
                            "with {2} or an array of them, not to {0}"}),
    {"rawaccess.stride.constant", kSection,
     "operand Stride must be an integer constant, but {0} is not"},
    {"rawaccess.index.type", kSection,
     "operand Index must be a 32-bit integer, not {0}"},
    {"rawaccess.offset.type", kSection,
     "operand Offset must be a 32-bit integer, not {0}"},
    {"rawaccess.constant.not-negative", kSection, "{0} must not be negative"},
    {"rawaccess.offset.within-stride", kSection,
     "an access of {1} byte{1s} at offset {0} does not fit into a stride of "
     "{2}"},
    {"rawaccess.operands.one-robustness", kSection,
     "RobustnessPerComponentNV and RobustnessPerElementNV are mutually "
     "exclusive"},
    {"rawaccess.operands.storage-class", kSection,
     "pointers into PhysicalStorageBuffer must not have robustness operands: "
     "they have no bounds to check"},
    {"rawaccess.operands.element-stride", kSection,
     "RobustnessPerElementNV requires a stride other than 0"},
    {"rawaccess.access.aligned", kSection,
     "{0} comes from OpRawAccessChainNV, so this access requires memory "
     "operand Aligned"},
    {"rawaccess.access.alignment", kSection,
     "the alignment, {0} byte{0s}, must not be less than the size of a "
     "component, {1}, as the pointer comes from OpRawAccessChainNV"},
    {"rawaccess.result.uses", kSection,
     "{1} can be used only by OpLoad and OpStore, not by {0}"},
});

constexpr TypePattern kTypedPointer = {.shape = tt::kPointer};

constexpr Signature kSignatures[] = {
    {.ops = Op::kRawAccessChainNV,
     .result = kTypedPointer,
     .result_rule = &R("rawaccess.result.type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kRawAccessChainNV, chain::kBase, kTypedPointer,
     &R("rawaccess.base.type")},
    {Op::kRawAccessChainNV, chain::kElementIndex, kInt32,
     &R("rawaccess.index.type")},
    {Op::kRawAccessChainNV, chain::kByteOffset, kInt32,
     &R("rawaccess.offset.type")},
};

// --- The instruction ---

bool CheckPointers(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const TypeInfo& base = c.operand_type(chain::kBase);
  if (result.unknown() || base.unknown()) return false;
  const TypeInfo& pointee = c.context().types().Get(result.element);
  if (!pointee.unknown() &&
      pointee.Is(tt::kArray | tt::kMatrix | tt::kStruct)) {
    ReportType(c, R("rawaccess.result.pointee"), 0, c.inst().result_type());
    c.PoisonResult();
    return false;
  }
  const StorageClass storage = base.storage_class;
  if (storage != StorageClass::kStorageBuffer &&
      storage != StorageClass::kPhysicalStorageBuffer &&
      storage != StorageClass::kUniform) {
    c.Report(R("rawaccess.base.storage-class"), chain::kBase,
             {NameOf(storage)});
    return false;
  }
  if (storage == result.storage_class) return true;
  c.Report(R("rawaccess.base.same-storage-class"), 0,
           {NameOf(result.storage_class), NameOf(storage)});
  c.PoisonResult();
  return false;
}

// Checks that Stride is a constant, and that no number is negative.
bool CheckNumbers(const CheckContext& c) {
  const InstIndex stride = c.module().def(c.inst().id(chain::kByteStride));
  const TypeInfo& type = c.operand_type(chain::kByteStride);
  if (stride == kNoInst || type.unknown()) return false;
  if (c.module().record(stride).op != Op::kConstant ||
      !type.IsAll(tt::kScalar | tt::kInt)) {
    c.Report(R("rawaccess.stride.constant"), chain::kByteStride,
             {c.inst().id(chain::kByteStride)});
    return false;
  }
  for (OperandIndex o : {chain::kElementIndex, chain::kByteOffset}) {
    const Id id = c.inst().id(o);
    const ScalarConstant value = c.context().constants().Scalar(id);
    if (!value.fixed() || value.value >= 0) continue;
    c.Report(R("rawaccess.constant.not-negative"), o, {id});
    return false;
  }
  return true;
}

// The bytes of a scalar or vector; 0 if unknown.
uint64_t SizeOf(const TypeInfo& type) {
  const bool known = !type.unknown() && type.Is(tt::kScalar | tt::kVector) &&
                     type.Is(tt::kNumeric) && !type.Is(tt::kCountUnknown);
  return known ? uint64_t{type.width} * type.count / 8 : 0;
}

void CheckChain(const CheckContext& c) {
  if (!CheckPointers(c) || !CheckNumbers(c)) return;
  const auto stride = FixedValue(c, c.inst().id(chain::kByteStride));
  const auto offset = FixedValue(c, c.inst().id(chain::kByteOffset));
  const uint64_t size =
      SizeOf(c.context().types().Get(c.result_type().element));
  if (stride && offset && *stride != 0 && *offset + size > *stride) {
    c.Report(R("rawaccess.offset.within-stride"), chain::kByteOffset,
             {*offset, size, *stride});
  }
  const auto operands = c.inst().Find(chain::kRawAccessChainOperands);
  if (!operands) return;
  const uint32_t mask = c.inst().operand_word(*operands);
  constexpr auto kComponent =
      static_cast<uint32_t>(RawAccessChainOperands::kRobustnessPerComponentNV);
  constexpr auto kElement =
      static_cast<uint32_t>(RawAccessChainOperands::kRobustnessPerElementNV);
  if ((mask & kComponent) != 0 && (mask & kElement) != 0) {
    c.Report(R("rawaccess.operands.one-robustness"), *operands);
  } else if (mask != 0 && c.result_type().storage_class ==
                              StorageClass::kPhysicalStorageBuffer) {
    c.Report(R("rawaccess.operands.storage-class"), *operands);
  } else if ((mask & kElement) != 0 && stride && *stride == 0) {
    c.Report(R("rawaccess.operands.element-stride"), *operands);
  }
}

// Checks that Base points to a block of the kind that its storage class
// requires.
void CheckBlock(const CheckContext& c) {
  const TypeInfo& base = c.operand_type(chain::kBase);
  if (base.unknown()) return;
  const bool uniform = base.storage_class == StorageClass::kUniform;
  if (!uniform && base.storage_class != StorageClass::kStorageBuffer) return;
  Id block = base.element;
  const TypeInfo& pointee = c.context().types().Get(block);
  if (pointee.Is(tt::kArray | tt::kRuntimeArray)) block = pointee.element;
  if (pointee.poisoned() ||
      c.context().decorations().Has(
          block, uniform ? Decoration::kBufferBlock : Decoration::kBlock)) {
    return;
  }
  c.Report(R("rawaccess.base.block"), chain::kBase,
           {Arg::Type(base.element), NameOf(base.storage_class),
            uniform ? "BufferBlock" : "Block"});
}

// --- Accesses ---

// Checks the mask of an access to a type through a pointer.  The rules of
// memory operands check Vulkan's requirements on physical pointers, and that
// the number is a valid alignment.
void CheckAligned(const CheckContext& c, OperandIndex pointer,
                  OperandIndex mask, Id accessed) {
  if (!c.context().Has(Capability::kRawAccessChainsNV) ||  // for speed
      !IsDefinedBy(c.module(), c.inst().id(pointer), Op::kRawAccessChainNV)) {
    return;
  }
  const OperandIndex alignment = mask + 1;
  if (mask >= c.inst().operand_count() ||
      (c.inst().operand_word(mask) &
       static_cast<uint32_t>(grammar::MemoryAccess::kAligned)) == 0) {
    if (c.operand_type(pointer).storage_class ==
            StorageClass::kPhysicalStorageBuffer &&
        IsVulkan(c.context())) {
      return;
    }
    c.Report(R("rawaccess.access.aligned"), pointer, {c.inst().id(pointer)});
    return;
  }
  const TypeInfo& type = c.context().types().Get(accessed);
  if (alignment >= c.inst().operand_count() || type.unknown() ||
      !type.Is(tt::kNumeric)) {
    return;
  }
  const uint32_t aligned = c.inst().operand_word(alignment);
  const uint32_t component = type.width / 8;
  if (!std::has_single_bit(aligned) || aligned >= component) return;
  c.Report(R("rawaccess.access.alignment"), alignment, {aligned, component});
}

void CheckLoad(const CheckContext& c) {
  CheckAligned(c, operand::Load::kPointer, operand::Load::kMemoryAccess,
               c.inst().result_type());
}

void CheckStore(const CheckContext& c) {
  CheckAligned(c, operand::Store::kPointer, operand::Store::kMemoryAccess,
               c.type_of(operand::Store::kObject));
}

// --- Uses ---

void CheckUsesOf(ModuleContext& context, Id result) {
  const Module& module = context.module();
  for (const Use& use : context.uses().Get(result)) {
    // Names and decorations precede functions.
    if (use.inst < module.global_end()) continue;
    const Op op = module.record(use.inst).op;
    if (op == Op::kLoad || op == Op::kExtInst ||
        (op == Op::kStore &&
         use.operand == grammar::operand::Store::kPointer)) {
      continue;
    }
    context
        .Report(R("rawaccess.result.uses"), Place::At(use.inst, use.operand),
                {op, result})
        .Note("{0} is defined here", Place::At(module.def(result)), {result});
  }
}

void CheckUses(ModuleContext& context) {
  context.Provide(fact::kUses);
  const Module& module = context.module();
  for (const FunctionRange& function : module.functions()) {
    for (InstIndex i = function.first; i < function.last; ++i) {
      const InstRecord& record = module.record(i);
      if (record.op == Op::kRawAccessChainNV) {
        CheckUsesOf(context, record.result);
      }
    }
  }
}
constexpr Check kChecks[] = {
    {Op::kRawAccessChainNV, CheckChain},
    {Op::kRawAccessChainNV, CheckBlock},
    {Op::kLoad, CheckLoad, Requires(Capability::kRawAccessChainsNV)},
    {Op::kStore, CheckStore, Requires(Capability::kRawAccessChainsNV)}};

}  // namespace

extern constinit const Family kRawAccessChain(
    R,
    kModuleCheck<Phase::kSummaries, CheckUses, Capability::kRawAccessChainsNV>,
    kChecks, kSignatures, kOperandRules);

}  // namespace plumb
