// What people call built-ins: front ends name a variable or member by the
// built-in that it is, behind "gl_".  For diagnostics alone.
//
// Tested by testdata/mistakes/wrong_built_in.spvasm.
#ifndef PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_NAMES_H_
#define PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_NAMES_H_

#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/decorations.h"

namespace plumb {

// Whether what is decorated has a name that is not that of a built-in.  Linear
// in the names of the module.
bool IsNamedOtherwise(const Module& module, const Decorated& decorated,
                      grammar::BuiltIn builtin);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_NAMES_H_
