#include "validate/facts/image_instruction.h"

#include "core/type_table.h"
#include "validate/engine/type_operands.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

namespace tt = type_trait;
using grammar::Op;

constexpr uint32_t kTexelMember = 1;

// The operand that gives the type of the texel.
OperandIndex TexelOperandOf(const Inst& inst) {
  return inst.op() == Op::kImageWrite
             ? grammar::operand::ImageWrite::kTexel
             : grammar::operand::ImageRead::kResultType;
}

}  // namespace

Id TexelTypeOf(const CheckContext& c) {
  const Inst& inst = c.inst();
  if (inst.op() == Op::kImageWrite) {
    return c.type_of(grammar::operand::ImageWrite::kTexel);
  }
  const Id result = inst.result_type();
  if (!IsSparse(inst.op())) return result;
  const TypeInfo& info = c.result_type();
  return info.unknown() || !info.Is(tt::kStruct)
             ? kNoId
             : c.context().types().MemberOf(c.module(), result, kTexelMember);
}

void CheckTexelComponents(const CheckContext& c, const Rule& rule,
                          const ImageType& image, bool allow_void) {
  const TypeTable& types = c.context().types();
  const Id texel = TexelTypeOf(c);
  const TypeInfo& info = types.Get(texel);
  const TypeInfo& sampled = types.Get(image.sampled_type);
  if (info.unknown() || !info.Is(tt::kScalar | tt::kVector) ||
      sampled.unknown() || (sampled.Is(tt::kVoid) && !allow_void)) {
    return;
  }
  const Id component = ComponentOf(c.context(), texel);
  if (component == image.sampled_type || types.Get(component).unknown()) return;
  ReportTypes(c, rule, TexelOperandOf(c.inst()), component, image.sampled_type);
}

}  // namespace plumb
