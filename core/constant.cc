#include "core/constant.h"

namespace plumb {

namespace {

int64_t LiteralValue(const Inst& inst, const TypeInfo& type) {
  uint64_t bits = inst.word(3);
  if (inst.word_count() > 4) bits |= uint64_t{inst.word(4)} << 32;
  if (type.width < 64) {
    const int shift = 64 - static_cast<int>(type.width);
    bits <<= shift;
    return type.Is(type_trait::kSigned) ? static_cast<int64_t>(bits) >> shift
                                        : static_cast<int64_t>(bits >> shift);
  }
  return static_cast<int64_t>(bits);
}

}  // namespace

ScalarConstant EvaluateScalar(const Module& module, const TypeTable& types,
                              Id id) {
  const InstIndex def = module.def(id);
  if (def == kNoInst) return {};
  const Inst inst = module.inst(def);
  const TypeInfo& type = types.Get(inst.result_type());
  if (!type.Is(type_trait::kScalar)) return {};
  // Nearly all of those that are asked for: indexes, sizes, scopes…
  if (inst.op() == Op::kConstant && type.width == 32 &&
      type.Is(type_trait::kInt)) {
    const uint32_t bits = inst.word(3);
    return {true, false,
            type.Is(type_trait::kSigned) ? static_cast<int32_t>(bits)
                                         : int64_t{bits}};
  }
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

}  // namespace plumb
