// The opcodes that OpSpecConstantOp may contain (section 3.3.7, and the
// extensions that add to its list).
#ifndef PLUMB_PARSE_SPEC_CONSTANT_OP_H_
#define PLUMB_PARSE_SPEC_CONSTANT_OP_H_

#include <array>
#include <cstdint>

#include "grammar/grammar.h"

namespace plumb {
namespace internal {

inline constexpr grammar::Op kSpecConstantOps[] = {
    grammar::Op::kSConvert,
    grammar::Op::kUConvert,
    grammar::Op::kFConvert,
    grammar::Op::kSNegate,
    grammar::Op::kNot,
    grammar::Op::kIAdd,
    grammar::Op::kISub,
    grammar::Op::kIMul,
    grammar::Op::kUDiv,
    grammar::Op::kSDiv,
    grammar::Op::kUMod,
    grammar::Op::kSRem,
    grammar::Op::kSMod,
    grammar::Op::kShiftRightLogical,
    grammar::Op::kShiftRightArithmetic,
    grammar::Op::kShiftLeftLogical,
    grammar::Op::kBitwiseOr,
    grammar::Op::kBitwiseXor,
    grammar::Op::kBitwiseAnd,
    grammar::Op::kVectorShuffle,
    grammar::Op::kCompositeExtract,
    grammar::Op::kCompositeInsert,
    grammar::Op::kLogicalOr,
    grammar::Op::kLogicalAnd,
    grammar::Op::kLogicalNot,
    grammar::Op::kLogicalEqual,
    grammar::Op::kLogicalNotEqual,
    grammar::Op::kSelect,
    grammar::Op::kIEqual,
    grammar::Op::kINotEqual,
    grammar::Op::kULessThan,
    grammar::Op::kSLessThan,
    grammar::Op::kUGreaterThan,
    grammar::Op::kSGreaterThan,
    grammar::Op::kULessThanEqual,
    grammar::Op::kSLessThanEqual,
    grammar::Op::kUGreaterThanEqual,
    grammar::Op::kSGreaterThanEqual,
    // With Shader.
    grammar::Op::kQuantizeToF16,
    // With Kernel.
    grammar::Op::kConvertFToS,
    grammar::Op::kConvertSToF,
    grammar::Op::kConvertFToU,
    grammar::Op::kConvertUToF,
    grammar::Op::kConvertPtrToU,
    grammar::Op::kConvertUToPtr,
    grammar::Op::kGenericCastToPtr,
    grammar::Op::kPtrCastToGeneric,
    grammar::Op::kBitcast,
    grammar::Op::kFNegate,
    grammar::Op::kFAdd,
    grammar::Op::kFSub,
    grammar::Op::kFMul,
    grammar::Op::kFDiv,
    grammar::Op::kFRem,
    grammar::Op::kFMod,
    grammar::Op::kAccessChain,
    grammar::Op::kInBoundsAccessChain,
    grammar::Op::kPtrAccessChain,
    grammar::Op::kInBoundsPtrAccessChain,
    // Extensions.
    grammar::Op::kCooperativeMatrixLengthNV,
    grammar::Op::kCooperativeMatrixLengthKHR,
    grammar::Op::kUntypedAccessChainKHR,
    grammar::Op::kUntypedInBoundsAccessChainKHR,
    grammar::Op::kUntypedPtrAccessChainKHR,
    grammar::Op::kUntypedInBoundsPtrAccessChainKHR,
};

constexpr std::array<bool, grammar::kOpCount> MakeSpecConstantOpTable() {
  std::array<bool, grammar::kOpCount> table{};
  for (grammar::Op op : kSpecConstantOps) {
    table[static_cast<uint16_t>(op)] = true;
  }
  return table;
}
inline constexpr std::array<bool, grammar::kOpCount> kIsSpecConstantOp =
    MakeSpecConstantOpTable();

}  // namespace internal

// Whether OpSpecConstantOp may contain `op`, given the right capability.
inline bool IsSpecConstantOp(grammar::Op op) {
  return internal::kIsSpecConstantOp[static_cast<uint16_t>(op)];
}

}  // namespace plumb

#endif  // PLUMB_PARSE_SPEC_CONSTANT_OP_H_
