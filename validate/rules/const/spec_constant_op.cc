// OpSpecConstantOp (section 3.3.7): the opcodes that it may have, and that its
// operands are constants.
//
// The rules of the instruction in it check the types of the result and of the
// operands (validator.cc), and capability/requirements.cc checks the
// requirements of the opcode.
//
// Tested by testdata/rule_test.cc and ../binary/raw_words_test.cc.
#include "parse/spec_constant_op.h"

#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"const.specconstantop.opcode-allowed", "3.3.7",
     "OpSpecConstantOp must not have opcode {0}"},
    Also("const.specconstantop.opcode-untyped "
         "const.specconstantop.uconvert-int16",
         {"const.specconstantop.opcode-kernel", "3.3.7",
          "OpSpecConstantOp can have opcode {0} only with capability Kernel"}),
    Also("const.specconstantop.access-chain-base",
         {"const.specconstantop.operands-constant", "3.3.7",
          "{0} must be a constant"}),
    // Producers of kernels initialize pointers in this way, and
    // implementations accept it.
    {"const.specconstantop.variable-converted", "3.3.7",
     "{0} is a variable, which should only be the base of an access chain", "",
     Severity::kPedantic},
});

constexpr OperandIndex kOpcode = operand::SpecConstantOp::kOpcode;

bool NeedsKernel(Op op) {
  switch (op) {
    case Op::kConvertFToS:
    case Op::kConvertSToF:
    case Op::kConvertFToU:
    case Op::kConvertUToF:
    case Op::kConvertPtrToU:
    case Op::kConvertUToPtr:
    case Op::kGenericCastToPtr:
    case Op::kPtrCastToGeneric:
    case Op::kBitcast:
    case Op::kFNegate:
    case Op::kFAdd:
    case Op::kFSub:
    case Op::kFMul:
    case Op::kFDiv:
    case Op::kFRem:
    case Op::kFMod:
      return true;
    default:
      return Is(op, OpTrait::kAccessChain);
  }
}

// Version 1.4 allows it in shaders.
bool MayWiden(const CheckContext& c) {
  return c.context().features().version() >= 4 ||
         c.context().features().Has(grammar::Extension::kAmdGpuShaderInt16);
}

// Reports an opcode that specialization constants of this module must not
// have.
bool CheckOpcode(const CheckContext& c, Op op) {
  const Rule* rule = nullptr;
  if (!IsSpecConstantOp(op)) {
    rule = &R("const.specconstantop.opcode-allowed");
  } else if (NeedsKernel(op) || (op == Op::kUConvert && !MayWiden(c))) {
    if (!c.context().Has(Capability::kKernel)) {
      rule = &R("const.specconstantop.opcode-kernel");
    }
  }
  if (rule == nullptr) return true;
  c.Report(*rule, kOpcode, {op});
  return false;
}

bool IsConstantOperand(Op op) {
  return Is(op, OpTrait::kSizeConstant) || op == Op::kUndef ||
         op == Op::kPoisonKHR || op == Op::kConstantFunctionPointerINTEL ||
         op == Op::kSpecConstantArchitectureINTEL ||
         op == Op::kSpecConstantTargetINTEL ||
         op == Op::kSpecConstantCapabilitiesINTEL;
}

// The operand that is the base of an access chain, or 0.
OperandIndex BaseOperand(Op op) {
  if (!Is(op, OpTrait::kAccessChain)) return 0;
  // OpSpecConstantOp has the opcode as an additional operand before it.
  return grammar::OperandByName(op, "Base") + 1;
}

// Kernels initialize pointers with conversions of pointers to variables.
bool TakesVariables(Op op) {
  return op == Op::kConvertPtrToU || op == Op::kGenericCastToPtr ||
         op == Op::kPtrCastToGeneric || op == Op::kBitcast;
}

// Reports an operand that is not a constant.
bool CheckOperand(const CheckContext& c, Op op, OperandIndex operand) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst || c.context().poisoned(id)) return false;
  const Op def_op = c.module().record(def).op;
  if (IsConstantOperand(def_op)) return true;
  const OperandIndex base = BaseOperand(op);
  if (base > operand) return true;  // the type of an untyped access chain
  const bool is_variable =
      (Is(def_op, OpTrait::kVariable) || def_op == Op::kFunction) &&
      def < c.module().global_end();
  if (is_variable && operand == base) return true;
  if (is_variable && TakesVariables(op)) {
    if (Is(def_op, OpTrait::kVariable)) {
      c.Report(R("const.specconstantop.variable-converted"), operand, {id});
    }
    return true;
  }
  c.Report(R("const.specconstantop.operands-constant"), operand, {id});
  return false;
}

bool CheckOperands(const CheckContext& c, Op op) {
  // The operand of OpCooperativeMatrixLength is a type.
  if (op == Op::kCooperativeMatrixLengthKHR ||
      op == Op::kCooperativeMatrixLengthNV) {
    return true;
  }
  for (OperandIndex o = kOpcode + 1; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) == Kind::kIdRef && !CheckOperand(c, op, o)) {
      return false;
    }
  }
  return true;
}

void CheckSpecConstantOp(const CheckContext& c) {
  const Op op = grammar::OpFromOpcode(c.inst().operand_word(kOpcode));
  if (op == grammar::kNoOp) return;  // reported as binary.*
  if (!CheckOpcode(c, op) || !CheckOperands(c, op)) c.PoisonResult();
}

constexpr Check kChecks[] = {{Op::kSpecConstantOp, CheckSpecConstantOp}};

}  // namespace

extern constinit const Family kSpecConstantOp(R, kChecks);

}  // namespace plumb
