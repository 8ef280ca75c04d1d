// Queries about the shape of types: the element count of a composite, the part
// that a literal index selects, and whether a type is storage-only.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_TYPE_SHAPE_H_
#define PLUMB_VALIDATE_ENGINE_TYPE_SHAPE_H_

#include <cstdint>
#include <optional>

#include "core/index.h"
#include "core/rule.h"
#include "core/type_table.h"
#include "validate/engine/check_context.h"

namespace plumb {

// Whether nothing is known about a type: it is not a type, or was rejected.
inline bool IsUnknown(const TypeInfo& type) { return type.unknown(); }

// The value of an integer constant that specialization cannot change.
std::optional<uint32_t> FixedValue(const ModuleContext& context, Id constant);
inline std::optional<uint32_t> FixedValue(const CheckContext& c, Id constant) {
  return FixedValue(c.context(), constant);
}

// Components of a vector, columns of a matrix, elements of an array, members of
// a structure, 1 for a scalar; nullopt if unknown before specialization.  O(1).
std::optional<uint32_t> CountOf(const ModuleContext& context, Id type);
inline std::optional<uint32_t> CountOf(const CheckContext& c, Id type) {
  return CountOf(c.context(), type);
}

// The type that `index` leads to from the composite `type`; kNoId if `type` has
// no parts, or not so many.  O(1), or logarithmic in the instructions that
// continue structures.
Id PartOf(const CheckContext& c, Id type, uint32_t index);

// The numbers of 8 and 16 bits that a module has a capability or an extension
// to calculate with (section 3.2.30).
TypeParts CalculableParts(const FeatureSet& features);

// Numbers of 8 and 16 bits, and whether a module has any.
inline constexpr TypeParts kSmallParts =
    type_part::kInt8 | type_part::kInt16 | type_part::kFloat16;
inline bool HasSmallNumbers(const ModuleContext& context) {
  return context.types().AnyContains(kSmallParts);
}

// Whether values of this scalar or vector type may be loaded, stored and
// converted to another width only: types of 8 or 16 bits in shaders that
// declare storage capabilities but not the type's own (section 3.2.30).
bool IsStorageOnly(const CheckContext& c, const TypeInfo& type);

// Whether a module has floating-point types with a special encoding.
inline bool HasEncodings(const ModuleContext& context) {
  return context.types().AnyIs(type_trait::kOtherEncoding);
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_TYPE_SHAPE_H_
