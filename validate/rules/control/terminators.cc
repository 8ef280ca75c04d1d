// Operands of terminators: the condition of a branch, the selector and the
// literals of a switch, the result of a function, and the functions in which a
// fragment may be killed (section 3.3.17).
//
// Producers emit the cases of a switch in order; a switch with ascending
// literals costs one comparison each, any other is sorted.
//
// branches.cc checks the labels.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"control.branchconditional.condition-type", "3.3.17",
     "the condition must be a Boolean scalar, not {0}"},
    {"control.switch.selector-type", "3.3.17",
     "the selector must be an integer scalar, not {0}"},
    {"control.switch.literal-unique", "3.3.17",
     "an earlier case of this OpSwitch has the same literal and branches to "
     "{0}"},
    // The text treats both alike, but here the target is unambiguous, and
    // implementations accept it.
    {"control.switch.literal-repeated", "3.3.17",
     "an earlier case of this OpSwitch has the same literal and target", "",
     Severity::kWarning},
    {"control.kill.fragment-only", "3.3.17",
     "OpKill is allowed only in fragment shaders, but an entry point with "
     "execution model {0} reaches it"},
    Also("type.typefunction.void-if-no-value",
         {"control.return.void-function", "3.3.17",
          "the function returns {0}, so it must end with OpReturnValue"}),
    {"control.returnvalue.value-type", "3.3.17",
     "the function returns {1}, but this value has type {0}"},
});

constexpr absl::string_view kFirstHere = "it appears first here";

constexpr OperandIndex kSelector = operand::Switch::kSelector;
constexpr auto kFirstCase = operand::Switch::kTarget;
constexpr OperandIndex kValue = operand::ReturnValue::kValue;

constexpr OperandRule kOperandRules[] = {
    {Op::kBranchConditional, operand::BranchConditional::kCondition,
     kBoolScalar, &R("control.branchconditional.condition-type")},
    {Op::kSwitch, kSelector, kIntScalar, &R("control.switch.selector-type")},
};

// A case: its literal, and the operand of it.
struct Case {
  uint64_t literal;
  OperandIndex operand;
};

uint64_t LiteralOf(absl::Span<const uint32_t> words) {
  uint64_t value = words.empty() ? 0 : words[0];
  if (words.size() > 1) value |= uint64_t{words[1]} << 32;
  return value;
}

// Reports the first repetition of a literal; those with another target take
// precedence.
void ReportRepeated(const CheckContext& c) {
  absl::InlinedVector<Case, 64> cases;
  for (OperandIndex o = kFirstCase; o + 1 < c.inst().operand_count(); o += 2) {
    cases.push_back({LiteralOf(c.inst().operand_words(o)), o});
  }
  std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) {
    return a.literal != b.literal ? a.literal < b.literal
                                  : a.operand < b.operand;
  });
  const Case* first = nullptr;  // with the literal of `now`
  const Case* same_first = nullptr;
  const Case* same = nullptr;
  for (const Case& now : cases) {
    if (first == nullptr || first->literal != now.literal) {
      first = &now;
      continue;
    }
    const Id target = c.inst().id(first->operand + 1);
    if (c.inst().id(now.operand + 1) != target) {
      c.Report(R("control.switch.literal-unique"), now.operand, {target})
          .Note(kFirstHere, Place::At(c.index(), first->operand));
      return;
    }
    if (same == nullptr) {
      same_first = first;
      same = &now;
    }
  }
  if (same == nullptr) return;  // the cases are not ascending, but differ
  c.Report(R("control.switch.literal-repeated"), same->operand)
      .Note(kFirstHere, Place::At(c.index(), same_first->operand));
}

void CheckSwitch(const CheckContext& c) {
  constexpr uint32_t kWidest = 64;  // the maximum for LiteralOf
  if (c.operand_type(kSelector).width > kWidest) return;
  uint64_t last = 0;
  for (OperandIndex o = kFirstCase; o + 1 < c.inst().operand_count(); o += 2) {
    const uint64_t literal = LiteralOf(c.inst().operand_words(o));
    if (o > kFirstCase && literal <= last) return ReportRepeated(c);
    last = literal;
  }
}

constexpr ModelSet kAllButFragment = ~ModelSet(ExecutionModel::kFragment);

void CheckKill(const CheckContext& c) {
  c.ReportIfReached(R("control.kill.fragment-only"), kAllButFragment);
}

// The result type of the function that contains the instruction; kNoId if
// there is none.
Id ReturnType(const CheckContext& c) {
  if (c.function() == nullptr) return kNoId;
  return c.module().inst(c.function()->range().first).result_type();
}

void ReportFunctionHere(const CheckContext& c, DiagnosticBuilder report) {
  report.Note("the function is declared here",
              Place::At(c.function()->range().first, 0));
}

void CheckReturn(const CheckContext& c) {
  const Id type = ReturnType(c);
  const TypeInfo& info = c.context().types().Get(type);
  if (info.traits == 0 || info.Is(tt::kVoid)) return;
  ReportFunctionHere(c, c.Report(R("control.return.void-function"),
                                 Place::kWhole, {Arg::Type(type)}));
}

void CheckReturnValue(const CheckContext& c) {
  const Id expected = ReturnType(c);
  const Id type = c.type_of(kValue);
  const TypeInfo& info = c.context().types().Get(type);
  if (info.traits == 0 || c.context().types().Get(expected).traits == 0) return;
  if (type == expected && (info.poisoned() || !info.Is(tt::kVoid))) {
    return;
  }
  ReportFunctionHere(c, c.Report(R("control.returnvalue.value-type"), kValue,
                                 {Arg::Type(type), Arg::Type(expected)}));
}

constexpr Check kChecks[] = {
    {Op::kSwitch, CheckSwitch},
    {Op::kKill, CheckKill},
    {Op::kReturn, CheckReturn},
    {Op::kReturnValue, CheckReturnValue},
};

}  // namespace

extern constinit const Family kTerminators(R, kChecks, kOperandRules);

}  // namespace plumb
