// One packed row per type of a module: its kind, component, element and width,
// and what it contains at any depth.  Queries are mask tests.
//
// Tested by type_table_test.cc.
#ifndef PLUMB_CORE_TYPE_TABLE_H_
#define PLUMB_CORE_TYPE_TABLE_H_

#include <cstdint>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "core/buffer.h"
#include "core/index.h"
#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

// Traits of a type.  A type has one bit of the first group, its shape.  Types
// of numbers or Booleans (scalars, vectors, matrices, cooperative matrices)
// also have the bit of their component: "scalar or vector of float" is kFloat
// together with kScalar or kVector.
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

// The parts of a type: its own kind and those of its components, elements and
// members at any depth (sections 2.2.2 and 3.3.6), but not through pointers.  A
// cooperative matrix has no number parts, as its storage is not specified.
using TypeParts = uint32_t;
namespace type_part {
inline constexpr TypeParts kVoid = 1u << 0;
inline constexpr TypeParts kBool = 1u << 1;
inline constexpr TypeParts kInt8 = 1u << 2;
inline constexpr TypeParts kInt16 = 1u << 3;
inline constexpr TypeParts kInt32 = 1u << 4;
inline constexpr TypeParts kInt64 = 1u << 5;
inline constexpr TypeParts kOtherInt = 1u << 6;  // of another width
inline constexpr TypeParts kFloat16 = 1u << 7;   // IEEE 754, as the next two
inline constexpr TypeParts kFloat32 = 1u << 8;
inline constexpr TypeParts kFloat64 = 1u << 9;
inline constexpr TypeParts kOtherFloat = 1u << 10;  // width or encoding
inline constexpr TypeParts kVector = 1u << 11;
// A vector of more than four components, or of a count that is not an
// OpConstant.
inline constexpr TypeParts kLongVector = 1u << 12;
inline constexpr TypeParts kMatrix = 1u << 13;
inline constexpr TypeParts kCooperativeMatrix = 1u << 14;
inline constexpr TypeParts kArray = 1u << 15;
inline constexpr TypeParts kRuntimeArray = 1u << 16;
inline constexpr TypeParts kStruct = 1u << 17;
// Typed or untyped, into PhysicalStorageBuffer or into any other class.
inline constexpr TypeParts kBufferPointer = 1u << 18;
inline constexpr TypeParts kOtherPointer = 1u << 19;
inline constexpr TypeParts kFunction = 1u << 20;
inline constexpr TypeParts kImage = 1u << 21;
inline constexpr TypeParts kSampler = 1u << 22;
inline constexpr TypeParts kSampledImage = 1u << 23;
inline constexpr TypeParts kTensor = 1u << 24;
inline constexpr TypeParts kAccelerationStructure = 1u << 25;
// Other opaque types without a null value: OpTypeOpaque, pipes, named barriers,
// ray queries, hit objects…
inline constexpr TypeParts kOpaqueWithoutNull = 1u << 26;
// Opaque types with null values: events, queues, reservation ids, and the
// payloads and results of motion estimation.
inline constexpr TypeParts kOpaqueWithNull = 1u << 27;

inline constexpr TypeParts kPointer = kBufferPointer | kOtherPointer;
inline constexpr TypeParts kInt = kInt8 | kInt16 | kInt32 | kInt64 | kOtherInt;
inline constexpr TypeParts kFloat =
    kFloat16 | kFloat32 | kFloat64 | kOtherFloat;
inline constexpr TypeParts kNumber = kInt | kFloat;
inline constexpr TypeParts kAggregate = kArray | kRuntimeArray | kStruct;
inline constexpr TypeParts kOpaque = kImage | kSampler | kSampledImage |
                                     kTensor | kAccelerationStructure |
                                     kOpaqueWithoutNull | kOpaqueWithNull;
}  // namespace type_part

// The storage class of types that are not pointers.
inline constexpr grammar::StorageClass kNoStorageClass{0xffffffff};

struct TypeInfo {
  TypeTraits traits = 0;
  TypeParts parts = 0;
  // Width of the component, in bits.
  uint32_t width = 0;
  // Components of a vector, columns of a matrix, members of a structure,
  // parameters of a function type; 1 for a scalar.
  uint32_t count = 0;
  // Storage class of a pointer or untyped pointer.
  grammar::StorageClass storage_class = kNoStorageClass;
  // Component type of a vector, column type of a matrix, element type of an
  // array, pointee of a pointer, return type of a function type, image type of
  // a sampled image; otherwise kNoId.
  Id element;

  bool Is(TypeTraits any) const { return (traits & any) != 0; }
  bool IsAll(TypeTraits all) const { return (traits & all) == all; }
  // Whether it is or holds one of these.
  bool Contains(TypeParts any) const { return (parts & any) != 0; }
  // Whether nothing is known about it: it is not a type, or was rejected.
  bool unknown() const { return traits == 0 || poisoned(); }
  bool poisoned() const { return traits == type_trait::kPoisoned; }
};
static_assert(sizeof(TypeInfo) <= 24);
static_assert(std::is_trivially_copyable_v<TypeInfo>);

class TypeTable {
 public:
  // Reads the types of a module in declaration order: parts precede the whole.
  // Linear in the words of the global instructions; reuses its memory.
  void Build(const Module& module);

  // The row of a type; a row without traits for any other id.
  const TypeInfo& Get(Id type) const { return rows_[RowOf(type)]; }
  // The row of the type of a value.
  const TypeInfo& TypeOf(const Module& module, Id value) const {
    return Get(module.type_of(value));
  }
  // Traits, parts and storage classes of any type of the module, so that checks
  // can skip what no type has.
  bool AnyIs(TypeTraits any) const { return (any_traits_ & any) != 0; }
  bool AnyContains(TypeParts any) const { return (any_parts_ & any) != 0; }
  bool AnyPointsInto(grammar::StorageClass storage) const {
    const auto number = static_cast<uint32_t>(storage);
    return number < kCoreStorageClasses
               ? ((core_storage_classes_ >> number) & 1) != 0
               : AnyPointsIntoOther(storage);
  }

  // The number of a type's row, for arrays by type: 1 and up in module order,
  // or 0 for any other id.
  uint32_t RowOf(Id type) const {
    return type.value < row_of_.size() ? row_of_[type.value] : 0;
  }
  uint32_t row_count() const { return static_cast<uint32_t>(rows_.size()); }

  // Whether `id` is a type.
  bool IsType(Id id) const { return Get(id).traits != 0; }

  // The type of a member of a structure, including members of its continuations
  // (OpTypeStructContinuedINTEL); kNoId if there are not enough.  O(1), or
  // O(log n) in the continuations.
  Id MemberOf(const Module& module, Id structure, uint32_t member) const;

  // All types, in module order.
  absl::Span<const Id> types() const {
    return absl::MakeConstSpan(ids_).subspan(1);
  }

  // An innermost part of `type` that is one of `expected`, following the first
  // member that contains any; `type` itself if only it is one, and kNoId if
  // nothing is.  For messages: linear in the members on the path.
  Id FindPart(const Module& module, Id type, TypeParts expected) const;

  // Poisons a type: it has every trait and contains nothing, so it passes every
  // check.  Types made of it keep their parts.  Must not be called while
  // functions are being checked.
  void Poison(Id type);

 private:
  // An OpTypeStructContinuedINTEL.
  struct Continuation {
    InstIndex structure;    // the OpTypeStruct
    uint32_t first_member;  // of this instruction
    InstIndex at;
  };

  void ReadContinuations(const Module& module, InstIndex structure);
  uint32_t MemberCount(const Module& module, InstIndex structure) const;
  Id ContinuedMember(const Module& module, InstIndex structure,
                     uint32_t member) const;
  void Describe(const Module& module, InstIndex type, TypeInfo* info) const;
  TypeParts PartsOf(const Module& module, InstIndex type,
                    const TypeInfo& info) const;
  TypeParts PartsOfStruct(const Module& module, InstIndex structure) const;
  TypeParts PartsOfMember(const Module& module, Id type) const;

  void Note(const TypeInfo& info);
  bool AnyPointsIntoOther(grammar::StorageClass storage) const;

  // Core storage classes are small numbers, kept as bits of a mask; others are
  // in a list.
  static constexpr uint32_t kCoreStorageClasses = 32;
  // Only a hostile module has more in it, and then it has all.
  static constexpr size_t kMaxOtherStorageClasses = 64;

  TypeTraits any_traits_ = 0;
  TypeParts any_parts_ = 0;
  uint32_t core_storage_classes_ = 0;
  std::vector<grammar::StorageClass> other_storage_classes_;  // each once
  Buffer<uint32_t> row_of_;  // by id; 0: no type
  Buffer<TypeInfo> rows_;    // row 0 stands for all that is no type
  Buffer<Id> ids_;           // by row
  std::vector<Continuation> continuations_;  // in module order
};

}  // namespace plumb

#endif  // PLUMB_CORE_TYPE_TABLE_H_
