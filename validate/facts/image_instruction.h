// The parts of an image instruction (section 3.3.10): the type of the image,
// that of the texel, and the Image Operands.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_IMAGE_INSTRUCTION_H_
#define PLUMB_VALIDATE_FACTS_IMAGE_INSTRUCTION_H_

#include <bit>
#include <cstdint>

#include "core/index.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "grammar/operand_counts.h"
#include "grammar/operands.h"
#include "validate/analysis/images.h"
#include "validate/engine/check_context.h"
#include "validate/engine/op_list.h"

namespace plumb {

// The image operand of an instruction on an image or sampled image: the first
// one after the result.
constexpr OperandIndex ImageOperandOf(Op op) {
  return op == Op::kImageWrite ? grammar::operand::ImageWrite::kImage
                               : grammar::operand::ImageRead::kImage;
}
inline OperandIndex ImageOperandOf(const Inst& inst) {
  return ImageOperandOf(inst.op());
}

// Whether the instruction has an image or sampled image operand.  The other
// image instructions read an attachment of the fragment shader, or convert a
// number.
constexpr bool TakesImage(Op op) {
  switch (op) {
    case Op::kColorAttachmentReadEXT:
    case Op::kDepthAttachmentReadEXT:
    case Op::kStencilAttachmentReadEXT:
    case Op::kImageSparseTexelsResident:
    case Op::kConvertHandleToImageINTEL:
    case Op::kConvertHandleToSamplerINTEL:
    case Op::kConvertHandleToSampledImageINTEL:
      return false;
    default:
      return Is(op, OpTrait::kImage);
  }
}
inline constexpr auto kImageConsumers =
    KeepOps<grammar::kOpsWith<OpTrait::kImage>, TakesImage>();
static_assert(grammar::AllHaveOperand(kImageConsumers, [](Op op) {
  return ImageOperandOf(op);
}));

// The type of the image that an instruction accesses, which is operand Image
// or the image in operand Sampled Image; null for other operands.  O(1).
inline const ImageType* AccessedImage(const CheckContext& c) {
  return c.context().images().Find(c.type_of(ImageOperandOf(c.inst())));
}

// Whether the result is a structure of a residency code and a texel.
inline bool IsSparse(grammar::Op op) {
  return Is(op, grammar::OpTrait::kImageSparse);
}

// The type of the texel: the second member of the result of a sparse
// instruction, the type of Texel, or the result type.  kNoId if unknown.
Id TexelTypeOf(const CheckContext& c);

// Reports a texel whose components do not have the sampled type of the image,
// at the result type or at Texel.  Ignores sampled type void, unless
// `allow_void`.  Arguments: the component type, the sampled type.
void CheckTexelComponents(const CheckContext& c, const Rule& rule,
                          const ImageType& image, bool allow_void = false);

// The Image Operands of an instruction (section 3.2.13): the mask, and the
// positions of the operands of its bits.
class ImageOperandList {
 public:
  // Linear in the operands before the mask.
  explicit ImageOperandList(const Inst& inst) : inst_(inst) {
    while (at_ < inst.operand_count() &&
           inst.kind(at_) != grammar::Kind::kImageOperands) {
      ++at_;
    }
    if (present()) mask_ = inst_.operand_word(at_);
  }

  // Whether there is a mask.
  bool present() const { return at_ < inst_.operand_count(); }
  OperandIndex mask_operand() const { return at_; }
  // 0 if there is none.
  uint32_t mask() const { return mask_; }
  bool Has(grammar::ImageOperands bit) const {
    return (mask() & static_cast<uint32_t>(bit)) != 0;
  }

  // The first operand of a bit; kNoOperand if the bit is not set, has no
  // operands, or if the operand is missing.  O(1).
  OperandIndex OperandOf(grammar::ImageOperands bit) const {
    if (!Has(bit) || !TakesOperand(bit)) return kNoOperand;
    // The operands of lower bits come first; Grad has two.
    const uint32_t lower =
        mask() & kWithOperand & (static_cast<uint32_t>(bit) - 1);
    const bool behind_gradients = (lower & kGrad) != 0;
    const OperandIndex operand = at_ + 1u +
                                 static_cast<uint32_t>(std::popcount(lower)) +
                                 (behind_gradients ? 1u : 0u);
    return operand < inst_.operand_count() ? operand : kNoOperand;
  }

 private:
  static constexpr uint32_t kGrad =
      static_cast<uint32_t>(grammar::ImageOperands::kGrad);
  // All bits from Bias to MakeTexelVisible have one.
  static constexpr uint32_t kWithOperand =
      (static_cast<uint32_t>(grammar::ImageOperands::kNonPrivateTexel) - 1) |
      static_cast<uint32_t>(grammar::ImageOperands::kOffsets);

  static constexpr bool TakesOperand(grammar::ImageOperands bit) {
    return (static_cast<uint32_t>(bit) & kWithOperand) != 0;
  }

  Inst inst_;
  OperandIndex at_ = 0;
  uint32_t mask_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_IMAGE_INSTRUCTION_H_
