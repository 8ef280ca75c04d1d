// Outputs of mesh shaders for each primitive (SPV_EXT_mesh_shader,
// SPV_NV_mesh_shader): the number of elements that the execution modes give,
// and the decoration PerPrimitiveEXT.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "core/execution_models.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_point.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kExt[] = "SPV_EXT_mesh_shader";
constexpr char kNv[] = "SPV_NV_mesh_shader";

constexpr absl::string_view kSizeText =
    "built-in {0} must have {1} element{1s}, as the execution modes declare, "
    "not {2}";

// Arguments: those of kSizeText.
constexpr Rule SizeRule(absl::string_view id, absl::string_view section,
                        absl::string_view vuid) {
  return {id, section, kSizeText, vuid, Severity::kError, kInVulkan};
}

// --- Outputs of primitives ---

struct PrimitiveRow {
  constexpr PrimitiveRow(BuiltIn b, const Rule& mark, const Rule& form,
                         const Rule& array, const Rule& block)
      : builtin(b),
        decoration(ReliesOn(kDecorationOps, mark)),
        shape(form),
        array_size(array),
        block_size(block) {
    decoration.section = shape.section = kExt;
    decoration.when = shape.when = kInVulkan;
    decoration.text =
        "built-in {0} of a mesh shader must also be decorated with "
        "PerPrimitiveEXT";
    shape.text =
        "built-in {0} of a mesh shader must be an array, or a member of a "
        "Block";
  }

  BuiltIn builtin;
  Rule decoration;
  Rule shape;
  Rule array_size;
  Rule block_size;
};
constexpr PrimitiveRow kPrimitiveRows[] = {
    {BuiltIn::kCullPrimitiveEXT,
     {"builtin.cullprimitiveext.per-primitive", "", "",
      "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07038"},
     {"builtin.cullprimitiveext.shape", "", "",
      "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07036"},
     SizeRule("builtin.cullprimitiveext.array-size", kExt,
              "VUID-CullPrimitiveEXT-CullPrimitiveEXT-10589"),
     SizeRule("builtin.cullprimitiveext.block-size", kExt,
              "VUID-CullPrimitiveEXT-CullPrimitiveEXT-10590")},
    {BuiltIn::kLayer,
     {"builtin.layer.per-primitive", "", "", "VUID-Layer-Layer-07039"},
     {"builtin.layer.mesh-shape", "", "", "VUID-Layer-Layer-10592"},
     SizeRule("builtin.layer.mesh-array-size", kExt, "VUID-Layer-Layer-10593"),
     SizeRule("builtin.layer.mesh-block-size", kExt, "VUID-Layer-Layer-10594")},
    {BuiltIn::kPrimitiveId,
     {"builtin.primitiveid.per-primitive", "", "",
      "VUID-PrimitiveId-PrimitiveId-07040"},
     {"builtin.primitiveid.mesh-shape", "", "",
      "VUID-PrimitiveId-PrimitiveId-10595"},
     SizeRule("builtin.primitiveid.mesh-array-size", kExt,
              "VUID-PrimitiveId-PrimitiveId-10596"),
     SizeRule("builtin.primitiveid.mesh-block-size", kExt,
              "VUID-PrimitiveId-PrimitiveId-10597")},
    {BuiltIn::kPrimitiveShadingRateKHR,
     {"builtin.primitiveshadingratekhr.per-primitive", "", "",
      "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-07059"},
     {"builtin.primitiveshadingratekhr.mesh-shape", "", "",
      "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-10598"},
     SizeRule("builtin.primitiveshadingratekhr.mesh-array-size", kExt,
              "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-10599"),
     SizeRule("builtin.primitiveshadingratekhr.mesh-block-size", kExt,
              "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-10600")},
    {BuiltIn::kViewportIndex,
     {"builtin.viewportindex.per-primitive", "", "",
      "VUID-ViewportIndex-ViewportIndex-07060"},
     {"builtin.viewportindex.mesh-shape", "", "",
      "VUID-ViewportIndex-ViewportIndex-10601"},
     SizeRule("builtin.viewportindex.mesh-array-size", kExt,
              "VUID-ViewportIndex-ViewportIndex-10602"),
     SizeRule("builtin.viewportindex.mesh-block-size", kExt,
              "VUID-ViewportIndex-ViewportIndex-10603")},
};

// --- Vertex indexes ---

// Arrays with this number of elements for each primitive in an execution mode.
struct IndexRow {
  BuiltIn builtin;
  ExecutionMode mode;
  uint32_t factor;
  Rule size;
  // Requires this mode for the built-in; without an id: several modes allow
  // it.
  Rule mode_rule = {};
};

constexpr Rule ModeRule(absl::string_view id, absl::string_view vuid) {
  return {
      id,
      kExt,
      "built-in {0} requires execution mode {1}, but the entry point has {2}",
      vuid,
      Severity::kError,
      kInVulkan};
}

constexpr IndexRow kIndexRows[] = {
    {BuiltIn::kPrimitivePointIndicesEXT, ExecutionMode::kOutputPoints, 1,
     SizeRule("builtin.primitivepointindicesext.size", kExt,
              "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07046"),
     ModeRule("builtin.primitivepointindicesext.mode",
              "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07042")},
    {BuiltIn::kPrimitiveLineIndicesEXT, ExecutionMode::kOutputLinesEXT, 1,
     SizeRule("builtin.primitivelineindicesext.size", kExt,
              "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07052"),
     ModeRule("builtin.primitivelineindicesext.mode",
              "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07048")},
    {BuiltIn::kPrimitiveTriangleIndicesEXT, ExecutionMode::kOutputTrianglesEXT,
     1,
     SizeRule(
         "builtin.primitivetriangleindicesext.size", kExt,
         "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07058"),
     ModeRule(
         "builtin.primitivetriangleindicesext.mode",
         "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07054")},
    {BuiltIn::kPrimitiveIndicesNV, ExecutionMode::kOutputPoints, 1,
     SizeRule("builtin.primitiveindicesnv.points-size", kNv,
              "VUID-PrimitiveIndicesNV-OutputPoints-04342")},
    {BuiltIn::kPrimitiveIndicesNV, ExecutionMode::kOutputLinesEXT, 2,
     SizeRule("builtin.primitiveindicesnv.lines-size", kNv,
              "VUID-PrimitiveIndicesNV-OutputLinesNV-04343")},
    {BuiltIn::kPrimitiveIndicesNV, ExecutionMode::kOutputTrianglesEXT, 3,
     SizeRule("builtin.primitiveindicesnv.triangles-size", kNv,
              "VUID-PrimitiveIndicesNV-OutputTrianglesNV-04344")},
};

// --- The check ---

Arg NameOf(BuiltIn builtin) {
  return Arg::Enumerant(grammar::Kind::kBuiltIn, builtin);
}
Arg NameOf(ExecutionMode mode) {
  return Arg::Enumerant(grammar::Kind::kExecutionMode, mode);
}

// A mesh shader, and one variable of its interface.
class MeshOutputs {
 public:
  MeshOutputs(ModuleContext& context, const EntryPoint& entry)
      : context_(context),
        entry_(entry),
        modes_(context.entry_points().Get(entry.id())) {
    const ExecutionModeRow* primitives =
        modes_.Find(ExecutionMode::kOutputPrimitivesEXT);
    if (primitives != nullptr) primitives_ = primitives->first_word;
  }

  void Check(uint32_t n, absl::Span<const DeclaredBuiltIn> builtins) {
    variable_ = entry_.interface(n);
    place_ = Place::At(entry_.at(), entry_.interface_operand(n));
    const TypeInfo& pointer =
        context_.types().TypeOf(context_.module(), variable_);
    if (pointer.storage_class != StorageClass::kOutput) return;
    for (const DeclaredBuiltIn& d : builtins) {
      if (entry_.model() == ExecutionModel::kMeshEXT) CheckPrimitive(d);
      CheckIndices(d);
    }
  }

 private:
  void CheckPrimitive(const DeclaredBuiltIn& d) {
    for (const PrimitiveRow& row : kPrimitiveRows) {
      if (row.builtin != d.builtin) continue;
      const bool is_member = d.decorated.member != kNoMember;
      if (!IsPerPrimitive(d.decorated)) {
        Report(row.decoration, d);
      }
      if (HasShape(d.decorated)) {
        CheckSize(is_member ? row.block_size : row.array_size, d, 1);
      } else {
        Report(row.shape, d);
      }
    }
  }

  void CheckIndices(const DeclaredBuiltIn& d) {
    for (const IndexRow& row : kIndexRows) {
      if (row.builtin != d.builtin) continue;
      if (modes_.Has(row.mode)) {
        CheckSize(row.size, d, row.factor);
      } else if (!row.mode_rule.id.empty()) {
        ReportMode(row, d);
      }
    }
  }

  // The lack of a mode of these kinds is reported by another rule.
  void ReportMode(const IndexRow& row, const DeclaredBuiltIn& d) {
    for (const IndexRow& other : kIndexRows) {
      const ExecutionModeRow* mode = modes_.Find(other.mode);
      if (mode == nullptr) continue;
      context_
          .Report(row.mode_rule, place_,
                  {NameOf(d.builtin), NameOf(row.mode), NameOf(other.mode)})
          .Note("the built-in is declared here", PlaceOfBuiltIn(d.decorated))
          .Note("the mode is declared here", Place::At(mode->at));
      return;
    }
  }

  bool IsPerPrimitive(const Decorated& d) const {
    const Decorations& decorations = context_.decorations();
    return decorations.Find(d.target, d.member, Decoration::kPerPrimitiveEXT) ||
           decorations.Has(d.target, Decoration::kPerPrimitiveEXT) ||
           decorations.Has(variable_, Decoration::kPerPrimitiveEXT);
  }

  // Whether it is an array or a member of a block.
  bool HasShape(const Decorated& d) const {
    if (d.member != kNoMember) {
      return context_.decorations().Has(d.target, Decoration::kBlock);
    }
    const TypeInfo& type = context_.types().Get(PointeeOf(context_, variable_));
    return type.unknown() ||
           type.Is(type_trait::kArray | type_trait::kRuntimeArray);
  }

  void CheckSize(const Rule& rule, const DeclaredBuiltIn& d, uint32_t factor) {
    const Id type = PointeeOf(context_, variable_);
    if (!primitives_ || !context_.types().Get(type).Is(type_trait::kArray)) {
      return;
    }
    const std::optional<uint32_t> count = CountOf(context_, type);
    const uint64_t expected = uint64_t{*primitives_} * factor;
    if (!count || *count == expected) return;
    context_.Report(rule, place_, {NameOf(d.builtin), expected, *count})
        .Note("the built-in is declared here", PlaceOfBuiltIn(d.decorated));
  }

  void Report(const Rule& rule, const DeclaredBuiltIn& d) {
    context_.Report(rule, PlaceOfBuiltIn(d.decorated), {NameOf(d.builtin)})
        .Note("the entry point is here", Place::At(entry_.at()));
  }

  ModuleContext& context_;
  const EntryPoint& entry_;
  EntryFunction modes_;
  std::optional<uint32_t> primitives_;  // from the execution modes
  Id variable_;
  Place place_;
};

void CheckMeshOutputs(ModuleContext& context) {
  const auto& declared = context.Fact<DeclaredBuiltIns>();
  for (InstIndex i : context.module().entry_points()) {
    const EntryPoint entry(context.module(), i);
    if (!kMeshModels.Contains(entry.model())) continue;
    MeshOutputs outputs(context, entry);
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      outputs.Check(n, BuiltInsOf(context, declared, entry.interface(n)));
    }
  }
}
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckMeshOutputs,
     Requires(kMeshModels, Decoration::kBuiltIn)}};
constexpr auto kRules = Join(
    RulesOf(kPrimitiveRows, &PrimitiveRow::decoration, &PrimitiveRow::shape,
            &PrimitiveRow::array_size, &PrimitiveRow::block_size),
    RulesOf(kIndexRows, &IndexRow::size, &IndexRow::mode_rule));

}  // namespace

extern constinit const Family kMeshOutputs(kRules, kModuleChecks);

}  // namespace plumb
