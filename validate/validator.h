// Runs all rules over a module.
//
//   Validator validator;
//   DiagnosticList diagnostics;
//   if (validator.Validate(module, options, &diagnostics)) ... // valid
//
// Tested by validator_test.cc and testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_VALIDATOR_H_
#define PLUMB_VALIDATE_VALIDATOR_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "validate/engine/family.h"
#include "validate/engine/function_context.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Keeps its memory from run to run; one object serves one thread at a time and
// starts threads of its own for options.jobs > 1.
class Validator {
 public:
  Validator();
  ~Validator();

  // Adds what is wrong with `module` to `diagnostics`, sorted; the same for
  // every number of jobs.  True if nothing of severity error was added.
  bool Validate(const Module& module, const ValidatorOptions& options,
                DiagnosticList* diagnostics);

  // What was found out about the last module, for rules about pipelines; valid
  // until the next validation, as long as its arguments.
  const ModuleContext& context() const { return context_; }

 private:
  struct Worker;

  void EvaluatePreconditions();
  void RunPhase(Phase phase);
  void CheckGlobals(const Module& module, DiagnosticList* diagnostics);
  void CheckFunctions(const Module& module, int jobs,
                      DiagnosticList* diagnostics);

  ModuleContext context_;
  // The bits of the preconditions that the module meets; those that depend on
  // features only are kept while these are the same.
  uint64_t preconditions_ = 0;
  uint64_t feature_preconditions_ = 0;
  uint64_t feature_stamp_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<uint32_t> order_;  // functions, largest first
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_VALIDATOR_H_
