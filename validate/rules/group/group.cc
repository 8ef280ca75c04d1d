// Group instructions that all invocations of a group execute (section 3.3.21,
// SPV_KHR_uniform_group_instructions), and those of SPV_AMD_shader_ballot.
// Rows of memory/scopes.cc have the allowed scopes.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

using grammar::GroupOperation;
namespace add = grammar::operand::GroupIAdd;
namespace broadcast = grammar::operand::GroupBroadcast;

constexpr char kSection[] = "3.3.21";
constexpr char kUniform[] = "SPV_KHR_uniform_group_instructions";
constexpr char kAmd[] = "SPV_AMD_shader_ballot";
constexpr char kRequiresInteger[] =
    "the result type must be an integer scalar or vector, not {0}";
constexpr char kRequiresFloat[] =
    "the result type must be a floating-point scalar or vector, not {0}";
constexpr char kRequiresResultType[] =
    "operand X must have the result type, {1}, not {0}";

constexpr RuleTable R({
    {"group.all-any.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"group.all-any.predicate-type", kSection,
     "operand Predicate must be a Boolean scalar, not {0}"},
    {"group.broadcast.result-type", kSection,
     "the result type must be a scalar or vector of numbers or Booleans, not "
     "{0}"},
    {"group.broadcast.value-type", kSection,
     "operand Value must have the result type, {1}, not {0}"},
    {"group.broadcast.localid-integer", kSection,
     "operand LocalId must be an integer scalar or vector, not {0}"},
    {"group.broadcast.localid-size", kSection,
     "operand LocalId must be a scalar or a vector of two or three components, "
     "not {0}"},
    {"group.integer-operation.result-type", kSection, kRequiresInteger},
    {"group.float-operation.result-type", kSection, kRequiresFloat},
    {"group.operation.x-type", kSection, kRequiresResultType},
    {"group.uniform-integer-operation.result-type", kUniform, kRequiresInteger},
    {"group.uniform-float-operation.result-type", kUniform, kRequiresFloat},
    {"group.uniform-logical-operation.result-type", kUniform,
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"group.uniform-operation.x-type", kUniform, kRequiresResultType},
    {"group.amd-integer-operation.result-type", kAmd,
     "the result type must be an integer scalar, not {0}"},
    {"group.amd-float-operation.result-type", kAmd,
     "the result type must be a floating-point scalar, not {0}"},
    // Implementations accept integers of another signedness.
    {"group.amd-operation.x-type", kAmd,
     "operand X should have the result type, {1}, not {0}", "",
     Severity::kWarning},
    {"group.uniform-operation.group-operation", kUniform,
     "the group operation must be Reduce, InclusiveScan or ExclusiveScan, not "
     "{0}"},
    {"group.partitioned.instructions", "SPV_EXT_shader_subgroup_partitioned",
     "group operation {0} can be used only with the arithmetic, bitwise and "
     "logical non-uniform instructions"},
});

constexpr Op kVotes[] = {Op::kGroupAll, Op::kGroupAny};
constexpr Op kIntegers[] = {Op::kGroupIAdd, Op::kGroupUMin, Op::kGroupSMin,
                            Op::kGroupUMax, Op::kGroupSMax};
constexpr Op kFloats[] = {Op::kGroupFAdd, Op::kGroupFMin, Op::kGroupFMax};
constexpr Op kUniformIntegers[] = {Op::kGroupIMulKHR, Op::kGroupBitwiseAndKHR,
                                   Op::kGroupBitwiseOrKHR,
                                   Op::kGroupBitwiseXorKHR};
constexpr Op kUniformLogicals[] = {
    Op::kGroupLogicalAndKHR, Op::kGroupLogicalOrKHR, Op::kGroupLogicalXorKHR};
constexpr Op kAmdIntegers[] = {
    Op::kGroupIAddNonUniformAMD, Op::kGroupUMinNonUniformAMD,
    Op::kGroupSMinNonUniformAMD, Op::kGroupUMaxNonUniformAMD,
    Op::kGroupSMaxNonUniformAMD};
constexpr Op kAmdFloats[] = {Op::kGroupFAddNonUniformAMD,
                             Op::kGroupFMinNonUniformAMD,
                             Op::kGroupFMaxNonUniformAMD};
constexpr auto kUniformOps =
    JoinOps(kUniformIntegers, Op::kGroupFMulKHR, kUniformLogicals);
constexpr auto kOtherOps =
    JoinOps(kIntegers, kFloats, kAmdIntegers, kAmdFloats);

constexpr TypePattern kAnyScalarOrVector = {.shape = tt::kScalar | tt::kVector};

constexpr Signature Operation(Instructions ops, TypePattern result,
                              const Rule& result_rule, const Rule& x_rule) {
  return {.ops = ops,
          .result = result,
          .result_rule = &result_rule,
          .first_operand = add::kX,
          .relation = Relation::kResultType,
          .relation_rule = &x_rule};
}

constexpr Signature kSignatures[] = {
    {.ops = kVotes,
     .result = kBoolScalar,
     .result_rule = &R("group.all-any.result-type"),
     .operands = kBoolScalar,
     .operand_rule = &R("group.all-any.predicate-type"),
     .first_operand = operand::GroupAll::kPredicate},
    {.ops = Op::kGroupBroadcast,
     .result = kAnyScalarOrVector,
     .result_rule = &R("group.broadcast.result-type"),
     .first_operand = broadcast::kValue,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("group.broadcast.value-type")},
    Operation(kIntegers, ScalarOrVector(tt::kInt),
              R("group.integer-operation.result-type"),
              R("group.operation.x-type")),
    Operation(kFloats, ScalarOrVector(tt::kFloat),
              R("group.float-operation.result-type"),
              R("group.operation.x-type")),
    Operation(kUniformIntegers, ScalarOrVector(tt::kInt),
              R("group.uniform-integer-operation.result-type"),
              R("group.uniform-operation.x-type")),
    Operation(Op::kGroupFMulKHR, ScalarOrVector(tt::kFloat),
              R("group.uniform-float-operation.result-type"),
              R("group.uniform-operation.x-type")),
    Operation(kUniformLogicals, ScalarOrVector(tt::kBool),
              R("group.uniform-logical-operation.result-type"),
              R("group.uniform-operation.x-type")),
    Operation(kAmdIntegers, kIntScalar,
              R("group.amd-integer-operation.result-type"),
              R("group.amd-operation.x-type")),
    Operation(kAmdFloats, Scalar(tt::kFloat),
              R("group.amd-float-operation.result-type"),
              R("group.amd-operation.x-type")),
};

constexpr OperandRule kOperandRules[] = {
    {Op::kGroupBroadcast, broadcast::kLocalId, ScalarOrVector(tt::kInt),
     &R("group.broadcast.localid-integer")},
};

void CheckLocalId(const CheckContext& c) {
  const TypeInfo& type = c.operand_type(broadcast::kLocalId);
  if (type.unknown() || !type.Is(tt::kVector)) return;
  const auto count = CountOf(c, c.type_of(broadcast::kLocalId));
  if (!count || *count == 2 || *count == 3) return;
  ReportType(c, R("group.broadcast.localid-size"), broadcast::kLocalId,
             c.type_of(broadcast::kLocalId));
}

// --- Group operations ---

bool IsPartitioned(GroupOperation operation) {
  return operation == GroupOperation::kPartitionedReduceEXT ||
         operation == GroupOperation::kPartitionedInclusiveScanEXT ||
         operation == GroupOperation::kPartitionedExclusiveScanEXT;
}

void CheckPartitioned(const CheckContext& c) {
  const auto operation = GroupOperation{c.inst().operand_word(add::kOperation)};
  if (!IsPartitioned(operation)) return;
  c.Report(R("group.partitioned.instructions"), add::kOperation,
           {Arg::Enumerant(Kind::kGroupOperation, operation)});
}

void CheckUniform(const CheckContext& c) {
  const auto operation = GroupOperation{c.inst().operand_word(add::kOperation)};
  if (IsPartitioned(operation)) return CheckPartitioned(c);
  if (operation != GroupOperation::kClusteredReduce) return;
  c.Report(R("group.uniform-operation.group-operation"), add::kOperation,
           {Arg::Enumerant(Kind::kGroupOperation, operation)});
}

static_assert(AllHave(kUniformOps, add::kOperation));
static_assert(AllHave(kOtherOps, add::kOperation));
constexpr Check kChecks[] = {
    {Op::kGroupBroadcast, CheckLocalId},
    {kUniformOps, CheckUniform},
    {kOtherOps, CheckPartitioned},
    {Op::kGroupNonUniformBallotBitCount, CheckPartitioned}};

}  // namespace

extern constinit const Family kGroup(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
