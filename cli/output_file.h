// Output files that appear whole or not at all.
//
// Tested by output_file_test.cc.
#ifndef PLUMB_CLI_OUTPUT_FILE_H_
#define PLUMB_CLI_OUTPUT_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace plumb {

// Whether this is a name of standard output.
bool IsStandardOutput(absl::string_view path);

// An error if `output` and `input` name the same regular file, which would be
// replaced.  Hard links of other names are other files.
absl::Status CheckNotInput(const std::string& output, const std::string& input);

// Writes `bytes` to the file at `path`, or to standard output if that is "-".
// A regular file is made under a temporary name beside it and then renamed, so
// that nobody ever sees half of it, and nothing is left behind on failure.  A
// file that is there keeps its permissions; a new one gets 0666 less the umask.
// What is no regular file (a device, a pipe) is written to in place; a symbolic
// link is followed.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes);

}  // namespace plumb

#endif  // PLUMB_CLI_OUTPUT_FILE_H_
