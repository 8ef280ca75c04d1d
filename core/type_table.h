// One packed row per type of a module: what kind of type it is, what it is
// made of, and how wide.  Questions about types are mask tests.
//
// Tested by type_table_test.cc.
#ifndef PLUMB_CORE_TYPE_TABLE_H_
#define PLUMB_CORE_TYPE_TABLE_H_

#include <cstdint>
#include <vector>

#include "core/index.h"
#include "core/module.h"

namespace plumb {

// Traits of a type.  A type has one bit of the first group, its shape.  Where
// it is made of numbers or Booleans (scalars, vectors, matrices, cooperative
// matrices) it also has the bit of its component; so "scalar or vector of
// float" is kFloat together with kScalar or kVector.
using TypeTraits = uint32_t;
namespace type_trait {
inline constexpr TypeTraits kVoid = 1u << 0;
inline constexpr TypeTraits kScalar = 1u << 1;
inline constexpr TypeTraits kVector = 1u << 2;  // OpTypeVectorIdEXT, too
inline constexpr TypeTraits kMatrix = 1u << 3;
inline constexpr TypeTraits kCooperativeMatrix = 1u << 4;
inline constexpr TypeTraits kArray = 1u << 5;
inline constexpr TypeTraits kRuntimeArray = 1u << 6;
inline constexpr TypeTraits kStruct = 1u << 7;
inline constexpr TypeTraits kPointer = 1u << 8;
inline constexpr TypeTraits kUntypedPointer = 1u << 9;
inline constexpr TypeTraits kFunction = 1u << 10;
inline constexpr TypeTraits kImage = 1u << 11;
inline constexpr TypeTraits kSampler = 1u << 12;
inline constexpr TypeTraits kSampledImage = 1u << 13;
inline constexpr TypeTraits kTensor = 1u << 14;
// Every other opaque type: events, queues, pipes, acceleration structures…
inline constexpr TypeTraits kOpaque = 1u << 15;

inline constexpr TypeTraits kBool = 1u << 16;
inline constexpr TypeTraits kInt = 1u << 17;
inline constexpr TypeTraits kFloat = 1u << 18;
// Details of the component.
inline constexpr TypeTraits kSigned = 1u << 19;         // Signedness 1
inline constexpr TypeTraits kOtherEncoding = 1u << 20;  // no IEEE 754 float
// The vector's or matrix' size is an <id>, which may be specialized.
inline constexpr TypeTraits kCountUnknown = 1u << 21;

inline constexpr TypeTraits kNumeric = kInt | kFloat;
inline constexpr TypeTraits kComponentMask = kBool | kInt | kFloat;
inline constexpr TypeTraits kAnyPointer = kPointer | kUntypedPointer;
inline constexpr TypeTraits kAggregate = kArray | kRuntimeArray | kStruct;
inline constexpr TypeTraits kComposite =
    kVector | kMatrix | kCooperativeMatrix | kArray | kStruct;
// A rejected type has all traits, so that it fails no positive test.
inline constexpr TypeTraits kPoisoned = ~TypeTraits{0};
}  // namespace type_trait

struct TypeInfo {
  TypeTraits traits = 0;
  // Of the component, in bits; of a pointer or untyped pointer, its storage
  // class.
  uint32_t width = 0;
  // Components of a vector, columns of a matrix, members of a structure,
  // parameters of a function type; 1 for a scalar.
  uint32_t count = 0;
  // Component type of a vector, column type of a matrix, element type of an
  // array, pointee of a pointer, return type of a function type, image type of
  // a sampled image.  kNoId where there is none.
  Id element;

  bool Is(TypeTraits any) const { return (traits & any) != 0; }
  bool IsAll(TypeTraits all) const { return (traits & all) == all; }
};
static_assert(sizeof(TypeInfo) == 16);

class TypeTable {
 public:
  // Reads the types of a module.  Linear in its global instructions; keeps its
  // memory.
  void Build(const Module& module);

  // The row of a type; a row without traits for any other id.
  const TypeInfo& Get(Id type) const {
    return rows_[type.value < row_of_.size() ? row_of_[type.value] : 0];
  }
  // The row of the type of a value.
  const TypeInfo& Of(const Module& module, Id value) const {
    return Get(module.type_of(value));
  }
  // Whether `id` is a type.
  bool IsType(Id id) const { return Get(id).traits != 0; }

  // From now on the type fails no positive test.  Not while functions are
  // being checked.
  void Poison(Id type);

 private:
  TypeInfo Describe(const Inst& inst) const;

  std::vector<uint32_t> row_of_;  // by id; 0: no type
  std::vector<TypeInfo> rows_;    // row 0 stands for all that is no type
};

}  // namespace plumb

#endif  // PLUMB_CORE_TYPE_TABLE_H_
