// Decorations that only some execution models allow (section 3.2.19): an entry
// point with another model must not use objects with the decoration.
//
// An entry point uses the objects that its interface lists.  Objects that
// interfaces need not list before SPIR-V 1.4 are searched in the functions,
// which is necessary only for modules with entry points of several models.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

#include "core/execution_models.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/decoration/decoration_rows.h"

namespace plumb {
namespace {

constexpr char kUse[] =
    "{0} is allowed only in {1}, but an entry point with execution model {2} "
    "uses {3}";

struct ModelRow {
  constexpr ModelRow(Decoration d, ModelSet set, absl::string_view shaders,
                     Rule row)
      : kind(d), models(set), text(shaders), rule(row) {
    rule.text = kUse;
  }
  constexpr ModelRow(Decoration d, ModelSet set, absl::string_view shaders,
                     absl::string_view id, absl::string_view section = "3.2.19")
      : ModelRow(d, set, shaders,
                 Rule{.id = id, .section = section, .text = ""}) {}

  Decoration kind;
  ModelSet models;
  absl::string_view text;  // names the models in messages
  Rule rule;
};

constexpr ModelSet kTessellation = {ExecutionModel::kTessellationControl,
                                    ExecutionModel::kTessellationEvaluation};
constexpr ModelSet kVertexProcessing =
    kTessellation | ExecutionModel::kVertex | ExecutionModel::kGeometry;
// SPV_HUAWEI_subpass_shading, whose capability is not in the grammar.
constexpr uint32_t kSubpassShadingHuawei = 6272;

constexpr ModelRow kRows[] = {
    {Decoration::kPatch, kTessellation, "tessellation shaders",
     "decoration.patch.execution-model"},
    {Decoration::kStream, ExecutionModel::kGeometry, "geometry shaders",
     "decoration.stream.execution-model"},
    {Decoration::kXfbBuffer, kVertexProcessing,
     "vertex, tessellation and geometry shaders",
     "decoration.xfbbuffer.execution-model"},
    {Decoration::kIndex, ExecutionModel::kFragment, "fragment shaders",
     "decoration.index.execution-model"},
    {Decoration::kInputAttachmentIndex, ExecutionModel::kFragment,
     "fragment shaders",
     Also("decoration.inputattachmentindex.glcompute-subpass-shading",
          {"decoration.inputattachmentindex.execution-model", "3.2.19", ""})},
    {Decoration::kPassthroughNV, ExecutionModel::kGeometry, "geometry shaders",
     "decoration.passthroughnv.execution-model",
     "SPV_NV_geometry_shader_passthrough"},
};

class DecoratedUses {
 public:
  DecoratedUses(ModuleContext& context, const ModelRow& row)
      : context_(context), row_(row) {}

  void Check() {
    context_.decorations().ForEach(row_.kind, [&](const Decorated& d) {
      // Built-ins have rules of their own.
      if (IsRepeatedDecoration(context_, d) ||
          context_.decorations().Find(d.target, d.member,
                                      Decoration::kBuiltIn)) {
        return;
      }
      if (d.member == kNoMember) {
        Add(d.target, d);
      } else {
        structures_.push_back(d);
      }
    });
    if (!structures_.empty()) AddVariablesOfStructures();
    SortByTarget(objects_, &Object::variable);
    for (const InstIndex at : context_.module().entry_points()) {
      const EntryPoint entry(context_.module(), at);
      if (!row_.models.Contains(entry.model())) CheckInterface(entry);
    }
    if (context_.features().version() < kListsAllVersion) CheckFunctions();
  }

 private:
  // The first minor version in which interfaces list all global variables.
  static constexpr uint32_t kListsAllVersion = 4;

  struct Object {
    Id variable;
    Decorated by;
    bool reported = false;
  };

  void Add(Id variable, const Decorated& by) {
    const InstIndex def = context_.module().def(variable);
    if (def == kNoInst ||
        !Is(context_.module().record(def).op, OpTrait::kVariable)) {
      return;
    }
    objects_.push_back({variable, by});
  }

  template <typename T>
  static void SortByTarget(std::vector<T>& list, Id T::*target) {
    std::stable_sort(list.begin(), list.end(), [=](const T& a, const T& b) {
      return (a.*target).value < (b.*target).value;
    });
  }
  // The first element for a target in a sorted list; null if there is none.
  template <typename T>
  static T* FindTarget(std::vector<T>& list, Id T::*target, Id id) {
    const auto at = std::partition_point(
        list.begin(), list.end(),
        [=](const T& item) { return (item.*target).value < id.value; });
    return at != list.end() && (*at).*target == id ? &*at : nullptr;
  }

  void AddVariablesOfStructures() {
    SortByTarget(structures_, &Decorated::target);
    for (const InstIndex i : context_.module().global_variables()) {
      const InstRecord& record = context_.module().record(i);
      const Id held =
          InnermostElement(context_, ObjectTypeOf(context_, record.result));
      const Decorated* d = FindTarget(structures_, &Decorated::target, held);
      if (d != nullptr) objects_.push_back({record.result, *d});
    }
  }

  void CheckInterface(const EntryPoint& entry) {
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      CheckUsed(entry.interface(n), entry.model(),
                Place::At(entry.at(), entry.interface_operand(n)));
    }
  }

  void CheckFunctions() {
    const ModelSet wrong = ~row_.models;
    if (objects_.empty() ||
        !context_.entry_points().models().Intersects(wrong)) {
      return;
    }
    const absl::Span<const FunctionRange> functions =
        context_.module().functions();
    for (uint32_t f = 0; f < functions.size(); ++f) {
      const cfg::FunctionIndex function(f);
      if (!context_.reach().models(function).Intersects(wrong)) continue;
      const InstIndex entry =
          context_.reach().PathsFrom(wrong).entry_point(function);
      if (entry == kNoInst) continue;
      const ExecutionModel model = EntryPoint(context_.module(), entry).model();
      for (InstIndex i = functions[f].first; i < functions[f].last; ++i) {
        CheckInstruction(context_.module().inst(i), function, model);
      }
    }
  }

  void CheckInstruction(const Inst& inst, cfg::FunctionIndex function,
                        ExecutionModel model) {
    for (OperandIndex o = 0; o < inst.operand_count(); ++o) {
      if (inst.kind(o) != Kind::kIdRef) continue;
      AddCallPathNotes(
          context_, function, ~row_.models,
          CheckUsed(inst.id(o), model, Place::At(inst.index(), o)));
    }
  }

  // Reports the first use of an object.
  DiagnosticBuilder CheckUsed(Id used, ExecutionModel model, Place place) {
    Object* const object = FindTarget(objects_, &Object::variable, used);
    if (object == nullptr || object->reported) return DiagnosticBuilder();
    object->reported = true;
    return context_
        .Report(row_.rule, place,
                {NameOf(row_.kind), row_.text,
                 Arg::Enumerant(Kind::kExecutionModel, model), used})
        .Note("the decoration is here", PlaceOf(object->by));
  }

  ModuleContext& context_;
  const ModelRow& row_;
  std::vector<Object> objects_;
  std::vector<Decorated> structures_;  // decorated members
};

bool HasSubpassShading(const ModuleContext& context) {
  return context.Has(Capability{kSubpassShadingHuawei});
}

void CheckUses(ModuleContext& context) {
  for (const ModelRow& row : kRows) {
    if (!context.decorations().HasAny(row.kind) ||
        !context.entry_points().models().Intersects(~row.models) ||
        (row.kind == Decoration::kInputAttachmentIndex &&
         HasSubpassShading(context))) {
      continue;
    }
    DecoratedUses(context, row).Check();
  }
}
constexpr auto kRules = RulesOf(kRows, &ModelRow::rule);

}  // namespace

extern constinit const Family kDecoratedUses(
    kRules, kModuleCheck<Phase::kSummaries, CheckUses>);

}  // namespace plumb
