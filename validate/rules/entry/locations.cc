// Locations of inputs and outputs: which variables must have one, and that
// none is shared (Vulkan, "Shader Input and Output Interfaces").  OpenGL also
// matches them by location.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/location_counts.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kShared[] = "{0} and {1} both have location {2}";
constexpr char kApart[] =
    "{0} and {1} should not both have location {2}, even though one is a patch "
    "or in another stream";
constexpr char kMembersShared[] =
    "members {1} and {2} of {0} both have location {3}";

constexpr RuleTable R(
    {
        InVulkan("entry.location.required",
                 "in Vulkan, interface variable {0} must have a location",
                 "VUID-StandaloneSpirv-Location-04917"),
        InVulkan("entry.location.member-required",
                 "in Vulkan, member {1} of {0} must have a location, because "
                 "the variable has none",
                 "VUID-StandaloneSpirv-Location-04919"),
        InOpenGl("entry.location.opengl-required",
                 "in OpenGL, interface variable {0} must have a location"),
        InOpenGl("entry.location.opengl-member-required",
                 "in OpenGL, member {1} of {0} must have a location, because "
                 "the variable has none"),
        InVulkan("entry.location.builtin-block",
                 "{0} has built-in members, so in an interface it must be "
                 "decorated with Block",
                 "VUID-StandaloneSpirv-Location-04919"),
        InVulkan("entry.location.once",
                 "member {1} of {0} must not have a location, because the "
                 "variable that contains it has one",
                 "VUID-StandaloneSpirv-Location-04918"),
        InVulkan("entry.location.input-shared", kShared,
                 "VUID-StandaloneSpirv-OpEntryPoint-08721"),
        InVulkan("entry.location.output-shared", kShared,
                 "VUID-StandaloneSpirv-OpEntryPoint-08722"),
        // The same, where Vulkan has a rule for the execution model.
        InVulkan("entry.location.stage-input-shared", kShared,
                 "VUID-StandaloneSpirv-Input-10588"),
        InVulkan("entry.location.stage-output-shared", kShared,
                 "VUID-StandaloneSpirv-Output-10586"),
        InVulkan("entry.location.fragment-output-shared", kShared,
                 "VUID-StandaloneSpirv-Output-10587"),
        // The text does not exempt patches and streams, but implementations
        // accept them.
        {"entry.location.output-apart", kVulkan, kApart,
         "VUID-StandaloneSpirv-Output-10586", Severity::kWarning, kInVulkan},
        {"entry.location.input-apart", kVulkan, kApart,
         "VUID-StandaloneSpirv-Input-10588", Severity::kWarning, kInVulkan},
        ExpectedInOpenGl("entry.location.opengl-input-shared", kShared),
        ExpectedInOpenGl("entry.location.opengl-output-shared", kShared),
        InOpenGl("entry.location.opengl-fragment-output-shared", kShared),
        // Members of one block.
        InVulkan("entry.location.input-members-shared", kMembersShared,
                 "VUID-StandaloneSpirv-OpEntryPoint-08721"),
        InVulkan("entry.location.output-members-shared", kMembersShared,
                 "VUID-StandaloneSpirv-OpEntryPoint-08722"),
        ExpectedInOpenGl("entry.location.opengl-members-shared",
                         kMembersShared),
        InVulkan("entry.location.interpolation",
                 "{0} and {1} share location {2}, so {3} must decorate both or "
                 "neither",
                 "VUID-StandaloneSpirv-Input-10604"),
    },
    kDecorationOps);

constexpr int kComponents = 4;  // of a location

// The meaning of a group: patches, streams and indexes, or only indexes.
constexpr uint32_t kWholeGroup = 0xffffffff;
constexpr uint32_t kIndexes = 0xff << 1;

// The locations of a variable or member.
struct Span {
  uint32_t group;  // differs for patches, streams or indexes
  uint64_t first;
  uint64_t count;
  uint32_t components;  // as bits: the components used in each location
  Id variable;
  OperandIndex interface;
  // if it is a member of a block
  Id block = kNoId;
  uint32_t member = kNoMember;
};

// The decorations that control the interpolation of fragment shader inputs.
constexpr Decoration kInterpolations[] = {
    Decoration::kPerVertexKHR, Decoration::kFlat, Decoration::kNoPerspective,
    Decoration::kSample, Decoration::kCentroid};

const Rule& SharedInVulkan(ExecutionModel model, StorageClass storage) {
  const bool input = storage == StorageClass::kInput;
  switch (model) {
    case ExecutionModel::kVertex:
      return input ? R("entry.location.input-shared")
                   : R("entry.location.stage-output-shared");
    case ExecutionModel::kFragment:
      return input ? R("entry.location.stage-input-shared")
                   : R("entry.location.fragment-output-shared");
    case ExecutionModel::kMeshEXT:
      return R("entry.location.output-shared");
    default:
      return input ? R("entry.location.stage-input-shared")
                   : R("entry.location.stage-output-shared");
  }
}

const Rule& SharedInOpenGl(ExecutionModel model, StorageClass storage) {
  if (storage == StorageClass::kInput) {
    return R("entry.location.opengl-input-shared");
  }
  return model == ExecutionModel::kFragment
             ? R("entry.location.opengl-fragment-output-shared")
             : R("entry.location.opengl-output-shared");
}

const Rule& MembersSharedInVulkan(StorageClass storage) {
  return storage == StorageClass::kInput
             ? R("entry.location.input-members-shared")
             : R("entry.location.output-members-shared");
}

const Rule& MembersSharedInOpenGl(StorageClass /*storage*/) {
  return R("entry.location.opengl-members-shared");
}

// The rules of an environment about locations.
struct Requirement {
  const Rule& variable;  // violated by variables without a location
  const Rule& member;
  // Whether members of structures that are not blocks may have locations.
  bool any_member;
  const Rule& (*shared)(ExecutionModel, StorageClass);
  const Rule& (*members_shared)(StorageClass);
  // Whether each vector input of a vertex shader has one location, however
  // wide it is.
  bool one_per_attribute;
};
constexpr Requirement kVulkanRequirement = {R("entry.location.required"),
                                            R("entry.location.member-required"),
                                            false,
                                            SharedInVulkan,
                                            MembersSharedInVulkan,
                                            false};
constexpr Requirement kOpenGlRequirement = {
    R("entry.location.opengl-required"),
    R("entry.location.opengl-member-required"),
    true,
    SharedInOpenGl,
    MembersSharedInOpenGl,
    true};

class Locations {
 public:
  // Reports are made only where the rules apply.
  Locations(ModuleContext& context, const Requirement& requirement)
      : context_(context),
        requirement_(requirement),
        module_(context.module()),
        types_(context.types()),
        decorations_(context.decorations()),
        plain_counts_(context),
        attribute_counts_(context, /*per_wide_vector=*/1),
        spans_(context.Scratch<std::vector<Span>>()) {}

  // Checks rules for entry points of all execution models.
  void CheckBuiltIns(const EntryPoint& entry) {
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      const StorageClass storage =
          types_.TypeOf(module_, variable).storage_class;
      if (storage != StorageClass::kInput && storage != StorageClass::kOutput) {
        continue;
      }
      const Id type = ObjectTypeOf(context_, variable);
      if (IsStruct(type)) CheckBuiltInBlock(type);
    }
  }

  void Check(const EntryPoint& entry) {
    for (const StorageClass storage :
         {StorageClass::kInput, StorageClass::kOutput}) {
      spans_.clear();
      counts_ = requirement_.one_per_attribute &&
                        entry.model() == ExecutionModel::kVertex &&
                        storage == StorageClass::kInput
                    ? &attribute_counts_
                    : &plain_counts_;
      for (uint32_t n = 0; n < entry.interface_size(); ++n) {
        const Id variable = entry.interface(n);
        if (types_.TypeOf(module_, variable).storage_class == storage) {
          Add(entry, variable, entry.interface_operand(n), storage);
        }
      }
      if (!CheckShared(entry, storage, kWholeGroup)) continue;
      if (storage == StorageClass::kInput &&
          entry.model() == ExecutionModel::kFragment) {
        CheckInterpolation(entry);
      }
      if (absl::c_any_of(spans_, [](const Span& span) {
            return (span.group & ~kIndexes) != 0;
          })) {
        CheckShared(entry, storage, kIndexes);
      }
    }
  }

 private:
  // --- Sizes of types ---

  // The components used in each location, from the first on.
  uint32_t ComponentsOf(Id type, uint32_t first) const {
    const TypeInfo* info = &types_.Get(InnermostElement(context_, type));
    if (info->Is(tt::kMatrix)) info = &types_.Get(info->element);
    if (info->poisoned() || !info->Is(tt::kScalar | tt::kVector)) return 1;
    uint32_t count = info->Is(tt::kScalar) ? 1 : info->count;
    // Over two locations, only the components used in both count.
    if (info->width == 64) count = count == 3 ? 2 : 2 * count;
    count = std::min<uint32_t>(count, kComponents);
    return ((1u << count) - 1) << std::min<uint32_t>(first, kComponents);
  }

  // --- Decorations ---

  std::optional<uint32_t> Number(Id target, uint32_t member,
                                 Decoration kind) const {
    const auto d = decorations_.Find(target, member, kind);
    if (!d) return std::nullopt;
    const Inst inst = module_.inst(d->statement);
    if (d->parameter >= inst.operand_count()) return std::nullopt;
    return inst.operand_word(d->parameter);
  }

  bool IsStruct(Id type) const {
    const TypeInfo& info = types_.Get(type);
    return !info.poisoned() && info.Is(tt::kStruct);
  }

  bool HasBuiltIns(Id structure) const {
    const uint32_t members = types_.Get(structure).count;
    for (uint32_t m = 0; m < members; ++m) {
      if (decorations_.Find(structure, m, Decoration::kBuiltIn)) return true;
    }
    return false;
  }

  // --- Variables ---

  // A structure with built-in members must be a block.
  void CheckBuiltInBlock(Id structure) {
    if (decorations_.Has(structure, Decoration::kBlock) ||
        !HasBuiltIns(structure)) {
      return;
    }
    ReportOnce(R("entry.location.builtin-block"),
               Place::At(module_.def(structure)), {structure});
  }

  void Add(const EntryPoint& entry, Id variable, OperandIndex interface,
           StorageClass storage) {
    if (decorations_.Has(variable, Decoration::kBuiltIn)) return;
    Id type = ObjectTypeOf(context_, variable);
    if (types_.Get(type).poisoned() || types_.Get(type).unknown()) return;
    if (IsPerVertex(context_, entry.model(), variable, storage) &&
        types_.Get(type).Is(tt::kArray | tt::kRuntimeArray)) {
      type = types_.Get(type).element;
    }
    const uint32_t group = GroupOf(variable);
    const auto location = Number(variable, kNoMember, Decoration::kLocation);
    if (location) {
      CheckOnce(type);
      if (requirement_.any_member && LocatedMember(type) != kNoMember) {
        AddMembers(type, group, variable, interface, *location);
        return;
      }
      const uint32_t component =
          Number(variable, kNoMember, Decoration::kComponent).value_or(0);
      spans_.push_back({group, *location, counts_->CountOf(type),
                        ComponentsOf(type, component), variable, interface});
      return;
    }
    const bool is_struct = IsStruct(type);
    if (is_struct && HasBuiltIns(type)) {
      CheckBuiltInBlock(type);
      return;
    }
    const bool is_block =
        is_struct && decorations_.Has(type, Decoration::kBlock);
    if (!is_block && !(is_struct && requirement_.any_member)) {
      ReportOnce(requirement_.variable, Place::At(module_.def(variable)),
                 {variable});
      return;
    }
    AddMembers(type, group, variable, interface, std::nullopt);
  }

  // In a block with a location, a member without one follows the previous
  // member.  `next` is the first location; empty if the block has none.
  void AddMembers(Id block, uint32_t group, Id variable, OperandIndex interface,
                  std::optional<uint64_t> next) {
    for (uint32_t m = 0; m < types_.Get(block).count; ++m) {
      std::optional<uint64_t> location =
          Number(block, m, Decoration::kLocation);
      if (!location) location = next;
      if (!location) {
        ReportOnce(requirement_.member, Place::At(module_.def(block)),
                   {block, m});
        return;
      }
      const Id type = types_.MemberOf(module_, block, m);
      CheckOnce(type);
      const uint32_t component =
          Number(block, m, Decoration::kComponent).value_or(0);
      spans_.push_back({group, *location, counts_->CountOf(type),
                        ComponentsOf(type, component), variable, interface,
                        block, m});
      if (next) next = *location + counts_->CountOf(type);
    }
  }

  // Patches, streams and indexes have separate locations.
  uint32_t GroupOf(Id variable) const {
    const uint32_t patch =
        decorations_.Has(variable, Decoration::kPatch) ? 1 : 0;
    const uint32_t index =
        Number(variable, kNoMember, Decoration::kIndex).value_or(0);
    const uint32_t stream =
        Number(variable, kNoMember, Decoration::kStream).value_or(0);
    return patch | (index & 0xff) << 1 | (stream & 0xffff) << 9;
  }

  // The first member of a structure that has a location; kNoMember: none.
  uint32_t LocatedMember(Id structure) const {
    if (!IsStruct(structure)) return kNoMember;
    for (uint32_t m = 0; m < types_.Get(structure).count; ++m) {
      if (decorations_.Find(structure, m, Decoration::kLocation)) return m;
    }
    return kNoMember;
  }

  // Reports locations in a structure that already has one.
  void CheckOnce(Id type) {
    const Id structure = InnermostElement(context_, type);
    const uint32_t m = LocatedMember(structure);
    if (m == kNoMember) return;
    const auto d = decorations_.Find(structure, m, Decoration::kLocation);
    ReportOnce(R("entry.location.once"), Place::At(d->statement),
               {structure, m});
  }

  // --- Shared locations ---

  // Reports components of locations that are shared; true if there are none.
  bool CheckShared(const EntryPoint& entry, StorageClass storage,
                   uint32_t groups) {
    std::sort(
        spans_.begin(), spans_.end(), [groups](const Span& a, const Span& b) {
          return std::make_tuple(a.group & groups, a.first, a.interface.value) <
                 std::make_tuple(b.group & groups, b.first, b.interface.value);
        });
    std::array<const Span*, kComponents> last = {};  // by component
    for (const Span& span : spans_) {
      for (int c = 0; c < kComponents; ++c) {
        if ((span.components >> c & 1) == 0 || span.count == 0) continue;
        const Span* const other = last[c];
        if (other != nullptr && ((other->group ^ span.group) & groups) == 0 &&
            span.first < other->first + other->count) {
          if (other->variable != span.variable) {
            if (groups == kWholeGroup) {
              ReportShared(entry, storage, *other, span);
            } else {
              ReportNotAdjacent(entry, storage, *other, span);
            }
            return false;
          }
          if (span.member != other->member) {
            ReportMembersShared(storage, *other, span);
            return false;
          }
          if (span.first + span.count <= other->first + other->count) continue;
        }
        last[c] = &span;
      }
    }
    return true;
  }

  void ReportShared(const EntryPoint& entry, StorageClass storage,
                    const Span& a, const Span& b) {
    const Span& later = a.interface < b.interface ? b : a;
    const Span& earlier = a.interface < b.interface ? a : b;
    const Rule& rule = requirement_.shared(entry.model(), storage);
    const Place interface = Place::At(entry.at(), later.interface);
    const std::initializer_list<Arg> args = {earlier.variable, later.variable,
                                             b.first};
    const auto of_a = LocationOf(a);
    const auto of_b = LocationOf(b);
    if (!of_a || !of_b) {
      context_.Report(rule, interface, args);
      return;
    }
    // Locations usually ascend.  If the location before this one is free, the
    // first span with this location was probably intended for that.
    const bool first_is_invalid = FirstFree(b.group) < b.first;
    const bool is_a = (of_a->statement < of_b->statement) == first_is_invalid;
    const Place place = PlaceOf(is_a ? *of_a : *of_b);
    if (!reported_.insert(place.inst.value).second) return;
    context_.Report(rule, place, args)
        .Note("it is part of this interface", interface);
  }

  void ReportNotAdjacent(const EntryPoint& entry, StorageClass storage,
                         const Span& a, const Span& b) {
    const Span& later = a.interface < b.interface ? b : a;
    const Span& earlier = a.interface < b.interface ? a : b;
    const Rule& rule = storage == StorageClass::kInput
                           ? R("entry.location.input-apart")
                           : R("entry.location.output-apart");
    context_.Report(rule, Place::At(entry.at(), later.interface),
                    {earlier.variable, later.variable, b.first});
  }

  // The decoration with the location of the variable itself.
  std::optional<Decorated> LocationOf(const Span& span) const {
    if (span.member != kNoMember) return std::nullopt;
    return decorations_.Find(span.variable, Decoration::kLocation);
  }

  // The first free location of a group.
  uint64_t FirstFree(uint32_t group) const {
    uint64_t free = 0;
    for (const Span& span : spans_) {  // by location
      if (span.group != group) continue;
      if (span.first > free) return free;
      free = std::max(free, span.first + span.count);
    }
    return free;
  }

  void ReportMembersShared(StorageClass storage, const Span& a, const Span& b) {
    const auto [first, second] = std::minmax(a.member, b.member);
    const auto decoration =
        decorations_.Find(b.block, second, Decoration::kLocation);
    ReportOnce(
        requirement_.members_shared(storage),
        Place::At(decoration ? decoration->statement : module_.def(b.block)),
        {b.block, first, second, b.first});
  }

  // --- Interpolation ---

  // The interpolation decorations of a span, as bits.
  uint32_t InterpolationOf(const Span& span) const {
    uint32_t bits = 0;
    for (size_t k = 0; k < std::size(kInterpolations); ++k) {
      const Decoration kind = kInterpolations[k];
      if (decorations_.Has(span.variable, kind) ||
          (span.member != kNoMember &&
           decorations_.Find(span.block, span.member, kind))) {
        bits |= 1u << k;
      }
    }
    return bits;
  }

  // All components of a location must have the same interpolation.  Spans must
  // be sorted.
  void CheckInterpolation(const EntryPoint& entry) {
    const Span* widest = nullptr;  // the span with the greatest end so far
    for (const Span& span : spans_) {
      if (widest != nullptr && widest->group == span.group &&
          span.first < widest->first + widest->count &&
          widest->variable != span.variable) {
        const uint32_t different =
            InterpolationOf(*widest) ^ InterpolationOf(span);
        if (different != 0) {
          ReportInterpolation(entry, *widest, span, different);
          return;
        }
      }
      if (widest == nullptr || widest->group != span.group ||
          widest->first + widest->count < span.first + span.count) {
        widest = &span;
      }
    }
  }

  void ReportInterpolation(const EntryPoint& entry, const Span& a,
                           const Span& b, uint32_t different) {
    const Span& later = a.interface < b.interface ? b : a;
    const Span& earlier = a.interface < b.interface ? a : b;
    context_.Report(
        R("entry.location.interpolation"),
        Place::At(entry.at(), later.interface),
        {earlier.variable, later.variable, b.first,
         Arg::Enumerant(Kind::kDecoration,
                        kInterpolations[std::countr_zero(different)])});
  }

  // Reports an error once, though several entry points may have it.
  void ReportOnce(const Rule& rule, Place place,
                  std::initializer_list<Arg> args) {
    if (!reported_.insert(place.inst.value).second) return;
    context_.Report(rule, place, args);
  }

  ModuleContext& context_;
  const Requirement& requirement_;
  const Module& module_;
  const TypeTable& types_;
  const Decorations& decorations_;
  // For most variables, and for attributes with one location for each vector.
  LocationCounts plain_counts_, attribute_counts_;
  LocationCounts* counts_ = &plain_counts_;
  std::vector<Span>& spans_;  // of one entry point and storage class
  absl::flat_hash_set<uint32_t> reported_;  // instructions reported
};

constexpr ModelSet kModels = {
    ExecutionModel::kVertex,   ExecutionModel::kTessellationControl,
    ExecutionModel::kGeometry, ExecutionModel::kTessellationEvaluation,
    ExecutionModel::kFragment, ExecutionModel::kMeshEXT};

void CheckLocations(ModuleContext& context) {
  const Api api = context.env().api;
  if (api != Api::kVulkan && api != Api::kOpenGl) return;
  Locations locations(
      context, api == Api::kVulkan ? kVulkanRequirement : kOpenGlRequirement);
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    if (kModels.Contains(entry.model())) {
      locations.Check(entry);
    } else {
      locations.CheckBuiltIns(entry);
    }
  }
}

}  // namespace

extern constinit const Family kLocations(
    R, kModuleCheck<Phase::kSummaries, CheckLocations>);

}  // namespace plumb
