// Indexes into built-ins that have an element for each view must be constant
// (SPV_NVX_multiview_per_view_attributes).
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_element.h"

namespace plumb {
namespace {

// A warning, because front ends allow other indexes.  Argument: the built-in.
struct ViewRow {
  BuiltIn builtin;
  Rule rule;
};

constexpr ViewRow IndexedByConstant(BuiltIn builtin, absl::string_view id,
                                    absl::string_view vuid) {
  return {builtin,
          {id, "SPV_NVX_multiview_per_view_attributes",
           "the view index into built-in {0} must be a constant", vuid,
           Severity::kWarning, kInVulkan}};
}
constexpr ViewRow kRows[] = {
    IndexedByConstant(BuiltIn::kPositionPerViewNV,
                      "builtin.positionperviewnv.constant-index",
                      "VUID-PositionPerViewNV-PositionPerViewNV-04326"),
    IndexedByConstant(BuiltIn::kViewportMaskPerViewNV,
                      "builtin.viewportmaskperviewnv.constant-index",
                      "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04417"),
};

bool HasViews(const ModuleContext& context) {
  return context.Has(Capability::kPerViewAttributesNV) ||
         context.Has(Capability::kMeshShadingNV);
}

bool IsConstantId(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def == kNoInst || MakesConstant(module.record(def).op);
}

void CheckChain(const CheckContext& c) {
  const std::optional<BuiltInElement> element =
      BuiltInElement::At(c.context(), c.inst().result());
  if (!element) return;
  for (const ViewRow& row : kRows) {
    if (row.builtin != element->builtin()) continue;
    for (const ElementStep& step : element->steps()) {
      const TypeInfo& array = c.context().types().Get(step.array);
      // The first index into an array of arrays selects a vertex or primitive.
      const bool is_view =
          array.Is(type_trait::kArray) &&
          !c.context().types().Get(array.element).Is(type_trait::kArray);
      if (is_view && step.chain == c.index() &&
          !IsConstantId(c.module(), c.inst().id(step.operand))) {
        c.Report(row.rule, step.operand,
                 {Arg::Enumerant(grammar::Kind::kBuiltIn, row.builtin)});
      }
    }
  }
}

constexpr Op kChains[] = {Op::kAccessChain, Op::kInBoundsAccessChain};
constexpr Check kChecks[] = {{kChains, CheckChain, Requires(HasViews)}};
constexpr auto kRules = RulesOf(kRows, &ViewRow::rule);

}  // namespace

extern constinit const Family kPerViewIndexes(kRules, kChecks);

}  // namespace plumb
