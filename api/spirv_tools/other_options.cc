// See other_options.h.
#include "api/spirv_tools/other_options.h"

#include <new>

spv_optimizer_options spvOptimizerOptionsCreate(void) {
  return new (std::nothrow) spv_optimizer_options_t;
}

void spvOptimizerOptionsDestroy(spv_optimizer_options options) {
  delete options;
}

void spvOptimizerOptionsSetRunValidator(spv_optimizer_options options,
                                        bool val) {
  if (options != nullptr) options->run_validator = val;
}

void spvOptimizerOptionsSetValidatorOptions(spv_optimizer_options options,
                                            spv_validator_options val) {
  if (options == nullptr || val == nullptr) return;
  const auto kept = options->validator_options.of_earlier_optimizer;
  options->validator_options = *val;
  options->validator_options.of_earlier_optimizer = kept;
}

void spvOptimizerOptionsSetMaxIdBound(spv_optimizer_options options,
                                      uint32_t val) {
  if (options == nullptr) return;
  options->max_id_bound = val;
  options->validator_options.of_earlier_optimizer.max_id_bound = val;
}

void spvOptimizerOptionsSetPreserveBindings(spv_optimizer_options options,
                                            bool val) {
  if (options == nullptr) return;
  options->preserve_bindings = val;
  options->validator_options.of_earlier_optimizer.preserve_bindings = val;
}

void spvOptimizerOptionsSetPreserveSpecConstants(spv_optimizer_options options,
                                                 bool val) {
  if (options == nullptr) return;
  options->preserve_spec_constants = val;
  options->validator_options.of_earlier_optimizer.preserve_spec_constants = val;
}

spv_reducer_options spvReducerOptionsCreate(void) {
  return new (std::nothrow) spv_reducer_options_t;
}

void spvReducerOptionsDestroy(spv_reducer_options options) { delete options; }

void spvReducerOptionsSetStepLimit(spv_reducer_options options,
                                   uint32_t step_limit) {
  if (options != nullptr) options->step_limit = step_limit;
}

void spvReducerOptionsSetFailOnValidationError(spv_reducer_options options,
                                               bool fail_on_validation_error) {
  if (options == nullptr) return;
  options->fail_on_validation_error = fail_on_validation_error;
}

void spvReducerOptionsSetTargetFunction(spv_reducer_options options,
                                        uint32_t target_function) {
  if (options != nullptr) options->target_function = target_function;
}

spv_fuzzer_options spvFuzzerOptionsCreate(void) {
  return new (std::nothrow) spv_fuzzer_options_t;
}

void spvFuzzerOptionsDestroy(spv_fuzzer_options options) { delete options; }

void spvFuzzerOptionsEnableReplayValidation(spv_fuzzer_options options) {
  if (options != nullptr) options->replay_validation = true;
}

void spvFuzzerOptionsSetRandomSeed(spv_fuzzer_options options, uint32_t seed) {
  if (options == nullptr) return;
  options->has_random_seed = true;
  options->random_seed = seed;
}

void spvFuzzerOptionsSetReplayRange(spv_fuzzer_options options,
                                    int32_t replay_range) {
  if (options != nullptr) options->replay_range = replay_range;
}

void spvFuzzerOptionsSetShrinkerStepLimit(spv_fuzzer_options options,
                                          uint32_t shrinker_step_limit) {
  if (options != nullptr) options->shrinker_step_limit = shrinker_step_limit;
}

void spvFuzzerOptionsEnableFuzzerPassValidation(spv_fuzzer_options options) {
  if (options != nullptr) options->fuzzer_pass_validation = true;
}

void spvFuzzerOptionsEnableAllPasses(spv_fuzzer_options options) {
  if (options != nullptr) options->all_passes = true;
}
