// Cooperative matrices in memory: loads and stores, and where they may be
// allocated (SPV_KHR_cooperative_matrix, SPV_NV_cooperative_matrix,
// SPV_ARM_cooperative_matrix_layouts).
//
// Sizes that specialization may change fit any layout.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::CooperativeMatrixLayout;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_cooperative_matrix";
constexpr char kNv[] = "SPV_NV_cooperative_matrix";
constexpr char kArm[] = "SPV_ARM_cooperative_matrix_layouts";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    {"cooperative.load.result-type", kSection,
     "the result type must be a cooperative matrix type, not {0}"},
    {"cooperative.store.object-type", kSection,
     "operand Object must be a cooperative matrix, not {0}"},
    {"cooperative.memory.pointer", kSection,
     "operand Pointer must be a pointer, not {0}"},
    {"cooperative.memory.pointee", kSection,
     "operand Pointer must point to a scalar or vector of numbers, not to {0}"},
    {"cooperative.memory.storage-class", kSection,
     "operand Pointer must point into Workgroup, StorageBuffer or "
     "PhysicalStorageBuffer, not {0}",
     "VUID-StandaloneSpirv-OpCooperativeMatrixLoadKHR-08973", Severity::kError,
     kVulkan},
    {"cooperative.memory.storage-class-nv", kNv,
     "operand Pointer must point into Workgroup, StorageBuffer or "
     "PhysicalStorageBuffer, not {0}"},
    {"cooperative.memory.layout", kSection,
     "operand MemoryLayout must be a constant 32-bit integer, but {0} is not"},
    {"cooperative.memory.stride-type", kSection,
     "operand Stride must be an integer scalar, not {0}"},
    {"cooperative.memory.stride-required", kSection, "{0} needs a Stride"},
    {"cooperative.memory.stride-value", kArm,
     "with blocks, operand Stride must be a constant 1, 2 or 4"},
    {"cooperative.memory.rows", kArm,
     "{0} with this Stride takes a multiple of {1} rows, not {2}"},
    {"cooperative.memory.columns", kArm,
     "{0} with this Stride takes a multiple of {1} columns, not {2}"},
    {"cooperative.memory.column-major", kNv,
     "operand ColumnMajor must be a Boolean constant, but {0} is not"},
    {"cooperative.getcoordinate.result-type",
     "SPV_EXT_cooperative_matrix_maintenance1",
     "the result type must be a vector of two 32-bit integers, not {0}"},
    {"cooperative.getcoordinate.matrix",
     "SPV_EXT_cooperative_matrix_maintenance1",
     "operand Matrix must be a cooperative matrix, not {0}"},
    {"cooperative.getcoordinate.index",
     "SPV_EXT_cooperative_matrix_maintenance1",
     "operand Index must be a 32-bit integer, not {0}"},
    {"cooperative.variable.storage-class", kSection,
     "{0} holds cooperative matrices, so it must be in Function or Private, "
     "not "
     "{1}"},
});

constexpr Op kLoads[] = {Op::kCooperativeMatrixLoadKHR,
                         Op::kCooperativeMatrixLoadNV};
constexpr Op kStores[] = {Op::kCooperativeMatrixStoreKHR,
                          Op::kCooperativeMatrixStoreNV};
constexpr Op kCoordinates[] = {Op::kCooperativeMatrixGetCoordinateEXT};
constexpr TypePattern kMatrices = {.shape = tt::kCooperativeMatrix};
constexpr TypePattern kPointers = {.shape = tt::kAnyPointer};

constexpr Signature kSignatures[] = {
    {.ops = kLoads,
     .result = kMatrices,
     .result_rule = &R("cooperative.load.result-type"),
     .operands = kPointers,
     .operand_rule = &R("cooperative.memory.pointer"),
     .first_operand = 2,
     .operand_count = 1},
    {.ops = kStores,
     .operands = kPointers,
     .operand_rule = &R("cooperative.memory.pointer"),
     .first_operand = 0,
     .operand_count = 1},
    {.ops = kStores,
     .operands = kMatrices,
     .operand_rule = &R("cooperative.store.object-type"),
     .first_operand = 1,
     .operand_count = 1},
    {.ops = kCoordinates,
     .result = {.shape = tt::kVector, .component = tt::kInt, .width = 32},
     .result_rule = &R("cooperative.getcoordinate.result-type"),
     .operands = kMatrices,
     .operand_rule = &R("cooperative.getcoordinate.matrix"),
     .first_operand = 2,
     .operand_count = 1},
    {.ops = kCoordinates,
     .operands = {.shape = tt::kScalar, .component = tt::kInt, .width = 32},
     .operand_rule = &R("cooperative.getcoordinate.index"),
     .first_operand = 3,
     .operand_count = 1},
};

// --- Loads and stores --------------------------------------------------------

void CheckPointer(const CheckContext& c, OperandIndex operand, bool nv) {
  const TypeInfo& pointer = c.operand_type(operand);
  if (IsUnknown(pointer) || !pointer.Is(tt::kAnyPointer)) return;
  const OperandIndex at = operand;
  if (pointer.Is(tt::kPointer)) {
    const TypeInfo& pointee = c.context().types().Get(pointer.element);
    if (!IsUnknown(pointee) &&
        (!pointee.Is(tt::kScalar | tt::kVector) || !pointee.Is(tt::kNumeric))) {
      ReportType(c, R("cooperative.memory.pointee"), at, pointer.element);
      return;
    }
  }
  const auto storage = pointer.storage_class;
  if (storage == StorageClass::kWorkgroup ||
      storage == StorageClass::kStorageBuffer ||
      storage == StorageClass::kPhysicalStorageBuffer) {
    return;
  }
  c.Report(
      nv ? R("cooperative.memory.storage-class-nv")
         : R("cooperative.memory.storage-class"),
      at,
      {Arg::Enumerant(grammar::Kind::kStorageClass, pointer.storage_class)});
}

bool IsConstantOf(const CheckContext& c, OperandIndex operand,
                  TypePattern pattern) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  const TypeInfo& type = c.operand_type(operand);
  if (def == kNoInst || IsUnknown(type)) return true;
  const Op op = c.module().record(def).op;
  return MakesConstant(op) && pattern.FitsRow(type);
}

// Rows and columns of a matrix that comes in blocks.
void CheckBlocks(const CheckContext& c, uint32_t layout, uint32_t stride,
                 Id matrix) {
  const Id stride_id = c.inst().id(stride);
  const auto blocks = FixedValue(c, stride_id);
  constexpr TypePattern kInteger = {.shape = tt::kScalar,
                                    .component = tt::kInt};
  if (!IsConstantOf(c, stride, kInteger) ||
      (blocks && *blocks != 1 && *blocks != 2 && *blocks != 4)) {
    c.Report(R("cooperative.memory.stride-value"), stride);
    return;
  }
  const TypeInfo& info = c.context().types().Get(matrix);
  if (!blocks || IsUnknown(info) || info.width < 8 || info.width > 128) return;
  const bool by_rows =
      layout ==
      static_cast<uint32_t>(CooperativeMatrixLayout::kRowBlockedInterleavedARM);
  const uint32_t row_unit = 4 * (by_rows ? 1 : *blocks);
  const uint32_t column_unit = 16 / (info.width / 8) * (by_rows ? *blocks : 1);
  const Inst type = c.module().inst(c.module().def(matrix));
  const auto rows = FixedValue(c, Id(type.word(4)));
  const auto columns = FixedValue(c, Id(type.word(5)));
  const Arg name =
      Arg::Enumerant(grammar::Kind::kCooperativeMatrixLayout, layout);
  if (rows && *rows % row_unit != 0) {
    c.Report(R("cooperative.memory.rows"), stride, {name, row_unit, *rows})
        .Note("the matrix type is declared here", Place::At(type.index()));
  } else if (columns && *columns % column_unit != 0) {
    c.Report(R("cooperative.memory.columns"), stride,
             {name, column_unit, *columns})
        .Note("the matrix type is declared here", Place::At(type.index()));
  }
}

// MemoryLayout at an operand, and Stride behind it.
void CheckLayout(const CheckContext& c, OperandIndex operand, Id matrix) {
  const Id id = c.inst().id(operand);
  constexpr TypePattern kInt32 = {
      .shape = tt::kScalar, .component = tt::kInt, .width = 32};
  if (!IsConstantOf(c, operand, kInt32)) {
    c.Report(R("cooperative.memory.layout"), operand, {id});
    return;
  }
  const auto layout = FixedValue(c, id);
  const uint32_t stride = operand + 1;
  const bool has_stride = stride < c.inst().operand_count() &&
                          c.inst().kind(stride) == grammar::Kind::kIdRef;
  if (has_stride) {
    const TypeInfo& type = c.operand_type(stride);
    if (!IsUnknown(type) && !type.IsAll(tt::kScalar | tt::kInt)) {
      ReportType(c, R("cooperative.memory.stride-type"), stride,
                 c.type_of(stride));
      return;
    }
  }
  if (!layout) return;
  switch (CooperativeMatrixLayout{*layout}) {
    case CooperativeMatrixLayout::kRowMajorKHR:
    case CooperativeMatrixLayout::kColumnMajorKHR:
    case CooperativeMatrixLayout::kRowBlockedInterleavedARM:
    case CooperativeMatrixLayout::kColumnBlockedInterleavedARM:
      break;
    default:
      return;
  }
  if (!has_stride) {
    c.Report(
        R("cooperative.memory.stride-required"), operand,
        {Arg::Enumerant(grammar::Kind::kCooperativeMatrixLayout, *layout)});
  } else if (*layout >=
             static_cast<uint32_t>(
                 CooperativeMatrixLayout::kRowBlockedInterleavedARM)) {
    CheckBlocks(c, *layout, stride, matrix);
  }
}

void CheckColumnMajor(const CheckContext& c, uint32_t stride) {
  const TypeInfo& type = c.operand_type(stride);
  if (!IsUnknown(type) && !type.IsAll(tt::kScalar | tt::kInt)) {
    ReportType(c, R("cooperative.memory.stride-type"), stride,
               c.type_of(stride));
  }
  const uint32_t column_major = stride + 1;
  if (!IsConstantOf(c, column_major,
                    {.shape = tt::kScalar, .component = tt::kBool})) {
    c.Report(R("cooperative.memory.column-major"), column_major,
             {c.inst().id(column_major)});
  }
}

void CheckLoad(const CheckContext& c) {
  if (c.inst().op() == Op::kCooperativeMatrixLoadNV) {
    CheckPointer(c, 2, true);
    CheckColumnMajor(c, 3);
  } else {
    CheckPointer(c, 2, false);
    CheckLayout(c, 3, c.inst().result_type());
  }
}

void CheckStore(const CheckContext& c) {
  if (c.inst().op() == Op::kCooperativeMatrixStoreNV) {
    CheckPointer(c, 0, true);
    CheckColumnMajor(c, 2);
  } else {
    CheckPointer(c, 0, false);
    CheckLayout(c, 2, c.type_of(1));
  }
}

void CheckCoordinate(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (IsUnknown(type) || !type.IsAll(tt::kVector | tt::kInt) ||
      type.width != 32 || type.Is(tt::kCountUnknown) || type.count == 2) {
    return;
  }
  ReportType(c, R("cooperative.getcoordinate.result-type"), 0,
             c.inst().result_type());
  c.PoisonResult();
}

// --- Variables
// -----------------------------------------------------------------

// Types that hold cooperative matrices, by one pass over the declarations.
class Allocations {
 public:
  explicit Allocations(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    holds_.assign(module_.id_bound(), false);
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const Id id = module_.record(i).result;
      if (context_.types().IsType(id)) {
        holds_[id.value] = Holds(module_.inst(i));
      } else if (module_.record(i).op == Op::kVariable) {
        CheckVariable(module_.inst(i));
      }
    }
  }

 private:
  bool At(Id type) const {
    return type.value < holds_.size() && holds_[type.value];
  }
  bool Holds(const Inst& inst) const {
    const TypeInfo& type = context_.types().Get(inst.result());
    if (type.traits == tt::kPoisoned) return false;
    if (type.Is(tt::kCooperativeMatrix)) return true;
    if (type.Is(tt::kArray | tt::kRuntimeArray)) return At(type.element);
    if (!type.Is(tt::kStruct)) return false;
    for (uint32_t w = 2; w < inst.word_count(); ++w) {
      if (At(Id(inst.word(w)))) return true;
    }
    return false;
  }

  void CheckVariable(const Inst& inst) {
    const TypeInfo& pointer = context_.types().Get(inst.result_type());
    if (IsUnknown(pointer) || !pointer.Is(tt::kPointer) ||
        !At(pointer.element)) {
      return;
    }
    const uint32_t storage = inst.operand_word(2);
    if (storage == static_cast<uint32_t>(StorageClass::kFunction) ||
        storage == static_cast<uint32_t>(StorageClass::kPrivate)) {
      return;
    }
    context_
        .Report(R("cooperative.variable.storage-class"),
                Place::At(inst.index(), 2),
                {inst.result(),
                 Arg::Enumerant(grammar::Kind::kStorageClass, storage)})
        .Note("its type is declared here",
              Place::At(module_.def(pointer.element)));
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<bool> holds_;  // by id
};

void CheckAllocations(ModuleContext& context) {
  if (context.Has(Capability::kCooperativeMatrixKHR) ||
      context.Has(Capability::kCooperativeMatrixNV)) {
    Allocations(context).Check();
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckAllocations}};
constexpr Check kChecks[] = {{kLoads, CheckLoad},
                             {kStores, CheckStore},
                             {kCoordinates, CheckCoordinate}};

}  // namespace

extern constinit const Family kCooperativeMemory = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
