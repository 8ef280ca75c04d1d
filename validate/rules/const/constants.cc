// Constant instructions (section 3.3.7): their types, and the constituents of
// composites.
//
// Types are compared by <id>; see type/unique.cc.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/constituents.h"
#include "validate/engine/family.h"
#include "validate/facts/tensor_type.h"
#include "validate/rules/const/replicated.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"const.constanttrue.result-type", "3.3.7",
     "the result type must be the Boolean type, not {0}"},
    {"const.constant.result-type", "3.3.7",
     "the result type must be an integer or floating-point scalar, not {0}"},
    Also("const.constantcompositereplicate.result-type",
         {"const.constantcomposite.result-type", "3.3.7",
          "the result type must be a composite, not {0}"}),
    {"const.constantcomposite.tensor-shaped", "SPV_ARM_tensors",
     "a tensor without a shape is not a composite, but {0} has none"},
    Also("const.compositecontinued.constituent-count",
         Contradicts(Contradicted::kResultType,
                     {"const.constantcomposite.constituent-count", "3.3.7",
                      "the number of constituents must be {1}, the number of "
                      "parts of {2}, not {0}"})),
    Also("const.constantcompositereplicate.value-type",
         {"const.constantcomposite.constituent-type", "3.3.7",
          "this constituent must have type {1}, not {0}"}),
    {"const.constantcompositereplicate.homogeneous",
     "SPV_EXT_replicated_composites",
     "the members of {0} must have the same type to be given the same value"},
    {"const.constantcompositecontinued.position", "SPV_INTEL_long_composites",
     "{0} must come right after OpConstantComposite or another {0}"},
    {"const.specconstantcompositecontinued.position",
     "SPV_INTEL_long_composites",
     "{0} must come right after OpSpecConstantComposite or another {0}"},
    Also("const.specconstantcomposite.constituent-kind "
         "const.compositecontinued.constituent-kind "
         "const.constantcompositereplicate.value-kind "
         "const.specconstantcompositereplicate.value-kind "
         "const.specconstantdata.is-constant",
         {"const.constantcomposite.constituent-kind", "3.3.7",
          "a constituent must be a constant, but {0} is not"}),
    Also("const.spec.instructions",
         {"const.constantcomposite.no-spec-constituent", "3.3.7",
          "{0} can be specialized, so this must also be a specialization "
          "constant"}),
    {"const.constantsampler.result-type", "3.3.7",
     "the result type must be the sampler type, not {0}"},
    {"const.constantsampler.param", "3.3.7",
     "operand Param must be 0 or 1, not {0}"},
    Also("const.constantsampler.repeatmirrored-normalized",
         {"const.constantsampler.repeat-normalized", "3.2.8",
          "a sampler that repeats requires normalized coordinates, so operand "
          "Param must be 1"}),
    Also("const.constantnull.avc-type const.constantnull.pointer-vector",
         {"const.constantnull.result-type", "3.3.7", "{0} has no null value"}),
    {"const.constantnull.composite-constituents", "3.3.7",
     "{0} has parts that have no null value"},
});

constexpr OperandIndex kResultType = operand::Constant::kResultType;

constexpr Op kBooleans[] = {Op::kConstantTrue, Op::kConstantFalse,
                            Op::kSpecConstantTrue, Op::kSpecConstantFalse};
constexpr Op kNumbers[] = {Op::kConstant, Op::kSpecConstant};
constexpr Signature kSignatures[] = {
    {.ops = kBooleans,
     .result = kBoolScalar,
     .result_rule = &R("const.constanttrue.result-type")},
    {.ops = kNumbers,
     .result = Scalar(tt::kNumeric),
     .result_rule = &R("const.constant.result-type")},
    {.ops = Op::kConstantSampler,
     .result = {.shape = tt::kSampler},
     .result_rule = &R("const.constantsampler.result-type")},
};

// --- Composites ---

constexpr auto kConstituents = operand::ConstantComposite::kConstituents;

// Whether the result of such an instruction may be a constituent of a
// composite constant.
bool IsConstituent(Op op) {
  return Is(op, grammar::OpTrait::kTypedConstant) || op == Op::kUndef ||
         op == Op::kPoisonKHR;
}

// The number of constituents of a composite type, if known and fixed;
// otherwise, and for tensors, `written`.  Cooperative matrices have one.
uint64_t ExpectedCount(const CheckContext& c, Id type_id, uint64_t written) {
  constexpr OperandIndex kLength = operand::TypeArray::kLength;
  static_assert(kLength == operand::TypeVectorIdEXT::kComponentCount);
  const TypeInfo& type = c.context().types().Get(type_id);
  if (type.Is(tt::kCooperativeMatrix)) return 1;
  if (type.Is(tt::kTensor)) return written;
  if (!type.Is(tt::kArray | tt::kCountUnknown)) return type.count;
  const Inst declaration = c.module().inst(c.module().def(type_id));
  const ScalarConstant length =
      c.context().constants().Scalar(declaration.id(kLength));
  return length.fixed() ? static_cast<uint64_t>(length.value) : written;
}

// Reports a constituent that is not a constant, or must not be specializable.
bool CheckKind(const CheckContext& c, OperandIndex operand, bool is_spec) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return false;
  const Op op = c.module().record(def).op;
  if (!IsConstituent(op)) {
    c.Report(R("const.constantcomposite.constituent-kind"), operand, {id});
    return false;
  }
  const bool specializable = IsSpecConstant(op) || op == Op::kSpecConstantOp ||
                             op == Op::kSpecConstantDataKHR;
  if (specializable && !is_spec) {
    c.Report(R("const.constantcomposite.no-spec-constituent"), operand, {id});
    return false;
  }
  return true;
}

// Tensors consist of tensors with one rank less; see tensor_constants.cc.
bool CheckType(const CheckContext& c, OperandIndex operand, Id expected) {
  const Id type = c.type_of(operand);
  if (type == expected) return true;
  ReportTypes(c, R("const.constantcomposite.constituent-type"), operand, type,
              expected);
  return false;
}

bool CheckConstituents(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const bool is_tensor = c.result_type().Is(tt::kTensor);
  const bool is_spec = IsSpecConstant(c.inst().op());
  return ForEachConstituent(
      c, kConstituents,
      [&](const CheckContext& part, OperandIndex operand, uint32_t n) {
        return CheckKind(part, operand, is_spec) &&
               (is_tensor || CheckType(part, operand, PartOf(c, type_id, n)));
      });
}

// Checks one value for all parts, which then must have one type.
bool CheckReplicated(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const TypeInfo& type = c.result_type();
  if (type.Is(tt::kStruct)) {
    const Id first = PartOf(c, type_id, 0);
    for (uint32_t m = 1; m < type.count; ++m) {
      if (PartOf(c, type_id, m) == first) continue;
      ReportType(c, R("const.constantcompositereplicate.homogeneous"),
                 kResultType, type_id);
      return false;
    }
    if (type.count == 0) return true;
  }
  return CheckConstituents(c);
}

bool CheckCount(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const uint32_t written = ConstituentCount(c, kConstituents);
  const uint64_t count = ExpectedCount(c, type_id, written);
  if (count == written) return true;
  c.Report(R("const.constantcomposite.constituent-count"), Place::kWhole,
           {written, count, Arg::Type(type_id)})
      .Note("the type is declared here", Place::At(c.module().def(type_id)));
  return false;
}

bool CheckResultType(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const TypeInfo& type = c.result_type();
  if (!type.Is(tt::kComposite | tt::kTensor)) {
    ReportType(c, R("const.constantcomposite.result-type"), kResultType,
               type_id);
    return false;
  }
  if (!IsShapelessTensor(c.context(), type_id)) return true;
  ReportType(c, R("const.constantcomposite.tensor-shaped"), kResultType,
             type_id);
  return false;
}

void CheckComposite(const CheckContext& c) {
  if (c.result_type().poisoned() ||
      c.context().poisoned(c.inst().result_type())) {
    return;
  }
  const bool right =
      CheckResultType(c) &&
      (IsReplicate(c.inst().op()) ? CheckReplicated(c)
                                  : CheckCount(c) && CheckConstituents(c));
  if (!right) c.PoisonResult();
}

void CheckContinued(const CheckContext& c) {
  CheckContinuation(c, R("const.constantcompositecontinued.position"));
}

void CheckSpecContinued(const CheckContext& c) {
  CheckContinuation(c, R("const.specconstantcompositecontinued.position"));
}

// --- Samplers ---

void CheckSampler(const CheckContext& c) {
  constexpr OperandIndex kMode =
      operand::ConstantSampler::kSamplerAddressingMode;
  constexpr OperandIndex kParam = operand::ConstantSampler::kParam;
  const uint32_t param = c.inst().operand_word(kParam);
  if (param > 1) {
    c.Report(R("const.constantsampler.param"), kParam, {param});
    return;
  }
  const auto mode =
      static_cast<grammar::SamplerAddressingMode>(c.inst().operand_word(kMode));
  const bool repeats = mode == grammar::SamplerAddressingMode::kRepeat ||
                       mode == grammar::SamplerAddressingMode::kRepeatMirrored;
  if (repeats && param == 0) {
    c.Report(R("const.constantsampler.repeat-normalized"), kParam);
  }
}

// --- Null ---

// Types that have no null value.
constexpr TypeParts kWithoutNull =
    type_part::kVoid | type_part::kImage | type_part::kSampler |
    type_part::kSampledImage | type_part::kAccelerationStructure |
    type_part::kOpaqueWithoutNull | type_part::kFunction |
    type_part::kRuntimeArray;

void CheckNull(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (!type.Contains(kWithoutNull) &&
      !IsShapelessTensor(c.context(), c.inst().result_type())) {
    return;
  }
  c.Report(type.Is(tt::kArray | tt::kStruct)
               ? R("const.constantnull.composite-constituents")
               : R("const.constantnull.result-type"),
           kResultType, {Arg::Type(c.inst().result_type())});
  c.PoisonResult();
}

constexpr Op kComposites[] = {
    Op::kConstantComposite, Op::kSpecConstantComposite,
    Op::kConstantCompositeReplicateEXT, Op::kSpecConstantCompositeReplicateEXT};
constexpr Check kChecks[] = {
    {kComposites, CheckComposite},
    {Op::kConstantCompositeContinuedINTEL, CheckContinued},
    {Op::kSpecConstantCompositeContinuedINTEL, CheckSpecContinued},
    {Op::kConstantSampler, CheckSampler},
    {Op::kConstantNull, CheckNull}};

}  // namespace

extern constinit const Family kConstants(R, kChecks, kSignatures);

}  // namespace plumb
