// Instructions of SPV_AMD_gcn_shader, SPV_AMD_shader_ballot and
// SPV_AMD_shader_trinary_minmax.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/ext_inst_rows.h"

namespace plumb {
namespace {

using grammar::AmdGcnShader;
using grammar::AmdShaderBallot;
using grammar::AmdShaderTrinaryMinmax;

constexpr char kGcn[] = "SPV_AMD_gcn_shader";
constexpr char kBallot[] = "SPV_AMD_shader_ballot";
constexpr char kTrinary[] = "SPV_AMD_shader_trinary_minmax";
constexpr char kSameType[] =
    "{2} must have the type of the result, {1}, not {0}";

constexpr RuleTable R({
    {"extinst.amd.cubeface.operand-type", kGcn,
     "{1} must be a vector of three 32-bit floats, not {0}"},
    {"extinst.amd.cubefaceindex.result-type", kGcn,
     "the result type must be a 32-bit floating-point scalar, not {0}"},
    {"extinst.amd.cubefacecoord.result-type", kGcn,
     "the result type must be a vector of two 32-bit floats, not {0}"},
    // A 64-bit type already requires the capability.
    Also(
        "extinst.amd.time.capability",
        {"extinst.amd.time.result-type", kGcn,
         "the result type must be an unsigned 64-bit integer scalar, not {0}"}),
    // Mesh and ray tracing shaders are newer, and implementations do not check
    // this.
    {"extinst.amd.gcn-shader.execution-model", kGcn,
     "this instruction should not be reached from execution model {0}", "",
     Severity::kWarning},
    {"extinst.amd.swizzle.operand-type", kBallot,
     "{1} must be a scalar or vector, not {0}"},
    {"extinst.amd.swizzle.result-type", kBallot, kSameType},
    {"extinst.amd.swizzle.control-type", kBallot,
     "{1} must be a vector of {2} unsigned integers, not {0}"},
    {"extinst.amd.swizzle.control-constant", kBallot,
     "{1} must be a constant, not {0}"},
    {"extinst.amd.swizzle.control-range", kBallot,
     "a component must be at most {1}, not {0}"},
    {"extinst.amd.writeinvocation.result-type", kBallot,
     "the result type must be a scalar or vector, not {0}"},
    {"extinst.amd.writeinvocation.operand-types", kBallot, kSameType},
    {"extinst.amd.writeinvocation.index-type", kBallot,
     "{1} must be an unsigned 32-bit integer scalar, not {0}"},
    {"extinst.amd.mbcnt.result-type", kBallot,
     "the result type must be an unsigned 32-bit integer scalar, not {0}"},
    {"extinst.amd.mbcnt.operand-type", kBallot,
     "{1} must be an unsigned integer scalar, not {0}"},
    {"extinst.amd.trinary.float-type", kTrinary,
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"extinst.amd.trinary.unsigned-type", kTrinary,
     "the result type must be a scalar or vector of unsigned integers, not "
     "{0}"},
    {"extinst.amd.trinary.signed-type", kTrinary,
     "the result type must be a scalar or vector of signed integers, not {0}"},
    {"extinst.amd.trinary.operand-types", kTrinary, kSameType},
});

constexpr auto kFaceIndexNumbers = NumbersOf({AmdGcnShader::kCubeFaceIndexAMD});
constexpr auto kFaceCoordNumbers = NumbersOf({AmdGcnShader::kCubeFaceCoordAMD});
constexpr auto kFaceNumbers = JoinNumbers(kFaceIndexNumbers, kFaceCoordNumbers);
constexpr auto kTimeNumbers = NumbersOf({AmdGcnShader::kTimeAMD});
constexpr auto kGcnNumbers = JoinNumbers(kFaceNumbers, kTimeNumbers);
constexpr auto kSwizzleNumbers =
    NumbersOf({AmdShaderBallot::kSwizzleInvocationsAMD,
               AmdShaderBallot::kSwizzleInvocationsMaskedAMD});
constexpr auto kWriteNumbers =
    NumbersOf({AmdShaderBallot::kWriteInvocationAMD});
constexpr auto kMbcntNumbers = NumbersOf({AmdShaderBallot::kMbcntAMD});
constexpr auto kFloatNumbers = NumbersOf({AmdShaderTrinaryMinmax::kFMin3AMD,
                                          AmdShaderTrinaryMinmax::kFMax3AMD,
                                          AmdShaderTrinaryMinmax::kFMid3AMD});
constexpr auto kUnsignedNumbers = NumbersOf(
    {AmdShaderTrinaryMinmax::kUMin3AMD, AmdShaderTrinaryMinmax::kUMax3AMD,
     AmdShaderTrinaryMinmax::kUMid3AMD});
constexpr auto kSignedNumbers = NumbersOf({AmdShaderTrinaryMinmax::kSMin3AMD,
                                           AmdShaderTrinaryMinmax::kSMax3AMD,
                                           AmdShaderTrinaryMinmax::kSMid3AMD});

constexpr Instructions kFaceIndex = {ExtInstSet::kAmdGcnShader,
                                     kFaceIndexNumbers};
constexpr Instructions kFaceCoord = {ExtInstSet::kAmdGcnShader,
                                     kFaceCoordNumbers};
constexpr Instructions kFaces = {ExtInstSet::kAmdGcnShader, kFaceNumbers};
constexpr Instructions kTime = {ExtInstSet::kAmdGcnShader, kTimeNumbers};
constexpr Instructions kGcnSet = {ExtInstSet::kAmdGcnShader, kGcnNumbers};
constexpr Instructions kSwizzles = {ExtInstSet::kAmdShaderBallot,
                                    kSwizzleNumbers};
constexpr Instructions kWrite = {ExtInstSet::kAmdShaderBallot, kWriteNumbers};
constexpr Instructions kMbcnt = {ExtInstSet::kAmdShaderBallot, kMbcntNumbers};
constexpr Instructions kFloats = {ExtInstSet::kAmdShaderTrinaryMinmax,
                                  kFloatNumbers};
constexpr Instructions kUnsigneds = {ExtInstSet::kAmdShaderTrinaryMinmax,
                                     kUnsignedNumbers};
constexpr Instructions kSigneds = {ExtInstSet::kAmdShaderTrinaryMinmax,
                                   kSignedNumbers};

constexpr TypePattern kAnyValue = {.shape = tt::kScalar | tt::kVector};
constexpr TypePattern kUint32 = Unsigned(kInt32);

// A row: the result has the given type, and so do the operands.
constexpr Signature Trinary(Instructions ops, const TypePattern& result,
                            const Rule* rule) {
  return {.ops = ops,
          .result = result,
          .result_rule = rule,
          .first_operand = kFirstExtOperand,
          .relation = Relation::kResultType,
          .relation_rule = &R("extinst.amd.trinary.operand-types")};
}

constexpr Signature kSignatures[] = {
    {.ops = kSwizzles,
     .operands = kAnyValue,
     .operand_rule = &R("extinst.amd.swizzle.operand-type"),
     .first_operand = kFirstExtOperand,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.amd.swizzle.result-type")},
    {.ops = kWrite,
     .result = kAnyValue,
     .result_rule = &R("extinst.amd.writeinvocation.result-type"),
     .first_operand = kFirstExtOperand,
     .operand_count = 2,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.amd.writeinvocation.operand-types")},
    Trinary(kFloats, ScalarOrVector(tt::kFloat),
            &R("extinst.amd.trinary.float-type")),
    Trinary(kUnsigneds, Unsigned(ScalarOrVector(tt::kInt)),
            &R("extinst.amd.trinary.unsigned-type")),
    // Only integers can be signed.
    Trinary(kSigneds, ScalarOrVector(tt::kSigned),
            &R("extinst.amd.trinary.signed-type")),
};

constexpr OperandIndex kResultType = operand::ExtInst::kResultType;

constexpr OperandRule kOperandRules[] = {
    {kFaceIndex, kResultType, kFloat32,
     &R("extinst.amd.cubefaceindex.result-type")},
    {kFaceCoord, kResultType, kFloat32Vector2,
     &R("extinst.amd.cubefacecoord.result-type")},
    {kFaces, "P", kFloat32Vector3, &R("extinst.amd.cubeface.operand-type")},
    {kTime, kResultType, kUint64, &R("extinst.amd.time.result-type")},
    {kSwizzles, OperandIndex(kSecondExtOperand), kAnyType,
     &R("extinst.amd.swizzle.control-constant"), DefinedBy::kConstant},
    {kWrite, "invocationIndex", kUint32,
     &R("extinst.amd.writeinvocation.index-type")},
    {kMbcnt, kResultType, kUint32, &R("extinst.amd.mbcnt.result-type")},
    {kMbcnt, "mask", Unsigned(kIntScalar),
     &R("extinst.amd.mbcnt.operand-type")},
};

void CheckModel(const CheckContext& c) {
  constexpr ModelSet kModels = {ExecutionModel::kVertex,
                                ExecutionModel::kTessellationControl,
                                ExecutionModel::kTessellationEvaluation,
                                ExecutionModel::kGeometry,
                                ExecutionModel::kFragment,
                                ExecutionModel::kGLCompute};
  c.ReportIfReached(R("extinst.amd.gcn-shader.execution-model"), ~kModels);
}

// The second operand of a swizzle: an offset for each of four invocations, or
// three masks.
struct Control {
  uint32_t count;
  uint32_t last;  // maximum value of a component
};

Control ControlOf(const CheckContext& c) {
  const bool is_masked =
      c.inst().operand_word(operand::ExtInst::kInstruction) ==
      static_cast<uint32_t>(AmdShaderBallot::kSwizzleInvocationsMaskedAMD);
  return is_masked ? Control{3, 31} : Control{4, 3};
}

// Checks the known components of a constant.
void CheckRange(const CheckContext& c, const Inst& constant, uint32_t last) {
  constexpr auto kFirst = operand::ConstantComposite::kConstituents;
  for (OperandIndex o = kFirst; o < constant.operand_count(); ++o) {
    const std::optional<uint32_t> value = FixedValue(c, constant.id(o));
    if (!value || *value <= last) continue;
    c.Report(R("extinst.amd.swizzle.control-range"), kSecondExtOperand,
             {*value, last});
    return;
  }
}

void CheckSwizzle(const CheckContext& c) {
  constexpr OperandIndex kControl = kSecondExtOperand;
  const Control control = ControlOf(c);
  const Id type = c.type_of(kControl);
  if (!Fits(c.context(), Unsigned(Vector(tt::kInt, 0, control.count)), type)) {
    c.Report(
        R("extinst.amd.swizzle.control-type"), kControl,
        {Arg::Type(type), Arg::Operand(c.inst(), kControl), control.count});
    return;
  }
  const InstIndex def = c.module().def(c.inst().id(kControl));
  if (def == kNoInst) return;
  const Op op = c.module().record(def).op;
  if (op == Op::kConstantComposite || op == Op::kSpecConstantComposite) {
    CheckRange(c, c.module().inst(def), control.last);
  }
}

static_assert(AllHave(kSwizzles, kSecondExtOperand));
constexpr Check kChecks[] = {{kGcnSet, CheckModel}, {kSwizzles, CheckSwizzle}};

}  // namespace

extern constinit const Family kAmdSets(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
