// The order and the depth of instructions in a disassembly that shows the
// constructs of structured control flow (section 2.11).
//
// The blocks of a function are walked once, with a stack.  A header assigns
// its own depth to its merge block, and one more to its continue target and
// branch targets; any other block passes on its depth.  A block keeps the
// first depth that it is assigned.  Merge blocks and continue targets get
// theirs before anything can branch to them, so a branch out of a construct
// does not move its target inside.  The order of the walk is: the header, then
// its branches, each contiguous, its continue construct, and its merge block.
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
  // A block, including the instructions between it and the previous block.
  struct Block {
    uint32_t begin = 0;
    uint32_t end = 0;
    uint32_t level = kNoBlock;  // kNoBlock: not reached yet
    bool shown = false;
  };

  void LayOutFunction(const Module& module, const FunctionRange& function,
                      bool reorder);
  void FindBlocks(const Module& module, const FunctionRange& function);
  void Enter(uint32_t block, uint32_t level);
  void EnterTargets(const Module& module, uint32_t block);
  void Walk(const Module& module, uint32_t first_block, bool reorder);
  void Show(Block* block, bool reorder);
  void ShowPlain(uint32_t instruction, bool reorder);

  std::vector<uint32_t> order_;
  std::vector<uint8_t> columns_;
  // Scratch, by function.
  std::vector<Block> blocks_;
  std::vector<uint32_t> block_of_label_;  // by id
  std::vector<uint32_t> stack_;
  uint32_t prologue_end_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_NESTED_LAYOUT_H_
