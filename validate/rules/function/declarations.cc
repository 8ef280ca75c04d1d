// A module must not declare a function that it also defines (section 2.16.1):
// no function is both imported and exported by one name.
//
// Tested by testdata/rule_test.cc.
#include "absl/container/flat_hash_map.h"
#include "validate/engine/family.h"
#include "validate/facts/linked.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"function.declaration.not-also-defined", "2.16.1",
     "function {0}, defined in this module, is exported under the same name"},
});

bool IsFunction(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def != kNoInst && module.record(def).op == Op::kFunction;
}

void CheckDeclarations(ModuleContext& context) {
  const Module& module = context.module();
  absl::flat_hash_map<absl::string_view, Linked> exported;
  ForEachLinked(context, [&](const Linked& linked) {
    if (!linked.imported() && IsFunction(module, linked.target())) {
      exported.try_emplace(linked.name(), linked);
    }
  });
  if (exported.empty()) return;
  ForEachLinked(context, [&](const Linked& linked) {
    if (!linked.imported() || !IsFunction(module, linked.target())) return;
    const auto entry = exported.find(linked.name());
    if (entry == exported.end()) return;
    const Linked& definition = entry->second;
    if (definition.target() == linked.target()) return;
    context
        .Report(R("function.declaration.not-also-defined"), linked.name_place(),
                {definition.target()})
        .Note("that name is given here", definition.name_place());
  });
}

}  // namespace

extern constinit const Family kDeclarations(
    R, kModuleCheck<Phase::kSummaries, CheckDeclarations,
                    Decoration::kLinkageAttributes>);

}  // namespace plumb
