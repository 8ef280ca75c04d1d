#include "cli/terminal.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "parse/printable_text.h"

namespace plumb {

namespace {

// The value of a variable of the environment, or empty.
absl::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

constexpr size_t kMaxMessageSize = 8000;

// Whether a log may pass over these characters, which a line begins with:
// blanks and others that are not ASCII, some of which are blanks too.
bool IsMargin(absl::string_view text) {
  return absl::c_none_of(text, [](char c) {
    return absl::ascii_isgraph(static_cast<uint8_t>(c));
  });
}

bool IsLogOfGitHub() { return Variable("GITHUB_ACTIONS") == "true"; }

}  // namespace

bool IsCapableTerminal(int fd) {
  const absl::string_view terminal = Variable("TERM");
  return isatty(fd) == 1 && !terminal.empty() && terminal != "dumb";
}

bool UseColor(ColorMode mode, int fd) {
  if (mode != ColorMode::kAuto) return mode == ColorMode::kAlways;
  const absl::string_view force = Variable("FORCE_COLOR");
  if (!force.empty()) return force != "0";
  return IsCapableTerminal(fd) && Variable("NO_COLOR").empty();
}

std::string ForLog(std::string text) {
  if (!IsLogOfGitHub()) return text;
  std::string broken;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!broken.empty() || line.data() != text.data()) broken.push_back('\n');
    const size_t mark = line.find("::");
    if (mark != line.npos && IsMargin(line.substr(0, mark))) {
      absl::StrAppend(&broken, line.substr(0, mark + 1), " ",
                      line.substr(mark + 1));
    } else {
      absl::StrAppend(&broken, line);
    }
  }
  return absl::StrReplaceAll(broken, {{"##[", "## ["}});
}

void Complain(absl::string_view program, absl::string_view message,
              absl::string_view hint) {
  std::string lines = absl::StrCat(program, ": ");
  AppendPrintable(CutText(message, kMaxMessageSize), &lines);
  lines.push_back('\n');
  if (!hint.empty()) {
    AppendPrintable(hint, &lines);
    lines.push_back('\n');
  }
  PrintToStderr(lines);
}

void NoteTerminalInput(absl::string_view program) {
  if (isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1) {
    Complain(program, "reading standard input; Control-D ends it");
  }
}

void PrintToStderr(absl::string_view text) {
  // A corpus can have a report for each of its modules.
  static const bool needs_breaking = IsLogOfGitHub();
  std::string for_log;
  if (needs_breaking) {
    for_log = ForLog(std::string(text));
    text = for_log;
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
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
