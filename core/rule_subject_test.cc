#include "core/rule_subject.h"

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

bool Is(Subject subject, absl::string_view id) {
  return IsAbout(subject, Rule{id, "", ""});
}

TEST(RuleSubjectTest, FollowsFromTheArea) {
  EXPECT_TRUE(Is(Subject::kControlFlow, "cfg.block.merge"));
  EXPECT_TRUE(Is(Subject::kFunctionParts, "cfg.block.merge"));
  EXPECT_FALSE(Is(Subject::kOrder, "cfg.block.merge"));
  EXPECT_TRUE(Is(Subject::kRequirements, "capability.use.declared"));
  EXPECT_TRUE(Is(Subject::kUse, "capability.use.declared"));
  EXPECT_TRUE(Is(Subject::kDefinitions, "ssa.id.defined"));
  EXPECT_FALSE(Is(Subject::kDefinitions, "ssa.use.dominated"));
  EXPECT_FALSE(Is(Subject::kUse, "arith.integer-binary.result-type"));
}

TEST(RuleSubjectTest, IsThatOfTheLongestArea) {
  EXPECT_TRUE(Is(Subject::kMemoryModel, "layout.memorymodel.one"));
  EXPECT_TRUE(Is(Subject::kOrder, "layout.memorymodel.one"));
  EXPECT_FALSE(Is(Subject::kMemoryModel, "layout.annotation.order"));
  EXPECT_FALSE(Is(Subject::kRequirements, "enum.scope.capability"));
}

TEST(RuleSubjectTest, NeedsTheWholeArea) {
  EXPECT_FALSE(Is(Subject::kEntryPoints, "entrypoint.a.b"));
  EXPECT_TRUE(Is(Subject::kFunctions, "function.call.type"));
  EXPECT_FALSE(Is(Subject::kFunctions, "functions.call.type"));
  EXPECT_TRUE(Is(Subject::kFunctions, "function.function.type"));
  EXPECT_TRUE(Is(Subject::kFunctionParts, "function.function.type"));
  EXPECT_FALSE(Is(Subject::kFunctionParts, "function.call.type"));
}

}  // namespace
}  // namespace plumb
