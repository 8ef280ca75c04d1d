// A family of rules: the rules of one subject, and the checks that report
// them.  Rows, texts and checks of a family share one file; registry.cc lists
// the families in the specification's order.
//
// There are three kinds of check, by what they may read:
//  - module checks run once, before the functions, and may poison ids and
//    switch off the analyses of functions whose structure they reject;
//  - function checks run once per function;
//  - instruction checks run on each instruction whose opcode they name, inside
//    functions and outside; signatures (signature.h) are instruction checks
//    written as data, and run first.
// Functions are checked in parallel; a check sees the module const.
#ifndef PLUMB_VALIDATE_FAMILY_H_
#define PLUMB_VALIDATE_FAMILY_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rule.h"
#include "grammar/grammar.h"
#include "validate/signature.h"

namespace plumb {

class CheckContext;
class FunctionContext;
class ModuleContext;

struct Check {
  absl::Span<const grammar::Op> ops;
  void (*run)(const CheckContext&);
};

using ModuleCheck = void (*)(ModuleContext&);
using FunctionCheck = void (*)(FunctionContext&);

struct Family {
  absl::string_view name;
  absl::Span<const Rule> rules;
  absl::Span<const ModuleCheck> module_checks = {};
  absl::Span<const FunctionCheck> function_checks = {};
  absl::Span<const Check> checks = {};
  absl::Span<const Signature> signatures = {};
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FAMILY_H_
