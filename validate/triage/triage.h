// Decides which diagnostics are follow-up errors, so that only root causes are
// shown.  Checks cannot decide this: a wrong type causes errors far away, and
// early checks do not know what later ones find.
//
// A diagnostic is a follow-up error only if its subject or an argument is
//
// - poisoned: defined by a rejected instruction, or made of such a definition;
// - unread: it could not be parsed (missing_parts.h);
// - missing: it has no definition, or its definition was rejected.
//
// Only errors in effect reject an instruction: an operand that is invalid at
// its place (Effect::kMalformed, kUndefined, kTooManyOperands), any error in
// the declaration of a type or constant, except those about features and
// annotations, and an error in a result type.
//
// An operand that is not a mask, and an <id> within an instruction, have at
// most one error, the first.  Errors that one definition causes at several uses
// are merged (shared_definitions.h).  Nothing is inferred from names.
//
// Does nothing for a module without errors.  Otherwise linear in the module and
// in the operands of the instructions with errors.
//
// Tested by validate/triage_test.cc and testdata/triage_properties_test.cc.
#ifndef PLUMB_VALIDATE_TRIAGE_TRIAGE_H_
#define PLUMB_VALIDATE_TRIAGE_TRIAGE_H_

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// Marks the follow-ups in the list, which removes them unless the list keeps
// follow-ups.  At least one error remains if there was one.
void TriageDiagnostics(const Module& module, DiagnosticList* diagnostics);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TRIAGE_TRIAGE_H_
