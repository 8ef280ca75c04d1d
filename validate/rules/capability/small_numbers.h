// Numbers of 8 and 16 bits that shaders may keep in memory but not calculate
// with (section 3.2.30): what the families about them share.
#ifndef PLUMB_VALIDATE_RULES_CAPABILITY_SMALL_NUMBERS_H_
#define PLUMB_VALIDATE_RULES_CAPABILITY_SMALL_NUMBERS_H_

#include <algorithm>

#include "absl/types/span.h"
#include "core/type_table.h"
#include "grammar/grammar.h"
#include "validate/engine/module_context.h"
#include "validate/engine/type_shape.h"

namespace plumb {

// Capabilities that let numbers of 8 or of 16 bits be stored, somewhere.
inline constexpr grammar::Capability kStore8[] = {
    grammar::Capability::kStorageBuffer8BitAccess,
    grammar::Capability::kUniformAndStorageBuffer8BitAccess,
    grammar::Capability::kStoragePushConstant8,
    grammar::Capability::kWorkgroupMemoryExplicitLayout8BitAccessKHR,
};
inline constexpr grammar::Capability kStore16[] = {
    grammar::Capability::kStorageBuffer16BitAccess,
    grammar::Capability::kUniformAndStorageBuffer16BitAccess,
    grammar::Capability::kStoragePushConstant16,
    grammar::Capability::kStorageInputOutput16,
    grammar::Capability::kWorkgroupMemoryExplicitLayout16BitAccessKHR,
};

inline bool HasAny(const ModuleContext& context,
                   absl::Span<const grammar::Capability> capabilities) {
  return std::any_of(capabilities.begin(), capabilities.end(),
                     [&](grammar::Capability c) { return context.Has(c); });
}

inline bool StoresSmallNumbers(const ModuleContext& context) {
  return HasAny(context, kStore8) || HasAny(context, kStore16);
}

// Whether a module may have types that it may store only.
inline bool HasStorageOnly(const ModuleContext& context) {
  return HasSmallNumbers(context) && context.Has(Capability::kShader) &&
         StoresSmallNumbers(context);
}

// The numbers of 8 and 16 bits that `type` is made of and that this module may
// store only.  Of no cost for types without any.
inline TypeParts StorageOnlyParts(const ModuleContext& context,
                                  const TypeInfo& type) {
  // Vectors of extensions are for those extensions.
  if (!type.Contains(kSmallParts) || type.Is(type_trait::kCountUnknown) ||
      !context.Has(Capability::kShader) || !StoresSmallNumbers(context)) {
    return 0;
  }
  return type.parts & kSmallParts & ~CalculableParts(context.features());
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CAPABILITY_SMALL_NUMBERS_H_
