// The commit that the programs were built from.
#ifndef PLUMB_CLI_COMMIT_H_
#define PLUMB_CLI_COMMIT_H_

#include "absl/strings/string_view.h"

namespace plumb {

// "5dd1b37f0a12", with "-changed" if the tree had changes; empty unless it was
// built with --config=release.
absl::string_view BuildCommit();

}  // namespace plumb

#endif  // PLUMB_CLI_COMMIT_H_
