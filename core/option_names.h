// The names of validation options, as command lines and test data spell them.
//
// Tested by option_names_test.cc.
#ifndef PLUMB_CORE_OPTION_NAMES_H_
#define PLUMB_CORE_OPTION_NAMES_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/options.h"

namespace plumb {

// A universal limit: --<name> N.
struct LimitName {
  absl::string_view name;
  uint32_t Limits::*limit;
  absl::string_view help;
};
absl::Span<const LimitName> LimitNames();

// A relaxation: --<name>.
struct RelaxationName {
  absl::string_view name;
  bool ValidatorOptions::*flag;
  absl::string_view help;
};
absl::Span<const RelaxationName> RelaxationNames();

// The layout of a kind of descriptors: --<name> SIZE:ALIGN.
struct DescriptorLayoutName {
  absl::string_view name;
  DescriptorLayout ValidatorOptions::*layout;
  absl::string_view help;
};
absl::Span<const DescriptorLayoutName> DescriptorLayoutNames();

// Reads "SIZE:ALIGN": two numbers from 1, the second a power of two.
std::optional<DescriptorLayout> ParseDescriptorLayout(absl::string_view text);

// Sets an option from its textual form: "max-struct-members=3",
// "relax-block-layout" or "buffer-descriptor-layout=64:32".  Returns false if
// the option or its value is unknown.
bool SetValidatorOption(absl::string_view setting, ValidatorOptions* options);

}  // namespace plumb

#endif  // PLUMB_CORE_OPTION_NAMES_H_
