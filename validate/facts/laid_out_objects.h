// The objects in storage classes that require explicit layout: variables, the
// types that pointers into PhysicalStorageBuffer point to, and the types
// accessed through untyped pointers (section 3.2.6; SPV_KHR_untyped_pointers).
#ifndef PLUMB_VALIDATE_FACTS_LAID_OUT_OBJECTS_H_
#define PLUMB_VALIDATE_FACTS_LAID_OUT_OBJECTS_H_

#include "core/module.h"
#include "core/type_table.h"
#include "grammar/operands.h"
#include "validate/engine/module_context.h"
#include "validate/facts/object_types.h"

namespace plumb {

// A type, and the operand that places an object of the type in a storage
// class.
struct LaidOutObject {
  Id type;
  grammar::StorageClass storage;
  InstIndex at;
  OperandIndex operand;
};

// The storage classes; each typed object is in one of them.
inline constexpr grammar::StorageClass kLaidOutClasses[] = {
    grammar::StorageClass::kUniform, grammar::StorageClass::kPushConstant,
    grammar::StorageClass::kStorageBuffer,
    grammar::StorageClass::kPhysicalStorageBuffer,
    grammar::StorageClass::kShaderRecordBufferKHR};

inline bool HasLaidOutObjects(const ModuleContext& context) {
  for (const grammar::StorageClass storage : kLaidOutClasses) {
    if (context.types().AnyPointsInto(storage)) return true;
  }
  return false;
}

// Calls `visit` with each typed variable in such a class, and with each type
// that a pointer into PhysicalStorageBuffer points to, in module order.
// Linear in the instructions outside functions.
template <typename Visit>
void ForEachTypedObject(const ModuleContext& context, Visit visit) {
  using grammar::Op;
  namespace pointer = grammar::operand::TypePointer;
  const Module& module = context.module();
  const TypeTable& types = context.types();
  const auto visit_variable = [&](InstIndex i) {
    const TypeInfo& type = types.TypeOf(module, module.record(i).result);
    if (type.Is(type_trait::kPointer) && !type.poisoned() &&
        IsLaidOut(type.storage_class)) {
      visit(LaidOutObject{type.element, type.storage_class, i,
                          grammar::operand::Variable::kResultType});
    }
  };
  // Fast path: most modules have only variables, which are listed.
  if (!types.AnyPointsInto(StorageClass::kPhysicalStorageBuffer)) {
    for (const InstIndex i : module.global_variables()) {
      if (module.record(i).op == Op::kVariable) visit_variable(i);
    }
    return;
  }
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const InstRecord& record = module.record(i);
    if (record.op == Op::kTypePointer) {
      const TypeInfo& type = types.Get(record.result);
      if (type.storage_class == StorageClass::kPhysicalStorageBuffer) {
        visit(
            LaidOutObject{type.element, type.storage_class, i, pointer::kType});
      }
    } else if (record.op == Op::kVariable) {
      visit_variable(i);
    }
  }
}

// Calls `visit` with the type of each access of untyped memory, including
// objects in Workgroup.  Linear in the module.
template <typename Visit>
void ForEachUntypedObject(const ModuleContext& context, Visit visit) {
  using grammar::Op;
  namespace variable = grammar::operand::UntypedVariableKHR;
  namespace chain = grammar::operand::UntypedAccessChainKHR;
  namespace length = grammar::operand::UntypedArrayLengthKHR;
  namespace load = grammar::operand::Load;
  namespace store = grammar::operand::Store;
  const Module& module = context.module();
  const auto type_of = [&](Id id) -> const TypeInfo& {
    return context.types().TypeOf(module, id);
  };
  const auto call = [&](const Inst& inst, OperandIndex operand, Id type,
                        Id at) {
    const TypeInfo& to = type_of(at);
    if (to.unknown() || !to.Is(type_trait::kAnyPointer)) return;
    if (IsLaidOut(to.storage_class) ||
        to.storage_class == StorageClass::kWorkgroup) {
      visit(LaidOutObject{type, to.storage_class, inst.index(), operand});
    }
  };
  const auto is_untyped = [&](Id id) {
    return type_of(id).Is(type_trait::kUntypedPointer);
  };
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const Inst inst = module.inst(i);
    switch (inst.op()) {
      case Op::kUntypedVariableKHR:
        if (const auto data_type = inst.Find(variable::kDataType)) {
          call(inst, *data_type, inst.id(*data_type), inst.result());
        }
        break;
      case Op::kUntypedAccessChainKHR:
      case Op::kUntypedInBoundsAccessChainKHR:
      case Op::kUntypedPtrAccessChainKHR:
      case Op::kUntypedInBoundsPtrAccessChainKHR:
        call(inst, chain::kBaseType, inst.id(chain::kBaseType),
             inst.id(chain::kBase));
        break;
      case Op::kUntypedArrayLengthKHR:
        call(inst, length::kStructure, inst.id(length::kStructure),
             inst.id(length::kPointer));
        break;
      case Op::kLoad:
        if (!is_untyped(inst.id(load::kPointer))) break;
        call(inst, load::kResultType, inst.result_type(),
             inst.id(load::kPointer));
        break;
      case Op::kStore:
        if (!is_untyped(inst.id(store::kPointer))) break;
        call(inst, store::kObject, module.type_of(inst.id(store::kObject)),
             inst.id(store::kPointer));
        break;
      case Op::kBufferPointerEXT:
        if (!is_untyped(inst.result())) {
          call(inst, grammar::operand::BufferPointerEXT::kResultType,
               type_of(inst.result()).element, inst.result());
        }
        break;
      default:
        break;
    }
  }
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_LAID_OUT_OBJECTS_H_
