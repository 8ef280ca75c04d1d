// Push constants of entry points: Vulkan allows at most one variable for each.
//
// Modules with fewer than two such variables are skipped.  In others the
// variables used are found for each function, callees first.  Linear, with a
// logarithm.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <numeric>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr Scope kWithoutBanks = {.envs = kVulkanEnvs,
                                 .unless = Capability::kPushConstantBanksNV};

constexpr RuleTable R({
    {"entry.pushconstant.listed-once", kVulkan,
     "an interface must list at most one variable in PushConstant, but lists "
     "{0} and {1}",
     "VUID-StandaloneSpirv-OpVariable-06673", Severity::kError, kWithoutBanks},
    {"entry.pushconstant.used-once", kVulkan,
     "entry point {0} must use at most one variable in PushConstant, but uses "
     "{1} and {2}",
     "VUID-StandaloneSpirv-OpEntryPoint-06674", Severity::kError,
     kWithoutBanks},
});

// The first two variables that a function and its callees use.
struct UsedVariables {
  Id first, second;
  Place at;  // the use of the second variable

  void Add(Id variable, Place place) {
    if (variable == kNoId || variable == first || second != kNoId) return;
    if (first == kNoId) {
      first = variable;
    } else {
      second = variable;
      at = place;
    }
  }
};

class PushConstants {
 public:
  explicit PushConstants(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    if (CountVariables() < 2) return;
    bool used = false;
    for (const InstIndex at : module_.entry_points()) {
      const EntryPoint entry(module_, at);
      if (CheckListed(entry)) continue;
      if (!used) FindUses();
      used = true;
      CheckUsed(entry);
    }
  }

 private:
  bool IsOne(Id id) const {
    return id.value < is_one_.size() && is_one_[id.value] != 0;
  }

  int CountVariables() {
    int count = 0;
    is_one_.assign(module_.id_bound(), 0);
    for (const InstIndex i : module_.global_variables()) {
      const InstRecord& record = module_.record(i);
      const TypeInfo& pointer = context_.types().TypeOf(module_, record.result);
      if (pointer.storage_class != StorageClass::kPushConstant) continue;
      is_one_[record.result.value] = 1;
      ++count;
    }
    return count;
  }

  // Reports an interface that lists two; true if it does.
  bool CheckListed(const EntryPoint& entry) {
    Id first;
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (!IsOne(variable) || variable == first) continue;
      if (first != kNoId) {
        context_.Report(R("entry.pushconstant.listed-once"),
                        Place::At(entry.at(), entry.interface_operand(n)),
                        {first, variable});
        return true;
      }
      first = variable;
    }
    return false;
  }

  // Callees have lower component numbers than their callers.
  void FindUses() {
    const cfg::CallGraph& calls = context_.call_graph();
    used_.assign(calls.function_count(), {});
    std::vector<uint32_t> order(used_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto component = [&calls](uint32_t f) {
      return calls.components().component(cfg::FunctionIndex(f));
    };
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return component(a) < component(b);
    });
    for (const uint32_t f : order) {
      UsedVariables& used = used_[f];
      AddUses(module_.functions()[f], &used);
      for (const cfg::FunctionIndex callee :
           calls.callees(cfg::FunctionIndex(f))) {
        const UsedVariables& below = used_[callee.value];
        const Place at = Place::At(module_.functions()[f].first);
        used.Add(below.first, at);
        used.Add(below.second, below.at);
      }
    }
  }

  void AddUses(const FunctionRange& function, UsedVariables* used) const {
    for (InstIndex i = function.first; i < function.last; ++i) {
      // Extended instructions may be debug information about the variable.
      if (module_.record(i).op == Op::kExtInst) continue;
      module_.ForEachIdOperand(i, [&](OperandIndex operand, Id id) {
        if (IsOne(id)) used->Add(id, Place::At(i, operand));
      });
    }
  }

  void CheckUsed(const EntryPoint& entry) {
    const cfg::FunctionIndex f = context_.FunctionOf(entry.id());
    if (f == cfg::kNoFunction) return;
    const UsedVariables& used = used_[f.value];
    if (used.second == kNoId) return;
    context_
        .Report(R("entry.pushconstant.used-once"), used.at,
                {entry.id(), used.first, used.second})
        .Note("the entry point is declared here", Place::At(entry.at()));
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<uint8_t> is_one_;      // by id
  std::vector<UsedVariables> used_;  // by function
};

void CheckPushConstants(ModuleContext& context) {
  if (context.types().AnyPointsInto(StorageClass::kPushConstant) &&
      context.Applies(R("entry.pushconstant.used-once"))) {
    PushConstants(context).Check();
  }
}

}  // namespace

extern constinit const Family kPushConstants(
    R, kModuleCheck<Phase::kSummaries, CheckPushConstants>);

}  // namespace plumb
