// Options of the validator: the target environment, the universal limits
// (section 2.17) and the relaxations.
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

// The size and alignment of a descriptor in a heap, in bytes
// (SPV_EXT_descriptor_heap); 0 if unknown.
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

  // Values of specialization constants to validate with.
  Specialization specialization;

  // OpConstantSizeOfEXT is the size of these.  No rule reads the alignments.
  DescriptorLayout buffer_descriptor;  // acceleration structures, too
  DescriptorLayout image_descriptor;
  DescriptorLayout sampler_descriptor;
  DescriptorLayout tensor_descriptor;

  // Worker threads for the functions of a module; at least 1.
  int jobs = 1;

  // The target device (core/device/device.h), or null.  Rules about features
  // and limits apply only with a device, in Vulkan environments.  It must
  // outlive every validation that uses it.
  const Device* device = nullptr;
};

}  // namespace plumb

#endif  // PLUMB_CORE_OPTIONS_H_
