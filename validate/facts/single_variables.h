// Storage classes in which an entry point may have at most one variable.
#ifndef PLUMB_VALIDATE_FACTS_SINGLE_VARIABLES_H_
#define PLUMB_VALIDATE_FACTS_SINGLE_VARIABLES_H_

#include "absl/types/span.h"
#include "core/rule.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"

namespace plumb {

// Arguments of the rule: the other variable, the storage class.
struct SingleStorage {
  StorageClass storage;
  const Rule& rule;
};

// Checks the interface of an entry point by one row.  Linear in the interface.
inline void CheckSingleStorage(ModuleContext& context, const EntryPoint& entry,
                               const SingleStorage& single) {
  const Module& module = context.module();
  Id first;
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    const TypeInfo& pointer = context.types().TypeOf(module, variable);
    if (!pointer.Is(type_trait::kAnyPointer) ||
        pointer.storage_class != single.storage) {
      continue;
    }
    if (first == kNoId || first == variable) {
      first = variable;
      continue;
    }
    context
        .Report(single.rule, Place::At(entry.at(), entry.interface_operand(n)),
                {variable, NameOf(pointer.storage_class)})
        .Note("the first one is defined here", Place::At(module.def(first)));
  }
}

// Checks all entry points.
inline void CheckSingleStorages(ModuleContext& context,
                                absl::Span<const SingleStorage> singles) {
  for (InstIndex i : context.module().entry_points()) {
    const EntryPoint entry(context.module(), i);
    for (const SingleStorage& single : singles) {
      CheckSingleStorage(context, entry, single);
    }
  }
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_SINGLE_VARIABLES_H_
