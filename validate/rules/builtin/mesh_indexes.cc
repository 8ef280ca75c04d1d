// Indexes of primitives and vertices in mesh shaders, as far as they are
// constant (SPV_EXT_mesh_shader, SPV_NV_mesh_shader): reports those not less
// than the number of primitives or vertices.
//
// Linear in the instructions of modules with mesh shaders.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/execution_models.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_element.h"

namespace plumb {
namespace {

namespace outputs = grammar::operand::SetMeshOutputsEXT;

// The instructions that give the numbers.
constexpr Op kCountOps[] = {Op::kSetMeshOutputsEXT, Op::kExecutionMode};

// Both are warnings, because front ends accept such sources, and the
// instruction may never run.  Arguments: the built-in, the index, and the
// number.
struct IndexRow {
  constexpr IndexRow(BuiltIn b, absl::string_view section, Rule of_primitive,
                     Rule of_vertex)
      : builtin(b),
        primitive(ReliesOn(kCountOps, of_primitive)),
        vertex(ReliesOn(kCountOps, of_vertex)) {
    primitive.section = vertex.section = section;
    primitive.when = vertex.when = kInVulkan;
    primitive.severity = vertex.severity = Severity::kWarning;
    primitive.text =
        "an index into built-in {0} must be less than {2}, the number of "
        "primitives, not {1}";
    vertex.text =
        "a value written to built-in {0} must be less than {2}, the number of "
        "vertices, not {1}";
  }

  BuiltIn builtin;
  Rule primitive;  // without an id: an object with several indexes for each
                   // primitive
  Rule vertex;
};
constexpr IndexRow kRows[] = {
    {BuiltIn::kPrimitivePointIndicesEXT,
     "SPV_EXT_mesh_shader",
     {"builtin.primitivepointindicesext.primitive-range", "", "",
      "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07045"},
     {"builtin.primitivepointindicesext.vertex-range", "", "",
      "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-12335"}},
    {BuiltIn::kPrimitiveLineIndicesEXT,
     "SPV_EXT_mesh_shader",
     {"builtin.primitivelineindicesext.primitive-range", "", "",
      "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07051"},
     {"builtin.primitivelineindicesext.vertex-range", "", "",
      "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-12336"}},
    {BuiltIn::kPrimitiveTriangleIndicesEXT,
     "SPV_EXT_mesh_shader",
     {"builtin.primitivetriangleindicesext.primitive-range", "", "",
      "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07057"},
     {"builtin.primitivetriangleindicesext.vertex-range", "", "",
      "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-12337"}},
    {BuiltIn::kPrimitiveIndicesNV,
     "SPV_NV_mesh_shader",
     {},
     {"builtin.primitiveindicesnv.vertex-range", "", "",
      "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04341"}},
};

const IndexRow* FindRow(BuiltIn builtin) {
  for (const IndexRow& row : kRows) {
    if (row.builtin == builtin) return &row;
  }
  return nullptr;
}

// The maximum that mesh shaders of a module output; 0 if unknown.
class MaxOutputCount {
 public:
  void AddLimit(uint32_t limit) { limit_ = std::max(limit_, limit); }
  // For an OpSetMeshOutputsEXT.
  void AddCount(std::optional<uint32_t> count) {
    count_ = std::max(count_, count.value_or(UINT32_MAX));
  }
  // A count above the limit is reported by another rule.
  uint32_t value() const {
    return count_ == 0 ? limit_ : std::min(count_, limit_);
  }

 private:
  uint32_t limit_ = 0;  // from execution modes
  uint32_t count_ = 0;  // from instructions
};

class MeshIndexes {
 public:
  explicit MeshIndexes(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    FindModes();
    for (const FunctionRange& range : module_.functions()) {
      for (InstIndex i = range.first; i < range.last; ++i) {
        if (module_.record(i).op == Op::kSetMeshOutputsEXT) VisitCounts(i);
      }
    }
    for (const FunctionRange& range : module_.functions()) {
      for (InstIndex i = range.first; i < range.last; ++i) {
        if (module_.record(i).op == Op::kStore) VisitStore(module_.inst(i));
      }
    }
  }

 private:
  void FindModes() {
    for (const EntryFunction& f : context_.entry_points().functions()) {
      for (const ExecutionModeRow& row :
           f.FindAll(ExecutionMode::kOutputVertices)) {
        vertices_.AddLimit(row.first_word);
      }
      for (const ExecutionModeRow& row :
           f.FindAll(ExecutionMode::kOutputPrimitivesEXT)) {
        primitives_.AddLimit(row.first_word);
      }
    }
  }

  void VisitCounts(InstIndex i) {
    const Inst inst = module_.inst(i);
    vertices_.AddCount(FixedValue(context_, inst.id(outputs::kVertexCount)));
    primitives_.AddCount(
        FixedValue(context_, inst.id(outputs::kPrimitiveCount)));
  }

  void VisitStore(const Inst& store) {
    const std::optional<BuiltInElement> element =
        BuiltInElement::At(context_, store.id(operand::Store::kPointer));
    const IndexRow* row = element ? FindRow(element->builtin()) : nullptr;
    if (row == nullptr || element->steps().empty()) return;
    if (!row->primitive.id.empty()) {
      const ElementStep& step = element->steps().front();
      CheckIndex(row->primitive, row->builtin,
                 module_.inst(step.chain).id(step.operand), primitives_.value(),
                 Place::At(step.chain, step.operand));
    }
    const Place place = Place::At(store.index(), operand::Store::kObject);
    const Id object = store.id(operand::Store::kObject);
    if (!context_.types().TypeOf(module_, object).Is(type_trait::kVector)) {
      CheckIndex(row->vertex, row->builtin, object, vertices_.value(), place);
      return;
    }
    VisitVector(*row, module_.def(object), place);
  }

  // The vertices of a line or triangle.
  void VisitVector(const IndexRow& row, InstIndex def, Place place) {
    if (def == kNoInst || (module_.record(def).op != Op::kConstantComposite &&
                           module_.record(def).op != Op::kCompositeConstruct)) {
      return;
    }
    constexpr uint32_t kMaxVertices = 3;
    const Inst vector = module_.inst(def);
    const uint32_t first = operand::CompositeConstruct::kConstituents;
    const uint32_t end = std::min(vector.operand_count(), first + kMaxVertices);
    for (OperandIndex o = first; o < end; ++o) {
      if (CheckIndex(row.vertex, row.builtin, vector.id(o), vertices_.value(),
                     place)) {
        return;
      }
    }
  }

  // Reports an index that is too large; true if it is.
  bool CheckIndex(const Rule& rule, BuiltIn builtin, Id index, uint32_t count,
                  Place place) {
    const ScalarConstant value = context_.constants().Scalar(index);
    const auto number = static_cast<uint32_t>(value.value);
    if (count == 0 || !value.fixed() || number < count) return false;
    context_.Report(rule, place,
                    {Arg::Enumerant(grammar::Kind::kBuiltIn, builtin),
                     uint64_t{number}, uint64_t{count}});
    return true;
  }

  ModuleContext& context_;
  const Module& module_;
  MaxOutputCount vertices_;
  MaxOutputCount primitives_;
};

void CheckIndexes(ModuleContext& context) {
  if (context.Applies(kRows[0].vertex)) MeshIndexes(context).Check();
}
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckIndexes,
     Requires(kMeshModels, Decoration::kBuiltIn)}};
constexpr auto kRules = RulesOf(kRows, &IndexRow::primitive, &IndexRow::vertex);

}  // namespace

extern constinit const Family kMeshIndexes(kRules, kModuleChecks);

}  // namespace plumb
