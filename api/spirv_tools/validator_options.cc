// See validator_options.h.
#include "api/spirv_tools/validator_options.h"

#include <bit>
#include <cstddef>
#include <iterator>
#include <new>

namespace plumb::spirv_tools {
namespace {

// By number.
constexpr uint32_t Limits::*kLimits[] = {
    &Limits::max_struct_members,
    &Limits::max_struct_depth,
    &Limits::max_local_variables,
    &Limits::max_global_variables,
    &Limits::max_switch_branches,
    &Limits::max_function_args,
    &Limits::max_control_flow_nesting_depth,
    &Limits::max_access_chain_indexes,
    &Limits::max_id_bound,
};
static_assert(std::size(kLimits) == spv_validator_limit_max_id_bound + 1);
static_assert(sizeof(spv_validator_options_t::limits) ==
              sizeof(uint32_t) * std::size(kLimits));

enum DescriptorKind { kBuffer, kImage, kSampler, kTensor };

DescriptorLayout LayoutOf(const spv_validator_options_t& options,
                          DescriptorKind kind) {
  return {options.descriptor_sizes[kind],
          uint32_t{1} << options.descriptor_alignments[kind]};
}

// An alignment that is not a power of two is rounded down to one.
void SetLayout(DescriptorKind kind, uint32_t size, uint32_t alignment,
               spv_validator_options options) {
  if (options == nullptr) return;
  options->descriptor_sizes[kind] = size;
  options->descriptor_alignments[kind] =
      static_cast<uint8_t>(alignment == 0 ? 0 : std::bit_width(alignment) - 1);
}

}  // namespace

ValidatorOptions ConvertOptions(spv_const_validator_options options) {
  ValidatorOptions result;
  if (options == nullptr) return result;
  for (size_t i = 0; i < std::size(kLimits); ++i) {
    result.limits.*kLimits[i] = options->limits[i];
  }
  result.relax_struct_store = options->relax_struct_store;
  result.relax_logical_pointer = options->relax_logical_pointer;
  result.relax_block_layout = options->relax_block_layout;
  result.uniform_buffer_standard_layout =
      options->uniform_buffer_standard_layout;
  result.scalar_block_layout = options->scalar_block_layout;
  result.workgroup_scalar_block_layout = options->workgroup_scalar_block_layout;
  result.skip_block_layout = options->skip_block_layout;
  result.allow_localsizeid = options->allow_localsizeid;
  result.allow_offset_texture_operand = options->allow_offset_texture_operand;
  result.allow_vulkan_32_bit_bitwise = options->allow_vulkan_32_bit_bitwise;
  result.before_hlsl_legalization = options->before_hlsl_legalization;
  result.buffer_descriptor = LayoutOf(*options, kBuffer);
  result.image_descriptor = LayoutOf(*options, kImage);
  result.sampler_descriptor = LayoutOf(*options, kSampler);
  result.tensor_descriptor = LayoutOf(*options, kTensor);
  return result;
}

}  // namespace plumb::spirv_tools

spv_validator_options spvValidatorOptionsCreate(void) {
  return new (std::nothrow) spv_validator_options_t;
}

void spvValidatorOptionsDestroy(spv_validator_options options) {
  delete options;
}

void spvValidatorOptionsSetUniversalLimit(spv_validator_options options,
                                          spv_validator_limit limit_type,
                                          uint32_t limit) {
  const auto number = static_cast<uint32_t>(limit_type);
  if (options == nullptr || number >= std::size(options->limits)) return;
  options->limits[number] = limit;
}

// A function that sets one field.
#define PLUMB_SET_BOOL(Name, field)                                            \
  void spvValidatorOptionsSet##Name(spv_validator_options options, bool val) { \
    if (options != nullptr) options->field = val;                              \
  }
#define PLUMB_SET_LAYOUT(Kind)                                            \
  void spvValidatorOptionsSet##Kind##DescriptorLayout(                    \
      spv_validator_options options, uint32_t size, uint32_t alignment) { \
    plumb::spirv_tools::SetLayout(plumb::spirv_tools::k##Kind, size,      \
                                  alignment, options);                    \
  }

PLUMB_SET_BOOL(RelaxStoreStruct, relax_struct_store)
PLUMB_SET_BOOL(RelaxLogicalPointer, relax_logical_pointer)
PLUMB_SET_BOOL(RelaxBlockLayout, relax_block_layout)
PLUMB_SET_BOOL(UniformBufferStandardLayout, uniform_buffer_standard_layout)
PLUMB_SET_BOOL(ScalarBlockLayout, scalar_block_layout)
PLUMB_SET_BOOL(WorkgroupScalarBlockLayout, workgroup_scalar_block_layout)
PLUMB_SET_BOOL(SkipBlockLayout, skip_block_layout)
PLUMB_SET_BOOL(AllowLocalSizeId, allow_localsizeid)
PLUMB_SET_BOOL(AllowOffsetTextureOperand, allow_offset_texture_operand)
PLUMB_SET_BOOL(AllowVulkan32BitBitwise, allow_vulkan_32_bit_bitwise)
PLUMB_SET_BOOL(FriendlyNames, friendly_names)
PLUMB_SET_LAYOUT(Buffer)
PLUMB_SET_LAYOUT(Image)
PLUMB_SET_LAYOUT(Sampler)
PLUMB_SET_LAYOUT(Tensor)

#undef PLUMB_SET_BOOL
#undef PLUMB_SET_LAYOUT

// Code before legalization has pointers as variables and results, too.
void spvValidatorOptionsSetBeforeHlslLegalization(spv_validator_options options,
                                                  bool val) {
  if (options == nullptr) return;
  options->before_hlsl_legalization = val;
  options->relax_logical_pointer = val;
}
