// Random structured functions for the tests of constructs, and the definitions
// of SPIR-V 2.11 read literally, with a set of blocks for every construct.

#ifndef PLUMB_CFG_STRUCTURE_SAMPLES_H_
#define PLUMB_CFG_STRUCTURE_SAMPLES_H_

#include <cstdint>
#include <random>
#include <vector>

#include "cfg/flow_graph.h"
#include "cfg/graph_samples.h"
#include "cfg/structure.h"

namespace plumb::cfg {

struct SampleFunction {
  EdgeList edges;
  std::vector<BlockInfo> blocks;

  uint32_t size() const { return static_cast<uint32_t>(blocks.size()); }
};

// A valid structured function of at most 60 blocks, with selections, switches
// (fall-throughs included), loops (of a single block included), breaks,
// continues and returns.
SampleFunction MakeStructuredFunction(std::mt19937& random);

// A construct with the set of its blocks as a bit mask.
struct SampleConstruct {
  ConstructKind kind;
  BlockIndex header;  // as in Construct
  BlockIndex owner;   // header block that declares it
  BlockIndex merge;
  BlockIndex continue_target;
  uint64_t blocks;    // by the definition
  uint64_t enclosed;  // of a loop, with its continue construct
};

// The constructs of a function of at most 64 blocks.
class SampleStructure {
 public:
  SampleStructure(const SampleFunction& function, BlockIndex entry);

  // True if headers dominate their targets and merge blocks are unique, so that
  // constructs nest.
  bool well_formed() const { return well_formed_; }

  // Without the function, and without empty ones.
  const std::vector<SampleConstruct>& constructs() const { return constructs_; }

  // The smallest construct that contains `b`; nullptr if there is none.
  const SampleConstruct* Innermost(BlockIndex b) const;

  // By the list of permitted exits, then the rule about entries.
  EdgeKind Classify(BlockIndex from, BlockIndex to) const;

  // The blocks that `continue_target` structurally dominates and that
  // `back_edge_block` structurally post-dominates.
  uint64_t ContinueByPostDominance(BlockIndex continue_target,
                                   BlockIndex back_edge_block) const;

  uint64_t reachable() const { return reachable_; }

 private:
  void AddHeader(const SampleFunction& function, BlockIndex header);
  const SampleConstruct* InnermostOf(BlockIndex b,
                                     std::vector<ConstructKind> kinds) const;

  FlowGraph graph_;  // structural
  BlockIndex entry_;
  uint64_t reachable_ = 0;
  bool well_formed_ = true;
  std::vector<SampleConstruct> constructs_;
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_STRUCTURE_SAMPLES_H_
