// Tests of constructs and edges: a table of edges, one row per case; random
// structured functions, sound and spoilt, against the definitions by sets of
// blocks; and very deep and very long functions.

#include "cfg/structure.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cfg/dominators.h"
#include "cfg/flow_graph.h"
#include "cfg/graph_samples.h"
#include "cfg/index.h"
#include "cfg/structure_samples.h"
#include "gtest/gtest.h"

namespace plumb::cfg {
namespace {

BlockInfo Selection(uint32_t merge) {
  return {HeaderKind::kSelection, BlockIndex(merge)};
}
BlockInfo Switch(uint32_t merge) {
  return {HeaderKind::kSwitch, BlockIndex(merge)};
}
BlockInfo Loop(uint32_t merge, uint32_t continue_target) {
  return {HeaderKind::kLoop, BlockIndex(merge), BlockIndex(continue_target)};
}
const BlockInfo kPlain;

void Build(const SampleFunction& function, Structure* structure) {
  FlowGraph graph;
  MakeGraph(function.size(), function.edges, &graph);
  DomTreeBuilder builder;
  structure->Build(graph, BlockIndex(0), function.blocks, &builder);
}

void BuildPostDominators(const SampleFunction& function, Structure* structure) {
  FlowGraph graph;
  MakeGraph(function.size(), function.edges, &graph);
  DomTreeBuilder builder;
  structure->BuildPostDominators(graph, &builder);
}

// "L1", "C3", "S0", "W0" (switch), "K2" (case), "F" for the function.
std::string Name(const Structure& s, ConstructIndex c) {
  if (c == kNoConstruct) return "-";
  const Construct& row = s.construct(c);
  if (row.kind == ConstructKind::kFunction) return "F";
  const char letter = "FSWKLC"[static_cast<int>(row.kind)];
  return letter + std::to_string(row.header.value);
}

// The constructs around a block, innermost first.
std::string Chain(const Structure& s, uint32_t block) {
  std::string chain;
  for (ConstructIndex c = s.innermost(BlockIndex(block)); c != kNoConstruct;
       c = s.construct(c).parent) {
    chain += (chain.empty() ? "" : " ") + Name(s, c);
  }
  return chain;
}

struct ChainCase {
  const char* name;
  SampleFunction function;
  std::vector<std::string> chains;  // per block
};

TEST(StructureTest, ConstructsAroundBlocks) {
  const ChainCase kCases[] = {
      {"one block", {{}, {kPlain}}, {"F"}},
      {"if",
       {{{0, 1}, {0, 2}, {1, 2}}, {Selection(2), kPlain, kPlain}},
       {"S0 F", "S0 F", "F"}},
      {"merge block that no branch reaches",
       {{{0, 1}, {0, 2}}, {Selection(3), kPlain, kPlain, kPlain}},
       {"S0 F", "S0 F", "S0 F", "F"}},
      {"unreachable block",
       {{{1, 0}}, {kPlain, Selection(2), kPlain}},
       {"F", "", ""}},
      {"loop",
       {{{0, 1}, {1, 2}, {1, 4}, {2, 3}, {3, 1}},
        {kPlain, Loop(4, 3), kPlain, kPlain, kPlain}},
       {"F", "L1 F", "L1 F", "C3 L1 F", "F"}},
      {"loop of a single block",
       {{{0, 1}, {1, 1}, {1, 2}}, {kPlain, Loop(2, 1), kPlain}},
       {"F", "C1 L1 F", "F"}},
      {"loop header as continue target, two blocks",
       {{{0, 1}, {1, 2}, {2, 1}, {2, 3}}, {kPlain, Loop(3, 1), kPlain, kPlain}},
       {"F", "C1 L1 F", "C1 L1 F", "F"}},
      {"loop without a way to its continue target",
       {{{0, 1}, {1, 2}, {3, 1}}, {kPlain, Loop(2, 3), kPlain, kPlain}},
       {"F", "L1 F", "F", "C3 L1 F"}},
      {"continue construct with an if",
       {{{0, 1}, {1, 2}, {2, 3}, {2, 4}, {3, 4}, {4, 1}, {4, 5}},
        {kPlain, Loop(5, 2), Selection(4), kPlain, kPlain, kPlain}},
       {"F", "L1 F", "S2 C2 L1 F", "S2 C2 L1 F", "C2 L1 F", "F"}},
      {"switch with a default, a fall-through and equal labels",
       {{{0, 1}, {0, 2}, {0, 2}, {0, 3}, {1, 2}, {2, 4}, {3, 4}},
        {Switch(4), kPlain, kPlain, kPlain, kPlain}},
       {"W0 F", "K1 W0 F", "K2 W0 F", "K3 W0 F", "F"}},
      {"switch whose default is the merge block",
       {{{0, 1}, {0, 2}, {1, 2}}, {Switch(2), kPlain, kPlain}},
       {"W0 F", "K1 W0 F", "F"}},
      {"case label that is a loop header",
       {{{0, 1}, {0, 3}, {1, 1}, {1, 2}, {2, 3}},
        {Switch(3), Loop(2, 1), kPlain, kPlain}},
       {"W0 F", "C1 L1 K1 W0 F", "K1 W0 F", "F"}},
      {"merge block that is the next header",
       {{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}},
        {Selection(2), kPlain, Selection(4), kPlain, kPlain}},
       {"S0 F", "S0 F", "S2 F", "S2 F", "F"}},
      {"header that is its own merge block",
       {{{0, 1}}, {Selection(0), kPlain}},
       {"F", "F"}},
      {"merge block that dominates its header",
       {{{0, 1}, {1, 2}}, {kPlain, Loop(0, 2), kPlain}},
       {"F", "F", "F"}},
      {"continue target that the header does not dominate",
       {{{0, 1}, {0, 3}, {1, 2}, {1, 3}}, {kPlain, Loop(2, 3), kPlain, kPlain}},
       {"F", "L1 F", "F", "F"}},
      {"labels that are no blocks",
       {{{0, 1}}, {{HeaderKind::kLoop, kNoBlock, kNoBlock}, kPlain}},
       {"L0 F", "L0 F"}},
  };
  Structure structure;
  for (const ChainCase& c : kCases) {
    Build(c.function, &structure);
    for (uint32_t b = 0; b < c.function.size(); ++b) {
      EXPECT_EQ(Chain(structure, b), c.chains[b]) << c.name << ", block " << b;
    }
  }
}

// for (;;) {                      1: loop, merge 15, continue 13
//   switch (a) {                  2: switch, merge 11
//     case 0:                     3
//       if (b) {                  3: selection, merge 8
//         switch (c) {            4: switch, merge 7
//           case 0: if (d) {...}  5: selection, merge 16; 6: its arm
//         }
//       }
//     case 1:                     9
//       for (;;);                 9: loop of a single block, merge 10
//   }
//   if (e) {...}                  11: selection, merge 17; 12: its arm
// continue:                       13, 14: back edge
// }
SampleFunction TableFunction() {
  SampleFunction f;
  f.edges = {{0, 1},   {1, 2},   {2, 3},   {2, 9},   {2, 11},
             {3, 4},   {3, 8},   {4, 5},   {4, 7},   {5, 6},
             {5, 16},  {6, 16},  {16, 7},  {7, 8},   {8, 9},
             {9, 9},   {9, 10},  {10, 11}, {11, 12}, {11, 17},
             {12, 17}, {17, 13}, {13, 14}, {14, 1},  {14, 15}};
  f.blocks.resize(18);
  f.blocks[1] = Loop(15, 13);
  f.blocks[2] = Switch(11);
  f.blocks[3] = Selection(8);
  f.blocks[4] = Switch(7);
  f.blocks[5] = Selection(16);
  f.blocks[9] = Loop(10, 9);
  f.blocks[11] = Selection(17);
  return f;
}

struct EdgeCase {
  const char* name;
  uint32_t from, to;
  EdgeKind kind;
  const char* construct;
  ExitFault fault = ExitFault::kNone;
};

TEST(StructureTest, EdgesOfOneFunction) {
  const EdgeCase kCases[] = {
      {"header to body", 1, 2, EdgeKind::kInside, "-"},
      {"into a case", 2, 3, EdgeKind::kInside, "-"},
      {"into a selection", 4, 5, EdgeKind::kInside, "-"},
      {"into a loop", 0, 1, EdgeKind::kInside, "-"},
      {"to the merge of the selection", 6, 16, EdgeKind::kSelectionMerge, "S5"},
      {"header to its merge", 11, 17, EdgeKind::kSelectionMerge, "S11"},
      {"header to its merge, a switch", 2, 11, EdgeKind::kSwitchBreak, "W2"},
      {"break of the switch", 16, 7, EdgeKind::kSwitchBreak, "W4"},
      {"break of the switch from a selection", 6, 7, EdgeKind::kSwitchBreak,
       "W4"},
      {"break of a switch from a selection", 7, 11, EdgeKind::kSwitchBreak,
       "W2"},
      {"fall-through", 8, 9, EdgeKind::kFallThrough, "K3"},
      {"break of the loop", 11, 15, EdgeKind::kLoopBreak, "L1"},
      {"break from everything but a loop", 6, 15, EdgeKind::kLoopBreak, "L1"},
      {"continue", 17, 13, EdgeKind::kLoopContinue, "L1"},
      {"continue from everything but a loop", 6, 13, EdgeKind::kLoopContinue,
       "L1"},
      {"back edge", 14, 1, EdgeKind::kBackEdge, "L1"},
      {"within the continue construct", 13, 14, EdgeKind::kInside, "-"},
      {"break from the continue construct", 14, 15, EdgeKind::kLoopBreak, "L1"},
      {"back edge of a single block", 9, 9, EdgeKind::kBackEdge, "L9"},
      {"break of a single block", 9, 10, EdgeKind::kLoopBreak, "L9"},

      {"merge of an outer selection", 6, 8, EdgeKind::kInvalidExit, "S5",
       ExitFault::kOuterSelectionMerge},
      {"merge of an outer switch", 6, 11, EdgeKind::kInvalidExit, "S5",
       ExitFault::kOuterSwitchMerge},
      {"switch break out of a loop", 9, 11, EdgeKind::kInvalidExit, "C9",
       ExitFault::kLeavesContinue},
      {"two loops at once", 9, 15, EdgeKind::kInvalidExit, "C9",
       ExitFault::kLeavesContinue},
      {"continue of an outer loop", 9, 13, EdgeKind::kInvalidExit, "C9",
       ExitFault::kLeavesContinue},
      {"fall-through from a nested selection", 7, 9, EdgeKind::kInvalidExit,
       "S3", ExitFault::kNestedFallThrough},
      {"case of an outer switch", 6, 9, EdgeKind::kInvalidExit, "S5",
       ExitFault::kOtherSwitchCase},
      {"out of the continue construct", 14, 17, EdgeKind::kInvalidExit, "C13",
       ExitFault::kLeavesContinue},
      {"out of a selection", 12, 10, EdgeKind::kInvalidExit, "S11",
       ExitFault::kNotAnExit},
      {"merge of a selection that is elsewhere", 6, 17, EdgeKind::kInvalidExit,
       "S5", ExitFault::kNotAnExit},
      {"out of the loop", 17, 0, EdgeKind::kInvalidExit, "L1",
       ExitFault::kLeavesLoop},
      {"into the middle of a selection", 17, 12, EdgeKind::kInvalidEntry,
       "S11"},
      {"into the middle of a case", 17, 10, EdgeKind::kInvalidEntry, "K9"},
      {"into the middle of a loop", 15, 17, EdgeKind::kInvalidEntry, "L1"},
      {"back into a selection at its header", 17, 11, EdgeKind::kInside, "-"},
  };
  // Edges that are not in the function are classified, too.
  Structure s;
  Build(TableFunction(), &s);
  ASSERT_EQ(Chain(s, 6), "S5 K5 W4 S3 K3 W2 L1 F");
  ASSERT_EQ(Chain(s, 9), "C9 L9 K9 W2 L1 F");
  for (const EdgeCase& c : kCases) {
    const EdgeClass edge = s.Classify(BlockIndex(c.from), BlockIndex(c.to));
    EXPECT_EQ(edge.kind, c.kind) << c.name;
    EXPECT_EQ(edge.fault, c.fault) << c.name;
    EXPECT_EQ(Name(s, edge.construct), c.construct) << c.name;
    EXPECT_EQ(edge.valid(),
              c.fault == ExitFault::kNone && c.kind != EdgeKind::kInvalidEntry)
        << c.name;
  }
}

TEST(StructureTest, OnlyACaseFallsThrough) {
  // Block 3 is where two cases meet before the merge block: it is in the
  // switch, but in no case, and so is the selection that it heads.
  Structure s;
  Build({{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 1}, {3, 4}, {4, 5}},
         {Switch(5), kPlain, kPlain, Selection(4), kPlain, kPlain}},
        &s);
  ASSERT_EQ(Chain(s, 3), "S3 W0 F");
  const EdgeClass edge = s.Classify(BlockIndex(3), BlockIndex(1));
  EXPECT_EQ(edge.kind, EdgeKind::kInvalidExit);
  EXPECT_EQ(edge.fault, ExitFault::kNotAnExit);
  EXPECT_EQ(Name(s, edge.construct), "S3");
}

TEST(StructureTest, RowsOfTheConstructTable) {
  Structure s;
  Build(TableFunction(), &s);
  const ConstructIndex arm = s.innermost(BlockIndex(6));
  const Construct& row = s.construct(arm);
  EXPECT_EQ(row.depth, 7u);
  EXPECT_EQ(Name(s, row.loop), "L1");
  EXPECT_EQ(Name(s, row.breakable_switch), "W4");
  EXPECT_EQ(Name(s, row.breakable_case), "K5");
  EXPECT_EQ(row.in_continue, kNoConstruct);
  EXPECT_EQ(s.headed_by(BlockIndex(5)), arm);
  EXPECT_EQ(Name(s, s.case_at(BlockIndex(5))), "K5");
  EXPECT_EQ(Name(s, s.continue_at(BlockIndex(13))), "C13");
  EXPECT_EQ(s.continue_at(BlockIndex(14)), kNoConstruct);
  EXPECT_EQ(s.construct(s.case_at(BlockIndex(3))).merge, BlockIndex(11));
  const ConstructIndex inner_loop = s.headed_by(BlockIndex(9));
  EXPECT_EQ(s.construct(inner_loop).breakable_switch, kNoConstruct);
  // A loop of a single block is all continue construct.
  EXPECT_TRUE(s.Encloses(inner_loop, BlockIndex(9)));
  EXPECT_FALSE(s.Contains(inner_loop, BlockIndex(9)));
  EXPECT_TRUE(s.Contains(s.continue_at(BlockIndex(9)), BlockIndex(9)));
}

struct BackEdgeCase {
  const char* name;
  SampleFunction function;
  EdgeList back_edges;
};

TEST(StructureTest, BackEdges) {
  const BackEdgeCase kCases[] = {
      {"none", {{{0, 1}}, {kPlain, kPlain}}, {}},
      {"itself", {{{0, 0}}, {kPlain}}, {{0, 0}}},
      {"twice to the same header counts once",
       {{{0, 1}, {1, 2}, {2, 1}, {2, 1}}, {kPlain, Loop(3, 2), kPlain, kPlain}},
       {{2, 1}}},
      {"forward and cross edges",
       {{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}},
        {kPlain, kPlain, kPlain, kPlain}},
       {}},
      {"cycle of unreachable blocks",
       {{{1, 2}, {2, 1}, {2, 0}}, {kPlain, kPlain, kPlain}},
       {}},
      {"reachable by a merge edge alone",
       {{{1, 1}}, {Selection(1), kPlain}},
       {{1, 1}}},
      {"declared, but no branch", {{{0, 1}}, {kPlain, Selection(0)}}, {}},
      {"two from two blocks",
       {{{0, 1}, {0, 2}, {1, 0}, {2, 0}}, {kPlain, kPlain, kPlain}},
       {{2, 0}, {1, 0}}},
  };
  Structure structure;
  for (const BackEdgeCase& c : kCases) {
    Build(c.function, &structure);
    EdgeList back_edges;
    for (const FlowEdge& e : structure.back_edges()) {
      back_edges.emplace_back(e.from.value, e.to.value);
    }
    EXPECT_EQ(back_edges, c.back_edges) << c.name;
  }
}

TEST(StructureTest, PostDominatorsAreStructural) {
  // The merge block is a separate exit, since no branch goes there.
  Structure s;
  const SampleFunction function = {{{0, 1}, {1, 2}, {2, 1}},
                                   {kPlain, Loop(3, 2), kPlain, kPlain}};
  Build(function, &s);
  BuildPostDominators(function, &s);
  EXPECT_TRUE(s.post_dominators().Dominates(BlockIndex(3), BlockIndex(2)));
  EXPECT_EQ(s.post_dominators().immediate_dominator(BlockIndex(1)),
            BlockIndex(3));
}

void ExpectMembersByDefinition(const Structure& s,
                               const SampleStructure& sample,
                               uint32_t block_count) {
  size_t rows = 1;  // The function.
  for (const SampleConstruct& c : sample.constructs()) {
    ++rows;
    ConstructIndex found;
    if (c.kind == ConstructKind::kCase) {
      found = s.case_at(c.header);
    } else if (c.kind == ConstructKind::kContinue) {
      found = s.continue_at(c.header);
    } else {
      found = s.headed_by(c.header);
    }
    ASSERT_NE(found, kNoConstruct);
    ASSERT_EQ(s.construct(found).kind, c.kind);
    for (uint32_t b = 0; b < block_count; ++b) {
      ASSERT_EQ(s.Contains(found, BlockIndex(b)), (c.blocks >> b & 1) != 0);
      ASSERT_EQ(s.Encloses(found, BlockIndex(b)), (c.enclosed >> b & 1) != 0);
    }
  }
  ASSERT_EQ(s.constructs().size(), rows);
  for (uint32_t b = 0; b < block_count; ++b) {
    ASSERT_EQ(s.Contains(kFunctionConstruct, BlockIndex(b)),
              (sample.reachable() >> b & 1) != 0);
  }
}

void ExpectInnermostByDefinition(const Structure& s,
                                 const SampleStructure& sample,
                                 uint32_t block_count) {
  for (uint32_t i = 0; i < block_count; ++i) {
    const BlockIndex b(i);
    const ConstructIndex innermost = s.innermost(b);
    ASSERT_EQ(innermost != kNoConstruct, (sample.reachable() >> i & 1) != 0);
    if (innermost == kNoConstruct) continue;
    const SampleConstruct* expected = sample.Innermost(b);
    if (expected == nullptr) {
      ASSERT_EQ(innermost, kFunctionConstruct);
      continue;
    }
    ASSERT_EQ(s.construct(innermost).kind, expected->kind);
    ASSERT_EQ(s.construct(innermost).header, expected->header);
    // The chain of parents is all that encloses the block.
    size_t around = 0;
    for (const SampleConstruct& c : sample.constructs()) {
      around += c.enclosed >> i & 1;
    }
    ASSERT_EQ(s.construct(innermost).depth, around);
    for (ConstructIndex c = innermost; c != kNoConstruct;
         c = s.construct(c).parent) {
      ASSERT_TRUE(s.Encloses(c, b));
    }
  }
}

TEST(StructureTest, SoundFunctionsByDefinition) {
  std::mt19937 random(16);
  Structure s;
  std::vector<int> edges(10);
  int loops = 0;
  for (int round = 0; round < 1500; ++round) {
    const SampleFunction function = MakeStructuredFunction(random);
    const SampleStructure sample(function, BlockIndex(0));
    ASSERT_TRUE(sample.well_formed());
    Build(function, &s);
    ExpectMembersByDefinition(s, sample, function.size());
    ExpectInnermostByDefinition(s, sample, function.size());
    for (const auto& [from, to] : function.edges) {
      const EdgeClass edge = s.Classify(BlockIndex(from), BlockIndex(to));
      ASSERT_TRUE(edge.valid()) << round << ": " << from << " to " << to;
      ASSERT_EQ(edge.kind, sample.Classify(BlockIndex(from), BlockIndex(to)));
      ++edges[static_cast<int>(edge.kind)];
    }
    // Membership of continue constructs, post-dominance included; and the
    // rules that make the two readings the same.
    BuildPostDominators(function, &s);
    for (const FlowEdge& back : s.back_edges()) {
      const ConstructIndex loop = s.headed_by(back.to);
      ASSERT_NE(loop, kNoConstruct);
      const BlockIndex target = s.construct(loop).continue_target;
      ASSERT_TRUE(s.dominators().Dominates(target, back.from));
      ASSERT_TRUE(s.post_dominators().Dominates(back.from, target));
      const uint64_t blocks = sample.ContinueByPostDominance(target, back.from);
      for (uint32_t b = 0; b < function.size(); ++b) {
        ASSERT_EQ(s.Contains(s.continue_at(target), BlockIndex(b)),
                  (blocks >> b & 1) != 0);
      }
      ++loops;
    }
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
  // The samples have all that they should have.
  for (int kind = 0; kind <= static_cast<int>(EdgeKind::kFallThrough); ++kind) {
    EXPECT_GT(edges[kind], 100) << kind;
  }
  EXPECT_GT(loops, 1000);
}

TEST(StructureTest, SpoiltFunctionsByDefinition) {
  std::mt19937 random(17);
  Structure s;
  int well_formed = 0;
  std::vector<int> edges(10);
  for (int round = 0; round < 3000; ++round) {
    SampleFunction function = MakeStructuredFunction(random);
    const uint32_t n = function.size();
    for (uint32_t i = 1 + random() % 2; i > 0 && !function.edges.empty(); --i) {
      function.edges[random() % function.edges.size()].second = random() % n;
    }
    if (round % 4 == 0) {
      BlockInfo& info = function.blocks[random() % n];
      if (info.header != HeaderKind::kNone) {
        info.merge = BlockIndex(random() % n);
      }
    }
    const SampleStructure sample(function, BlockIndex(0));
    Build(function, &s);
    for (uint32_t from = 0; from < n; ++from) {  // Nothing may go wrong.
      for (uint32_t to = 0; to < n; ++to) {
        const EdgeClass edge = s.Classify(BlockIndex(from), BlockIndex(to));
        ASSERT_EQ(edge.kind == EdgeKind::kInvalidExit,
                  edge.fault != ExitFault::kNone);
      }
    }
    if (!sample.well_formed()) continue;
    ++well_formed;
    ExpectMembersByDefinition(s, sample, n);
    ExpectInnermostByDefinition(s, sample, n);
    for (const auto& [from, to] : function.edges) {
      const EdgeKind kind = s.Classify(BlockIndex(from), BlockIndex(to)).kind;
      ASSERT_EQ(kind, sample.Classify(BlockIndex(from), BlockIndex(to)))
          << round << ": " << from << " to " << to;
      ++edges[static_cast<int>(kind)];
    }
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(well_formed, 1000);
  EXPECT_GT(edges[static_cast<int>(EdgeKind::kInvalidExit)], 200);
  EXPECT_GT(edges[static_cast<int>(EdgeKind::kInvalidEntry)], 10);
  EXPECT_GT(edges[static_cast<int>(EdgeKind::kUnreachable)], 10);
}

TEST(StructureTest, ReuseIsAsGoodAsNew) {
  std::mt19937 random(18);
  Structure reused;
  for (int round = 0; round < 500; ++round) {
    const SampleFunction function = MakeStructuredFunction(random);
    Structure fresh;
    Build(function, &reused);
    Build(function, &fresh);
    ASSERT_EQ(reused.constructs().size(), fresh.constructs().size());
    ASSERT_EQ(reused.back_edges(), fresh.back_edges());
    for (uint32_t b = 0; b < function.size(); ++b) {
      ASSERT_EQ(Chain(reused, b), Chain(fresh, b));
    }
    BuildPostDominators(function, &reused);
    BuildPostDominators(function, &fresh);
    ASSERT_EQ(reused.post_dominators().preorder(),
              fresh.post_dominators().preorder());
  }
}

TEST(StructureTest, NoBlocks) {
  Structure s;
  Build({}, &s);
  EXPECT_EQ(s.constructs().size(), 1u);
  EXPECT_TRUE(s.back_edges().empty());
}

// All edges of a function are valid.
void ExpectAllValid(const SampleFunction& function, const Structure& s) {
  for (const auto& [from, to] : function.edges) {
    ASSERT_TRUE(s.Classify(BlockIndex(from), BlockIndex(to)).valid());
  }
}

TEST(StructureTest, DeepNestOfLoopsAndSelections) {
  // Level i: 4i loop header, 4i+1 selection header and body, 4i+2 continue
  // target, 4i+3 loop merge block; the selection merges at kBase + i.
  constexpr uint32_t kDepth = 5000;
  constexpr uint32_t kBase = 4 * kDepth;
  SampleFunction f;
  f.blocks.resize(size_t{5} * kDepth + 1);
  for (uint32_t i = 0; i < kDepth; ++i) {
    const uint32_t header = 4 * i;
    f.blocks[header] = Loop(header + 3, header + 2);
    f.blocks[header + 1] = Selection(kBase + i);
    f.edges.emplace_back(header, header + 1);
    f.edges.emplace_back(header + 1, kBase + i);
    const bool last = i + 1 == kDepth;
    f.edges.emplace_back(header + 1, last ? kBase + kDepth : header + 4);
    f.edges.emplace_back(last ? kBase + kDepth : header + 7, kBase + i);
    f.edges.emplace_back(kBase + i, header + 2);
    f.edges.emplace_back(header + 2, header);
    f.edges.emplace_back(header + 2, header + 3);
  }
  Structure s;
  Build(f, &s);
  const Construct& row = s.construct(s.innermost(BlockIndex(kBase + kDepth)));
  EXPECT_EQ(row.depth, 2 * kDepth);
  EXPECT_EQ(s.constructs().size(), 3 * kDepth + 1);
  EXPECT_EQ(s.back_edges().size(), kDepth);
  ExpectAllValid(f, s);
  // From the innermost block, only the innermost loop can be broken out of.
  const BlockIndex inner(kBase + kDepth);
  for (uint32_t i = 0; i < kDepth; ++i) {
    const EdgeClass edge = s.Classify(inner, BlockIndex(4 * i + 3));
    ASSERT_EQ(edge.valid(), i + 1 == kDepth);
  }
  BuildPostDominators(f, &s);
  EXPECT_TRUE(s.post_dominators().Dominates(BlockIndex(3), inner));
}

TEST(StructureTest, LongRowOfLoops) {
  // Loop i: 3i header, 3i+1 continue target; 3i+2 merge block.
  constexpr uint32_t kLoops = 40000;
  SampleFunction f;
  f.blocks.resize(size_t{3} * kLoops);
  for (uint32_t i = 0; i < kLoops; ++i) {
    const uint32_t header = 3 * i;
    f.blocks[header] = Loop(header + 2, header + 1);
    f.edges.emplace_back(header, header + 1);
    f.edges.emplace_back(header, header + 2);
    f.edges.emplace_back(header + 1, header);
    if (i + 1 < kLoops) f.edges.emplace_back(header + 2, header + 3);
  }
  Structure s;
  Build(f, &s);
  EXPECT_EQ(s.constructs().size(), 2 * kLoops + 1);
  EXPECT_EQ(s.back_edges().size(), kLoops);
  ExpectAllValid(f, s);
  for (uint32_t b = 0; b < f.size(); b += 3) {
    ASSERT_EQ(s.construct(s.innermost(BlockIndex(b))).depth, 1u);
  }
}

TEST(StructureTest, LongLineAndWideSwitch) {
  constexpr uint32_t kCount = 200000;
  SampleFunction line;
  line.blocks.resize(kCount);
  for (uint32_t b = 0; b + 1 < kCount; ++b) line.edges.emplace_back(b, b + 1);
  Structure s;
  Build(line, &s);
  EXPECT_EQ(s.innermost(BlockIndex(kCount - 1)), kFunctionConstruct);
  ExpectAllValid(line, s);

  SampleFunction wide;  // Every case falls through to the next.
  wide.blocks.resize(kCount);
  wide.blocks[0] = Switch(kCount - 1);
  for (uint32_t b = 1; b + 1 < kCount; ++b) {
    wide.edges.emplace_back(0, b);
    wide.edges.emplace_back(b, b + 1);
  }
  Build(wide, &s);
  EXPECT_EQ(s.constructs().size(), kCount);
  ExpectAllValid(wide, s);
}

}  // namespace
}  // namespace plumb::cfg
