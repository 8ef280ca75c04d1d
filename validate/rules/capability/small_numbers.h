// 8-bit and 16-bit numbers that shaders may keep in memory but not calculate
// with (section 3.2.30): shared parts of their families.
#ifndef PLUMB_VALIDATE_RULES_CAPABILITY_SMALL_NUMBERS_H_
#define PLUMB_VALIDATE_RULES_CAPABILITY_SMALL_NUMBERS_H_

#include <algorithm>

#include "absl/types/span.h"
#include "core/type_table.h"
#include "grammar/grammar.h"
#include "validate/engine/module_context.h"
#include "validate/engine/type_shape.h"

namespace plumb {

// Capabilities that allow 8-bit or 16-bit numbers in some storage class.
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

// Whether a module may have types that it may only store.
inline bool HasStorageOnly(const ModuleContext& context) {
  return HasSmallNumbers(context) && context.Has(Capability::kShader) &&
         StoresSmallNumbers(context);
}

// The 8-bit and 16-bit numbers in `type` that this module may only store.
// Free for types without any.
inline TypeParts StorageOnlyParts(const ModuleContext& context,
                                  const TypeInfo& type) {
  // Vectors of extensions are left to those extensions.
  if (!type.Contains(kSmallParts) || type.Is(type_trait::kCountUnknown) ||
      !context.Has(Capability::kShader) || !StoresSmallNumbers(context)) {
    return 0;
  }
  return type.parts & kSmallParts & ~CalculableParts(context.features());
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CAPABILITY_SMALL_NUMBERS_H_
