// Interpolation by instructions of GLSL.std.450, and the vertex parameters of
// SPV_AMD_shader_explicit_vertex_parameter.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/ext_inst_rows.h"

namespace plumb {
namespace {

using grammar::AmdShaderExplicitVertexParameter;
using grammar::GlslStd450;
namespace glsl = grammar::ext_operand::GlslStd450;
namespace amd = grammar::ext_operand::AmdShaderExplicitVertexParameter;

constexpr char kSection[] = "GLSL.std.450 2";
constexpr char kAmdSection[] = "SPV_AMD_shader_explicit_vertex_parameter";
constexpr char kPointer[] = "{1} must be a typed pointer, not {0}";
constexpr char kClass[] = "{1} must point into Input, but {0} does not";
constexpr char kSameType[] =
    "the result type must be the type that operand interpolant points to, {1}, "
    "not {0}";
constexpr char kModel[] =
    "this instruction is allowed only in fragment shaders, but an entry point "
    "with execution model {0} reaches it";

constexpr RuleTable R({
    {"extinst.glsl.interpolate.pointer", kSection, kPointer},
    {"extinst.glsl.interpolate.storage-class", kSection, kClass},
    {"extinst.glsl.interpolate.pointee-type", kSection,
     "{1} must point to a floating-point scalar or vector, but {0} does not"},
    {"extinst.glsl.interpolate.width", kSection,
     "operand interpolant must point to 32-bit numbers, not to {0}"},
    {"extinst.glsl.interpolate.result-type", kSection, kSameType},
    {"extinst.glsl.interpolate.fragment-model", kSection, kModel},
    {"extinst.glsl.interpolateatsample.sample-type", kSection,
     "operand sample must be a 32-bit integer scalar, not {0}"},
    {"extinst.glsl.interpolateatoffset.offset-type", kSection,
     "operand offset must be a vector of two floating-point numbers, not {0}"},
    {"extinst.glsl.interpolateatoffset.offset-width", kSection,
     "operand offset must be a vector of 32-bit numbers, not {0}"},
    // Producers pass values, and implementations accept them.
    {"extinst.amd.interpolateatvertex.pointer", kAmdSection,
     "{1} should be a typed pointer, not {0}", "", Severity::kWarning},
    {"extinst.amd.interpolateatvertex.storage-class", kAmdSection, kClass},
    {"extinst.amd.interpolateatvertex.pointee-type", kAmdSection,
     "{1} must point to a scalar or vector, but {0} does not"},
    {"extinst.amd.interpolateatvertex.result-type", kAmdSection, kSameType},
    {"extinst.amd.interpolateatvertex.fragment-model", kAmdSection, kModel},
    // Implementations do not require it.
    WithFix(Declare(Capability::kInterpolationFunction),
            {"extinst.amd.interpolateatvertex.capability", kAmdSection,
             "this instruction requires capability InterpolationFunction", "",
             Severity::kWarning}),
    {"extinst.amd.interpolateatvertex.index-constant", kAmdSection,
     "operand vertexIdx must be an integer constant"},
    {"extinst.amd.interpolateatvertex.index-range", kAmdSection,
     "operand vertexIdx must be 0, 1 or 2, not {0}"},
});

constexpr auto kGlslNumbers = NumbersOf({GlslStd450::kInterpolateAtCentroid,
                                         GlslStd450::kInterpolateAtSample,
                                         GlslStd450::kInterpolateAtOffset});
constexpr auto kSampleNumbers = NumbersOf({GlslStd450::kInterpolateAtSample});
constexpr auto kOffsetNumbers = NumbersOf({GlslStd450::kInterpolateAtOffset});
constexpr auto kVertexNumbers =
    NumbersOf({AmdShaderExplicitVertexParameter::kInterpolateAtVertexAMD});

constexpr Instructions kGlsl = {ExtInstSet::kGlslStd450, kGlslNumbers};
constexpr Instructions kAtSample = {ExtInstSet::kGlslStd450, kSampleNumbers};
constexpr Instructions kAtOffset = {ExtInstSet::kGlslStd450, kOffsetNumbers};
constexpr Instructions kAtVertex = {
    ExtInstSet::kAmdShaderExplicitVertexParameter, kVertexNumbers};

constexpr TypePattern kTypedPointer = {.shape = tt::kPointer};
constexpr TypePattern kAnyValue = {.shape = tt::kScalar | tt::kVector};

constexpr OperandIndex kResultType = operand::ExtInst::kResultType;
// All have it at the same index.
constexpr OperandIndex kInterpolant = glsl::InterpolateAtOffset::kInterpolant;
constexpr OperandIndex kOffset = glsl::InterpolateAtOffset::kOffset;
constexpr OperandIndex kVertex = amd::InterpolateAtVertexAMD::kVertexIdx;

constexpr OperandRule kOperandRules[] = {
    {kAtSample, "sample", kInt32,
     &R("extinst.glsl.interpolateatsample.sample-type")},
    {kAtOffset, kOffset, Vector(tt::kFloat, 0, 2),
     &R("extinst.glsl.interpolateatoffset.offset-type")},
    {kAtVertex, kInterpolant, kTypedPointer,
     &R("extinst.amd.interpolateatvertex.pointer")},
};

// The pointer of the interpolant.  Before legalization, HLSL compilers emit a
// loaded value instead.
Id PointerOf(const CheckContext& c) {
  const Id interpolant = c.inst().id(kInterpolant);
  if (!c.context().options().before_hlsl_legalization ||
      !IsDefinedBy(c.module(), interpolant, Op::kLoad)) {
    return interpolant;
  }
  return c.module()
      .inst(c.module().def(interpolant))
      .id(operand::Load::kPointer);
}

// An extension allows 16-bit numbers.
bool IsWidth(const CheckContext& c, uint32_t width) {
  return width == 32 || (width == 16 && c.context().features().Has(
                                            Extension::kAmdGpuShaderHalfFloat));
}

void CheckInterpolant(const CheckContext& c) {
  constexpr TypePattern kFloat = ScalarOrVector(tt::kFloat);
  const Id type = c.module().type_of(PointerOf(c));
  const TypeInfo& pointer = c.context().types().Get(type);
  if (pointer.unknown()) return;
  const Id pointee = pointer.element;
  const TypeInfo& info = c.context().types().Get(pointee);
  if (!pointer.Is(tt::kPointer)) {
    ReportType(c, R("extinst.glsl.interpolate.pointer"), kInterpolant, type);
  } else if (pointer.storage_class != StorageClass::kInput) {
    ReportType(c, R("extinst.glsl.interpolate.storage-class"), kInterpolant,
               type);
  } else if (!Fits(c.context(), kFloat, pointee)) {
    ReportType(c, R("extinst.glsl.interpolate.pointee-type"), kInterpolant,
               type);
  } else if (!info.unknown() && !IsWidth(c, info.width)) {
    ReportType(c, R("extinst.glsl.interpolate.width"), kInterpolant, pointee);
  } else {
    CheckSame(c, R("extinst.glsl.interpolate.result-type"), kResultType,
              c.inst().result_type(), pointee);
  }
}

void CheckGlslModel(const CheckContext& c) {
  c.ReportIfReached(R("extinst.glsl.interpolate.fragment-model"),
                    ~ModelSet(ExecutionModel::kFragment));
}

void CheckOffset(const CheckContext& c) {
  const TypeInfo& offset = c.operand_type(kOffset);
  if (offset.unknown() || IsWidth(c, offset.width)) return;
  ReportType(c, R("extinst.glsl.interpolateatoffset.offset-width"), kOffset,
             c.type_of(kOffset));
}

void CheckVertexIndex(const CheckContext& c) {
  const Id index = c.inst().id(kVertex);
  if (!IsConstantOf(c, kVertex, kIntScalar)) {
    c.Report(R("extinst.amd.interpolateatvertex.index-constant"), kVertex);
    return;
  }
  const std::optional<uint32_t> value = FixedValue(c, index);
  if (!value || *value <= 2) return;
  c.Report(R("extinst.amd.interpolateatvertex.index-range"), kVertex, {*value});
}

// Values are accepted, so only pointers have further rules.
void CheckVertexPointer(const CheckContext& c) {
  const Id type = c.type_of(kInterpolant);
  const TypeInfo& pointer = c.operand_type(kInterpolant);
  if (pointer.unknown() || !pointer.Is(tt::kPointer)) return;
  if (pointer.storage_class != StorageClass::kInput) {
    ReportType(c, R("extinst.amd.interpolateatvertex.storage-class"),
               kInterpolant, type);
  }
  if (!Fits(c.context(), kAnyValue, pointer.element)) {
    ReportType(c, R("extinst.amd.interpolateatvertex.pointee-type"),
               kInterpolant, type);
  }
}

void CheckVertex(const CheckContext& c) {
  CheckVertexPointer(c);
  CheckSame(c, R("extinst.amd.interpolateatvertex.result-type"), kResultType,
            c.inst().result_type(), PointeeOf(c, kInterpolant));
  CheckVertexIndex(c);
  c.ReportIfReached(R("extinst.amd.interpolateatvertex.fragment-model"),
                    ~ModelSet(ExecutionModel::kFragment));
  if (!c.context().Has(Capability::kInterpolationFunction)) {
    c.Report(R("extinst.amd.interpolateatvertex.capability"),
             operand::ExtInst::kInstruction);
  }
}

static_assert(AllHave(kAtOffset, kOffset));
constexpr Check kChecks[] = {{kGlsl, CheckInterpolant},
                             {kGlsl, CheckGlslModel},
                             {kAtOffset, CheckOffset},
                             {kAtVertex, CheckVertex}};

}  // namespace

extern constinit const Family kGlslInterpolation(R, kChecks, kOperandRules);

}  // namespace plumb
