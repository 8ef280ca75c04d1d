// Opaque objects, which only their own instructions access, through a pointer:
// ray queries and hit objects (SPV_KHR_ray_query,
// SPV_EXT_shader_invocation_reorder).  They must be in Private or Function,
// and must not be loaded, stored or copied.
#ifndef PLUMB_VALIDATE_FACTS_OPAQUE_OBJECTS_H_
#define PLUMB_VALIDATE_FACTS_OPAQUE_OBJECTS_H_

#include "core/rule.h"
#include "validate/engine/family.h"

namespace plumb {

// Arguments: the type; `pointer` also takes the storage class.
struct OpaqueObjectRules {
  const Rule& pointer;
  const Rule& load;
  const Rule& store;
  const Rule& copy;
};

inline constexpr Op kPointerTypeOps[] = {Op::kTypePointer};
inline constexpr Op kMemoryAccessOps[] = {
    Op::kLoad, Op::kStore, Op::kCopyMemory, Op::kCopyMemorySized};

// Checks an OpTypePointer.
inline void CheckOpaquePointer(const CheckContext& c, const TypePattern& object,
                               const OpaqueObjectRules& rules) {
  namespace pointer = operand::TypePointer;
  const StorageClass storage{c.inst().operand_word(pointer::kStorageClass)};
  const Id pointee = c.inst().id(pointer::kType);
  if (storage == StorageClass::kPrivate || storage == StorageClass::kFunction ||
      c.context().types().Get(pointee).unknown() ||
      !Fits(c.context(), object, pointee)) {
    return;
  }
  c.Report(rules.pointer, pointer::kStorageClass,
           {Arg::Type(pointee), NameOf(storage)});
}

// Checks one of kMemoryAccessOps.
inline void CheckNotAccessedDirectly(const CheckContext& c,
                                     const TypePattern& object,
                                     const OpaqueObjectRules& rules) {
  const auto check = [&](OperandIndex pointer, const Rule& rule) {
    const TypeInfo& type = c.operand_type(pointer);
    if (type.unknown() || !type.Is(type_trait::kPointer) ||
        c.context().types().Get(type.element).unknown() ||
        !Fits(c.context(), object, type.element)) {
      return false;
    }
    c.Report(rule, pointer, {Arg::Type(type.element)});
    return true;
  };
  switch (c.inst().op()) {
    case Op::kLoad:
      check(operand::Load::kPointer, rules.load);
      break;
    case Op::kStore:
      check(operand::Store::kPointer, rules.store);
      break;
    default:
      if (!check(operand::CopyMemory::kTarget, rules.copy)) {
        check(operand::CopyMemory::kSource, rules.copy);
      }
  }
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_OPAQUE_OBJECTS_H_
