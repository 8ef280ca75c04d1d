// A rule of the specification: its stable id, the section that states it and
// the only copy of its message.
//
// A message is one sentence with a lower-case start and no full stop; {0} to
// {3} stand for the arguments of a report (diagnostic.h), {0s} for the ending
// of a word they count (message_template.h).  docs/diagnostics.md has the
// style.
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

enum class Severity : uint8_t { kWarning, kError };

// Where a rule applies; the default is everywhere.
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

// What a violation means for what else is said, so that one mistake gives one
// diagnostic.
enum class Effect : uint8_t {
  kNone,
  // The operand cannot stand where it does.  Nothing else is said of the
  // instruction, its result is unknown, and rules that rely on instructions of
  // its opcode (Rule::relies_on) are silent: nobody knows what it was to say.
  kMalformed,
  // The same, as an <id> has no definition: an instruction that is missing may
  // be the one that defines it.
  kUndefined,
  // There is an operand too much, so the instruction may be meant to be another
  // one.  Nothing else is said of it.
  kOverfull,
  // Part of a block is in no function: the function around it has lost its
  // shape.
  kOutsideFunctions,
  // The capability that is declared cannot be had: rules that apply with it
  // only (Scope::needs) are silent.
  kRefusesCapability,
  // What the operand needs is missing (Arg::Requirement).  It is not said if
  // something else is wrong there; and if nothing else of the module needs it,
  // the operand is taken for the mistake, so that errors follow which name it,
  // or what the instruction defines.
  kLacksRequirement,
};

// Whose definition is at fault if all that use it violate the rule.
enum class Suspect : uint8_t {
  kNone,
  kResultType,
  kOperand,  // the <id> that is blamed
  // The same, where the rule judges nothing but the constant that it is, or the
  // result type: what nothing else uses is at fault even if it is used once.
  kOperandAlone,
  kFunctionType,    // that of the function that the instruction stands in
  kPointee,         // the type of the pointer that is accessed, or the pointer
  kExecutionModel,  // that of the entry point
  // The type that the first argument names, which is declared again: one of the
  // two is meant to be another type.
  kTwin,
};

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
  // Opcodes of the instructions that this rule looks for in the module: it says
  // nothing where one of them is malformed.
  absl::Span<const grammar::Op> relies_on = {};
  // The id of a rule whose violation, anywhere, this one may be due to.
  absl::string_view follows = "";
  // Violations that have a definition in common are one, if the definition
  // explains all of them.
  Suspect suspect = Suspect::kNone;
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

// A row of a rule with a suspect.
constexpr Rule Suspects(Suspect suspect, Rule rule) {
  rule.suspect = suspect;
  return rule;
}

// A row of a rule that looks for instructions of these opcodes
// (Rule::relies_on), which must live as long as the row.
constexpr Rule ReliesOn(absl::Span<const grammar::Op> ops, Rule rule) {
  rule.relies_on = ops;
  return rule;
}
// A row of a rule whose violation may be due to that of another one.
constexpr Rule Follows(absl::string_view other, Rule rule) {
  rule.follows = other;
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
  consteval RuleTable(const Rule (&rows)[N])
      : RuleTable(rows, absl::Span<const grammar::Op>()) {}
  // All rows rely on these (Rule::relies_on), but for those that say otherwise
  // and those that make an instruction malformed themselves.
  consteval RuleTable(const Rule (&rows)[N],
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
