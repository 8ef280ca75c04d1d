// The validator's options.
//
// SPIRV-Tools' optimizer copies them, and its own options contain them, so size
// and offsets are those of 2026.4, except that nothing but this library reads
// the last 32 bytes: the layouts of descriptors.  In earlier
// releases the structure ended before them, and the optimizer's options
// continued there.  These fields are in both places, so that the optimizers of
// both work (other_options.h).
//
// Tested by layout_test.cc and validation_test.cc.
#ifndef PLUMB_API_SPIRV_TOOLS_VALIDATOR_OPTIONS_H_
#define PLUMB_API_SPIRV_TOOLS_VALIDATOR_OPTIONS_H_

#include <cstdint>

#include "api/spirv_tools/include/spirv-tools/libspirv.h"
#include "core/options.h"

struct spv_validator_options_t {
  uint32_t limits[9] = {16383, 255,  524287, 65535,   16383,
                        255,   1023, 255,    0x3fffff};  // by number
  bool relax_struct_store = false;
  bool relax_logical_pointer = false;
  bool relax_block_layout = false;
  bool uniform_buffer_standard_layout = false;
  bool scalar_block_layout = false;
  bool workgroup_scalar_block_layout = false;
  bool skip_block_layout = false;
  bool allow_localsizeid = false;
  bool allow_offset_texture_operand = false;
  bool allow_vulkan_32_bit_bitwise = false;
  bool before_hlsl_legalization = false;
  bool friendly_names = true;
  struct {
    uint32_t max_id_bound = kDefaultMaxIdBound;
    bool preserve_bindings = false;
    bool preserve_spec_constants = false;
  } of_earlier_optimizer;
  // By number of a kind of descriptors (DescriptorKind).
  uint32_t descriptor_sizes[4] = {};
  uint8_t descriptor_alignments[4] = {};  // logarithms
  uint32_t unused = 0;
};

namespace plumb::spirv_tools {

// The same options as those of Plumb's validator; the defaults for null.
ValidatorOptions ConvertOptions(spv_const_validator_options options);

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_VALIDATOR_OPTIONS_H_
