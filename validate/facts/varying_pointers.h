// Logical pointers that capabilities allow to be variable (sections 2.2.2 and
// 2.16.1), and the restrictions of calls on others.
#ifndef PLUMB_VALIDATE_FACTS_VARYING_POINTERS_H_
#define PLUMB_VALIDATE_FACTS_VARYING_POINTERS_H_

#include "grammar/grammar.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Whether capabilities allow variable pointers into this storage class.
inline bool AllowsVariablePointers(const ModuleContext& context,
                                   grammar::StorageClass storage) {
  switch (storage) {
    case grammar::StorageClass::kStorageBuffer:
      return context.Has(Capability::kVariablePointersStorageBuffer) ||
             context.Has(Capability::kVariablePointers);
    case grammar::StorageClass::kWorkgroup:
      return context.Has(Capability::kVariablePointers);
    default:
      return false;
  }
}

// Whether calls are restricted in the pointers that they take and return:
// there are logical pointers, and no option leaves them to a later
// legalization.
inline bool RestrictsPointersOfCalls(const ModuleContext& context) {
  return context.memory_model().has_logical_pointers() &&
         !context.options().relax_logical_pointer &&
         !context.options().before_hlsl_legalization;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_VARYING_POINTERS_H_
