#include "core/constant.h"

#include "absl/base/attributes.h"

namespace plumb {

namespace {

// The word of a constant instruction where its literal begins.
constexpr uint32_t kLiteral = 3;

int64_t LiteralValue(const Inst& inst, const TypeInfo& type) {
  uint64_t bits = inst.word(kLiteral);
  if (inst.word_count() > kLiteral + 1) {
    bits |= uint64_t{inst.word(kLiteral + 1)} << 32;
  }
  if (type.width < 64) {
    const int shift = 64 - static_cast<int>(type.width);
    bits <<= shift;
    return type.Is(type_trait::kSigned) ? static_cast<int64_t>(bits) >> shift
                                        : static_cast<int64_t>(bits >> shift);
  }
  return static_cast<int64_t>(bits);
}

// The value of a scalar constant of any opcode and width.
ABSL_ATTRIBUTE_NOINLINE ScalarConstant Evaluate(const Inst& inst,
                                                const TypeInfo& type) {
  switch (inst.op()) {
    case Op::kConstant:
    case Op::kSpecConstant:
      if (!type.Is(type_trait::kInt) || type.width == 0 || type.width > 64) {
        return {};
      }
      return {true, inst.op() == Op::kSpecConstant, LiteralValue(inst, type)};
    case Op::kConstantTrue:
    case Op::kSpecConstantTrue:
      return {true, inst.op() == Op::kSpecConstantTrue, 1};
    case Op::kConstantFalse:
    case Op::kSpecConstantFalse:
      return {true, inst.op() == Op::kSpecConstantFalse, 0};
    case Op::kConstantNull:
      if (!type.Is(type_trait::kInt | type_trait::kBool)) return {};
      return {true, false, 0};
    default:
      return {};
  }
}

}  // namespace

ScalarConstant EvaluateScalar(const Module& module, const TypeTable& types,
                              Id id) {
  const Definition& definition = module.definition(id);
  if (definition.at == kNoInst) return {};
  const TypeInfo& type = types.Get(definition.type);
  if (!type.Is(type_trait::kScalar)) return {};
  const InstRecord& constant = module.record(definition.at);
  // Fast path: nearly all constants that rules ask for are 32-bit indexes,
  // sizes and scopes.
  if (constant.op == Op::kConstant && type.width == 32 &&
      type.Is(type_trait::kInt)) {
    const uint32_t bits = module.words()[constant.first_word + kLiteral];
    return {true, false,
            type.Is(type_trait::kSigned) ? static_cast<int32_t>(bits)
                                         : int64_t{bits}};
  }
  return Evaluate(module.inst(definition.at), type);
}

}  // namespace plumb
