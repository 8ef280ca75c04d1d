// What memory holds: variables, and arrays of arrays.
#ifndef PLUMB_VALIDATE_RULES_MEMORY_OBJECT_TYPES_H_
#define PLUMB_VALIDATE_RULES_MEMORY_OBJECT_TYPES_H_

#include "core/module.h"
#include "core/type_table.h"
#include "grammar/operands.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Calls `visit` with each array of an array of arrays, from the outermost on,
// and returns what they hold in the end; the type itself if it is no array.
// More than 64 nested arrays are not followed, so that variables of deep types
// take no long time.
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

// Whether a type is an array of blocks, at whatever depth.
inline bool IsBlockArray(const ModuleContext& context, Id type) {
  const Id element = InnermostElement(context, type);
  return element != type && context.decorations().IsBlock(element);
}

// Whether the parts of a type include a run-time array.
inline bool HasRuntimeArray(const TypeInfo& type) {
  return !type.poisoned() && type.Contains(type_part::kRuntimeArray);
}

// Whether a structure holds a run-time array elsewhere than as its last member:
// within a member, or within the elements of its own.
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

// Whether what lies in a storage class must be laid out explicitly.
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

// The type of the object that a variable is, typed or not; kNoId for what is no
// variable, and for an untyped one that does not say.
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

#endif  // PLUMB_VALIDATE_RULES_MEMORY_OBJECT_TYPES_H_
