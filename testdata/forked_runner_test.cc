#include "testdata/forked_runner.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using State = JobResult::State;

[[noreturn]] void Hang() {
  while (true) pause();
}

TEST(ForkedRunnerTest, ReturnsOutputsInOrder) {
  ForkOptions options;
  options.batch = 7;
  const std::vector<JobResult> results = RunForked(
      100, options, [](size_t i) { return absl::StrCat("output ", i); });
  ASSERT_EQ(results.size(), 100);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].state, State::kDone);
    EXPECT_EQ(results[i].output, absl::StrCat("output ", i));
  }
}

TEST(ForkedRunnerTest, RunsNothing) {
  EXPECT_TRUE(RunForked(0, {}, [](size_t) { return std::string(); }).empty());
}

TEST(ForkedRunnerTest, AcceptsEmptyAndLargeOutputs) {
  const std::vector<JobResult> results =
      RunForked(3, {}, [](size_t i) { return std::string(i * 1000000, 'x'); });
  EXPECT_EQ(results[0].output.size(), 0);
  EXPECT_EQ(results[1].output.size(), 1000000);
  EXPECT_EQ(results[2].output.size(), 2000000);
}

TEST(ForkedRunnerTest, ReportsTheJobThatCrashes) {
  ForkOptions options;
  options.batch = 10;
  const std::vector<JobResult> results = RunForked(10, options, [](size_t i) {
    if (i == 3) raise(SIGKILL);
    if (i == 4) _exit(7);
    if (i == 9) raise(SIGKILL);
    return absl::StrCat(i);
  });
  for (size_t i = 0; i < results.size(); ++i) {
    const bool crashes = i == 3 || i == 4 || i == 9;
    EXPECT_EQ(results[i].state, crashes ? State::kCrashed : State::kDone) << i;
    if (!crashes) {
      EXPECT_EQ(results[i].output, absl::StrCat(i));
    }
  }
  EXPECT_TRUE(absl::StartsWith(results[3].output, "killed by signal 9"));
  EXPECT_EQ(results[4].output, "left with status 7");
}

// However slow the machine is, an endless job is late.
TEST(ForkedRunnerTest, StopsAJobThatHangs) {
  ForkOptions options;
  options.time_limit_ms = 50;
  const std::vector<JobResult> results =
      RunForked(1, options, [](size_t) -> std::string { Hang(); });
  ASSERT_EQ(results.size(), 1);
  EXPECT_EQ(results[0].state, State::kHung);
  EXPECT_EQ(results[0].output, "no result within 50 ms");
}

TEST(ForkedRunnerTest, ReportsTheJobThatHangs) {
  ForkOptions options;
  options.time_limit_ms = 3000;  // ample for a job that does nothing
  const std::vector<JobResult> results = RunForked(6, options, [](size_t i) {
    if (i == 2) Hang();
    return absl::StrCat(i);
  });
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].state, i == 2 ? State::kHung : State::kDone) << i;
  }
  EXPECT_EQ(results[5].output, "5");
}

}  // namespace
}  // namespace plumb
