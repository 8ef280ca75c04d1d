// Tests which racers are timed on which modules.

#include "bench/qualify.h"

#include <string>

#include "bench/generate.h"
#include "bench/racer.h"
#include "bench/workload.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

constexpr double kNoLimit = 1e9;

TEST(PredictTest, GrowsAsBeforeAndAtLeastLinearly) {
  EXPECT_DOUBLE_EQ(PredictSeconds(1, 16), 256);  // quadratic
  EXPECT_DOUBLE_EQ(PredictSeconds(1, 4), 16);
  EXPECT_DOUBLE_EQ(PredictSeconds(1, 2), 8);
  EXPECT_DOUBLE_EQ(PredictSeconds(0, 2), 8);
}

class QualifyTest : public testing::Test {
 protected:
  QualifyTest() {
    const Axis* axis = FindAxis("nesting");
    EXPECT_TRUE(set_.AddAxisAt(*axis, 16).ok());
    good_ = *set_.workloads()[0].modules[0];
    rejected_ = good_;
    rejected_.words.back() = 0;  // a word count of zero
    rejected_.text += "OpNonsense\n";
  }

  WorkloadSet set_;
  TimedModule good_;
  TimedModule rejected_;
};

TEST_F(QualifyTest, SkipsModulesThatThePeerRejects) {
  Workload workload;
  workload.name = "mixed";
  workload.modules = {&good_, &rejected_};
  Qualifier qualifier(kNoLimit);
  for (const Stage stage : kStages) {
    const Field field = qualifier.Qualify(workload, stage);
    ASSERT_EQ(field.modules.size(), 1U);
    EXPECT_EQ(field.modules[0], &good_);
    EXPECT_EQ(field.text_bytes, good_.text.size());
    EXPECT_EQ(field.word_count, good_.words.size());
    EXPECT_EQ(field.rejected_by_peer, 1);
    EXPECT_EQ(field.rejected_by_plumb, 0);
    EXPECT_TRUE(field.has_peer);
  }
}

TEST_F(QualifyTest, PeerIsSkippedWithoutTime) {
  Qualifier qualifier(0);
  for (const Stage stage : kStages) {
    // By prediction for an axis; after the first module for a folder.
    const Field axis = qualifier.Qualify(set_.workloads()[0], stage);
    EXPECT_FALSE(axis.has_peer);
    EXPECT_EQ(axis.modules.size(), 1U);
    Workload folder;
    folder.modules = {&good_, &rejected_};
    const Field of_folder = qualifier.Qualify(folder, stage);
    EXPECT_FALSE(of_folder.has_peer);
    EXPECT_EQ(of_folder.modules.size(), 1U);
    EXPECT_EQ(of_folder.rejected_by_plumb, 1);
  }
}

}  // namespace
}  // namespace plumb::bench
