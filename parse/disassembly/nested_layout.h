// The order and the depth of instructions in a disassembly that shows the
// constructs of structured control flow (section 2.11).
//
// A header assigns its own depth to its merge block, one level more to its
// continue target, and two levels more to its branch targets, as does a block
// that only has several targets; any other block passes on its depth.  A block
// keeps the first depth that it is assigned when a depth-first walk enters the
// blocks that branch to it.  The walk goes from the header to its merge block,
// its continue target, and its branch targets from the last to the first.
// Reordered blocks are shown in the reverse of the order in which it leaves
// them: each after all that branch to it, except over back edges, and the merge
// block after the continue construct.
//
// Tested by nested_layout_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_NESTED_LAYOUT_H_
#define PLUMB_PARSE_DISASSEMBLY_NESTED_LAYOUT_H_

#include <cstdint>
#include <vector>

#include "core/module.h"

namespace plumb {

class NestedLayout {
 public:
  // The module's own order, without depths.
  NestedLayout() = default;
  // Linear in the module.  Without `reorder` there are only depths.
  NestedLayout(const Module& module, bool reorder);

  // The instruction to show at a position, and its indentation in columns.
  // Positions are counted from 0 to the module's size.
  InstIndex At(uint32_t position) const {
    return InstIndex(order_.empty() ? position : order_[position]);
  }
  uint32_t DepthAt(uint32_t position) const {
    return columns_.empty() ? 0 : columns_[position];
  }

 private:
  static constexpr uint32_t kNoBlock = ~uint32_t{0};
  static constexpr uint32_t kNoLevel = ~uint32_t{0};
  // A block, including the instructions between it and the previous block.
  struct Block {
    uint32_t begin = 0;
    uint32_t end = 0;
    uint32_t level = kNoLevel;  // kNoLevel: not assigned yet
    bool entered = false;
  };
  // How control flow leaves a block.
  struct Exit {
    uint32_t merge = kNoBlock;
    uint32_t continue_target = kNoBlock;
    InstIndex terminator = kNoInst;
    bool nests = false;  // the targets are deeper than the block
  };
  // A block on the path of the walk, whose targets are those from `first` on.
  struct Visit {
    uint32_t block, first, next;
  };

  void LayOutFunction(const Module& module, const FunctionRange& function,
                      bool reorder);
  void FindBlocks(const Module& module, const FunctionRange& function);
  void Enter(const Module& module, uint32_t block);
  void SetLevelsOfTargets(const Module& module, uint32_t level,
                          const Exit& exit);
  Exit ExitOf(const Module& module, uint32_t block) const;
  template <typename Visitor>
  void ForEachTarget(const Module& module, const Exit& exit,
                     const Visitor& visit) const;
  uint32_t BlockOf(const Module& module, Id label) const;
  void Walk(const Module& module, uint32_t first_block, bool reorder);
  void Show(const Module& module, Block* block, bool reorder);
  void ShowPlain(uint32_t instruction, bool reorder);

  std::vector<uint32_t> order_;
  std::vector<uint8_t> columns_;
  // Scratch, by function.
  std::vector<Block> blocks_;
  std::vector<uint32_t> block_of_label_;  // by id
  std::vector<Visit> stack_;
  std::vector<uint32_t> targets_;  // of the blocks in stack_
  std::vector<uint32_t> left_;  // blocks, in the order in which they are left
  uint32_t prologue_end_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_NESTED_LAYOUT_H_
