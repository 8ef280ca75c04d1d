// Cooperative matrices in memory: loads and stores, and the storage classes of
// variables (SPV_KHR_cooperative_matrix, SPV_NV_cooperative_matrix,
// SPV_ARM_cooperative_matrix_layouts).
//
// Sizes that specialization may change match any layout.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::CooperativeMatrixLayout;
// Pointer and Object have the same indexes in those of SPV_NV_….
namespace load = grammar::operand::CooperativeMatrixLoadKHR;
namespace store = grammar::operand::CooperativeMatrixStoreKHR;
namespace load_nv = grammar::operand::CooperativeMatrixLoadNV;
namespace store_nv = grammar::operand::CooperativeMatrixStoreNV;
namespace coordinate = grammar::operand::CooperativeMatrixGetCoordinateEXT;
namespace matrix_type = grammar::operand::TypeCooperativeMatrixKHR;

constexpr char kSection[] = "SPV_KHR_cooperative_matrix";
constexpr char kNv[] = "SPV_NV_cooperative_matrix";
constexpr char kArm[] = "SPV_ARM_cooperative_matrix_layouts";

constexpr RuleTable R({
    {"cooperative.load.result-type", kSection,
     "the result type must be a cooperative matrix type, not {0}"},
    {"cooperative.store.object-type", kSection,
     "operand Object must be a cooperative matrix, not {0}"},
    Also("cooperative.memory.untyped-pointer",
         {"cooperative.memory.pointer", kSection,
          "operand Pointer must be a pointer, not {0}"}),
    {"cooperative.memory.pointee", kSection,
     "operand Pointer must point to a scalar or vector of numbers, not to {0}"},
    {"cooperative.memory.storage-class", kSection,
     "operand Pointer must point into Workgroup, StorageBuffer or "
     "PhysicalStorageBuffer, not {0}",
     "VUID-StandaloneSpirv-Pointer-08973", Severity::kError, kInVulkan},
    {"cooperative.memory.storage-class-nv", kNv,
     "operand Pointer must point into Workgroup, StorageBuffer or "
     "PhysicalStorageBuffer, not {0}"},
    {"cooperative.memory.layout", kSection,
     "operand MemoryLayout must be a constant 32-bit integer, but {0} is not"},
    {"cooperative.memory.layout-known", "3.2.42",
     "{0} is not a cooperative matrix layout"},
    WithFix(Declare(Capability::kCooperativeMatrixLayoutsARM),
            {.id = "cooperative.memory.layout-capability",
             .section = kArm,
             .text = "{0} requires capability CooperativeMatrixLayoutsARM",
             .when = {.unless = Capability::kCooperativeMatrixLayoutsARM}}),
    {"cooperative.memory.stride-type", kSection,
     "operand Stride must be an integer scalar, not {0}"},
    {"cooperative.memory.stride-required", kSection,
     "{0} requires operand Stride"},
    {"cooperative.memory.stride-positive", kSection,
     "operand Stride of a store must be greater than 0"},
    {"cooperative.memory.pointee-array", kSection,
     "operand Pointer must point into an array, but {0} does not"},
    {"cooperative.memory.stride-value", kArm,
     "with a blocked layout, operand Stride must be a constant 1, 2 or 4"},
    {"cooperative.memory.rows", kArm,
     "with {0} and this Stride, the number of rows must be a multiple of {1}, "
     "not {2}"},
    {"cooperative.memory.columns", kArm,
     "with {0} and this Stride, the number of columns must be a multiple of "
     "{1}, not {2}"},
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
     "{0} holds cooperative matrices, so it must be in storage class Function "
     "or Private, not {1}"},
});

constexpr Op kLoads[] = {Op::kCooperativeMatrixLoadKHR,
                         Op::kCooperativeMatrixLoadNV};
constexpr Op kStores[] = {Op::kCooperativeMatrixStoreKHR,
                          Op::kCooperativeMatrixStoreNV};
constexpr TypePattern kMatrix = {.shape = tt::kCooperativeMatrix};
constexpr TypePattern kInt32Vector2 = Vector(tt::kInt, 32, 2);

constexpr Signature kSignatures[] = {
    {.ops = kLoads,
     .result = kMatrix,
     .result_rule = &R("cooperative.load.result-type")},
    {.ops = Op::kCooperativeMatrixGetCoordinateEXT,
     .result = kInt32Vector2,
     .result_rule = &R("cooperative.getcoordinate.result-type")},
};
constexpr OperandRule kOperandRules[] = {
    {kLoads, load::kPointer, kAnyPointer, &R("cooperative.memory.pointer")},
    {kStores, store::kPointer, kAnyPointer, &R("cooperative.memory.pointer")},
    {kStores, store::kObject, kMatrix, &R("cooperative.store.object-type")},
    {Op::kCooperativeMatrixGetCoordinateEXT, coordinate::kMatrix, kMatrix,
     &R("cooperative.getcoordinate.matrix")},
    {Op::kCooperativeMatrixGetCoordinateEXT, coordinate::kIndex, kInt32,
     &R("cooperative.getcoordinate.index")},
};

// --- Loads and stores ---

void CheckPointer(const CheckContext& c, OperandIndex operand,
                  const Rule& storage_rule) {
  const TypeInfo& pointer = c.operand_type(operand);
  if (pointer.unknown()) return;
  if (pointer.Is(tt::kPointer) &&
      !Fits(c.context(), ScalarOrVector(tt::kNumeric), pointer.element)) {
    ReportType(c, R("cooperative.memory.pointee"), operand, pointer.element);
    return;
  }
  switch (pointer.storage_class) {
    case StorageClass::kWorkgroup:
    case StorageClass::kStorageBuffer:
    case StorageClass::kPhysicalStorageBuffer:
      return;
    default:
      c.Report(storage_rule, operand, {NameOf(pointer.storage_class)});
  }
}

// Whether a pointer is known not to point into an array: no step of its access
// chain from a variable selects from an array.  Unknown for long chains.
bool IsOutsideArrays(const CheckContext& c, Id pointer) {
  const Module& module = c.module();
  const TypeTable& types = c.context().types();
  constexpr int kMaxSteps = 64;
  InstIndex last = c.index();
  for (int step = 0; step < kMaxSteps; ++step) {
    const InstIndex def = module.def(pointer);
    // In an invalid module a chain can lead to itself.
    if (def >= last) return false;
    last = def;
    const Inst inst = module.inst(def);
    if (inst.op() == Op::kCopyObject) {
      pointer = inst.id(grammar::operand::CopyObject::kOperand);
      continue;
    }
    if (inst.op() == Op::kVariable) {
      return true;  // a component of a scalar or vector, after the steps below
    }
    if (inst.op() != Op::kAccessChain &&
        inst.op() != Op::kInBoundsAccessChain) {
      return false;
    }
    const Id base = inst.id(grammar::operand::AccessChain::kBase);
    Id type = types.TypeOf(module, base).element;
    for (OperandIndex o = grammar::operand::AccessChain::kIndexes;
         o < inst.operand_count(); ++o) {
      const TypeInfo& info = types.Get(type);
      if (info.unknown() || info.Is(tt::kArray | tt::kRuntimeArray)) {
        return false;
      }
      if (!info.Is(tt::kStruct)) break;
      const auto member = FixedValue(c, inst.id(o));
      if (!member || *member >= info.count) return false;
      type = types.MemberOf(module, type, *member);
    }
    pointer = base;
  }
  return false;
}

void CheckIntoArray(const CheckContext& c, OperandIndex operand) {
  const Id pointer = c.inst().id(operand);
  const TypeInfo& type = c.operand_type(operand);
  if (!c.context().Has(Capability::kShader) || type.unknown() ||
      !type.Is(tt::kPointer) || !IsOutsideArrays(c, pointer)) {
    return;
  }
  c.Report(R("cooperative.memory.pointee-array"), operand, {pointer});
}

// Checks the rows and columns of a matrix in a block layout.
void CheckBlocks(const CheckContext& c, uint32_t layout, OperandIndex stride,
                 Id matrix) {
  const Id stride_id = c.inst().id(stride);
  const auto blocks = FixedValue(c, stride_id);
  if (!IsConstantOf(c, stride, kIntScalar) ||
      (blocks && *blocks != 1 && *blocks != 2 && *blocks != 4)) {
    c.Report(R("cooperative.memory.stride-value"), stride);
    return;
  }
  const TypeInfo& info = c.context().types().Get(matrix);
  if (!blocks || info.unknown() || info.width < 8 || info.width > 128) return;
  const bool by_rows =
      layout ==
      static_cast<uint32_t>(CooperativeMatrixLayout::kRowBlockedInterleavedARM);
  const uint32_t row_unit = 4 * (by_rows ? 1 : *blocks);
  const uint32_t column_unit = 16 / (info.width / 8) * (by_rows ? *blocks : 1);
  const Inst type = c.module().inst(c.module().def(matrix));
  const auto rows = FixedValue(c, type.id(matrix_type::kRows));
  const auto columns = FixedValue(c, type.id(matrix_type::kColumns));
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

// Checks that a Stride is an integer.
bool CheckStride(const CheckContext& c, OperandIndex operand) {
  if (Fits(c.context(), kIntScalar, c.type_of(operand))) return true;
  ReportType(c, R("cooperative.memory.stride-type"), operand,
             c.type_of(operand));
  return false;
}

bool IsBelowOne(const CheckContext& c, Id stride) {
  const ScalarConstant value = c.context().constants().Scalar(stride);
  return value.fixed() && value.value <= 0;
}

// Checks MemoryLayout at an operand, and the Stride after it.
void CheckLayout(const CheckContext& c, OperandIndex operand, Id matrix) {
  const Id id = c.inst().id(operand);
  if (!IsConstantOf(c, operand, kInt32)) {
    c.Report(R("cooperative.memory.layout"), operand, {id});
    return;
  }
  const auto layout = FixedValue(c, id);
  const OperandIndex stride = operand + 1;
  const bool has_stride = HasIdAt(c, stride);
  if (has_stride && !CheckStride(c, stride)) return;
  if (!layout) return;
  const Arg name =
      Arg::Enumerant(grammar::Kind::kCooperativeMatrixLayout, *layout);
  switch (CooperativeMatrixLayout{*layout}) {
    case CooperativeMatrixLayout::kRowMajorKHR:
    case CooperativeMatrixLayout::kColumnMajorKHR:
      break;
    case CooperativeMatrixLayout::kRowBlockedInterleavedARM:
    case CooperativeMatrixLayout::kColumnBlockedInterleavedARM:
      if (c.Report(R("cooperative.memory.layout-capability"), operand, {name})
              .is_error()) {
        return;
      }
      break;
    default:
      c.Report(R("cooperative.memory.layout-known"), operand, {*layout});
      return;
  }
  if (!has_stride) {
    c.Report(R("cooperative.memory.stride-required"), operand, {name});
  } else if (*layout >=
             static_cast<uint32_t>(
                 CooperativeMatrixLayout::kRowBlockedInterleavedARM)) {
    CheckBlocks(c, *layout, stride, matrix);
  } else if (c.inst().op() == Op::kCooperativeMatrixStoreKHR &&
             IsBelowOne(c, c.inst().id(stride))) {
    c.Report(R("cooperative.memory.stride-positive"), stride);
  }
}

void CheckColumnMajor(const CheckContext& c, OperandIndex operand) {
  if (IsConstantOf(c, operand, kBoolScalar)) return;
  c.Report(R("cooperative.memory.column-major"), operand,
           {c.inst().id(operand)});
}

void CheckLoad(const CheckContext& c) {
  if (c.inst().op() == Op::kCooperativeMatrixLoadNV) {
    CheckPointer(c, load_nv::kPointer,
                 R("cooperative.memory.storage-class-nv"));
    CheckStride(c, load_nv::kStride);
    CheckColumnMajor(c, load_nv::kColumnMajor);
  } else {
    CheckPointer(c, load::kPointer, R("cooperative.memory.storage-class"));
    CheckIntoArray(c, load::kPointer);
    CheckLayout(c, load::kMemoryLayout, c.inst().result_type());
  }
}

void CheckStore(const CheckContext& c) {
  if (c.inst().op() == Op::kCooperativeMatrixStoreNV) {
    CheckPointer(c, store_nv::kPointer,
                 R("cooperative.memory.storage-class-nv"));
    CheckStride(c, store_nv::kStride);
    CheckColumnMajor(c, store_nv::kColumnMajor);
  } else {
    CheckPointer(c, store::kPointer, R("cooperative.memory.storage-class"));
    CheckIntoArray(c, store::kPointer);
    CheckLayout(c, store::kMemoryLayout, c.type_of(store::kObject));
  }
}

// --- Variables ---

void CheckVariable(const CheckContext& c) {
  namespace variable = grammar::operand::Variable;
  const TypeInfo& pointer = c.result_type();
  if (pointer.unknown() || !c.context()
                                .types()
                                .Get(pointer.element)
                                .Contains(type_part::kCooperativeMatrix)) {
    return;
  }
  const auto storage =
      StorageClass{c.inst().operand_word(variable::kStorageClass)};
  if (storage == StorageClass::kFunction || storage == StorageClass::kPrivate) {
    return;
  }
  c.Report(R("cooperative.variable.storage-class"), variable::kStorageClass,
           {c.inst().result(), NameOf(storage)})
      .Note("its type is declared here",
            Place::At(c.module().def(pointer.element)));
}

static_assert(AllHave(kStores, store::kObject));
constexpr Check kChecks[] = {
    {kLoads, CheckLoad},
    {kStores, CheckStore},
    {Op::kVariable, CheckVariable,
     Requires(TypesWith{type_part::kCooperativeMatrix})}};

}  // namespace

extern constinit const Family kCooperativeMemory(R, kChecks, kSignatures,
                                                 kOperandRules);

}  // namespace plumb
