#include "cli/terminal.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(TerminalTest, WhetherToColor) {
  EXPECT_TRUE(UseColor(ColorMode::kAlways, -1));
  EXPECT_FALSE(UseColor(ColorMode::kNever, 0));
  EXPECT_FALSE(UseColor(ColorMode::kAuto, -1));  // not a terminal
}

}  // namespace
}  // namespace plumb
