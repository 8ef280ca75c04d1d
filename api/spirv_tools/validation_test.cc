// The messages of validation, and the effect of options.
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/spirv_tools/testing_module.h"
#include "api/spirv_tools/validator_options.h"
#include "gtest/gtest.h"

namespace plumb::spirv_tools {
namespace {

// The message for a module; empty if it is valid.
std::string MessageOf(const std::vector<uint32_t>& words, spv_target_env env,
                      spv_const_validator_options options = nullptr) {
  spv_diagnostic diagnostic = nullptr;
  spv_const_binary_t binary = {words.data(), words.size()};
  const spv_result_t result =
      spvValidateWithOptions(TestContext(env), options, &binary, &diagnostic);
  EXPECT_EQ(result == SPV_SUCCESS, diagnostic == nullptr);
  const std::string message =
      diagnostic == nullptr ? "" : std::string(diagnostic->error);
  spvDiagnosticDestroy(diagnostic);
  return message;
}

TEST(ValidationTest, MessageHasRuleAndInstruction) {
  const std::string message =
      MessageOf(AssembledWords(absl::StrCat(kModuleStart,
                                            "%1 = OpTypeFloat 32\n"
                                            "OpName %2 \"m\"\n"
                                            "%2 = OpTypeMatrix %1 4\n")),
                SPV_ENV_UNIVERSAL_1_6);
  EXPECT_TRUE(absl::StrContains(message, "[layout.name.order]\n  OpName %m "))
      << message;
  EXPECT_EQ(message.back(), '\n');
}

TEST(ValidationTest, MessageBeginsWithTheVuid) {
  const std::vector<uint32_t> words = AssembledWords(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
      "OpEntryPoint GLCompute %1 \"main\"\n"
      "OpExecutionMode %1 LocalSize 1 1 1\n"
      "%2 = OpTypeVoid\n%3 = OpTypeFunction %2\n"
      "%4 = OpTypeInt 32 0\n%5 = OpTypePointer Output %4\n"
      "%6 = OpVariable %5 Output\n"
      "%1 = OpFunction %2 None %3\n%7 = OpLabel\nOpStore %6 %8\nOpReturn\n"
      "OpFunctionEnd\n",
      SPV_ENV_VULKAN_1_0);
  EXPECT_FALSE(absl::StartsWith(MessageOf(words, SPV_ENV_UNIVERSAL_1_0), "["));
  const std::vector<uint32_t> linkage = AssembledWords(
      absl::StrCat(kModuleStart, "%1 = OpTypeVoid\n"), SPV_ENV_VULKAN_1_0);
  EXPECT_EQ(MessageOf(linkage, SPV_ENV_UNIVERSAL_1_0), "");
  EXPECT_TRUE(
      absl::StartsWith(MessageOf(linkage, SPV_ENV_VULKAN_1_0), "[VUID-"));
}

TEST(ValidationTest, WarningsAreNotPassedOn) {
  // A string that is not UTF-8 is worth only a warning.
  std::vector<uint32_t> words =
      AssembledWords(absl::StrCat(kModuleStart, "%1 = OpTypeVoid\n"));
  const uint32_t source[] = {3u << 16 | 330, 0x000000ff, 0};
  words.insert(words.begin() + 12, source, source + 2);
  words[12] = 2u << 16 | 330;  // OpModuleProcessed
  EXPECT_EQ(MessageOf(words, SPV_ENV_UNIVERSAL_1_6), "");
}

struct OptionCase {
  const char* name;
  std::string text;
  std::function<void(spv_validator_options)> set;
  bool is_valid_without;
};

TEST(ValidationTest, OptionsHaveEffects) {
  const OptionCase kCases[] = {
      {"relax logical pointer",
       "%1 = OpTypeFloat 32\n%2 = OpTypePointer Function %1\n"
       "%3 = OpTypePointer Function %2\n%4 = OpTypeVoid\n"
       "%5 = OpTypeFunction %4\n%6 = OpFunction %4 None %5\n%7 = OpLabel\n"
       "%8 = OpVariable %3 Function\nOpReturn\nOpFunctionEnd\n",
       [](spv_validator_options o) {
         spvValidatorOptionsSetRelaxLogicalPointer(o, true);
       },
       false},
      {"before HLSL legalization",
       "%1 = OpTypeFloat 32\n%2 = OpTypePointer Function %1\n"
       "%3 = OpTypePointer Function %2\n%4 = OpTypeVoid\n"
       "%5 = OpTypeFunction %4\n%6 = OpFunction %4 None %5\n%7 = OpLabel\n"
       "%8 = OpVariable %3 Function\nOpReturn\nOpFunctionEnd\n",
       [](spv_validator_options o) {
         spvValidatorOptionsSetBeforeHlslLegalization(o, true);
       },
       false},
      {"limit of members", "%1 = OpTypeFloat 32\n%2 = OpTypeStruct %1 %1 %1\n",
       [](spv_validator_options o) {
         spvValidatorOptionsSetUniversalLimit(
             o, spv_validator_limit_max_struct_members, 2);
       },
       true},
      {"limit of ids", "%1 = OpTypeFloat 32\n%300 = OpTypeVoid\n",
       [](spv_validator_options o) {
         spvValidatorOptionsSetUniversalLimit(
             o, spv_validator_limit_max_id_bound, 200);
       },
       true},
      {"skip block layout",
       "OpMemberDecorate %2 0 Offset 0\nOpMemberDecorate %2 1 Offset 2\n"
       "OpDecorate %2 Block\n"
       "%1 = OpTypeFloat 32\n%2 = OpTypeStruct %1 %1\n"
       "%3 = OpTypePointer Uniform %2\n%4 = OpVariable %3 Uniform\n",
       [](spv_validator_options o) {
         spvValidatorOptionsSetSkipBlockLayout(o, true);
       },
       false},
  };
  for (const OptionCase& c : kCases) {
    const std::vector<uint32_t> words =
        AssembledWords(absl::StrCat(kModuleStart, c.text));
    spv_validator_options options = spvValidatorOptionsCreate();
    const std::string without =
        MessageOf(words, SPV_ENV_UNIVERSAL_1_6, options);
    c.set(options);
    const std::string with = MessageOf(words, SPV_ENV_UNIVERSAL_1_6, options);
    spvValidatorOptionsDestroy(options);
    EXPECT_EQ(without.empty(), c.is_valid_without) << c.name << without;
    EXPECT_EQ(with.empty(), !c.is_valid_without) << c.name << with;
  }
}

TEST(ValidationTest, AllOptionsAreConverted) {
  spv_validator_options options = spvValidatorOptionsCreate();
  spvValidatorOptionsSetRelaxStoreStruct(options, true);
  spvValidatorOptionsSetRelaxBlockLayout(options, true);
  spvValidatorOptionsSetUniformBufferStandardLayout(options, true);
  spvValidatorOptionsSetScalarBlockLayout(options, true);
  spvValidatorOptionsSetWorkgroupScalarBlockLayout(options, true);
  spvValidatorOptionsSetAllowLocalSizeId(options, true);
  spvValidatorOptionsSetAllowOffsetTextureOperand(options, true);
  spvValidatorOptionsSetAllowVulkan32BitBitwise(options, true);
  spvValidatorOptionsSetBufferDescriptorLayout(options, 16, 8);
  spvValidatorOptionsSetImageDescriptorLayout(options, 32, 1);
  spvValidatorOptionsSetSamplerDescriptorLayout(options, 48, 64);
  spvValidatorOptionsSetTensorDescriptorLayout(options, 64, 0);
  const ValidatorOptions converted = ConvertOptions(options);
  spvValidatorOptionsDestroy(options);
  EXPECT_TRUE(converted.relax_struct_store);
  EXPECT_TRUE(converted.relax_block_layout);
  EXPECT_TRUE(converted.uniform_buffer_standard_layout);
  EXPECT_TRUE(converted.scalar_block_layout);
  EXPECT_TRUE(converted.workgroup_scalar_block_layout);
  EXPECT_TRUE(converted.allow_localsizeid);
  EXPECT_TRUE(converted.allow_offset_texture_operand);
  EXPECT_TRUE(converted.allow_vulkan_32_bit_bitwise);
  EXPECT_FALSE(converted.skip_block_layout);
  EXPECT_FALSE(converted.before_hlsl_legalization);
  EXPECT_EQ(converted.buffer_descriptor, (DescriptorLayout{16, 8}));
  EXPECT_EQ(converted.image_descriptor, (DescriptorLayout{32, 1}));
  EXPECT_EQ(converted.sampler_descriptor, (DescriptorLayout{48, 64}));
  EXPECT_EQ(converted.tensor_descriptor, (DescriptorLayout{64, 1}));
}

TEST(ValidationTest, DefaultsAreThoseOfTheValidator) {
  spv_validator_options options = spvValidatorOptionsCreate();
  const Limits limits = ConvertOptions(options).limits, defaults;
  spvValidatorOptionsDestroy(options);
  EXPECT_EQ(limits.max_struct_members, defaults.max_struct_members);
  EXPECT_EQ(limits.max_struct_depth, defaults.max_struct_depth);
  EXPECT_EQ(limits.max_local_variables, defaults.max_local_variables);
  EXPECT_EQ(limits.max_global_variables, defaults.max_global_variables);
  EXPECT_EQ(limits.max_switch_branches, defaults.max_switch_branches);
  EXPECT_EQ(limits.max_function_args, defaults.max_function_args);
  EXPECT_EQ(limits.max_control_flow_nesting_depth,
            defaults.max_control_flow_nesting_depth);
  EXPECT_EQ(limits.max_access_chain_indexes, defaults.max_access_chain_indexes);
  EXPECT_EQ(limits.max_id_bound, defaults.max_id_bound);
}

}  // namespace
}  // namespace plumb::spirv_tools
