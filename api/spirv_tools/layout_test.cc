// The layouts of structures that programs and SPIRV-Tools' optimizer read,
// found by printing those of its release 2026.4.
#include <cstddef>

#include "api/spirv_tools/context.h"
#include "api/spirv_tools/other_options.h"
#include "api/spirv_tools/validator_options.h"
#include "gtest/gtest.h"

namespace {

// The layouts were found on a host with pointers of 64 bits.
class LayoutTest : public testing::Test {
 protected:
  void SetUp() override {
    if (sizeof(void*) != 8) GTEST_SKIP() << "pointers have other sizes";
  }
};

TEST_F(LayoutTest, Context) {
  EXPECT_EQ(sizeof(spv_context_t), 40);
  const spv_context_t context = {SPV_ENV_VULKAN_1_2, nullptr};
  const auto* const begin = reinterpret_cast<const char*>(&context);
  EXPECT_EQ(reinterpret_cast<const char*>(&context.env) - begin, 0);
  EXPECT_EQ(reinterpret_cast<const char*>(&context.consumer) - begin, 8);
}

TEST_F(LayoutTest, Records) {
  EXPECT_EQ(sizeof(spv_parsed_operand_t), 20);
  EXPECT_EQ(offsetof(spv_parsed_operand_t, type), 4);
  EXPECT_EQ(offsetof(spv_parsed_operand_t, fp_encoding), 16);
  EXPECT_EQ(sizeof(spv_parsed_instruction_t), 40);
  EXPECT_EQ(offsetof(spv_parsed_instruction_t, operands), 24);
  EXPECT_EQ(offsetof(spv_parsed_instruction_t, num_operands), 32);
  EXPECT_EQ(sizeof(spv_diagnostic_t), 40);
  EXPECT_EQ(offsetof(spv_diagnostic_t, error), 24);
}

TEST_F(LayoutTest, ValidatorOptions) {
  EXPECT_EQ(sizeof(spv_validator_options_t), 80);
  EXPECT_EQ(offsetof(spv_validator_options_t, relax_struct_store), 36);
  EXPECT_EQ(offsetof(spv_validator_options_t, before_hlsl_legalization), 46);
  EXPECT_EQ(offsetof(spv_validator_options_t, friendly_names), 47);
  EXPECT_EQ(offsetof(spv_validator_options_t, of_earlier_optimizer), 48);
}

TEST_F(LayoutTest, OptimizerOptions) {
  EXPECT_EQ(sizeof(spv_optimizer_options_t), 92);
  EXPECT_EQ(offsetof(spv_optimizer_options_t, validator_options), 4);
  EXPECT_EQ(offsetof(spv_optimizer_options_t, max_id_bound), 84);
  EXPECT_EQ(offsetof(spv_optimizer_options_t, preserve_bindings), 88);
  EXPECT_EQ(offsetof(spv_optimizer_options_t, preserve_spec_constants), 89);
}

TEST_F(LayoutTest, OptionsOfAnEarlierOptimizer) {
  spv_validator_options validator = spvValidatorOptionsCreate();
  spvValidatorOptionsSetScalarBlockLayout(validator, true);
  spv_optimizer_options options = spvOptimizerOptionsCreate();
  const auto& earlier = options->validator_options.of_earlier_optimizer;
  EXPECT_EQ(earlier.max_id_bound, 0x3fffff);
  spvOptimizerOptionsSetMaxIdBound(options, 77);
  spvOptimizerOptionsSetPreserveBindings(options, true);
  spvOptimizerOptionsSetPreserveSpecConstants(options, true);
  // The validator's options do not replace them.
  spvOptimizerOptionsSetValidatorOptions(options, validator);
  EXPECT_TRUE(options->validator_options.scalar_block_layout);
  EXPECT_EQ(earlier.max_id_bound, 77);
  EXPECT_TRUE(earlier.preserve_bindings);
  EXPECT_TRUE(earlier.preserve_spec_constants);
  EXPECT_EQ(options->max_id_bound, 77);
  EXPECT_TRUE(options->preserve_bindings);
  EXPECT_TRUE(options->preserve_spec_constants);
  spvOptimizerOptionsDestroy(options);
  spvValidatorOptionsDestroy(validator);
}

TEST_F(LayoutTest, OtherOptions) {
  spv_reducer_options reducer = spvReducerOptionsCreate();
  EXPECT_EQ(reducer->step_limit, 2500);
  spvReducerOptionsSetStepLimit(reducer, 3);
  spvReducerOptionsSetFailOnValidationError(reducer, true);
  spvReducerOptionsSetTargetFunction(reducer, 4);
  EXPECT_EQ(reducer->step_limit, 3);
  EXPECT_TRUE(reducer->fail_on_validation_error);
  EXPECT_EQ(reducer->target_function, 4);
  spvReducerOptionsDestroy(reducer);

  spv_fuzzer_options fuzzer = spvFuzzerOptionsCreate();
  EXPECT_EQ(fuzzer->shrinker_step_limit, 250);
  spvFuzzerOptionsSetRandomSeed(fuzzer, 5);
  spvFuzzerOptionsSetReplayRange(fuzzer, -6);
  spvFuzzerOptionsSetShrinkerStepLimit(fuzzer, 7);
  spvFuzzerOptionsEnableReplayValidation(fuzzer);
  spvFuzzerOptionsEnableFuzzerPassValidation(fuzzer);
  spvFuzzerOptionsEnableAllPasses(fuzzer);
  EXPECT_TRUE(fuzzer->has_random_seed);
  EXPECT_EQ(fuzzer->random_seed, 5);
  EXPECT_EQ(fuzzer->replay_range, -6);
  EXPECT_EQ(fuzzer->shrinker_step_limit, 7);
  EXPECT_TRUE(fuzzer->replay_validation);
  EXPECT_TRUE(fuzzer->fuzzer_pass_validation);
  EXPECT_TRUE(fuzzer->all_passes);
  spvFuzzerOptionsDestroy(fuzzer);
}

}  // namespace
