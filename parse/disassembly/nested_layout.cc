// See nested_layout.h.
#include "parse/disassembly/nested_layout.h"

#include <algorithm>

namespace plumb {
namespace {

constexpr uint32_t kColumnsPerLevel = 2;
// Deeper constructs are not indented further, so that the text stays linear in
// the module.
constexpr uint32_t kMaxLevel = 32;

}  // namespace

NestedLayout::NestedLayout(const Module& module, bool reorder)
    : columns_(module.size(), 0), block_of_label_(module.id_bound(), kNoBlock) {
  if (reorder) order_.reserve(module.size());
  uint32_t next = 0;
  for (const FunctionRange& function : module.functions()) {
    for (; next < function.first.value; ++next) ShowPlain(next, reorder);
    LayOutFunction(module, function, reorder);
    next = std::max(next, function.last.value);
  }
  for (; next < module.size(); ++next) ShowPlain(next, reorder);
}

void NestedLayout::ShowPlain(uint32_t instruction, bool reorder) {
  if (reorder) order_.push_back(instruction);
}

void NestedLayout::LayOutFunction(const Module& module,
                                  const FunctionRange& function, bool reorder) {
  FindBlocks(module, function);
  for (uint32_t i = function.first.value; i < prologue_end_; ++i) {
    ShowPlain(i, reorder);
  }
  if (blocks_.empty()) return;
  Walk(module, 0, reorder);
  for (uint32_t b = 1; b < blocks_.size(); ++b) {
    if (!blocks_[b].shown) Walk(module, b, reorder);
  }
  for (uint32_t i = blocks_.back().end; i < function.last.value; ++i) {
    ShowPlain(i, reorder);
  }
}

void NestedLayout::FindBlocks(const Module& module,
                              const FunctionRange& function) {
  blocks_.clear();
  prologue_end_ = function.last.value;
  bool in_block = false;
  uint32_t gap = 0;  // the start of the block after this one
  for (uint32_t i = function.first.value; i < function.last.value; ++i) {
    const Inst inst = module.inst(InstIndex(i));
    if (inst.op() == Op::kLabel) {
      Block block;
      block.begin = blocks_.empty() || in_block ? i : gap;
      if (blocks_.empty()) prologue_end_ = i;
      if (in_block) blocks_.back().end = i;
      if (inst.result().value < block_of_label_.size()) {
        block_of_label_[inst.result().value] =
            static_cast<uint32_t>(blocks_.size());
      }
      blocks_.push_back(block);
      in_block = true;
    } else if (in_block && (Is(inst.op(), OpTrait::kTerminator) ||
                            inst.op() == Op::kFunctionEnd)) {
      gap = inst.op() == Op::kFunctionEnd ? i : i + 1;
      blocks_.back().end = gap;
      in_block = false;
    }
  }
  if (in_block) blocks_.back().end = function.last.value;
}

void NestedLayout::Walk(const Module& module, uint32_t first_block,
                        bool reorder) {
  Enter(first_block, 0);
  while (!stack_.empty()) {
    const uint32_t block = stack_.back();
    stack_.pop_back();
    Show(&blocks_[block], reorder);
    EnterTargets(module, block);
  }
}

void NestedLayout::Enter(uint32_t block, uint32_t level) {
  if (block >= blocks_.size() || blocks_[block].level != kNoBlock) return;
  blocks_[block].level = level;
  stack_.push_back(block);
}

void NestedLayout::EnterTargets(const Module& module, uint32_t block) {
  const uint32_t begin = blocks_[block].begin;
  const uint32_t level = blocks_[block].level;
  uint32_t last = blocks_[block].end;
  if (last == begin ||
      !Is(module.record(InstIndex(--last)).op, OpTrait::kTerminator)) {
    return;
  }
  // Labels of another function have a number too, but are defined elsewhere.
  const auto block_of = [&](Id id) {
    const InstIndex def = module.def(id);
    const bool here = def != kNoInst && id.value < block_of_label_.size() &&
                      def.value >= blocks_.front().begin &&
                      def.value < blocks_.back().end;
    return here ? block_of_label_[id.value] : kNoBlock;
  };
  uint32_t inner = level;
  if (last > begin &&
      Is(module.record(InstIndex(last - 1)).op, OpTrait::kMerge)) {
    const Inst merge = module.inst(InstIndex(last - 1));
    inner = level + 1;
    Enter(block_of(merge.id(0)), level);
    if (merge.op() == Op::kLoopMerge) Enter(block_of(merge.id(1)), inner);
  }
  const Inst branch = module.inst(InstIndex(last));
  const size_t bottom = stack_.size();
  for (uint32_t i = 0; i < branch.operand_count(); ++i) {
    if (IsIdKind(branch.kind(i))) Enter(block_of(branch.id(i)), inner);
  }
  std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(bottom),
               stack_.end());
}

void NestedLayout::Show(Block* block, bool reorder) {
  block->shown = true;
  const uint32_t columns = std::min(block->level, kMaxLevel) * kColumnsPerLevel;
  for (uint32_t i = block->begin; i < block->end; ++i) {
    const uint32_t position =
        reorder ? static_cast<uint32_t>(order_.size()) : i;
    columns_[position] = static_cast<uint8_t>(columns);
    if (reorder) order_.push_back(i);
  }
}

}  // namespace plumb
