// One mistake, one diagnostic: finds the diagnostics that only say what follows
// from others, and removes them.
//
// Checks cannot tell by themselves.  A type that is wrong makes what uses it
// look wrong as well, however far away that is, and a check that runs early
// does not know yet what a later one finds.  So it is sorted out at the end,
// over what is left in the list:
//
// - An instruction with an operand that is undefined, or of a class that cannot
//   stand there, is malformed: nothing else is said about it.
// - What a malformed instruction defines is unknown; so is a type or constant
//   that has an error of its own, a function whose declaration has, and a value
//   with an error in its result type; and so is what is made of unknown types
//   and constants.
// - An error in an instruction that mentions something unknown follows from it.
// - An instruction that was meant to name something, but names something else,
//   is missing where it was meant: the rows of the rules that look for such
//   instructions say so (Rule::relies_on), and what else a rule may follow from
//   (Rule::follows).
// - An operand that alone needs a capability that is not declared, such as a
//   storage class or the width of a type, is the mistake: errors that name it,
//   or blame what is made of what its instruction defines, follow from it, and
//   so does what relies on the instruction (Rule::relies_on).
// - A decoration that is wrong by itself is the mistake: what is due to it, as
//   a note says, follows, and so does what relies on decorations of its target.
// - Of one operand one thing is said, and of an <id> that stands twice in an
//   instruction.
// - A type or constant that is not what its name in the text says is at fault
//   (misnomers.h), and errors that may be due to it follow.
// - If a type is declared twice and uses of the first are wrong, the first is
//   the mistake.
// - If every use of a definition is wrong in the same way, the definition is at
//   fault (shared_cause.h).
// - What contradicts the execution model of one entry point is one mistake
//   (wrong_model.h).
//
// What is due to instructions that a text lacks because they could not be read,
// and to an OpFunctionEnd in the middle of a function, missing_parts.h says.
//
// Errors about what a module may use (capabilities, limits...) and about
// annotations make nothing unknown.  What makes something unknown comes before
// what is removed for it (or that defines nothing itself), so that something is
// left; where recursive types do not let it be so, nothing is removed.
//
// Nothing is done for a module without errors.  Linear in the module and in the
// operands of the instructions with errors.
//
// Tested by validate/cascades_test.cc and testdata/mistakes_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_CASCADES_H_
#define PLUMB_VALIDATE_ENGINE_CASCADES_H_

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

void DropCascades(const Module& module, DiagnosticList* diagnostics);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_CASCADES_H_
