// Fragment shaders that write their depth must have execution mode
// DepthReplacing (section 3.2.20; Vulkan's FragDepth).
//
// If each entry point that lists FragDepth has the mode, as in nearly all
// modules, nothing else is done; otherwise functions are searched for the use.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_point.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    ReliesOn(kModeOps,
             {"builtin.fragdepth.depth-replacing", "3.2.20",
              "an entry point that writes built-in FragDepth must have "
              "execution mode DepthReplacing",
              "VUID-FragDepth-FragDepth-04216", Severity::kError, kInVulkan}),
});

// A variable that is or contains FragDepth.
struct Depth {
  Id variable;
  uint32_t member;  // kNoMember: the variable
  bool listed = false;
};

class DepthReplacing {
 public:
  void Check(ModuleContext& context) {
    context_ = &context;
    depths_.clear();
    if (!FindDepths() || !FindEntryPoints()) return;
    context_->call_graph().PropagateDown(absl::MakeSpan(reached_));
    const Module& module = context_->module();
    for (uint32_t f = 0; f < module.functions().size(); ++f) {
      if (reached_[f] == 0) continue;
      if (const Place write = FindWrite(module.functions()[f]);
          write.inst != kNoInst) {
        Report(cfg::FunctionIndex(f), write);
        return;  // reported once per module
      }
    }
  }

 private:
  // Finds the listed variables that are or contain FragDepth.
  bool FindDepths() {
    declared_ = &context_->Fact<DeclaredBuiltIns>();
    if (absl::c_none_of(declared_->all(), [](const DeclaredBuiltIn& d) {
          return d.builtin == BuiltIn::kFragDepth;
        })) {
      return false;
    }
    const Module& module = context_->module();
    for (const InstIndex i : module.global_variables()) {
      const InstRecord& record = module.record(i);
      for (const DeclaredBuiltIn& d :
           BuiltInsOf(*context_, *declared_, record.result)) {
        if (d.builtin != BuiltIn::kFragDepth) continue;
        depths_.push_back({record.result, d.decorated.member});
        break;
      }
    }
    absl::c_sort(depths_, [](const Depth& a, const Depth& b) {
      return a.variable.value < b.variable.value;
    });
    return !depths_.empty();
  }

  Depth* Find(Id variable) {
    const auto depth = absl::c_lower_bound(
        depths_, variable,
        [](const Depth& d, Id id) { return d.variable.value < id.value; });
    return depth != depths_.end() && depth->variable == variable ? &*depth
                                                                 : nullptr;
  }

  // Finds the entry points that list such a variable and do not have the mode.
  bool FindEntryPoints() {
    const Module& module = context_->module();
    reached_.assign(module.functions().size(), 0);
    entry_points_.clear();
    for (InstIndex i : module.entry_points()) {
      const EntryPoint entry(module, i);
      const cfg::FunctionIndex f = context_->FunctionOf(entry.id());
      if (entry.model() != ExecutionModel::kFragment || f == cfg::kNoFunction ||
          context_->entry_points().Has(entry.id(),
                                       ExecutionMode::kDepthReplacing)) {
        continue;
      }
      for (uint32_t n = 0; n < entry.interface_size(); ++n) {
        Depth* depth = Find(entry.interface(n));
        if (depth == nullptr) continue;
        depth->listed = true;
        reached_[f.value] = 1;
        if (entry_points_.empty() || entry_points_.back() != i) {
          entry_points_.push_back(i);
        }
      }
    }
    return !entry_points_.empty();
  }

  // The first place where a function may write to a listed depth.
  Place FindWrite(const FunctionRange& function) {
    const Module& module = context_->module();
    pointers_.clear();
    for (InstIndex i = function.first; i < function.last; ++i) {
      const Inst inst = module.inst(i);
      for (uint32_t o = 0; o < inst.operand_count(); ++o) {
        if (inst.kind(o) != grammar::Kind::kIdRef) continue;
        const Place use = UseAt(inst, o);
        if (use.inst == kNoInst) continue;
        if (MakesPointer(inst.op())) {
          pointers_.try_emplace(inst.result(), use);
        } else if (MayWrite(inst.op(), o)) {
          return use;
        }
      }
    }
    return Place();
  }

  // The first use of the depth that an operand points to: this instruction, or
  // the one that made the pointer.  kModule if it does not point to a listed
  // depth.
  Place UseAt(const Inst& inst, OperandIndex pointer) {
    const Id id = inst.id(pointer);
    if (const auto made = pointers_.find(id); made != pointers_.end()) {
      return made->second;
    }
    const Depth* const depth = Find(id);
    if (depth == nullptr || !depth->listed) return Place();
    const uint32_t member = MemberUsed(*context_, inst, pointer);
    const bool is_other = depth->member != kNoMember && member != kNoMember &&
                          member != depth->member;
    return is_other ? Place() : Place::At(inst.index(), pointer);
  }

  static bool MakesPointer(Op op) {
    return op == Op::kAccessChain || op == Op::kInBoundsAccessChain ||
           op == Op::kCopyObject;
  }

  // Whether an instruction may write through a pointer: all except loads and
  // copies from it.
  static bool MayWrite(Op op, OperandIndex pointer) {
    if (op == Op::kLoad) return false;
    const bool is_copy = op == Op::kCopyMemory || op == Op::kCopyMemorySized;
    return !is_copy || pointer == operand::CopyMemory::kTarget;
  }

  void Report(cfg::FunctionIndex function, const Place& use) {
    const InstIndex mode = DepthReplacingMode();
    DiagnosticBuilder report =
        context_->Report(R("builtin.fragdepth.depth-replacing"),
                         mode == kNoInst ? use : Place::At(mode));
    if (mode != kNoInst) report.Note("it is used here", use);
    AddCallPathNotes(context_->module(),
                     context_->reach().PathsFrom(entry_points_), function,
                     report);
  }

  // The mode of the only such entry point that tells how the depth is
  // replaced, which needs DepthReplacing too or is intended as it; kNoInst if
  // there is none.
  InstIndex DepthReplacingMode() const {
    if (entry_points_.size() != 1) return kNoInst;
    const Id function = EntryPoint(context_->module(), entry_points_[0]).id();
    for (const ExecutionMode mode :
         {ExecutionMode::kDepthGreater, ExecutionMode::kDepthLess,
          ExecutionMode::kDepthUnchanged}) {
      const ExecutionModeRow* const row =
          context_->entry_points().Get(function).Find(mode);
      if (row != nullptr) return row->at;
    }
    return kNoInst;
  }

  ModuleContext* context_ = nullptr;
  const DeclaredBuiltIns* declared_ = nullptr;
  std::vector<Depth> depths_;  // by variable
  std::vector<InstIndex> entry_points_;
  std::vector<uint64_t> reached_;  // from such an entry point, by function
  // The pointers to a listed depth that the function has made so far, and the
  // use of the depth for each.
  absl::flat_hash_map<Id, Place> pointers_;
};

void CheckDepthReplacing(ModuleContext& context) {
  if (!context.Applies(R("builtin.fragdepth.depth-replacing"))) return;
  context.Scratch<DepthReplacing>().Check(context);
}

}  // namespace

extern constinit const Family kDepthReplacing(
    R, kModuleCheck<Phase::kSummaries, CheckDepthReplacing,
                    ExecutionModel::kFragment, Decoration::kBuiltIn>);

}  // namespace plumb
