// Checks the words of one instruction against the grammar, and adds it with
// its operands to a module.
//
// An opcode has a *shape* (grammar::OpShape): a bit per word that marks ids
// and enumerants.  A fixed layout needs no other check.  Other layouts start
// with some ids, whose number is in the shape; then they are expanded operand
// by operand, or run by run if only ids or plain numbers can follow.  The
// remaining patterns are kept as a stack of ranges, because an enumerant, an
// extended instruction or the opcode inside an OpSpecConstantOp adds its own
// patterns.
//
// Nearly all instructions take a *fast path*: nothing in them is reported, no
// id is renumbered, and their operands are ids, plain numbers and known
// enumerants. One loop decodes a run of such instructions and stops at any
// other, which is then decoded, or reported, step by step.
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
  // Starts a module.  `words` must outlive the decoding.
  void Start(absl::Span<const uint32_t> words, uint32_t id_bound,
             ModuleBuilder* builder, DiagnosticList* diagnostics);
  // Makes later calls number ids densely, in order of appearance, and write
  // the new numbers into `words`, which must be the same words as above.
  void Renumber(absl::Span<uint32_t> words);

  // Decodes instructions from word `at` on while they take the fast path and
  // start before `stop`.  Returns the start of the first one that does not, or
  // whose words are unknown; the end of the module if there is none.
  uint32_t DecodeFastRun(uint32_t at, uint32_t stop);
  // Decodes the instruction at `first_word`; its words must be inside the
  // module.
  void Decode(grammar::Op op, uint32_t first_word, uint32_t word_count);

  // Reports ids that are not below the bound, after all instructions are
  // decoded: one error for a bound that is too small, or one for each wrong
  // id.
  void ReportIdsBeyondBound();

  // The old id by new id; valid after Renumber().
  const std::vector<uint32_t>& original_ids() const { return original_ids_; }

 private:
  struct Patterns {
    const grammar::OperandPattern* next;
    const grammar::OperandPattern* end;
  };
  static Patterns WholeOf(absl::Span<const grammar::OperandPattern> patterns) {
    return {patterns.data(), patterns.data() + patterns.size()};
  }

  // Whether an operand of this kind is one word without parameters.
  static bool IsOneWord(grammar::Kind kind) {
    return IsIdKind(kind) || kind == grammar::Kind::kLiteralInteger ||
           kind == grammar::Kind::kLiteralFloat;
  }
  // Whether an instruction of this set may have more ids than in the grammar:
  // only a later version of a non-semantic set may have added operands.
  static bool MayHaveMoreOperands(grammar::ExtInstSet set) {
    const grammar::ExtInstSetInfo& info = grammar::Info(set);
    return info.non_semantic && info.versioned;
  }

  // These decode an instruction on the fast path.  They return false, and add
  // no instruction, if it must take the slow path.  Defined in
  // decoder_fast_path.cc.
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  bool DecodeFast(grammar::Op op, uint32_t first_word, uint32_t word_count);
  // One word for each operand, except for a string or number at the end.
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  bool DecodeFastShape(grammar::Op op, const grammar::OpShape& shape,
                       uint32_t first_word, uint32_t word_count);
  // An extended instruction whose operands are ids.
  bool DecodeFastExtInst(uint32_t first_word, uint32_t word_count);
  // One word for each operand except strings, with enumerants that may have
  // parameters.
  bool DecodeFastPatterns(grammar::Op op, uint32_t first_word,
                          uint32_t word_count);
  // Whether all ids of an instruction with a shape are in bounds.
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  bool HasIdsInBounds(const grammar::OpShape& shape, const uint32_t* words,
                      uint32_t word_count) const;
  // Whether a string or number at the end, from word `begin` on, is simple.
  bool IsSimpleTail(grammar::OpShape::Tail tail, const uint32_t* words,
                    uint32_t begin, uint32_t word_count) const;
  // Records the enumerants at the words whose bits are set; false if one is
  // unknown.
  bool UseEnumerants(grammar::Op op, uint32_t enumerants,
                     const uint32_t* words);
  // Returns the enumerant and records its use; nullptr if it is unknown, or
  // has several bits.
  const grammar::EnumerantInfo* UseEnumerant(grammar::Kind kind,
                                             uint32_t value);

  void DecodeSlow(const grammar::OpInfo& info, const grammar::OpShape& shape);
  void CheckEnumerants(const grammar::OpShape& shape, uint32_t first_word);
  void DecodeVariable(const grammar::OpInfo& info,
                      const grammar::OpShape& shape);
  bool ExpandPatterns();
  void Push(absl::Span<const grammar::OperandPattern> patterns);

  // Each reads one operand at word_ and advances; false if there are too few
  // words.
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

  // Whether an id is below the bound and is not renumbered.
  bool IsInBounds(uint32_t id) const { return id - 1 < max_fast_id_; }
  // The same for the ids at the words whose bits are set, counted from first_.
  // All of them almost always are, so the loop does not branch for each id.
  bool AreInBounds(uint32_t bits) const {
    const uint32_t* const words = words_.data() + first_;
    bool all = true;
    for (; bits != 0; bits &= bits - 1) {
      all &= IsInBounds(words[std::countr_zero(bits)]);
    }
    return all;
  }
  // The id at a word, or kNoId, after a report, if it is invalid.
  Id ReadId(uint32_t at) {
    const uint32_t id = words_[at];
    return IsInBounds(id) ? Id(id) : ReadIdSlow(at);
  }
  Id ReadIdSlow(uint32_t at);
  // Reads the ids at the words whose bits are set, counted from first_.
  void ReadIds(uint32_t bits);
  // Stores result type and result, whose ids have been read.
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

  // The remaining patterns, and those after them, the innermost last.
  Patterns patterns_ = {};
  std::vector<Patterns> outer_patterns_;
  // By id of the OpExtInstImport; empty before the first one.
  std::vector<grammar::ExtInstSet> sets_;
  absl::flat_hash_map<uint32_t, uint32_t> numbers_;
  std::vector<uint32_t> original_ids_;

  // Ids that are not below the bound, with their first uses, and those of them
  // that instructions define.
  absl::flat_hash_map<uint32_t, uint32_t> beyond_bound_;
  absl::flat_hash_set<uint32_t> defined_beyond_bound_;

  absl::Span<const uint32_t> words_;
  uint32_t* renumbered_words_ = nullptr;
  uint32_t id_bound_ = 1;
  uint32_t max_fast_id_ = 0;  // 0 while ids are renumbered
  ModuleBuilder* builder_ = nullptr;
  DiagnosticList* diagnostics_ = nullptr;

  // The current instruction.
  grammar::Op op_ = {};
  uint32_t first_ = 0;
  uint32_t count_ = 0;
  uint32_t word_ = 0;           // the next one to read, from first_
  Operand* operand_ = nullptr;  // the end of the operands
  Id result_type_;
  Id result_;
  bool layout_known_ = true;             // false after an unknown operand
  std::vector<uint32_t> renumbered_at_;  // words with renumbered ids
};

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_INSTRUCTION_DECODER_H_
