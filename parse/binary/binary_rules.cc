#include "parse/binary/binary_rules.h"

namespace plumb {

const Rule& UnknownEnumerantRule(grammar::Kind kind) {
  using grammar::Kind;
  switch (kind) {
    case Kind::kSourceLanguage:
      return BinaryRule("enum.source-language.known-value");
    case Kind::kExecutionModel:
      return BinaryRule("enum.execution-model.known-value");
    case Kind::kAddressingModel:
      return BinaryRule("enum.addressing-model.known-value");
    case Kind::kMemoryModel:
      return BinaryRule("enum.memory-model.known-value");
    case Kind::kExecutionMode:
      return BinaryRule("enum.execution-mode.known-value");
    case Kind::kStorageClass:
      return BinaryRule("enum.storage-class.known-value");
    case Kind::kDim:
      return BinaryRule("enum.dim.known-value");
    case Kind::kSamplerAddressingMode:
      return BinaryRule("enum.sampler-addressing-mode.known-value");
    case Kind::kSamplerFilterMode:
      return BinaryRule("enum.sampler-filter-mode.known-value");
    case Kind::kImageFormat:
      return BinaryRule("enum.image-format.known-value");
    case Kind::kImageOperands:
      return BinaryRule("enum.image-operands.known-bits");
    case Kind::kFPFastMathMode:
      return BinaryRule("enum.fp-fast-math-mode.known-bits");
    case Kind::kFPRoundingMode:
      return BinaryRule("enum.fp-rounding-mode.known-value");
    case Kind::kLinkageType:
      return BinaryRule("enum.linkage-type.known-value");
    case Kind::kAccessQualifier:
      return BinaryRule("enum.access-qualifier.known-value");
    case Kind::kFunctionParameterAttribute:
      return BinaryRule("enum.function-parameter-attribute.known-value");
    case Kind::kDecoration:
      return BinaryRule("enum.decoration.known-value");
    case Kind::kBuiltIn:
      return BinaryRule("enum.builtin.known-value");
    case Kind::kSelectionControl:
      return BinaryRule("enum.selection-control.known-bits");
    case Kind::kLoopControl:
      return BinaryRule("enum.loop-control.known-bits");
    case Kind::kFunctionControl:
      return BinaryRule("enum.function-control.known-bits");
    case Kind::kMemoryAccess:
      return BinaryRule("enum.memory-access.known-bits");
    case Kind::kGroupOperation:
      return BinaryRule("enum.group-operation.known-value");
    case Kind::kCapability:
      return BinaryRule("enum.capability.known-value");
    default:
      break;
  }
  return grammar::Info(kind).category == grammar::Category::kBitEnum
             ? BinaryRule("enum.operand.bits-listed")
             : BinaryRule("enum.operand.value-listed");
}

}  // namespace plumb
