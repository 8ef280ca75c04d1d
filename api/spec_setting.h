// Values for specialization constants, as a user writes them: ID=VALUE.
//
// ID is the number of a SpecId decoration, or the name of a constant: the one
// it has in the text or by OpName, with or without a percent sign, or %N, the
// number of its id.  VALUE is a literal as in assembly text, of the constant's
// type; true or false for a Boolean.
//
// Tested by spec_setting_test.cc and testdata/cli/val_spec.case.
#ifndef PLUMB_API_SPEC_SETTING_H_
#define PLUMB_API_SPEC_SETTING_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/module.h"
#include "core/specialization.h"

namespace plumb {

struct SpecSetting {
  std::string constant;
  std::string value;
};

// Splits "ID=VALUE" at its last equals sign.  An error if a part is missing.
absl::StatusOr<SpecSetting> ParseSpecSetting(absl::string_view text);

// Resolves settings to the constants of a module.  An error if a setting names
// no scalar specialization constant or several, if two settings name the same
// one, or if the type of the constant lacks the value.
absl::StatusOr<Specialization> ResolveSpecSettings(
    const Module& module, absl::Span<const SpecSetting> settings);

}  // namespace plumb

#endif  // PLUMB_API_SPEC_SETTING_H_
