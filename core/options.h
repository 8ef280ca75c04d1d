// What a user can choose about validation: the environment, the universal
// limits (section 2.17) and the relaxations.
#ifndef PLUMB_CORE_OPTIONS_H_
#define PLUMB_CORE_OPTIONS_H_

#include <cstdint>

#include "core/specialization.h"
#include "core/target_env.h"

namespace plumb {

class Device;

// The universal limits and their defaults.
struct Limits {
  uint32_t max_struct_members = 16383;
  uint32_t max_struct_depth = 255;
  uint32_t max_local_variables = 524287;
  uint32_t max_global_variables = 65535;
  uint32_t max_switch_branches = 16383;
  uint32_t max_function_args = 255;
  uint32_t max_control_flow_nesting_depth = 1023;
  uint32_t max_access_chain_indexes = 255;
  uint32_t max_id_bound = 0x3fffff;
};

// What a descriptor in a heap takes, in bytes, on the device that a module is
// for (SPV_EXT_descriptor_heap); 0: not known.
struct DescriptorLayout {
  uint32_t size = 0;
  uint32_t alignment = 0;  // a power of two
  bool operator==(const DescriptorLayout&) const = default;
};

struct ValidatorOptions {
  TargetEnv env = kDefaultTargetEnv;
  Limits limits;

  // Relaxations, by the names of the command-line options.
  bool relax_logical_pointer = false;
  bool relax_block_layout = false;
  bool uniform_buffer_standard_layout = false;
  bool scalar_block_layout = false;
  bool workgroup_scalar_block_layout = false;
  bool skip_block_layout = false;
  bool relax_struct_store = false;
  bool allow_localsizeid = false;
  bool allow_offset_texture_operand = false;
  bool allow_vulkan_32_bit_bitwise = false;
  bool before_hlsl_legalization = false;

  // Values of specialization constants: the module is judged with them.
  Specialization specialization;

  // OpConstantSizeOfEXT is the size of these.  No rule reads the alignments.
  DescriptorLayout buffer_descriptor;  // acceleration structures, too
  DescriptorLayout image_descriptor;
  DescriptorLayout sampler_descriptor;
  DescriptorLayout tensor_descriptor;

  // Worker threads for the functions of a module; at least 1.
  int jobs = 1;

  // What the device has that the module is for (core/device.h): the rules about
  // features and limits apply in environments of Vulkan if there is one.  It
  // must outlive every validation with it.
  const Device* device = nullptr;
};

}  // namespace plumb

#endif  // PLUMB_CORE_OPTIONS_H_
