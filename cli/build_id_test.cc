#include "cli/build_id.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

// Linkers make ids of 8 (a short hash) to 32 bytes.
TEST(BuildIdTest, ThereIsOne) {
  EXPECT_GE(BuildId().size(), 8);
  EXPECT_LE(BuildId().size(), 32);
  EXPECT_EQ(BuildId().data(), BuildId().data());
}

}  // namespace
}  // namespace plumb
