// Decides which diagnostics follow from errors that are reported, so that only
// root causes are shown.
//
// Checks cannot decide it.  A wrong type also makes instructions wrong that use
// it, however far away they are, and a check that runs early does not know what
// a later one finds.  So this runs at the end, over the list of diagnostics.
// A diagnostic is a follow-up only if its subject or an argument is
//
// - poisoned: defined by a rejected instruction, or made of what one defines;
// - unread: it could not be read (missing_parts.h);
// - missing: it has no definition, or what would define it was rejected.
//
// Only errors in effect reject an instruction: a warning or a rule that is off
// hides nothing.  What rejects an instruction:
//
// - an operand that cannot be there (Effect::kMalformed, kUndefined,
//   kOverfull): the other errors of the instruction follow;
// - any error in the declaration of a type or constant, but for what the module
//   may use and for annotations;
// - an error in the result type of an instruction.
//
// An operand, unless it is a mask, and an <id> in an instruction have one
// error, the first.  Errors that one definition causes at several uses are one
// (shared_definitions.h).  Nothing is inferred from names, or from what the
// author may have meant.
//
// Does nothing for a module without errors.  Otherwise linear in the module and
// in the operands of the instructions with errors.
//
// Tested by triage_test.cc, testdata/triage_properties_test.cc and
// testdata/mistakes_test.cc.
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
