#include "core/option_names.h"

#include <bit>

#include "absl/strings/numbers.h"

namespace plumb {
namespace {

constexpr LimitName kLimits[] = {
    {"max-struct-members", &Limits::max_struct_members,
     "members of a structure"},
    {"max-struct-depth", &Limits::max_struct_depth,
     "nesting depth of structures"},
    {"max-local-variables", &Limits::max_local_variables,
     "variables of storage class Function"},
    {"max-global-variables", &Limits::max_global_variables,
     "variables of other storage classes"},
    {"max-switch-branches", &Limits::max_switch_branches,
     "(literal, label) pairs of an OpSwitch"},
    {"max-function-args", &Limits::max_function_args,
     "parameters of a function"},
    {"max-control-flow-nesting-depth", &Limits::max_control_flow_nesting_depth,
     "nesting depth of constructs"},
    {"max-access-chain-indexes", &Limits::max_access_chain_indexes,
     "indexes of an access chain or composite instruction"},
    {"max-id-bound", &Limits::max_id_bound, "the bound of ids in the header"},
};

using Options = ValidatorOptions;
constexpr RelaxationName kRelaxations[] = {
    {"relax-logical-pointer", &Options::relax_logical_pointer,
     "allow pointers to be allocated, stored and returned in logical "
     "addressing"},
    {"relax-block-layout", &Options::relax_block_layout,
     "apply VK_KHR_relaxed_block_layout to Offset, ArrayStride and "
     "MatrixStride"},
    {"uniform-buffer-standard-layout", &Options::uniform_buffer_standard_layout,
     "apply VK_KHR_uniform_buffer_standard_layout to uniform buffers"},
    {"scalar-block-layout", &Options::scalar_block_layout,
     "apply VK_EXT_scalar_block_layout to blocks"},
    {"workgroup-scalar-block-layout", &Options::workgroup_scalar_block_layout,
     "apply scalar layout to blocks in workgroup memory"},
    {"skip-block-layout", &Options::skip_block_layout,
     "do not check the layout of blocks"},
    {"relax-struct-store", &Options::relax_struct_store,
     "allow a structure to be stored as one of another type with the same "
     "members"},
    {"allow-localsizeid", &Options::allow_localsizeid,
     "allow LocalSizeId where the environment alone does not"},
    {"allow-offset-texture-operand", &Options::allow_offset_texture_operand,
     "allow the Offset image operand where the environment alone does not"},
    {"allow-vulkan-32-bit-bitwise", &Options::allow_vulkan_32_bit_bitwise,
     "allow bit instructions on widths other than 32 bits in Vulkan"},
    {"before-hlsl-legalization", &Options::before_hlsl_legalization,
     "allow what HLSL front ends emit before legalization"},
};

constexpr DescriptorLayoutName kDescriptorLayouts[] = {
    {"buffer-descriptor-layout", &Options::buffer_descriptor,
     "a buffer or acceleration structure"},
    {"image-descriptor-layout", &Options::image_descriptor, "an image"},
    {"sampler-descriptor-layout", &Options::sampler_descriptor, "a sampler"},
    {"tensor-descriptor-layout", &Options::tensor_descriptor, "a tensor"},
};

}  // namespace

absl::Span<const LimitName> LimitNames() { return kLimits; }

absl::Span<const RelaxationName> RelaxationNames() { return kRelaxations; }

absl::Span<const DescriptorLayoutName> DescriptorLayoutNames() {
  return kDescriptorLayouts;
}

std::optional<DescriptorLayout> ParseDescriptorLayout(absl::string_view text) {
  DescriptorLayout layout;
  const size_t colon = text.find(':');
  if (colon == absl::string_view::npos ||
      !absl::SimpleAtoi(text.substr(0, colon), &layout.size) ||
      !absl::SimpleAtoi(text.substr(colon + 1), &layout.alignment) ||
      layout.size == 0 || !std::has_single_bit(layout.alignment)) {
    return std::nullopt;
  }
  return layout;
}

bool SetValidatorOption(absl::string_view setting, ValidatorOptions* options) {
  const size_t equals = setting.find('=');
  if (equals == absl::string_view::npos) {
    for (const RelaxationName& row : kRelaxations) {
      if (row.name != setting) continue;
      options->*row.flag = true;
      return true;
    }
    return false;
  }
  const absl::string_view name = setting.substr(0, equals);
  const absl::string_view value = setting.substr(equals + 1);
  for (const LimitName& row : kLimits) {
    if (row.name == name) {
      return absl::SimpleAtoi(value, &(options->limits.*row.limit));
    }
  }
  for (const DescriptorLayoutName& row : kDescriptorLayouts) {
    if (row.name != name) continue;
    const auto layout = ParseDescriptorLayout(value);
    if (layout.has_value()) options->*row.layout = *layout;
    return layout.has_value();
  }
  return false;
}

}  // namespace plumb
