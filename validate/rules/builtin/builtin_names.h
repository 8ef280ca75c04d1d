// Maps names of variables and members to built-ins: front ends name them "gl_"
// followed by the built-in.  Used only for diagnostics.
//
// Tested by testdata/mistakes/wrong_built_in.spvasm.
#ifndef PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_NAMES_H_
#define PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_NAMES_H_

#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/decorations.h"

namespace plumb {

// Whether the decorated object has a name, and not that of a built-in.  Linear
// in the names of the module.
bool HasConflictingName(const Module& module, const Decorated& decorated,
                        grammar::BuiltIn builtin);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_NAMES_H_
