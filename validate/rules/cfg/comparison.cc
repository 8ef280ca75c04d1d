#include "validate/rules/cfg/comparison.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "validate/rules/cfg/definitions.h"

namespace plumb {
namespace {

constexpr size_t kFunctionsPerModule = 128;
constexpr int kMaxShown = 5;

}  // namespace

absl::string_view Comparison::Add(const TestFunction& function) {
  const absl::string_view verdict = VerdictByDefinition(function);
  ++count_;
  if (verdict.empty()) {
    ++valid_;
  } else {
    ++reasons_[verdict];
  }
  if (entries_.size() <= used_) entries_.emplace_back();
  Entry& entry = entries_[used_++];
  entry.function = function;
  entry.verdict = verdict;
  entry.reported.clear();
  test_module_.Add(function);
  if (used_ == kFunctionsPerModule) Finish();
  return verdict;
}

void Comparison::Finish() {
  diagnostics_.Clear();
  diagnostics_.set_capacity(0);
  ASSERT_TRUE(reader_.Read(test_module_.Words(), &module_, &diagnostics_));
  ValidatorOptions options;
  options.env = TargetEnv::kSpirv1_5;
  validator_.Validate(module_, options, &diagnostics_);
  const absl::Span<const FunctionRange> functions = module_.functions();
  ASSERT_EQ(functions.size(), used_);
  size_t f = 0;  // diagnostics come in module order
  for (const Diagnostic& d : diagnostics_.diagnostics()) {
    // The blocks are in no particular order.
    if (d.severity != Severity::kError ||
        d.rule->id == "cfg.block.dominance-order") {
      continue;
    }
    ASSERT_EQ(d.place.kind, Place::Kind::kInstruction) << d.rule->id;
    while (f < used_ && functions[f].last <= d.place.inst) ++f;
    ASSERT_LT(f, used_) << d.rule->id;
    absl::StrAppend(&entries_[f].reported, " ", d.rule->id);
    ++reported_;
  }
  for (size_t i = 0; i < used_; ++i) {
    const Entry& entry = entries_[i];
    if (entry.verdict.empty() != entry.reported.empty()) Show(entry);
  }
  used_ = 0;
  test_module_.Clear();
}

void Comparison::Show(const Entry& entry) {
  if (shown_++ >= kMaxShown) return;
  ADD_FAILURE() << "by the definitions: "
                << (entry.verdict.empty() ? "valid" : entry.verdict)
                << "; reported:" << entry.reported << "\n"
                << ToString(entry.function);
}

}  // namespace plumb
