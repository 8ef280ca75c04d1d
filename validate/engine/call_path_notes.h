// Adds notes to a diagnostic of an instruction that some entry points must not
// reach: the first such entry point, the calls on a shortest path from it, and
// the number of others.
//
// Tested by testdata/recorded_mistakes_test.cc, with
// testdata/mistakes/calls.mistakes.
#ifndef PLUMB_VALIDATE_ENGINE_CALL_PATH_NOTES_H_
#define PLUMB_VALIDATE_ENGINE_CALL_PATH_NOTES_H_

#include "cfg/index.h"
#include "core/execution_models.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/entry_paths.h"
#include "validate/engine/module_context.h"

namespace plumb {

// For rules about entry points with one of `models` that reach a function.
void AddCallPathNotes(const ModuleContext& context, cfg::FunctionIndex function,
                      ModelSet models, DiagnosticBuilder report);
// For rules about entry points with an execution mode, which gets a note, too.
void AddCallPathNotes(const ModuleContext& context, cfg::FunctionIndex function,
                      grammar::ExecutionMode mode, DiagnosticBuilder report);
// About those that the paths begin at.
void AddCallPathNotes(const Module& module, const EntryPaths& paths,
                      cfg::FunctionIndex function, DiagnosticBuilder report);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_CALL_PATH_NOTES_H_
