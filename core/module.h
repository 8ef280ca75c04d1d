// The in-memory form of a SPIR-V module: its words, with dense tables of its
// instructions, operands and ids.
//
// The words are those of the binary; nothing is copied out of them.  Tables are
// flat arrays indexed by instruction or id, and keep their memory when a Module
// is filled again.  ModuleBuilder (module_builder.h) fills a module, which is
// const afterwards.
//
// Memory: 16 bytes per instruction, 4 for its place in a text, 4 per operand of
// an instruction whose layout varies, 8 bytes per id, and 17 KB of operand
// lists shared by opcode.
//
// Tested by module_test.cc.
#ifndef PLUMB_CORE_MODULE_H_
#define PLUMB_CORE_MODULE_H_

#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "absl/base/optimization.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/buffer.h"
#include "core/index.h"
#include "grammar/grammar.h"

namespace plumb {

// The five words before the first instruction (section 2.3).
struct ModuleHeader {
  uint32_t version = 0x00010000;  // 0 | major | minor | 0
  uint32_t generator = 0;
  uint32_t bound = 1;  // all ids are smaller
  uint32_t schema = 0;

  uint32_t major_version() const { return (version >> 16) & 0xff; }
  uint32_t minor_version() const { return (version >> 8) & 0xff; }
};
inline constexpr uint32_t kMagicNumber = 0x07230203;
inline constexpr uint32_t kHeaderWords = 5;

// One instruction.
struct InstRecord {
  uint32_t first_word;     // into Module::words()
  uint32_t first_operand;  // into the module's operand array
  Id result;               // kNoId if it has none
  grammar::Op op;          // row of the grammar
  uint16_t operand_count;  // all operands, result type and result included
};
static_assert(sizeof(InstRecord) == 16);
static_assert(std::is_trivially_copyable_v<InstRecord>);

// An operand: its first word, counted from the start of its instruction, and
// its kind.  Composite kinds are split: each pair of an OpSwitch is a literal
// and an id.  It ends where the next operand begins.
struct Operand {
  uint16_t word;
  grammar::Kind kind;
};
static_assert(sizeof(Operand) <= 4);

// The instruction that defines an id, and its result type.
struct Definition {
  InstIndex at = kNoInst;
  Id type;
};
inline constexpr Definition kUndefined;

// A function: its OpFunction, and one past its last instruction, which is
// OpFunctionEnd unless the layout is invalid.
struct FunctionRange {
  InstIndex first;
  InstIndex last;
  uint32_t block_count;  // OpLabel instructions inside
};

// An instruction that failed to parse and is absent from the module.  It may
// have defined or declared anything that is reported missing.
struct UnreadInst {
  InstIndex before;  // what comes behind it
  grammar::Op op;    // what it is or was meant to be; grammar::kNoOp: who knows
  Id result;         // what it would define, or kNoId
  Id target = kNoId;  // what it would decorate or give a mode, if known
};

// An instruction of a module, as rules read it.  Small, passed by value.
class Inst;

class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  Module(Module&&) = default;
  Module& operator=(Module&&) = default;

  const ModuleHeader& header() const { return header_; }

  // The whole binary, header included.
  absl::Span<const uint32_t> words() const { return words_; }
  // The literal string in `words`, a part of words().
  absl::string_view TextIn(absl::Span<const uint32_t> words) const;

  uint32_t size() const { return static_cast<uint32_t>(records_.size()); }
  absl::Span<const InstRecord> records() const { return records_; }
  const InstRecord& record(InstIndex i) const { return records_[i.value]; }
  Inst inst(InstIndex i) const;

  uint32_t word_count(InstIndex i) const {
    return words_[record(i).first_word] >> 16;
  }
  absl::Span<const Operand> operands(InstIndex i) const {
    const InstRecord& r = record(i);
    return {operands_.data() + r.first_operand, r.operand_count};
  }

  // Calls `visit(operand, id)` with each <id> operand of an instruction that is
  // a use (IsIdUse), in order.  For most opcodes the operands are known without
  // the operand list, which makes this fast enough for passes over a whole
  // module.
  template <typename Visit>
  void ForEachIdUse(InstIndex i, Visit visit) const {
    VisitIdUses<true>(i, visit);
  }
  // The same without the result type.
  template <typename Visit>
  void ForEachIdOperand(InstIndex i, Visit visit) const {
    VisitIdUses<false>(i, visit);
  }

  // The bound of ids, and the size of tables indexed by id.  At most
  // header().bound, and at most a small multiple of the word count.
  uint32_t id_bound() const { return static_cast<uint32_t>(ids_.size()); }
  // By id.
  absl::Span<const Definition> definitions() const { return ids_; }
  // Both of the next two at once.
  const Definition& definition(Id id) const {
    return id.value < ids_.size() ? ids_[id.value] : kUndefined;
  }
  // The instruction that defines `id`, or kNoInst.  The first one, if several
  // do.
  InstIndex def(Id id) const {
    return id.value < ids_.size() ? ids_[id.value].at : kNoInst;
  }
  // The result type of the instruction that defines `id`, or kNoId.
  Id type_of(Id id) const {
    return id.value < ids_.size() ? ids_[id.value].type : kNoId;
  }

  absl::Span<const FunctionRange> functions() const { return functions_; }
  // The function that contains an instruction, or null.  O(log functions).
  const FunctionRange* FunctionAround(InstIndex i) const;
  // Instructions before the first OpFunction: [0, global_end).
  InstIndex global_end() const { return global_end_; }

  // Instructions by section or opcode, in module order.
  absl::Span<const InstIndex> capabilities() const { return capabilities_; }
  absl::Span<const InstIndex> extensions() const { return extensions_; }
  absl::Span<const InstIndex> ext_inst_imports() const { return imports_; }
  absl::Span<const InstIndex> memory_models() const { return memory_models_; }
  absl::Span<const InstIndex> entry_points() const { return entry_points_; }
  absl::Span<const InstIndex> execution_modes() const {
    return execution_modes_;
  }
  absl::Span<const InstIndex> names() const { return names_; }
  absl::Span<const InstIndex> decorations() const { return decorations_; }
  // The variables before the first function.
  absl::Span<const InstIndex> global_variables() const {
    return global_variables_;
  }

  // Instructions whose result id was already defined by an earlier instruction.
  absl::Span<const InstIndex> redefinitions() const { return redefinitions_; }

  // Instructions that failed to parse, in module order; empty if there were no
  // syntax errors.
  absl::Span<const UnreadInst> unread() const { return unread_; }

  // Whether the module has an instruction with this opcode, or one of these.
  bool Has(grammar::Op op) const {
    const auto row = static_cast<uint32_t>(op);
    return ((used_ops_[row / 64] >> (row % 64)) & 1) != 0;
  }
  bool HasAny(absl::Span<const grammar::Op> ops) const {
    for (const grammar::Op op : ops) {
      if (Has(op)) return true;
    }
    return false;
  }

  // Whether the module has an opcode or enumerant with this requirement
  // (grammar::RequirementAt).
  bool requirement_used(uint16_t index) const {
    return (used_requirements_[index / 64] >> (index % 64)) & 1;
  }
  absl::Span<const uint64_t> used_requirements() const {
    return used_requirements_;
  }

  // The sets of ext_inst_imports(), in order; kNone for unknown sets.
  absl::Span<const grammar::ExtInstSet> imported_sets() const {
    return import_sets_;
  }
  // The set that an OpExtInstImport names, or kNone.  For the set of an
  // extended instruction see Inst::ext_inst_set().  O(log imports).
  grammar::ExtInstSet imported_set(InstIndex import) const;

  // The text the module was assembled from; empty for a binary.
  absl::string_view text() const { return text_; }
  // The position of an instruction: byte offset in the text, or word offset in
  // the binary.
  uint32_t origin(InstIndex i) const {
    return origins_.empty() ? record(i).first_word : origins_[i.value];
  }
  // The last instruction that does not begin after an origin; kNoInst if all
  // do.  O(log instructions).
  InstIndex InstAtOrigin(uint32_t at) const;
  // The id that the binary has where words() has `id`: they differ if the bound
  // was so large that the reader renumbered ids.
  uint32_t original_id(Id id) const {
    return id.value < original_ids_.size() ? original_ids_[id.value] : id.value;
  }
  bool renumbered() const { return !original_ids_.empty(); }

 private:
  friend class ModuleBuilder;

  template <bool kWithType, typename Visit>
  void VisitIdUses(InstIndex i, Visit& visit) const;

  ModuleHeader header_;
  absl::Span<const uint32_t> words_;  // owned_words_, or the caller's
  Buffer<uint32_t> owned_words_;
  // On big-endian hosts: words_ with the lowest byte first, for views of
  // literal strings.
  std::vector<uint32_t> little_endian_words_;
  Buffer<InstRecord> records_;
  Buffer<Operand> operands_;
  Buffer<uint32_t> origins_;
  Buffer<Definition> ids_;
  std::vector<uint32_t> original_ids_;
  std::vector<FunctionRange> functions_;
  std::vector<InstIndex> capabilities_, extensions_, imports_, memory_models_,
      entry_points_, execution_modes_, names_, decorations_, global_variables_,
      redefinitions_;
  std::vector<grammar::ExtInstSet> import_sets_;  // of imports_
  Buffer<UnreadInst> unread_;
  std::vector<uint64_t> used_requirements_;
  std::array<uint64_t, grammar::kOpCount / 64 + 1> used_ops_{};
  InstIndex global_end_{0};
  absl::string_view text_;
};

class Inst {
 public:
  Inst(const Module& module, InstIndex index)
      : module_(&module),
        record_(&module.record(index)),
        words_(module.words().data() + record_->first_word),
        operands_(module.operands(index).data()),
        index_(index),
        op_(record_->op) {}

  // The instruction wrapped by an OpSpecConstantOp (section 3.3.7): its opcode
  // is the opcode operand, its result type and result are those of the
  // OpSpecConstantOp, and its operands are those after the opcode, counted from
  // 2.  words() and operands() remain those of the OpSpecConstantOp.
  Inst Nested() const;
  bool is_nested() const { return hidden_ != 0; }

  const Module& module() const { return *module_; }
  InstIndex index() const { return index_; }
  grammar::Op op() const { return op_; }
  const grammar::OpInfo& info() const { return grammar::Info(op_); }
  Id result() const { return record_->result; }
  // The result type; kNoId if there is none.
  Id result_type() const {
    return info().has_result_type ? Id(words_[1]) : kNoId;
  }

  // Words of the instruction; word(0) holds the word count and opcode.
  uint32_t word_count() const { return (words_[0] >> 16) - hidden_; }
  // An instruction that does not have the word: as for operands below.
  uint32_t word(uint32_t i) const {
    const uint32_t outer = i + (i > kResultWord ? hidden_ : 0);
    const bool is_present = outer < words_[0] >> 16;
    assert(is_present);
    return is_present ? words_[outer] : 0;
  }
  absl::Span<const uint32_t> words() const {
    return absl::MakeConstSpan(words_, words_[0] >> 16);
  }

  // Operands, counted from 0, including the result type and result.
  //
  // The instruction must have the operand: a named constant of a mandatory
  // operand ensures this for its opcode, Find() for an optional one, and a
  // comparison with operand_count() for any other number.  A missing operand
  // fails an assertion; without assertions it reads as a literal of no words,
  // whose first word is 0 and whose id is kNoId.
  uint32_t operand_count() const { return record_->operand_count - hidden_; }
  absl::Span<const Operand> operands() const {
    return absl::MakeConstSpan(operands_, record_->operand_count);
  }
  grammar::Kind kind(uint32_t operand) const {
    const uint32_t outer = OuterOperand(operand);
    return HasOuter(outer) ? operands_[outer].kind
                           : grammar::Kind::kLiteralInteger;
  }
  // The first word of an operand.
  uint32_t operand_word(uint32_t operand) const {
    const uint32_t outer = OuterOperand(operand);
    return HasOuter(outer) ? words_[operands_[outer].word] : 0;
  }
  Id id(uint32_t operand) const { return Id(operand_word(operand)); }
  // All words of an operand.
  absl::Span<const uint32_t> operand_words(uint32_t operand) const;
  // A literal string operand; a view into the module's words.
  absl::string_view string(uint32_t operand) const;

  // An operand that may be left out is read only after Find() has found it.
  grammar::Kind kind(grammar::OptionalOperandIndex) const = delete;
  uint32_t operand_word(grammar::OptionalOperandIndex) const = delete;
  Id id(grammar::OptionalOperandIndex) const = delete;
  absl::Span<const uint32_t> operand_words(
      grammar::OptionalOperandIndex) const = delete;
  absl::string_view string(grammar::OptionalOperandIndex) const = delete;

  bool Has(grammar::OptionalOperandIndex operand) const {
    return operand.value < operand_count();
  }
  // The operand's number, if it is not left out.
  std::optional<OperandIndex> Find(
      grammar::OptionalOperandIndex operand) const {
    if (!Has(operand)) return std::nullopt;
    return OperandIndex(operand.value);
  }

  // The set of an OpExtInst or OpExtInstWithForwardRefsKHR; kNone unless the
  // import precedes the instruction.  Readers decode operands by the imports
  // read so far, so this is the set that determined the operand layout. O(log
  // imports).
  grammar::ExtInstSet ext_inst_set() const;
  // The extended instruction, or kNone if the set or the number is unknown.
  grammar::ExtInst ext_inst() const;

  // The number of an operand in the outer instruction; differs from `operand`
  // only if is_nested().
  uint32_t OuterOperand(uint32_t operand) const {
    return operand + (operand > kResultOperand ? hidden_ : 0);
  }

 private:
  static constexpr uint32_t kResultOperand = 1;
  static constexpr uint32_t kResultWord = 2;

  // Whether the outer instruction has an operand with this number.
  bool HasOuter(uint32_t outer) const {
    const bool is_present = outer < record_->operand_count;
    assert(is_present);
    return ABSL_PREDICT_TRUE(is_present);
  }

  const Module* module_;
  const InstRecord* record_;
  const uint32_t* words_;
  const Operand* operands_;
  InstIndex index_;
  grammar::Op op_;
  // Operands after the result that are not shown, of one word each.
  uint16_t hidden_ = 0;
};

inline Inst Module::inst(InstIndex i) const { return Inst(*this, i); }

// Whether an operand of this kind holds an id, and one that is used rather
// than defined (anything but IdResult).
constexpr bool IsIdKind(grammar::Kind kind) {
  return kind == grammar::Kind::kIdRef || kind == grammar::Kind::kIdResult ||
         kind == grammar::Kind::kIdResultType ||
         kind == grammar::Kind::kIdScope ||
         kind == grammar::Kind::kIdMemorySemantics;
}
constexpr bool IsIdUse(grammar::Kind kind) {
  return IsIdKind(kind) && kind != grammar::Kind::kIdResult;
}

// Whether instructions with this opcode are extended ones.
constexpr bool IsExtInst(grammar::Op op) {
  return op == grammar::Op::kExtInst ||
         op == grammar::Op::kExtInstWithForwardRefsKHR;
}

template <bool kWithType, typename Visit>
void Module::VisitIdUses(InstIndex i, Visit& visit) const {
  const InstRecord& inst = record(i);
  const grammar::OpShape& shape = grammar::ShapeOf(inst.op);
  const uint32_t* const words = words_.data() + inst.first_word;
  const uint32_t word_count = words[0] >> 16;
  if (shape.Covers(word_count)) {
    for (uint32_t ids = kWithType ? shape.id_uses : shape.id_operands();
         ids != 0; ids &= ids - 1) {
      const auto word = static_cast<uint32_t>(std::countr_zero(ids));
      visit(OperandIndex(word - 1), Id(words[word]));
    }
    for (uint32_t word = shape.FirstTrailingId(word_count); word < word_count;
         ++word) {
      visit(OperandIndex(word - 1), Id(words[word]));
    }
    return;
  }
  const Operand* const list = operands_.data() + inst.first_operand;
  for (uint32_t o = kWithType || !shape.has_result_type() ? 0 : 1;
       o < inst.operand_count; ++o) {
    if (IsIdUse(list[o].kind)) visit(OperandIndex(o), Id(words[list[o].word]));
  }
}

}  // namespace plumb

#endif  // PLUMB_CORE_MODULE_H_
