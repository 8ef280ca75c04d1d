// Cooperative vectors among the vectors whose size is an <id>
// (SPV_NV_cooperative_vector).  With SPV_EXT_long_vector they are long
// vectors, which every instruction allows.
#ifndef PLUMB_VALIDATE_FACTS_COOPERATIVE_VECTOR_TYPES_H_
#define PLUMB_VALIDATE_FACTS_COOPERATIVE_VECTOR_TYPES_H_

#include "core/rule.h"
#include "validate/engine/module_context.h"
#include "validate/engine/operand_predicates.h"

namespace plumb {

// The scope of rules about cooperative vectors that are not long vectors.
inline constexpr Scope kWithCooperativeVectorsOnly = {
    .needs = grammar::Capability::kCooperativeVectorNV,
    .unless = grammar::Capability::kLongVectorEXT};

// Whether a type is a cooperative vector, and not a long vector.
inline bool IsCooperativeVector(const ModuleContext& context, Id type) {
  return context.types().Get(type).Is(type_trait::kVector) &&
         context.Has(grammar::Capability::kCooperativeVectorNV) &&
         !context.Has(grammar::Capability::kLongVectorEXT) &&
         IsDefinedBy(context.module(), type, grammar::Op::kTypeVectorIdEXT);
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_COOPERATIVE_VECTOR_TYPES_H_
