// Sizes and alignments of types with an explicit layout: the three alignments
// of Vulkan's shader interfaces (sections 2.2.2 and 2.18.1; "Shader Resource
// Interface" of Vulkan).
//
// Unknown parts are assumed to be small: an array whose length depends on
// specialization has one element, an opaque type has no bytes, and both have
// alignment 1.  So a layout that violates a rule does so whatever the unknown
// parts are.  A matrix without RowMajor or ColMajor takes the smaller of both
// layouts, and an offset with two different values is unknown.
//
// A matrix has no layout of its own: its layout depends on the member that
// holds it.
//
// Cost: linear in the members of structures and their decorations; 4 bytes per
// id, and about 40 per type.
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

// In bytes; 1 if there is no requirement.
struct Alignments {
  uint32_t scalar = 1;
  uint32_t base = 1;
  uint32_t extended = 1;

  uint32_t Get(AlignmentKind kind) const {
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
  // The matrix type of a matrix or an array of matrices; otherwise kNoId.
  Id matrix;
  // Whether it has elements without end.
  bool unbounded = false;
};

// A number that a decoration states.
struct StatedNumber {
  InstIndex at = kNoInst;    // the statement, or kNoInst
  OperandIndex operand = 0;  // of the statement
  // False if the value depends on specialization, or two values are stated.
  bool known = false;
  uint64_t value = 0;

  bool stated() const { return at != kNoInst; }
};

// The layout of the matrices of a member.
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

  // The layout of a type; an empty one for non-types.
  const TypeLayout& Get(Id type) const { return rows_[types_->RowOf(type)]; }
  // The layout of a type whose matrices have the layout of a member.
  TypeLayout With(const MatrixLayout& matrix, Id type) const;
  // The layout of one row or column of a matrix, whichever is contiguous.
  TypeLayout VectorOf(Id matrix, bool row_major) const;

  // Reads the decorations of the members of a structure, in member order.
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
