// Sets of types, as data: the vocabulary of operand rules for core, extension
// and extended instructions.
//
//   constexpr TypePattern kQuery = kDeclaredBy<Op::kTypeRayQueryKHR>;
//   constexpr TypePattern kPacket =
//       PointerTo(kAnyType).InStorageClass(kGeneric);
//
// Tested by operand_check_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_TYPE_PATTERN_H_
#define PLUMB_VALIDATE_ENGINE_TYPE_PATTERN_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/type_table.h"
#include "grammar/grammar.h"

namespace plumb {

class ModuleContext;

struct TypePattern {
  TypeTraits shape = 0;      // one of these traits; 0: any type
  TypeTraits component = 0;  // and one of these, if not 0
  TypeTraits never = 0;      // and none of these
  uint32_t width = 0;        // and this width of component, in bits, if not 0
  // Number of components, columns or elements; 0: any.  A number that depends
  // on specialization fits.
  uint32_t count = 0;
  // The instructions that can declare it; empty: any.
  absl::Span<const grammar::Op> declared_by = {};
  // And a pointee, column or element like this.
  const TypePattern* element = nullptr;
  // The storage classes of a pointer; empty: any.
  absl::Span<const grammar::StorageClass> storage_classes = {};

  constexpr TypePattern InStorageClass(
      absl::Span<const grammar::StorageClass> any) const {
    TypePattern pattern = *this;
    pattern.storage_classes = any;
    return pattern;
  }

  // Whether the row of a type fits: everything except `declared_by`, `element`,
  // and a `count` that is an <id>.
  bool MatchesTraits(const TypeInfo& type) const {
    return ((shape == 0 || type.Is(shape)) &&
            (component == 0 || type.Is(component)) && !type.Is(never) &&
            (width == 0 || type.width == width)) ||
           type.poisoned();
  }
  // Whether MatchesTraits() decides alone.
  bool IsTraitsOnly() const {
    return count == 0 && declared_by.empty() && element == nullptr &&
           storage_classes.empty();
  }
};

// Whether a type whose row fits also fits in what the row does not contain.
bool MatchesDetails(const ModuleContext& context, const TypePattern& pattern,
                    Id type, const TypeInfo& row);

// Whether a type fits; unknown and poisoned types do.  The overload with the
// row is fast for most patterns.
inline bool Fits(const ModuleContext& context, const TypePattern& pattern,
                 Id type, const TypeInfo& row) {
  return row.unknown() || (pattern.MatchesTraits(row) &&
                           (pattern.IsTraitsOnly() ||
                            MatchesDetails(context, pattern, type, row)));
}
bool Fits(const ModuleContext& context, const TypePattern& pattern, Id type);

// --- Words ---

inline constexpr TypePattern kAnyType = {};

constexpr TypePattern Scalar(TypeTraits component, uint32_t width = 0) {
  return {.shape = type_trait::kScalar, .component = component, .width = width};
}
constexpr TypePattern ScalarOrVector(TypeTraits component, uint32_t width = 0) {
  return {.shape = type_trait::kScalar | type_trait::kVector,
          .component = component,
          .width = width};
}
constexpr TypePattern Vector(TypeTraits component, uint32_t width = 0,
                             uint32_t count = 0) {
  return {.shape = type_trait::kVector,
          .component = component,
          .width = width,
          .count = count};
}
constexpr TypePattern MatrixOf(const TypePattern& column, uint32_t count = 0) {
  return {.shape = type_trait::kMatrix, .count = count, .element = &column};
}
constexpr TypePattern ArrayOf(const TypePattern& element, uint32_t count = 0) {
  return {.shape = type_trait::kArray, .count = count, .element = &element};
}
constexpr TypePattern PointerTo(const TypePattern& pointee) {
  return {.shape = type_trait::kPointer, .element = &pointee};
}
// Opaque types: a pipe, a ray query, an image…
constexpr TypePattern DeclaredBy(absl::Span<const grammar::Op> ops) {
  return {.declared_by = ops};
}
template <grammar::Op... kOps>
inline constexpr grammar::Op kOpList[] = {kOps...};
template <grammar::Op... kOps>
inline constexpr TypePattern kDeclaredBy = DeclaredBy(kOpList<kOps...>);

inline constexpr TypePattern kAnyPointer = {.shape = type_trait::kAnyPointer};
inline constexpr TypePattern kBoolScalar = Scalar(type_trait::kBool);
inline constexpr TypePattern kIntScalar = Scalar(type_trait::kInt);
inline constexpr TypePattern kInt32 = Scalar(type_trait::kInt, 32);
inline constexpr TypePattern kInt64 = Scalar(type_trait::kInt, 64);
inline constexpr TypePattern kFloat32 = Scalar(type_trait::kFloat, 32);
inline constexpr TypePattern kFloat32Vector2 =
    Vector(type_trait::kFloat, 32, 2);
inline constexpr TypePattern kFloat32Vector3 =
    Vector(type_trait::kFloat, 32, 3);
inline constexpr TypePattern kFloat32Vector4 =
    Vector(type_trait::kFloat, 32, 4);
inline constexpr TypePattern kFloat32Matrix4x3 = MatrixOf(kFloat32Vector3, 4);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_TYPE_PATTERN_H_
