// Which build of Plumb this is.
//
// Tested by build_id_test.cc.
#ifndef PLUMB_CLI_BUILD_ID_H_
#define PLUMB_CLI_BUILD_ID_H_

#include "absl/strings/string_view.h"

namespace plumb {

// The build id that the linker put into the running program: bytes that are
// others whenever anything in the program is.  Empty if it was linked without.
absl::string_view BuildId();

}  // namespace plumb

#endif  // PLUMB_CLI_BUILD_ID_H_
