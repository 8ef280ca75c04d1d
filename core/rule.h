// A rule of the specification: its stable id, its section and the only copy of
// its message.
//
// A message is one sentence with a lower-case start and no full stop; {0} to
// {3} are the arguments of a report (diagnostic.h), {0s} a plural ending
// (message_template.h).  docs/contributor/style.md describes the style.
#ifndef PLUMB_CORE_RULE_H_
#define PLUMB_CORE_RULE_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/target_env.h"
#include "grammar/grammar.h"

namespace plumb {

// In ascending order.
enum class Severity : uint8_t {
  // The specification forbids it, but ordinary output of current compilers
  // violates it and consumers accept that.  Reported only on request
  // (RulePolicy).
  kPedantic,
  kWarning,
  kError,
};
inline constexpr size_t kSeverities = 3;

// The modules that a rule applies to; by default all.
struct Scope {
  uint8_t min_version = 0;     // minor version of SPIR-V 1.x of the module
  uint8_t max_version = 0xff;  // inclusive
  EnvSet envs = kAnyEnv;
  // Only in modules with a capability, or without one, or without an extension.
  std::optional<grammar::Capability> needs = std::nullopt;
  std::optional<grammar::Capability> unless = std::nullopt;
  std::optional<grammar::Extension> unless_extension = std::nullopt;

  friend constexpr bool operator==(const Scope&, const Scope&) = default;
};
// The scope of rules of Vulkan.
inline constexpr Scope kInVulkan = {.envs = kVulkanEnvs};

// The effect of a violation on other diagnostics (validate/triage/triage.h).
enum class Effect : uint8_t {
  kNone,
  // The operand is invalid here.  Other errors of the instruction are follow-up
  // errors, its result is poisoned, and rules that depend on its opcode
  // (Rule::relies_on) or report its target as incomplete are suppressed.
  kMalformed,
  // The same for an <id> without a definition: an instruction that could not be
  // read may define it.
  kUndefined,
  // The instruction has an operand too many, which makes it malformed.
  kTooManyOperands,
  // The instruction is misplaced in its block.  An error that a later one is
  // misplaced, with a note at this one, follows.
  kMisplaced,
  // A part of a block is in no function: the function before it ends too early.
  kOutsideFunctions,
  // The environment does not have the capability that is declared.  Errors of
  // rules that apply only with it (Scope::needs), and of enumerants that need
  // it, follow.
  kRejectsCapability,
  // A requirement is not declared (Arg::Requirement).  It depends on no operand
  // and poisons nothing.
  kLacksRequirement,
};

// The definition that a violation contradicts.  If all uses of the definition
// by instructions of the same opcodes violate the rule, they are one error.
enum class Contradicted : uint8_t {
  kNothing,
  kResultType,
  kOperand,      // the definition of the <id> that the error is at
  kPointerType,  // the type of the pointer of an OpLoad or OpStore
  // The same, but for where the definition is: uses before it are one error,
  // whatever the uses after it.
  kPlace,
};

// The change to a text that removes a violation, if it is always the same.
struct Fix {
  enum class Kind : uint8_t {
    kNone,
    kCapability,   // declare the capability `number`
    kExtension,    // declare the extension `number`
    kArgument,     // declare what the argument `number` of the report names
    kSpelling,     // use the similar name of an <id> that is defined
    kDecoration,   // decorate argument 0 of the report with `number`
    kMode,         // give the entry point the mode `number`
    kInterface,    // list the variables of the report and its notes
    kFunctionEnd,  // end the function
    kMove,         // move the capability, and those behind it, to the others
  };

  Kind kind = Kind::kNone;
  uint32_t number = 0;
};
constexpr Fix Declare(grammar::Capability capability) {
  return {Fix::Kind::kCapability, static_cast<uint32_t>(capability)};
}
constexpr Fix Declare(grammar::Extension extension) {
  return {Fix::Kind::kExtension, static_cast<uint32_t>(extension)};
}
constexpr Fix Decorate(grammar::Decoration decoration) {
  return {Fix::Kind::kDecoration, static_cast<uint32_t>(decoration)};
}
constexpr Fix AddMode(grammar::ExecutionMode mode) {
  return {Fix::Kind::kMode, static_cast<uint32_t>(mode)};
}
constexpr Fix DeclareArgument(uint32_t argument) {
  return {Fix::Kind::kArgument, argument};
}

struct Rule {
  absl::string_view id;
  absl::string_view section;
  absl::string_view text;
  absl::string_view vuid = "";
  Severity severity = Severity::kError;
  Scope when = {};
  // Ids of the same rule, or of one that the same check covers, separated by
  // blanks.  Rows state them by Also().
  absl::string_view aliases = "";
  Effect effect = Effect::kNone;
  // Opcodes of the instructions that this rule looks for in the module: a
  // violation follows where one of them is malformed or could not be read.
  absl::Span<const grammar::Op> relies_on = {};
  Contradicted contradicts = Contradicted::kNothing;
  Fix fix = {};
};

// A row with aliases: Also("area.subject.other", {"area.subject.what", ...}).
constexpr Rule Also(absl::string_view aliases, Rule rule) {
  rule.aliases = aliases;
  return rule;
}

// A row of a rule that makes the instruction malformed (Effect::kMalformed).
constexpr Rule Malformed(Rule rule) {
  rule.effect = Effect::kMalformed;
  return rule;
}

// A row of a rule with an effect.
constexpr Rule WithEffect(Effect effect, Rule rule) {
  rule.effect = effect;
  return rule;
}

// A row of a rule with a fix.
constexpr Rule WithFix(Fix fix, Rule rule) {
  rule.fix = fix;
  return rule;
}

// A row of a rule with a definition that violations contradict.
constexpr Rule Contradicts(Contradicted contradicted, Rule rule) {
  rule.contradicts = contradicted;
  return rule;
}

// A row of a rule that looks for instructions of these opcodes
// (Rule::relies_on), which must live as long as the row.
constexpr Rule ReliesOn(absl::Span<const grammar::Op> ops, Rule rule) {
  rule.relies_on = ops;
  return rule;
}

// The rules of a family: the rows, and a look-up by id while the code is
// compiled, where an id that is not there does not compile.
//
//   constexpr RuleTable R({{"area.subject.what", "3.3.15", "..."}, ...});
//   c.Report(R("area.subject.what"), operand);
//
// A table holds pointers to its own rows, so it is neither copied nor moved.
template <size_t N>
class RuleTable {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a table is its list of rows.
  constexpr RuleTable(const Rule (&rows)[N])
      : RuleTable(rows, absl::Span<const grammar::Op>()) {}
  // All rows depend on these opcodes (Rule::relies_on), except those with their
  // own list and those that reject an instruction as malformed.
  constexpr RuleTable(const Rule (&rows)[N],
                      absl::Span<const grammar::Op> relies_on) {
    for (size_t i = 0; i < N; ++i) {
      rows_[i] = rows[i];
      if (rows_[i].relies_on.empty() && rows_[i].effect == Effect::kNone) {
        rows_[i].relies_on = relies_on;
      }
      pointers_[i] = &rows_[i];
    }
  }
  RuleTable(const RuleTable&) = delete;
  RuleTable& operator=(const RuleTable&) = delete;

  consteval const Rule& operator()(absl::string_view id) const {
    for (const Rule& row : rows_) {
      if (row.id == id) return row;
    }
    throw "no rule of the family has this id";
  }
  constexpr absl::Span<const Rule* const> rules() const { return pointers_; }

 private:
  Rule rows_[N] = {};
  const Rule* pointers_[N] = {};
};

}  // namespace plumb

#endif  // PLUMB_CORE_RULE_H_
