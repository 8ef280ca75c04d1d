#include "validate/pipeline/stage.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "grammar/operands.h"
#include "validate/pipeline/stage_reader.h"

namespace plumb {

using grammar::ExecutionModel;

Stage::Stage(const ModuleContext& context, uint16_t module, InstIndex entry,
             StaticUses* uses)
    : context_(&context),
      module_(module),
      entry_(context.module(), entry),
      modes_(context.entry_points().Get(entry_.id())) {
  StageReader(context, this, uses).Read();
}

absl::string_view Stage::name() const { return StageName(model()); }

const InterfaceObject* Stage::FindBuiltInOutput(
    grammar::BuiltIn builtin) const {
  const auto found = absl::c_find_if(
      builtin_outputs_,
      [builtin](const InterfaceObject& o) { return o.builtin == builtin; });
  return found == builtin_outputs_.end() ? nullptr : &*found;
}

std::vector<Id> Stage::VariablesIn(grammar::StorageClass storage) const {
  std::vector<Id> variables;
  for (const Id id : variables_) {
    if (context_->types().TypeOf(module(), id).storage_class == storage) {
      variables.push_back(id);
    }
  }
  return variables;
}

std::optional<uint32_t> Stage::ModeOperand(grammar::ExecutionMode mode) const {
  const ExecutionModeRow* const row = FindMode(mode);
  if (row == nullptr) return std::nullopt;
  constexpr OperandIndex kFirst = grammar::operand::ExecutionMode::kMode + 1;
  const Inst inst = module().inst(row->at);
  if (kFirst >= inst.operand_count()) return std::nullopt;
  if (!IsIdUse(inst.kind(kFirst))) return inst.operand_word(kFirst);
  const ScalarConstant value = context_->constants().Scalar(inst.id(kFirst));
  if (!value.fixed()) return std::nullopt;
  return static_cast<uint32_t>(value.value);
}

Place Stage::At(InstIndex at, OperandIndex operand) const {
  Place place = at == kNoInst ? Place::WholeModule() : Place::At(at, operand);
  place.module = module_;
  return place;
}

Place Stage::PlaceOfEntryPoint() const {
  return At(entry_.at(), entry_.name_operand());
}

Place Stage::PlaceOf(const InterfaceObject& object) const {
  if (object.block == kNoId) return PlaceOf(object.variable);
  for (const grammar::Decoration kind :
       {grammar::Decoration::kLocation, grammar::Decoration::kBuiltIn}) {
    const auto d =
        context_->decorations().Find(object.block, object.member, kind);
    if (d && !d->by_group()) return At(d->statement, d->decoration_operand());
  }
  return PlaceOf(object.block);
}

absl::string_view StageName(ExecutionModel model) {
  switch (model) {
    case ExecutionModel::kVertex:
      return "vertex";
    case ExecutionModel::kTessellationControl:
      return "tessellation control";
    case ExecutionModel::kTessellationEvaluation:
      return "tessellation evaluation";
    case ExecutionModel::kGeometry:
      return "geometry";
    case ExecutionModel::kFragment:
      return "fragment";
    case ExecutionModel::kGLCompute:
      return "compute";
    case ExecutionModel::kTaskNV:
    case ExecutionModel::kTaskEXT:
      return "task";
    case ExecutionModel::kMeshNV:
    case ExecutionModel::kMeshEXT:
      return "mesh";
    case ExecutionModel::kRayGenerationKHR:
      return "ray generation";
    case ExecutionModel::kIntersectionKHR:
      return "intersection";
    case ExecutionModel::kAnyHitKHR:
      return "any-hit";
    case ExecutionModel::kClosestHitKHR:
      return "closest hit";
    case ExecutionModel::kMissKHR:
      return "miss";
    case ExecutionModel::kCallableKHR:
      return "callable";
    default: {
      const auto* const info = grammar::EnumerantByValue(
          grammar::Kind::kExecutionModel, static_cast<uint32_t>(model));
      return info == nullptr ? "unknown" : grammar::Text(info->name);
    }
  }
}

}  // namespace plumb
