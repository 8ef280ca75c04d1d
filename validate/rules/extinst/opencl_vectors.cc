// Geometric instructions and permutations of OpenCL.std (its sections 2.4 and
// 2.7), and the rules for numbers and vectors of all its instructions.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <initializer_list>
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/ext_inst_rows.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

using grammar::OpenClStd;

constexpr char kAll[] = "OpenCL.std 2";
constexpr char kGeometry[] = "OpenCL.std 2.4";
constexpr char kMoves[] = "OpenCL.std 2.7";
constexpr char kSameType[] =
    "{2} must have the type of the result, {1}, not {0}";

constexpr RuleTable R({
    // Implementations accept these three.  OpenGL does not have the set at all
    // (opengl/opengl_module.cc).
    ReliesOn(kMemoryModelOps, {.id = "extinst.opencl.import.memory-model",
                               .section = "OpenCL.std 1",
                               .text = "the set should be imported only by "
                                       "modules with memory model OpenCL",
                               .severity = Severity::kWarning,
                               .when = {.envs = kAnyEnv & ~kOpenGlEnvs}}),
    {"extinst.opencl.vector.component-count", kAll,
     "vectors of this set must have 2, 3, 4, 8 or 16 components, but {0} does "
     "not"},
    {"extinst.opencl.number.width", kAll,
     "integers of this set should have 8, 16, 32 or 64 bits, but those of {0} "
     "do not",
     "", Severity::kWarning},
    {"extinst.opencl.cross.result-type", kGeometry,
     "the result type must be a floating-point vector, not {0}"},
    {"extinst.opencl.cross.component-count", kGeometry,
     "the result must have 3 or 4 components, but {0} does not"},
    {"extinst.opencl.cross.operand-types", kGeometry, kSameType},
    {"extinst.opencl.length.operand-types", kGeometry,
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"extinst.opencl.length.component-count", kGeometry,
     "{1} must have at most 4 components, but {0} has more"},
    {"extinst.opencl.length.result-type", kGeometry,
     "the result type must be the component type of the operands, {1}, not "
     "{0}"},
    {"extinst.opencl.distance.same-type", kGeometry,
     "operand p1 must have the type of p0, {1}, not {0}"},
    {"extinst.opencl.normalize.result-type", kGeometry,
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"extinst.opencl.normalize.operand-type", kGeometry, kSameType},
    {"extinst.opencl.shuffle.result-type", kMoves,
     "the result type must be a vector of 2, 4, 8 or 16 numbers, not {0}"},
    {"extinst.opencl.shuffle.operand-type", kMoves,
     "{1} must be a vector of 2, 4, 8 or 16 numbers, not {0}"},
    {"extinst.opencl.shuffle.component-type", kMoves,
     "the result must have the component type of operand x, {1}, not that of "
     "{0}"},
    {"extinst.opencl.shuffle2.same-type", kMoves,
     "operand y must have the type of x, {1}, not {0}"},
    {"extinst.opencl.shuffle.mask-type", kMoves,
     "{1} must be a vector of 2, 4, 8 or 16 integers, not {0}"},
    {"extinst.opencl.shuffle.mask-component-count", kMoves,
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"extinst.opencl.shuffle.mask-width", kMoves,
     "the components of {2}, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
});

constexpr auto kCrossNumbers = NumbersOf({OpenClStd::kCross});
constexpr auto kDistanceNumbers =
    NumbersOf({OpenClStd::kDistance, OpenClStd::kFast_distance});
constexpr auto kLengthNumbers = JoinNumbers(
    NumbersOf({OpenClStd::kLength, OpenClStd::kFast_length}), kDistanceNumbers);
constexpr auto kNormalizeNumbers =
    NumbersOf({OpenClStd::kNormalize, OpenClStd::kFast_normalize});
constexpr auto kShortNumbers = JoinNumbers(kLengthNumbers, kNormalizeNumbers);
constexpr auto kShuffleNumbers = NumbersOf({OpenClStd::kShuffle});
constexpr auto kShuffle2Numbers = NumbersOf({OpenClStd::kShuffle2});
constexpr auto kShufflesNumbers =
    JoinNumbers(kShuffleNumbers, kShuffle2Numbers);
// Instructions with rules about the number of components of their vectors.
constexpr auto kCountedNumbers =
    JoinNumbers(kCrossNumbers, kShortNumbers, kShufflesNumbers);

// The numbers of the set, including unused ones.
constexpr uint32_t kNumberCount =
    static_cast<uint32_t>(OpenClStd::kU_mad_hi) + 1;
constexpr auto kAllNumbers = [] {
  std::array<uint32_t, kNumberCount> numbers{};
  for (uint32_t number = 0; number < kNumberCount; ++number) {
    numbers[number] = number;
  }
  return numbers;
}();
constexpr auto kUncountedNumbers = [] {
  std::array<uint32_t, kNumberCount - kCountedNumbers.size()> numbers{};
  uint32_t next = 0;
  for (const uint32_t number : kAllNumbers) {
    bool counted = false;
    for (const uint32_t other : kCountedNumbers) counted |= other == number;
    if (!counted) numbers[next++] = number;
  }
  return numbers;
}();

constexpr ExtInstSet kSet = ExtInstSet::kOpenClStd;
constexpr Instructions kCross = {kSet, kCrossNumbers};
constexpr Instructions kDistance = {kSet, kDistanceNumbers};
constexpr Instructions kLength = {kSet, kLengthNumbers};
constexpr Instructions kNormalize = {kSet, kNormalizeNumbers};
constexpr Instructions kShort = {kSet, kShortNumbers};
constexpr Instructions kShuffle = {kSet, kShuffleNumbers};
constexpr Instructions kShuffle2 = {kSet, kShuffle2Numbers};
constexpr Instructions kShuffles = {kSet, kShufflesNumbers};
constexpr Instructions kUncounted = {kSet, kUncountedNumbers};
constexpr Instructions kEvery = {kSet, kAllNumbers};

constexpr TypePattern kFloat = ScalarOrVector(tt::kFloat);
constexpr TypePattern kNumbers = Vector(tt::kNumeric);
constexpr TypePattern kIntegers = Vector(tt::kInt);

constexpr Signature MaskSignature(Instructions ops, uint8_t mask,
                                  Relation relation, const Rule* rule) {
  return {.ops = ops,
          .operands = kIntegers,
          .operand_rule = &R("extinst.opencl.shuffle.mask-type"),
          .first_operand = mask,
          .relation = relation,
          .relation_rule = rule};
}

constexpr Signature kSignatures[] = {
    {.ops = kCross,
     .result = Vector(tt::kFloat),
     .result_rule = &R("extinst.opencl.cross.result-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.opencl.cross.operand-types")},
    {.ops = kLength,
     .operands = kFloat,
     .operand_rule = &R("extinst.opencl.length.operand-types"),
     .first_operand = kFirstExtOperand},
    {.ops = kDistance,
     .first_operand = kFirstExtOperand,
     .relation = Relation::kEachOther,
     .relation_rule = &R("extinst.opencl.distance.same-type")},
    {.ops = kNormalize,
     .result = kFloat,
     .result_rule = &R("extinst.opencl.normalize.result-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.opencl.normalize.operand-type")},
    {.ops = kShuffles,
     .result = kNumbers,
     .result_rule = &R("extinst.opencl.shuffle.result-type"),
     .operands = kNumbers,
     .operand_rule = &R("extinst.opencl.shuffle.operand-type"),
     .first_operand = kFirstExtOperand,
     .operand_count = 1},
    {.ops = kShuffle2,
     .first_operand = kFirstExtOperand,
     .operand_count = 2,
     .relation = Relation::kEachOther,
     .relation_rule = &R("extinst.opencl.shuffle2.same-type")},
    MaskSignature(kShuffle, kSecondExtOperand, Relation::kSameCount,
                  &R("extinst.opencl.shuffle.mask-component-count")),
    MaskSignature(kShuffle, kSecondExtOperand, Relation::kSameCountWidth,
                  &R("extinst.opencl.shuffle.mask-width")),
    MaskSignature(kShuffle2, kThirdExtOperand, Relation::kSameCount,
                  &R("extinst.opencl.shuffle.mask-component-count")),
    MaskSignature(kShuffle2, kThirdExtOperand, Relation::kSameCountWidth,
                  &R("extinst.opencl.shuffle.mask-width")),
};

constexpr OperandIndex kResultType = operand::ExtInst::kResultType;
constexpr OperandIndex kFirst = kFirstExtOperand;

// Whether a type is a vector with none of these numbers of components.
bool IsVectorOfOther(const CheckContext& c, Id type,
                     std::initializer_list<uint32_t> counts) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown() || !info.Is(tt::kVector)) return false;
  const std::optional<uint32_t> count = CountOf(c, type);
  return count && !absl::c_linear_search(counts, *count);
}

void CheckCross(const CheckContext& c) {
  const Id type = c.inst().result_type();
  if (!IsVectorOfOther(c, type, {3, 4})) return;
  ReportType(c, R("extinst.opencl.cross.component-count"), kResultType, type);
  c.PoisonResult();
}

// All operands of the instructions have the same type.
void CheckShort(const CheckContext& c) {
  const Id type = c.type_of(kFirst);
  if (!IsVectorOfOther(c, type, {2, 3, 4})) return;
  ReportType(c, R("extinst.opencl.length.component-count"), kFirst, type);
  c.PoisonResult();
}

void CheckLength(const CheckContext& c) {
  if (!CheckSame(c, R("extinst.opencl.length.result-type"), kResultType,
                 c.inst().result_type(),
                 ComponentOf(c.context(), c.type_of(kFirst)))) {
    c.PoisonResult();
  }
}

// The mask has as many components as the result.
void CheckShuffle(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id x = c.type_of(kFirst);
  if (IsVectorOfOther(c, x, {2, 4, 8, 16})) {
    ReportType(c, R("extinst.opencl.shuffle.operand-type"), kFirst, x);
  } else if (IsVectorOfOther(c, result, {2, 4, 8, 16})) {
    ReportType(c, R("extinst.opencl.shuffle.result-type"), kResultType, result);
    c.PoisonResult();
  } else if (!CheckSame(c, R("extinst.opencl.shuffle.component-type"),
                        kResultType, ComponentOf(c.context(), result),
                        ComponentOf(c.context(), x))) {
    c.PoisonResult();
  }
}

// Reports the result type, or otherwise the first operand, that satisfies
// `is_invalid`.
template <typename IsWrong>
void ReportFirst(const CheckContext& c, const Rule& rule, IsWrong is_invalid) {
  const Id result = c.inst().result_type();
  if (is_invalid(result)) {
    ReportType(c, rule, kResultType, result);
    return;
  }
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    if (!IsIdUse(c.inst().kind(o)) || !is_invalid(c.type_of(o))) continue;
    ReportType(c, rule, o, c.type_of(o));
    return;
  }
}

void CheckVectors(const CheckContext& c) {
  ReportFirst(c, R("extinst.opencl.vector.component-count"), [&c](Id type) {
    return IsVectorOfOther(c, type, {2, 3, 4, 8, 16});
  });
}

void CheckIntegers(const CheckContext& c) {
  ReportFirst(c, R("extinst.opencl.number.width"), [&c](Id type) {
    const TypeInfo& info = c.context().types().Get(type);
    return !info.poisoned() && info.Is(tt::kScalar | tt::kVector) &&
           info.Contains(type_part::kOtherInt);
  });
}

void CheckImport(const CheckContext& c) {
  const MemoryModel& model = c.context().memory_model();
  if (c.module().imported_set(c.index()) != kSet || !model.known() ||
      model.opencl()) {
    return;
  }
  c.Report(R("extinst.opencl.import.memory-model"),
           operand::ExtInstImport::kName);
}

static_assert(AllHave(kShort, kFirst));
static_assert(AllHave(kLength, kFirst));
static_assert(AllHave(kShuffles, kFirst));
constexpr Check kChecks[] = {
    {Op::kExtInstImport, CheckImport},
    {kCross, CheckCross},
    {kShort, CheckShort},
    {kLength, CheckLength},
    {kShuffles, CheckShuffle},
    {kUncounted, CheckVectors, Requires(Capability::kLongVectorEXT)},
    {kEvery, CheckIntegers, Requires(TypesWith{type_part::kOtherInt})}};

}  // namespace

extern constinit const Family kOpenclVectors(R, kChecks, kSignatures);

}  // namespace plumb
