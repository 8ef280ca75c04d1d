// Converts a module, or one instruction of it, into assembly text, in the
// format of spirv-dis 2026.4.
//
// Instructions are printed one by one from the module's tables; nothing is
// visited twice except what FriendlyNames needs.  Words without another form
// are printed as immediate words (!0x0000002a), which assemble to the same
// words: an operand unknown to the grammar with all that follow it, and the
// operands of OpUnknown(opcode, words) for words that are not an instruction.
//
// Tested by disassembler_test.cc and, against the peer,
// disassembler_options_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_DISASSEMBLER_H_
#define PLUMB_PARSE_DISASSEMBLY_DISASSEMBLER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "core/module.h"
#include "parse/disassembly/friendly_names.h"
#include "parse/disassembly/line_comments.h"
#include "parse/disassembly/section_heading.h"
#include "parse/disassembly/text_sink.h"
#include "parse/text/operand_locator.h"

namespace plumb {

struct DisassemblerOptions {
  bool header = true;          // the header's words, as comments
  bool indent = true;          // opcodes in one column
  bool friendly_names = true;  // ids by name, not by number
  bool offsets = false;        // the offset of each instruction, in bytes
  bool comment = false;        // headings, numbers of named ids, decorations
  bool color = false;          // escape sequences of a terminal
  // Strings in a form that a terminal can show (parse/printable_text.h); they
  // do not assemble to the same bytes.
  bool printable_strings = false;
  bool keep_line_ends = false;  // which count as printable
  bool nested_indent = false;   // opcodes indented by construct depth
  bool reorder_blocks = false;  // constructs contiguous (nested_layout.h)
  // Instructions with unknown opcodes, and unknown instructions of known sets,
  // as OpUnknown(opcode, words) with plain numbers, which have no comments.
  bool unknown_as_numbers = false;
  // Ids that are zero or not below the header's bound as immediate words,
  // because no name assembles to them.
  bool bad_ids_as_words = false;
};

// Names ids when they first occur, so only one thread at a time may use it.
class Disassembler {
 public:
  // `module` must outlive this.
  explicit Disassembler(const Module& module, DisassemblerOptions options = {});

  // The whole module; each instruction ends with a line feed.  Instructions
  // marked in `as_words`, by index, are printed as immediate words.  `begins`
  // receives the offset of each instruction in the text, by index.
  std::string Disassemble(const std::vector<bool>& as_words = {},
                          std::vector<size_t>* begins = nullptr) const;

  // The same in parts of some ten thousand bytes, of whole lines, so that
  // memory does not hold the text.
  using WritePart = TextSink::WritePart;
  void Write(WritePart write, const std::vector<bool>& as_words = {}) const;

  // The header's words as comments.
  std::string HeaderText() const;

  // Appends one instruction, without a line feed.  `operands`, if given,
  // receives the place of each operand in `out`, by operand number.
  void AppendInstruction(InstIndex index, std::string* out,
                         std::vector<TextRange>* operands = nullptr) const;

  // "%name", as it appears in the text.
  std::string IdText(Id id) const;

 private:
  enum class Color { kReset, kResult, kId, kNumber, kString, kGrey };

  void AppendHeader(TextSink* out) const;
  void AppendInstructions(const std::vector<bool>& as_words,
                          std::vector<size_t>* begins, TextSink* out) const;
  size_t TextSize(const std::vector<bool>& as_words) const;
  uint32_t FindPlainWords(const std::vector<bool>& as_words) const;
  void AppendUnknown(uint32_t first, uint32_t end, uint32_t plain_from,
                     TextSink* out) const;
  static bool IsMarked(const std::vector<bool>& marks, InstIndex index) {
    return index.value < marks.size() && marks[index.value];
  }
  void AppendHeading(Heading heading, Id function, TextSink* out) const;
  bool IsInvalidId(uint32_t id) const {
    return options_.bad_ids_as_words &&
           (id == 0 || id >= module_.header().bound);
  }
  void AppendWordsOfUnknown(absl::Span<const uint32_t> words,
                            TextSink* out) const;
  bool IsUnknownExtInst(const Inst& inst) const;
  uint32_t EndOf(InstIndex index) const;
  void AppendLine(InstIndex index, uint32_t depth, CommentColumn* column,
                  TextSink* out) const;
  bool AppendComments(InstIndex index, size_t begin, CommentColumn* column,
                      TextSink* out) const;
  void AppendOperands(const Inst& inst, uint32_t first, TextSink* out,
                      std::vector<TextRange>* operands) const;
  void AppendInst(const Inst& inst, uint32_t depth, TextSink* out,
                  std::vector<TextRange>* operands) const;
  void AppendResult(Id id, uint32_t depth, TextSink* out,
                    TextRange* range) const;
  // Each returns false if it printed immediate words.
  bool AppendOperand(const Inst& inst, uint32_t operand, TextSink* out) const;
  bool AppendLiteral(const Inst& inst, uint32_t operand, TextSink* out) const;
  bool AppendExtInst(const Inst& inst, uint32_t operand, TextSink* out) const;
  bool AppendNested(uint32_t opcode, TextSink* out) const;
  bool AppendEnum(grammar::Kind kind, uint32_t value, TextSink* out) const;
  void AppendString(const Inst& inst, uint32_t operand, TextSink* out) const;
  void AppendId(Id id, TextSink* out) const;
  void AppendColor(Color color, TextSink* out) const;
  bool IsAbove(Id id, const Inst& inst) const;
  grammar::ExtInstSet SetOf(Id import) const;

  const Module& module_;
  DisassemblerOptions options_;
  mutable std::optional<FriendlyNames> names_;            // created when needed
  std::vector<std::pair<Id, grammar::ExtInstSet>> sets_;  // sorted by id
  TargetDecorations decorations_;                         // for comments
};

// A literal string in quotes.
void AppendQuoted(absl::string_view string, std::string* out);

// A value of a value or bit enum by name ("Volatile|Aligned").
void AppendEnumerant(grammar::Kind kind, uint32_t value, std::string* out);

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_DISASSEMBLER_H_
