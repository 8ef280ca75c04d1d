#include "cli/terminal.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace plumb {

namespace {

// The value of a variable of the environment, or empty.
absl::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool IsCapableTerminal(int fd) {
  const absl::string_view terminal = Variable("TERM");
  return isatty(fd) == 1 && !terminal.empty() && terminal != "dumb";
}

bool UseColor(ColorMode mode, int fd) {
  if (mode != ColorMode::kAuto) return mode == ColorMode::kAlways;
  return IsCapableTerminal(fd) && Variable("NO_COLOR").empty();
}

void Complain(absl::string_view program, absl::string_view message) {
  std::fputs(absl::StrCat(program, ": ", message, "\n").c_str(), stderr);
}

bool PrintToStdout(absl::string_view program, absl::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
      std::fflush(stdout) == 0) {
    return true;
  }
  Complain(program, absl::StrCat("cannot write to standard output: ",
                                 std::strerror(errno)));
  return false;
}

}  // namespace plumb
