// Tests the layout of tables and figures.

#include "bench/table.h"

#include <limits>
#include <optional>
#include <string>

#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

TEST(TableTest, AlignsColumns) {
  Table table({"workload", "MB/s", "x"});
  EXPECT_TRUE(table.empty());
  table.AddRow({"corpus", "412", "12.5"});
  table.AddRow({"a longer name", "7.25"});
  EXPECT_EQ(table.ToString(),
            "| workload      | MB/s |    x |\n"
            "|---------------|-----:|-----:|\n"
            "| corpus        |  412 | 12.5 |\n"
            "| a longer name | 7.25 |      |\n");
}

TEST(FigureTest, HasThreeDigits) {
  const struct {
    std::optional<double> value;
    const char* text;
  } kCases[] = {
      {1234.5, "1234"},
      {412.3, "412"},
      {99.96, "100"},
      {9.996, "10.0"},
      {12.345, "12.3"},
      {1.0, "1.00"},
      {0.01234, "0.0123"},
      {0.0, "0"},
      {std::nullopt, "-"},
      {0.9999, "1.00"},
      {-2.5, "-2.50"},
      {std::numeric_limits<double>::infinity(), "-"},
      {std::numeric_limits<double>::quiet_NaN(), "-"},
  };
  for (const auto& c : kCases) EXPECT_EQ(Figure(c.value), c.text);
}

}  // namespace
}  // namespace plumb::bench
