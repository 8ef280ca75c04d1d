// Declarations of built-ins (sections 2.16.1 and 3.2.20): structures of
// built-ins, at most one declaration for each entry point, and required
// decorations.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>

#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/rules/builtin/builtin_names.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr absl::string_view kTwice =
    "built-in {0} decorates two variables in storage class {1}, {2} and {3}";

constexpr RuleTable R({
    ReliesOn(kDecorationOps, {"builtin.member.all-members", "2.16.1",
                              "member {0} must be decorated with BuiltIn, as "
                              "the other members of {1} are"}),
    {"builtin.member.struct-not-nested", "2.16.1",
     "{0} has built-in members, so it must not be a member of a structure"},
    {"builtin.struct.one-per-storage-class", "2.16.1",
     "an entry point must not have two blocks of built-ins in storage class "
     "{0}, {1} and {2}"},
    {"builtin.any.once-per-storage-class", "3.2.20", kTwice,
     "VUID-StandaloneSpirv-OpEntryPoint-09658"},
    {"builtin.any.output-once", "3.2.20", kTwice,
     "VUID-StandaloneSpirv-OpEntryPoint-09659"},
    {"builtin.struct.member-once", "3.2.20",
     "built-in {0} decorates two members of {2}, which is in {1}",
     "VUID-StandaloneSpirv-OpEntryPoint-09659"},
    {"builtin.cullprimitiveext.once", "SPV_EXT_mesh_shader",
     "an entry point must have built-in {0} only once, but both {2} and {3} "
     "declare it",
     "VUID-CullPrimitiveEXT-CullPrimitiveEXT-10591", Severity::kError,
     kInVulkan},
    // Front ends declare it in blocks, and implementations accept that.
    {"builtin.fragstencilref.not-member", "SPV_EXT_shader_stencil_export",
     "built-in {0} must decorate a variable, not a member", "",
     Severity::kWarning},
    {"builtin.subgroup.not-member", "3.2.20",
     "built-in {0} must decorate a variable, not a member", "",
     Severity::kError, kInVulkan},
});

// --- Members ---

struct NoMemberRow {
  BuiltIn builtin;
  const Rule& rule;
};
constexpr NoMemberRow kNoMembers[] = {
    {BuiltIn::kFragStencilRefEXT, R("builtin.fragstencilref.not-member")},
    {BuiltIn::kNumSubgroups, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupId, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupSize, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupLocalInvocationId, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupEqMask, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupGeMask, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupGtMask, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupLeMask, R("builtin.subgroup.not-member")},
    {BuiltIn::kSubgroupLtMask, R("builtin.subgroup.not-member")},
};

Arg NameOf(BuiltIn builtin) {
  return Arg::Enumerant(grammar::Kind::kBuiltIn, builtin);
}

void CheckMember(ModuleContext& context, const DeclaredBuiltIn& d) {
  for (const NoMemberRow& row : kNoMembers) {
    if (row.builtin == d.builtin) {
      context.Report(row.rule, PlaceOfBuiltIn(d.decorated),
                     {NameOf(d.builtin)});
    }
  }
}

// --- Required decorations ---

// Arguments: the built-in, and the decoration.
struct CompanionRow {
  constexpr CompanionRow(BuiltIn b, Decoration d, absl::string_view id,
                         absl::string_view vuid,
                         absl::string_view section = "SPV_NV_mesh_shader")
      : builtin(b),
        decoration(d),
        rule(ReliesOn(kDecorationOps, {id, section,
                                       "an object decorated with built-in {0} "
                                       "must also be decorated with {1}",
                                       vuid, Severity::kError, kInVulkan})) {}

  BuiltIn builtin;
  Decoration decoration;
  Rule rule;
};
constexpr char kTessLevelVuid[] = "VUID-StandaloneSpirv-TessLevelInner-10880";
constexpr CompanionRow kCompanions[] = {
    {BuiltIn::kClipDistancePerViewNV, Decoration::kPerViewNV,
     "builtin.clipdistanceperviewnv.per-view",
     "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04194"},
    {BuiltIn::kCullDistancePerViewNV, Decoration::kPerViewNV,
     "builtin.culldistanceperviewnv.per-view",
     "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04203"},
    {BuiltIn::kLayerPerViewNV, Decoration::kPerViewNV,
     "builtin.layerperviewnv.per-view",
     "VUID-LayerPerViewNV-LayerPerViewNV-04279"},
    {BuiltIn::kTessLevelInner, Decoration::kPatch,
     "builtin.tesslevelinner.patch", kTessLevelVuid, kVulkan},
    {BuiltIn::kTessLevelOuter, Decoration::kPatch,
     "builtin.tesslevelouter.patch", kTessLevelVuid, kVulkan},
};

void CheckCompanion(ModuleContext& context, const DeclaredBuiltIn& d) {
  for (const CompanionRow& row : kCompanions) {
    if (row.builtin != d.builtin ||
        context.decorations().Find(d.decorated.target, d.decorated.member,
                                   row.decoration)) {
      continue;
    }
    context.Report(
        row.rule, PlaceOfBuiltIn(d.decorated),
        {NameOf(d.builtin),
         Arg::Enumerant(grammar::Kind::kDecoration, row.decoration)});
  }
}

// `members` are the built-ins of one structure, by member.
void CheckStructure(ModuleContext& context,
                    absl::Span<const DeclaredBuiltIn> members) {
  const Id structure = members[0].decorated.target;
  const TypeInfo& info = context.types().Get(structure);
  if (info.unknown() || !info.Is(type_trait::kStruct)) return;
  uint32_t next = 0;
  for (const DeclaredBuiltIn& d : members) {
    if (d.decorated.member > next) break;
    next = d.decorated.member + 1;
  }
  const InstIndex def = context.module().def(structure);
  const OperandIndex operand = operand::TypeStruct::kMemberTypes + next;
  if (next >= info.count ||
      operand >= context.module().inst(def).operand_count()) {
    return;
  }
  const Place missing = Place::At(def, operand);
  const Place declared = PlaceOfBuiltIn(members[0].decorated);
  if (members.size() == 1) {  // it may be intended as another decoration
    context.Report(R("builtin.member.all-members"), declared, {next, structure})
        .Note("the member is declared here", missing);
    return;
  }
  context.Report(R("builtin.member.all-members"), missing, {next, structure})
      .Note("a built-in is declared here", declared);
}

// Calls `visit` with the built-ins of each structure.
template <typename Visit>
void ForEachStructure(const DeclaredBuiltIns& declared, Visit visit) {
  const absl::Span<const DeclaredBuiltIn> all = declared.all();
  for (size_t i = 0; i < all.size();) {
    size_t last = i;
    while (last < all.size() &&
           all[last].decorated.target == all[i].decorated.target) {
      ++last;
    }
    // A decoration of the structure itself, which is an error, comes first.
    while (i < last && all[i].decorated.member == kNoMember) ++i;
    if (i < last) visit(all.subspan(i, last - i));
    i = last;
  }
}

bool HoldsBuiltIns(const DeclaredBuiltIns& declared, Id structure) {
  const absl::Span<const DeclaredBuiltIn> members = declared.Get(structure);
  return !members.empty() && members.back().decorated.member != kNoMember;
}

void CheckNesting(ModuleContext& context, const DeclaredBuiltIns& declared) {
  const Module& module = context.module();
  for (const Id type : context.types().types()) {
    const InstIndex def = module.def(type);
    if (def == kNoInst || module.record(def).op != Op::kTypeStruct) continue;
    const Inst inst = module.inst(def);
    for (OperandIndex o = operand::TypeStruct::kMemberTypes;
         o < inst.operand_count(); ++o) {
      const Id member = BlockOf(context, inst.id(o)).structure;
      if (member != kNoId && HoldsBuiltIns(declared, member)) {
        context
            .Report(R("builtin.member.struct-not-nested"), Place::At(def, o),
                    {member})
            .Note("{0} is declared here", Place::At(module.def(member)),
                  {member});
      }
    }
  }
}

// --- Interfaces ---

bool IsInterface(StorageClass storage) {
  return storage == StorageClass::kInput || storage == StorageClass::kOutput;
}

class InterfaceBuiltIns {
 public:
  InterfaceBuiltIns(ModuleContext& context, const DeclaredBuiltIns& declared)
      : context_(context), declared_(declared) {}

  void Check(const EntryPoint& entry) {
    found_.clear();
    blocks_ = {};
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      const TypeInfo& pointer =
          context_.types().TypeOf(context_.module(), variable);
      if (!IsInterface(pointer.storage_class) || pointer.poisoned()) continue;
      const absl::Span<const DeclaredBuiltIn> builtins =
          BuiltInsOf(context_, declared_, variable);
      if (builtins.empty() || SecondBlock(entry, n, builtins)) continue;
      for (const DeclaredBuiltIn& d : builtins) {
        found_.push_back({pointer.storage_class, d.builtin, n, variable,
                          d.decorated.member, &d.decorated});
      }
    }
    ReportRepeated(entry);
  }

 private:
  struct Found {
    StorageClass storage;
    BuiltIn builtin;
    uint32_t number;  // in the interface
    Id variable;
    uint32_t member;  // kNoMember: the variable itself
    const Decorated* decorated;
  };

  // Whether the variable is another structure of built-ins than the first in
  // its storage class.  Mesh shaders have one for vertices and one for
  // primitives.
  bool SecondBlock(const EntryPoint& entry, uint32_t n,
                   absl::Span<const DeclaredBuiltIn> builtins) {
    const Decorated& d = builtins[0].decorated;
    if (d.member == kNoMember) return false;
    const Id variable = entry.interface(n);
    const StorageClass storage =
        context_.types().TypeOf(context_.module(), variable).storage_class;
    const bool per_primitive =
        context_.decorations()
            .Find(d.target, d.member, Decoration::kPerPrimitiveEXT)
            .has_value();
    Id& first = blocks_[(storage == StorageClass::kOutput ? 1 : 0) +
                        (per_primitive ? 2 : 0)];
    if (first == kNoId) first = variable;
    if (first == variable) return false;
    context_
        .Report(R("builtin.struct.one-per-storage-class"),
                Place::At(entry.at(), entry.interface_operand(n)),
                {Arg::Enumerant(grammar::Kind::kStorageClass, storage), first,
                 variable})
        .Note("{0} is defined here", Place::At(context_.module().def(first)),
              {first});
    return true;
  }

  // A variable listed twice is one variable; an object decorated twice is one
  // object.
  static bool AreOneObject(const Found& one, const Found& other) {
    return one.variable == other.variable &&
           (one.number != other.number || one.member == other.member);
  }

  const Rule& RepeatRule(const Found& one, const Found& other) const {
    if (other.builtin == BuiltIn::kCullPrimitiveEXT &&
        context_.Applies(R("builtin.cullprimitiveext.once"))) {
      return R("builtin.cullprimitiveext.once");
    }
    if (one.number == other.number) return R("builtin.struct.member-once");
    return other.storage == StorageClass::kInput
               ? R("builtin.any.once-per-storage-class")
               : R("builtin.any.output-once");
  }

  void ReportRepeated(const EntryPoint& entry) {
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return std::tie(a.storage, a.builtin, a.number) <
             std::tie(b.storage, b.builtin, b.number);
    });
    for (size_t i = 1; i < found_.size(); ++i) {
      const Found& one = found_[i - 1];
      const Found& other = found_[i];
      if (one.storage != other.storage || one.builtin != other.builtin ||
          AreOneObject(one, other)) {
        continue;
      }
      Report(entry, one, other);
    }
  }

  void Report(const EntryPoint& entry, const Found& one, const Found& other) {
    const Rule& rule = RepeatRule(one, other);
    const Place interface =
        Place::At(entry.at(), entry.interface_operand(other.number));
    const std::initializer_list<Arg> args = {
        NameOf(other.builtin),
        Arg::Enumerant(grammar::Kind::kStorageClass, other.storage),
        one.variable, other.variable};
    // Other entry points may have the same two.
    const Found& wrong = IsFirstAtFault(one, other) ? one : other;
    const Place place = PlaceOfBuiltIn(*wrong.decorated);
    if (!reported_.insert(place.inst).second) return;
    context_.Report(rule, place, args)
        .Note("it is part of this interface", interface);
  }

  // Of two variables or members, the one without the built-in's name is at
  // fault, otherwise the later decoration.
  bool IsFirstAtFault(const Found& one, const Found& other) {
    const bool is_first_later = other.decorated->place < one.decorated->place;
    if (searches_left_ == 0) return is_first_later;
    --searches_left_;
    const bool is_first_misnamed =
        HasConflictingName(context_.module(), *one.decorated, one.builtin);
    const bool is_second_misnamed =
        HasConflictingName(context_.module(), *other.decorated, one.builtin);
    return is_first_misnamed != is_second_misnamed ? is_first_misnamed
                                                   : is_first_later;
  }

  ModuleContext& context_;
  const DeclaredBuiltIns& declared_;
  absl::InlinedVector<Found, 8> found_;
  absl::flat_hash_set<InstIndex> reported_;  // decorations reported
  int searches_left_ = 64;                   // each search visits all names
  // The first structures of built-ins in Input and Output, and those for
  // primitives.
  std::array<Id, 4> blocks_;
};

// --- The family ---

void CheckDeclarations(ModuleContext& context) {
  const auto& declared = context.Fact<DeclaredBuiltIns>();
  bool has_structures = false;
  for (const DeclaredBuiltIn& d : declared.all()) {
    CheckCompanion(context, d);
    if (d.decorated.member == kNoMember) continue;
    has_structures = true;
    CheckMember(context, d);
  }
  if (has_structures) {
    ForEachStructure(declared, [&](absl::Span<const DeclaredBuiltIn> members) {
      CheckStructure(context, members);
    });
    CheckNesting(context, declared);
  }
  // Several variables can have the type of one structure.
  if (!has_structures && declared.all().size() < 2) return;
  InterfaceBuiltIns interfaces(context, declared);
  for (InstIndex i : context.module().entry_points()) {
    interfaces.Check(EntryPoint(context.module(), i));
  }
}
constexpr auto kRules =
    Join(RulesOf(kCompanions, &CompanionRow::rule), RulesOf(R));

}  // namespace

extern constinit const Family kBuiltinBlocks(
    kRules,
    kModuleCheck<Phase::kSummaries, CheckDeclarations, Decoration::kBuiltIn>);

}  // namespace plumb
