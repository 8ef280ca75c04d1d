// What a program prints, and whether in color.
//
// Tested by terminal_test.cc and testdata/cli.
#ifndef PLUMB_CLI_TERMINAL_H_
#define PLUMB_CLI_TERMINAL_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace plumb {

enum class ColorMode : uint8_t { kAuto, kNever, kAlways };

// Whether this file descriptor is a terminal, and TERM says which one that is
// not dumb.
bool IsCapableTerminal(int fd);

// Whether to color what goes to this file descriptor: kAuto does if it is such
// a terminal, and NO_COLOR is not set.
bool UseColor(ColorMode mode, int fd);

// Says on standard error what `program` has to say, as a line.
void Complain(absl::string_view program, absl::string_view message);

// Writes to standard output at once.  False if it cannot take all of it, which
// is said on standard error.
bool PrintToStdout(absl::string_view program, absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_CLI_TERMINAL_H_
