// Subgroup instructions of extensions: votes and ballots
// (SPV_KHR_subgroup_vote, SPV_KHR_shader_ballot), shuffles and blocks
// (SPV_INTEL_subgroups, SPV_INTEL_media_block_io), products of matrices
// (SPV_INTEL_subgroup_matrix_multiply_accumulate).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace multiply = grammar::operand::SubgroupMatrixMultiplyAccumulateINTEL;
namespace shuffle = grammar::operand::SubgroupShuffleINTEL;

constexpr char kBallot[] = "SPV_KHR_shader_ballot";
constexpr char kVote[] = "SPV_KHR_subgroup_vote";
constexpr char kIntel[] = "SPV_INTEL_subgroups";
constexpr char kMedia[] = "SPV_INTEL_media_block_io";
constexpr char kMultiply[] = "SPV_INTEL_subgroup_matrix_multiply_accumulate";
constexpr char kRequiresBool[] =
    "the result type must be a Boolean scalar, not {0}";
constexpr char kBoolPredicate[] =
    "operand Predicate must be a Boolean scalar, not {0}";
constexpr char kRequiresImage[] =
    "operand Image must be an image with Sampled 0 or 2, not {0}";
constexpr char kScalarOrVector[] =
    "the result type must be a scalar or vector, not {0}";

constexpr RuleTable R({
    {"group.subgroupballotkhr.result-type", kBallot,
     "the result type must be a vector of four 32-bit integers, not {0}"},
    {"group.subgroupballotkhr.predicate-type", kBallot, kBoolPredicate},
    {"group.subgroup-invocation-khr.result-type", kBallot,
     "the result type must be a 32-bit integer or floating-point scalar, not "
     "{0}"},
    {"group.subgroup-invocation-khr.value-type", kBallot,
     "operand Value must have the result type, {1}, not {0}"},
    {"group.subgroup-vote-khr.result-type", kVote, kRequiresBool},
    {"group.subgroup-vote-khr.predicate-type", kVote, kBoolPredicate},
    {"group.intel-shuffle.result-type", kIntel, kScalarOrVector},
    {"group.intel-shuffle.data-type", kIntel,
     "{2} must have the result type, {1}, not {0}"},
    {"group.intel-shuffle.selector-type", kIntel,
     "{1} must be a 32-bit integer scalar, not {0}"},
    {"group.intel-block-io.pointer-type", kIntel,
     "operand Ptr must be a pointer to a scalar, not {0}"},
    {"group.intel-block-io.component-type", kIntel,
     "the data must be a scalar or vector of the type that Ptr points to, {1}, "
     "not {0}"},
    {"group.intel-image-block.image-type", kIntel, kRequiresImage},
    {"group.intel-image-block.coordinate-type", kIntel,
     "operand Coordinate must be an integer scalar or vector, not {0}"},
    {"group.intel-image-block.data-type", kIntel,
     "the data must be a scalar or vector, not {0}"},
    {"group.mediablock.image-type", kMedia, kRequiresImage},
    {"group.mediablock.coordinate-type", kMedia,
     "operand Coordinate must be a vector of integers, not {0}"},
    {"group.mediablock.result-type", kMedia, kScalarOrVector},
    {"group.mediablock.data-type", kMedia,
     "operand Data must be a scalar or vector, not {0}"},
    {"group.matrixmultiplyaccumulate.result-type", kMultiply,
     "the result type must be a scalar or vector of numbers, not {0}"},
    {"group.matrixmultiplyaccumulate.kdim-type", kMultiply,
     "operand K Dim must be a 32-bit integer scalar, not {0}"},
    {"group.matrixmultiplyaccumulate.kdim-constant", kMultiply,
     "operand K Dim must be a constant, but {0} is not"},
    {"group.matrixmultiplyaccumulate.operand-type", kMultiply,
     "{1} must be a scalar or vector of numbers, not {0}"},
    // The text does not say "must".
    {"group.matrixmultiplyaccumulate.c-count", kMultiply,
     "operand Matrix C should have as many components as the result type, {1}, "
     "but {0} does not",
     "", Severity::kWarning},
});

// --- Instructions ---

constexpr Op kInvocations[] = {Op::kSubgroupFirstInvocationKHR,
                               Op::kSubgroupReadInvocationKHR};
constexpr Op kVotes[] = {Op::kSubgroupAllKHR, Op::kSubgroupAnyKHR,
                         Op::kSubgroupAllEqualKHR};
constexpr Op kSingleShuffles[] = {Op::kSubgroupShuffleINTEL,
                                  Op::kSubgroupShuffleXorINTEL};
constexpr Op kPairShuffles[] = {Op::kSubgroupShuffleDownINTEL,
                                Op::kSubgroupShuffleUpINTEL};
constexpr Op kBlocks[] = {Op::kSubgroupBlockReadINTEL,
                          Op::kSubgroupBlockWriteINTEL};
constexpr Op kImageBlocks[] = {Op::kSubgroupImageBlockReadINTEL,
                               Op::kSubgroupImageBlockWriteINTEL};
constexpr Op kMediaBlocks[] = {Op::kSubgroupImageMediaBlockReadINTEL,
                               Op::kSubgroupImageMediaBlockWriteINTEL};

// --- Types ---

constexpr TypePattern kAnyScalarOrVector = {.shape = tt::kScalar | tt::kVector};
constexpr TypePattern kAnyScalar = {.shape = tt::kScalar};
constexpr TypePattern kNumbers = ScalarOrVector(tt::kNumeric);

constexpr Signature Shuffle(Instructions ops, uint8_t data_count) {
  return {.ops = ops,
          .result = kAnyScalarOrVector,
          .result_rule = &R("group.intel-shuffle.result-type"),
          .operand_count = data_count,
          .relation = Relation::kResultType,
          .relation_rule = &R("group.intel-shuffle.data-type")};
}

constexpr Signature kSignatures[] = {
    {.ops = kInvocations,
     .result = Scalar(tt::kNumeric, 32),
     .result_rule = &R("group.subgroup-invocation-khr.result-type"),
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("group.subgroup-invocation-khr.value-type")},
    {.ops = kVotes,
     .result = kBoolScalar,
     .result_rule = &R("group.subgroup-vote-khr.result-type"),
     .operands = kBoolScalar,
     .operand_rule = &R("group.subgroup-vote-khr.predicate-type")},
    Shuffle(kSingleShuffles, 1),
    Shuffle(kPairShuffles, 2),
    {.ops = Op::kSubgroupMatrixMultiplyAccumulateINTEL,
     .result = kNumbers,
     .result_rule = &R("group.matrixmultiplyaccumulate.result-type"),
     .operands = kNumbers,
     .operand_rule = &R("group.matrixmultiplyaccumulate.operand-type"),
     .first_operand = multiply::kMatrixA,
     .operand_count = 3},
};

constexpr OperandRule kOperandRules[] = {
    {Op::kSubgroupBallotKHR, shuffle::kResultType, Vector(tt::kInt, 32, 4),
     &R("group.subgroupballotkhr.result-type")},
    {Op::kSubgroupBallotKHR, "Predicate", kBoolScalar,
     &R("group.subgroupballotkhr.predicate-type")},
    {kSingleShuffles, shuffle::kInvocationId, kInt32,
     &R("group.intel-shuffle.selector-type")},
    {kPairShuffles, "Delta", kInt32, &R("group.intel-shuffle.selector-type")},
    {kBlocks, "Ptr", PointerTo(kAnyScalar),
     &R("group.intel-block-io.pointer-type")},
    {kImageBlocks, "Coordinate", ScalarOrVector(tt::kInt),
     &R("group.intel-image-block.coordinate-type")},
    {Op::kSubgroupImageBlockReadINTEL, shuffle::kResultType, kAnyScalarOrVector,
     &R("group.intel-image-block.data-type")},
    {Op::kSubgroupImageBlockWriteINTEL, "Data", kAnyScalarOrVector,
     &R("group.intel-image-block.data-type")},
    {kMediaBlocks, "Coordinate", Vector(tt::kInt),
     &R("group.mediablock.coordinate-type")},
    {Op::kSubgroupImageMediaBlockReadINTEL, shuffle::kResultType,
     kAnyScalarOrVector, &R("group.mediablock.result-type")},
    {Op::kSubgroupImageMediaBlockWriteINTEL, "Data", kAnyScalarOrVector,
     &R("group.mediablock.data-type")},
    {Op::kSubgroupMatrixMultiplyAccumulateINTEL, multiply::kKDim, kInt32,
     &R("group.matrixmultiplyaccumulate.kdim-type")},
    {Op::kSubgroupMatrixMultiplyAccumulateINTEL, multiply::kKDim, kAnyType,
     &R("group.matrixmultiplyaccumulate.kdim-constant"), DefinedBy::kConstant},
};

void CheckBlockData(const CheckContext& c, OperandIndex pointer,
                    OperandIndex at, Id data) {
  const TypeTable& types = c.context().types();
  const Id pointee = c.operand_type(pointer).element;
  const TypeInfo& type = types.Get(data);
  if (type.unknown() || types.Get(pointee).unknown() || data == pointee ||
      (type.Is(tt::kVector) && type.element == pointee)) {
    return;
  }
  ReportTypes(c, R("group.intel-block-io.component-type"), at, data, pointee);
}
void CheckBlockRead(const CheckContext& c) {
  namespace read = operand::SubgroupBlockReadINTEL;
  CheckBlockData(c, read::kPtr, read::kResultType, c.inst().result_type());
}
void CheckBlockWrite(const CheckContext& c) {
  namespace write = operand::SubgroupBlockWriteINTEL;
  CheckBlockData(c, write::kPtr, write::kData, c.type_of(write::kData));
}

// Reports an operand that is not an image, or is an image with a sampler.
void CheckImage(const CheckContext& c, const Rule& rule) {
  const OperandIndex operand = grammar::OperandByName(c.inst().op(), "Image");
  const Id type = c.type_of(operand);
  const TypeInfo& info = c.operand_type(operand);
  if (info.unknown()) return;
  const ImageType* image = c.context().images().Find(type);
  if (info.Is(tt::kImage) && (image == nullptr || image->sampled != 1)) return;
  ReportType(c, rule, operand, type);
}
void CheckImageBlock(const CheckContext& c) {
  CheckImage(c, R("group.intel-image-block.image-type"));
}
void CheckMediaBlock(const CheckContext& c) {
  CheckImage(c, R("group.mediablock.image-type"));
}

void CheckProduct(const CheckContext& c) {
  const Id matrix = c.type_of(multiply::kMatrixC);
  const Id result = c.inst().result_type();
  const auto count = CountOf(c, matrix);
  const auto expected = CountOf(c, result);
  const bool is_vector = c.operand_type(multiply::kMatrixC).Is(tt::kVector);
  if (is_vector == c.result_type().Is(tt::kVector) &&
      (!is_vector || !count || !expected || *count == *expected)) {
    return;
  }
  ReportTypes(c, R("group.matrixmultiplyaccumulate.c-count"),
              multiply::kMatrixC, matrix, result);
}

constexpr Check kChecks[] = {
    {Op::kSubgroupBlockReadINTEL, CheckBlockRead},
    {Op::kSubgroupBlockWriteINTEL, CheckBlockWrite},
    {kImageBlocks, CheckImageBlock},
    {kMediaBlocks, CheckMediaBlock},
    {Op::kSubgroupMatrixMultiplyAccumulateINTEL, CheckProduct}};

}  // namespace

extern constinit const Family kSubgroup(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
