// Compares the rules of structured control flow with a reading of section 2.11
// by sets of blocks: no dominator tree, no construct table, every path searched
// anew.  The functions are random programs in structured form, most of them
// with a label or two replaced by others, so that both verdicts are frequent.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/assembler.h"
#include "validate/validator.h"

namespace plumb {
namespace {

using Blocks = std::set<int>;

constexpr int kNone = -1;

struct TestBlock {
  enum Kind { kReturn, kBranch, kConditional, kSwitch } kind = kReturn;
  std::vector<int> targets;  // of a switch: the default first
  int merge = kNone;
  int next = kNone;  // continue target
  bool is_loop() const { return next != kNone; }
};
using TestFunction = std::vector<TestBlock>;

// --- Random functions --------------------------------------------------------

// Blocks are numbered as they are made, which is no order of dominance.
class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  // Up to six blocks with any terminators and merge instructions.
  TestFunction MakeWild() {
    const int count = 2 + Below(5);
    const auto target = [&] { return 1 + Below(count - 1); };
    blocks_.assign(count, {});
    for (TestBlock& block : blocks_) {
      const int kind = Below(8);
      if (kind == 0) continue;
      block = {TestBlock::kBranch, {target()}};
      if (kind >= 3) block = {TestBlock::kConditional, {target(), target()}};
      if (kind == 7) {
        block = {TestBlock::kSwitch, {target(), target(), target()}, target()};
        continue;
      }
      const int merge = Below(3);
      if (merge == 0 || (merge == 1 && kind < 3)) continue;
      block.merge = target();
      if (merge == 2) block.next = target();
    }
    return blocks_;
  }

  TestFunction Make() {
    blocks_.assign(1, {});
    const int start = Add();
    blocks_[0] = {TestBlock::kBranch, {start}};
    Fill(start, Add(), 2, {});
    const int mutations = Below(4);
    for (int i = 0; i < mutations; ++i) Mutate();
    return blocks_;
  }

 private:
  // Where code may jump to.
  struct Jumps {
    int loop_merge = kNone, loop_next = kNone, switch_merge = kNone;
  };

  int Below(int n) { return static_cast<int>(random_() % n); }
  int Add() {
    blocks_.push_back({});
    return static_cast<int>(blocks_.size()) - 1;
  }

  // Makes code that begins with block `b` and goes on with `end`.
  void Fill(int b, int end, int depth, const Jumps& jumps) {
    switch (depth > 0 ? Below(6) : 5) {
      case 0:
      case 1: {
        const int then = Add(), merge = Add();
        blocks_[b] = {TestBlock::kConditional, {then, merge}, merge};
        Fill(then, merge, depth - 1, jumps);
        return Fill(merge, end, depth - 1, jumps);
      }
      case 2: {
        const int body = Add(), next = Add(), merge = Add();
        blocks_[b] = {TestBlock::kConditional, {body, merge}, merge, next};
        if (Below(2) == 0)
          blocks_[b] = {TestBlock::kBranch, {body}, merge, next};
        Fill(body, next, depth - 1, {merge, next, kNone});
        blocks_[next] = {TestBlock::kConditional, {b, merge}};
        return Fill(merge, end, depth - 1, jumps);
      }
      case 3: {
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
          Fill(targets[i], falls ? targets[i + 1] : merge, depth - 1, inside);
        }
        return Fill(merge, end, depth - 1, jumps);
      }
      case 4: {
        std::vector<int> exits;
        for (int to : {jumps.loop_merge, jumps.loop_next, jumps.switch_merge}) {
          if (to != kNone) exits.push_back(to);
        }
        if (!exits.empty()) {
          const int to = exits[Below(static_cast<int>(exits.size()))];
          blocks_[b] = {TestBlock::kBranch, {to}};
          return;
        }
        blocks_[b] = {TestBlock::kReturn, {}};
        return;
      }
      default:
        blocks_[b] = {TestBlock::kBranch, {end}};
    }
  }

  void Mutate() {
    TestBlock& block = blocks_[Below(static_cast<int>(blocks_.size()))];
    // The first block is no target: that is a rule of its own.
    const int to = 1 + Below(static_cast<int>(blocks_.size()) - 1);
    switch (Below(5)) {
      case 0:
        if (block.merge != kNone) block.merge = to;
        return;
      case 1:
        if (block.next != kNone) block.next = to;
        return;
      case 2:
        if (block.kind != TestBlock::kConditional) return;
        if (Below(3) == 0) block.merge = block.next = kNone;
        return;
      default:
        if (block.targets.empty()) return;
        block.targets[Below(static_cast<int>(block.targets.size()))] = to;
    }
  }

  std::mt19937 random_;
  TestFunction blocks_;
};

std::string TextOf(const TestFunction& function) {
  std::string text = R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
    %void = OpTypeVoid
    %bool = OpTypeBool
    %int = OpTypeInt 32 0
    %fn = OpTypeFunction %void
    %flag = OpConstantTrue %bool
    %one = OpConstant %int 1
    %main = OpFunction %void None %fn
)";
  const auto label = [](int b) { return absl::StrCat(" %b", b); };
  for (size_t b = 0; b < function.size(); ++b) {
    const TestBlock& block = function[b];
    absl::StrAppend(&text, label(static_cast<int>(b)), " = OpLabel\n");
    if (block.is_loop()) {
      absl::StrAppend(&text, "OpLoopMerge", label(block.merge),
                      label(block.next), " None\n");
    } else if (block.merge != kNone) {
      absl::StrAppend(&text, "OpSelectionMerge", label(block.merge), " None\n");
    }
    switch (block.kind) {
      case TestBlock::kReturn:
        absl::StrAppend(&text, "OpReturn\n");
        break;
      case TestBlock::kBranch:
        absl::StrAppend(&text, "OpBranch", label(block.targets[0]), "\n");
        break;
      case TestBlock::kConditional:
        absl::StrAppend(&text, "OpBranchConditional %flag",
                        label(block.targets[0]), label(block.targets[1]), "\n");
        break;
      case TestBlock::kSwitch:
        absl::StrAppend(&text, "OpSwitch %one", label(block.targets[0]));
        for (size_t i = 1; i < block.targets.size(); ++i) {
          absl::StrAppend(&text, " ", i, label(block.targets[i]));
        }
        absl::StrAppend(&text, "\n");
        break;
    }
  }
  return text + "OpFunctionEnd\n";
}

// --- The definitions ---------------------------------------------------------

struct TestConstruct {
  enum Kind { kSelection, kSwitch, kCase, kLoop, kContinue } kind;
  int header, merge;
  int owner;      // the header of the switch or loop
  Blocks blocks;  // of a loop with its continue construct
};

class Definitions {
 public:
  explicit Definitions(const TestFunction& function)
      : f_(function), reachable_(Reach(0, kNone)) {}

  // The first rule that is broken, or "".
  std::string Verdict() {
    for (auto check :
         {&Definitions::Headers, &Definitions::Loops, &Definitions::Merges,
          &Definitions::Switches, &Definitions::Edges}) {
      std::string broken = (this->*check)();
      if (!broken.empty()) return broken;
    }
    return "";
  }

 private:
  int size() const { return static_cast<int>(f_.size()); }

  std::vector<int> Successors(int b) const {
    std::vector<int> all = f_[b].targets;
    if (f_[b].merge != kNone) all.push_back(f_[b].merge);
    if (f_[b].next != kNone) all.push_back(f_[b].next);
    return all;
  }
  // What structural edges lead to from `from` without passing `without`.
  Blocks Reach(int from, int without) const {
    Blocks seen;
    std::vector<int> todo;
    if (from != without) todo.push_back(from);
    while (!todo.empty()) {
      const int b = todo.back();
      todo.pop_back();
      if (!seen.insert(b).second) continue;
      for (int to : Successors(b)) {
        if (to != without) todo.push_back(to);
      }
    }
    return seen;
  }
  bool Dominates(int a, int b) const {
    return a == b || Reach(0, a).count(b) == 0;
  }
  bool PostDominates(int b, int a) const {
    for (int end : Reach(a, b)) {
      if (f_[end].kind == TestBlock::kReturn) return false;
    }
    return true;
  }
  Blocks DominatedBy(int a) const {
    Blocks all;
    for (int b : reachable_) {
      if (Dominates(a, b)) all.insert(b);
    }
    return all;
  }
  static Blocks Minus(Blocks a, const Blocks& b) {
    for (int x : b) a.erase(x);
    return a;
  }
  bool IsHeader(int b) const {
    return f_[b].merge != kNone && reachable_.count(b) > 0;
  }

  std::string Headers() {
    std::set<int> merges;
    for (int b = 0; b < size(); ++b) {
      if (f_[b].merge == kNone) continue;
      if (!merges.insert(f_[b].merge).second) return "merge block used twice";
      if (!IsHeader(b)) continue;
      if (b == f_[b].merge || !Dominates(b, f_[b].merge)) {
        return "merge block not dominated";
      }
      if (!f_[b].is_loop()) continue;
      if (f_[b].next == f_[b].merge) return "continue target is merge block";
      if (!Dominates(b, f_[b].next)) return "continue target not dominated";
    }
    return "";
  }

  // Edges to an ancestor of a depth-first search.
  void FindBackEdges(int b, std::vector<int>* path, Blocks* done) {
    path->push_back(b);
    for (int to : f_[b].targets) {
      if (std::count(path->begin(), path->end(), to) > 0) {
        back_edges_.insert({b, to});
      }
    }
    for (int to : Successors(b)) {
      if (done->count(to) == 0 &&
          std::count(path->begin(), path->end(), to) == 0) {
        FindBackEdges(to, path, done);
      }
    }
    path->pop_back();
    done->insert(b);
  }

  std::string Loops() {
    std::vector<int> path;
    Blocks done;
    FindBackEdges(0, &path, &done);
    std::vector<int> count(f_.size());
    for (const auto& [from, to] : back_edges_) {
      if (!f_[to].is_loop()) return "back edge to no loop header";
      ++count[to];
      back_edge_block_[to] = from;
    }
    for (int b : reachable_) {
      if (!f_[b].is_loop()) continue;
      if (count[b] != 1) return "not one back edge";
      if (!Dominates(f_[b].next, back_edge_block_[b])) {
        return "continue target does not dominate the back edge";
      }
      if (!PostDominates(back_edge_block_[b], f_[b].next)) {
        return "the back edge does not post-dominate the continue target";
      }
    }
    return "";
  }

  std::string Merges() {
    Blocks declared;
    for (const TestBlock& block : f_) {
      declared.insert(block.merge);
      declared.insert(block.next);
    }
    for (int b : reachable_) {
      const TestBlock& block = f_[b];
      if (block.merge != kNone && !block.is_loop()) continue;
      if (block.kind == TestBlock::kSwitch) return "switch without merge";
      if (block.kind == TestBlock::kConditional &&
          block.targets[0] != block.targets[1] &&
          declared.count(block.targets[0]) == 0 &&
          declared.count(block.targets[1]) == 0) {
        return "conditional branch without merge";
      }
    }
    return "";
  }

  std::string Switches() {
    for (int b : reachable_) {
      if (f_[b].kind != TestBlock::kSwitch) continue;
      for (int label : f_[b].targets) {
        if (label != f_[b].merge && !Dominates(b, label)) {
          return "case not dominated";
        }
      }
    }
    return "";
  }

  void FindConstructs() {
    for (int b : reachable_) {
      const TestBlock& block = f_[b];
      if (block.merge == kNone) continue;
      const Blocks behind = DominatedBy(block.merge);
      const Blocks own = Minus(DominatedBy(b), behind);
      if (block.is_loop()) {
        all_.push_back({TestConstruct::kLoop, b, block.merge, b, own});
        Blocks rest;
        for (int x : DominatedBy(block.next)) {
          if (PostDominates(back_edge_block_[b], x)) rest.insert(x);
        }
        all_.push_back({TestConstruct::kContinue, block.next, block.merge, b,
                        Minus(rest, behind)});
      } else if (block.kind == TestBlock::kSwitch) {
        all_.push_back({TestConstruct::kSwitch, b, block.merge, b, own});
        for (int label : Blocks(block.targets.begin(), block.targets.end())) {
          if (label == block.merge) continue;
          all_.push_back({TestConstruct::kCase, label, block.merge, b,
                          Minus(DominatedBy(label), behind)});
        }
      } else {
        all_.push_back({TestConstruct::kSelection, b, block.merge, b, own});
      }
    }
  }

  // The smallest construct around a block for which `is` holds.
  template <typename Is>
  const TestConstruct* Innermost(int b, Is is) const {
    const TestConstruct* best = nullptr;
    for (const TestConstruct& c : all_) {
      if (c.blocks.count(b) == 0 || !is(c)) continue;
      // A loop that is all continue construct has it inside.
      if (best == nullptr || c.blocks.size() < best->blocks.size() ||
          (c.blocks.size() == best->blocks.size() &&
           c.kind == TestConstruct::kContinue)) {
        best = &c;
      }
    }
    return best;
  }

  bool IsExit(int from, int to) const {
    const auto any = [](const TestConstruct&) { return true; };
    const TestConstruct* around = Innermost(from, any);
    if (around->kind == TestConstruct::kSelection && to == around->merge) {
      return true;
    }
    const TestConstruct* loop = Innermost(from, [](const TestConstruct& c) {
      return c.kind == TestConstruct::kLoop;
    });
    if (loop != nullptr) {
      if (to == loop->header || to == loop->merge) return true;
      const bool in_continue = Innermost(from, [&](const TestConstruct& c) {
                                 return c.kind == TestConstruct::kContinue &&
                                        c.owner == loop->header;
                               }) != nullptr;
      if (to == f_[loop->header].next && !in_continue) return true;
    }
    const TestConstruct* breakable =
        Innermost(from, [](const TestConstruct& c) {
          return c.kind == TestConstruct::kSwitch ||
                 c.kind == TestConstruct::kLoop ||
                 c.kind == TestConstruct::kContinue;
        });
    if (breakable != nullptr && breakable->kind == TestConstruct::kSwitch) {
      if (to == breakable->merge) return true;
      if (around->kind == TestConstruct::kCase &&
          around->owner == breakable->header) {
        for (int label : f_[breakable->header].targets) {
          if (label == to && label != breakable->merge) return true;
        }
      }
    }
    return false;
  }

  std::string Edges() {
    FindConstructs();
    for (int from : reachable_) {
      for (int to : f_[from].targets) {
        for (const TestConstruct& c : all_) {
          const bool starts = c.blocks.count(from) > 0;
          const bool ends = c.blocks.count(to) > 0;
          if (starts && !ends && !IsExit(from, to)) return "exit";
          if (!starts && ends && to != c.header) return "entry";
        }
        const std::string broken = ContinueEntry(from, to);
        if (!broken.empty()) return broken;
      }
    }
    return CaseOrder();
  }

  std::string ContinueEntry(int from, int to) const {
    for (const TestConstruct& c : all_) {
      if (c.kind != TestConstruct::kLoop || f_[c.header].next != to ||
          c.header == to || back_edges_.count({from, to}) > 0) {
        continue;
      }
      if (c.blocks.count(from) == 0) return "continue from elsewhere";
    }
    return "";
  }

  std::string CaseOrder() const {
    for (int b : reachable_) {
      if (f_[b].kind != TestBlock::kSwitch) continue;
      // Which cases branch to which.
      std::set<std::pair<int, int>> falls;
      const std::vector<int>& targets = f_[b].targets;
      for (const TestConstruct& c : all_) {
        if (c.kind != TestConstruct::kCase || c.owner != b) continue;
        for (int from : c.blocks) {
          for (int to : f_[from].targets) {
            if (to != c.header && to != f_[b].merge &&
                std::count(targets.begin(), targets.end(), to) > 0) {
              falls.insert({c.header, to});
            }
          }
        }
      }
      const auto right_before = [&](int one, int two) {
        int last = 0, first = 0;
        for (int i = static_cast<int>(targets.size()) - 1; i > 0; --i) {
          if (targets[i] == one && last == 0) last = i;
          if (targets[i] == two) first = i;
        }
        return last == 0 || first == 0 || last + 1 == first;
      };
      const auto is_target = [&](int label) {
        return std::count(targets.begin() + 1, targets.end(), label) > 0;
      };
      for (const auto& [from, to] : falls) {
        for (const auto& [from2, to2] : falls) {
          if (from == from2 && to != to2) return "case goes to two";
          if (to == to2 && from != from2) return "two go to a case";
          if (to == from2 && !is_target(to) && !right_before(from, to2)) {
            return "cases apart, by way of the default";
          }
        }
        if (!right_before(from, to)) return "cases apart";
      }
    }
    return "";
  }

  const TestFunction& f_;
  const Blocks reachable_;
  std::set<std::pair<int, int>> back_edges_;
  std::map<int, int> back_edge_block_;  // by loop header
  std::vector<TestConstruct> all_;
};

// The rules of structured control flow that the validator reports as errors.
std::vector<std::string> Reported(const std::string& text,
                                  Validator* validator) {
  std::vector<std::string> rules;
  Module module;
  DiagnosticList diagnostics;
  AssembleOptions assemble_options;
  assemble_options.env = TargetEnv::kSpirv1_5;
  ValidatorOptions options;
  options.env = TargetEnv::kSpirv1_5;
  if (!Assembler().Assemble(text, assemble_options, &module, &diagnostics)) {
    return {"not assembled"};
  }
  validator->Validate(module, options, &diagnostics);
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    if (d.severity != Severity::kError) continue;
    // The random blocks stand in no particular order.
    if (d.rule->id == "cfg.block.dominance-order") continue;
    rules.emplace_back(d.rule->id);
  }
  return rules;
}

TEST(StructuredTest, AgreesWithTheDefinitions) {
  constexpr uint32_t kFunctions = 24000;
  Validator validator;
  uint32_t valid = 0;
  std::set<std::string> broken;
  int shown = 0;
  for (uint32_t seed = 0; seed < kFunctions && shown < 5; ++seed) {
    const TestFunction function =
        seed % 4 == 0 ? Generator(seed).MakeWild() : Generator(seed).Make();
    if (function.size() > 12) continue;  // the definitions are slow
    const std::string expected = Definitions(function).Verdict();
    const std::string text = TextOf(function);
    const std::vector<std::string> reported = Reported(text, &validator);
    if (expected.empty()) ++valid;
    broken.insert(expected);
    EXPECT_EQ(expected.empty(), reported.empty())
        << "by the definitions: " << (expected.empty() ? "valid" : expected)
        << "; reported: " << testing::PrintToString(reported) << "\nseed "
        << seed << text;
    if (expected.empty() != reported.empty()) ++shown;
  }
  // The comparison says something only if much is valid and much is not.
  EXPECT_GT(valid, kFunctions / 4);
  EXPECT_LT(valid, kFunctions * 3 / 4);
  EXPECT_GE(broken.size(), 12u) << "kinds of verdicts";
}

}  // namespace
}  // namespace plumb
