// A family of rules: the rules of one subject, and the checks that report them.
// All of a family is in one file, which is listed in rules/BUILD.bazel.
//
// There are three kinds of checks:
//  - Module checks run once, in the phase that they name.  They may poison ids
//    and disable the analyses of functions whose structure they reject.
//  - Function checks run once per function.
//  - Instruction checks run on each instruction with one of their opcodes,
//    inside and outside functions.  Signatures and operand rules
//    (operand_rule.h) are instruction checks as data, and run first.
// Functions are checked in parallel; their checks see a const module.
//
// This header includes what most families use: rows, operand rules and type
// patterns, the contexts of checks, and the names of operands.
#ifndef PLUMB_VALIDATE_ENGINE_FAMILY_H_
#define PLUMB_VALIDATE_ENGINE_FAMILY_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/constant.h"
#include "core/module.h"
#include "core/rule.h"
#include "grammar/operands.h"
#include "validate/engine/check_context.h"
#include "validate/engine/function_context.h"
#include "validate/engine/module_context.h"
#include "validate/engine/number_patterns.h"
#include "validate/engine/op_list.h"
#include "validate/engine/operand_predicates.h"
#include "validate/engine/operand_rule.h"
#include "validate/engine/precondition.h"
#include "validate/engine/table_rules.h"
#include "validate/engine/type_pattern.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {

// Short names, for rows.
namespace operand = grammar::operand;
namespace tt = type_trait;

// The order of checks.  Definitions rejected in one phase are poisoned for
// later phases.
enum class Phase : uint8_t {
  kLayout,        // the sections of the module and the parts of functions
  kIds,           // definitions and uses of ids
  kDeclarations,  // instructions outside functions, in order: types, constants…
  kSummaries,     // what needs all declarations: interfaces, decorations, modes
  kFunctions,     // the bodies of functions, in parallel
};
inline constexpr size_t kPhaseCount = 5;

struct Check {
  Instructions ops;
  void (*run)(const CheckContext&);
  // The check runs only for modules that meet all of them.
  Preconditions preconditions = {};
};

struct ModuleCheck {
  Phase phase;  // kLayout, kIds or kSummaries
  void (*run)(ModuleContext&);
  // The check runs only for modules that meet all of them.
  Preconditions preconditions = {};
};

using FunctionCheck = void (*)(FunctionContext&);

// Tables of one check.
template <Phase kPhase, void (*kRun)(ModuleContext&), auto... kRequired>
inline constexpr ModuleCheck kModuleCheck[] = {
    {kPhase, kRun, Requires(kRequired...)}};
template <FunctionCheck kRun>
inline constexpr FunctionCheck kFunctionCheck[] = {kRun};

struct Family {
  // Made of a table of rules and tables of checks, which are told apart by
  // their types.  A row that names an operand that one of its instructions
  // cannot have does not compile.
  template <typename... Tables>
  constexpr explicit Family(const Tables&... tables) {
    (Add(tables), ...);
  }

  absl::Span<const Rule* const> rules = {};
  absl::Span<const ModuleCheck> module_checks = {};
  absl::Span<const FunctionCheck> function_checks = {};
  absl::Span<const Check> checks = {};
  absl::Span<const Signature> signatures = {};
  absl::Span<const OperandRule> operand_rules = {};

 private:
  constexpr void Add(absl::Span<const ModuleCheck> t) { module_checks = t; }
  constexpr void Add(absl::Span<const FunctionCheck> t) { function_checks = t; }
  constexpr void Add(absl::Span<const Check> t) { checks = t; }
  constexpr void Add(absl::Span<const Signature> t) {
    signatures = t;
    for (const Signature& signature : t) {
      if (!HasOperands(signature)) SignatureNamesAnOperandThatDoesNotExist();
    }
  }
  constexpr void Add(absl::Span<const OperandRule> t) {
    operand_rules = t;
    for (const OperandRule& row : t) {
      if (!HasOperand(row)) OperandRuleNamesAnOperandThatDoesNotExist();
    }
  }

  // Whether each instruction of a row has the operands that the row names by
  // number; those that may be left out may be missing.
  static constexpr bool HasOperands(const Signature& s) {
    if (s.operand_count == 0) return true;
    const uint32_t last = s.first_operand + s.operand_count - 1u;
    return s.ops.AllCounts([last](grammar::OperandCounts counts) {
      return grammar::MayHaveOperand(counts, last);
    });
  }
  static constexpr bool HasOperand(const OperandRule& row) {
    return row.ops.AllCounts([&row](grammar::OperandCounts counts) {
      return row.operand.Fits(counts);
    });
  }
  // A call of one of these is not a constant expression, so a family that needs
  // it does not compile; the compiler's message has the name.
  static void SignatureNamesAnOperandThatDoesNotExist() {}
  static void OperandRuleNamesAnOperandThatDoesNotExist() {}
  template <typename Table>
  constexpr auto Add(const Table& table) -> decltype(void(table.rules())) {
    rules = table.rules();
  }
};

// A family with its place in the tree: "pipe/pipe".  The first part is the area
// of its rules.
struct ListedFamily {
  absl::string_view path;
  const Family* family;

  absl::string_view area() const { return path.substr(0, path.find('/')); }
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_FAMILY_H_
