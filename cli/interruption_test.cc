#include "cli/interruption.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

#include "cli/temporary_files.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(InterruptionTest, NotesTheFirstSignal) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
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
        const Interruption interruption(/*is_enabled=*/false);
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

// All signals that end a process remove its temporary files.
TEST(FatalSignalsDeathTest, RemoveTemporaryFiles) {
  for (const int signal :
       {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU}) {
    for (const bool is_noted_first : {false, true}) {
      const std::string path = testing::TempDir() + "/temporary";
      std::ofstream(path) << "x";
      EXPECT_EXIT(
          {
            HandleFatalSignals();
            const Interruption interruption(is_noted_first);
            TemporaryName name;
            name.Set(path);
            raise(signal);
            raise(signal);
          },
          testing::KilledBySignal(signal), "");
      EXPECT_NE(access(path.c_str(), F_OK), 0) << signal;
    }
  }
}

// As under nohup, and in background jobs of shells.
TEST(FatalSignalsDeathTest, WhatIsIgnoredStaysIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        std::signal(SIGINT, SIG_IGN);
        HandleFatalSignals();
        const Interruption interruption;
        raise(SIGHUP);
        raise(SIGINT);
        std::_Exit(interruption.has_come() ? 1 : 0);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace plumb
