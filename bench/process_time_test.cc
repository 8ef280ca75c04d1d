// Tests the timing of processes with programs that every system has.

#include "bench/process_time.h"

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

// The minimum time of a process is known, the maximum is not.
TEST(ProcessTimeTest, MeasuresEachCommand) {
  const std::vector<Command> commands = {
      {"/bin/true"}, {"/bin/sleep", "0.05"}, {"/bin/sleep", "0.1"}};
  const auto times = MeasureProcesses(commands, 3);
  ASSERT_TRUE(times.ok()) << times.status();
  ASSERT_EQ(times->size(), 3U);
  EXPECT_GT((*times)[0].min_seconds, 0);
  EXPECT_GE((*times)[1].min_seconds, 0.05);
  EXPECT_GE((*times)[2].min_seconds, 0.1);
  for (const ProcessTime& time : *times) {
    EXPECT_LE(time.min_seconds, time.median_seconds);
  }
}

TEST(ProcessTimeTest, Failures) {
  const std::vector<Command> missing = {{"/no/such/program"}};
  const std::vector<Command> failing = {{"/bin/false"}};
  EXPECT_TRUE(absl::IsNotFound(MeasureProcesses(missing, 1).status()));
  EXPECT_TRUE(absl::IsAborted(MeasureProcesses(failing, 1).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(MeasureProcesses(failing, 0).status()));
}

}  // namespace
}  // namespace plumb::bench
