// Non-uniform group instructions (section 3.3.24), and those of
// SPV_KHR_quad_control and SPV_EXT_shader_subgroup_partitioned.  Rows of
// memory/scopes.cc have the allowed scopes.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

using grammar::GroupOperation;
namespace arithmetic = grammar::operand::GroupNonUniformIAdd;
namespace count = grammar::operand::GroupNonUniformBallotBitCount;
namespace swap = grammar::operand::GroupNonUniformQuadSwap;

constexpr char kSection[] = "3.3.24";
constexpr char kQuad[] = "SPV_KHR_quad_control";
constexpr char kPartitioned[] = "SPV_NV_shader_subgroup_partitioned";
constexpr char kRequiresBool[] =
    "the result type must be a Boolean scalar, not {0}";
constexpr char kRequiresResultType[] =
    "operand Value must have the result type, {1}, not {0}";
constexpr char kRequiresUnsigned[] =
    "{1} must be an unsigned integer scalar, not {0}";
constexpr char kRequiresConstant[] = "{1} must be a constant, but {0} is not";
constexpr char kRequiresConstantBefore[] =
    "before SPIR-V 1.5, {1} must be a constant, but {0} is not";

constexpr Rule BeforeVersion5(absl::string_view id) {
  return {.id = id,
          .section = kSection,
          .text = kRequiresConstantBefore,
          .when = {.max_version = 4}};
}

constexpr RuleTable R({
    {"group.nonuniform-vote.result-type", kSection, kRequiresBool},
    {"group.nonuniform-predicate.type", kSection,
     "operand Predicate must be a Boolean scalar, not {0}"},
    {"group.nonuniform-allequal.value-type", kSection,
     "operand Value must be a scalar or vector of numbers or Booleans, not "
     "{0}"},
    {"group.nonuniform-move.result-type", kSection,
     "the result type must be a scalar or vector of numbers or Booleans, not "
     "{0}"},
    {"group.nonuniform-move.value-type", kSection, kRequiresResultType},
    {"group.nonuniform-broadcast.id-type", kSection, kRequiresUnsigned},
    BeforeVersion5("group.nonuniform-broadcast.id-constant"),
    {"group.nonuniform-ballot.result-type", kSection,
     "the result type must be a vector of four unsigned 32-bit integers, not "
     "{0}"},
    {"group.nonuniform-ballot-query.value-type", kSection,
     "operand Value must be a vector of four unsigned 32-bit integers, not "
     "{0}"},
    {"group.nonuniform-ballotbitextract.index-type", kSection,
     kRequiresUnsigned},
    {"group.nonuniform-ballot-count.result-type", kSection,
     "the result type must be an unsigned integer scalar, not {0}"},
    {"group.nonuniform-ballotbitcount.operation", kSection,
     "the group operation must be Reduce, InclusiveScan or ExclusiveScan, not "
     "{0}",
     "VUID-StandaloneSpirv-OpGroupNonUniformBallotBitCount-04685",
     Severity::kError, kInVulkan},
    {"group.nonuniform-shuffle.id-type", kSection, kRequiresUnsigned},
    {"group.nonuniform-shufflexor.mask-type", kSection, kRequiresUnsigned},
    {"group.nonuniform-shuffle-relative.delta-type", kSection,
     kRequiresUnsigned},
    {"group.nonuniform-integer.result-type", kSection,
     "the result type must be an integer scalar or vector, not {0}"},
    {"group.nonuniform-unsigned.result-signedness", kSection,
     "the result type must be an unsigned integer scalar or vector, not {0}"},
    {"group.nonuniform-float.result-type", kSection,
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"group.nonuniform-logical.result-type", kSection,
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"group.nonuniform-arithmetic.value-type", kSection, kRequiresResultType},
    {"group.nonuniform-arithmetic.cluster-size-present", kSection,
     "group operation {0} requires operand ClusterSize"},
    {"group.nonuniform-arithmetic.cluster-size-type", kSection,
     "operand ClusterSize must be an unsigned integer scalar, not {0}"},
    {"group.nonuniform-arithmetic.cluster-size-constant", kSection,
     "operand ClusterSize must be a constant, but {0} is not"},
    {"group.nonuniform-arithmetic.partition-ballot", kPartitioned,
     "group operation {0} requires a ballot after operand Value: a vector of "
     "four 32-bit integers"},
    {"group.nonuniform-quadbroadcast.index-type", kSection, kRequiresUnsigned},
    BeforeVersion5("group.nonuniform-quadbroadcast.index-constant"),
    {"group.nonuniform-quadswap.direction-type", kSection, kRequiresUnsigned},
    {"group.nonuniform-quadswap.direction-constant", kSection,
     kRequiresConstant},
    {"group.nonuniform-quadswap.direction-value", kSection,
     "operand Direction must be 0 (horizontal), 1 (vertical) or 2 (diagonal), "
     "not {0}"},
    {"group.nonuniform-partitionnv.result-type", kPartitioned,
     "the result type must be a vector of four 32-bit integers, not {0}"},
    {"group.nonuniform-partitionnv.value-type", kPartitioned,
     "operand Value must be a scalar or vector, not {0}"},
    {"group.quad-vote.result-type", kQuad, kRequiresBool},
    {"group.quad-vote.predicate-type", kQuad,
     "operand Predicate must be a Boolean scalar, not {0}"},
});

// --- Instructions ---

constexpr Op kPredicateVotes[] = {Op::kGroupNonUniformAll,
                                  Op::kGroupNonUniformAny};
constexpr Op kBallotVotes[] = {Op::kGroupNonUniformInverseBallot,
                               Op::kGroupNonUniformBallotBitExtract};
constexpr auto kVotes = JoinOps(Op::kGroupNonUniformElect, kPredicateVotes,
                                Op::kGroupNonUniformAllEqual, kBallotVotes);
constexpr Op kFinds[] = {Op::kGroupNonUniformBallotFindLSB,
                         Op::kGroupNonUniformBallotFindMSB};
constexpr auto kCounts = JoinOps(Op::kGroupNonUniformBallotBitCount, kFinds);
constexpr auto kPredicates =
    JoinOps(kPredicateVotes, Op::kGroupNonUniformBallot);
constexpr auto kBallotQueries =
    JoinOps(kBallotVotes, Op::kGroupNonUniformBallotBitCount, kFinds);

constexpr Op kRelatives[] = {Op::kGroupNonUniformShuffleUp,
                             Op::kGroupNonUniformShuffleDown};
constexpr auto kMoves = JoinOps(
    Op::kGroupNonUniformBroadcast, Op::kGroupNonUniformBroadcastFirst,
    Op::kGroupNonUniformShuffle, Op::kGroupNonUniformShuffleXor, kRelatives,
    Op::kGroupNonUniformQuadBroadcast, Op::kGroupNonUniformQuadSwap);

constexpr Op kSigned[] = {
    Op::kGroupNonUniformIAdd,       Op::kGroupNonUniformIMul,
    Op::kGroupNonUniformSMin,       Op::kGroupNonUniformSMax,
    Op::kGroupNonUniformBitwiseAnd, Op::kGroupNonUniformBitwiseOr,
    Op::kGroupNonUniformBitwiseXor};
constexpr Op kUnsigned[] = {Op::kGroupNonUniformUMin, Op::kGroupNonUniformUMax};
constexpr Op kFloats[] = {Op::kGroupNonUniformFAdd, Op::kGroupNonUniformFMul,
                          Op::kGroupNonUniformFMin, Op::kGroupNonUniformFMax};
constexpr Op kLogicals[] = {Op::kGroupNonUniformLogicalAnd,
                            Op::kGroupNonUniformLogicalOr,
                            Op::kGroupNonUniformLogicalXor};
constexpr auto kArithmetic = JoinOps(kSigned, kUnsigned, kFloats, kLogicals);

constexpr Op kQuadVotes[] = {Op::kGroupNonUniformQuadAllKHR,
                             Op::kGroupNonUniformQuadAnyKHR};

// --- Types ---

constexpr TypePattern kUnsignedScalar = Unsigned(kIntScalar);
constexpr TypePattern kBallot = Vector(tt::kInt, 32, 4);
constexpr TypePattern kUnsignedBallot = Unsigned(kBallot);
constexpr TypePattern kAnyScalarOrVector = {.shape = tt::kScalar | tt::kVector};

constexpr Signature Arithmetic(Instructions ops, TypePattern result,
                               const Rule& rule) {
  return {.ops = ops,
          .result = result,
          .result_rule = &rule,
          .first_operand = arithmetic::kValue,
          .operand_count = 1,
          .relation = Relation::kResultType,
          .relation_rule = &R("group.nonuniform-arithmetic.value-type")};
}

constexpr Signature kSignatures[] = {
    {.ops = kMoves,
     .result = kAnyScalarOrVector,
     .result_rule = &R("group.nonuniform-move.result-type"),
     .first_operand = swap::kValue,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("group.nonuniform-move.value-type")},
    Arithmetic(kSigned, ScalarOrVector(tt::kInt),
               R("group.nonuniform-integer.result-type")),
    Arithmetic(kUnsigned, Unsigned(ScalarOrVector(tt::kInt)),
               R("group.nonuniform-unsigned.result-signedness")),
    Arithmetic(kFloats, ScalarOrVector(tt::kFloat),
               R("group.nonuniform-float.result-type")),
    Arithmetic(kLogicals, ScalarOrVector(tt::kBool),
               R("group.nonuniform-logical.result-type")),
};

constexpr OperandRule kOperandRules[] = {
    {kVotes, swap::kResultType, kBoolScalar,
     &R("group.nonuniform-vote.result-type")},
    {kPredicates, "Predicate", kBoolScalar,
     &R("group.nonuniform-predicate.type")},
    {Op::kGroupNonUniformAllEqual, "Value", kAnyScalarOrVector,
     &R("group.nonuniform-allequal.value-type")},
    {Op::kGroupNonUniformBallot, swap::kResultType, kUnsignedBallot,
     &R("group.nonuniform-ballot.result-type")},
    {kCounts, swap::kResultType, kUnsignedScalar,
     &R("group.nonuniform-ballot-count.result-type")},
    {kBallotQueries, "Value", kUnsignedBallot,
     &R("group.nonuniform-ballot-query.value-type")},
    {Op::kGroupNonUniformBallotBitExtract, "Index", kUnsignedScalar,
     &R("group.nonuniform-ballotbitextract.index-type")},
    {Op::kGroupNonUniformBroadcast, swap::kDirection, kUnsignedScalar,
     &R("group.nonuniform-broadcast.id-type")},
    {Op::kGroupNonUniformBroadcast, swap::kDirection, kAnyType,
     &R("group.nonuniform-broadcast.id-constant"), DefinedBy::kConstant},
    {Op::kGroupNonUniformShuffle, swap::kDirection, kUnsignedScalar,
     &R("group.nonuniform-shuffle.id-type")},
    {Op::kGroupNonUniformShuffleXor, swap::kDirection, kUnsignedScalar,
     &R("group.nonuniform-shufflexor.mask-type")},
    {kRelatives, swap::kDirection, kUnsignedScalar,
     &R("group.nonuniform-shuffle-relative.delta-type")},
    {Op::kGroupNonUniformQuadBroadcast, swap::kDirection, kUnsignedScalar,
     &R("group.nonuniform-quadbroadcast.index-type")},
    {Op::kGroupNonUniformQuadBroadcast, swap::kDirection, kAnyType,
     &R("group.nonuniform-quadbroadcast.index-constant"), DefinedBy::kConstant},
    {Op::kGroupNonUniformQuadSwap, swap::kDirection, kUnsignedScalar,
     &R("group.nonuniform-quadswap.direction-type")},
    {Op::kGroupNonUniformQuadSwap, swap::kDirection, kAnyType,
     &R("group.nonuniform-quadswap.direction-constant"), DefinedBy::kConstant},
    {Op::kGroupNonUniformPartitionEXT, swap::kResultType, kBallot,
     &R("group.nonuniform-partitionnv.result-type")},
    {Op::kGroupNonUniformPartitionEXT, "Value", kAnyScalarOrVector,
     &R("group.nonuniform-partitionnv.value-type")},
    {kQuadVotes, swap::kResultType, kBoolScalar,
     &R("group.quad-vote.result-type")},
    {kQuadVotes, "Predicate", kBoolScalar,
     &R("group.quad-vote.predicate-type")},
};

// --- Values ---

Arg NameOf(GroupOperation operation) {
  return Arg::Enumerant(Kind::kGroupOperation, operation);
}

void CheckDirection(const CheckContext& c) {
  const auto direction = FixedValue(c, c.inst().id(swap::kDirection));
  if (!direction || *direction <= 2) return;
  c.Report(R("group.nonuniform-quadswap.direction-value"), swap::kDirection,
           {*direction});
}

void CheckBitCount(const CheckContext& c) {
  const auto operation =
      GroupOperation{c.inst().operand_word(count::kOperation)};
  switch (operation) {
    case GroupOperation::kReduce:
    case GroupOperation::kInclusiveScan:
    case GroupOperation::kExclusiveScan:
      return;
    default:
      c.Report(R("group.nonuniform-ballotbitcount.operation"),
               count::kOperation, {NameOf(operation)});
  }
}

void CheckClusterSize(const CheckContext& c, OperandIndex size) {
  if (!kUnsignedScalar.MatchesTraits(c.operand_type(size))) {
    ReportType(c, R("group.nonuniform-arithmetic.cluster-size-type"), size,
               c.type_of(size));
  } else if (!IsConstantOf(c, size, kAnyType)) {
    c.Report(R("group.nonuniform-arithmetic.cluster-size-constant"), size,
             {c.inst().id(size)});
  }
}

// The last operand is optional; its meaning depends on the operation.
void CheckLastOperand(const CheckContext& c) {
  const auto operation =
      GroupOperation{c.inst().operand_word(arithmetic::kOperation)};
  const auto last = c.inst().Find(arithmetic::kClusterSize);
  if (last && c.operand_type(*last).unknown()) return;
  switch (operation) {
    case GroupOperation::kPartitionedReduceEXT:
    case GroupOperation::kPartitionedInclusiveScanEXT:
    case GroupOperation::kPartitionedExclusiveScanEXT:
      if (!last || !Fits(c.context(), kBallot, c.type_of(*last))) {
        c.Report(R("group.nonuniform-arithmetic.partition-ballot"),
                 last.value_or(arithmetic::kOperation), {NameOf(operation)});
      }
      return;
    case GroupOperation::kClusteredReduce:
      if (!last) {
        c.Report(R("group.nonuniform-arithmetic.cluster-size-present"),
                 arithmetic::kOperation, {NameOf(operation)});
        return;
      }
      [[fallthrough]];
    default:
      if (last) CheckClusterSize(c, *last);
  }
}

static_assert(AllHave(kArithmetic, arithmetic::kOperation));
constexpr Check kChecks[] = {
    {Op::kGroupNonUniformQuadSwap, CheckDirection},
    {Op::kGroupNonUniformBallotBitCount, CheckBitCount},
    {kArithmetic, CheckLastOperand}};

}  // namespace

extern constinit const Family kNonUniform(R, kChecks, kSignatures,
                                          kOperandRules);

}  // namespace plumb
