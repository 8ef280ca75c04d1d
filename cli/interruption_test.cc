#include "cli/interruption.h"

#include <csignal>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(InterruptionTest, NotesTheFirstSignal) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Interruption interruption;
    EXPECT_FALSE(interruption.has_come());
    raise(signal);
    EXPECT_TRUE(interruption.has_come());
  }
  const Interruption again;
  EXPECT_FALSE(again.has_come());
}

TEST(InterruptionDeathTest, TheSecondSignalEnds) {
  EXPECT_EXIT(
      {
        const Interruption interruption;
        raise(SIGINT);
        raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptionDeathTest, LeavesSignalsAlone) {
  EXPECT_EXIT(
      {
        const Interruption interruption(/*is_wanted=*/false);
        raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(
      {
        { const Interruption interruption; }
        raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace plumb
