// Options that only SPIRV-Tools' own optimizer, reducer and fuzzer read.
//
// Its optimizer reads the first structure, so the layout is that of 2026.4. The
// optimizer of earlier releases, which Debian's glslc has, reads the last
// fields from the end of the validator's options (validator_options.h).
//
// Tested by layout_test.cc.
#ifndef PLUMB_API_SPIRV_TOOLS_OTHER_OPTIONS_H_
#define PLUMB_API_SPIRV_TOOLS_OTHER_OPTIONS_H_

#include <cstdint>

#include "api/spirv_tools/validator_options.h"

struct spv_optimizer_options_t {
  bool run_validator = true;
  spv_validator_options_t validator_options;
  uint32_t max_id_bound = kDefaultMaxIdBound;
  bool preserve_bindings = false;
  bool preserve_spec_constants = false;
};

struct spv_reducer_options_t {
  uint32_t step_limit = 2500;
  bool fail_on_validation_error = false;
  uint32_t target_function = 0;
};

struct spv_fuzzer_options_t {
  bool has_random_seed = false;
  uint32_t random_seed = 0;
  int32_t replay_range = 0;
  bool replay_validation = false;
  uint32_t shrinker_step_limit = 250;
  bool fuzzer_pass_validation = false;
  bool all_passes = false;
};

#endif  // PLUMB_API_SPIRV_TOOLS_OTHER_OPTIONS_H_
