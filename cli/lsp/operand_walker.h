// Which operand of the grammar each token of an instruction is, and which one
// comes next: for completion while an instruction is written.
//
// Tested by operand_walker_test.cc.
#ifndef PLUMB_CLI_LSP_OPERAND_WALKER_H_
#define PLUMB_CLI_LSP_OPERAND_WALKER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cli/lsp/text_index.h"
#include "grammar/grammar.h"
#include "grammar/operand_class.h"

namespace plumb::lsp {

// An operand of an instruction.
struct OperandSlot {
  grammar::OperandPattern pattern;
  // Of what an id must be; kNone for others.
  grammar::OperandClass id_class;
  // Counted from 0 in the order of the words, result type and result included.
  uint32_t number;
};

// Visits the operands behind the opcode in order.  The result, which is before
// it, is counted, but has no slot.
class OperandWalker {
 public:
  // Both must outlive this.
  OperandWalker(const TextIndex& index, const Statement& statement);

  // The slot of the next token; nullopt if the instruction takes no more.
  std::optional<OperandSlot> Next();
  // Goes on behind a token, which is in the slot that Next() returned.  An
  // enumerant, an opcode or an extended instruction is followed by its own
  // operands.
  void Take(const IndexedToken& token);
  // What may come from the next slot on, as far as the tokens so far determine
  // it.
  std::vector<grammar::OperandPattern> Rest() const;
  // The set of an OpExtInst, after its operand was taken.
  grammar::ExtInstSet ext_inst_set() const { return set_; }

 private:
  // An operand that is to come, or the rest of a pair.
  struct Pending {
    grammar::OperandPattern pattern;
    // Of its id, and of the second one of a pair.
    grammar::OperandClass classes[2];
  };

  // Makes the operands of an opcode, enumerant or extended instruction the
  // next ones, from `first` on.
  template <typename Owner>
  void Push(absl::Span<const grammar::OperandPattern> patterns,
            const Owner& owner, uint32_t first = 0);
  void PushParameters(grammar::Kind kind, absl::string_view text);
  void PushNested(absl::string_view name);
  void PushExtInst(absl::string_view name);
  void NoteImport(const IndexedToken& token);

  const TextIndex& index_;
  std::vector<Pending> pending_;  // the next one is the last
  uint32_t number_ = 0;
  grammar::ExtInstSet set_ = grammar::ExtInstSet::kNone;
  bool is_ext_inst_;
};

// What an operand is called: "Result Type", "Operand 1".
absl::string_view TitleOf(const grammar::OperandPattern& pattern);

// The set that a statement imports, or kNone.
grammar::ExtInstSet ImportedSet(const TextIndex& index,
                                const Statement& statement);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_OPERAND_WALKER_H_
