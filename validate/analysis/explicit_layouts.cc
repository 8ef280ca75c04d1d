#include "validate/analysis/explicit_layouts.h"

namespace plumb {
namespace {

namespace tt = type_trait;
using grammar::Decoration;

// Whether an array has a stride, or does not need one.
bool HasStride(const Decorations& decorations, Id array, Id element) {
  return decorations.Has(array, Decoration::kArrayStride) ||
         decorations.Has(array, Decoration::kArrayStrideIdEXT) ||
         decorations.IsBlock(element);
}

bool HasOffset(const Decorations& decorations, Id structure, uint32_t member) {
  return decorations.Find(structure, member, Decoration::kOffset) ||
         decorations.Find(structure, member, Decoration::kOffsetIdEXT);
}

bool HasMatrixLayout(const Decorations& decorations, Id structure,
                     uint32_t member) {
  return decorations.Find(structure, member, Decoration::kMatrixStride) &&
         (decorations.Find(structure, member, Decoration::kRowMajor) ||
          decorations.Find(structure, member, Decoration::kColMajor));
}

}  // namespace

void ExplicitLayouts::Build(const Module& module, const TypeTable& types,
                            const Decorations& decorations) {
  flags_.assign(module.id_bound(), 0);
  for (const Id type : types.types()) {
    const TypeInfo& info = types.Get(type);
    if (info.poisoned()) continue;
    uint8_t flags = info.Is(tt::kMatrix) ? kMatrix : 0;
    if (info.Is(tt::kArray | tt::kRuntimeArray)) {
      flags = FlagsOf(info.element);
      if (!HasStride(decorations, type, info.element)) flags |= kLacking;
    } else if (info.Is(tt::kStruct)) {
      for (uint32_t m = 0; m < info.count && flags == 0; ++m) {
        const uint8_t member = FlagsOf(types.MemberOf(module, type, m));
        const bool laid_out =
            (member & kLacking) == 0 && HasOffset(decorations, type, m) &&
            ((member & kMatrix) == 0 || HasMatrixLayout(decorations, type, m));
        if (!laid_out) flags = kLacking;
      }
    }
    if (type.value < flags_.size()) flags_[type.value] = flags;
  }
}

}  // namespace plumb
