#include "cli/terminal.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace plumb {

bool UseColor(ColorMode mode, int fd) {
  if (mode != ColorMode::kAuto) return mode == ColorMode::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fd) == 1 && (no_color == nullptr || no_color[0] == '\0');
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
