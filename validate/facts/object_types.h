// The types of objects in memory: variables, and arrays of arrays.
#ifndef PLUMB_VALIDATE_FACTS_OBJECT_TYPES_H_
#define PLUMB_VALIDATE_FACTS_OBJECT_TYPES_H_

#include "core/constant.h"
#include "core/module.h"
#include "core/type_table.h"
#include "grammar/operands.h"
#include "validate/engine/module_context.h"

namespace plumb {

// The length of an OpTypeArray, which must be defined.
inline ScalarConstant LengthOf(const ModuleContext& context, Id array) {
  const Module& module = context.module();
  return context.constants().Scalar(
      module.inst(module.def(array)).id(grammar::operand::TypeArray::kLength));
}

// Calls `visit` with each array of an array of arrays, from the outermost one
// inwards, and returns the innermost element type; the type itself if it is
// not an array. At most 64 nested arrays are followed, to bound the time for
// deep types.
template <typename Visit>
Id ForEachArrayDimension(const ModuleContext& context, Id type, Visit visit) {
  for (int depth = 0; depth < 64; ++depth) {
    const TypeInfo& info = context.types().Get(type);
    if (info.poisoned() ||
        !info.Is(type_trait::kArray | type_trait::kRuntimeArray)) {
      break;
    }
    visit(info);
    type = info.element;
  }
  return type;
}

inline Id InnermostElement(const ModuleContext& context, Id type) {
  return ForEachArrayDimension(context, type, [](const TypeInfo&) {});
}

// Whether a type is an array of blocks, of any number of dimensions.
inline bool IsBlockArray(const ModuleContext& context, Id type) {
  const Id element = InnermostElement(context, type);
  return element != type && context.decorations().IsBlock(element);
}

// Whether the parts of a type include a run-time array.
inline bool HasRuntimeArray(const TypeInfo& type) {
  return !type.poisoned() && type.Contains(type_part::kRuntimeArray);
}

// Whether a structure contains a run-time array that is not its last member:
// inside a member, or inside the elements of its own run-time array.
inline bool NestsRuntimeArray(const ModuleContext& context, Id structure) {
  const TypeTable& types = context.types();
  const uint32_t count = types.Get(structure).count;
  for (uint32_t m = 0; m < count; ++m) {
    const TypeInfo& member =
        types.Get(types.MemberOf(context.module(), structure, m));
    const bool is_array =
        !member.poisoned() && member.Is(type_trait::kRuntimeArray);
    if (HasRuntimeArray(is_array ? types.Get(member.element) : member)) {
      return true;
    }
  }
  return false;
}

// Whether objects in a storage class require explicit layout.
inline bool IsLaidOut(StorageClass storage) {
  switch (storage) {
    case StorageClass::kUniform:
    case StorageClass::kPushConstant:
    case StorageClass::kStorageBuffer:
    case StorageClass::kPhysicalStorageBuffer:
    case StorageClass::kShaderRecordBufferKHR:
      return true;
    default:
      return false;
  }
}

// The type of the object of a variable, typed or untyped; kNoId if the id is
// not a variable, or is an untyped one without a data type.
inline Id ObjectTypeOf(const ModuleContext& context, Id variable) {
  namespace untyped = grammar::operand::UntypedVariableKHR;
  const InstIndex def = context.module().def(variable);
  if (def == kNoInst) return kNoId;
  const Inst inst = context.module().inst(def);
  if (inst.op() == grammar::Op::kVariable) {
    return context.types().Get(inst.result_type()).element;
  }
  if (inst.op() != grammar::Op::kUntypedVariableKHR) return kNoId;
  const auto data_type = inst.Find(untyped::kDataType);
  return data_type ? inst.id(*data_type) : kNoId;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_OBJECT_TYPES_H_
