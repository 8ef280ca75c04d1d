#include "validate/function_context.h"

#include "core/op_role.h"

namespace plumb {

using grammar::Op;

void FunctionContext::Begin(ModuleContext& module_context,
                            DiagnosticList* diagnostics) {
  context_ = &module_context;
  diagnostics_ = diagnostics;
}

void FunctionContext::Enter(uint32_t function) {
  function_ = function;
  has_graph_ = false;
  FindBlocks();
  if (!context_->function_broken(function) && !blocks_.empty()) BuildGraph();
}

void FunctionContext::FindBlocks() {
  const FunctionRange& r = range();
  blocks_.clear();
  blocks_.reserve(r.block_count);
  block_of_.clear();
  block_of_.resize(r.last - r.first, kNoBlock);
  const absl::Span<const InstRecord> records = module().records();
  BlockIndex current = kNoBlock;
  for (InstIndex i = r.first; i != r.last; ++i) {
    const OpRole role = RoleOf(records[i.value].op);
    switch (role) {
      case OpRole::kLabel:
        current = BlockIndex(static_cast<uint32_t>(blocks_.size()));
        blocks_.push_back({i, kNoInst, kNoInst, records[i.value].result});
        break;
      case OpRole::kSelectionMerge:
      case OpRole::kLoopMerge:
        if (current != kNoBlock) blocks_[current.value].merge = i;
        break;
      case OpRole::kBranch:
      case OpRole::kTermination:
        if (current != kNoBlock) blocks_[current.value].terminator = i;
        break;
      default:
        break;
    }
    block_of_[i - r.first] = current;
    if (role == OpRole::kBranch || role == OpRole::kTermination) {
      current = kNoBlock;
    }
  }
}

BlockIndex FunctionContext::BlockOfLabel(Id label) const {
  const InstIndex def = module().def(label);
  if (def == kNoInst || !Contains(def) ||
      module().record(def).op != Op::kLabel) {
    return kNoBlock;
  }
  return BlockOf(def);
}

void FunctionContext::BuildGraph() {
  graph_.Reset(static_cast<uint32_t>(blocks_.size()));
  for (uint32_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].terminator == kNoInst) return;  // layout will have said so
    AddEdges(BlockIndex(b), module().inst(blocks_[b].terminator));
  }
  graph_.Finish();
  dominators_.Build(graph_, BlockIndex(0));
  has_graph_ = true;
}

void FunctionContext::AddEdges(BlockIndex from, Inst terminator) {
  if (RoleOf(terminator.op()) != OpRole::kBranch) return;
  const absl::Span<const Operand> operands = terminator.operands();
  // The condition and the selector are the only ids that are no targets.
  const uint32_t first = terminator.op() == Op::kBranch ? 0 : 1;
  for (uint32_t o = first; o < operands.size(); ++o) {
    if (operands[o].kind != grammar::Kind::kIdRef) continue;
    // A target that is no block of this function is reported as an undefined
    // or foreign id; the graph goes on without the edge.
    const BlockIndex to = BlockOfLabel(terminator.id(o));
    if (to != kNoBlock) graph_.AddEdge(from, to);
  }
}

}  // namespace plumb
