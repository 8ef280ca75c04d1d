#include "validate/module_context.h"

namespace plumb {

void ModuleContext::Begin(const Module& module, const ValidatorOptions& options,
                          DiagnosticList* diagnostics) {
  module_ = &module;
  options_ = &options;
  diagnostics_ = diagnostics;
  features_.Build(module);
  poisoned_.assign(module.id_bound(), 0);
  broken_functions_.assign(module.functions().size(), 0);
}

bool ModuleContext::Applies(const Rule& rule) const {
  const uint32_t version = features_.version();
  return version >= rule.when.min_version && version <= rule.when.max_version &&
         (rule.when.envs & EnvBit(options_->env)) != 0;
}

Report ModuleContext::Say(const Rule& rule, Place place,
                          std::initializer_list<Arg> args,
                          DiagnosticList* list) const {
  if (!Applies(rule)) return Report();
  if (place.kind == Place::Kind::kInstruction &&
      poisoned(module_->record(place.inst).result)) {
    return Report();
  }
  for (const Arg& arg : args) {
    const bool is_id =
        arg.kind == Arg::Kind::kId || arg.kind == Arg::Kind::kType;
    if (is_id && poisoned(Id(static_cast<uint32_t>(arg.number)))) {
      return Report();
    }
  }
  list->Add(rule, place, args);
  return Report(list);
}

}  // namespace plumb
