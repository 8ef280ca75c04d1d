// What Vulkan asks of the decorations of inputs and outputs: interpolation in
// fragment shaders, and components.
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/rules/decoration/decorated_place.h"
#include "validate/rules/memory/held_types.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr char kVulkan[] = "SPIR-V environment of Vulkan";

// What is decorated is found by these.
constexpr Op kDecorateOps[] = {Op::kDecorate, Op::kMemberDecorate};

constexpr Rule InVulkan(absl::string_view id, absl::string_view text,
                        absl::string_view vuid) {
  return {id, kVulkan, text, vuid, Severity::kError, kInVulkan};
}

constexpr RuleTable R(
    {
        InVulkan("decoration.interpolation.fragment-output",
                 "{0} cannot decorate an output of a fragment shader, such as "
                 "{1}",
                 "VUID-StandaloneSpirv-Flat-06201"),
        InVulkan("decoration.flat.required",
                 "{0} holds integers or 64-bit floats, so as an input of a "
                 "fragment shader it must be decorated with Flat",
                 "VUID-StandaloneSpirv-Flat-04744"),
        InVulkan("decoration.component.range",
                 "components {0} to {1} are more than a location has",
                 "VUID-StandaloneSpirv-Component-04921"),
        InVulkan("decoration.component.64-bit",
                 "64-bit numbers take two components each, so they begin at "
                 "component 0 or 2, not {0}",
                 "VUID-StandaloneSpirv-Component-04923"),
    },
    kDecorateOps);

bool IsVulkan(const ModuleContext& context) {
  return context.env().api == Api::kVulkan;
}

// --- Interpolation ---

constexpr TypeParts kNotInterpolated = type_part::kInt | type_part::kFloat64;

constexpr Decoration kInterpolations[] = {
    Decoration::kFlat, Decoration::kNoPerspective, Decoration::kSample,
    Decoration::kCentroid};

bool IsInput(const ModuleContext& context, Id variable) {
  return context.types().Of(context.module(), variable).storage_class ==
         StorageClass::kInput;
}
bool IsOutput(const ModuleContext& context, Id variable) {
  return context.types().Of(context.module(), variable).storage_class ==
         StorageClass::kOutput;
}

void CheckOutput(ModuleContext& context, const EntryPoint& entry, Id variable) {
  for (const Decoration kind : kInterpolations) {
    const auto d = context.decorations().Find(variable, kind);
    if (!d) continue;
    context
        .Report(R("decoration.interpolation.fragment-output"), PlaceOf(*d),
                {Arg::Enumerant(Kind::kDecoration, kind), variable})
        .Note("the entry point is declared here", Place::At(entry.at()));
    return;
  }
}

// Whether a member of a block is one, too, or need not be.
bool IsMemberFlat(const ModuleContext& context, Id block, uint32_t member) {
  const Id type = context.types().MemberOf(context.module(), block, member);
  const Decorations& decorations = context.decorations();
  return !context.types().Get(type).Contains(kNotInterpolated) ||
         decorations.Find(block, member, Decoration::kFlat) ||
         decorations.Find(block, member, Decoration::kBuiltIn) ||
         decorations.Find(block, member, Decoration::kPerVertexKHR);
}

void CheckInput(ModuleContext& context, const EntryPoint& entry, Id variable) {
  const Decorations& decorations = context.decorations();
  const Id type = HeldBy(context, variable);
  const TypeInfo& info = context.types().Get(type);
  if (info.poisoned() || !info.Contains(kNotInterpolated) ||
      decorations.Has(variable, Decoration::kFlat) ||
      decorations.Has(variable, Decoration::kPerVertexKHR)) {
    return;
  }
  const Id held = ElementOfArrays(context, type);
  const TypeInfo& block = context.types().Get(held);
  if (block.Is(tt::kStruct)) {
    uint32_t m = 0;
    while (m < block.count && IsMemberFlat(context, held, m)) ++m;
    if (m == block.count) return;
  }
  context
      .Report(R("decoration.flat.required"),
              Place::At(context.module().def(variable)), {variable})
      .Note("the entry point is declared here", Place::At(entry.at()));
}

void CheckFragments(ModuleContext& context) {
  if (!IsVulkan(context) ||
      !context.entry_points().models().Contains(ExecutionModel::kFragment)) {
    return;
  }
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    if (entry.model() != ExecutionModel::kFragment) continue;
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (IsOutput(context, variable)) CheckOutput(context, entry, variable);
      if (IsInput(context, variable)) CheckInput(context, entry, variable);
    }
  }
}

// --- Components ---

// The type of what is decorated: an object, or a member.
Id TypeOf(const ModuleContext& context, const Decorated& d) {
  return ElementOfArrays(
      context,
      d.member == kNoMember
          ? HeldBy(context, d.target)
          : context.types().MemberOf(context.module(), d.target, d.member));
}

void CheckComponents(ModuleContext& context) {
  if (!IsVulkan(context)) return;
  constexpr uint32_t kComponents = 4;  // of a location
  context.decorations().ForEach(
      Decoration::kComponent, [&](const Decorated& d) {
        const Inst inst = context.module().inst(d.statement);
        if (d.parameter >= inst.operand_count() || RepeatsItself(context, d)) {
          return;
        }
        const TypeInfo& type = context.types().Get(TypeOf(context, d));
        if (type.poisoned() || !type.Is(tt::kScalar | tt::kVector)) return;
        const uint32_t first = inst.operand_word(d.parameter);
        const uint32_t count = type.Is(tt::kScalar) ? 1 : type.count;
        const Place place = Place::At(d.statement, d.parameter);
        if (type.width <= 32 && uint64_t{first} + count > kComponents) {
          context.Report(R("decoration.component.range"), place,
                         {first, uint64_t{first} + count - 1});
        } else if (type.width == 64 && first % 2 != 0) {
          context.Report(R("decoration.component.64-bit"), place, {first});
        }
      });
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckFragments},
                                         {Phase::kSummaries, CheckComponents}};

}  // namespace

extern constinit const Family kInterfaceDecorations = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
