// Built-ins that are a size or have one: Vulkan's rules for WorkgroupSize and
// ViewportMaskPerViewNV.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/object_types.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    InVulkan("builtin.workgroupsize.constant",
             "in Vulkan, built-in WorkgroupSize must be a constant, but {0} is "
             "a variable",
             "VUID-WorkgroupSize-WorkgroupSize-04426"),
    InVulkan("builtin.workgroupsize.tile-shading-input",
             "with TileShadingRateQCOM, built-in WorkgroupSize must be in "
             "storage class Input, but {0} is in {1}",
             "VUID-WorkgroupSize-TileShadingRateQCOM-10635"),
    InVulkan("builtin.viewportmaskperviewnv.count",
             "built-in ViewportMaskPerViewNV must have at most {0} "
             "element{0s}, not {1}",
             "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04415"),
});

constexpr int64_t kMaxViews = 32;

void CheckWorkgroupSize(ModuleContext& context, const Decorated& d) {
  const TypeInfo& pointer = context.types().TypeOf(context.module(), d.target);
  if (d.member != kNoMember || pointer.unknown() ||
      !pointer.Is(type_trait::kAnyPointer)) {
    return;
  }
  const bool tiles = absl::c_any_of(
      context.entry_points().functions(), [](const EntryFunction& f) {
        return f.Has(ExecutionMode::kTileShadingRateQCOM);
      });
  const Place place = PlaceOfBuiltIn(d);
  if (!tiles) {
    context.Report(R("builtin.workgroupsize.constant"), place, {d.target});
  } else if (pointer.storage_class != StorageClass::kInput) {
    context.Report(R("builtin.workgroupsize.tile-shading-input"), place,
                   {d.target, NameOf(pointer.storage_class)});
  }
}

void CheckViewportMasks(ModuleContext& context, const Decorated& d) {
  const Id type =
      d.member == kNoMember
          ? ObjectTypeOf(context, d.target)
          : context.types().MemberOf(context.module(), d.target, d.member);
  const TypeInfo* info = &context.types().Get(type);
  Id array = type;
  // For per-vertex data, an array of such arrays.
  if (info->Is(type_trait::kArray) && !info->poisoned() &&
      context.types().Get(info->element).Is(type_trait::kArray)) {
    array = info->element;
    info = &context.types().Get(array);
  }
  if (info->unknown() || !info->Is(type_trait::kArray)) return;
  const Inst def = context.module().inst(context.module().def(array));
  const ScalarConstant length =
      context.constants().Scalar(def.id(operand::TypeArray::kLength));
  if (!length.fixed() || length.value <= kMaxViews) return;
  context.Report(R("builtin.viewportmaskperviewnv.count"), PlaceOfBuiltIn(d),
                 {uint64_t{kMaxViews}, static_cast<uint64_t>(length.value)});
}

void CheckSizes(ModuleContext& context) {
  context.decorations().ForEach(Decoration::kBuiltIn, [&](const Decorated& d) {
    const auto builtin = BuiltInOf(context.module(), d);
    if (builtin == BuiltIn::kWorkgroupSize &&
        !IsRepeatedDecoration(context, d)) {
      CheckWorkgroupSize(context, d);
    } else if (builtin == BuiltIn::kViewportMaskPerViewNV &&
               !IsRepeatedDecoration(context, d)) {
      CheckViewportMasks(context, d);
    }
  });
}

}  // namespace

extern constinit const Family kBuiltinSizes(
    R, kModuleCheck<Phase::kSummaries, CheckSizes, Api::kVulkan,
                    Decoration::kBuiltIn>);

}  // namespace plumb
