// Result types and operands, as data: most requirements of an instruction ("the
// result is an integer scalar or vector", "operand Pointer is a pointer into
// Generic") are rows of a table, checked by one interpreter (operand_check.h).
//
// A Signature describes all operands together; an OperandRule describes one.
// Named operands must exist in each of the instructions (family.h).  Both use
// the vocabulary of type_pattern.h.  Write a check (family.h) for anything else
// instead of adding another flag to rows.
#ifndef PLUMB_VALIDATE_ENGINE_OPERAND_RULE_H_
#define PLUMB_VALIDATE_ENGINE_OPERAND_RULE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/rule.h"
#include "grammar/grammar.h"
#include "grammar/operand_counts.h"
#include "grammar/operand_index.h"
#include "validate/engine/type_pattern.h"

namespace plumb {

// How the operands relate to the result, or to each other.
enum class Relation : uint8_t {
  kNone,
  kResultType,      // each operand has the type of the result
  kSameCount,       // … as many components as the result
  kSameCountWidth,  // … and components as wide as those of the result
  kEachOther,       // all operands have the type of the first one
};

// The instructions that a row is about: one opcode, several, or instructions of
// an extended set by their numbers.  Lists stay the caller's.
class Instructions {
 public:
  constexpr Instructions() = default;
  constexpr Instructions(grammar::Op op) : op_(op) {}  // NOLINT: implicit
  template <size_t N>
  constexpr Instructions(const grammar::Op (&ops)[N])  // NOLINT: implicit
      : ops_(ops) {}
  template <size_t N>
  constexpr Instructions(const std::array<grammar::Op, N>& ops)  // NOLINT
      : ops_(ops) {}
  constexpr Instructions(absl::Span<const grammar::Op> ops)  // NOLINT: implicit
      : ops_(ops) {}
  constexpr Instructions(grammar::ExtInstSet set,
                         absl::Span<const uint32_t> numbers)
      : set_(set), numbers_(numbers) {}

  // Empty if they are extended ones; in here if it is one.
  constexpr absl::Span<const grammar::Op> ops() const {
    return op_ == grammar::kNoOp ? ops_ : absl::MakeConstSpan(&op_, 1);
  }
  bool Include(grammar::Op op) const {
    return std::find(ops().begin(), ops().end(), op) != ops().end();
  }
  // kNone if they are opcodes.
  constexpr grammar::ExtInstSet set() const { return set_; }
  constexpr absl::Span<const uint32_t> numbers() const { return numbers_; }

  // Whether `holds` is true for the operand counts of each opcode.
  template <typename Holds>
  constexpr bool AllCounts(Holds holds) const {
    for (const grammar::Op op : ops()) {
      if (!holds(grammar::OperandCountsOf(op))) return false;
    }
    for (const uint32_t number : numbers()) {
      if (!holds(grammar::OperandCountsOf(set(), number))) return false;
    }
    return true;
  }

  // Whether both are the same opcode, or name the same lists.
  constexpr bool IsLike(const Instructions& other) const {
    return op_ == other.op_ && IsSame(ops_, other.ops_) && set_ == other.set_ &&
           IsSame(numbers_, other.numbers_);
  }

 private:
  template <typename T>
  static constexpr bool IsSame(absl::Span<T> a, absl::Span<T> b) {
    return a.data() == b.data() && a.size() == b.size();
  }

  grammar::Op op_ = grammar::kNoOp;
  absl::Span<const grammar::Op> ops_;
  grammar::ExtInstSet set_ = grammar::ExtInstSet::kNone;
  absl::Span<const uint32_t> numbers_;
};

struct Signature {
  Instructions ops;

  // The result type, and the rule it follows; arguments: the type.
  TypePattern result = {};
  const Rule* result_rule = nullptr;

  // The types of `operand_count` <id> operands starting at `first_operand`; 0
  // means all.  Operands are counted including the result type and result.
  // Arguments: the type, the operand's name.
  TypePattern operands = {};
  const Rule* operand_rule = nullptr;
  uint8_t first_operand = 2;
  uint8_t operand_count = 0;

  // Arguments: the operand's type, the type it is compared with, the operand's
  // name.
  Relation relation = Relation::kNone;
  const Rule* relation_rule = nullptr;
};

// The kind of instruction that must define an operand.
enum class DefinedBy : uint8_t {
  kAnything,
  kConstant,  // a constant instruction, OpSpecConstantOp included
  kVariable,  // OpVariable or OpUntypedVariableKHR
  kFunction,  // OpFunction
};

// Which operand a row is about: its number (grammar::operand::Load::kPointer),
// or, for instructions that have it at different places, its name in the
// grammar ("Ray Origin").
class OperandKey {
 public:
  constexpr OperandKey(grammar::OperandIndex index)  // NOLINT: implicit
      : index_(index) {}
  constexpr OperandKey(grammar::OptionalOperandIndex index)  // NOLINT: implicit
      : index_(index), is_optional_(true) {}
  constexpr OperandKey(const char* name) : name_(name) {}  // NOLINT: implicit

  constexpr absl::string_view name() const { return name_; }  // "": a number
  // Whether instructions with such a number of operands have the operand; with
  // an optional one, whether they may have it.  True for a name.
  constexpr bool Fits(grammar::OperandCounts counts) const {
    if (!name_.empty()) return true;
    return is_optional_ ? grammar::MayHaveOperand(counts, index_)
                        : grammar::HasOperand(counts, index_);
  }
  // The operand in instructions with this opcode; kNoOperand if it has no such
  // operand.
  grammar::OperandIndex IndexIn(grammar::Op op) const {
    return name_.empty() ? index_ : grammar::OperandByName(op, name_);
  }
  // The same in an extended instruction, counted as in the OpExtInst.
  grammar::OperandIndex IndexIn(grammar::ExtInst inst) const {
    return name_.empty()
               ? index_
               : grammar::OperandIndex(grammar::OperandByName(inst, name_));
  }

 private:
  grammar::OperandIndex index_;
  bool is_optional_ = false;
  absl::string_view name_;
};

// The requirement of one operand or the result type: its type, or its defining
// instruction.  Omitted operands are valid.  Of several rows about one operand,
// the first violated one is reported.  Arguments: the type, or the <id> if
// `defined_by` is violated; the operand's name.
struct OperandRule {
  Instructions ops;
  OperandKey operand;
  TypePattern type;
  const Rule* rule;
  DefinedBy defined_by = DefinedBy::kAnything;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPERAND_RULE_H_
