// Checks the words of one instruction against the grammar and adds it, with
// its operands, to a module.
//
// An opcode has a *shape*: a bit per word that says where ids and enumerants
// are.  For a fixed layout that is all there is to check.  Other layouts begin
// with some ids, of which the shape says how many; then they are expanded
// operand by operand, or run by run where nothing but ids or plain numbers can
// follow.  The patterns still to come are kept as a stack of ranges, because an
// enumerant, an extended instruction or the opcode inside an OpSpecConstantOp
// brings patterns of its own.
//
// Part of BinaryReader.  Tested by binary_reader_test.cc.
#ifndef PLUMB_PARSE_BINARY_INSTRUCTION_DECODER_H_
#define PLUMB_PARSE_BINARY_INSTRUCTION_DECODER_H_

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/module_builder.h"
#include "grammar/grammar.h"

namespace plumb {

class InstructionDecoder {
 public:
  InstructionDecoder();

  // Starts on a module.  `words` outlives the decoding.
  void Start(absl::Span<const uint32_t> words, uint32_t id_bound,
             ModuleBuilder* builder, DiagnosticList* diagnostics);
  // From now on numbers ids densely, in the order they are met, and writes the
  // new numbers into `words`, the same words as above.
  void Renumber(absl::Span<uint32_t> words);

  // Decodes the instruction at `first_word`; its words are inside the module.
  void Decode(grammar::Op op, uint32_t first_word, uint32_t word_count);

  // Reports ids that are not below the bound, all instructions having been
  // decoded: one error for a bound that is too small, one for each id that is
  // wrong.
  void ReportIdsBeyondBound();

  // By new id, the old one; valid after Renumber().
  const std::vector<uint32_t>& original_ids() const { return original_ids_; }

 private:
  // What an opcode's instructions begin with, one word for each operand.
  struct Shape {
    uint32_t ids = 0;         // which words are ids
    uint32_t enumerants = 0;  // which are enumerants that bring no operands
    // An instruction of so many words has nothing else; kNever if all have.
    uint32_t words = kNever;
    // What any number of further words may be: ids or plain numbers.
    bool tail_of_ids = false;
    bool tail_of_numbers = false;

    bool Covers(uint32_t count) const {
      return count == words ||
             (count > words && (tail_of_ids || tail_of_numbers));
    }
  };
  static constexpr uint32_t kNever = 0xffffffff;
  struct Patterns {
    const grammar::OperandPattern* next;
    const grammar::OperandPattern* end;
  };

  static Shape ShapeOf(const grammar::OpInfo& info);
  // Of one word for each operand.
  void DecodeSimple(const grammar::OpInfo& info, const Shape& shape);
  void DecodeVariable(const grammar::OpInfo& info);
  bool ExpandPatterns();
  void Push(absl::Span<const grammar::OperandPattern> patterns);

  // Each reads one operand at word_ and moves on; false if words ran out.
  bool ReadOperand(grammar::Kind kind);
  // Reads operands of one word each, ids or plain numbers, up to word `end`.
  void ReadRun(grammar::Kind kind, uint32_t end);
  bool ReadWords(grammar::Kind kind, uint32_t count);
  bool ReadString();
  bool ReadEnumerant(grammar::Kind kind);
  bool ReadSwitchTarget();
  bool ReadCountedPairs();
  bool ReadExtInst();
  bool ReadSpecConstantOp();

  // The id at a word, or kNoId if it is none, which is reported.
  Id ReadId(uint32_t at) {
    const uint32_t id = words_[at];
    const bool plain = id - 1 < id_bound_ - 1 && renumbered_words_ == nullptr;
    return plain ? Id(id) : ReadUnusualId(at);
  }
  Id ReadUnusualId(uint32_t at);
  // Reads the ids at the words whose bits are set, counted from first_.
  void ReadIds(uint32_t bits);
  // Takes over result type and result, whose ids have been read.
  void NoteResult(const grammar::OpInfo& info);
  Id NewNumber(uint32_t at);
  void RestoreNumbers();
  void CheckEnumerant(grammar::Kind kind, uint32_t at, bool with_parameters);
  void CheckStringBytes(uint32_t at, uint32_t count);
  uint32_t LiteralWords(Id type) const;
  void NoteImport();

  void ReportTooFewWords();
  void Report(const Rule& rule, uint32_t begin, uint32_t end,
              std::initializer_list<Arg> args);

  // Per opcode row.
  std::vector<Shape> shapes_;
  std::vector<Patterns> patterns_;
  // Per id of an OpExtInstImport; empty before the first one.
  std::vector<grammar::ExtInstSet> sets_;
  absl::flat_hash_map<uint32_t, uint32_t> numbers_;
  std::vector<uint32_t> original_ids_;

  // Ids that are not below the bound, and those of them that instructions
  // define; where each stands first.
  absl::flat_hash_map<uint32_t, uint32_t> beyond_bound_;
  absl::flat_hash_set<uint32_t> defined_beyond_bound_;

  absl::Span<const uint32_t> words_;
  uint32_t* renumbered_words_ = nullptr;
  uint32_t id_bound_ = 1;
  ModuleBuilder* builder_ = nullptr;
  DiagnosticList* diagnostics_ = nullptr;

  // The instruction being read.
  grammar::Op op_ = {};
  uint32_t first_ = 0;
  uint32_t count_ = 0;
  uint32_t word_ = 0;  // the next to read, from first_
  Id result_type_;
  Id result_;
  bool layout_known_ = true;             // false after something unknown
  std::vector<uint32_t> renumbered_at_;  // words whose ids got new numbers
};

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_INSTRUCTION_DECODER_H_
