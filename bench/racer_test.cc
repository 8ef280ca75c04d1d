// Tests that both racers do the timed work, and agree on the result.

#include "bench/racer.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "bench/generate.h"
#include "bench/workload.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

// The axis at a size that is small enough for any build.
TimedModule Make(const Axis& axis) {
  TimedModule module;
  module.path = absl::StrCat(axis.name, "/20");
  module.text = axis.generate(20);
  PlumbRacer racer;
  EXPECT_TRUE(racer.Assemble(module)) << module.path;
  module.words.assign(racer.module().words().begin(),
                      racer.module().words().end());
  return module;
}

TEST(RacerTest, BothAcceptEveryAxis) {
  PlumbRacer plumb;
  PeerRacer peer;
  for (const Axis& axis : Axes()) {
    const TimedModule module = Make(axis);
    for (const Stage stage : kStages) {
      EXPECT_TRUE(RunStage(stage, module, &plumb))
          << module.path << " " << NameOf(stage) << ": "
          << plumb.diagnostics().size() << " diagnostics";
      EXPECT_TRUE(RunStage(stage, module, &peer))
          << module.path << " " << NameOf(stage) << ": " << peer.status();
    }
  }
}

TEST(RacerTest, BothReject) {
  PlumbRacer plumb;
  PeerRacer peer;
  TimedModule module = Make(Axes()[0]);
  module.text += "OpNonsense\n";
  module.words.back() = 0;  // a word count of zero
  for (const Stage stage : kStages) {
    EXPECT_FALSE(RunStage(stage, module, &plumb)) << NameOf(stage);
    EXPECT_FALSE(RunStage(stage, module, &peer)) << NameOf(stage);
  }
}

TEST(RacerTest, ObjectsAreReused) {
  PlumbRacer plumb;
  PeerRacer peer;
  const TimedModule good = Make(Axes()[0]);
  TimedModule bad = good;
  bad.text = "OpNonsense\n";
  bad.words.resize(3);
  for (const Stage stage : kStages) {
    EXPECT_FALSE(RunStage(stage, bad, &plumb));
    EXPECT_TRUE(RunStage(stage, good, &plumb));
    EXPECT_FALSE(RunStage(stage, bad, &peer));
    EXPECT_TRUE(RunStage(stage, good, &peer));
  }
}

}  // namespace
}  // namespace plumb::bench
