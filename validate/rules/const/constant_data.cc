// Constants that are arrays of raw data (SPV_KHR_constant_data).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_constant_data";

constexpr TypePattern kInteger = Scalar(tt::kInt);
constexpr TypePattern kIntegers = ArrayOf(kInteger);

constexpr RuleTable R({
    {"const.constantdata.result-type", kSection,
     "the result type must be an array of integers, not {0}"},
    {"const.constantdata.word-count", kSection,
     "{0} takes {2} word{2s} of data, not {1}"},
    {"const.constantdata.no-stride", kSection,
     "the result type, {0}, must not have an ArrayStride"},
});

// The number of words of data of a type, if specialization cannot change it.
std::optional<uint64_t> WordsOf(const CheckContext& c, const TypeInfo& type,
                                const Inst& array) {
  const ScalarConstant length =
      c.context().constants().Scalar(array.id(operand::TypeArray::kLength));
  if (!length.fixed() || length.value < 0 || length.value > UINT32_MAX) {
    return std::nullopt;
  }
  const uint64_t bits = static_cast<uint64_t>(length.value) *
                        c.context().types().Get(type.element).width;
  return (bits + 31) / 32;
}

void CheckData(const CheckContext& c) {
  constexpr OperandIndex kResultType = operand::ConstantDataKHR::kResultType;
  constexpr uint32_t kFirstData = 3;  // word
  const Id type_id = c.inst().result_type();
  const TypeInfo& type = c.result_type();
  if (type.unknown()) return;
  if (!Fits(c.context(), kIntegers, type_id)) {
    ReportType(c, R("const.constantdata.result-type"), kResultType, type_id);
    c.PoisonResult();
    return;
  }
  const Inst array = c.module().inst(c.module().def(type_id));
  const uint64_t given = c.inst().word_count() - kFirstData;
  const std::optional<uint64_t> words = WordsOf(c, type, array);
  if (words && *words != given) {
    c.Report(R("const.constantdata.word-count"), Place::kWhole,
             {Arg::Type(type_id), given, *words})
        .Note("the type is declared here", Place::At(array.index()));
    c.PoisonResult();
    return;
  }
  const auto stride = c.context().decorations().Find(
      type_id, grammar::Decoration::kArrayStride);
  if (!stride) return;
  c.Report(R("const.constantdata.no-stride"), kResultType, {Arg::Type(type_id)})
      .Note("it is stated here", Place::At(stride->statement));
}

constexpr Op kOps[] = {Op::kConstantDataKHR, Op::kSpecConstantDataKHR};
constexpr Check kChecks[] = {{kOps, CheckData}};

}  // namespace

extern constinit const Family kConstantData(R, kChecks);

}  // namespace plumb
