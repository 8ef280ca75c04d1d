// State shared by the checks of a run: the module, the options, and the
// analyses of the whole module.  Module checks add their results.  While
// functions are checked, it changes only through Poison(), which is thread-safe
// for ids that only one function defines.
#ifndef PLUMB_VALIDATE_ENGINE_MODULE_CONTEXT_H_
#define PLUMB_VALIDATE_ENGINE_MODULE_CONTEXT_H_

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"
#include "cfg/call_graph.h"
#include "core/constant_table.h"
#include "core/diagnostic.h"
#include "core/feature_set.h"
#include "core/module.h"
#include "core/options.h"
#include "core/rule.h"
#include "core/target_env.h"
#include "core/type_table.h"
#include "validate/analysis/function_numbers.h"
#include "validate/analysis/module_facts.h"
#include "validate/analysis/reach.h"
#include "validate/engine/fact_store.h"

namespace plumb {

class ModuleContext;

// The result of a report, to which notes are added.  Empty if the diagnostic
// was not kept.
class DiagnosticBuilder {
 public:
  DiagnosticBuilder() = default;
  DiagnosticBuilder(DiagnosticList* list, DiagnosticList::AddResult added)
      : list_(added >= DiagnosticList::AddResult::kWarning ? list : nullptr),
        added_(added) {}

  ABSL_ATTRIBUTE_COLD DiagnosticBuilder& Note(
      absl::string_view text, Place place,
      std::initializer_list<Arg> args = {});
  // Adds a fix that replaces the operand at `place` by the string `value`.
  ABSL_ATTRIBUTE_COLD DiagnosticBuilder& SuggestString(absl::string_view value,
                                                       Place place);
  explicit operator bool() const { return list_ != nullptr; }
  // Whether the report is an error in effect, or one that follows from another
  // error.  Only then may it keep other checks from running or poison an id:
  // a warning hides nothing, and neither does a rule that is off.
  bool is_error() const {
    return added_ == DiagnosticList::AddResult::kError ||
           added_ == DiagnosticList::AddResult::kHiddenError;
  }

 private:
  DiagnosticList* list_ = nullptr;
  DiagnosticList::AddResult added_ = DiagnosticList::AddResult::kLeftOut;
};

class ModuleContext {
 public:
  ModuleContext() = default;

  // Starts a run.  All must outlive it.
  void Begin(const Module& module, const ValidatorOptions& options,
             DiagnosticList* diagnostics);
  void Begin(const Module& module, ValidatorOptions&& options,
             DiagnosticList* diagnostics) = delete;

  const Module& module() const { return *module_; }
  const ValidatorOptions& options() const { return *options_; }
  const TargetEnvInfo& env() const { return Info(options_->env); }
  // Analyses of the whole module.
  const FeatureSet& features() const { return facts_.features(); }
  // A number that does not change while the modules of successive runs have the
  // same features and environment, with a device or without.  Never 0.
  uint64_t feature_stamp() const { return feature_stamp_; }
  const TypeTable& types() const { return facts_.types(); }
  // The values of integer and Boolean constants.
  const ConstantTable& constants() const { return facts_.constants(); }
  const MemoryModel& memory_model() const { return facts_.memory_model(); }
  const Decorations& decorations() const { return facts_.decorations(); }
  const Images& images() const { return facts_.images(); }
  const EntryPoints& entry_points() const { return facts_.entry_points(); }
  // These two require Provide(), which module checks call; in Phase::kIds if
  // instruction checks use them.
  const Pointers& pointers() const { return facts_.pointers(); }
  const Uses& uses() const { return facts_.uses(); }
  void Provide(FactSet facts) { facts_.Provide(facts); }

  // The fact T of this module, which several module checks share, and memory
  // that a module check keeps from module to module (fact_store.h).  For module
  // checks only.
  template <typename T>
  const T& Fact() {
    return store_.Get<T>(*this);
  }
  template <typename T>
  T& Scratch() {
    return store_.Scratch<T>();
  }

  bool Has(grammar::Capability capability) const {
    return features().Has(capability);
  }

  // The call graph; functions are numbered as in module().functions().
  const cfg::CallGraph& call_graph() const { return call_graph_; }
  // The function that an id is, or cfg::kNoFunction.  O(log functions).
  cfg::FunctionIndex FunctionOf(Id id) const {
    return function_numbers_.of(id);
  }

  // The execution models that reach each function.
  const Reach& reach() const { return reach_; }

  // Reports a violation of `rule` at `place`, outside functions or from a
  // module check.  Does nothing if the rule does not apply to this module.  If
  // the instruction of the place or an argument is poisoned, this is a
  // follow-up error.
  //
  // Reporting is marked cold, which keeps it out of the hot path.
  ABSL_ATTRIBUTE_COLD DiagnosticBuilder
  Report(const Rule& rule, Place place, std::initializer_list<Arg> args = {});
  // The same into the list of a worker.
  ABSL_ATTRIBUTE_COLD DiagnosticBuilder Report(const Rule& rule, Place place,
                                               std::initializer_list<Arg> args,
                                               DiagnosticList* list) const;
  DiagnosticList* diagnostics() { return diagnostics_; }

  // Whether the module is in the scope of a rule: its version, environment and
  // capabilities.
  bool IsIn(const Scope& scope) const;
  bool Applies(const Rule& rule) const { return IsIn(rule.when); }

  // Marks an id whose definition was rejected by an error in effect
  // (DiagnosticBuilder::is_error): from now on, errors of the defining
  // instruction and errors that name the id are follow-up errors, and a
  // poisoned type passes every check.  Does nothing for kNoId.  While functions
  // are checked, only for ids that they define.
  void Poison(Id id);
  bool poisoned(Id id) const {
    return id.value < poisoned_.size() && poisoned_[id.value] != 0;
  }
  // Whether any id is.
  bool any_poisoned() const { return any_poisoned_; }
  // Poisons a type or constant whose parts were rejected.
  void PoisonIfMadeOfPoisoned(InstIndex declaration);

  // Marks a function (index into module().functions()) whose layout was
  // rejected: its graph is not built, and checks that require it do not run.
  void BreakFunction(uint32_t function) { broken_functions_[function] = 1; }
  bool function_broken(uint32_t function) const {
    return broken_functions_[function] != 0;
  }

 private:
  void UpdateFeatureStamp();
  void BuildCallGraph();
  bool FollowsFromPoison(const Rule& rule, const Place& place,
                         std::initializer_list<Arg> args) const;

  const Module* module_ = nullptr;
  const ValidatorOptions* options_ = nullptr;
  DiagnosticList* diagnostics_ = nullptr;
  ModuleFacts facts_;
  FactStore store_;
  uint64_t feature_stamp_ = 1;
  // The features and environment that have the stamp.
  FeatureSet stamped_features_;
  TargetEnv stamped_env_ = kDefaultTargetEnv;
  bool stamped_device_ = false;
  FunctionNumbers function_numbers_;
  cfg::CallGraph call_graph_;
  Reach reach_;
  std::vector<uint8_t> poisoned_;  // by id
  bool any_poisoned_ = false;
  std::vector<uint8_t> broken_functions_;  // by function
};

// Whether the module is for Vulkan; checks can have it as their condition.
inline bool IsVulkan(const ModuleContext& context) {
  return context.env().api == Api::kVulkan;
}

inline bool ModuleContext::IsIn(const Scope& scope) const {
  const uint32_t version = features().version();
  if (version < scope.min_version || version > scope.max_version ||
      (scope.envs & EnvBit(options_->env)) == 0) {
    return false;
  }
  return (!scope.needs || features().Has(*scope.needs)) &&
         (!scope.unless || !features().Has(*scope.unless)) &&
         (!scope.unless_extension || !features().Has(*scope.unless_extension));
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_MODULE_CONTEXT_H_
