// Checks the words of one instruction against the grammar and adds it, with
// its operands, to a module.
//
// An opcode has a *shape* (grammar::OpShape): a bit per word that says where
// ids and enumerants are.  For a fixed layout that is all there is to check.
// Other layouts begin with some ids, of which the shape says how many; then
// they are expanded operand by operand, or run by run where nothing but ids or
// plain numbers can follow.  The patterns still to come are kept as a stack of
// ranges, because an enumerant, an extended instruction or the opcode inside an
// OpSpecConstantOp brings patterns of its own.
//
// Nearly all instructions are *usual*: nothing in them is to be reported, no id
// gets another number, and their operands are ids, plain numbers and known
// enumerants.  One loop decodes a run of those and stops where it meets
// another, which is then decoded, or reported, step by step.
//
// Part of BinaryReader.  Tested by binary_reader_test.cc.
#ifndef PLUMB_PARSE_BINARY_INSTRUCTION_DECODER_H_
#define PLUMB_PARSE_BINARY_INSTRUCTION_DECODER_H_

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/module_builder.h"
#include "grammar/grammar.h"
#include "parse/binary/literal_widths.h"

namespace plumb {

class InstructionDecoder {
 public:
  // Starts on a module.  `words` outlives the decoding.
  void Start(absl::Span<const uint32_t> words, uint32_t id_bound,
             ModuleBuilder* builder, DiagnosticList* diagnostics);
  // From now on numbers ids densely, in the order they are met, and writes the
  // new numbers into `words`, the same words as above.
  void Renumber(absl::Span<uint32_t> words);

  // Decodes instructions from word `at` on while they are usual.  Returns where
  // the first one begins that is not, or whose words cannot be told; the end of
  // the module if there is none.
  uint32_t DecodeFastRun(uint32_t at);
  // Decodes the instruction at `first_word`; its words are inside the module.
  void Decode(grammar::Op op, uint32_t first_word, uint32_t word_count);

  // Reports ids that are not below the bound, all instructions having been
  // decoded: one error for a bound that is too small, one for each id that is
  // wrong.
  void ReportIdsBeyondBound();

  // By new id, the old one; valid after Renumber().
  const std::vector<uint32_t>& original_ids() const { return original_ids_; }

 private:
  struct Patterns {
    const grammar::OperandPattern* next;
    const grammar::OperandPattern* end;
  };
  static Patterns WholeOf(absl::Span<const grammar::OperandPattern> patterns) {
    return {patterns.data(), patterns.data() + patterns.size()};
  }

  // Whether an operand of this kind is one word and brings no others.
  static bool IsOneWord(grammar::Kind kind) {
    return IsIdKind(kind) || kind == grammar::Kind::kLiteralInteger ||
           kind == grammar::Kind::kLiteralFloat;
  }
  // Whether an instruction of this set may have more ids than the grammar says:
  // only a later version of a non-semantic set may have added operands.
  static bool MayHaveMoreOperands(grammar::ExtInstSet set) {
    const grammar::ExtInstSetInfo& info = grammar::Info(set);
    return info.non_semantic && info.versioned;
  }

  // These decode a usual instruction; false, and no instruction added, if it is
  // none.  They are in decoder_fast_path.cc.
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  bool DecodeFast(grammar::Op op, uint32_t first_word, uint32_t word_count);
  // Of one word for each operand, but for a string or number at the end.
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  bool DecodeFastShape(grammar::Op op, const grammar::OpShape& shape,
                       uint32_t first_word, uint32_t word_count);
  // An extended instruction whose operands are ids.
  bool DecodeFastExtInst(uint32_t first_word, uint32_t word_count);
  // Of one word for each operand but for strings, with enumerants that may
  // bring some.
  bool DecodeFastPatterns(grammar::Op op, uint32_t first_word,
                          uint32_t word_count);
  // Whether all ids of an instruction with a shape are usual.
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  bool HasIdsInBounds(const grammar::OpShape& shape, const uint32_t* words,
                      uint32_t word_count) const;
  // Whether a string or number at the end, from word `begin` on, is usual.
  bool IsSimpleTail(grammar::OpShape::Tail tail, const uint32_t* words,
                    uint32_t begin, uint32_t word_count) const;
  // Whether the enumerants at the words whose bits are set are usual.
  bool UseEnumerants(grammar::Op op, uint32_t enumerants,
                     const uint32_t* words);
  // The enumerant, which occurs from now on; nullptr if there is none, or if
  // it is of several bits.
  const grammar::EnumerantInfo* UseEnumerant(grammar::Kind kind,
                                             uint32_t value);

  void DecodeSlow(const grammar::OpInfo& info, const grammar::OpShape& shape);
  void CheckEnumerants(const grammar::OpShape& shape, uint32_t first_word);
  void DecodeVariable(const grammar::OpInfo& info,
                      const grammar::OpShape& shape);
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

  void AddOperand(uint32_t word, grammar::Kind kind) {
    *operand_++ = {static_cast<uint16_t>(word), kind};
  }

  // Whether an id is below the bound, and keeps its number.
  bool IsInBounds(uint32_t id) const { return id - 1 < usual_ids_; }
  // The same of the ids at the words whose bits are set, counted from first_.
  // Nearly always all of them are: there is no branch for each.
  bool AreInBounds(uint32_t bits) const {
    const uint32_t* const words = words_.data() + first_;
    bool all = true;
    for (; bits != 0; bits &= bits - 1) {
      all &= IsInBounds(words[std::countr_zero(bits)]);
    }
    return all;
  }
  // The id at a word, or kNoId if it is none, which is reported.
  Id ReadId(uint32_t at) {
    const uint32_t id = words_[at];
    return IsInBounds(id) ? Id(id) : ReadUnusualId(at);
  }
  Id ReadUnusualId(uint32_t at);
  // Reads the ids at the words whose bits are set, counted from first_.
  void ReadIds(uint32_t bits);
  // Takes over result type and result, whose ids have been read.
  void NoteResult(const grammar::OpInfo& info);
  Id NewNumber(uint32_t at);
  void RestoreNumbers();
  void CheckEnumerant(grammar::Kind kind, uint32_t at, bool with_parameters);
  void CheckEndOfString(uint32_t at);
  void CheckIsUtf8(uint32_t at, uint32_t count);
  uint32_t LiteralWords(Id type) const {
    return plumb::LiteralWords(builder_->module(), words_, type);
  }
  Id LiteralType() const;
  // Called before the OpExtInstImport is added.
  void NoteImport(Id result, uint32_t first_word, uint32_t word_count);

  void ReportTooFewWords();
  void Report(const Rule& rule, uint32_t begin, uint32_t end,
              std::initializer_list<Arg> args);

  // The patterns still to come, and those behind them, the innermost last.
  Patterns patterns_ = {};
  std::vector<Patterns> outer_patterns_;
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
  uint32_t usual_ids_ = 0;  // from 1 up; none while ids are numbered anew
  ModuleBuilder* builder_ = nullptr;
  DiagnosticList* diagnostics_ = nullptr;

  // The instruction being read.
  grammar::Op op_ = {};
  uint32_t first_ = 0;
  uint32_t count_ = 0;
  uint32_t word_ = 0;           // the next to read, from first_
  Operand* operand_ = nullptr;  // where the next one goes
  Id result_type_;
  Id result_;
  bool layout_known_ = true;             // false after something unknown
  std::vector<uint32_t> renumbered_at_;  // words whose ids got new numbers
};

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_INSTRUCTION_DECODER_H_
