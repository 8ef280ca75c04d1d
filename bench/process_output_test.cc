// Tests the capture of output with programs that every system has.

#include "bench/process_output.h"

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

TEST(ProcessOutputTest, ReturnsAllOutput) {
  EXPECT_EQ(*OutputOf({"/bin/echo", "one", "two"}), "one two\n");
  // More than the capacity of a pipe.
  const auto large = OutputOf({"/usr/bin/head", "-c", "1000000", "/dev/zero"});
  ASSERT_TRUE(large.ok()) << large.status();
  EXPECT_EQ(large->size(), 1'000'000U);
}

TEST(ProcessOutputTest, Failures) {
  EXPECT_TRUE(absl::IsNotFound(OutputOf({"/no/such/program"}).status()));
  EXPECT_TRUE(absl::IsAborted(OutputOf({"/bin/false"}).status()));
}

}  // namespace
}  // namespace plumb::bench
