// Diagnostics as data: a rule, a place, arguments and notes.
//
// A record is small and trivially copyable; its text is made when it is printed
// (api/resolve/diagnostic_resolver.h).  Reporting is the cold path.
//
// Tested by diagnostic_test.cc.
#ifndef PLUMB_CORE_DIAGNOSTIC_H_
#define PLUMB_CORE_DIAGNOSTIC_H_

#include <array>
#include <cstdint>
#include <forward_list>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/index.h"
#include "core/rule.h"
#include "core/rule_policy.h"
#include "core/suppression.h"
#include "grammar/grammar.h"

namespace plumb {

using grammar::kNoOperand;
using grammar::OperandIndex;

// The position of a diagnostic or note.
struct Place {
  enum class Kind : uint8_t {
    kInstruction,  // an instruction of the module, or one of its operands
    kInput,        // a range of bytes of a text, or of words of a binary
    kModule,       // the module as a whole
  };
  static constexpr OperandIndex kWhole =
      kNoOperand;  // the operand: all of the instruction

  Kind kind = Kind::kModule;
  // Of a pipeline (validate/pipeline/): the number of the module.
  uint16_t module = 0;
  InstIndex inst = kNoInst;
  OperandIndex operand = kWhole;
  uint32_t begin = 0;  // of kInput: offset of the first byte or word
  uint32_t end = 0;    // one past the last

  static constexpr Place At(InstIndex inst, OperandIndex operand = kWhole) {
    return {Kind::kInstruction, 0, inst, operand, 0, 0};
  }
  static constexpr Place Input(uint32_t begin, uint32_t end) {
    return {Kind::kInput, 0, kNoInst, kWhole, begin, end};
  }
  static constexpr Place WholeModule() { return {}; }
};

class Inst;

// An argument of a message.  Implicit from the types that messages mention.
struct Arg {
  enum class Kind : uint8_t {
    kNone,
    kId,           // printed by its name in the text, or its number
    kNamed,        // text with an <id> or a member of it in place of {}
    kType,         // an <id> of a type, printed as a person writes the type
    kOp,           // an opcode
    kEnumerant,    // a value of an operand kind
    kNumber,       // in decimal
    kHex,          // in hexadecimal
    kText,         // as it is; the view must outlive the report
    kRequirement,  // the unmet parts of grammar::RequirementAt
    kOperand,      // an operand of an opcode, by its name in the grammar
    kExtOperand    // the same of an extended instruction
  };

  Kind kind = Kind::kNone;
  uint16_t module = 0;              // of ids, as in Place
  grammar::Kind operand_kind = {};  // of kEnumerant
  uint64_t number = 0;              // ids, opcode rows and the rest
  absl::string_view text;

  constexpr Arg() = default;
  constexpr Arg(Id id) : kind(Kind::kId), number(id.value) {}  // NOLINT
  constexpr Arg(grammar::Op op)                                // NOLINT
      : kind(Kind::kOp), number(static_cast<uint64_t>(op)) {}
  constexpr Arg(uint64_t n) : kind(Kind::kNumber), number(n) {}  // NOLINT
  constexpr Arg(uint32_t n) : kind(Kind::kNumber), number(n) {}  // NOLINT
  constexpr Arg(int n)                                           // NOLINT
      : kind(Kind::kNumber), number(static_cast<uint64_t>(n)) {}
  constexpr Arg(absl::string_view t) : kind(Kind::kText), text(t) {}  // NOLINT
  constexpr Arg(const char* t) : kind(Kind::kText), text(t) {}        // NOLINT

  static constexpr Arg Type(Id id) {
    Arg arg(id);
    arg.kind = Kind::kType;
    return arg;
  }
  // `text` with the name of `id` in place of "{}": "fragment input {} at
  // location 1".  Of a member of a structure, "member 2 of %block".
  static constexpr Arg Named(absl::string_view text, Id id, uint32_t member) {
    Arg arg(text);
    arg.kind = Kind::kNamed;
    arg.number = id.value | uint64_t{member} << 32;
    return arg;
  }
  template <typename E>
  requires std::is_enum_v<E>
  static constexpr Arg Enumerant(grammar::Kind kind, E value) {
    return Enumerant(kind, static_cast<uint32_t>(value));
  }
  static constexpr Arg Enumerant(grammar::Kind kind, uint32_t value) {
    Arg arg(value);
    arg.kind = Kind::kEnumerant;
    arg.operand_kind = kind;
    return arg;
  }
  static constexpr Arg Hex(uint64_t value) {
    Arg arg(value);
    arg.kind = Kind::kHex;
    return arg;
  }
  // Operands are counted from the result type and the result on; those of
  // extended instructions follow the common operands of OpExtInst.
  static constexpr Arg Operand(grammar::Op op, uint32_t operand) {
    Arg arg(op);
    arg.kind = Kind::kOperand;
    arg.number |= uint64_t{operand} << 32;
    return arg;
  }
  static constexpr Arg Operand(grammar::ExtInst inst, uint32_t operand) {
    Arg arg = Operand(static_cast<grammar::Op>(inst), operand);
    arg.kind = Kind::kExtOperand;
    return arg;
  }
  // An operand of an existing instruction, which can be an extended one.
  static Arg Operand(const Inst& inst, uint32_t operand);
  // The unmet parts of grammar::RequirementAt(index).
  struct UnmetParts {
    bool capability = false;
    bool version = false;  // neither a version nor an extension provides it
  };
  static constexpr Arg Requirement(uint16_t index, UnmetParts unmet) {
    Arg arg(uint32_t{index} | uint32_t{unmet.capability} << 16 |
            uint32_t{unmet.version} << 17);
    arg.kind = Kind::kRequirement;
    return arg;
  }
  // Of a kRequirement.
  constexpr uint16_t requirement() const {
    return static_cast<uint16_t>(number);
  }
  constexpr UnmetParts unmet_parts() const {
    return {((number >> 16) & 1) != 0, ((number >> 17) & 1) != 0};
  }
};

using Args = std::array<Arg, 4>;

// An additional place with its own message.
struct Note {
  absl::string_view text;  // static; a template (message_template.h)
  Place place;
  Args args;
  // Whether this is a fix-it: replace the text at the place with args[0], or
  // delete it if there is no argument.
  bool is_fix = false;
  bool is_guess = false;  // of a fix-it: it may not be what was meant
};

struct Diagnostic {
  const Rule* rule;
  Severity severity;
  Place place;
  Args args;
  uint32_t first_note = 0;
  uint32_t note_count = 0;
  // Whether this is a follow-up error of a reported one.  Follow-up errors are
  // kept only on request.
  bool is_follow_up = false;
};
static_assert(std::is_trivially_copyable_v<Diagnostic>);

// The diagnostics of one input, in the order of their discovery until Sort()
// orders them by place.
//
// The list keeps a limited number, so that memory does not grow with the number
// of errors, and counts the rest.  It keeps those that are first by severity
// and place, whatever the order of their discovery.
class DiagnosticList {
 public:
  static constexpr size_t kDefaultCapacity = 1000;

  // The number of diagnostics to keep; 0: all.  Clear() keeps it.
  void set_capacity(size_t capacity) { capacity_ = capacity; }
  size_t capacity() const { return capacity_; }

  // Applies a policy to all diagnostics added from now on: it turns rules off
  // and changes severities.  Null applies none, so pedantic rules are reported.
  // The policy must outlive its use here; Clear() keeps it.
  void set_policy(const RulePolicy* policy) { policy_ = policy; }
  const RulePolicy* policy() const { return policy_; }
  // Leaves out and counts the diagnostics that match one.  Must outlive its use
  // here; Clear() keeps it.
  void set_suppressions(const Suppressions* suppressions) {
    suppressions_ = suppressions;
  }
  const Suppressions* suppressions() const { return suppressions_; }
  // Whether the suppression with this number matched a diagnostic.
  bool IsSuppressionUsed(size_t number) const {
    return number < suppressed_.size() && suppressed_[number] > 0;
  }
  // The number of suppressed diagnostics.
  size_t suppressed_count() const { return suppressed_count_; }
  // Whether follow-up diagnostics are kept and counted like others, or only
  // counted.  Clear() keeps it.
  void set_keep_follow_ups(bool keep) { keep_follow_ups_ = keep; }
  bool keep_follow_ups() const { return keep_follow_ups_; }

  // The outcome of adding a diagnostic.
  enum class AddResult : uint8_t {
    kLeftOut,        // its rule is off, or it is suppressed
    kHiddenError,    // an error that follows from another one, and is counted
    kHiddenWarning,  // the same of a warning, which is not counted
    kWarning,        // kept
    kError,          // kept
  };

  // Adds a diagnostic.  Notes added afterwards belong to it; they are dropped
  // unless it is kept.
  ABSL_ATTRIBUTE_COLD AddResult Add(const Rule& rule, Place place,
                                    std::initializer_list<Arg> args = {},
                                    bool is_follow_up = false);
  // Adds a note to the last diagnostic.
  ABSL_ATTRIBUTE_COLD void AddNote(absl::string_view text, Place place,
                                   std::initializer_list<Arg> args = {});
  // Adds a note to the diagnostic with an index in diagnostics().
  void AddNoteTo(size_t index, absl::string_view text, Place place,
                 std::initializer_list<Arg> args = {});
  // Adds a note that states a fix (Note::is_fix).
  void AddFix(absl::string_view text, Place place,
              std::initializer_list<Arg> args = {});
  // The same of one that may not be what was meant (Note::is_guess).
  void AddGuess(absl::string_view text, Place place,
                std::initializer_list<Arg> args);
  // Keeps the text of an argument alive as long as the list.  Equal texts are
  // kept once, because most are of the grammar, and there can be any number of
  // diagnostics that are not kept.
  absl::string_view Keep(std::string text);

  // Appends what another list holds; `other` is empty afterwards.
  void Append(DiagnosticList&& other);

  // Turns the diagnostics for which `is_one` is true into follow-up errors.
  template <typename IsOne>
  void MarkFollowUps(const IsOne& is_one) {
    bool any = false;
    for (Diagnostic& d : diagnostics_) {
      if (d.is_follow_up || !is_one(std::as_const(d))) continue;
      d.is_follow_up = any = true;
    }
    if (any) HideFollowUps();
  }

  // Merges the diagnostics for which `is_one` is true into others, which have
  // notes that point there: they are follow-ups that are not counted.
  template <typename IsOne>
  void Merge(const IsOne& is_one) {
    const size_t hidden = hidden_count_;
    MarkFollowUps(is_one);
    hidden_count_ = hidden;
  }

  // Calls `move(&place)` with each place that is a range of the input.
  template <typename Move>
  void MoveInputPlaces(const Move& move) {
    for (Diagnostic& d : diagnostics_) {
      if (d.place.kind == Place::Kind::kInput) move(&d.place);
    }
    for (Note& note : notes_) {
      if (note.place.kind == Place::Kind::kInput) move(&note.place);
    }
  }

  // Sorts by place, then rule id; stable, and independent of how work was
  // split. Diagnostics of the whole module come first, then those of input
  // ranges. Drops what exceeds the capacity.
  void Sort();

  void Clear();
  bool empty() const { return diagnostics_.empty(); }
  // The diagnostics that are kept.
  size_t size() const { return diagnostics_.size(); }
  // All that were found, without hidden follow-ups.
  size_t total_count() const { return total_count_; }
  // The follow-up errors that are counted but not kept.
  size_t hidden_count() const { return hidden_count_; }
  // The instruction of the last error, including follow-up errors; kNoInst if
  // that error has no instruction, or there was none.
  InstIndex last_error_inst() const { return last_error_inst_; }
  size_t error_count() const { return error_count_; }
  size_t pedantic_count() const { return pedantic_count_; }
  absl::Span<const Diagnostic> diagnostics() const { return diagnostics_; }
  absl::Span<const Note> notes(const Diagnostic& d) const {
    return absl::MakeConstSpan(notes_).subspan(d.first_note, d.note_count);
  }

 private:
  void Shrink();
  void DropUnusedNotes();
  // Removes follow-ups unless they are kept.
  void HideFollowUps();
  bool IsSuppressed(const Rule& rule, Place place);

  std::vector<Diagnostic> diagnostics_;  // at most twice the capacity
  std::vector<Note> notes_;
  std::forward_list<std::string> texts_;               // nodes do not move
  absl::flat_hash_set<absl::string_view> kept_texts_;  // those in texts_
  size_t total_count_ = 0;
  size_t error_count_ = 0;
  size_t hidden_count_ = 0;
  InstIndex last_error_inst_ = kNoInst;
  bool keep_follow_ups_ = false;
  size_t pedantic_count_ = 0;
  size_t capacity_ = kDefaultCapacity;
  const RulePolicy* policy_ = nullptr;
  const Suppressions* suppressions_ = nullptr;
  std::vector<size_t> suppressed_;  // by number of suppression
  size_t suppressed_count_ = 0;
  bool left_out_ = false;  // the last diagnostic, which is not in the list
};

}  // namespace plumb

#endif  // PLUMB_CORE_DIAGNOSTIC_H_
