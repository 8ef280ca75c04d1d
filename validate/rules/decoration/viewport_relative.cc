// Layers relative to viewports (SPV_NV_viewport_array2), and the selection of
// viewports, in Vulkan.
//
// All variables that an entry point uses are in its interface, so a missing
// built-in is not used.
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R(
    {
        InVulkan("decoration.viewportrelativenv.layer",
                 "{0} is decorated with ViewportRelativeNV, so it must be "
                 "built-in Layer",
                 "VUID-StandaloneSpirv-ViewportRelativeNV-04672"),
        // Warnings, because front ends make such modules.
        {"decoration.viewportrelativenv.execution-model", kVulkan,
         "ViewportRelativeNV is allowed only in vertex, tessellation "
         "evaluation and geometry shaders, but {0} is in the interface of an "
         "entry point with execution model {1}",
         "VUID-StandaloneSpirv-ViewportRelativeNV-04672", Severity::kWarning,
         kInVulkan},
        {"decoration.viewportrelativenv.viewport", kVulkan,
         "{0} is a viewport-relative layer, but entry point {1} has neither "
         "ViewportIndex nor ViewportMaskNV",
         "VUID-StandaloneSpirv-ViewportRelativeNV-04673", Severity::kWarning,
         kInVulkan},
        {"decoration.viewportmasknv.not-with-index", kVulkan,
         "entry point {0} must not use both ViewportIndex and ViewportMaskNV",
         "VUID-StandaloneSpirv-ViewportMaskNV-04674", Severity::kWarning,
         kInVulkan},
    },
    kDecorateOps);

constexpr ModelSet kModels = {ExecutionModel::kVertex,
                              ExecutionModel::kTessellationEvaluation,
                              ExecutionModel::kGeometry};

// Whether an object or a member of it is the built-in.
bool Holds(const ModuleContext& context, Id target, BuiltIn built_in) {
  bool holds = false;
  context.decorations().ForEachOf(target, [&](const Decorated& d) {
    holds |= d.kind == Decoration::kBuiltIn &&
             BuiltInOf(context.module(), d) == built_in;
  });
  return holds;
}

bool IsViewport(const ModuleContext& context, Id variable) {
  const Id held = InnermostElement(context, ObjectTypeOf(context, variable));
  for (const BuiltIn b : {BuiltIn::kViewportIndex, BuiltIn::kViewportMaskNV}) {
    if (Holds(context, variable, b) || Holds(context, held, b)) return true;
  }
  return false;
}

// Whether a variable or a member of its object has the decoration.
bool IsRelative(const ModuleContext& context, Id variable) {
  const Id held = InnermostElement(context, ObjectTypeOf(context, variable));
  bool relative =
      context.decorations().Has(variable, Decoration::kViewportRelativeNV);
  context.decorations().ForEachOf(held, [&](const Decorated& d) {
    relative |= d.kind == Decoration::kViewportRelativeNV;
  });
  return relative;
}

void CheckTargets(ModuleContext& context) {
  context.decorations().ForEach(
      Decoration::kViewportRelativeNV, [&](const Decorated& d) {
        if (BuiltInAt(context, d.target, d.member) == BuiltIn::kLayer) return;
        context.Report(R("decoration.viewportrelativenv.layer"), PlaceOf(d),
                       {d.target});
      });
}

void CheckEntryPoint(ModuleContext& context, const EntryPoint& entry) {
  bool has_viewport = false;
  uint32_t relative = entry.interface_size();
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    has_viewport |= IsViewport(context, entry.interface(n));
    if (IsRelative(context, entry.interface(n))) relative = n;
  }
  if (relative == entry.interface_size()) return;
  const Place place = Place::At(entry.at(), entry.interface_operand(relative));
  if (!kModels.Contains(entry.model())) {
    context.Report(R("decoration.viewportrelativenv.execution-model"), place,
                   {entry.interface(relative),
                    Arg::Enumerant(Kind::kExecutionModel, entry.model())});
  } else if (!has_viewport) {
    context.Report(R("decoration.viewportrelativenv.viewport"), place,
                   {entry.interface(relative), entry.id()});
  }
}

// Only variables are checked: a block may have members that are not used.
void CheckBoth(ModuleContext& context, const EntryPoint& entry) {
  uint32_t mask = entry.interface_size();
  bool index = false;
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    if (context.types().TypeOf(context.module(), variable).storage_class !=
        StorageClass::kOutput) {
      continue;
    }
    index |= Holds(context, variable, BuiltIn::kViewportIndex);
    if (Holds(context, variable, BuiltIn::kViewportMaskNV)) mask = n;
  }
  if (!index || mask == entry.interface_size()) return;
  context.Report(R("decoration.viewportmasknv.not-with-index"),
                 Place::At(entry.at(), entry.interface_operand(mask)),
                 {entry.id()});
}

void CheckMasks(ModuleContext& context) {
  for (const InstIndex at : context.module().entry_points()) {
    CheckBoth(context, EntryPoint(context.module(), at));
  }
}

void CheckRelative(ModuleContext& context) {
  CheckTargets(context);
  for (const InstIndex at : context.module().entry_points()) {
    CheckEntryPoint(context, EntryPoint(context.module(), at));
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckRelative,
     Requires(Api::kVulkan, Decoration::kViewportRelativeNV)},
    {Phase::kSummaries, CheckMasks,
     Requires(Api::kVulkan, Capability::kShaderViewportMaskNV)}};

}  // namespace

extern constinit const Family kViewportRelative(R, kModuleChecks);

}  // namespace plumb
