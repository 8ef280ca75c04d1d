// Programs that are called by the names of SPIRV-Tools, through the links that
// tools/install --compat-names makes: spirv-as, spirv-cfg, spirv-dis,
// spirv-val.
//
// A program called so has the defaults and exit statuses of the one that it
// stands in for; docs/user/migrating.md lists them.
//
// Tested by compat_name_test.cc and testdata/cli/compat_*.case.
#ifndef PLUMB_CLI_COMPAT_NAME_H_
#define PLUMB_CLI_COMPAT_NAME_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace plumb {

// Whether the program, "spv-as", is called by the other name, "spirv-as".
bool IsCompatName(absl::string_view program, absl::string_view called);

// The name for messages: "spirv-as" if it is called so, otherwise `program`.
std::string NameInMessages(absl::string_view program, absl::string_view called);

// The exit status for one of exit_status.h, by the name that the program is
// called.
int StatusOfName(absl::string_view program, absl::string_view called,
                 int status);

// An error if a program of SPIRV-Tools would refuse this number of inputs.
absl::Status CheckCompatInputs(absl::string_view name, size_t inputs,
                               bool is_batch);

}  // namespace plumb

#endif  // PLUMB_CLI_COMPAT_NAME_H_
