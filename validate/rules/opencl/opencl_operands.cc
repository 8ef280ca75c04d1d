// The operand types of atomic and group instructions in OpenCL, and the scopes
// of clocks.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/rules/opencl/opencl_rules.h"

namespace plumb {
namespace {

constexpr char kIntegersOnly[] =
    "in OpenCL, an atomic instruction must access a 32-bit integer, or with "
    "capability Int64Atomics a 64-bit integer, not {0}";
constexpr char kScalarsOnly[] =
    "in OpenCL, this instruction takes integer and floating-point scalars, not "
    "{0}";

constexpr RuleTable R({
    PedanticInOpenCl("opencl.atomic.value-type", kIntegersOnly),
    PedanticInOpenCl("opencl.group-non-uniform.value-type", kScalarsOnly),
    PedanticInOpenCl("opencl.group-non-uniform.broadcast-type",
                     "in OpenCL, a broadcast takes scalars and vectors of "
                     "integers and floating-point numbers, not {0}"),
    PedanticInOpenCl(
        "opencl.group-non-uniform.logical-type",
        "in OpenCL, this instruction takes Boolean scalars, not {0}"),
    PedanticInOpenCl("opencl.group-uniform.x-type",
                     "in OpenCL, this instruction takes 32-bit and 64-bit "
                     "integer scalars and floating-point scalars, not {0}"),
    ExpectedInOpenCl("opencl.clock.scope",
                     "the scope of a clock should be Device, Workgroup or "
                     "Subgroup, not {0}: behavior is undefined in OpenCL"),
});

// --- Atomic instructions ---

// Those of extensions work on floating-point numbers, and those of flags have
// their own rules about types.
constexpr Op kAtomics[] = {Op::kAtomicLoad,
                           Op::kAtomicStore,
                           Op::kAtomicExchange,
                           Op::kAtomicIIncrement,
                           Op::kAtomicIDecrement,
                           Op::kAtomicIAdd,
                           Op::kAtomicISub,
                           Op::kAtomicSMin,
                           Op::kAtomicUMin,
                           Op::kAtomicSMax,
                           Op::kAtomicUMax,
                           Op::kAtomicAnd,
                           Op::kAtomicOr,
                           Op::kAtomicXor,
                           Op::kAtomicCompareExchange,
                           Op::kAtomicCompareExchangeWeak};

void CheckAtomic(const CheckContext& c) {
  constexpr OperandIndex kStored = operand::AtomicStore::kValue;
  const bool has_result = c.inst().info().has_result_type;
  const OperandIndex at =
      has_result ? operand::AtomicLoad::kResultType : kStored;
  const Id type = has_result ? c.inst().result_type() : c.type_of(kStored);
  const TypeInfo& info = c.context().types().Get(type);
  // Another rule checks the capability for 64 bits.
  if (info.unknown() || (info.IsAll(tt::kScalar | tt::kInt) &&
                         (info.width == 32 || info.width == 64))) {
    return;
  }
  c.Report(R("opencl.atomic.value-type"), at, {Arg::Type(type)});
}

// --- Group instructions ---

constexpr Op kScalarOps[] = {
    Op::kGroupNonUniformAllEqual,   Op::kGroupNonUniformBroadcastFirst,
    Op::kGroupNonUniformShuffle,    Op::kGroupNonUniformShuffleXor,
    Op::kGroupNonUniformShuffleUp,  Op::kGroupNonUniformShuffleDown,
    Op::kGroupNonUniformIAdd,       Op::kGroupNonUniformFAdd,
    Op::kGroupNonUniformIMul,       Op::kGroupNonUniformFMul,
    Op::kGroupNonUniformSMin,       Op::kGroupNonUniformUMin,
    Op::kGroupNonUniformFMin,       Op::kGroupNonUniformSMax,
    Op::kGroupNonUniformUMax,       Op::kGroupNonUniformFMax,
    Op::kGroupNonUniformBitwiseAnd, Op::kGroupNonUniformBitwiseOr,
    Op::kGroupNonUniformBitwiseXor};
constexpr Op kLogicals[] = {Op::kGroupNonUniformLogicalAnd,
                            Op::kGroupNonUniformLogicalOr,
                            Op::kGroupNonUniformLogicalXor};
constexpr Op kUniformIntegers[] = {Op::kGroupIMulKHR, Op::kGroupBitwiseAndKHR,
                                   Op::kGroupBitwiseOrKHR,
                                   Op::kGroupBitwiseXorKHR};

void CheckUniform(const CheckContext& c) {
  constexpr OperandIndex kX = operand::GroupIMulKHR::kX;
  const TypeInfo& type = c.operand_type(kX);
  if (type.unknown() || (type.IsAll(tt::kScalar | tt::kInt) &&
                         (type.width == 32 || type.width == 64))) {
    return;
  }
  c.Report(R("opencl.group-uniform.x-type"), kX, {Arg::Type(c.type_of(kX))});
}

// --- Clocks ---

void CheckClock(const CheckContext& c) {
  constexpr OperandIndex kScope = operand::ReadClockKHR::kScope;
  const auto value = FixedValue(c, c.inst().id(kScope));
  if (!value) return;
  const grammar::Scope scope{*value};
  if (scope == grammar::Scope::kDevice || scope == grammar::Scope::kWorkgroup ||
      scope == grammar::Scope::kSubgroup) {
    return;
  }
  c.Report(R("opencl.clock.scope"), kScope,
           {Arg::Enumerant(grammar::Kind::kScope, *value)});
}

constexpr OperandRule kOperandRules[] = {
    {kScalarOps, "Value", Scalar(tt::kNumeric),
     &R("opencl.group-non-uniform.value-type")},
    {Op::kGroupNonUniformBroadcast, "Value", ScalarOrVector(tt::kNumeric),
     &R("opencl.group-non-uniform.broadcast-type")},
    {kLogicals, "Value", kBoolScalar,
     &R("opencl.group-non-uniform.logical-type")},
    {Op::kGroupFMulKHR, "X", Scalar(tt::kFloat),
     &R("opencl.group-uniform.x-type")},
};
static_assert(AllHave(kAtomics, operand::AtomicStore::kValue));
static_assert(AllHave(kUniformIntegers, operand::GroupIMulKHR::kX));
constexpr Check kChecks[] = {
    {kAtomics, CheckAtomic, Requires(Api::kOpenCl)},
    {kUniformIntegers, CheckUniform, Requires(Api::kOpenCl)},
    {Op::kReadClockKHR, CheckClock, Requires(Api::kOpenCl)}};

}  // namespace

extern constinit const Family kOpenclOperands(R, kChecks, kOperandRules);

}  // namespace plumb
