// The ids that have a decoration, found by a search: for rules of extensions
// that few modules declare.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_DECORATED_H_
#define PLUMB_VALIDATE_ANALYSIS_DECORATED_H_

#include "absl/functional/function_ref.h"
#include "core/module.h"

namespace plumb {

// Calls `visit` for each id that `decoration` is applied to as a whole, with
// the OpDecorate or OpDecorateId that states it (which may decorate a group
// that the id belongs to).  Linear in the annotations.
void ForEachDecorated(const Module& module, grammar::Decoration decoration,
                      absl::FunctionRef<void(Id, const Inst&)> visit);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_DECORATED_H_
