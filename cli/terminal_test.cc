#include "cli/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(TerminalTest, WhetherToColor) {
  EXPECT_TRUE(UseColor(ColorMode::kAlways, -1));
  EXPECT_FALSE(UseColor(ColorMode::kNever, 0));
  EXPECT_FALSE(UseColor(ColorMode::kAuto, -1));  // not a terminal
}

TEST(TerminalTest, TheEnvironmentSaysNo) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "there are no pseudoterminals";
  ASSERT_EQ(isatty(terminal), 1);
  unsetenv("NO_COLOR");
  setenv("TERM", "xterm", 1);
  EXPECT_TRUE(UseColor(ColorMode::kAuto, terminal));
  for (const char* no_terminal : {"dumb", ""}) {
    setenv("TERM", no_terminal, 1);
    EXPECT_FALSE(UseColor(ColorMode::kAuto, terminal)) << no_terminal;
    EXPECT_TRUE(UseColor(ColorMode::kAlways, terminal));
  }
  unsetenv("TERM");
  EXPECT_FALSE(UseColor(ColorMode::kAuto, terminal));
  setenv("TERM", "xterm", 1);
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(UseColor(ColorMode::kAuto, terminal));
  EXPECT_TRUE(UseColor(ColorMode::kAlways, terminal));
  setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(UseColor(ColorMode::kAuto, terminal));
  setenv("FORCE_COLOR", "0", 1);
  EXPECT_FALSE(UseColor(ColorMode::kAuto, terminal));
  setenv("FORCE_COLOR", "1", 1);
  setenv("NO_COLOR", "1", 1);
  EXPECT_TRUE(UseColor(ColorMode::kAuto, -1));
  EXPECT_FALSE(UseColor(ColorMode::kNever, terminal));
  setenv("FORCE_COLOR", "", 1);
  EXPECT_FALSE(UseColor(ColorMode::kAuto, terminal));
  setenv("NO_COLOR", "", 1);
  close(terminal);
}

TEST(TerminalTest, NotesThatItReadsTheTerminal) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "there are no pseudoterminals";
  ASSERT_EQ(grantpt(terminal), 0);
  ASSERT_EQ(unlockpt(terminal), 0);
  const int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  ASSERT_GE(slave, 0);
  const int input = dup(STDIN_FILENO);
  const int error = dup(STDERR_FILENO);
  dup2(slave, STDERR_FILENO);
  NoteTerminalInput("p");  // standard input is a file
  dup2(slave, STDIN_FILENO);
  NoteTerminalInput("q");
  dup2(input, STDIN_FILENO);
  dup2(error, STDERR_FILENO);
  char text[200] = {};
  ASSERT_GT(read(terminal, text, sizeof(text) - 1), 0);
  EXPECT_STREQ(text, "q: reading standard input; Control-D ends it\r\n");
  for (const int fd : {input, error, slave, terminal}) close(fd);
}

TEST(TerminalTest, TextIsTheSameElsewhere) {
  unsetenv("GITHUB_ACTIONS");
  EXPECT_EQ(ForLog("::error::a\n##[b]\n"), "::error::a\n##[b]\n");
  setenv("GITHUB_ACTIONS", "false", 1);
  EXPECT_EQ(ForLog("::error::a\n"), "::error::a\n");
}

TEST(TerminalTest, LogsOfGitHubFindNoCommands) {
  setenv("GITHUB_ACTIONS", "true", 1);
  const struct {
    const char *text, *log;
  } kCases[] = {
      {"", ""},
      {"\n", "\n"},
      {"a\n\nb\n", "a\n\nb\n"},
      {"a::b c::d", "a::b c::d"},
      {"::error::a\n", ": :error::a\n"},
      {"\n::error::a", "\n: :error::a"},
      {"x\n  \t::error::a\ny\n", "x\n  \t: :error::a\ny\n"},
      {"\xc2\xa0\xe3\x80\x80::stop-commands::a",
       "\xc2\xa0\xe3\x80\x80: :stop-commands::a"},
      {":::", ": ::"},
      {"a ##[error]b ###[c]", "a ## [error]b ### [c]"},
  };
  for (const auto& test : kCases) EXPECT_EQ(ForLog(test.text), test.log);
  unsetenv("GITHUB_ACTIONS");
}

TEST(TerminalTest, MessagesAreLines) {
  testing::internal::CaptureStderr();
  Complain("p", "cannot read 'a\nb.spv: valid\x1b[2J\xff'", "Try this.");
  Complain("p", "plain");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "p: cannot read 'a<U+000a>b.spv: valid<U+001b>[2J<ff>'\n"
            "Try this.\np: plain\n");
  testing::internal::CaptureStderr();
  Complain("p", std::string(100'000, 'x'));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            absl::StrCat("p: ", std::string(8000, 'x'), "...\n"));
}

}  // namespace
}  // namespace plumb
