#include "core/type_table.h"

#include "core/op_role.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

// Traits that follow from the opcode alone; 0 for what is no type.
TypeTraits ShapeOf(Op op) {
  switch (op) {
    case Op::kTypeVoid:
      return tt::kVoid;
    case Op::kTypeBool:
      return tt::kScalar | tt::kBool;
    case Op::kTypeInt:
      return tt::kScalar | tt::kInt;
    case Op::kTypeFloat:
      return tt::kScalar | tt::kFloat;
    case Op::kTypeVector:
      return tt::kVector;
    case Op::kTypeVectorIdEXT:
      return tt::kVector | tt::kCountUnknown;
    case Op::kTypeMatrix:
      return tt::kMatrix;
    case Op::kTypeCooperativeMatrixKHR:
    case Op::kTypeCooperativeMatrixNV:
      return tt::kCooperativeMatrix | tt::kCountUnknown;
    case Op::kTypeArray:
      return tt::kArray;
    case Op::kTypeRuntimeArray:
      return tt::kRuntimeArray;
    case Op::kTypeStruct:
      return tt::kStruct;
    case Op::kTypePointer:
    case Op::kTypeForwardPointer:
      return tt::kPointer;
    case Op::kTypeUntypedPointerKHR:
      return tt::kUntypedPointer;
    case Op::kTypeFunction:
      return tt::kFunction;
    case Op::kTypeImage:
      return tt::kImage;
    case Op::kTypeSampler:
      return tt::kSampler;
    case Op::kTypeSampledImage:
      return tt::kSampledImage;
    case Op::kTypeTensorARM:
      return tt::kTensor;
    default:
      return RoleOf(op) == OpRole::kType ? tt::kOpaque : 0;
  }
}

constexpr TypeTraits kComponentTraits =
    tt::kComponentMask | tt::kSigned | tt::kOtherEncoding;

}  // namespace

void TypeTable::Build(const Module& module) {
  row_of_.assign(module.id_bound(), 0);
  rows_.assign(1, TypeInfo());
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const InstRecord& record = module.record(i);
    if (record.result == kNoId || RoleOf(record.op) != OpRole::kType) continue;
    // Defined twice: a type that is there is what def() says, and no other.
    if (module.def(record.result) != i) continue;
    row_of_[record.result.value] = static_cast<uint32_t>(rows_.size());
    rows_.push_back(Describe(module.inst(i)));
  }
}

TypeInfo TypeTable::Describe(const Inst& inst) const {
  TypeInfo info;
  info.traits = ShapeOf(inst.op());
  info.count = 1;
  switch (inst.op()) {
    case Op::kTypeBool:
      info.width = 1;
      break;
    case Op::kTypeInt:
      info.width = inst.word(2);
      if (inst.word(3) != 0) info.traits |= tt::kSigned;
      break;
    case Op::kTypeFloat:
      info.width = inst.word(2);
      if (inst.word_count() > 3) info.traits |= tt::kOtherEncoding;
      break;
    case Op::kTypeVector:
    case Op::kTypeMatrix:
      info.count = inst.word(3);
      [[fallthrough]];
    case Op::kTypeVectorIdEXT:
    case Op::kTypeCooperativeMatrixKHR:
    case Op::kTypeCooperativeMatrixNV: {
      info.element = Id(inst.word(2));
      const TypeInfo& component = Get(info.element);
      info.traits |= component.traits & kComponentTraits;
      info.width = component.width;
      break;
    }
    case Op::kTypeArray:
    case Op::kTypeRuntimeArray:
    case Op::kTypeSampledImage:
    case Op::kTypeTensorARM:
    case Op::kTypeImage:
      info.element = Id(inst.word(2));
      break;
    case Op::kTypeStruct:
      info.count = inst.word_count() - 2;
      break;
    case Op::kTypeFunction:
      info.element = Id(inst.word(2));
      info.count = inst.word_count() - 3;
      break;
    case Op::kTypePointer:
      info.element = Id(inst.word(3));
      [[fallthrough]];
    case Op::kTypeUntypedPointerKHR:
      info.width = inst.word(2);
      break;
    default:
      break;
  }
  return info;
}

void TypeTable::Poison(Id type) {
  if (type.value < row_of_.size() && row_of_[type.value] != 0) {
    rows_[row_of_[type.value]].traits = tt::kPoisoned;
  }
}

}  // namespace plumb
