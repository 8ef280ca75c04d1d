// Extended instruction sets without semantics (section 3.3.4 and
// SPV_KHR_non_semantic_info): their names begin with "NonSemantic.".
#ifndef PLUMB_VALIDATE_FACTS_NON_SEMANTIC_H_
#define PLUMB_VALIDATE_FACTS_NON_SEMANTIC_H_

#include "absl/strings/match.h"
#include "core/feature_set.h"
#include "core/module.h"
#include "grammar/operands.h"

namespace plumb {

// Whether a module may use such sets.
inline bool HasNonSemanticSets(const FeatureSet& features) {
  return features.version() >= 6 ||
         features.Has(grammar::Extension::kKhrNonSemanticInfo);
}

// Whether an id imports such a set.
inline bool IsNonSemanticImport(const Module& module, Id set) {
  const InstIndex def = module.def(set);
  return def != kNoInst &&
         module.record(def).op == grammar::Op::kExtInstImport &&
         absl::StartsWith(
             module.inst(def).string(grammar::operand::ExtInstImport::kName),
             "NonSemantic.");
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_NON_SEMANTIC_H_
