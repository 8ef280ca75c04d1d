#include "validate/engine/module_context.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "core/diagnostic_place.h"
#include "validate/analysis/call_sites.h"

namespace plumb {

void ModuleContext::Begin(const Module& module, const ValidatorOptions& options,
                          DiagnosticList* diagnostics) {
  store_.BeginModule();
  module_ = &module;
  options_ = &options;
  diagnostics_ = diagnostics;
  facts_.Build(module, options.specialization);
  UpdateFeatureStamp();
  any_poisoned_ = false;
  poisoned_.assign(module.id_bound(), 0);
  broken_functions_.assign(module.functions().size(), 0);
  function_numbers_.Build(module);
  BuildCallGraph();
  reach_.Build(module, function_numbers_, call_graph_);
}

void ModuleContext::UpdateFeatureStamp() {
  const bool has_device = options_->device != nullptr;
  if (options_->env == stamped_env_ && has_device == stamped_device_ &&
      features() == stamped_features_) {
    return;
  }
  stamped_features_ = features();
  stamped_env_ = options_->env;
  stamped_device_ = has_device;
  ++feature_stamp_;
}

void ModuleContext::BuildCallGraph() {
  call_graph_.Reset(static_cast<uint32_t>(module_->functions().size()));
  ForEachCall(*module_, function_numbers_, [this](const CallSite& call) {
    call_graph_.AddCall(call.caller, call.callee);
  });
  call_graph_.Finish();
}

void ModuleContext::Poison(Id id) {
  if (id == kNoId || id.value >= poisoned_.size()) return;
  poisoned_[id.value] = 1;
  // Types are not declared in functions, so parallel checks do not poison them.
  const InstIndex def = module_->def(id);
  if (def == kNoInst || def >= module_->global_end()) return;
  any_poisoned_ = true;
  if (types().IsType(id)) facts_.PoisonType(id);
}

void ModuleContext::PoisonIfMadeOfPoisoned(InstIndex declaration) {
  bool is_made_so = false;
  module_->ForEachIdUse(declaration, [&](OperandIndex, Id part) {
    is_made_so |= poisoned(part);
  });
  if (is_made_so) Poison(module_->record(declaration).result);
}

DiagnosticBuilder& DiagnosticBuilder::Note(absl::string_view text, Place place,
                                           std::initializer_list<Arg> args) {
  if (list_ != nullptr) list_->AddNote(text, place, args);
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::SuggestString(absl::string_view value,
                                                    Place place) {
  if (list_ != nullptr) {
    list_->AddGuess("did you mean {0}", place,
                    {list_->Keep(absl::StrCat("\"", value, "\""))});
  }
  return *this;
}

DiagnosticBuilder ModuleContext::Report(const Rule& rule, Place place,
                                        std::initializer_list<Arg> args) {
  return Report(rule, place, args, diagnostics_);
}

DiagnosticBuilder ModuleContext::Report(const Rule& rule, Place place,
                                        std::initializer_list<Arg> args,
                                        DiagnosticList* list) const {
  if (!Applies(rule)) return DiagnosticBuilder();
  return DiagnosticBuilder(
      list, list->Add(rule, place, args, FollowsFromPoison(rule, place, args)));
}

bool ModuleContext::FollowsFromPoison(const Rule& rule, const Place& place,
                                      std::initializer_list<Arg> args) const {
  // The requirements of an instruction do not depend on its operands'
  // definitions.
  if (rule.effect != Effect::kLacksRequirement &&
      place.kind == Place::Kind::kInstruction &&
      poisoned(module_->record(place.inst).result)) {
    return true;
  }
  return absl::c_any_of(args, [this](const Arg& arg) {
    return IsIdArg(arg) && poisoned(Id(static_cast<uint32_t>(arg.number)));
  });
}

}  // namespace plumb
