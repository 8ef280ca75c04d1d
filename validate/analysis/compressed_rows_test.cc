#include "validate/analysis/compressed_rows.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CompressedRowsTest, KeepsTheOrderWithinARow) {
  CompressedRows<int> rows;
  const std::vector<int> items = {31, 10, 32, 11, 33};
  rows.Build(5, items, [](int item) { return item / 10; });
  EXPECT_EQ(rows.row_count(), 5u);
  EXPECT_THAT(rows[0], IsEmpty());
  EXPECT_THAT(rows[1], ElementsAre(10, 11));
  EXPECT_THAT(rows[2], IsEmpty());
  EXPECT_THAT(rows[3], ElementsAre(31, 32, 33));
  EXPECT_THAT(rows[4], IsEmpty());
  EXPECT_THAT(rows.items(), ElementsAre(10, 11, 31, 32, 33));
  EXPECT_EQ(rows.begin_of(3), 2u);
  EXPECT_EQ(rows.end_of(3), 5u);
}

TEST(CompressedRowsTest, CanBeRebuilt) {
  CompressedRows<int> rows;
  rows.Build(2, std::vector<int>{1, 0, 1}, [](int item) { return item; });
  rows.Build(3, std::vector<int>{2}, [](int item) { return item; });
  EXPECT_THAT(rows[0], IsEmpty());
  EXPECT_THAT(rows[1], IsEmpty());
  EXPECT_THAT(rows[2], ElementsAre(2));
  rows.Clear();
  EXPECT_EQ(rows.row_count(), 0u);
}

}  // namespace
}  // namespace plumb
