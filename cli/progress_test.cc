#include "cli/progress.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(ProgressTest, GroupsDigits) {
  EXPECT_EQ(GroupedNumber(0), "0");
  EXPECT_EQ(GroupedNumber(999), "999");
  EXPECT_EQ(GroupedNumber(1000), "1,000");
  EXPECT_EQ(GroupedNumber(1234567), "1,234,567");
}

TEST(ProgressTest, SaysRateAndTimeLeft) {
  EXPECT_EQ(ProgressText(0, 10, 0), "0 of 10 modules");
  EXPECT_EQ(ProgressText(1234, 3937, 1.5),
            "1,234 of 3,937 modules, 822/s, 4 s left");
  EXPECT_EQ(ProgressText(1, 10, 2), "1 of 10 modules, 0.5/s, 18 s left");
  EXPECT_EQ(ProgressText(10, 1000, 10),
            "10 of 1,000 modules, 1.0/s, 16 min 30 s left");
  EXPECT_EQ(ProgressText(10, 10, 1), "10 of 10 modules, 10/s, 0 s left");
}

TEST(ProgressTest, SilentWhereThereIsNoTerminal) {
  testing::internal::CaptureStderr();
  Progress progress;
  progress.Begin(2);
  progress.Add();
  progress.Add();
  progress.End();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace plumb
