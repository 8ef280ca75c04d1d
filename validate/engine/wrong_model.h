// An entry point with the wrong execution model has the wrong execution modes,
// lacks others, and reaches what its model must not: finds the errors that
// contradict the model of one entry point, and makes one of them, with notes
// that say the others.
//
// The rows of the rules about execution modes and entry points say so
// (Suspect::kExecutionModel); an error in a function has a note at the one
// entry point that must not reach it, and counts if there is one of the former.
//
// Nothing is left unsaid, because it need not be the model that is wrong.
//
// Linear in the errors, and in the entry points if there is such an error.
//
// Tested by testdata/rule_test.cc, with testdata/mistakes/wrong_model.spvasm.
#ifndef PLUMB_VALIDATE_ENGINE_WRONG_MODEL_H_
#define PLUMB_VALIDATE_ENGINE_WRONG_MODEL_H_

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

void MergeDueToModels(const Module& module, DiagnosticList* diagnostics);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_WRONG_MODEL_H_
