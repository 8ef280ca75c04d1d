// Fills a Module in module order.
//
// Used by all readers (assembler, binary reader).  It maintains all tables of
// the module, so that neither readers nor rules walk the module to find
// instructions.
#ifndef PLUMB_CORE_MODULE_BUILDER_H_
#define PLUMB_CORE_MODULE_BUILDER_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/buffer.h"
#include "core/module.h"
#include "core/op_role.h"
#include "grammar/grammar.h"

namespace plumb {

class ModuleBuilder {
 public:
  // A builder can be reused for further modules; Start() must be called first.
  ModuleBuilder() = default;
  explicit ModuleBuilder(Module* module) { Start(module); }

  // Empties `module`, which keeps its memory, and starts to fill it.  `module`
  // must outlive its filling.
  void Start(Module* module);

  // Reserves room for a module of about this size.
  void Reserve(uint32_t words, uint32_t instructions);

  // The words of a binary that is read in place (header included); they must
  // outlive the module.
  void BorrowWords(absl::Span<const uint32_t> words) {
    module_->words_ = words;
  }
  // The words of a new module: the reader appends to this, starting with the
  // five words of the header.
  Buffer<uint32_t>& owned_words() { return module_->owned_words_; }

  void set_header(const ModuleHeader& header) { module_->header_ = header; }
  // Sets the size of the tables by id.  Ids passed to AddInstruction must be
  // smaller; it can grow later.
  void SetIdBound(uint32_t bound) { module_->ids_.resize(bound); }
  void set_text(absl::string_view text) { module_->text_ = text; }
  // Gives a module that was read from words a text, and the place of each of
  // its instructions in it.
  static void PlaceInText(absl::string_view text,
                          absl::Span<const uint32_t> origins, Module* module) {
    module->text_ = text;
    module->origins_.clear();
    module->origins_.append(origins.begin(), origins.end());
  }
  void set_original_ids(std::vector<uint32_t> ids) {
    module_->original_ids_ = std::move(ids);
  }

  // Operands of the instruction that is being read, in order.
  void AddOperand(uint32_t word, grammar::Kind kind) {
    module_->operands_.push_back({static_cast<uint16_t>(word), kind});
  }
  // Reserves memory for `max_count` operands that the caller writes directly.
  // Nothing else may be added before EndOperands(), which takes one past the
  // last operand. Without EndOperands(), no operand is added.
  Operand* BeginOperands(uint32_t max_count) {
    Buffer<Operand>& operands = module_->operands_;
    const size_t size = operands.size();
    operands.ResizeUninitialized(size + max_count);
    operands.ResizeUninitialized(size);
    return operands.end();
  }
  void EndOperands(const Operand* end) {
    module_->operands_.ResizeUninitialized(
        static_cast<size_t>(end - module_->operands_.data()));
  }
  // Operands added since the last instruction.
  uint32_t operand_count() const {
    return static_cast<uint32_t>(module_->operands_.size()) - pending_operands_;
  }
  // Forgets them.
  void DropOperands() { module_->operands_.resize(pending_operands_); }

  // Marks the requirement of an enumerant (or ext. instruction) as used.
  void UseRequirement(uint16_t index) {
    module_->used_requirements_[index / 64] |= uint64_t{1} << (index % 64);
  }

  // Adds an instruction that starts at `first_word` and whose operands have
  // been added.  `result_type` and `result` are kNoId if the opcode has none.
  // Marks the requirement of the opcode as used.
  void AddInstruction(grammar::Op op, uint32_t first_word, Id result_type,
                      Id result);
  // Adds an instruction whose operands must not be added, because all of them
  // (except possibly the last) are one word each, as in the opcode's patterns;
  // the last pattern can repeat.  All such instructions with one opcode share a
  // list.
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  void AddSharedInstruction(grammar::Op op, uint32_t first_word,
                            uint32_t operand_count, Id result_type, Id result);
  // The place of the instruction that was added last, in a text.
  void AddOrigin(uint32_t byte_offset) {
    module_->origins_.push_back(byte_offset);
  }

  // Records that an instruction that would be the next one could not be read.
  void AddUnread(grammar::Op op, Id result, Id target = kNoId) {
    module_->unread_.push_back(
        {InstIndex(module_->size()), op, result, target});
  }

  uint32_t instruction_count() const { return module_->size(); }
  const Module& module() const { return *module_; }

  // Closes the last function and makes owned words the module's words, with
  // the header written into them.
  void Finish();

 private:
  ABSL_ATTRIBUTE_ALWAYS_INLINE
  void Append(grammar::Op op, uint32_t first_word, uint32_t first_operand,
              uint32_t operand_count, Id result_type, Id result);
  // The operands that instructions with one opcode share: each has the first
  // few of them.
  struct SharedOperands {
    uint32_t first = 0;
    uint32_t limit = 0;  // one more than there are; 0 before they are used
  };
  // Operand lists that depend on the grammar only, long enough for nearly all
  // instructions; all modules begin with them.
  struct CommonLists {
    std::array<SharedOperands, grammar::kOpCount> of_op;
    Buffer<Operand> operands;
  };

  // Marks an opcode and its requirement as used.
  void Use(grammar::Op op) {
    const auto row = static_cast<uint32_t>(op);
    module_->used_ops_[row / 64] |= uint64_t{1} << (row % 64);
    UseRequirement(grammar::Info(op).requirement);
  }
  static CommonLists MakeCommonLists();
  static const CommonLists& GetCommonLists();
  // Adds the operands of such a list.
  static void AddShared(grammar::Op op, uint32_t count,
                        Buffer<Operand>* operands);
  // Makes sure that the opcode has a shared list of at least `count` operands.
  void ShareOperands(grammar::Op op, uint32_t count);
  void Redefine(InstIndex index, Id result_type, Id result);
  // Only for roles that are IsListed().
  void NoteStructure(OpRole role, InstIndex index);

  const CommonLists* common_ = &GetCommonLists();
  Module* module_ = nullptr;
  uint32_t pending_operands_ = 0;
  bool in_function_ = false;
  std::array<SharedOperands, grammar::kOpCount> shared_;  // by opcode row
  // The rows of those that are used, in the first so many places.
  std::array<uint16_t, grammar::kOpCount> shared_rows_;
  uint32_t shared_row_count_ = 0;
};

// The busiest part of reading, so it is inlined into the readers' loops; what
// few instructions need is out of line.

inline void ModuleBuilder::AddInstruction(grammar::Op op, uint32_t first_word,
                                          Id result_type, Id result) {
  Use(op);
  const uint32_t end = static_cast<uint32_t>(module_->operands_.size());
  Append(op, first_word, pending_operands_, end - pending_operands_,
         result_type, result);
  pending_operands_ = end;
}

inline void ModuleBuilder::AddSharedInstruction(grammar::Op op,
                                                uint32_t first_word,
                                                uint32_t operand_count,
                                                Id result_type, Id result) {
  const SharedOperands& shared = shared_[static_cast<uint32_t>(op)];
  if (operand_count >= shared.limit) ShareOperands(op, operand_count);
  Append(op, first_word, shared.first, operand_count, result_type, result);
}

inline void ModuleBuilder::Append(grammar::Op op, uint32_t first_word,
                                  uint32_t first_operand,
                                  uint32_t operand_count, Id result_type,
                                  Id result) {
  Module& m = *module_;
  const InstIndex index(m.size());
  m.records_.push_back({first_word, first_operand, result, op,
                        static_cast<uint16_t>(operand_count)});
  if (result != kNoId) {
    const bool is_first =
        result.value < m.ids_.size() && m.ids_[result.value].at == kNoInst;
    if (is_first) {
      m.ids_[result.value] = {index, result_type};
    } else {
      Redefine(index, result_type, result);
    }
  }
  const OpRole role = RoleOf(op);
  if (IsListed(role)) NoteStructure(role, index);
}

}  // namespace plumb

#endif  // PLUMB_CORE_MODULE_BUILDER_H_
