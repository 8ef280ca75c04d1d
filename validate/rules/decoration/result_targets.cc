// Targets of decorations of results (sections 3.2.14 and 3.2.19): integers
// that do not wrap, saturating conversions, arithmetic that is not contracted
// or that has fast math flags, and pointers with an alignment.
//
// Tested by testdata/rule_test.cc.
#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/rules/decoration/decoration_rows.h"
#include "validate/rules/decoration/definition_kinds.h"

namespace plumb {
namespace {

// Implementations accept types with decorations for values.
template <Op... kOps>
bool IsOneOfOrType(const ModuleContext& context, const Inst& def) {
  return IsOneOf<kOps...>(context, def) || context.types().IsType(def.result());
}

bool IsPointerOrType(const ModuleContext& context, const Inst& def) {
  const TypeInfo& type = context.types().Get(def.result_type());
  return type.Is(tt::kAnyPointer) ||
         (def.result_type() == kNoId && context.types().IsType(def.result()));
}

bool IsObject(const ModuleContext& /*context*/, const Inst& def) {
  return def.result_type() != kNoId;
}

constexpr Definitions kWrapping = {
    IsOneOf<Op::kIAdd, Op::kISub, Op::kIMul, Op::kShiftLeftLogical,
            Op::kSNegate, Op::kExtInst>,
    "{0} can only decorate integer additions, subtractions, multiplications, "
    "left shifts, negations and extended instructions, not {1}"};
constexpr Definitions kConversionsToInteger = {
    IsOneOfOrType<Op::kConvertFToU, Op::kConvertFToS, Op::kUConvert,
                  Op::kSConvert, Op::kConvertPtrToU>,
    "{0} can only decorate conversions to integers that do not saturate "
    "already, not {1}"};
constexpr Definitions kParametersAndFunctions = {
    IsOneOfOrType<Op::kFunctionParameter, Op::kFunction>,
    "{0} can only decorate function parameters and functions, not {1}"};
constexpr Definitions kPointers = {IsPointerOrType,
                                   "{0} can only decorate pointers, not {1}"};
constexpr Definitions kObjects = {IsObject,
                                  "{0} can only decorate values, not {1}"};
constexpr Definitions kNotVoid = {
    [](const ModuleContext& context, const Inst& def) {
      const TypeInfo& type = context.types().Get(def.result_type());
      return type.unknown() || !type.Is(tt::kVoid);
    },
    "{0} cannot be applied to {1}, whose type is void"};

// --- Extended instructions ---

uint32_t NumberOf(const Inst& ext_inst) {
  return ext_inst.operand_word(operand::ExtInst::kInstruction);
}

// Other sets may have similar rules.
bool MayWrapSigned(const ModuleContext& /*context*/, const Inst& def) {
  if (def.op() != Op::kExtInst) return true;
  switch (def.ext_inst_set()) {
    case grammar::ExtInstSet::kGlslStd450:
      return grammar::GlslStd450{NumberOf(def)} == grammar::GlslStd450::kSAbs;
    case grammar::ExtInstSet::kOpenClStd:
      return grammar::OpenClStd{NumberOf(def)} == grammar::OpenClStd::kS_abs;
    default:
      return true;
  }
}

bool MayWrapUnsigned(const ModuleContext& /*context*/, const Inst& def) {
  if (def.op() != Op::kExtInst) return true;
  const grammar::ExtInstSet set = def.ext_inst_set();
  return set != grammar::ExtInstSet::kGlslStd450 &&
         set != grammar::ExtInstSet::kOpenClStd;
}

constexpr char kNotAccepted[] = "extended instruction {1} does not accept {0}";
constexpr Definitions kWrapSigned = {MayWrapSigned, kNotAccepted};
constexpr Definitions kWrapUnsigned = {MayWrapUnsigned, kNotAccepted};

// --- Floating-point arithmetic ---

// Whether a result or an operand is made of floating-point numbers, as far as
// known.
bool WorksOnFloats(const ModuleContext& context, const Inst& def) {
  const auto has_floats = [&context](Id type) {
    const TypeInfo& info = context.types().Get(type);
    return info.poisoned() || info.Contains(type_part::kFloat) ||
           info.IsAll(tt::kCooperativeMatrix | tt::kFloat);
  };
  if (has_floats(def.result_type())) return true;
  for (OperandIndex o = 2; o < def.operand_count(); ++o) {
    if (def.kind(o) == Kind::kIdRef &&
        has_floats(context.module().type_of(def.id(o)))) {
      return true;
    }
  }
  return false;
}

// The core instructions that version 1.0 lists, and those of the extension.
bool IsFastBeforeVersion16(const ModuleContext& context, const Inst& def) {
  return IsOneOf<Op::kFAdd, Op::kFSub, Op::kFMul, Op::kFDiv, Op::kFRem,
                 Op::kFMod, Op::kFmaKHR>(context, def);
}

bool IsFast(const ModuleContext& context, const Inst& def) {
  return IsFastBeforeVersion16(context, def) ||
         IsOneOf<Op::kFNegate, Op::kOrdered, Op::kUnordered, Op::kFOrdEqual,
                 Op::kFUnordEqual, Op::kFOrdNotEqual, Op::kFUnordNotEqual,
                 Op::kFOrdLessThan, Op::kFUnordLessThan, Op::kFOrdGreaterThan,
                 Op::kFUnordGreaterThan, Op::kFOrdLessThanEqual,
                 Op::kFUnordLessThanEqual, Op::kFOrdGreaterThanEqual,
                 Op::kFUnordGreaterThanEqual, Op::kExtInst>(context, def);
}

// OpenCL.std allows it for instructions on floating-point numbers;
// GLSL.std.450 allows it for none.
bool IsPermitted(const ModuleContext& context, const Inst& def) {
  if (def.op() != Op::kExtInst) return true;
  switch (def.ext_inst_set()) {
    case grammar::ExtInstSet::kGlslStd450:
      return false;
    case grammar::ExtInstSet::kOpenClStd:
      return WorksOnFloats(context, def);
    default:
      return true;
  }
}

constexpr Definitions kFast = {
    IsFast,
    "{0} should decorate floating-point arithmetic, comparisons and extended "
    "instructions, not {1}"};
constexpr Definitions kFastBefore1_6 = {
    IsFastBeforeVersion16,
    "before SPIR-V 1.6, {0} should decorate OpFAdd, OpFSub, OpFMul, OpFDiv, "
    "OpFRem and OpFMod, not {1}"};
constexpr Definitions kFloatInstructions = {
    WorksOnFloats,
    "{0} should decorate instructions with floating-point operands or results, "
    "not {1}"};
constexpr Definitions kPermitted = {
    IsPermitted, "{0} is not permitted on extended instruction {1} by its set"};

constexpr Rule Expected(absl::string_view id, absl::string_view section,
                        Scope scope) {
  return {.id = id,
          .section = section,
          .text = "",
          .severity = Severity::kWarning,
          .when = scope};
}
constexpr Rule Pedantic(absl::string_view id, absl::string_view section,
                        Scope scope) {
  Rule rule = Expected(id, section, scope);
  rule.severity = Severity::kPedantic;
  return rule;
}
constexpr Scope kWithout = {.min_version = 6,
                            .unless = Capability::kFloatControls2};
constexpr Scope kBefore1_6 = {.max_version = 5,
                              .unless = Capability::kFloatControls2};
constexpr Scope kWith = {.needs = Capability::kFloatControls2};

// Instructions of section 3.3.13 and those that extensions add; not extended
// instructions.
bool IsArithmetic(const ModuleContext& context, const Inst& def) {
  return IsOneOf<
      Op::kSNegate, Op::kFNegate, Op::kIAdd, Op::kFAdd, Op::kISub, Op::kFSub,
      Op::kIMul, Op::kFMul, Op::kUDiv, Op::kSDiv, Op::kFDiv, Op::kUMod,
      Op::kSRem, Op::kSMod, Op::kFRem, Op::kFMod, Op::kVectorTimesScalar,
      Op::kMatrixTimesScalar, Op::kVectorTimesMatrix, Op::kMatrixTimesVector,
      Op::kMatrixTimesMatrix, Op::kOuterProduct, Op::kDot, Op::kIAddCarry,
      Op::kISubBorrow, Op::kUMulExtended, Op::kSMulExtended, Op::kSDot,
      Op::kUDot, Op::kSUDot, Op::kSDotAccSat, Op::kUDotAccSat, Op::kSUDotAccSat,
      Op::kFmaKHR, Op::kCooperativeMatrixMulAddKHR,
      Op::kCooperativeMatrixMulAddNV, Op::kExtInst>(context, def);
}
constexpr Definitions kArithmetic = {
    IsArithmetic, "{0} should decorate arithmetic instructions, not {1}"};

// --- The rows ---

constexpr TargetRow kTargetRows[] = {
    OnWhole(Decoration::kNoSignedWrap, kWrapping,
            "decoration.nosignedwrap.target"),
    OnWhole(Decoration::kNoUnsignedWrap, kWrapping,
            "decoration.nounsignedwrap.target"),
    OnWhole(Decoration::kNoSignedWrap, kWrapSigned,
            "decoration.nosignedwrap.extended-instruction", "3.2.19",
            Severity::kWarning),
    OnWhole(Decoration::kNoUnsignedWrap, kWrapUnsigned,
            "decoration.nounsignedwrap.extended-instruction", "3.2.19",
            Severity::kWarning),
    OnWhole(Decoration::kSaturatedConversion, kConversionsToInteger,
            Also("decoration.saturatedconversion.not-on-satconvert",
                 {"decoration.saturatedconversion.conversion-to-integer",
                  "3.2.19", ""})),
    OnWhole(Decoration::kFuncParamAttr, kParametersAndFunctions,
            "decoration.funcparamattr.target"),
    OnWhole(Decoration::kAlignment, kPointers, "decoration.alignment.target"),
    OnWhole(Decoration::kMaxByteOffset, kPointers,
            "decoration.maxbyteoffset.target"),
    OnWhole(Decoration::kAlignmentId, kPointers,
            "decoration.alignmentid.target"),
    OnWhole(Decoration::kMaxByteOffsetId, kPointers,
            "decoration.maxbyteoffsetid.target"),
    OnWhole(Decoration::kUniform, kObjects,
            "decoration.uniform.target-is-object"),
    OnWhole(Decoration::kUniform, kNotVoid, "decoration.uniform.not-void"),
    OnWhole(Decoration::kUniformId, kObjects,
            "decoration.uniformid.target-is-object"),
    OnWhole(Decoration::kUniformId, kNotVoid, "decoration.uniformid.not-void"),
    OnWhole(Decoration::kNonUniform, kObjects,
            "decoration.nonuniform.target-is-object"),
    OnWhole(Decoration::kNonUniform, kNotVoid,
            "decoration.nonuniform.not-void"),
    OnWhole(
        Decoration::kFPFastMathMode, kFast,
        Also("decoration.fpfastmathmode.fma",
             Expected("decoration.fpfastmathmode.target", "3.2.14", kWithout))),
    OnWhole(Decoration::kFPFastMathMode, kPermitted,
            Expected("decoration.fpfastmathmode.extinst-permitted", "3.2.14",
                     kWithout)),
    OnWhole(Decoration::kFPFastMathMode, kFastBefore1_6,
            Pedantic("decoration.fpfastmathmode.target-before-1.6", "3.2.14",
                     kBefore1_6)),
    OnWhole(Decoration::kFPFastMathMode, kFloatInstructions,
            Expected("decoration.fpfastmathmode.target-floatcontrols2",
                     "SPV_KHR_float_controls2", kWith)),
    OnWhole(Decoration::kNoContraction, kArithmetic,
            "decoration.nocontraction.target", "3.2.19", Severity::kWarning),
};

void CheckTargets(ModuleContext& context) {
  if (!context.module().decorations().empty()) CheckRows<kTargetRows>(context);
}
constexpr auto kRules = RulesOf(kTargetRows, &TargetRow::rule);

}  // namespace

extern constinit const Family kResultTargets(
    kRules, kModuleCheck<Phase::kSummaries, CheckTargets>);

}  // namespace plumb
