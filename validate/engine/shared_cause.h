// One definition that is wrong makes each of its uses wrong: finds the errors
// that have a definition in common which explains all of them, keeps the first,
// and puts it where the definition is, with notes at the uses.
//
// A pointer type with the wrong storage class is an example: no variable of the
// type is right.  The rows of the rules say which definition may be the cause
// (Rule::suspect).  It is if no instruction that uses it in the same role,
// among those of the opcodes that have such errors, is free of them, and
//
// - there are at least two, or
// - nothing else uses the definition, and either the rule judges it alone, such
//   as the value of a constant, or the rest of the module bears out the one use
//   (witnesses.h).
//
// An access chain has several suspects, its result type and the constants that
// select members, and so has an access, the pointer's type and the variable:
// the one that explains the most errors is the cause.
//
// Otherwise some use is right, or nobody can tell, so the mistakes are those of
// the uses.  Where instructions of other opcodes use an operand rightly, the
// error stays at the first use.
//
// Linear in the module, if an error has such a suspect; else in the errors.
//
// Tested by validate/cascades_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_SHARED_CAUSE_H_
#define PLUMB_VALIDATE_ENGINE_SHARED_CAUSE_H_

#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// A definition that is at fault, and the instruction that the error was moved
// to: its own, or that of a part of it.
struct SharedCause {
  Id definition;
  InstIndex at;
};

// Returns what was found.
std::vector<SharedCause> DropSharedCauses(const Module& module,
                                          DiagnosticList* diagnostics);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_SHARED_CAUSE_H_
