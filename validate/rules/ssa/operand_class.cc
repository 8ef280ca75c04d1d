// Classes of ids (section 3.32): a result type is a type; an operand that an
// instruction consumes as a value is an object, that is, it has a type and is
// no function.
//
// Nearly every operand of an instruction that is neither a declaration of a
// type nor debug information or annotation is an object, so that is the
// default, and a table lists the operand positions that are not: labels,
// callees, types and sets.  What those positions have to hold is for the rules
// of their instructions.
//
// Tested by testdata/rule_test.cc and operand_class_test.cc.
#include "validate/rules/ssa/operand_class.h"

#include <array>

#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::ExtInstSet;
using grammar::Op;

constexpr RuleTable R({
    Malformed({"ssa.instruction.result-type-is-type", "3.32",
               "the result type must be a type, but {0} is {1}"}),
    Also("cfg.label.only-forms-blocks function.function.consumers "
         "decoration.decorationgroup.consumers",
         Malformed({"ssa.instruction.value-operand-is-object", "3.32",
                    "this operand must be an object, but {0} is {1}"})),
});

// Operands `first` to `last` of an opcode that need not be objects.
struct OtherOperands {
  Op op;
  uint8_t first;
  uint8_t last;
};
constexpr uint8_t kToTheEnd = 0xff;

constexpr OtherOperands kOtherOperands[] = {
    // Labels.
    {Op::kBranch, 0, 0},
    {Op::kBranchConditional, 1, 2},
    {Op::kSwitch, 1, kToTheEnd},
    {Op::kSelectionMerge, 0, 0},
    {Op::kLoopMerge, 0, 1},
    // Functions.
    {Op::kFunctionCall, 2, 2},
    {Op::kEnqueueKernel, 8, 8},
    {Op::kGetKernelNDrangeSubGroupCount, 3, 3},
    {Op::kGetKernelNDrangeMaxSubGroupSize, 3, 3},
    {Op::kGetKernelWorkGroupSize, 2, 2},
    {Op::kGetKernelPreferredWorkGroupSizeMultiple, 2, 2},
    {Op::kGetKernelLocalSizeForSubgroupCount, 3, 3},
    {Op::kGetKernelMaxNumSubgroups, 2, 2},
    {Op::kConstantFunctionPointerINTEL, 2, 2},
    {Op::kTaskSequenceCreateALTERA, 2, 2},
    {Op::kCooperativeMatrixReduceEXT, 4, 4},
    {Op::kCooperativeMatrixPerElementOpEXT, 3, 3},
    {Op::kCooperativeMatrixLoadTensorNV, 6, kToTheEnd},
    {Op::kCooperativeMatrixStoreTensorNV, 4, kToTheEnd},
    // Types.
    {Op::kFunction, 3, 3},
    {Op::kUntypedVariableKHR, 3, 3},
    {Op::kUntypedAccessChainKHR, 2, 2},
    {Op::kUntypedInBoundsAccessChainKHR, 2, 2},
    {Op::kUntypedPtrAccessChainKHR, 2, 2},
    {Op::kUntypedInBoundsPtrAccessChainKHR, 2, 2},
    {Op::kUntypedArrayLengthKHR, 2, 2},
    {Op::kUntypedImageTexelPointerEXT, 2, 2},
    {Op::kUntypedVariableLengthArrayINTEL, 2, 2},
    {Op::kCooperativeMatrixLengthKHR, 2, 2},
    {Op::kCooperativeMatrixLengthNV, 2, 2},
    {Op::kConstantSizeOfEXT, 2, 2},
    {Op::kVmeImageINTEL, 2, 2},
    {Op::kIsNodePayloadValidAMDX, 2, 2},
    {Op::kAbortKHR, 0, 0},
    // Strings, sets and other things without a type.
    {Op::kSource, 0, kToTheEnd},
    {Op::kLine, 0, 0},
    {Op::kExtInst, 2, 2},
    {Op::kExtInstWithForwardRefsKHR, 2, kToTheEnd},
    {Op::kAsmINTEL, 2, 3},
    {Op::kAliasDomainDeclINTEL, 0, kToTheEnd},
    {Op::kAliasScopeDeclINTEL, 0, kToTheEnd},
    {Op::kAliasScopeListDeclINTEL, 0, kToTheEnd},
};

// Per opcode, one more than its row in kOtherOperands, or 0.
constexpr std::array<uint8_t, grammar::kOpCount> MakeOtherRows() {
  std::array<uint8_t, grammar::kOpCount> result{};
  uint8_t row = 0;
  for (const OtherOperands& other : kOtherOperands) {
    result[static_cast<int>(other.op)] = ++row;
  }
  return result;
}
constexpr std::array<uint8_t, grammar::kOpCount> kOtherRows = MakeOtherRows();

bool IsOther(Op op, OperandIndex operand) {
  const uint8_t row = kOtherRows[static_cast<int>(op)];
  if (row == 0) return false;
  const OtherOperands& other = kOtherOperands[row - 1];
  return operand >= other.first &&
         (other.last == kToTheEnd || operand <= other.last);
}

// Of the extended sets, those for computations take objects; debug information
// and sets that are not known may take anything.
bool TakesObjects(ExtInstSet set) {
  switch (set) {
    case ExtInstSet::kGlslStd450:
    case ExtInstSet::kOpenClStd:
    case ExtInstSet::kAmdGcnShader:
    case ExtInstSet::kAmdShaderBallot:
    case ExtInstSet::kAmdShaderExplicitVertexParameter:
    case ExtInstSet::kAmdShaderTrinaryMinmax:
      return true;
    default:
      return false;
  }
}

bool MustBeObject(const Inst& inst, const Module& module,
                  OperandIndex operand) {
  const Op op = inst.op();
  if (DeclaresType(op) || IsOther(op, operand)) return false;
  switch (op) {
    case Op::kPhi:  // variables and parents by turns
      return operand % 2 == 0;
    case Op::kExtInst:
      return TakesObjects(module.ext_inst_set(inst.id(2)));
    case Op::kSpecConstantOp: {
      // Behind the opcode stand that opcode's operands.
      const Op inner = grammar::OpFromOpcode(inst.operand_word(2));
      return inner == grammar::kNoOp || !IsOther(inner, operand - 1);
    }
    default:
      return true;
  }
}

// What the id of an instruction is, for a message.
absl::string_view Describe(const Inst& def) {
  if (DeclaresType(def.op())) return "a type";
  switch (def.op()) {
    case Op::kLabel:
      return "a label";
    case Op::kString:
      return "a string";
    case Op::kExtInstImport:
      return "an extended instruction set";
    case Op::kDecorationGroup:
      return "a decoration group";
    case Op::kFunction:
      return "a function";
    case Op::kGraphARM:
      return "a graph";
    default:
      return def.info().has_result_type ? "an object" : "no object";
  }
}

}  // namespace

bool CheckOperandClass(const ModuleContext& context, DiagnosticList* list,
                       InstIndex use, OperandIndex operand) {
  const Module& module = context.module();
  const Inst inst = module.inst(use);
  const Id id = inst.id(operand);
  const Inst def = module.inst(module.def(id));
  const Rule* rule = nullptr;
  if (inst.kind(operand) == grammar::Kind::kIdResultType) {
    if (DeclaresType(def.op())) return true;
    rule = &R("ssa.instruction.result-type-is-type");
  } else {
    if (DefinesObject(module, def.index())) return true;
    if (!MustBeObject(inst, module, operand)) return true;
    // A list of scopes is what some memory operands name.
    if (def.op() == Op::kAliasScopeListDeclINTEL) return true;
    rule = &R("ssa.instruction.value-operand-is-object");
  }
  context.Report(*rule, Place::At(use, operand), {id, Describe(def)}, list)
      .Note("{0} is declared here", Place::At(def.index()), {id});
  return false;
}

extern constinit const Family kOperandClass = {
    .rules = R.rules(),
};

}  // namespace plumb
