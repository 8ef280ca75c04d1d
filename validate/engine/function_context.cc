#include "validate/engine/function_context.h"

#include "absl/algorithm/container.h"
#include "core/op_role.h"

namespace plumb {

void FunctionContext::Begin(ModuleContext& module_context,
                            DiagnosticList* diagnostics) {
  context_ = &module_context;
  diagnostics_ = diagnostics;
}

void FunctionContext::Enter(uint32_t function) {
  function_ = function;
  has_graph_ = false;
  has_structure_ = false;
  has_post_dominators_ = false;
  FindBlocks();
  if (!context_->function_broken(function) && !blocks_.empty()) BuildGraph();
}

void FunctionContext::FindBlocks() {
  const FunctionRange& r = range();
  const uint32_t count = r.last - r.first;
  blocks_.clear();
  blocks_.reserve(r.block_count);
  // Stale values of other functions are overwritten.
  if (block_of_.size() < count) block_of_.resize(count);
  const InstRecord* const records = &module().record(r.first);
  BlockIndex* const block_of = block_of_.data();
  BlockIndex current = kNoBlock;
  for (uint32_t i = 0; i < count; ++i) {
    block_of[i] = current;
    const OpRole role = RoleOf(records[i].op);
    switch (role) {
      case OpRole::kLabel:
        current = BlockIndex(static_cast<uint32_t>(blocks_.size()));
        blocks_.push_back({r.first + i, kNoInst, kNoInst, records[i].result});
        block_of[i] = current;
        break;
      case OpRole::kSelectionMerge:
      case OpRole::kLoopMerge:
        if (current != kNoBlock) blocks_[current.value].merge = r.first + i;
        break;
      case OpRole::kBranch:
      case OpRole::kTermination:
        if (current != kNoBlock) {
          blocks_[current.value].terminator = r.first + i;
        }
        current = kNoBlock;
        break;
      default:
        break;
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
  has_graph_ = ReadEdges();
  if (!has_graph_) return;
  // A function without branches has no structure; in kernels, only merge
  // instructions declare one.
  bool has_header = false;
  if (graph_.edge_count() != 0) {
    has_header = absl::c_any_of(
        blocks_, [](const Block& block) { return block.merge != kNoInst; });
    has_structure_ =
        (has_header || context_->Has(grammar::Capability::kShader)) &&
        ReadStructure();
  }
  if (has_structure_) {
    structure_.Build(graph_, BlockIndex(0), block_info_, &dominator_builder_);
  }
  has_own_dominators_ = has_header || !has_structure_;
  if (has_own_dominators_) {
    dominator_builder_.BuildForward(graph_, BlockIndex(0), &dominators_);
  }
  dominator_builder_.ReleaseLarge();
}

// Returns false if a block has no terminator or a branch leaves the function.
bool FunctionContext::ReadEdges() {
  const uint32_t count = static_cast<uint32_t>(blocks_.size());
  graph_.Reset(count);
  for (uint32_t b = 0; b < count; ++b) {
    if (blocks_[b].terminator == kNoInst) return false;  // reported by layout
    if (!AddEdges(BlockIndex(b), module().inst(blocks_[b].terminator))) {
      return false;
    }
  }
  graph_.Finish();
  graph_.ForgetEdges();
  return true;
}

// Returns false if a merge instruction names a block of another function.
bool FunctionContext::ReadStructure() {
  block_info_.assign(blocks_.size(), cfg::BlockInfo());
  for (uint32_t b = 0; b < blocks_.size(); ++b) {
    if (!ReadMerge(BlockIndex(b))) return false;
  }
  return true;
}

// Returns false if a target is not a block of this function.  This is reported
// separately; a graph without the edge would cause follow-up errors.
bool FunctionContext::AddEdges(BlockIndex from, Inst terminator) {
  if (RoleOf(terminator.op()) != OpRole::kBranch) return true;
  const absl::Span<const Operand> operands = terminator.operands();
  // The condition and the selector are the only <id> operands that are not
  // targets.
  const uint32_t first = terminator.op() == Op::kBranch ? 0 : 1;
  for (uint32_t o = first; o < operands.size(); ++o) {
    if (operands[o].kind != grammar::Kind::kIdRef) continue;
    const BlockIndex to = BlockOfLabel(terminator.id(o));
    if (to == kNoBlock) return false;
    graph_.AddEdge(from, to);
  }
  return true;
}

bool FunctionContext::ReadMerge(BlockIndex b) {
  const Block& block = blocks_[b.value];
  if (block.merge == kNoInst) return true;
  const Inst merge = module().inst(block.merge);
  cfg::BlockInfo& info = block_info_[b.value];
  info.merge = BlockOfLabel(merge.id(0));
  if (merge.op() == Op::kLoopMerge) {
    info.header = cfg::HeaderKind::kLoop;
    info.continue_target = BlockOfLabel(merge.id(1));
    return info.merge != kNoBlock && info.continue_target != kNoBlock;
  }
  info.header = module().record(block.terminator).op == Op::kSwitch
                    ? cfg::HeaderKind::kSwitch
                    : cfg::HeaderKind::kSelection;
  return info.merge != kNoBlock;
}

const cfg::DomTree& FunctionContext::structural_post_dominators() {
  if (!has_post_dominators_) {
    structure_.BuildPostDominators(graph_, &dominator_builder_);
    dominator_builder_.ReleaseLarge();
  }
  has_post_dominators_ = true;
  return structure_.post_dominators();
}

DiagnosticBuilder FunctionContext::Report(const Rule& rule, Place place,
                                          std::initializer_list<Arg> args) {
  return context_->Report(rule, place, args, diagnostics_);
}

}  // namespace plumb
