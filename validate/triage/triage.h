// Decides which diagnostics follow from errors that are reported, so that only
// root causes are shown.  Checks cannot decide it: a wrong type makes
// instructions wrong that are far away, and a check that runs early does not
// know what a later one finds.
//
// A diagnostic is a follow-up only if its subject or an argument is
//
// - poisoned: defined by a rejected instruction, or made of what one defines;
// - unread: it could not be read (missing_parts.h);
// - missing: it has no definition, or what would define it was rejected.
//
// Only errors in effect reject an instruction: an operand that cannot be there
// (Effect::kMalformed, kUndefined, kOverfull), any error in the declaration of
// a type or constant, but for what the module may use and for annotations, and
// an error in a result type.
//
// An operand, unless it is a mask, and an <id> in an instruction have one
// error, the first.  Errors that one definition causes at several uses are one
// (shared_definitions.h).  Nothing is inferred from names.
//
// Does nothing for a module without errors.  Otherwise linear in the module and
// in the operands of the instructions with errors.
//
// Tested by triage_test.cc and testdata/triage_properties_test.cc.
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
