// Compares the rules of structured control flow with the definitions on every
// function of up to three blocks and a part of those of four, omitting
// equivalent functions.
//
// These are omitted, because they cannot change whether the two agree:
// - Branches to the first block, which a separate rule forbids.
// - OpKill and similar, which are the same as OpReturn to these rules.
// - The order of the two targets of a conditional branch: the rules read them
//   as a set.
// - Of functions that differ only in the numbers of blocks, all but one (three
//   and four blocks).
//
// Of functions of four blocks these are omitted too:
// - A block without any edge to it, even from a merge instruction: it is
//   exempt from all rules except those about the merge blocks that it
//   declares; functions of three blocks have such blocks.
// - Merge instructions that are errors whatever the rest of the function is
//   (the merge block is the header, the continue target or another header's
//   merge block), and an OpSwitch without a merge instruction.  All rules must
//   hold, so no other block can make such a function valid; functions of three
//   blocks have them.
// - A loop header whose conditional branch has one target twice: that is the
//   same edge as a branch.
// - An OpSwitch of other than two targets besides the default, or with one
//   target at the merge block: the merge instruction makes that edge anyway,
//   so the target may equally be the label of the other one.
// - A second OpSwitch: with so few blocks it would share its cases with the
//   first.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testdata/number_from_env.h"
#include "validate/rules/cfg/block_set.h"
#include "validate/rules/cfg/comparison.h"
#include "validate/rules/cfg/definitions.h"
#include "validate/rules/cfg/test_function.h"

namespace plumb {
namespace {

constexpr int kNone = TestBlock::kNone;
using Kind = TestBlock::Kind;

// All possible ends of a block; block 0 is not the target of a branch.
class Choices {
 public:
  // Whether the first block may be a merge block or continue target too.
  Choices(int blocks, bool first_too)
      : blocks_(blocks), first_merge_(first_too ? 0 : 1) {}

  std::vector<TestBlock> All() {
    Add({Kind::kReturn, {}, kNone, kNone});
    for (int a = 1; a < blocks_; ++a) {
      AddWithLoops({Kind::kBranch, {a}, kNone, kNone});
      for (int b = a; b < blocks_; ++b) {
        AddWithSelections({Kind::kConditional, {a, b}, kNone, kNone});
        AddWithLoops({Kind::kConditional, {a, b}, kNone, kNone});
      }
      AddWithSelections({Kind::kSwitch, {a}, kNone, kNone});
      for (int b = 1; b < blocks_; ++b) {
        AddWithSelections({Kind::kSwitch, {a, b}, kNone, kNone});
        for (int c = 1; c < blocks_; ++c) {
          AddWithSelections({Kind::kSwitch, {a, b, c}, kNone, kNone});
        }
      }
    }
    return all_;
  }

 private:
  void Add(const TestBlock& block) {
    if (std::count(all_.begin(), all_.end(), block) == 0) all_.push_back(block);
  }
  void AddWithSelections(TestBlock block) {
    Add(block);
    for (block.merge = first_merge_; block.merge < blocks_; ++block.merge) {
      Add(block);
    }
  }
  void AddWithLoops(TestBlock block) {
    Add(block);
    for (block.merge = first_merge_; block.merge < blocks_; ++block.merge) {
      for (block.next = first_merge_; block.next < blocks_; ++block.next) {
        Add(block);
      }
    }
  }

  const int blocks_;
  const int first_merge_;
  std::vector<TestBlock> all_;
};

// Whether the blocks after the first are numbered in the order of a search,
// and blocks that it does not reach last.
bool IsNumberedInOrder(const TestFunction& function, bool all_met) {
  int last = 0;  // the last block reached
  bool in_order = true;
  const auto meet = [&](int b) {
    if (b > last + 1) in_order = false;
    last = std::max(last, b);
  };
  for (int b = 0; b <= last; ++b) {
    const TestBlock& block = function[b];
    if (block.merge != kNone) meet(block.merge);
    if (block.next != kNone) meet(block.next);
    for (int to : block.targets) meet(to);
    if (!in_order) return false;
  }
  return !all_met || last + 1 == static_cast<int>(function.size());
}

void Record(const Comparison& comparison) {
  testing::Test::RecordProperty("functions",
                                std::to_string(comparison.count()));
  testing::Test::RecordProperty("valid", std::to_string(comparison.valid()));
}

TEST(StructuredExhaustiveTest, UpToThreeBlocks) {
  Comparison comparison;
  const std::vector<TestBlock> two = Choices(2, true).All();
  comparison.Add({TestBlock()});
  for (const TestBlock& a : two) {
    for (const TestBlock& b : two) comparison.Add({a, b});
  }
  const std::vector<TestBlock> three = Choices(3, false).All();
  TestFunction function(3);
  for (const TestBlock& a : three) {
    function[0] = a;
    for (const TestBlock& b : three) {
      function[1] = b;
      for (const TestBlock& c : three) {
        function[2] = c;
        if (IsNumberedInOrder(function, false)) comparison.Add(function);
      }
    }
  }
  comparison.Finish();
  EXPECT_GT(comparison.valid(), 200u);
  Record(comparison);
}

// --- Four blocks ---

bool HasInvalidMerge(int b, const TestBlock& block) {
  return block.merge == b ||
         (block.merge != kNone && block.merge == block.next);
}

bool IsEquivalentToAnother(const TestBlock& block) {
  if (block.kind == Kind::kConditional) {
    return block.is_loop() && block.targets[0] == block.targets[1];
  }
  if (block.kind != Kind::kSwitch) return false;
  if (block.merge == kNone || block.targets.size() != 3) return true;
  const bool first = block.targets[1] == block.merge;
  const bool second = block.targets[2] == block.merge;
  return first != second;
}

// All functions of some number of blocks in which each block is reached.
class Functions {
 public:
  explicit Functions(int blocks) : function_(blocks), choices_(blocks) {
    for (int b = 0; b < blocks; ++b) {
      for (const TestBlock& block : Choices(blocks, false).All()) {
        if (!HasInvalidMerge(b, block) && !IsEquivalentToAnother(block)) {
          choices_[b].push_back(block);
        }
      }
    }
  }

  // Keeps only the choices for a block that satisfy `is`.
  template <typename Is>
  Functions& Restrict(int b, Is is) {
    std::erase_if(choices_[b], [&](const TestBlock& t) { return !is(t); });
    return *this;
  }

  // Visits one in `step` of the choices for all blocks but the last.
  template <typename Do>
  void ForEach(Do visit, uint32_t step = 1) {
    step_ = step;
    Choose(0, 0, BlockSet(), false, visit);
  }

 private:
  // Chooses blocks from `b` on.  `last` is the last block reached so far.
  template <typename Do>
  void Choose(int b, int last, BlockSet merges, bool has_switch, Do visit) {
    if (b == static_cast<int>(function_.size())) return visit(function_);
    if (b > last) return;  // no block leads to it
    for (const TestBlock& block : choices_[b]) {
      const bool is_switch = block.kind == Kind::kSwitch;
      if (has_switch && is_switch) continue;
      BlockSet all_merges = merges;
      if (block.merge != kNone) {
        if (merges.Has(block.merge)) continue;
        all_merges.Add(block.merge);
      }
      int new_last = last;
      if (!Meets(block, &new_last)) continue;
      const bool is_last_but_one = b + 2 == static_cast<int>(function_.size());
      if (is_last_but_one && begun_++ % step_ != 0) continue;
      function_[b] = block;
      Choose(b + 1, new_last, all_merges, has_switch || is_switch, visit);
    }
  }

  // Whether the targets of the block are reached in the order of numbers.
  static bool Meets(const TestBlock& block, int* last) {
    const auto meet = [&](int b) {
      if (b > *last + 1) return false;
      *last = std::max(*last, b);
      return true;
    };
    if (block.merge != kNone && !meet(block.merge)) return false;
    if (block.next != kNone && !meet(block.next)) return false;
    for (int to : block.targets) {
      if (!meet(to)) return false;
    }
    return true;
  }

  TestFunction function_;
  std::vector<std::vector<TestBlock>> choices_;  // by block
  uint32_t step_ = 1;
  uint64_t begun_ = 0;
};

// A fourth of the functions is tried, or all of them with
// PLUMB_FUNCTION_STEP=1.
uint32_t Step() {
  return std::max(1u, NumberFromEnv("PLUMB_FUNCTION_STEP", 4));
}

class FourBlocksTest : public testing::TestWithParam<Kind> {};

TEST_P(FourBlocksTest, AgreeWithTheDefinitions) {
  Comparison comparison;
  Functions(4)
      .Restrict(0, [](const TestBlock& b) { return b.kind == GetParam(); })
      .ForEach([&](const TestFunction& f) { comparison.Add(f); }, Step());
  comparison.Finish();
  EXPECT_GT(comparison.valid(), 50 / Step());
  Record(comparison);
}

// A first block that returns leads to no other.
INSTANTIATE_TEST_SUITE_P(FirstBlock, FourBlocksTest,
                         testing::Values(Kind::kBranch, Kind::kSwitch,
                                         Kind::kConditional));

// The first block cannot head a loop, so here four blocks without OpSwitch
// follow an empty block.  There are millions, so only one in kPart of the
// functions that the definitions reject is compared, but all valid ones.
TEST(StructuredExhaustiveTest, FourBlocksAfterTheFirst) {
  constexpr uint64_t kPart = 128;
  Comparison comparison;
  uint64_t rejected = 0;
  Functions functions(5);
  functions.Restrict(0, [](const TestBlock& b) {
    return b == TestBlock{Kind::kBranch, {1}, kNone, kNone};
  });
  for (int b = 1; b < 5; ++b) {
    functions.Restrict(
        b, [](const TestBlock& t) { return t.kind != Kind::kSwitch; });
  }
  functions.ForEach(
      [&](const TestFunction& function) {
        if (VerdictByDefinition(function).empty() || rejected++ % kPart == 0) {
          comparison.Add(function);
        }
      },
      Step());
  comparison.Finish();
  EXPECT_GT(rejected, 10'000'000u / Step());
  EXPECT_GT(comparison.valid(), 400 / Step());
  Record(comparison);
}

}  // namespace
}  // namespace plumb
