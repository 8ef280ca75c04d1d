// Pointers into buffers by byte offsets (SPV_NV_raw_access_chains).
//
// Chains are checked one by one; what buffers they lead into, and which
// instructions use them, is looked for in modules that declare the capability.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/constant.h"
#include "validate/analysis/decorated.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Decoration;
using grammar::Op;
using grammar::RawAccessChainOperands;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_NV_raw_access_chains";

// What is decorated is found by these.
constexpr grammar::Op kDecorateOps[] = {grammar::Op::kDecorate};

constexpr RuleTable R({
    {"rawaccess.result.type", kSection,
     "the result type must be a typed pointer, not {0}"},
    {"rawaccess.result.pointee", kSection,
     "the result must not point to an array, a matrix or a structure, as {0} "
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
                            "with {2}, or an array "
                            "of "
                            "such, not to {0}"}),
    {"rawaccess.stride.constant", kSection,
     "operand Stride must be an integer constant, but {0} is not"},
    {"rawaccess.index.type", kSection,
     "operand Index must be a 32-bit integer, not {0}"},
    {"rawaccess.offset.type", kSection,
     "operand Offset must be a 32-bit integer, not {0}"},
    {"rawaccess.constant.not-negative", kSection, "{0} is negative"},
    {"rawaccess.offset.within-stride", kSection,
     "{1} bytes at offset {0} do not fit into a stride of {2}"},
    {"rawaccess.operands.one-robustness", kSection,
     "RobustnessPerComponentNV and RobustnessPerElementNV exclude each other"},
    {"rawaccess.operands.storage-class", kSection,
     "pointers into PhysicalStorageBuffer have no bounds to check"},
    {"rawaccess.operands.element-stride", kSection,
     "RobustnessPerElementNV needs a stride, which is 0"},
    {"rawaccess.result.uses", kSection,
     "{1} is for OpLoad and OpStore alone, not for {0}"},
});

constexpr Op kOps[] = {Op::kRawAccessChainNV};
constexpr uint32_t kBase = 2, kStride = 3, kIndex = 4, kOffset = 5, kMask = 6;
constexpr TypePattern kInt32 = {
    .shape = tt::kScalar, .component = tt::kInt, .width = 32};

constexpr Signature kSignatures[] = {
    {.ops = kOps,
     .result = {.shape = tt::kPointer},
     .result_rule = &R("rawaccess.result.type"),
     .operands = {.shape = tt::kPointer},
     .operand_rule = &R("rawaccess.base.type"),
     .first_operand = kBase,
     .operand_count = 1},
    {.ops = kOps,
     .operands = kInt32,
     .operand_rule = &R("rawaccess.index.type"),
     .first_operand = kIndex,
     .operand_count = 1},
    {.ops = kOps,
     .operands = kInt32,
     .operand_rule = &R("rawaccess.offset.type"),
     .first_operand = kOffset,
     .operand_count = 1},
};

Arg NameOf(StorageClass storage) {
  return Arg::Enumerant(grammar::Kind::kStorageClass,
                        static_cast<uint32_t>(storage));
}
StorageClass StorageOf(const TypeInfo& pointer) {
  return pointer.storage_class;
}

// --- The instruction
// -----------------------------------------------------------

bool CheckPointers(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const TypeInfo& base = c.operand_type(kBase);
  if (IsUnknown(result) || IsUnknown(base) || !result.Is(tt::kPointer) ||
      !base.Is(tt::kPointer)) {
    return false;
  }
  const TypeInfo& pointee = c.context().types().Get(result.element);
  if (!IsUnknown(pointee) &&
      pointee.Is(tt::kArray | tt::kMatrix | tt::kStruct)) {
    ReportType(c, R("rawaccess.result.pointee"), 0, c.inst().result_type());
    c.PoisonResult();
    return false;
  }
  const StorageClass storage = StorageOf(base);
  if (storage != StorageClass::kStorageBuffer &&
      storage != StorageClass::kPhysicalStorageBuffer &&
      storage != StorageClass::kUniform) {
    c.Report(R("rawaccess.base.storage-class"), kBase, {NameOf(storage)});
    return false;
  }
  if (storage == StorageOf(result)) return true;
  c.Report(R("rawaccess.base.same-storage-class"), 0,
           {NameOf(StorageOf(result)), NameOf(storage)});
  c.PoisonResult();
  return false;
}

// Whether Stride is a constant, and none of the numbers is negative.
bool CheckNumbers(const CheckContext& c) {
  const InstIndex stride = c.module().def(c.inst().id(kStride));
  const TypeInfo& type = c.operand_type(kStride);
  if (stride == kNoInst || IsUnknown(type)) return false;
  if (c.module().record(stride).op != Op::kConstant ||
      !type.IsAll(tt::kScalar | tt::kInt)) {
    c.Report(R("rawaccess.stride.constant"), kStride, {c.inst().id(kStride)});
    return false;
  }
  for (uint32_t o : {kIndex, kOffset}) {
    const Id id = c.inst().id(o);
    const ScalarConstant value = c.context().constants().Scalar(id);
    if (!value.fixed() || value.value >= 0) continue;
    c.Report(R("rawaccess.constant.not-negative"), o, {id});
    return false;
  }
  return true;
}

// Bytes of a scalar or vector; 0 if that is not known.
uint64_t SizeOf(const TypeInfo& type) {
  const bool known = !IsUnknown(type) && type.Is(tt::kScalar | tt::kVector) &&
                     type.Is(tt::kNumeric) && !type.Is(tt::kCountUnknown);
  return known ? uint64_t{type.width} * type.count / 8 : 0;
}

void CheckChain(const CheckContext& c) {
  if (!CheckPointers(c) || !CheckNumbers(c)) return;
  const auto stride = FixedValue(c, c.inst().id(kStride));
  const auto offset = FixedValue(c, c.inst().id(kOffset));
  const uint64_t size =
      SizeOf(c.context().types().Get(c.result_type().element));
  if (stride && offset && *stride != 0 && *offset + size > *stride) {
    c.Report(R("rawaccess.offset.within-stride"), kOffset,
             {*offset, size, *stride});
  }
  if (c.inst().operand_count() <= kMask) return;
  const uint32_t mask = c.inst().operand_word(kMask);
  constexpr auto kComponent =
      static_cast<uint32_t>(RawAccessChainOperands::kRobustnessPerComponentNV);
  constexpr auto kElement =
      static_cast<uint32_t>(RawAccessChainOperands::kRobustnessPerElementNV);
  if ((mask & kComponent) != 0 && (mask & kElement) != 0) {
    c.Report(R("rawaccess.operands.one-robustness"), kMask);
  } else if (mask != 0 && StorageOf(c.result_type()) ==
                              StorageClass::kPhysicalStorageBuffer) {
    c.Report(R("rawaccess.operands.storage-class"), kMask);
  } else if ((mask & kElement) != 0 && stride && *stride == 0) {
    c.Report(R("rawaccess.operands.element-stride"), kMask);
  }
}

// --- The module
// ------------------------------------------------------------------

class Chains {
 public:
  explicit Chains(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    FindBlocks(Decoration::kBlock, &blocks_);
    FindBlocks(Decoration::kBufferBlock, &buffer_blocks_);
    is_chain_.assign(module_.id_bound(), false);
    for (const FunctionRange& function : module_.functions()) {
      for (InstIndex i = function.first; i < function.last; ++i) {
        if (module_.record(i).op != Op::kRawAccessChainNV) continue;
        is_chain_[module_.record(i).result.value] = true;
        CheckBlock(i);
      }
    }
    for (const FunctionRange& function : module_.functions()) {
      for (InstIndex i = function.first; i < function.last; ++i) CheckUses(i);
    }
  }

 private:
  using Ids = absl::flat_hash_set<uint32_t>;

  void FindBlocks(Decoration decoration, Ids* ids) {
    ForEachDecorated(module_, decoration,
                     [&](Id id, const Inst&) { ids->insert(id.value); });
  }

  void CheckBlock(InstIndex i) {
    const CheckContext c(context_, nullptr, context_.diagnostics(), i);
    const TypeInfo& base = c.operand_type(kBase);
    if (IsUnknown(base) || !base.Is(tt::kPointer)) return;
    const StorageClass storage = StorageOf(base);
    const bool uniform = storage == StorageClass::kUniform;
    if (!uniform && storage != StorageClass::kStorageBuffer) return;
    Id block = base.element;
    const TypeInfo& pointee = context_.types().Get(block);
    if (pointee.Is(tt::kArray | tt::kRuntimeArray)) block = pointee.element;
    if (pointee.traits == tt::kPoisoned ||
        (uniform ? buffer_blocks_ : blocks_).contains(block.value)) {
      return;
    }
    c.Report(R("rawaccess.base.block"), kBase,
             {Arg::Type(base.element), NameOf(storage),
              uniform ? "BufferBlock" : "Block"});
  }

  void CheckUses(InstIndex i) {
    const Inst inst = module_.inst(i);
    if (inst.op() == Op::kLoad || inst.op() == Op::kExtInst) return;
    for (uint32_t o = 0; o < inst.operand_count(); ++o) {
      if (!IsIdUse(inst.kind(o))) continue;
      const Id id = inst.id(o);
      if (id.value >= is_chain_.size() || !is_chain_[id.value]) continue;
      if (inst.op() == Op::kStore && o == 0) continue;
      context_
          .Report(R("rawaccess.result.uses"), Place::At(i, o), {inst.op(), id})
          .Note("{0} is defined here", Place::At(module_.def(id)), {id});
    }
  }

  ModuleContext& context_;
  const Module& module_;
  Ids blocks_;
  Ids buffer_blocks_;
  std::vector<bool> is_chain_;  // by id
};

void CheckModule(ModuleContext& context) {
  if (context.Has(Capability::kRawAccessChainsNV)) Chains(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckModule}};
constexpr Check kChecks[] = {{kOps, CheckChain}};

}  // namespace

extern constinit const Family kRawAccessChain = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
