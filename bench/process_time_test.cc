// Tests the timing of processes with programs that every system has.

#include "bench/process_time.h"

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

TEST(ProcessTimeTest, TellsLongFromShort) {
  const std::vector<Command> commands = {{"/bin/true"}, {"/bin/sleep", "0.05"}};
  const auto times = MeasureProcesses(commands, 3);
  ASSERT_TRUE(times.ok()) << times.status();
  ASSERT_EQ(times->size(), 2U);
  EXPECT_GT((*times)[0].min_seconds, 0);
  EXPECT_LE((*times)[0].min_seconds, (*times)[0].median_seconds);
  EXPECT_GE((*times)[1].min_seconds, 0.05);
  EXPECT_LT((*times)[0].min_seconds, (*times)[1].min_seconds);
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
