// One function as its checks see it: blocks, control-flow graph, dominators
// and constructs, each computed once.
//
// A FunctionContext is one worker's scratch: Enter() fills it for function
// after function and keeps its memory.
//
// Tested by function_context_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_FUNCTION_CONTEXT_H_
#define PLUMB_VALIDATE_ENGINE_FUNCTION_CONTEXT_H_

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "cfg/dominators.h"
#include "cfg/flow_graph.h"
#include "cfg/structure.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "validate/engine/module_context.h"

namespace plumb {

using cfg::BlockIndex;
using cfg::kNoBlock;

// A basic block: its OpLabel, its merge instruction and its terminator, where
// it has them.
struct Block {
  InstIndex label;
  InstIndex merge = kNoInst;
  InstIndex terminator = kNoInst;
  Id id;
};

class FunctionContext {
 public:
  // `diagnostics` is the worker's list and may change from run to run.
  void Begin(ModuleContext& module_context, DiagnosticList* diagnostics);
  // Enters a function: finds its blocks and, unless its layout was rejected,
  // builds its graph and dominators.  Linear in its instructions, but for the
  // dominators (see cfg/dominators.h).
  void Enter(uint32_t function);

  const Module& module() const { return context_->module(); }
  const ModuleContext& context() const { return *context_; }
  ModuleContext& context() { return *context_; }
  uint32_t function() const { return function_; }
  const FunctionRange& range() const { return module().functions()[function_]; }
  Id id() const { return module().record(range().first).result; }

  // Whether the function has a flow graph: its layout must be valid, and its
  // branches and merge instructions must name its own blocks.
  bool has_graph() const { return has_graph_; }
  // Whether the function has control flow that must be or is declared
  // structured.
  bool has_structure() const { return has_structure_; }

  absl::Span<const Block> blocks() const { return blocks_; }
  const Block& block(BlockIndex b) const { return blocks_[b.value]; }
  // The block that contains an instruction of this function; kNoBlock before
  // the first label.
  BlockIndex BlockOf(InstIndex i) const { return block_of_[i - range().first]; }
  // The block of a label, or kNoBlock if `label` is not in this function.
  BlockIndex BlockOfLabel(Id label) const;
  bool Contains(InstIndex i) const {
    return i >= range().first && i < range().last;
  }

  // Edges of the terminators, in operand order, equal ones included.
  const cfg::FlowGraph& graph() const { return graph_; }
  // Dominators over graph(), from the first block.
  const cfg::DomTree& dominators() const {
    return has_own_dominators_ ? dominators_ : structure_.dominators();
  }

  // Merge instructions by block, and the constructs that they declare.
  // Requires has_structure().
  absl::Span<const cfg::BlockInfo> block_info() const { return block_info_; }
  const cfg::Structure& structure() const { return structure_; }
  // Structural post-dominators, built on demand.
  const cfg::DomTree& structural_post_dominators();

  // Arrays for the use of one check at a time; contents are left over.
  std::vector<BlockIndex>& block_scratch(int slot) {
    return block_scratch_[slot];
  }
  std::vector<uint32_t>& number_scratch(int slot) {
    return number_scratch_[slot];
  }

  std::vector<cfg::FlowEdge>& edge_scratch() { return edge_scratch_; }

  ABSL_ATTRIBUTE_COLD DiagnosticBuilder
  Report(const Rule& rule, Place place, std::initializer_list<Arg> args = {});
  DiagnosticList* diagnostics() { return diagnostics_; }

 private:
  void FindBlocks();
  void BuildGraph();
  bool ReadEdges();
  bool ReadStructure();
  bool AddEdges(BlockIndex from, Inst terminator);
  bool ReadMerge(BlockIndex b);

  ModuleContext* context_ = nullptr;
  DiagnosticList* diagnostics_ = nullptr;
  uint32_t function_ = 0;
  bool has_graph_ = false;
  std::vector<Block> blocks_;
  std::vector<BlockIndex> block_of_;  // by instruction, from range().first
  cfg::FlowGraph graph_;
  cfg::DomTreeBuilder dominator_builder_;
  // Without merge instructions, the dominators are the structural ones.
  bool has_own_dominators_ = true;
  cfg::DomTree dominators_;
  bool has_structure_ = false;
  bool has_post_dominators_ = false;
  std::vector<cfg::BlockInfo> block_info_;
  cfg::Structure structure_;
  std::array<std::vector<BlockIndex>, 6> block_scratch_;
  std::array<std::vector<uint32_t>, 2> number_scratch_;
  std::vector<cfg::FlowEdge> edge_scratch_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_FUNCTION_CONTEXT_H_
