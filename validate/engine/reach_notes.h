// Who gets to an instruction that not every entry point may reach, in the notes
// of its diagnostic: the first entry point that breaks the rule, the calls on a
// shortest path from there, and how many more do.
//
// Tested by testdata/recorded_mistakes_test.cc, with mistakes/calls.mistakes.
#ifndef PLUMB_VALIDATE_ENGINE_REACH_NOTES_H_
#define PLUMB_VALIDATE_ENGINE_REACH_NOTES_H_

#include "cfg/index.h"
#include "core/execution_models.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/entry_paths.h"
#include "validate/engine/module_context.h"

namespace plumb {

// The rule is about entry points with one of `models` that reach a function.
void NoteReach(const ModuleContext& context, cfg::FunctionIndex function,
               ModelSet models, DiagnosticBuilder report);
// About those with an execution mode, which is pointed at too.
void NoteReach(const ModuleContext& context, cfg::FunctionIndex function,
               grammar::ExecutionMode mode, DiagnosticBuilder report);
// About those that the paths begin at.
void NoteReach(const Module& module, const EntryPaths& paths,
               cfg::FunctionIndex function, DiagnosticBuilder report);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_REACH_NOTES_H_
