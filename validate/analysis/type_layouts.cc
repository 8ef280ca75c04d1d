#include "validate/analysis/type_layouts.h"

#include <algorithm>

#include "grammar/operands.h"

namespace plumb {
namespace {

namespace tt = type_trait;
using grammar::Decoration;

constexpr uint32_t kExtendedMultiple = 16;
// No sum of such numbers overflows.
constexpr uint64_t kMaxBytes = uint64_t{1} << 60;

uint64_t Product(uint64_t a, uint64_t b) {
  return b != 0 && a > kMaxBytes / b ? kMaxBytes : a * b;
}
uint64_t Sum(uint64_t a, uint64_t b) { return std::min(a + b, kMaxBytes); }

// The alignments of an array or structure with these parts.
Alignments Extended(Alignments parts) {
  parts.extended =
      static_cast<uint32_t>(RoundUp(parts.extended, kExtendedMultiple));
  return parts;
}

void Widen(Alignments* all, const Alignments& part) {
  all->scalar = std::max(all->scalar, part.scalar);
  all->base = std::max(all->base, part.base);
  all->extended = std::max(all->extended, part.extended);
}

}  // namespace

void TypeLayouts::Build(const Module& module, const TypeTable& types,
                        const ConstantTable& constants,
                        const Decorations& decorations,
                        const MemoryModel& memory_model) {
  module_ = &module;
  types_ = &types;
  constants_ = &constants;
  decorations_ = &decorations;
  memory_model_ = &memory_model;
  rows_.assign(types.row_count(), TypeLayout());
  // Except for forward pointers, types follow the types they are made of.
  if (module.Has(grammar::Op::kTypeForwardPointer)) {
    for (const Id type : types.types()) {
      if (types.Get(type).Is(tt::kAnyPointer)) DescribeRow(type);
    }
  }
  for (const Id type : types.types()) DescribeRow(type);
}

void TypeLayouts::DescribeRow(Id type) {
  const TypeInfo& info = types_->Get(type);
  if (!info.poisoned()) rows_[types_->RowOf(type)] = Describe(type, info);
}

TypeLayout TypeLayouts::Describe(Id type, const TypeInfo& info) {
  if (info.Is(tt::kScalar | tt::kVector)) {
    return VectorLayout(info.width, info.Is(tt::kScalar) ? 1 : info.count);
  }
  if (info.Is(tt::kAnyPointer)) {
    return VectorLayout(memory_model_->AddressWidth(info.storage_class), 1);
  }
  if (info.Is(tt::kMatrix)) {
    TypeLayout layout;
    layout.matrix = type;
    return layout;
  }
  if (info.Is(tt::kArray | tt::kRuntimeArray)) return ArrayLayout(type, info);
  if (info.Is(tt::kStruct)) return StructLayout(type);
  return TypeLayout();
}

TypeLayout TypeLayouts::VectorLayout(uint32_t component_bits,
                                     uint32_t count) const {
  TypeLayout layout;
  const uint32_t bytes = component_bits / 8;
  if (bytes == 0) return layout;
  layout.size = Product(bytes, std::max(count, 1u));
  // Vulkan does not define the alignment of longer vectors.
  const uint32_t components = count > 4 ? 1 : count == 3 ? 4 : count;
  layout.alignments.scalar = bytes;
  layout.alignments.base = bytes * std::max(components, 1u);
  layout.alignments.extended = layout.alignments.base;
  return layout;
}

uint64_t TypeLayouts::LengthOf(Id array) const {
  const Inst inst = module_->inst(module_->def(array));
  const ScalarConstant length =
      constants_->Scalar(inst.id(grammar::operand::TypeArray::kLength));
  return length.fixed() && length.value > 0
             ? static_cast<uint64_t>(length.value)
             : 1;
}

TypeLayout TypeLayouts::ArrayLayout(Id type, const TypeInfo& info) const {
  TypeLayout layout = Get(info.element);
  layout.alignments = Extended(layout.alignments);
  if (info.Is(tt::kRuntimeArray)) {
    layout.size = 0;
    layout.unbounded = true;
    return layout;
  }
  const StatedNumber stride = StrideOf(type);
  const uint64_t bytes = stride.known ? stride.value : layout.size;
  layout.size = Sum(layout.size, Product(bytes, LengthOf(type) - 1));
  return layout;
}

TypeLayout TypeLayouts::StructLayout(Id type) {
  TypeLayout layout;
  ReadMembers(type, &members_);
  for (const MemberLayout& member : members_) {
    const TypeLayout part = With(member.matrix, member.type);
    Widen(&layout.alignments, part.alignments);
    const uint64_t offset = member.offset.known ? member.offset.value : 0;
    layout.size = std::max(layout.size, Sum(offset, part.size));
  }
  if (!members_.empty()) layout.alignments = Extended(layout.alignments);
  return layout;
}

TypeLayout TypeLayouts::VectorOf(Id matrix, bool row_major) const {
  const TypeInfo& columns = types_->Get(matrix);
  const TypeInfo& column = types_->Get(columns.element);
  return VectorLayout(column.width, row_major ? columns.count : column.count);
}

TypeLayout TypeLayouts::With(const MatrixLayout& matrix, Id type) const {
  TypeLayout layout = Get(type);
  if (layout.matrix == kNoId) return layout;
  if (!matrix.row_major && !matrix.column_major) {
    MatrixLayout by_row = matrix;
    MatrixLayout by_column = matrix;
    by_row.row_major = by_column.column_major = true;
    const TypeLayout rows = With(by_row, type);
    const TypeLayout columns = With(by_column, type);
    return rows.size < columns.size ? rows : columns;
  }
  const TypeInfo& columns = types_->Get(layout.matrix);
  const uint32_t vectors =
      matrix.row_major ? types_->Get(columns.element).count : columns.count;
  const TypeLayout vector = VectorOf(layout.matrix, matrix.row_major);
  layout.alignments = Extended(vector.alignments);
  if (layout.unbounded) return layout;
  const uint64_t stride =
      matrix.stride.known ? matrix.stride.value : vector.size;
  layout.size = Sum(
      layout.size,
      Sum(vector.size, Product(stride, std::max(vectors, 1u) - uint64_t{1})));
  return layout;
}

StatedNumber TypeLayouts::NumberOf(const Decorated& d) const {
  StatedNumber number;
  const Inst inst = module_->inst(d.statement);
  if (d.parameter >= inst.operand_count()) return number;
  number.at = d.statement;
  number.operand = d.parameter;
  if (!IsIdUse(inst.kind(d.parameter))) {
    number.known = true;
    number.value = inst.operand_word(d.parameter);
    return number;
  }
  const ScalarConstant value = constants_->Scalar(inst.id(d.parameter));
  number.known = value.fixed() && value.value >= 0;
  number.value = number.known ? static_cast<uint64_t>(value.value) : 0;
  return number;
}

StatedNumber TypeLayouts::StrideOf(Id array) const {
  auto found = decorations_->Find(array, Decoration::kArrayStride);
  if (!found) found = decorations_->Find(array, Decoration::kArrayStrideIdEXT);
  return found ? NumberOf(*found) : StatedNumber();
}

void TypeLayouts::ReadMembers(Id structure,
                              std::vector<MemberLayout>* members) const {
  members->assign(types_->Get(structure).count, MemberLayout());
  for (uint32_t m = 0; m < members->size(); ++m) {
    (*members)[m].type = types_->MemberOf(*module_, structure, m);
  }
  decorations_->ForEachOf(structure, [&](const Decorated& d) {
    if (d.member >= members->size()) return;
    MemberLayout& member = (*members)[d.member];
    switch (d.kind) {
      case Decoration::kOffset:
      case Decoration::kOffsetIdEXT:
        if (!member.offset.stated()) {
          member.offset = NumberOf(d);
        } else if (member.offset.value != NumberOf(d).value) {
          member.offset.known = false;
        }
        break;
      case Decoration::kMatrixStride:
        if (!member.matrix.stride.stated()) member.matrix.stride = NumberOf(d);
        break;
      case Decoration::kRowMajor:
        member.matrix.row_major = true;
        break;
      case Decoration::kColMajor:
        member.matrix.column_major = true;
        break;
      default:
        break;
    }
  });
}

}  // namespace plumb
