// See parsed_operands.h.
#include "api/spirv_tools/parsed_operands.h"

#include "api/spirv_tools/operand_types.h"
#include "grammar/grammar.h"

namespace plumb::spirv_tools {
namespace {

spv_fp_encoding_t EncodingOf(uint32_t value) {
  switch (static_cast<grammar::FPEncoding>(value)) {
    case grammar::FPEncoding::kBFloat16KHR:
      return SPV_FP_ENCODING_BFLOAT16;
    case grammar::FPEncoding::kFloat8E4M3EXT:
      return SPV_FP_ENCODING_FLOAT8_E4M3;
    case grammar::FPEncoding::kFloat8E5M2EXT:
      return SPV_FP_ENCODING_FLOAT8_E5M2;
    case grammar::FPEncoding::kFloat6E2M3EXT:
      return SPV_FP_ENCODING_FLOAT6_E2M3;
    case grammar::FPEncoding::kFloat6E3M2EXT:
      return SPV_FP_ENCODING_FLOAT6_E3M2;
    case grammar::FPEncoding::kFloat4E2M1EXT:
      return SPV_FP_ENCODING_FLOAT4_E2M1;
    case grammar::FPEncoding::kFloat8UnsignedE8M0EXT:
      return SPV_FP_ENCODING_FLOAT8_UNSIGNED_E8M0;
    case grammar::FPEncoding::kMXInt8EXT:
      return SPV_FP_ENCODING_MXINT8;
  }
  return SPV_FP_ENCODING_UNKNOWN;
}

// Sets the kind, width and encoding of a literal by its type.
void SetNumber(const Module& module, Id type, spv_parsed_operand_t* operand) {
  const InstIndex def = module.def(type);
  if (def == kNoInst) return;
  const Inst inst = module.inst(def);
  if (inst.op() == Op::kTypeInt) {
    operand->number_kind =
        inst.word(3) != 0 ? SPV_NUMBER_SIGNED_INT : SPV_NUMBER_UNSIGNED_INT;
    operand->number_bit_width = inst.word(2);
  } else if (inst.op() == Op::kTypeFloat) {
    operand->number_kind = SPV_NUMBER_FLOATING;
    operand->number_bit_width = inst.word(2);
    if (inst.word_count() > 3) operand->fp_encoding = EncodingOf(inst.word(3));
  }
}

// The type of the literals of an instruction; kNoId if they have a fixed one.
Id TypeOfLiterals(const Inst& inst) {
  switch (inst.op()) {
    case Op::kConstant:
    case Op::kSpecConstant:
      return inst.result_type();
    case Op::kSwitch:
      return inst.module().type_of(inst.id(0));
    default:
      return kNoId;
  }
}

spv_parsed_operand_t ParsedOperand(const Inst& inst, const Operand& operand,
                                   uint32_t end, Id type_of_literals) {
  spv_parsed_operand_t parsed = {};
  parsed.offset = operand.word;
  parsed.num_words = static_cast<uint16_t>(end - operand.word);
  parsed.type = OperandTypeOf(operand.kind);
  if (type_of_literals != kNoId && !IsIdKind(operand.kind)) {
    parsed.type = SPV_OPERAND_TYPE_TYPED_LITERAL_NUMBER;
    SetNumber(inst.module(), type_of_literals, &parsed);
  } else if (parsed.type == SPV_OPERAND_TYPE_LITERAL_INTEGER) {
    parsed.number_kind = SPV_NUMBER_UNSIGNED_INT;
    parsed.number_bit_width = 32;
  } else if (parsed.type == SPV_OPERAND_TYPE_LITERAL_FLOAT) {
    parsed.number_kind = SPV_NUMBER_FLOATING;
    parsed.number_bit_width = 32;
  }
  return parsed;
}

}  // namespace

void FillOperands(const Inst& inst,
                  std::vector<spv_parsed_operand_t>* operands) {
  operands->clear();
  const absl::Span<const Operand> list = inst.operands();
  const Id type = TypeOfLiterals(inst);
  for (size_t i = 0; i < list.size(); ++i) {
    const uint32_t end =
        i + 1 < list.size() ? list[i + 1].word : inst.word_count();
    operands->push_back(ParsedOperand(inst, list[i], end, type));
  }
}

}  // namespace plumb::spirv_tools
