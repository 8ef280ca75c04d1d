// Pictures by the program dot of Graphviz.
//
// Tested by graphviz_test.cc.
#ifndef PLUMB_CLI_GRAPHVIZ_H_
#define PLUMB_CLI_GRAPHVIZ_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cli/output_file.h"

namespace plumb {

// Runs `program`, found in PATH, with -T`format` ("svg", "png") and the drawing
// as its standard input, and returns its standard output.  Its messages go to
// standard error.  An error if it cannot be run or fails.  Not thread-safe with
// other users of child processes.
absl::StatusOr<std::string> RunGraphviz(absl::string_view dot,
                                        const std::string& format,
                                        const std::string& program = "dot");
// The same for a drawing that `make_dot` makes in parts.
absl::StatusOr<std::string> RunGraphviz(MakeParts make_dot,
                                        const std::string& format,
                                        const std::string& program = "dot");

}  // namespace plumb

#endif  // PLUMB_CLI_GRAPHVIZ_H_
