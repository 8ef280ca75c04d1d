// The names of validation options, as command lines and test data spell them.
//
// Tested by option_names_test.cc.
#ifndef PLUMB_CORE_OPTION_NAMES_H_
#define PLUMB_CORE_OPTION_NAMES_H_

#include <cstdint>

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

// Sets the option that `setting` spells: "max-struct-members=3" or
// "relax-block-layout".  False if there is none, or the number is none.
bool SetValidatorOption(absl::string_view setting, ValidatorOptions* options);

}  // namespace plumb

#endif  // PLUMB_CORE_OPTION_NAMES_H_
