// How many bytes types take where they are laid out explicitly, and at which
// multiples they may lie: the three alignments of Vulkan's shader interfaces
// (sections 2.2.2 and 2.18.1; "Shader Resource Interface" of Vulkan).
//
// What is not known is taken to be small: an array whose length specialization
// decides has one element, an opaque type no bytes, and both may lie anywhere.
// So a layout that breaks a rule breaks it whatever the rest turns out to be.
// A matrix of which it is not said whether it lies by rows or by columns lies
// in the way that takes less, and an offset that is stated in two ways is
// unknown.
//
// A matrix has no layout of its own: the member that it is says how it lies.
//
// Cost: linear in the members of structures and what is decorated of them; 4
// bytes an id, and about 40 a type.
//
// Tested by type_layouts_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_TYPE_LAYOUTS_H_
#define PLUMB_VALIDATE_ANALYSIS_TYPE_LAYOUTS_H_

#include <cstdint>
#include <vector>

#include "core/constant_table.h"
#include "core/index.h"
#include "core/module.h"
#include "core/type_table.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/memory_model.h"

namespace plumb {

// Which of its alignments a part of a type has.
enum class AlignmentKind : uint8_t { kScalar, kBase, kExtended };

// In bytes; 1 where nothing is asked for.
struct Alignments {
  uint32_t scalar = 1;
  uint32_t base = 1;
  uint32_t extended = 1;

  uint32_t Of(AlignmentKind kind) const {
    return kind == AlignmentKind::kScalar ? scalar
           : kind == AlignmentKind::kBase ? base
                                          : extended;
  }
};

struct TypeLayout {
  // From the first byte to the last one that is used: what pads a structure or
  // an array at its end is not counted, and neither is `matrix`.
  uint64_t size = 0;
  Alignments alignments;
  // What a matrix, or an array of matrices, is made of; or else kNoId.
  Id matrix;
  // Whether it has elements without end.
  bool unbounded = false;
};

// A number that a decoration states.
struct StatedNumber {
  InstIndex at = kNoInst;    // the statement, or kNoInst
  OperandIndex operand = 0;  // of the statement
  // False for an <id> that specialization decides, and for what is stated in
  // two ways.
  bool known = false;
  uint64_t value = 0;

  bool stated() const { return at != kNoInst; }
};

// How the matrices of a member lie.
struct MatrixLayout {
  StatedNumber stride;
  bool row_major = false;
  bool column_major = false;
};

struct MemberLayout {
  Id type;
  StatedNumber offset;
  MatrixLayout matrix;
};

class TypeLayouts {
 public:
  // Reads the types of a module.  All must outlive this, which keeps its
  // memory.
  void Build(const Module& module, const TypeTable& types,
             const ConstantTable& constants, const Decorations& decorations,
             const MemoryModel& memory_model);

  // A layout without anything known for what is no type.
  const TypeLayout& Of(Id type) const { return rows_[types_->RowOf(type)]; }
  // The layout of a type with its matrices, which lie as a member says.
  TypeLayout With(const MatrixLayout& matrix, Id type) const;
  // The layout of one row or column of a matrix, whichever is contiguous.
  TypeLayout VectorOf(Id matrix, bool row_major) const;

  // What is said of the members of a structure, in their order.
  void ReadMembers(Id structure, std::vector<MemberLayout>* members) const;
  // The stride of an array.
  StatedNumber StrideOf(Id array) const;

 private:
  void DescribeRow(Id type);
  TypeLayout Describe(Id type, const TypeInfo& info);
  TypeLayout VectorLayout(uint32_t component_bits, uint32_t count) const;
  TypeLayout ArrayLayout(Id type, const TypeInfo& info) const;
  TypeLayout StructLayout(Id type);
  uint64_t LengthOf(Id array) const;
  StatedNumber NumberOf(const Decorated& d) const;

  const Module* module_ = nullptr;
  const TypeTable* types_ = nullptr;
  const ConstantTable* constants_ = nullptr;
  const Decorations* decorations_ = nullptr;
  const MemoryModel* memory_model_ = nullptr;
  std::vector<TypeLayout> rows_;       // by row of the type
  std::vector<MemberLayout> members_;  // of the structure at hand
};

// A number rounded up to a multiple of another one.
constexpr uint64_t RoundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_TYPE_LAYOUTS_H_
