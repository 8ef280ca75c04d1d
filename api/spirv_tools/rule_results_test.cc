#include "api/spirv_tools/rule_results.h"

#include "gtest/gtest.h"
#include "validate/registry.h"

namespace plumb::spirv_tools {
namespace {

struct ResultCase {
  const char* rule;
  spv_result_t result;
};

TEST(RuleResultsTest, ResultsOfAreas) {
  const ResultCase kCases[] = {
      {"binary.id.nonzero", SPV_ERROR_INVALID_ID},
      {"binary.header.magic", SPV_ERROR_INVALID_BINARY},
      {"binary.header.version-supported", SPV_ERROR_WRONG_VERSION},
      {"binary.header.schema-zero", SPV_ERROR_INVALID_LAYOUT},
      {"ssa.id.defined", SPV_ERROR_INVALID_ID},
      {"layout.memorymodel.required", SPV_ERROR_INVALID_LAYOUT},
      {"enum.instruction.opcode-known", SPV_ERROR_INVALID_BINARY},
      {"entry.module.at-least-one", SPV_ERROR_INVALID_DATA},
  };
  for (const ResultCase& c : kCases) {
    Diagnostic diagnostic = {};
    diagnostic.rule = FindRule(c.rule);
    ASSERT_NE(diagnostic.rule, nullptr) << c.rule;
    EXPECT_EQ(ResultOf(diagnostic), c.result) << c.rule;
  }
}

TEST(RuleResultsTest, EveryRuleHasAnError) {
  size_t count = 0;
  for (const Rule* rule : AllRules()) {
    Diagnostic diagnostic = {};
    diagnostic.rule = rule;
    EXPECT_LT(ResultOf(diagnostic), 0) << rule->id;
    ++count;
  }
  EXPECT_GT(count, 1000);
}

TEST(RuleResultsTest, Requirements) {
  Diagnostic diagnostic = {};
  diagnostic.rule = FindRule("ssa.id.defined");
  diagnostic.args[0] = Arg::Requirement(1, {.capability = true});
  EXPECT_EQ(ResultOf(diagnostic), SPV_ERROR_INVALID_CAPABILITY);
  diagnostic.args[0] = Arg::Requirement(1, {.version = true});
  EXPECT_EQ(ResultOf(diagnostic), SPV_ERROR_MISSING_EXTENSION);
}

}  // namespace
}  // namespace plumb::spirv_tools
