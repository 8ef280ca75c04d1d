#include "validate/rules/cfg/definitions.h"

#include <algorithm>
#include <array>
#include <vector>

#include "validate/rules/cfg/block_set.h"

namespace plumb {
namespace {

constexpr int kNone = TestBlock::kNone;
constexpr int kMaxBlocks = BlockSet::kMaxBlocks;

struct TestConstruct {
  enum Kind { kSelection, kSwitch, kCase, kLoop, kContinue } kind;
  int header, merge;
  int owner;        // the block of the merge instruction
  BlockSet blocks;  // including the continue construct of a loop
};

class Definitions {
 public:
  explicit Definitions(const TestFunction& function) : f_(function) {
    reachable_ = Reach(0, kNone);
    for (int b = 0; b < size(); ++b) {
      dominated_[b] = reachable_.Without(Reach(0, b));
      returns_ |= f_[b].kind == TestBlock::kReturn;
    }
  }

  absl::string_view Verdict() {
    for (auto check :
         {&Definitions::Headers, &Definitions::Loops, &Definitions::Merges,
          &Definitions::Switches, &Definitions::Edges}) {
      const absl::string_view broken = (this->*check)();
      if (!broken.empty()) return broken;
    }
    return "";
  }

 private:
  int size() const { return static_cast<int>(f_.size()); }

  template <typename Do>
  void ForSuccessors(int b, Do visit) const {
    for (int to : f_[b].targets) visit(to);
    if (f_[b].merge != kNone) visit(f_[b].merge);
    if (f_[b].next != kNone) visit(f_[b].next);
  }
  // The blocks reachable by structural edges from `from` without passing
  // `without`.
  BlockSet Reach(int from, int without) const {
    BlockSet seen;
    std::array<int, kMaxBlocks> todo;
    int count = 0;
    const auto visit = [&](int b) {
      if (b == without || seen.Has(b)) return;
      seen.Add(b);
      todo[count++] = b;
    };
    visit(from);
    while (count > 0) ForSuccessors(todo[--count], visit);
    return seen;
  }
  bool Dominates(int a, int b) const {
    return a == b || !reachable_.Has(b) || dominated_[a].Has(b);
  }
  bool PostDominates(int b, int a) const {
    if (!returns_) return true;
    for (int end : Reach(a, b)) {
      if (f_[end].kind == TestBlock::kReturn) return false;
    }
    return true;
  }
  BlockSet DominatedBy(int a) const {
    return reachable_.Has(a) ? dominated_[a] : BlockSet();
  }

  absl::string_view Headers() {
    BlockSet merges;
    for (int b = 0; b < size(); ++b) {
      if (f_[b].merge == kNone) continue;
      if (merges.Has(f_[b].merge)) return "merge block used twice";
      merges.Add(f_[b].merge);
      if (!reachable_.Has(b)) continue;
      if (b == f_[b].merge || !Dominates(b, f_[b].merge)) {
        return "merge block not dominated";
      }
      if (!f_[b].is_loop()) continue;
      if (f_[b].next == f_[b].merge) return "continue target is merge block";
      if (!Dominates(b, f_[b].next)) return "continue target not dominated";
    }
    return "";
  }

  // Finds the edges to an ancestor in a depth-first search.
  void FindBackEdges(int b, BlockSet path, BlockSet* done) {
    path.Add(b);
    for (int to : f_[b].targets) {
      if (path.Has(to)) back_edges_[b].Add(to);
    }
    ForSuccessors(b, [&](int to) {
      if (!done->Has(to) && !path.Has(to)) FindBackEdges(to, path, done);
    });
    done->Add(b);
  }

  absl::string_view Loops() {
    BlockSet done;
    FindBackEdges(0, BlockSet(), &done);
    std::array<int, kMaxBlocks> count = {};
    for (int from : reachable_) {
      for (int to : back_edges_[from]) {
        if (!f_[to].is_loop()) return "back edge to no loop header";
        ++count[to];
        back_edge_block_[to] = from;
      }
    }
    for (int b : reachable_) {
      if (!f_[b].is_loop()) continue;
      if (count[b] != 1) return "not one back edge";
      if (!Dominates(f_[b].next, back_edge_block_[b])) {
        return "continue target does not dominate the back edge";
      }
      if (Dominates(f_[b].merge, back_edge_block_[b])) {
        return "the back edge is outside of the loop";
      }
      if (!PostDominates(back_edge_block_[b], f_[b].next)) {
        return "the back edge does not post-dominate the continue target";
      }
    }
    return "";
  }

  absl::string_view Merges() {
    BlockSet declared;
    for (const TestBlock& block : f_) {
      if (block.merge != kNone) declared.Add(block.merge);
      if (block.next != kNone) declared.Add(block.next);
    }
    for (int b : reachable_) {
      const TestBlock& block = f_[b];
      if (block.merge != kNone && !block.is_loop()) continue;
      if (block.kind == TestBlock::kSwitch) return "switch without merge";
      if (block.kind == TestBlock::kConditional &&
          block.targets[0] != block.targets[1] &&
          !declared.Has(block.targets[0]) && !declared.Has(block.targets[1])) {
        return "conditional branch without merge";
      }
    }
    return "";
  }

  absl::string_view Switches() {
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
      const BlockSet behind = DominatedBy(block.merge);
      const BlockSet own = DominatedBy(b).Without(behind);
      if (block.is_loop()) {
        all_.push_back({TestConstruct::kLoop, b, block.merge, b, own});
        BlockSet rest;
        for (int x : DominatedBy(block.next)) {
          if (PostDominates(back_edge_block_[b], x)) rest.Add(x);
        }
        all_.push_back({TestConstruct::kContinue, block.next, block.merge, b,
                        rest.Without(behind)});
      } else if (block.kind == TestBlock::kSwitch) {
        all_.push_back({TestConstruct::kSwitch, b, block.merge, b, own});
        BlockSet labels;
        for (int label : block.targets) labels.Add(label);
        for (int label : labels) {
          if (label == block.merge) continue;
          all_.push_back({TestConstruct::kCase, label, block.merge, b,
                          DominatedBy(label).Without(behind)});
        }
      } else {
        all_.push_back({TestConstruct::kSelection, b, block.merge, b, own});
      }
    }
  }

  // The smallest construct around a block that satisfies `is`.
  template <typename Is>
  const TestConstruct* Innermost(int b, Is is) const {
    const TestConstruct* best = nullptr;
    for (const TestConstruct& c : all_) {
      if (!c.blocks.Has(b) || !is(c)) continue;
      // A loop that consists only of its continue construct contains it.
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

  absl::string_view NestedMerges() const {
    for (const TestConstruct& c : all_) {
      for (int b : c.blocks) {
        if (f_[b].merge == kNone || b == c.owner) continue;
        if (!c.blocks.Has(f_[b].merge)) return "nested merge block outside";
      }
    }
    return "";
  }

  absl::string_view Edges() {
    FindConstructs();
    const absl::string_view broken = NestedMerges();
    if (!broken.empty()) return broken;
    for (int from : reachable_) {
      for (int to : f_[from].targets) {
        for (const TestConstruct& c : all_) {
          const bool starts = c.blocks.Has(from);
          const bool ends = c.blocks.Has(to);
          if (starts && !ends && !IsExit(from, to)) return "exit";
          if (!starts && ends && to != c.header) return "entry";
        }
        if (EntersContinueFromElsewhere(from, to)) {
          return "continue from elsewhere";
        }
      }
    }
    return CaseOrder();
  }

  bool EntersContinueFromElsewhere(int from, int to) const {
    for (const TestConstruct& c : all_) {
      if (c.kind != TestConstruct::kLoop || f_[c.header].next != to ||
          c.header == to || back_edges_[from].Has(to)) {
        continue;
      }
      if (!c.blocks.Has(from)) return true;
    }
    return false;
  }

  // The branches between the cases of a switch.
  struct FallThrough {
    int from, to;
    bool operator==(const FallThrough&) const = default;
  };
  std::vector<FallThrough> FallThroughsOf(int b) const {
    std::vector<FallThrough> fall_throughs;
    const std::vector<int>& targets = f_[b].targets;
    for (const TestConstruct& c : all_) {
      if (c.kind != TestConstruct::kCase || c.owner != b) continue;
      for (int from : c.blocks) {
        for (int to : f_[from].targets) {
          if (to != c.header && to != f_[b].merge &&
              std::count(targets.begin(), targets.end(), to) > 0) {
            fall_throughs.push_back({c.header, to});
          }
        }
      }
    }
    return fall_throughs;
  }

  absl::string_view CaseOrder() const {
    for (int b : reachable_) {
      if (f_[b].kind != TestBlock::kSwitch) continue;
      const std::vector<int>& targets = f_[b].targets;
      const std::vector<FallThrough> fall_throughs = FallThroughsOf(b);
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
      for (const FallThrough& one : fall_throughs) {
        for (const FallThrough& two : fall_throughs) {
          if (one.from == two.from && one.to != two.to) {
            return "case goes to two";
          }
          if (one.to == two.to && one.from != two.from) {
            return "two go to a case";
          }
          if (one.to == two.from && !is_target(one.to) &&
              !right_before(one.from, two.to)) {
            return "cases apart, by way of the default";
          }
        }
        if (!right_before(one.from, one.to)) return "cases apart";
      }
    }
    return "";
  }

  const TestFunction& f_;
  BlockSet reachable_;
  bool returns_ = false;  // whether a block returns
  std::array<BlockSet, kMaxBlocks> dominated_;
  std::array<BlockSet, kMaxBlocks> back_edges_;       // by source block
  std::array<int, kMaxBlocks> back_edge_block_ = {};  // by loop header
  std::vector<TestConstruct> all_;
};

}  // namespace

absl::string_view VerdictByDefinition(const TestFunction& function) {
  return Definitions(function).Verdict();
}

}  // namespace plumb
