// One definition that is wrong makes each of its uses wrong: finds the errors
// that have a definition in common which explains all of them, and keeps the
// first, with a note that says how many more there are.
//
// A pointer type with the wrong storage class is an example: no variable of the
// type is right.  The rows of the rules say which definition may be the cause
// (Rule::suspect).  It is if no instruction that uses it in the same role,
// among those of the opcodes that have such errors, is free of them, and there
// are at least two.  Otherwise some use is right, so the mistakes are those of
// the others.
//
// Linear in the module, if two errors have a suspect in common; else in the
// errors.
//
// Tested by validate/cascades_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_SHARED_CAUSE_H_
#define PLUMB_VALIDATE_ENGINE_SHARED_CAUSE_H_

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

void DropSharedCauses(const Module& module, DiagnosticList* diagnostics);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_SHARED_CAUSE_H_
