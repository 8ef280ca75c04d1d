// Tests which modules are timed and the format of the lines, not the times.

#include "bench/module_times.h"

#include <cstddef>
#include <vector>

#include "bench/generate.h"
#include "bench/qualify.h"
#include "bench/racer.h"
#include "bench/workload.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

constexpr int kRounds = 2;
constexpr double kNoLimit = 1e9;

TEST(ModuleTimesTest, Lines) {
  ModuleTime time;
  time.path = "vulkan1.3/a b.frag";
  time.stage = Stage::kValidate;
  time.word_count = 120;
  time.text_bytes = 1234;
  time.plumb_seconds = 0.0000125;
  EXPECT_EQ(ToLine(time),
            "vulkan1.3/a b.frag\tvalidate\t120\t1234\t12500\t-\n");
  time.peer_seconds = 2;
  EXPECT_EQ(ToLine(time),
            "vulkan1.3/a b.frag\tvalidate\t120\t1234\t12500\t2000000000\n");
  EXPECT_EQ(HeaderLine(), "module\tstage\twords\tbytes\tplumb_ns\tpeer_ns\n");
}

class ModuleTimerTest : public testing::Test {
 protected:
  ModuleTimerTest() {
    for (const int size : {16, 32}) {
      EXPECT_TRUE(set_.AddAxisAt(*FindAxis("loops"), size).ok());
      both_.modules.push_back(set_.workloads().back().modules[0]);
    }
  }

  WorkloadSet set_;
  Workload both_;
};

TEST_F(ModuleTimerTest, EveryModuleIsTimed) {
  Qualifier qualifier(kNoLimit);
  ModuleTimer timer(kRounds, kNoLimit);
  for (const Stage stage : kStages) {
    const std::vector<ModuleTime> times =
        timer.Time(qualifier.Qualify(both_, stage), stage);
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times[0].path, "loops/16");
    EXPECT_EQ(times[1].path, "loops/32");
    for (size_t i = 0; i < times.size(); ++i) {
      EXPECT_EQ(times[i].stage, stage);
      EXPECT_EQ(times[i].word_count, both_.modules[i]->words.size());
      EXPECT_EQ(times[i].text_bytes, both_.modules[i]->text.size());
      EXPECT_GT(times[i].plumb_seconds, 0);
      EXPECT_LT(times[i].plumb_seconds, kNoLimit);
      ASSERT_TRUE(times[i].peer_seconds.has_value());
      EXPECT_GT(*times[i].peer_seconds, 0);
      EXPECT_LT(*times[i].peer_seconds, kNoLimit);
    }
  }
}

TEST_F(ModuleTimerTest, PeerIsNotTimedWithoutTime) {
  Qualifier qualifier(0);
  ModuleTimer timer(kRounds, kNoLimit);
  for (const ModuleTime& time : timer.Time(
           qualifier.Qualify(both_, Stage::kValidate), Stage::kValidate)) {
    EXPECT_GT(time.plumb_seconds, 0);
    EXPECT_FALSE(time.peer_seconds.has_value());
  }
}

TEST_F(ModuleTimerTest, WithoutTimeThereIsStillOneRound) {
  Qualifier qualifier(kNoLimit);
  ModuleTimer timer(kRounds, 0);
  const std::vector<ModuleTime> times =
      timer.Time(qualifier.Qualify(both_, Stage::kAssemble), Stage::kAssemble);
  ASSERT_EQ(times.size(), 2U);
  EXPECT_LT(times[1].plumb_seconds, kNoLimit);
}

TEST_F(ModuleTimerTest, NoModules) {
  ModuleTimer timer(kRounds, kNoLimit);
  EXPECT_TRUE(timer.Time(Field(), Stage::kAssemble).empty());
}

}  // namespace
}  // namespace plumb::bench
