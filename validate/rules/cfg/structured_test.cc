// Compares the rules of structured control flow with the definitions on random
// functions of five to nine blocks: structured ones, each also with a single
// edge changed in several ways, and arbitrary ones.  Functions with fewer
// blocks are compared exhaustively (structured_exhaustive_test.cc).
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "validate/rules/cfg/comparison.h"
#include "validate/rules/cfg/test_function.h"

namespace plumb {
namespace {

constexpr int kNone = TestBlock::kNone;

class Random {
 public:
  explicit Random(uint32_t seed) : random_(seed) {}
  int Below(int n) { return static_cast<int>(random_() % n); }

 private:
  std::mt19937 random_;
};

// Blocks with any terminators and merge instructions.
TestFunction MakeWild(int count, Random* random) {
  // The first block is not a target: another rule forbids that.
  const auto target = [&] { return 1 + random->Below(count - 1); };
  TestFunction blocks(count);
  for (TestBlock& block : blocks) {
    const int kind = random->Below(8);
    if (kind == 0) continue;
    block = {TestBlock::kBranch, {target()}};
    if (kind >= 3) block = {TestBlock::kConditional, {target(), target()}};
    if (kind == 7) {
      block = {TestBlock::kSwitch, {target(), target(), target()}, target()};
      continue;
    }
    const int merge = random->Below(3);
    if (merge == 0 || (merge == 1 && kind < 3)) continue;
    block.merge = target();
    if (merge == 2) block.next = target();
  }
  return blocks;
}

// A random program.  Blocks are numbered as they are made, which is not an
// order of dominance.
class Program {
 public:
  explicit Program(Random* random) : random_(*random) {}

  TestFunction Make() {
    blocks_.assign(1, {});
    const int start = Add();
    blocks_[0] = {TestBlock::kBranch, {start}};
    Fill(start, Add(), 2, {});
    return blocks_;
  }

 private:
  // The targets of jumps.
  struct Jumps {
    int loop_merge = kNone, loop_next = kNone, switch_merge = kNone;
  };

  int Below(int n) { return random_.Below(n); }
  int Add() {
    blocks_.push_back({});
    return static_cast<int>(blocks_.size()) - 1;
  }

  // Makes code that begins with block `b` and continues with `end`.
  void Fill(int b, int end, int depth, const Jumps& jumps) {
    switch (depth > 0 ? Below(6) : 4 + Below(3)) {
      case 0:
      case 1:
        return FillSelection(b, end, depth, jumps);
      case 2:
        return FillLoop(b, end, depth, jumps);
      case 3:
        return FillSwitch(b, end, depth, jumps);
      case 4:
        return FillJump(b, end, jumps);
      default:
        blocks_[b] = {TestBlock::kBranch, {end}};
    }
  }

  void FillSelection(int b, int end, int depth, const Jumps& jumps) {
    const int then = Add(), merge = Add();
    const int other = Below(3) == 0 ? Add() : merge;
    blocks_[b] = {TestBlock::kConditional, {then, other}, merge};
    Fill(then, merge, depth - 1, jumps);
    if (other != merge) Fill(other, merge, depth - 1, jumps);
    Fill(merge, end, depth - 1, jumps);
  }

  void FillLoop(int b, int end, int depth, const Jumps& jumps) {
    const bool is_tight = Below(4) == 0;  // the header is the continue target
    const int merge = Add();
    if (is_tight) {
      blocks_[b] = {TestBlock::kConditional, {b, merge}, merge, b};
      return Fill(merge, end, depth - 1, jumps);
    }
    const int body = Add(), next = Add();
    blocks_[b] = {TestBlock::kConditional, {body, merge}, merge, next};
    if (Below(2) == 0) blocks_[b] = {TestBlock::kBranch, {body}, merge, next};
    Fill(body, next, depth - 1, {merge, next, kNone});
    int last = next;
    if (Below(3) == 0) {
      last = Add();
      Fill(next, last, depth - 1, {});
    }
    blocks_[last] = {TestBlock::kConditional, {b, merge}};
    if (Below(2) == 0) blocks_[last] = {TestBlock::kBranch, {b}};
    Fill(merge, end, depth - 1, jumps);
  }

  void FillSwitch(int b, int end, int depth, const Jumps& jumps) {
    const int first = Add(), second = Add(), merge = Add();
    const int other = Below(2) == 0 ? merge : Add();
    blocks_[b] = {TestBlock::kSwitch, {other, first, second}, merge};
    if (Below(3) == 0) {
      const int third = Add();
      blocks_[b].targets.push_back(third);
    }
    const std::vector<int> targets = blocks_[b].targets;
    Jumps inside = jumps;
    inside.switch_merge = merge;
    for (size_t i = 0; i < targets.size(); ++i) {
      if (targets[i] == merge) continue;
      const bool falls = i > 0 && i + 1 < targets.size() && Below(3) == 0;
      // The default may be between two others.
      const bool by_default =
          falls && i == 1 && other != merge && Below(3) == 0;
      const int to = by_default ? other : falls ? targets[i + 1] : merge;
      Fill(targets[i], to, depth - 1, inside);
    }
    Fill(merge, end, depth - 1, jumps);
  }

  // Jumps away, always or on a condition.
  void FillJump(int b, int end, const Jumps& jumps) {
    std::vector<int> exits;
    for (int to : {jumps.loop_merge, jumps.loop_next, jumps.switch_merge}) {
      if (to != kNone) exits.push_back(to);
    }
    if (exits.empty()) {
      blocks_[b] = {TestBlock::kReturn, {}};
      return;
    }
    const int to = exits[Below(static_cast<int>(exits.size()))];
    blocks_[b] = {TestBlock::kBranch, {to}};
    if (Below(2) == 0) blocks_[b] = {TestBlock::kConditional, {to, end}};
  }

  Random& random_;
  TestFunction blocks_;
};

// Changes one edge, or one target of a merge instruction, or removes or adds a
// merge instruction.  False if nothing changed.
bool Mutate(TestFunction* function, Random* random) {
  const int count = static_cast<int>(function->size());
  TestBlock& block = (*function)[random->Below(count)];
  const TestBlock before = block;
  const int to = 1 + random->Below(count - 1);
  switch (random->Below(8)) {
    case 0:
      if (block.merge != kNone) block.merge = to;
      break;
    case 1:
      if (block.next != kNone) block.next = to;
      break;
    case 2:
      block.merge = block.next = kNone;
      break;
    case 3:
      if (block.kind == TestBlock::kConditional && !block.is_loop()) {
        block.merge = to;
      }
      break;
    case 4:
      if (block.merge == kNone) block = TestBlock();
      break;
    default:
      if (block.targets.empty()) break;
      block.targets[random->Below(static_cast<int>(block.targets.size()))] = to;
  }
  return !(block == before);
}

bool HasRightSize(const TestFunction& function) {
  return function.size() >= 5 && function.size() <= 9;
}

TEST(StructuredTest, AgreesWithTheDefinitions) {
  constexpr uint64_t kFunctions = 100000;
  constexpr int kMutants = 4;  // of each valid program
  Comparison comparison;
  for (uint32_t seed = 0; comparison.count() < kFunctions; ++seed) {
    Random random(seed);
    if (seed % 8 == 0) {
      comparison.Add(MakeWild(5 + random.Below(3), &random));
      continue;
    }
    const TestFunction program = Program(&random).Make();
    if (!HasRightSize(program)) continue;
    if (!comparison.Add(program).empty()) continue;
    for (int i = 0; i < kMutants; ++i) {
      TestFunction mutant = program;
      if (Mutate(&mutant, &random)) comparison.Add(mutant);
    }
  }
  comparison.Finish();
  // The comparison is meaningful only if many functions are valid and many are
  // not.
  EXPECT_GT(comparison.valid(), kFunctions / 4);
  EXPECT_LT(comparison.valid(), kFunctions * 3 / 4);
  for (const auto& [reason, count] : comparison.reasons()) {
    RecordProperty(std::string(reason), std::to_string(count));
  }
  EXPECT_GE(comparison.reasons().size(), 16u) << "kinds of verdicts";
}

// Functions that failed before, or that random tests rarely produce.
TEST(StructuredTest, RareFunctions) {
  constexpr auto kBranch = TestBlock::kBranch;
  constexpr auto kConditional = TestBlock::kConditional;
  Comparison comparison;
  // The back-edge block is a header whose merge block is not in the loop.
  EXPECT_EQ(comparison.Add({{kBranch, {1}},
                            {kBranch, {2}, 3, 2},
                            {kConditional, {1, 3}, 4},
                            {},
                            {}}),
            "nested merge block outside");
  EXPECT_EQ(comparison.Add({{kBranch, {1}},
                            {kBranch, {2}, 3, 2},
                            {kConditional, {1, 4}, 4},
                            {},
                            {}}),
            "nested merge block outside");
  // The loop continues after its merge block.
  EXPECT_EQ(
      comparison.Add(
          {{kBranch, {1}}, {kBranch, {2}, 2, 1}, {kConditional, {1, 3}}, {}}),
      "the back edge is outside of the loop");
  comparison.Finish();
}

}  // namespace
}  // namespace plumb
