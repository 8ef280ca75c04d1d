// Tests that figures pass unchanged from one program to the other.

#include "bench/memory_figures.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "bench/report.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

TEST(MemoryFiguresTest, LinesAreReadBack) {
  const std::string text = ToLine({"corpus", "assemble", false, 123}) +
                           ToLine({"loops/16", "validate", true, 4567890});
  EXPECT_EQ(text,
            "corpus\tassemble\tplumb\t123\n"
            "loops/16\tvalidate\tpeer\t4567890\n");
  const auto figures = ParseLines(text);
  ASSERT_TRUE(figures.ok()) << figures.status();
  ASSERT_EQ(figures->size(), 2U);
  EXPECT_EQ(ToLine((*figures)[0]) + ToLine((*figures)[1]), text);
}

TEST(MemoryFiguresTest, OtherLinesFail) {
  for (const char* text : {"corpus\n", "a\tassemble\tplumb\tmany\n",
                           "a\tassemble\tsomeone\t1\n"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseLines(text).status())) << text;
  }
}

TEST(MemoryFiguresTest, EntersByNameStageAndRacer) {
  std::vector<WorkloadFigures> workloads(2);
  workloads[0].name = "a";
  workloads[1].name = "b";
  Enter({{"b", "assemble", false, 1},
         {"b", "assemble", true, 2},
         {"b", "validate", false, 3},
         {"c", "validate", true, 4}},
        absl::MakeSpan(workloads));
  EXPECT_EQ(workloads[1].assemble.plumb.peak_bytes, 1U);
  EXPECT_EQ(workloads[1].assemble.peer.peak_bytes, 2U);
  EXPECT_EQ(workloads[1].validate.plumb.peak_bytes, 3U);
  EXPECT_FALSE(workloads[1].validate.peer.peak_bytes.has_value());
  EXPECT_FALSE(workloads[0].assemble.plumb.peak_bytes.has_value());
}

}  // namespace
}  // namespace plumb::bench
