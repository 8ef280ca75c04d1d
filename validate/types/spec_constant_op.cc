// OpSpecConstantOp (section 3.32.7): which instructions it may compute with,
// and on what.
//
// A table says of each opcode what it needs and which components its result
// and operands have.
//
// Tested by testdata/rule_test.cc and raw_words_test.cc.
#include "validate/types/spec_constant_op.h"

#include <array>

#include "core/constant.h"
#include "validate/check_context.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Kind;
using grammar::Op;
namespace tt = type_trait;

constexpr Rule kRules[] = {
    {"const.specconstantop.opcode-allowed", "3.32.7",
     "{0} cannot compute a specialization constant"},
    {"const.specconstantop.opcode-kernel", "3.32.7",
     "{0} computes specialization constants with capability Kernel only"},
    {"const.specconstantop.result-type", "3.32.7",
     "{1} cannot have result type {0}"},
    {"const.specconstantop.operands-valid", "3.32.7",
     "{1} cannot have an operand of type {0}"},
    // also: const.specconstantop.access-chain-base
    {"const.specconstantop.operands-constant", "3.32.7",
     "{0} must be a constant"},
    {"const.specconstantop.matrix-type", "SPV_KHR_cooperative_matrix",
     "{0} must be a cooperative matrix type"},
};
consteval const Rule& R(absl::string_view id) {
  return kRules[RuleIndex(kRules, id)];
}

enum class Needs : uint8_t { kNever, kNothing, kKernel, kWidening };

// A row without components leaves the types to the instruction's own rules.
struct Row {
  Op op;
  Needs needs;
  TypeTraits result = 0;
  TypeTraits operands = 0;
};

// What else an opcode requires by itself (const.specconstantop.opcode-shader,
// const.specconstantop.embedded-gating) is judged by
// features/requirements.cc.
constexpr Row kRows[] = {
    {Op::kSConvert, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kUConvert, Needs::kWidening, tt::kInt, tt::kInt},
    {Op::kFConvert, Needs::kNothing, tt::kFloat, tt::kFloat},
    {Op::kSNegate, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kNot, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kIAdd, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kISub, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kIMul, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kUDiv, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kSDiv, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kUMod, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kSRem, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kSMod, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kShiftRightLogical, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kShiftRightArithmetic, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kShiftLeftLogical, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kBitwiseOr, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kBitwiseXor, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kBitwiseAnd, Needs::kNothing, tt::kInt, tt::kInt},
    {Op::kVectorShuffle, Needs::kNothing},
    {Op::kCompositeExtract, Needs::kNothing},
    {Op::kCompositeInsert, Needs::kNothing},
    {Op::kLogicalOr, Needs::kNothing, tt::kBool, tt::kBool},
    {Op::kLogicalAnd, Needs::kNothing, tt::kBool, tt::kBool},
    {Op::kLogicalNot, Needs::kNothing, tt::kBool, tt::kBool},
    {Op::kLogicalEqual, Needs::kNothing, tt::kBool, tt::kBool},
    {Op::kLogicalNotEqual, Needs::kNothing, tt::kBool, tt::kBool},
    {Op::kSelect, Needs::kNothing},
    {Op::kIEqual, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kINotEqual, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kULessThan, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kSLessThan, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kUGreaterThan, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kSGreaterThan, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kULessThanEqual, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kSLessThanEqual, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kUGreaterThanEqual, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kSGreaterThanEqual, Needs::kNothing, tt::kBool, tt::kInt},
    {Op::kCooperativeMatrixLengthKHR, Needs::kNothing, tt::kInt},
    {Op::kCooperativeMatrixLengthNV, Needs::kNothing, tt::kInt},
    {Op::kQuantizeToF16, Needs::kNothing, tt::kFloat, tt::kFloat},
    {Op::kConvertFToS, Needs::kKernel, tt::kInt, tt::kFloat},
    {Op::kConvertSToF, Needs::kKernel, tt::kFloat, tt::kInt},
    {Op::kConvertFToU, Needs::kKernel, tt::kInt, tt::kFloat},
    {Op::kConvertUToF, Needs::kKernel, tt::kFloat, tt::kInt},
    {Op::kConvertPtrToU, Needs::kKernel},
    {Op::kConvertUToPtr, Needs::kKernel},
    {Op::kGenericCastToPtr, Needs::kKernel},
    {Op::kPtrCastToGeneric, Needs::kKernel},
    {Op::kBitcast, Needs::kKernel},
    {Op::kFNegate, Needs::kKernel, tt::kFloat, tt::kFloat},
    {Op::kFAdd, Needs::kKernel, tt::kFloat, tt::kFloat},
    {Op::kFSub, Needs::kKernel, tt::kFloat, tt::kFloat},
    {Op::kFMul, Needs::kKernel, tt::kFloat, tt::kFloat},
    {Op::kFDiv, Needs::kKernel, tt::kFloat, tt::kFloat},
    {Op::kFRem, Needs::kKernel, tt::kFloat, tt::kFloat},
    {Op::kFMod, Needs::kKernel, tt::kFloat, tt::kFloat},
    {Op::kAccessChain, Needs::kKernel},
    {Op::kInBoundsAccessChain, Needs::kKernel},
    {Op::kPtrAccessChain, Needs::kKernel},
    {Op::kInBoundsPtrAccessChain, Needs::kKernel},
    {Op::kUntypedAccessChainKHR, Needs::kKernel},
    {Op::kUntypedInBoundsAccessChainKHR, Needs::kKernel},
    {Op::kUntypedPtrAccessChainKHR, Needs::kKernel},
    {Op::kUntypedInBoundsPtrAccessChainKHR, Needs::kKernel},
};

// Per opcode, one more than its row, or 0.
constexpr std::array<uint8_t, grammar::kOpCount> MakeRowOf() {
  std::array<uint8_t, grammar::kOpCount> result{};
  uint8_t row = 0;
  for (const Row& r : kRows) result[static_cast<int>(r.op)] = ++row;
  return result;
}
constexpr std::array<uint8_t, grammar::kOpCount> kRowOf = MakeRowOf();

constexpr int32_t kResultType = 0;
constexpr uint32_t kOpcode = 2;
constexpr uint32_t kFirstOperand = 3;

// Reports an opcode that this module's specialization constants cannot have.
bool CheckOpcode(const CheckContext& c, const Row& row) {
  const Rule* rule = nullptr;
  const bool kernel = c.context().Has(Capability::kKernel);
  switch (row.needs) {
    case Needs::kKernel:
      if (!kernel) rule = &R("const.specconstantop.opcode-kernel");
      break;
    case Needs::kWidening:  // free since version 1.4
      if (!kernel && c.context().features().version() < 4 &&
          !c.context().features().Has(
              grammar::ExtensionFromName("SPV_AMD_gpu_shader_int16"))) {
        rule = &R("const.specconstantop.opcode-kernel");
      }
      break;
    default:
      break;
  }
  if (rule == nullptr) return true;
  c.Say(*rule, kOpcode, {row.op});
  return false;
}

bool IsConstantOperand(Op op) {
  return IsConstant(op) || op == Op::kSpecConstantOp || op == Op::kUndef ||
         op == Op::kPoisonKHR || op == Op::kConstantSizeOfEXT ||
         op == Op::kConstantFunctionPointerINTEL ||
         op == Op::kSpecConstantArchitectureINTEL ||
         op == Op::kSpecConstantTargetINTEL ||
         op == Op::kSpecConstantCapabilitiesINTEL;
}

// The operand that is the base of an access chain, or 0.
uint32_t BaseOperand(Op op) {
  switch (op) {
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
    case Op::kPtrAccessChain:
    case Op::kInBoundsPtrAccessChain:
      return kFirstOperand;
    case Op::kUntypedAccessChainKHR:
    case Op::kUntypedInBoundsAccessChainKHR:
    case Op::kUntypedPtrAccessChainKHR:
    case Op::kUntypedInBoundsPtrAccessChainKHR:
      return kFirstOperand + 1;
    default:
      return 0;
  }
}

// Conversions of pointers to variables are what kernels initialize pointers
// with; they take what an access chain takes as its base.
bool TakesVariables(Op op) {
  return op == Op::kConvertPtrToU || op == Op::kGenericCastToPtr ||
         op == Op::kPtrCastToGeneric || op == Op::kBitcast;
}

bool CheckOperand(const CheckContext& c, const Row& row, uint32_t operand) {
  const auto at = static_cast<int32_t>(operand);
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst || c.context().poisoned(id)) return false;
  const Op op = c.module().record(def).op;
  const uint32_t base = BaseOperand(row.op);
  if (base > operand) return true;  // the type of an untyped chain
  const bool is_base = operand == base;
  const bool is_variable =
      (op == Op::kVariable || op == Op::kUntypedVariableKHR ||
       op == Op::kFunction) &&
      def < c.module().global_end();
  if (!IsConstantOperand(op)) {
    if (is_variable && (is_base || TakesVariables(row.op))) return true;
    c.Say(R("const.specconstantop.operands-constant"), at, {id});
    return false;
  }
  const TypePattern pattern = {.component = row.operands};
  if (pattern.Matches(c.operand_type(operand))) return true;
  c.Say(R("const.specconstantop.operands-valid"), at,
        {Arg::Type(c.type_of(operand)), row.op});
  return false;
}

// The operand of the length of a cooperative matrix is a type.
bool CheckMatrixType(const CheckContext& c) {
  const Id id = c.inst().id(kFirstOperand);
  if (c.context().types().Get(id).Is(tt::kCooperativeMatrix)) return true;
  c.Say(R("const.specconstantop.matrix-type"), kFirstOperand, {id});
  return false;
}

bool CheckOperands(const CheckContext& c, const Row& row) {
  const uint32_t count = c.inst().operand_count();
  if (row.op == Op::kCooperativeMatrixLengthKHR ||
      row.op == Op::kCooperativeMatrixLengthNV) {
    return count <= kFirstOperand || CheckMatrixType(c);
  }
  for (uint32_t o = kFirstOperand; o < count; ++o) {
    if (c.inst().kind(o) == Kind::kIdRef && !CheckOperand(c, row, o)) {
      return false;
    }
  }
  return true;
}

bool CheckResultType(const CheckContext& c, const Row& row) {
  const TypeInfo& type = c.result_type();
  const TypePattern pattern = {.component = row.result};
  const bool is_computed = row.result != 0;
  if (pattern.Matches(type) && !(is_computed && type.traits != tt::kPoisoned &&
                                 !type.Is(tt::kScalar | tt::kVector))) {
    return true;
  }
  c.Say(R("const.specconstantop.result-type"), kResultType,
        {Arg::Type(c.inst().result_type()), row.op});
  return false;
}

void CheckSpecConstantOp(const CheckContext& c) {
  const Op op = grammar::OpFromOpcode(c.inst().operand_word(kOpcode));
  if (op == grammar::kNoOp) return;  // binary.*
  const uint8_t row_of = kRowOf[static_cast<int>(op)];
  if (row_of == 0) {
    c.Say(R("const.specconstantop.opcode-allowed"), kOpcode, {op});
    c.PoisonResult();
    return;
  }
  const Row& row = kRows[row_of - 1];
  if (!CheckOpcode(c, row) || !CheckResultType(c, row) ||
      !CheckOperands(c, row)) {
    c.PoisonResult();
  }
}

constexpr Op kOps[] = {Op::kSpecConstantOp};
constexpr Check kChecks[] = {{kOps, CheckSpecConstantOp}};

}  // namespace

constinit const Family kSpecConstantOp = {
    "spec-constant-op", kRules, {}, {}, kChecks};

}  // namespace plumb
