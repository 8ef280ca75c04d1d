// See nested_layout.h.
#include "parse/disassembly/nested_layout.h"

#include <algorithm>

namespace plumb {
namespace {

constexpr uint32_t kColumnsPerLevel = 2;
// Of a continue construct, and of other constructs, from the one around it.
constexpr uint32_t kLevelsOfContinue = 1;
constexpr uint32_t kLevelsOfConstruct = 2;
// Deeper constructs are not indented further, so that the text stays linear in
// the module.
constexpr uint32_t kMaxLevel = 64;
// Instructions of a block from its label.
constexpr uint32_t kColumnsOfBody = 2;
// Instructions between blocks: the column of the one shown before.
constexpr uint8_t kSameColumn = 255;

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
    if (!blocks_[b].entered) Walk(module, b, reorder);
  }
  for (uint32_t i = blocks_.back().end; i < function.last.value; ++i) {
    if (module.record(InstIndex(i)).op != Op::kFunctionEnd) {
      columns_[i] = kSameColumn;  // the position is the same
    }
    ShowPlain(i, reorder);
  }
  for (uint32_t i = prologue_end_; i < function.last.value; ++i) {
    if (columns_[i] == kSameColumn) columns_[i] = columns_[i - 1];
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

// A depth-first walk along the edges in the reverse of the order in which their
// targets are to be shown: the reverse of the order in which it leaves blocks.
void NestedLayout::Walk(const Module& module, uint32_t first_block,
                        bool reorder) {
  left_.clear();
  Enter(module, first_block);
  while (!stack_.empty()) {
    Visit& visit = stack_.back();
    if (visit.next < targets_.size()) {
      const uint32_t target = targets_[visit.next++];
      if (!blocks_[target].entered) Enter(module, target);
      continue;
    }
    left_.push_back(visit.block);
    targets_.resize(visit.first);
    stack_.pop_back();
  }
  for (auto block = left_.rbegin(); block != left_.rend(); ++block) {
    Show(module, &blocks_[*block], reorder);
  }
}

void NestedLayout::Enter(const Module& module, uint32_t block) {
  blocks_[block].entered = true;
  if (blocks_[block].level == kNoLevel) blocks_[block].level = 0;
  const auto first = static_cast<uint32_t>(targets_.size());
  stack_.push_back({block, first, first});
  const Exit exit = ExitOf(module, block);
  SetLevelsOfTargets(module, blocks_[block].level, exit);
  const auto add = [&](uint32_t target) {
    if (target != kNoBlock) targets_.push_back(target);
  };
  add(exit.merge);
  add(exit.continue_target);
  const auto begin = static_cast<std::ptrdiff_t>(targets_.size());
  ForEachTarget(module, exit, add);
  std::reverse(targets_.begin() + begin, targets_.end());
}

void NestedLayout::SetLevelsOfTargets(const Module& module, uint32_t level,
                                      const Exit& exit) {
  const auto set = [this](uint32_t target, uint32_t to) {
    if (target == kNoBlock || blocks_[target].level != kNoLevel) return;
    blocks_[target].level = to;
  };
  set(exit.merge, level);
  set(exit.continue_target, level + kLevelsOfContinue);
  const uint32_t inner = level + (exit.nests ? kLevelsOfConstruct : 0);
  ForEachTarget(module, exit, [&](uint32_t target) { set(target, inner); });
}

NestedLayout::Exit NestedLayout::ExitOf(const Module& module,
                                        uint32_t block) const {
  Exit exit;
  const uint32_t begin = blocks_[block].begin;
  if (blocks_[block].end == begin) return exit;
  const uint32_t last = blocks_[block].end - 1;
  const Op op = module.record(InstIndex(last)).op;
  if (!Is(op, OpTrait::kTerminator)) return exit;
  exit.terminator = InstIndex(last);
  exit.nests = op != Op::kBranch;
  if (last == begin ||
      !Is(module.record(InstIndex(last - 1)).op, OpTrait::kMerge)) {
    return exit;
  }
  const Inst merge = module.inst(InstIndex(last - 1));
  exit.nests = true;
  exit.merge = BlockOf(module, merge.id(0));
  if (merge.op() == Op::kLoopMerge) {
    exit.continue_target = BlockOf(module, merge.id(1));
  }
  return exit;
}

template <typename Visitor>
void NestedLayout::ForEachTarget(const Module& module, const Exit& exit,
                                 const Visitor& visit) const {
  if (exit.terminator == kNoInst) return;
  const Inst branch = module.inst(exit.terminator);
  for (uint32_t i = 0; i < branch.operand_count(); ++i) {
    if (!IsIdKind(branch.kind(i))) continue;
    const uint32_t target = BlockOf(module, branch.id(i));
    if (target != kNoBlock) visit(target);
  }
}

// Labels of another function have a number too, but are defined elsewhere.
uint32_t NestedLayout::BlockOf(const Module& module, Id label) const {
  const InstIndex def = module.def(label);
  const bool here = def != kNoInst && label.value < block_of_label_.size() &&
                    def.value >= blocks_.front().begin &&
                    def.value < blocks_.back().end;
  const uint32_t block = here ? block_of_label_[label.value] : kNoBlock;
  return block < blocks_.size() ? block : kNoBlock;
}

void NestedLayout::Show(const Module& module, Block* block, bool reorder) {
  const uint32_t columns = std::min(block->level, kMaxLevel) * kColumnsPerLevel;
  bool is_before_label = true;
  for (uint32_t i = block->begin; i < block->end; ++i) {
    const uint32_t position =
        reorder ? static_cast<uint32_t>(order_.size()) : i;
    const Op op = module.record(InstIndex(i)).op;
    columns_[position] = op == Op::kLabel ? static_cast<uint8_t>(columns)
                         : is_before_label
                             ? kSameColumn
                             : static_cast<uint8_t>(columns + kColumnsOfBody);
    if (op == Op::kLabel) is_before_label = false;
    if (reorder) order_.push_back(i);
  }
}

}  // namespace plumb
