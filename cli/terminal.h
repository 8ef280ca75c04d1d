// Output of a program, and whether it is colored.
//
// Text for people consists of printable parts (parse/printable_text.h) and is
// written by ForLog(); documents for programs are not changed.
//
// Tested by terminal_test.cc and testdata/cli.
#ifndef PLUMB_CLI_TERMINAL_H_
#define PLUMB_CLI_TERMINAL_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

enum class ColorMode : uint8_t { kAuto, kNever, kAlways };

// Whether this file descriptor is a terminal, and TERM names one that is not
// dumb.
bool IsCapableTerminal(int fd);

// Whether to color the output to this file descriptor: kAuto requires such a
// terminal, and NO_COLOR not to be set, unless FORCE_COLOR is set: to 0 for no
// colors, or to anything else for colors.
bool UseColor(ColorMode mode, int fd);

// Text for people, adapted to the log of this run.  A GitHub workflow
// (GITHUB_ACTIONS is "true") executes the lines of a log that begin with "::"
// after a margin, and those with "##[" anywhere: a space breaks these marks, so
// that no file name and no source line is executed.
std::string ForLog(std::string text);

// Prints a message of `program` as one line on standard error, whatever it
// contains; cut after 8,000 bytes, which fit the longest path.  A hint is a
// line of its own.
void Complain(absl::string_view program, absl::string_view message,
              absl::string_view hint = "");

// Prints that `program` waits for standard input, if that is a terminal.
void NoteTerminalInput(absl::string_view program);

// Prints lines for people on standard error.
void PrintToStderr(absl::string_view text);

// Writes to standard output at once.  On failure prints an error and returns
// false.
bool PrintToStdout(absl::string_view program, absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_CLI_TERMINAL_H_
