// Structures with decorated members: which storage classes may hold them
// (section 3.2.19), and whether they may be nested (section 2.16.2).
//
// Each row is a bit.  A structure with such members propagates its bits to the
// types that contain it, so the pointer type of a variable shows at once
// whether the variable is invalid.  Modules without such decorations return
// early.  Variables are searched only if a pointer type is invalid.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/decoration/decoration_rows.h"
#include "validate/rules/decoration/definition_kinds.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kObjects[] =
    "on a member, {0} is allowed only for objects in {3}, but {1} is in {2}";

// --- The rows ---

// Storage classes, and their description in messages.
struct Classes {
  absl::Span<const StorageClass> list;
  absl::string_view text;
};
// Producers decorate members of buffers accessed through pointers, and of
// shader records.
constexpr StorageClass kBufferClasses[] = {
    StorageClass::kStorageBuffer, StorageClass::kUniform,
    StorageClass::kPhysicalStorageBuffer, StorageClass::kShaderRecordBufferKHR};
constexpr StorageClass kReadOnlyClasses[] = {
    StorageClass::kStorageBuffer,
    StorageClass::kUniform,
    StorageClass::kPhysicalStorageBuffer,
    StorageClass::kShaderRecordBufferKHR,
    StorageClass::kPrivate,
    StorageClass::kFunction};

constexpr Classes kInputs = {kInputClass, "Input"};
constexpr Classes kOutputs = {kOutputClass, "Output"};
constexpr Classes kInterfaces = {kInterfaceClasses, "Input or Output"};
constexpr Classes kLinkage = {kLinkageClasses, "interfaces"};
constexpr Classes kBuffers = {kBufferClasses, "storage buffers"};
constexpr Classes kReadOnly = {kReadOnlyClasses,
                               "storage buffers, Private or Function"};

struct MemberObjectRow {
  constexpr MemberObjectRow(Decoration d, const Classes& classes, Rule r)
      : kind(d), only(&classes), rule(r) {}
  // A warning: the text states the requirement for objects, not for members.
  constexpr MemberObjectRow(Decoration d, const Classes& classes,
                            absl::string_view id,
                            absl::string_view section = "3.2.19")
      : kind(d),
        only(&classes),
        rule{.id = id,
             .section = section,
             .text = kObjects,
             .severity = Severity::kWarning} {}

  Decoration kind;
  const Classes* only;
  Rule rule;
};
constexpr MemberObjectRow kRows[] = {
    {Decoration::kNoPerspective, kInterfaces,
     "decoration.noperspective.member-storage-class"},
    {Decoration::kFlat, kInterfaces, "decoration.flat.member-storage-class"},
    {Decoration::kPatch, kInterfaces, "decoration.patch.member-storage-class"},
    {Decoration::kCentroid, kInterfaces,
     "decoration.centroid.member-storage-class"},
    {Decoration::kSample, kInterfaces,
     "decoration.sample.member-storage-class"},
    {Decoration::kComponent, kInterfaces,
     "decoration.component.member-storage-class"},
    {Decoration::kLocation, kLinkage,
     "decoration.location.member-storage-class"},
    {Decoration::kStream, kOutputs, "decoration.stream.member-storage-class"},
    {Decoration::kXfbBuffer, kOutputs,
     "decoration.xfbbuffer.member-storage-class"},
    {Decoration::kPassthroughNV, kInputs,
     "decoration.passthroughnv.member-storage-class",
     "SPV_NV_geometry_shader_passthrough"},
    {Decoration::kVolatile, kBuffers, "decoration.volatile.member-object-kind"},
    {Decoration::kCoherent, kBuffers, "decoration.coherent.member-object-kind"},
    {Decoration::kNonReadable, kBuffers,
     "decoration.nonreadable.member-object-kind"},
    {Decoration::kNonWritable, kReadOnly,
     "decoration.nonwritable.member-object-kind"},
    {Decoration::kInvariant, kInterfaces,
     InVulkan("decoration.invariant.member-storage-class", kObjects,
              "VUID-StandaloneSpirv-Invariant-04677")},
};
// The first minor version that allows NonWritable in Private and Function.
constexpr uint32_t kOwnMemoryVersion = 4;
// The number of first rows that are about interpolation.
constexpr size_t kInterpolationRows = 5;

using RowSet = uint32_t;
static_assert(std::size(kRows) <= 32);
constexpr RowSet kInterpolation = (1u << kInterpolationRows) - 1;

constexpr RuleTable R({
    {.id = "decoration.interpolation.top-level-only",
     .section = "2.16.2",
     .text = "{1} is nested in another structure of {0}, so its members must "
             "not be decorated with {2}",
     .when = {.needs = Capability::kShader}},
    // Producers decorate members of plain structures.
    ReliesOn(kDecorateOps, {.id = "decoration.invariant.member-of-block",
                            .section = "3.2.19",
                            .text = "{0} is not a block, so its members should "
                                    "not be decorated with Invariant",
                            .severity = Severity::kWarning}),
});

// --- Types that contain them ---

class DecoratedMembers {
 public:
  void Check(ModuleContext& context) {
    context_ = &context;
    if (!Collect()) return;
    Propagate();
    wrong_.assign(held_.size(), 0);
    bool any = false;
    bool any_local = false;
    for (const Id type : context_->types().types()) {
      const TypeInfo& pointer = context_->types().Get(type);
      if (pointer.poisoned() || !pointer.Is(tt::kPointer)) continue;
      const RowSet wrong = WrongIn(pointer);
      const RowSet nested = NestedIn(pointer);
      if ((wrong | nested) == 0) continue;
      wrong_[type.value] = wrong | (nested != 0 ? kNested : 0);
      any = true;
      any_local |= pointer.storage_class == StorageClass::kFunction;
    }
    if (any) VisitVariables(any_local);
  }

 private:
  static constexpr RowSet kNested = 1u << 31;
  static_assert(std::size(kRows) < 31);

  const Module& module() const { return context_->module(); }
  RowSet ObjectTypeOf(Id type) const {
    return type.value < held_.size() ? held_[type.value] : 0;
  }

  // Finds the structures; false if there are none.
  bool Collect() {
    held_.clear();
    for (size_t r = 0; r < std::size(kRows); ++r) {
      if (!context_->decorations().HasAny(kRows[r].kind) ||
          !context_->Applies(kRows[r].rule)) {
        continue;
      }
      context_->decorations().ForEach(kRows[r].kind, [&](const Decorated& d) {
        if (d.member == kNoMember) return;
        if (held_.empty()) held_.assign(module().id_bound(), 0);
        held_[d.target.value] |= RowSet{1} << r;
      });
    }
    return !held_.empty();
  }

  // Types follow the types that they contain.
  void Propagate() {
    for (const Id type : context_->types().types()) {
      const TypeInfo& info = context_->types().Get(type);
      if (info.poisoned()) continue;
      if (info.Is(tt::kArray | tt::kRuntimeArray)) {
        held_[type.value] |= ObjectTypeOf(info.element);
      } else if (info.Is(tt::kStruct)) {
        held_[type.value] |= InMembersOf(type);
      }
    }
  }

  RowSet InMembersOf(Id structure) const {
    const TypeInfo& info = context_->types().Get(structure);
    RowSet rows = 0;
    for (uint32_t m = 0; m < info.count; ++m) {
      rows |= ObjectTypeOf(context_->types().MemberOf(module(), structure, m));
    }
    return rows;
  }

  // Other rules report these: an object in Uniform must be a BufferBlock
  // unless the decoration is NonWritable, and before kOwnMemoryVersion
  // NonWritable is not allowed in Private and Function.
  bool IsReportedElsewhere(Decoration kind, const TypeInfo& pointer) const {
    switch (pointer.storage_class) {
      case StorageClass::kUniform:
        return kind != Decoration::kNonWritable &&
               !context_->decorations().Has(
                   InnermostElement(*context_, pointer.element),
                   Decoration::kBufferBlock);
      case StorageClass::kPrivate:
      case StorageClass::kFunction:
        return context_->features().version() < kOwnMemoryVersion;
      default:
        return false;
    }
  }

  RowSet WrongIn(const TypeInfo& pointer) const {
    const RowSet held = ObjectTypeOf(pointer.element);
    RowSet wrong = 0;
    for (size_t r = 0; held >> r != 0 && r < std::size(kRows); ++r) {
      if (((held >> r) & 1) == 0) continue;
      const MemberObjectRow& row = kRows[r];
      if (!absl::c_linear_search(row.only->list, pointer.storage_class) ||
          IsReportedElsewhere(row.kind, pointer)) {
        wrong |= RowSet{1} << r;
      }
    }
    return wrong;
  }

  // The rows on members of structures nested in the structure of a variable.
  RowSet NestedIn(const TypeInfo& pointer) const {
    if ((ObjectTypeOf(pointer.element) & kInterpolation) == 0 ||
        !absl::c_linear_search(kInterfaceClasses, pointer.storage_class)) {
      return 0;
    }
    const Id held = InnermostElement(*context_, pointer.element);
    const TypeInfo& block = context_->types().Get(held);
    return !block.poisoned() && block.Is(tt::kStruct)
               ? InMembersOf(held) & kInterpolation
               : 0;
  }

  // --- Variables ---

  void VisitVariables(bool with_local) {
    const InstIndex end =
        with_local ? InstIndex(module().size()) : module().global_end();
    for (InstIndex i(0); i < end; ++i) {
      const InstRecord& record = module().record(i);
      if (record.op != Op::kVariable) continue;
      const Id type = module().type_of(record.result);
      if (type.value < wrong_.size() && wrong_[type.value] != 0) {
        Explain(i, record.result, context_->types().Get(type),
                wrong_[type.value]);
      }
    }
  }

  // Reports the first row that a variable violates.
  void Explain(InstIndex at, Id variable, const TypeInfo& pointer,
               RowSet wrong) {
    if ((wrong & kNested) != 0) ExplainNested(at, variable, pointer.element);
    for (size_t r = 0; r < std::size(kRows); ++r) {
      if (((wrong >> r) & 1) == 0) continue;
      const MemberObjectRow& row = kRows[r];
      const std::optional<Decorated> member = FindDecorated(pointer.element, r);
      DiagnosticBuilder report = context_->Report(
          row.rule, Place::At(at, operand::Variable::kStorageClass),
          {NameOf(row.kind), variable, NameOf(pointer.storage_class),
           row.only->text});
      if (member.has_value()) {
        report.Note("the member is decorated here", PlaceOf(*member));
      }
      return;
    }
  }

  void ExplainNested(InstIndex at, Id variable, Id type) {
    const RowSet rows =
        InMembersOf(InnermostElement(*context_, type)) & kInterpolation;
    for (size_t r = 0; r < kInterpolationRows; ++r) {
      if (((rows >> r) & 1) == 0) continue;
      const std::optional<Decorated> d =
          FindDecorated(type, r, /*nested=*/true);
      if (!d.has_value()) continue;
      context_
          ->Report(R("decoration.interpolation.top-level-only"), PlaceOf(*d),
                   {variable, d->target, NameOf(d->kind)})
          .Note("{0} is declared here", Place::At(at), {variable});
      return;
    }
  }

  // A decoration of a row on a member inside a type.  Empty if the path to it
  // leads through invalid types.
  std::optional<Decorated> FindDecorated(Id type, size_t row,
                                         bool nested = false) const {
    const RowSet bit = RowSet{1} << row;
    std::optional<Decorated> found;
    // Each step goes down to a part of the type.
    while (!found) {
      type = InnermostElement(*context_, type);
      const TypeInfo& info = context_->types().Get(type);
      if (!info.Is(tt::kStruct)) break;
      if (!nested) {
        context_->decorations().ForEachOf(type, [&](const Decorated& d) {
          if (!found && d.member != kNoMember && d.kind == kRows[row].kind) {
            found = d;
          }
        });
      }
      nested = false;
      Id next = kNoId;
      for (uint32_t m = 0; m < info.count && next == kNoId; ++m) {
        const Id member = context_->types().MemberOf(module(), type, m);
        if ((ObjectTypeOf(member) & bit) != 0) next = member;
      }
      if (next == kNoId) break;
      type = next;
    }
    return found;
  }

  ModuleContext* context_ = nullptr;
  std::vector<RowSet> held_;   // by id of the type
  std::vector<RowSet> wrong_;  // by id of the pointer type
};

void CheckMembers(ModuleContext& context) {
  context.Scratch<DecoratedMembers>().Check(context);
}

void CheckInvariance(ModuleContext& context) {
  const Decorations& decorations = context.decorations();
  decorations.ForEach(Decoration::kInvariant, [&](const Decorated& d) {
    if (d.member == kNoMember || IsRepeatedDecoration(context, d) ||
        decorations.Has(d.target, Decoration::kBlock) ||
        decorations.Has(d.target, Decoration::kBufferBlock)) {
      return;
    }
    context
        .Report(R("decoration.invariant.member-of-block"), PlaceOf(d),
                {d.target})
        .Note("{0} is declared here", Place::At(context.module().def(d.target)),
              {d.target});
  });
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckMembers},
    {Phase::kSummaries, CheckInvariance, Requires(Decoration::kInvariant)}};
constexpr auto kRules =
    Join(RulesOf(kRows, &MemberObjectRow::rule), RulesOf(R));

}  // namespace

extern constinit const Family kDecoratedMembers(kRules, kModuleChecks);

}  // namespace plumb
