#include "api/explain/rule_subject.h"

#include "gtest/gtest.h"
#include "validate/registry.h"

namespace plumb {
namespace {

std::string PlaceOf(absl::string_view id) {
  const Rule* rule = FindRule(id);
  return rule == nullptr ? "unknown" : PlaceText(*rule);
}

TEST(RuleSubjectTest, IsTheInstructionOrTheEnumerantThatTheIdNames) {
  EXPECT_EQ(PlaceOf("decoration.binding.target"),
            "SPIR-V 1.6, section 3.2.19, at Binding");
  EXPECT_EQ(PlaceOf("type.typematrix.column-type"),
            "SPIR-V 1.6, section 3.3.6, at OpTypeMatrix");
}

TEST(RuleSubjectTest, IsEmptyInSectionsThatDescribeNeither) {
  EXPECT_EQ(SubjectOf(*FindRule("decoration.binding.required")), "");
  EXPECT_EQ(SubjectOf(*FindRule("cfg.merge.unique-block")), "");
  EXPECT_EQ(PlaceOf("cfg.merge.unique-block"), "SPIR-V 1.6, section 2.11.1");
}

}  // namespace
}  // namespace plumb
