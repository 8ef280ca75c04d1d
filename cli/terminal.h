// What a program prints, and whether in color.
//
// Text for people, as opposed to documents for programs, is made of printable
// parts (parse/printable_text.h) and goes out by ForLog().
//
// Tested by terminal_test.cc and testdata/cli.
#ifndef PLUMB_CLI_TERMINAL_H_
#define PLUMB_CLI_TERMINAL_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

enum class ColorMode : uint8_t { kAuto, kNever, kAlways };

// Whether this file descriptor is a terminal, and TERM says which one that is
// not dumb.
bool IsCapableTerminal(int fd);

// Whether to color what goes to this file descriptor: kAuto does if it is such
// a terminal, and NO_COLOR is not set.
bool UseColor(ColorMode mode, int fd);

// Text for people as the log of this run takes it.  A workflow of GitHub
// (GITHUB_ACTIONS is "true") executes the lines of a log that begin with "::"
// after a margin, and those with "##[" anywhere: a blank breaks these marks
// there, so that no file name and no source line is a command.
std::string ForLog(std::string text);

// Prints a message of `program` as one line on standard error, whatever the
// message has in it; one longer than 8,000 bytes, which take the longest path,
// is cut.  A hint is a line of its own.
void Complain(absl::string_view program, absl::string_view message,
              absl::string_view hint = "");

// Prints lines for people on standard error.
void PrintToStderr(absl::string_view text);

// Writes to standard output at once.  False if it cannot take all of it, which
// is said on standard error.
bool PrintToStdout(absl::string_view program, absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_CLI_TERMINAL_H_
