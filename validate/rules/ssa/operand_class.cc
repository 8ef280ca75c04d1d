// Classes of ids (section 3.3): a result type is a type; an operand that an
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

constexpr RuleTable R({
    Malformed({"ssa.instruction.result-type-is-type", "3.3",
               "the result type must be a type, but {0} is {1}"}),
    Also("cfg.label.only-forms-blocks function.function.consumers "
         "decoration.decorationgroup.consumers",
         Malformed({"ssa.instruction.value-operand-is-object", "3.3",
                    "this operand must be an object, but {0} is {1}"})),
    // The text asks for a pointer; producers state its type, and consumers
    // take that.
    {"ssa.sizeof.operand-is-object", "3.3.1",
     "operand Pointer of OpSizeOf must be a pointer, but {0} is {1}", "",
     Severity::kWarning},
});

// Operands `first` to `last` of an opcode that need not be objects.
struct OtherOperands {
  Op op;
  OperandIndex first;
  OperandIndex last;
};
constexpr OtherOperands One(Op op, OperandIndex operand) {
  return {op, operand, operand};
}
constexpr OtherOperands From(Op op, OperandIndex first) {
  return {op, first, kNoOperand};  // which is behind all others
}
constexpr OtherOperands All(Op op) { return From(op, 0); }

constexpr OtherOperands kOtherOperands[] = {
    // Labels.
    One(Op::kBranch, operand::Branch::kTargetLabel),
    {Op::kBranchConditional, operand::BranchConditional::kTrueLabel,
     operand::BranchConditional::kFalseLabel},
    From(Op::kSwitch, operand::Switch::kDefault),
    One(Op::kSelectionMerge, operand::SelectionMerge::kMergeBlock),
    {Op::kLoopMerge, operand::LoopMerge::kMergeBlock,
     operand::LoopMerge::kContinueTarget},
    // Functions.
    One(Op::kFunctionCall, operand::FunctionCall::kFunction),
    One(Op::kEnqueueKernel, operand::EnqueueKernel::kInvoke),
    One(Op::kGetKernelNDrangeSubGroupCount,
        operand::GetKernelNDrangeSubGroupCount::kInvoke),
    One(Op::kGetKernelNDrangeMaxSubGroupSize,
        operand::GetKernelNDrangeMaxSubGroupSize::kInvoke),
    One(Op::kGetKernelWorkGroupSize, operand::GetKernelWorkGroupSize::kInvoke),
    One(Op::kGetKernelPreferredWorkGroupSizeMultiple,
        operand::GetKernelPreferredWorkGroupSizeMultiple::kInvoke),
    One(Op::kGetKernelLocalSizeForSubgroupCount,
        operand::GetKernelLocalSizeForSubgroupCount::kInvoke),
    One(Op::kGetKernelMaxNumSubgroups,
        operand::GetKernelMaxNumSubgroups::kInvoke),
    One(Op::kConstantFunctionPointerINTEL,
        operand::ConstantFunctionPointerINTEL::kFunction),
    One(Op::kTaskSequenceCreateALTERA,
        operand::TaskSequenceCreateALTERA::kFunction),
    One(Op::kCooperativeMatrixReduceEXT,
        operand::CooperativeMatrixReduceEXT::kCombineFunc),
    One(Op::kCooperativeMatrixPerElementOpEXT,
        operand::CooperativeMatrixPerElementOpEXT::kFunc),
    From(Op::kCooperativeMatrixLoadTensorNV,
         operand::CooperativeMatrixLoadTensorNV::kTensorAddressingOperands),
    From(Op::kCooperativeMatrixStoreTensorNV,
         operand::CooperativeMatrixStoreTensorNV::kTensorAddressingOperands),
    // Types.
    One(Op::kFunction, operand::Function::kFunctionType),
    One(Op::kUntypedVariableKHR, operand::UntypedVariableKHR::kDataType),
    One(Op::kUntypedAccessChainKHR, operand::UntypedAccessChainKHR::kBaseType),
    One(Op::kUntypedInBoundsAccessChainKHR,
        operand::UntypedInBoundsAccessChainKHR::kBaseType),
    One(Op::kUntypedPtrAccessChainKHR,
        operand::UntypedPtrAccessChainKHR::kBaseType),
    One(Op::kUntypedInBoundsPtrAccessChainKHR,
        operand::UntypedInBoundsPtrAccessChainKHR::kBaseType),
    One(Op::kUntypedArrayLengthKHR, operand::UntypedArrayLengthKHR::kStructure),
    One(Op::kUntypedImageTexelPointerEXT,
        operand::UntypedImageTexelPointerEXT::kImageType),
    One(Op::kUntypedVariableLengthArrayINTEL,
        operand::UntypedVariableLengthArrayINTEL::kElementType),
    One(Op::kCooperativeMatrixLengthKHR,
        operand::CooperativeMatrixLengthKHR::kType),
    One(Op::kCooperativeMatrixLengthNV,
        operand::CooperativeMatrixLengthNV::kType),
    One(Op::kConstantSizeOfEXT, operand::ConstantSizeOfEXT::kType),
    One(Op::kVmeImageINTEL, operand::VmeImageINTEL::kImageType),
    One(Op::kIsNodePayloadValidAMDX,
        operand::IsNodePayloadValidAMDX::kPayloadType),
    One(Op::kAbortKHR, operand::AbortKHR::kMessageType),
    // Strings, sets and other things without a type.
    All(Op::kSource),
    One(Op::kLine, operand::Line::kFile),
    One(Op::kExtInst, operand::ExtInst::kSet),
    From(Op::kExtInstWithForwardRefsKHR,
         operand::ExtInstWithForwardRefsKHR::kSet),
    {Op::kAsmINTEL, operand::AsmINTEL::kAsmType, operand::AsmINTEL::kTarget},
    All(Op::kAliasDomainDeclINTEL),
    All(Op::kAliasScopeDeclINTEL),
    All(Op::kAliasScopeListDeclINTEL),
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
  return operand >= other.first && operand <= other.last;
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
    case ExtInstSet::kTosa001000_1:
      return true;
    default:
      return false;
  }
}

constexpr OperandIndex kSet = operand::ExtInst::kSet;
constexpr OperandIndex kInnerOpcode = operand::SpecConstantOp::kOpcode;

bool MustBeObject(const Inst& inst, const Module& module,
                  OperandIndex operand) {
  const Op op = inst.op();
  if (DeclaresType(op) || IsOther(op, operand)) return false;
  switch (op) {
    case Op::kPhi:  // variables and parents by turns
      return operand % 2 == 0;
    case Op::kExtInst:
      return TakesObjects(inst.ext_inst_set());
    case Op::kSpecConstantOp: {
      // Behind the opcode stand that opcode's operands.
      const Op inner = grammar::OpFromOpcode(inst.operand_word(kInnerOpcode));
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
      return def.info().has_result_type ? "an object" : "not an object";
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
    const bool states_type =
        inst.op() == Op::kSizeOf && (def.op() == Op::kTypePointer ||
                                     def.op() == Op::kTypeUntypedPointerKHR);
    rule = states_type ? &R("ssa.sizeof.operand-is-object")
                       : &R("ssa.instruction.value-operand-is-object");
  }
  DiagnosticBuilder report =
      context.Report(*rule, Place::At(use, operand), {id, Describe(def)}, list);
  report.Note("{0} is declared here", Place::At(def.index()), {id});
  return !report.is_error();
}

extern constinit const Family kOperandClass(R);

}  // namespace plumb
