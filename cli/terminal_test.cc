#include "cli/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

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
  close(terminal);
}

}  // namespace
}  // namespace plumb
