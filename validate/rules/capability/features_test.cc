// Cases of the feature families that rule modules cannot show: modules of a
// newer version than their environment, and the number of uses of an unmet
// requirement.
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/validator.h"

namespace plumb {
namespace {

struct Found {
  std::vector<std::string> rules;
  std::vector<uint64_t> note_numbers;  // first argument of the notes
};

Found Validate(absl::string_view text, TargetEnv assemble_for,
               TargetEnv validate_for) {
  Found found;
  Module module;
  DiagnosticList diagnostics;
  AssembleOptions assemble_options;
  assemble_options.env = assemble_for;
  ValidatorOptions options;
  options.env = validate_for;
  if (!Assembler().Assemble(text, assemble_options, &module, &diagnostics)) {
    found.rules.push_back("not assembled");
    return found;
  }
  Validator().Validate(module, options, &diagnostics);
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    found.rules.emplace_back(d.rule->id);
    for (const Note& note : diagnostics.notes(d)) {
      found.note_numbers.push_back(note.args[0].number);
    }
  }
  return found;
}

constexpr absl::string_view kEmpty = R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
)";

TEST(EnvironmentTest, AnEnvironmentAllowsVersionsUpToItsOwn) {
  struct Case {
    TargetEnv module, env;
    bool valid;
  };
  for (const Case& c : {
           Case{TargetEnv::kSpirv1_6, TargetEnv::kSpirv1_6, true},
           Case{TargetEnv::kSpirv1_0, TargetEnv::kSpirv1_6, true},
           Case{TargetEnv::kSpirv1_6, TargetEnv::kSpirv1_5, false},
           Case{TargetEnv::kSpirv1_3, TargetEnv::kOpenGl4_5, false},
           Case{TargetEnv::kSpirv1_0, TargetEnv::kOpenGl4_5, true},
       }) {
    EXPECT_EQ(absl::c_linear_search(Validate(kEmpty, c.module, c.env).rules,
                                    "binary.header.version-supported"),
              !c.valid)
        << Info(c.module).name << " in " << Info(c.env).name;
  }
}

TEST(RequirementsTest, ReportsAnUnmetRequirementOnce) {
  const std::string text = absl::StrCat(kEmpty, R"(
    %float = OpTypeFloat 32
    %a = OpTypeImage %float 1D 0 0 0 1 Unknown
    %b = OpTypeImage %float 1D 1 0 0 1 Unknown
    %c = OpTypeImage %float 1D 0 1 0 1 Unknown
    %d = OpTypeImage %float Cube 0 0 0 1 Unknown
    %e = OpTypeImage %float Rect 0 0 0 1 Unknown
  )");
  const Found found =
      Validate(text, TargetEnv::kSpirv1_6, TargetEnv::kSpirv1_6);
  EXPECT_EQ(found.rules, std::vector<std::string>(2, "capability.use.declared"))
      << "one for 1D, one for Rect";
  EXPECT_EQ(found.note_numbers, std::vector<uint64_t>{2});
}

TEST(RequirementsTest, ChecksTheBitsOfAMask) {
  const std::string text = absl::StrCat(kEmpty, R"(
    %void = OpTypeVoid
    %bool = OpTypeBool
    %flag = OpConstantTrue %bool
    %fn = OpTypeFunction %void
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpBranch %loop
    %loop = OpLabel
    OpLoopMerge %end %next Unroll|PeelCount 1
    OpBranch %next
    %next = OpLabel
    OpBranchConditional %flag %loop %end
    %end = OpLabel
    OpReturn
    OpFunctionEnd
  )");
  EXPECT_TRUE(
      Validate(text, TargetEnv::kSpirv1_4, TargetEnv::kSpirv1_4).rules.empty());
  EXPECT_EQ(Validate(text, TargetEnv::kSpirv1_3, TargetEnv::kSpirv1_3).rules,
            std::vector<std::string>{"enum.token.missing-before"});
}

// Producers of the extension do not declare a capability for it.
TEST(RequirementsTest, ShaderBallotOfAmdNeedsNoCapability) {
  const absl::string_view body = R"(
    OpMemoryModel Logical GLSL450
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %scope = OpConstant %uint 3
    %fn = OpTypeFunction %void
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %sum = OpGroupIAddNonUniformAMD %uint %scope Reduce %scope
    OpReturn
    OpFunctionEnd
  )";
  const std::string head = "OpCapability Shader OpCapability Linkage\n";
  EXPECT_TRUE(Validate(absl::StrCat(
                           head, "OpExtension \"SPV_AMD_shader_ballot\"", body),
                       TargetEnv::kSpirv1_0, TargetEnv::kSpirv1_0)
                  .rules.empty());
  EXPECT_FALSE(Validate(absl::StrCat(head, body), TargetEnv::kSpirv1_0,
                        TargetEnv::kSpirv1_0)
                   .rules.empty());
}

}  // namespace
}  // namespace plumb
