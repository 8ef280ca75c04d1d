#include "validate/analysis/images.h"

#include <algorithm>

namespace plumb {
namespace {

namespace tt = type_trait;

// Operands of OpTypeImage.
constexpr uint32_t kSampledType = 1;
constexpr uint32_t kDim = 2;
constexpr uint32_t kDepth = 3;
constexpr uint32_t kArrayed = 4;
constexpr uint32_t kMultisampled = 5;
constexpr uint32_t kSampled = 6;
constexpr uint32_t kFormat = 7;
constexpr uint32_t kAccess = 8;

ImageType Read(const Inst& inst) {
  return {
      .type = inst.result(),
      .sampled_type = inst.id(kSampledType),
      .dim = grammar::Dim{inst.operand_word(kDim)},
      .depth = inst.operand_word(kDepth),
      .arrayed = inst.operand_word(kArrayed),
      .multisampled = inst.operand_word(kMultisampled),
      .sampled = inst.operand_word(kSampled),
      .format = grammar::ImageFormat{inst.operand_word(kFormat)},
      .access = inst.operand_count() > kAccess
                    ? grammar::AccessQualifier{inst.operand_word(kAccess)}
                    : kNoAccessQualifier,
  };
}

}  // namespace

void Images::Build(const Module& module, const TypeTable& types) {
  types_ = &types;
  rows_.clear();
  if (!types.AnyIs(tt::kImage)) return;
  for (Id type : types.types()) {
    if (!types.Get(type).Is(tt::kImage)) continue;
    rows_.push_back(Read(module.inst(module.def(type))));
  }
  std::sort(
      rows_.begin(), rows_.end(),
      [](const ImageType& a, const ImageType& b) { return a.type < b.type; });
}

const ImageType* Images::Find(Id type) const {
  const TypeInfo* info = &types_->Get(type);
  if (info->unknown()) return nullptr;
  if (info->Is(tt::kSampledImage)) {
    type = info->element;
    info = &types_->Get(type);
    if (info->unknown()) return nullptr;
  }
  if (!info->Is(tt::kImage)) return nullptr;
  // Every image type has a row, and most modules have few.
  constexpr size_t kFew = 4;
  if (rows_.size() <= kFew) {
    const ImageType* row = rows_.data();
    while (row->type != type) ++row;
    return row;
  }
  return &*std::lower_bound(
      rows_.begin(), rows_.end(), type,
      [](const ImageType& row, Id id) { return row.type < id; });
}

}  // namespace plumb
