#include "api/text_suppressions.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "validate/registry.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "5: type.vector.size" for each diagnostic; "0: " for the module as a whole.
std::vector<std::string> Found(const Session& session) {
  std::vector<std::string> found;
  for (const ResolvedDiagnostic& d : session.Report("x").diagnostics) {
    const size_t line = d.place.text.has_value() ? d.place.text->begin.line : 0;
    found.push_back(absl::StrCat(line, ": ", d.rule->id));
  }
  return found;
}

class TextSuppressionsTest : public testing::Test {
 protected:
  // Validates a module that consists of a head and `types`, of which some
  // vectors have too many components.
  Verdict Validate(const std::string& start, const std::string& types,
                   SessionOptions options = {}) {
    session_.set_options(std::move(options));
    text_ = absl::StrCat(start,
                         "OpCapability Shader\nOpCapability Linkage\n"
                         "OpMemoryModel Logical GLSL450\n"
                         "%float = OpTypeFloat 32\n",
                         types);
    const auto verdict = session_.Run(text_);
    EXPECT_TRUE(verdict.ok());
    return *verdict;
  }

  std::string text_;
  Session session_;
};

TEST_F(TextSuppressionsTest, OfTheInstructionOnTheLineOrAfterIt) {
  const std::string types =
      "%a = OpTypeVector %float 5 ; plumb: off type.vector.size -- on its "
      "line\n"
      "; plumb: off VUID-StandaloneSpirv-None-12295 -- before it\n"
      "; another comment\n"
      "%b = OpTypeVector\n"
      "  %float 6\n"
      "%c = OpTypeVector %float 7\n";
  EXPECT_EQ(Validate("", types), Verdict::kInvalid);
  EXPECT_THAT(Found(session_), ElementsAre("10: type.vector.size"));
  EXPECT_EQ(session_.diagnostics().suppressed_count(), 2u);
  EXPECT_EQ(session_.Report("x").suppressed_count, 2u);
}

TEST_F(TextSuppressionsTest, OfTheWholeModule) {
  EXPECT_EQ(Validate("; plumb: off type.vector.size\n",
                     "%a = OpTypeVector %float 5\n"
                     "%b = OpTypeVector %float 6\n"),
            Verdict::kValid);
  EXPECT_THAT(Found(session_), IsEmpty());
  EXPECT_EQ(session_.diagnostics().suppressed_count(), 2u);
}

TEST_F(TextSuppressionsTest, UnusedOnesAreReported) {
  EXPECT_EQ(Validate("",
                     "; plumb: off type.vector.size, type.matrix.columns\n"
                     "%a = OpTypeVector %float 5\n"
                     "; plumb: off type.vector.size\n"),
            Verdict::kValid);
  EXPECT_THAT(Found(session_),
              ElementsAre("5: asm.comment.unused", "7: asm.comment.unused"));
  SessionOptions options;
  options.rules.warnings_are_errors = true;
  EXPECT_EQ(Validate("; plumb: off type.vector.size\n", "", options),
            Verdict::kInvalid);
}

// A rule that is off reports nothing, so its suppression is not unused.
TEST_F(TextSuppressionsTest, OfRulesThatAreOff) {
  SessionOptions options;
  for (const Rule* rule : FindRules("type.vector.size")) {
    options.rules.disabled.insert(rule);
  }
  EXPECT_EQ(Validate("; plumb: off type.vector.size\n"
                     "; plumb: off image.operands.not-none -- pedantic\n",
                     "", options),
            Verdict::kValid);
  EXPECT_THAT(Found(session_), IsEmpty());
}

// What a suppressed error would have hidden is reported.
TEST_F(TextSuppressionsTest, HidesNoFollowUps) {
  EXPECT_EQ(Validate("",
                     "%void = OpTypeVoid\n"
                     "%fn = OpTypeFunction %void\n"
                     "%one = OpConstant %float 1\n"
                     "%f = OpFunction %void None %fn\n"
                     "%entry = OpLabel\n"
                     "; plumb: off arith.integer-binary.result-type\n"
                     "%bad = OpIAdd %float %one %one\n"
                     "%next = OpIAdd %float %bad %bad\n"
                     "OpReturn\nOpFunctionEnd\n"),
            Verdict::kInvalid);
  EXPECT_THAT(Found(session_),
              testing::Contains("12: arith.integer-binary.result-type"));
}

TEST_F(TextSuppressionsTest, TheEnvironment) {
  EXPECT_EQ(Validate("; plumb: env vulkan1.1\n", ""), Verdict::kInvalid);
  EXPECT_EQ(session_.env(), TargetEnv::kVulkan1_1);
  SessionOptions options;
  options.env = TargetEnv::kSpirv1_3;
  Validate("; plumb: env vulkan1.1\n", "", options);
  EXPECT_EQ(session_.env(), TargetEnv::kSpirv1_3);
  EXPECT_EQ(Validate("; plumb: env vulcan\n", ""), Verdict::kInvalid);
  EXPECT_THAT(Found(session_), ElementsAre("1: asm.comment.env"));
  EXPECT_EQ(Validate("", "; plumb: env vulkan1.1\n"), Verdict::kValid);
  EXPECT_THAT(Found(session_), ElementsAre("5: asm.comment.late-env"));
}

TEST_F(TextSuppressionsTest, OtherWordsAreReported) {
  EXPECT_EQ(Validate("; plumb: on\n; plumb: off\n; plumb: env\n"
                     "; plumb: off no.such-rule\n"
                     "; plumb: off asm.operand.id -- of the syntax\n",
                     ""),
            Verdict::kValid);
  EXPECT_THAT(Found(session_),
              ElementsAre("1: asm.comment.form", "2: asm.comment.form",
                          "3: asm.comment.form", "4: asm.comment.rule",
                          "5: asm.comment.rule"));
}

TEST_F(TextSuppressionsTest, CanBeIgnored) {
  SessionOptions options;
  options.text.has_suppressions = false;
  EXPECT_EQ(Validate("; plumb: env vulkan1.1\n; plumb: off type.vector.size\n",
                     "%a = OpTypeVector %float 5\n", options),
            Verdict::kInvalid);
  EXPECT_EQ(session_.env(), kDefaultTargetEnv);
  EXPECT_THAT(Found(session_), ElementsAre("7: type.vector.size"));
}

// Of the next input nothing is suppressed.
TEST_F(TextSuppressionsTest, AreForgotten) {
  Validate("; plumb: off type.vector.size\n", "%a = OpTypeVector %float 5\n");
  const std::string next =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n%float = OpTypeFloat 32\n"
      "%a = OpTypeVector %float 5\n";
  ASSERT_TRUE(session_.Run(next).ok());
  EXPECT_THAT(Found(session_), ElementsAre("5: type.vector.size"));
  EXPECT_EQ(session_.diagnostics().suppressed_count(), 0u);
}

}  // namespace
}  // namespace plumb
