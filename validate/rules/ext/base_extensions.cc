// Extensions and capabilities that depend on other extensions, by the
// dependencies in their specifications.
//
// The texts do not state that a module must declare both, producers omit the
// other one, and implementations do not check it: all of these are warnings.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "core/feature_set.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr Rule Warning(absl::string_view id, absl::string_view section) {
  return {id, section, "{0} requires {1}, which the module does not declare",
          "", Severity::kWarning};
}

constexpr RuleTable R({
    Warning("ext.opacitymicromap.base-extension", "SPV_EXT_opacity_micromap"),
    Warning("ext.extension.requires-encodings",
            "SPV_VALVE_mixed_float_dot_product"),
});

constexpr Extension kRayExtensions[] = {Extension::kKhrRayQuery,
                                        Extension::kKhrRayTracing};
constexpr absl::string_view kRayNames =
    "SPV_KHR_ray_query or SPV_KHR_ray_tracing";

// An extension, those of which one must be declared, and their description in
// messages.
struct ExtensionRow {
  absl::string_view name;
  absl::Span<const Extension> bases;
  absl::string_view names;
  Rule rule = {};                // a rule for this extension only
  const Rule* shared = nullptr;  // or a rule shared with another extension
};
constexpr Extension kAtomicFloatAdd[] = {Extension::kExtShaderAtomicFloatAdd};
constexpr Extension kUntypedPointers[] = {Extension::kKhrUntypedPointers};
constexpr Extension kFloat8[] = {Extension::kExtFloat8};
constexpr Extension kViewportArray2[] = {Extension::kNvViewportArray2};
constexpr ExtensionRow kExtensionRows[] = {
    {"SPV_EXT_shader_atomic_float16_add", kAtomicFloatAdd,
     "SPV_EXT_shader_atomic_float_add",
     Warning("ext.atomicfloat16add.base-extension",
             "SPV_EXT_shader_atomic_float16_add")},
    {"SPV_EXT_descriptor_heap", kUntypedPointers, "SPV_KHR_untyped_pointers",
     Warning("ext.descriptorheap.base-extension", "SPV_EXT_descriptor_heap")},
    {"SPV_EXT_ocp_microscaling_types", kFloat8, "SPV_EXT_float8",
     Warning("ext.microscaling.base-extension",
             "SPV_EXT_ocp_microscaling_types")},
    {"SPV_EXT_opacity_micromap",
     kRayExtensions,
     kRayNames,
     {},
     &R("ext.opacitymicromap.base-extension")},
    {"SPV_KHR_opacity_micromap",
     kRayExtensions,
     kRayNames,
     {},
     &R("ext.opacitymicromap.base-extension")},
    {"SPV_NV_stereo_view_rendering", kViewportArray2, "SPV_NV_viewport_array2",
     Warning("ext.extension.requires-viewport-array2",
             "SPV_NV_stereo_view_rendering")},
};

struct CapabilityRow {
  Capability capability;
  Extension base;
  absl::string_view name;
};
constexpr CapabilityRow kCapabilityRows[] = {
    {Capability::kDotProductBFloat16AccVALVE, Extension::kKhrBfloat16,
     "SPV_KHR_bfloat16"},
    {Capability::kDotProductFloat8AccFloat32VALVE, Extension::kExtFloat8,
     "SPV_EXT_float8"},
};

constexpr auto kRules =
    Join(RulesOf(kExtensionRows, &ExtensionRow::rule), RulesOf(R));

// Both instructions name it after the condition, if there is one.
OperandIndex LastOperand(const CheckContext& c) {
  return c.inst().operand_count() - 1;
}

void CheckExtension(const CheckContext& c) {
  const FeatureSet& features = c.context().features();
  const OperandIndex operand = LastOperand(c);
  const absl::string_view name = c.inst().string(operand);
  for (const ExtensionRow& row : kExtensionRows) {
    if (row.name != name || absl::c_any_of(row.bases, [&](Extension e) {
          return features.Has(e);
        })) {
      continue;
    }
    c.Report(row.shared != nullptr ? *row.shared : row.rule, operand,
             {name, row.names});
  }
}

void CheckCapability(const CheckContext& c) {
  const OperandIndex operand = LastOperand(c);
  const Capability capability{c.inst().operand_word(operand)};
  for (const CapabilityRow& row : kCapabilityRows) {
    if (row.capability != capability || c.context().features().Has(row.base)) {
      continue;
    }
    c.Report(R("ext.extension.requires-encodings"), operand,
             {Arg::Enumerant(Kind::kCapability, capability), row.name});
  }
}

constexpr Op kExtensionOps[] = {Op::kExtension, Op::kConditionalExtensionINTEL};
constexpr Op kCapabilityOps[] = {Op::kCapability,
                                 Op::kConditionalCapabilityINTEL};
constexpr Check kChecks[] = {{kExtensionOps, CheckExtension},
                             {kCapabilityOps, CheckCapability}};

}  // namespace

extern constinit const Family kBaseExtensions(kRules, kChecks);

}  // namespace plumb
