// Tests the tables of a run against whole expected texts.

#include "bench/report.h"

#include <vector>

#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

// n: 1 MB in 4 ms against 50 ms; a quarter million words in 10 ms against 1 s.
// 4n: four times that, but the peer has no time for the validation.
std::vector<WorkloadFigures> Sample() {
  WorkloadFigures n;
  n.name = "loops/4000";
  n.axis = "loops";
  n.size = 4000;
  n.text_bytes = 1'000'000;
  n.word_count = 250'000;
  n.assemble = {1'000'000, 250'000, 1, 0, 0, {0.004, 3'000'000}, {0.05, {}}};
  n.validate = {1'000'000, 250'000, 1, 0, 0, {0.010, 2'000'000}, {1.0, {}}};
  WorkloadFigures n4 = n;
  n4.name = "loops/16000";
  n4.size = 16000;
  for (StageFigures* stage : {&n4.assemble, &n4.validate}) {
    stage->text_bytes *= 4;
    stage->word_count *= 4;
    *stage->plumb.seconds *= 4;
  }
  n4.text_bytes *= 4;
  n4.word_count *= 4;
  *n4.assemble.peer.seconds *= 8;
  n4.validate.peer.seconds.reset();
  return {n, n4};
}

TEST(ReportTest, Speed) {
  EXPECT_EQ(SpeedTable(Sample()),
            "| workload    |   MB | Mwords | assemble MB/s | peer |    x "
            "| validate Mwords/s |  peer |   x |\n"
            "|-------------|-----:|-------:|--------------:|-----:|-----:"
            "|------------------:|------:|----:|\n"
            "| loops/4000  | 1.00 |  0.250 |           250 | 20.0 | 12.5 "
            "|              25.0 | 0.250 | 100 |\n"
            "| loops/16000 | 4.00 |   1.00 |           250 | 10.0 | 25.0 "
            "|              25.0 |     - |   - |\n");
}

TEST(ReportTest, Disassembly) {
  std::vector<WorkloadFigures> workloads = Sample();
  EXPECT_EQ(DisassemblyTable(workloads), "");
  *StageOf("disassemble", &workloads[0]) = {1'000'000,   250'000,   1, 0, 0,
                                            {0.005, {}}, {0.05, {}}};
  EXPECT_EQ(DisassemblyTable(workloads),
            "| workload   | disassemble MB/s | peer |    x |\n"
            "|------------|-----------------:|-----:|-----:|\n"
            "| loops/4000 |              200 | 20.0 | 10.0 |\n");
}

TEST(ReportTest, Growth) {
  EXPECT_EQ(GrowthTable(Sample()),
            "| axis  |    n | assemble t(4n)/t(n) | peer "
            "| validate t(4n)/t(n) | peer |\n"
            "|-------|-----:|--------------------:|-----:"
            "|--------------------:|-----:|\n"
            "| loops | 4000 |                4.00 | 8.00 "
            "|                4.00 |    - |\n");
}

TEST(ReportTest, GrowthIsOfOneAxis) {
  std::vector<WorkloadFigures> workloads = Sample();
  workloads[1].axis = "blocks";
  EXPECT_EQ(GrowthTable(workloads), "");
  workloads[0].axis = workloads[1].axis = "";
  EXPECT_EQ(GrowthTable(workloads), "");
}

TEST(ReportTest, Memory) {
  EXPECT_EQ(MemoryTable({Sample()[0]}),
            "| workload   | assemble peak MB | peer | validate peak MB | peer "
            "| disassemble peak MB | peer |\n"
            "|------------|-----------------:|-----:|-----------------:|-----:"
            "|--------------------:|-----:|\n"
            "| loops/4000 |             3.00 |    - |             2.00 |    - "
            "|                   - |    - |\n");
  std::vector<WorkloadFigures> unmeasured = Sample();
  for (WorkloadFigures& w : unmeasured) w.assemble.plumb.peak_bytes.reset();
  EXPECT_EQ(MemoryTable(unmeasured), "");
}

TEST(ReportTest, Programs) {
  EXPECT_EQ(ProgramTable({}), "");
  EXPECT_EQ(ProgramTable({{"spv-as", 0.001, 0.004}}),
            "| whole process | Plumb ms | peer ms |    x |\n"
            "|---------------|---------:|--------:|-----:|\n"
            "| spv-as        |     1.00 |    4.00 | 4.00 |\n");
}

TEST(ReportTest, RejectionsOnlyWhereThereAreAny) {
  std::vector<WorkloadFigures> workloads = Sample();
  EXPECT_EQ(Rejections(workloads), "");
  workloads[0].validate.rejected_by_peer = 12;
  workloads[0].validate.rejected_by_plumb = 3;
  EXPECT_EQ(Rejections(workloads),
            "loops/4000, validate: 1 modules timed; left out: 12 that the peer "
            "rejects, 3 that Plumb alone rejects\n");
}

}  // namespace
}  // namespace plumb::bench
