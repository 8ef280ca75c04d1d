// Turns a module, or one instruction of it, into assembly text, in the format
// of spirv-dis.
//
// Instructions are printed one by one from the module's tables; nothing is
// looked at twice except what FriendlyNames needs.  Text reads back to the same
// words, unless an operand is unknown to the grammar, which is then printed as
// an immediate word (!0x0000002a).
//
// Tested by disassembler_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLER_H_
#define PLUMB_PARSE_DISASSEMBLER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/module.h"
#include "parse/friendly_names.h"
#include "parse/operand_locator.h"

namespace plumb {

struct DisassemblerOptions {
  bool header = true;          // the header's words, as comments
  bool indent = true;          // opcodes in one column
  bool friendly_names = true;  // ids by name, not by number
};

class Disassembler {
 public:
  // `module` must outlive this.
  explicit Disassembler(const Module& module, DisassemblerOptions options = {});

  // The whole module, each instruction ended by a line feed.
  std::string Disassemble() const;

  // Appends one instruction, without a line feed.  With `operands`, also says
  // where in `out` each operand stands, by operand number.
  void AppendInstruction(InstIndex index, std::string* out,
                         std::vector<TextRange>* operands = nullptr) const;

  // "%name", as it appears in the text.
  std::string IdText(Id id) const;

 private:
  void AppendHeader(std::string* out) const;
  void AppendOperand(const Inst& inst, uint32_t operand,
                     std::string* out) const;
  void AppendExtInst(const Inst& inst, uint32_t operand,
                     std::string* out) const;
  grammar::ExtInstSet SetOf(Id import) const;

  const Module& module_;
  DisassemblerOptions options_;
  std::optional<FriendlyNames> names_;
  std::vector<std::pair<Id, grammar::ExtInstSet>> sets_;  // sorted by id
};

// A literal string in quotes.
void AppendQuoted(absl::string_view string, std::string* out);

// A value of a value or bit enum by name ("Volatile|Aligned").
void AppendEnumerant(grammar::Kind kind, uint32_t value, std::string* out);

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLER_H_
