// Uses of built-ins: checks the rows of builtin_row.h for variables, members
// of blocks and constants alike.
//
// Storage classes and most types are checked at declarations.  Rules that
// depend on execution models are checked where a function uses the object,
// because a front end declares more than it uses.  For that, each object gets
// the set of models that must not use it.  Only if an entry point of such a
// model lists the object in its interface, which is rare in valid modules, are
// the functions searched for uses; members are distinguished by the constant
// index that selects them.
//
// Linear in built-ins, variables and interfaces, with a logarithm.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/object_types.h"
#include "validate/facts/section.h"
#include "validate/rules/builtin/builtin_row.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // Outside Vulkan, implementations accept every storage class.
    {"builtin.any.storage-class",
     "3.2.20",
     kStorageText,
     "",
     Severity::kWarning,
     {.envs = kAnyEnv & ~kVulkanEnvs}},
});

// --- Capabilities ---

// Capabilities that some models need for a built-in, in addition to those that
// its enumerant requires.  Arguments: the built-in, Models::text, and the
// capabilities.
struct NeedRow {
  constexpr NeedRow(BuiltIn b, const Models& for_models,
                    absl::Span<const Capability> one_of,
                    absl::string_view capabilities, bool only_output, Rule row)
      : builtin(b),
        models(for_models),
        any(one_of),
        text(capabilities),
        outputs(only_output),
        rule(row) {
    rule.text = "built-in {0} in {1} requires capability {2}";
    if (any.size() == 1) rule.fix = Declare(any[0]);
  }

  BuiltIn builtin;
  const Models& models;
  absl::Span<const Capability> any;
  absl::string_view text;
  bool outputs;  // needed only in storage class Output
  Rule rule;
};

constexpr Models kBeforeGeometry = {
    {ExecutionModel::kVertex, ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation},
    "vertex and tessellation shaders"};
constexpr Capability kForLayer[] = {Capability::kShaderLayer,
                                    Capability::kShaderViewportIndexLayerEXT};
constexpr Capability kForViewport[] = {
    Capability::kShaderViewportIndex, Capability::kShaderViewportIndexLayerEXT};
constexpr Capability kForPrimitiveId[] = {
    Capability::kGeometry, Capability::kTessellation,
    Capability::kMeshShadingNV, Capability::kMeshShadingEXT};

constexpr NeedRow kNeeds[] = {
    {BuiltIn::kLayer, kBeforeGeometry, kForLayer,
     "ShaderLayer or ShaderViewportIndexLayerEXT", true,
     Also("builtin.layer.viewport-array2-output",
          {"builtin.layer.vertex-tessellation-capability", "3.2.20", "",
           "VUID-Layer-Layer-04273"})},
    {BuiltIn::kViewportIndex,
     kBeforeGeometry,
     kForViewport,
     "ShaderViewportIndex or ShaderViewportIndexLayerEXT",
     true,
     {"builtin.viewportindex.vertex-tessellation-capability", "3.2.20", "",
      "VUID-ViewportIndex-ViewportIndex-04405"}},
    {BuiltIn::kPrimitiveId,
     builtin_models::kFragment,
     kForPrimitiveId,
     "Geometry, Tessellation, MeshShadingNV or MeshShadingEXT",
     false,
     {"builtin.primitiveid.fragment-capability", "3.2.20", "",
      "VUID-PrimitiveId-Fragment-04333", Severity::kError, kInVulkan}},
};

// --- Tables ---

const absl::Span<const BuiltInRow>* const kTables[] = {
    &kVertexRows, &kFragmentRows,   &kComputeRows,
    &kMeshRows,   &kRayTracingRows, &kVendorRows};

// All rows, sorted by built-in.
std::vector<const BuiltInRow*> SortRows() {
  std::vector<const BuiltInRow*> rows;
  for (const absl::Span<const BuiltInRow>* table : kTables) {
    for (const BuiltInRow& row : *table) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const BuiltInRow* a, const BuiltInRow* b) {
                     return a->builtin < b->builtin;
                   });
  return rows;
}

const BuiltInRow* FindRow(const ModuleContext& context, BuiltIn builtin) {
  static const auto* const kRows =
      new std::vector<const BuiltInRow*>(SortRows());
  auto row = std::partition_point(
      kRows->begin(), kRows->end(),
      [builtin](const BuiltInRow* r) { return r->builtin < builtin; });
  for (; row != kRows->end() && (*row)->builtin == builtin; ++row) {
    const auto& named_by = (*row)->named_by;
    if (!named_by || context.features().Has(*named_by)) return *row;
  }
  return nullptr;
}

// The models that may have an array of per-vertex or per-primitive data.
constexpr ModelSet kArrayedModels = {
    ExecutionModel::kTessellationControl,
    ExecutionModel::kTessellationEvaluation, ExecutionModel::kGeometry,
    ExecutionModel::kMeshNV, ExecutionModel::kMeshEXT};

// --- Decorated objects ---

// A decoration of a variable, of a constant, or of a member in the variables
// of one storage class.
struct Item {
  const BuiltInRow* row;
  Decorated decorated;
  StorageClass storage;  // kNoStorageClass: the object is a constant
  ModelSet wrong_type;   // models for which its type is wrong
  ModelSet wrong;        // unreported models that must not use it
};

// A structure with built-ins, in the storage class of some variables.
struct Block {
  Id structure;
  StorageClass storage;
  Id variable;
};

// An object, and the range [first, last) of items of it or of its structure.
struct Candidate {
  Id object;
  uint32_t first;
  uint32_t last;
};

class BuiltInUses {
 public:
  void Check(ModuleContext& context) {
    context_ = &context;
    module_ = &context.module();
    is_vulkan_ = IsVulkan(context);
    items_.clear();
    candidates_.clear();
    listing_.Clear();
    has_members_ = false;
    in_variables_.reset();
    declared_ = &context.Fact<DeclaredBuiltIns>();
    for (const DeclaredBuiltIn& d : declared_->all()) VisitDeclared(d);
    if (has_members_) VisitBlocks();
    if (!candidates_.empty() && KeepListed()) VisitFunctions();
  }

 private:
  // --- Declarations ---

  void VisitDeclared(const DeclaredBuiltIn& declared) {
    const BuiltInRow* row = FindRow(*context_, declared.builtin);
    if (row == nullptr) return;
    const Decorated& d = declared.decorated;
    Item item = {row, d, kNoStorageClass, {}, {}};
    if (d.member != kNoMember) {
      has_members_ = true;
      CheckType(item, context_->types().MemberOf(*module_, d.target, d.member));
      return;
    }
    const InstIndex def = module_->def(d.target);
    if (def == kNoInst) return;
    const Op op = module_->record(def).op;
    if (Is(op, OpTrait::kVariable)) {
      const TypeInfo& pointer = context_->types().TypeOf(*module_, d.target);
      if (pointer.unknown()) return;
      item.storage = pointer.storage_class;
      CheckType(item, pointer.element);
    } else if (MakesConstant(op)) {
      CheckType(item, module_->type_of(d.target));
    } else {
      return;
    }
    AddItem(item, d.target);
    AddCandidate(d.target, static_cast<uint32_t>(items_.size()) - 1);
  }

  void CheckType(Item& item, Id type) {
    const TypeRow& expected = item.row->type;
    if (expected.rule.id.empty() || type == kNoId ||
        Fits(*context_, expected.type->pattern, type)) {
      return;
    }
    const TypeInfo& info = context_->types().Get(type);
    const bool elements_fit =
        expected.arrayed != Arrayed::kNo && info.Is(type_trait::kArray) &&
        Fits(*context_, expected.type->pattern, info.element);
    const bool is_member = item.decorated.member != kNoMember;
    // The rules apply to variables.
    if (is_member && !IsInVariable(item.decorated.target)) return;
    if (elements_fit && is_member && expected.arrayed == Arrayed::kMembersToo) {
      return;
    }
    if (!is_member &&
        (elements_fit || expected.arrayed == Arrayed::kWhereUsed)) {
      if (!context_->Applies(expected.rule)) return;
      item.wrong_type = elements_fit ? ~kArrayedModels : ModelSet::All();
    } else {
      ReportType(IsForMesh(item) ? expected.mesh_rule : expected.rule, item,
                 type);
    }
  }

  // Whether a rule for MeshEXT shaders applies, because no other shader has
  // the built-in.
  bool IsForMesh(const Item& item) {
    return !item.row->type.mesh_rule.id.empty() && is_vulkan_ &&
           ModelsWith(item) == ModelSet(ExecutionModel::kMeshEXT);
  }

  // The models that allow the built-in, among the entry points that list it,
  // or among all if none does.
  ModelSet ModelsWith(const Item& item) {
    const ModelSet listed =
        listing_.GetModels(*context_, item.decorated.target);
    return Allowed(item) &
           (listed.Empty() ? context_->entry_points().models() : listed);
  }

  // Whether a variable has the structure, or arrays of it.
  bool IsInVariable(Id structure) {
    if (!in_variables_) {
      in_variables_.emplace();
      for (const InstIndex i : module_->global_variables()) {
        const Id held = PointeeOf(*context_, module_->record(i).result);
        in_variables_->insert(InnermostElement(*context_, held));
      }
    }
    return in_variables_->contains(structure);
  }

  DiagnosticBuilder ReportType(const Rule& rule, const Item& item, Id type) {
    DiagnosticBuilder report = context_->Report(
        rule, PlaceOfBuiltIn(item.decorated),
        {NameOfBuiltIn(item), item.row->type.type->text, Arg::Type(type)});
    const InstIndex def = module_->def(type);
    if (def != kNoInst) {
      report.Note("the type is declared here", Place::At(def));
    }
    return report;
  }

  // The type of the object of a variable, or of a constant.
  Id TypeOfObject(Id object) const {
    const Id held = PointeeOf(*context_, object);
    return held == kNoId ? module_->type_of(object) : held;
  }

  // Checks the storage class, and finds the models that must not use the
  // object.
  void AddItem(Item item, Id object) {
    const ModelSet allowed = Allowed(item);
    item.wrong = ~allowed | item.wrong_type;
    if (const Rule* rule = StorageViolation(item); rule != nullptr) {
      ReportStorage(*rule, item)
          .Note("{0} is defined here", Place::At(module_->def(object)),
                {object});
    } else if (item.storage != kNoStorageClass) {
      item.wrong |= allowed & WrongDirections(item);
    }
    items_.push_back(item);
  }

  // The rule that the storage class violates, or null.
  const Rule* StorageViolation(const Item& item) const {
    const BuiltInStorageRow& row = item.row->storage;
    if (row.rule.id.empty() || item.storage == kNoStorageClass ||
        Includes(row.direction, item.storage)) {
      return nullptr;
    }
    if (is_vulkan_) return &row.rule;
    return row.everywhere ? &R("builtin.any.storage-class") : nullptr;
  }

  DiagnosticBuilder ReportStorage(const Rule& rule, const Item& item) {
    const Place place = PlaceOfBuiltIn(item.decorated);
    if (const DirectionRow* row = DirectionInAllModels(item)) {
      return context_->Report(row->rule, place,
                              {NameOfBuiltIn(item), NameOf(row->direction),
                               row->models.text, NameOf(item.storage)});
    }
    return context_->Report(
        rule, place,
        {NameOfBuiltIn(item), NameOf(item.row->storage.direction),
         NameOf(item.storage)});
  }

  // The first row with a storage class, if rows give one for every model that
  // has the built-in in Vulkan; null if a model has none.
  const DirectionRow* DirectionInAllModels(const Item& item) {
    if (!is_vulkan_) return nullptr;
    const ModelSet models = ModelsWith(item);
    ModelSet left = models;
    const DirectionRow* first = nullptr;
    for (const DirectionRow& row : kDirectionRows) {
      if (!IsWrong(row, item) || !models.Intersects(row.models.set)) continue;
      if (first == nullptr) first = &row;
      left = left & ~row.models.set;
    }
    return left.Empty() ? first : nullptr;
  }

  ModelSet Allowed(const Item& item) const {
    const ModelRow& row = item.row->models;
    if (row.models == nullptr || !context_->Applies(row.rule)) {
      return ModelSet::All();
    }
    return ModelsOf(row).set;
  }
  const Models& ModelsOf(const ModelRow& row) const {
    return is_vulkan_ && row.in_vulkan != nullptr ? *row.in_vulkan
                                                  : *row.models;
  }

  bool IsWrong(const DirectionRow& row, const Item& item) const {
    return row.builtin == item.row->builtin &&
           !Includes(row.direction, item.storage) &&
           context_->Applies(row.rule);
  }
  bool IsWrong(const NeedRow& row, const Item& item) const {
    return row.builtin == item.row->builtin &&
           (!row.outputs || item.storage == StorageClass::kOutput) &&
           context_->Applies(row.rule) &&
           std::none_of(row.any.begin(), row.any.end(),
                        [this](Capability c) { return context_->Has(c); });
  }

  ModelSet WrongDirections(const Item& item) const {
    ModelSet wrong;
    for (const DirectionRow& row : kDirectionRows) {
      if (IsWrong(row, item)) wrong |= row.models.set;
    }
    for (const NeedRow& row : kNeeds) {
      if (IsWrong(row, item)) wrong |= row.models.set;
    }
    return wrong;
  }

  void AddCandidate(Id object, uint32_t first) {
    const uint32_t last = static_cast<uint32_t>(items_.size());
    if (context_->entry_points().models().Intersects(
            InvalidModelsIn(first, last))) {
      candidates_.push_back({object, first, last});
    }
  }

  ModelSet InvalidModelsIn(uint32_t first, uint32_t last) const {
    ModelSet wrong;
    for (uint32_t i = first; i < last; ++i) wrong |= items_[i].wrong;
    return wrong;
  }

  // --- Blocks ---

  // Gives the members of each structure the storage classes of its variables.
  void VisitBlocks() {
    CollectBlocks();
    uint32_t first = 0;
    for (size_t b = 0; b < blocks_.size(); ++b) {
      const Block& block = blocks_[b];
      if (b == 0 || block.structure != blocks_[b - 1].structure ||
          block.storage != blocks_[b - 1].storage) {
        first = static_cast<uint32_t>(items_.size());
        AddMembers(block);
      }
      AddCandidate(block.variable, first);
    }
  }

  void AddMembers(const Block& block) {
    for (const DeclaredBuiltIn& member : declared_->Get(block.structure)) {
      const BuiltInRow* row = FindRow(*context_, member.builtin);
      if (row == nullptr) continue;
      AddItem({row, member.decorated, block.storage, {}, {}}, block.variable);
    }
  }

  void CollectBlocks() {
    blocks_.clear();
    for (const InstIndex i : module_->global_variables()) {
      const InstRecord& record = module_->record(i);
      const TypeInfo& pointer =
          context_->types().TypeOf(*module_, record.result);
      const Id structure = BlockOf(*context_, pointer.element).structure;
      if (structure == kNoId || declared_->Get(structure).empty()) continue;
      blocks_.push_back({structure, pointer.storage_class, record.result});
    }
    std::stable_sort(blocks_.begin(), blocks_.end(),
                     [](const Block& a, const Block& b) {
                       return std::pair(a.structure.value, a.storage) <
                              std::pair(b.structure.value, b.storage);
                     });
  }

  // --- Uses ---

  // Drops all objects except those that an entry point of a wrong model may
  // use.  False if none is left.
  bool KeepListed() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return a.object.value < b.object.value;
                     });
    listed_.assign(candidates_.size(), 0);
    for (size_t c = 0; c < candidates_.size(); ++c) {
      listed_[c] = NeedsNoListing(items_[candidates_[c].first]) ? 1 : 0;
    }
    for (InstIndex i : module_->entry_points()) {
      const EntryPoint entry(*module_, i);
      for (uint32_t n = 0; n < entry.interface_size(); ++n) {
        for (size_t c = FirstOf(entry.interface(n));
             c < candidates_.size() &&
             candidates_[c].object == entry.interface(n);
             ++c) {
          if (listed_[c] == 0 &&
              InvalidModelsIn(candidates_[c].first, candidates_[c].last)
                  .Contains(entry.model())) {
            listed_[c] = 1;
          }
        }
      }
    }
    size_t kept = 0;
    for (size_t c = 0; c < candidates_.size(); ++c) {
      if (listed_[c] != 0) candidates_[kept++] = candidates_[c];
    }
    candidates_.resize(kept);
    return kept != 0;
  }

  // Whether interfaces need not list the object.
  bool NeedsNoListing(const Item& item) const {
    return item.storage == kNoStorageClass ||
           (context_->features().version() < 4 &&
            !Includes(Direction::kEither, item.storage));
  }

  size_t FirstOf(Id object) const {
    return static_cast<size_t>(
        std::partition_point(candidates_.begin(), candidates_.end(),
                             [object](const Candidate& c) {
                               return c.object.value < object.value;
                             }) -
        candidates_.begin());
  }

  void VisitFunctions() {
    ModelSet wrong;
    for (const Candidate& c : candidates_)
      wrong |= InvalidModelsIn(c.first, c.last);
    ExtInstRoles roles(*module_);
    const absl::Span<const FunctionRange> functions = module_->functions();
    for (uint32_t f = 0; f < functions.size(); ++f) {
      if (!context_->reach().models(cfg::FunctionIndex(f)).Intersects(wrong)) {
        continue;
      }
      for (InstIndex i = functions[f].first; i < functions[f].last; ++i) {
        // Debug information about an object does not use it.
        if (PlacementOf(module_->record(i).op) != Placement::kExtInst ||
            roles.RoleOf(i) == ExtInstRole::kSemantic) {
          VisitInstruction(cfg::FunctionIndex(f), i);
        }
      }
    }
  }

  void VisitInstruction(cfg::FunctionIndex f, InstIndex i) {
    const Inst inst = module_->inst(i);
    const absl::Span<const Operand> operands = inst.operands();
    for (uint32_t o = 0; o < operands.size(); ++o) {
      if (operands[o].kind != grammar::Kind::kIdRef) continue;
      const Id id(inst.word(operands[o].word));
      for (size_t c = FirstOf(id);
           c < candidates_.size() && candidates_[c].object == id; ++c) {
        VisitUse(f, candidates_[c], MemberUsed(*context_, inst, o),
                 Place::At(i, o));
      }
    }
  }

  // A use of an object, or of one member of it.
  void VisitUse(cfg::FunctionIndex f, const Candidate& candidate,
                uint32_t member, Place place) {
    const ModelSet models = context_->reach().models(f);
    for (uint32_t i = candidate.first; i < candidate.last; ++i) {
      Item& item = items_[i];
      if (!models.Intersects(item.wrong) ||
          (member != kNoMember && item.decorated.member != kNoMember &&
           item.decorated.member != member)) {
        continue;
      }
      const InstIndex entry =
          context_->reach().PathsFrom(item.wrong).entry_point(f);
      if (entry == kNoInst) continue;
      // Reported once, however many entry points and uses there are.
      item.wrong = item.wrong & ~Explain(item, f, entry, place);
    }
  }

  // Reports the errors of an object for the model of an entry point that
  // reaches a use of it.  Returns the models of the violated rule.
  ModelSet Explain(const Item& item, cfg::FunctionIndex f, InstIndex entry,
                   Place place) {
    const ExecutionModel model = EntryPoint(*module_, entry).model();
    const Place declaration = PlaceOfBuiltIn(item.decorated);
    const auto report = [&](const Rule& rule, ModelSet wrong,
                            std::initializer_list<Arg> args) {
      AddCallPathNotes(*context_, f, wrong & item.wrong,
                       context_->Report(rule, place, args)
                           .Note("the built-in is declared here", declaration));
      return wrong;
    };
    const Arg builtin = NameOfBuiltIn(item);
    if (!Allowed(item).Contains(model)) {
      const Models& models = ModelsOf(item.row->models);
      const std::initializer_list<Arg> args = {
          builtin, models.text,
          Arg::Enumerant(grammar::Kind::kExecutionModel, model)};
      if (context_->entry_points().models().Intersects(models.set)) {
        return report(item.row->models.rule, ~models.set, args);
      }
      // No entry point could use it, so the use is not the error.
      AddCallPathNotes(
          *context_, f, item.wrong & ~models.set,
          context_->Report(item.row->models.rule, declaration, args)
              .Note("it is used here", place));
      return ~models.set;
    }
    for (const DirectionRow& row : kDirectionRows) {
      if (!row.models.set.Contains(model) || !IsWrong(row, item)) continue;
      return report(row.rule, row.models.set,
                    {builtin, NameOf(row.direction), row.models.text,
                     NameOf(item.storage)});
    }
    for (const NeedRow& row : kNeeds) {
      if (!row.models.set.Contains(model) || !IsWrong(row, item)) continue;
      return report(row.rule, row.models.set,
                    {builtin, row.models.text, row.text});
    }
    AddCallPathNotes(*context_, f, item.wrong_type & item.wrong,
                     ReportType(item.row->type.rule, item,
                                TypeOfObject(item.decorated.target)));
    return item.wrong_type;
  }

  static Arg NameOfBuiltIn(const Item& item) {
    return Arg::Enumerant(grammar::Kind::kBuiltIn, item.row->builtin);
  }

  ModuleContext* context_ = nullptr;
  const Module* module_ = nullptr;
  bool is_vulkan_ = false;
  bool has_members_ = false;
  const DeclaredBuiltIns* declared_ = nullptr;
  std::vector<Item> items_;
  // The types of variables and the elements of their arrays, once needed.
  std::optional<absl::flat_hash_set<Id>> in_variables_;
  std::vector<Item> members_;          // by structure and member
  std::vector<Block> blocks_;          // by structure and storage class
  std::vector<Candidate> candidates_;  // by object, once complete
  std::vector<uint8_t> listed_;        // by candidate
  ListingModels listing_;
};

void CheckUses(ModuleContext& context) {
  context.Scratch<BuiltInUses>().Check(context);
}
constexpr auto kRules = Join(RulesOf(kNeeds, &NeedRow::rule), RulesOf(R));

}  // namespace

extern constinit const Family kBuiltinUse(
    kRules, kModuleCheck<Phase::kSummaries, CheckUses, Decoration::kBuiltIn>);

}  // namespace plumb
