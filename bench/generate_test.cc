// Checks each axis of growth with the peer: the text assembles, the module is
// valid in every version, and n determines the size.

#include "bench/generate.h"

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/peer.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

// The growing part of an axis.
struct Growth {
  absl::string_view axis;
  absl::string_view token;  // occurs `per_n` times for each step of n
  int per_n;
};

constexpr Growth kGrowth[] = {
    {"entry_points", "OpEntryPoint ", 1},
    {"names", "OpName ", 1},
    {"struct_members", "OpMemberDecorate ", 1},
    {"types", "= OpType", 1},
    {"constants", "\n%k_", 1},
    {"globals", "= OpVariable ", 1},
    {"functions", "= OpFunctionCall ", 1},
    {"call_chain", "= OpFunctionCall ", 1},
    {"bodies", "OpLoopMerge ", 1},
    {"instructions", "\n%r_", 1},
    {"blocks", "= OpLabel", 1},
    {"selections", "OpSelectionMerge ", 1},
    {"loops", "OpLoopMerge ", 1},
    {"nesting", "OpBranchConditional ", 1},
    {"switch_cases", " %case_", 1},
    {"phis", "= OpPhi ", 1},
    {"phi_parents", "= OpIAdd ", 1},
};

int Count(absl::string_view text, absl::string_view token) {
  int count = 0;
  for (size_t at = text.find(token); at != absl::string_view::npos;
       at = text.find(token, at + token.size())) {
    ++count;
  }
  return count;
}

class AxisTest : public testing::TestWithParam<Axis> {};

TEST_P(AxisTest, IsValidInEveryVersion) {
  for (const char* env :
       {"spv1.0", "spv1.1", "spv1.2", "spv1.3", "spv1.4", "spv1.5", "spv1.6"}) {
    const absl::StatusOr<Peer> peer = Peer::Create(env);
    ASSERT_TRUE(peer.ok()) << peer.status();
    for (const int n : {1, 2, 3, 7, 40}) {
      const auto binary = peer->Assemble(GetParam().generate(n));
      ASSERT_TRUE(binary.ok()) << env << " n=" << n << " " << binary.status();
      const absl::Status valid = peer->Validate(binary->words());
      EXPECT_TRUE(valid.ok()) << env << " n=" << n << " " << valid;
    }
  }
}

TEST_P(AxisTest, WordsGrowInProportion) {
  const absl::StatusOr<Peer> peer = Peer::Create("spv1.3");
  ASSERT_TRUE(peer.ok()) << peer.status();
  size_t words[3];
  for (int i = 0; i < 3; ++i) {
    const auto binary = peer->Assemble(GetParam().generate(60 * (i + 1)));
    ASSERT_TRUE(binary.ok()) << binary.status();
    words[i] = binary->words().size();
  }
  // The second 60 add as many words as the third; an additional digit in a
  // name is at most a word.
  const size_t second = words[1] - words[0];
  const size_t third = words[2] - words[1];
  EXPECT_GE(second, 120U);
  EXPECT_NEAR(static_cast<double>(third), static_cast<double>(second), 60.0);
}

TEST_P(AxisTest, SizesAreWithinTheLargest) {
  EXPECT_GE(GetParam().small, 100);
  EXPECT_LE(4 * GetParam().small, GetParam().largest);
}

INSTANTIATE_TEST_SUITE_P(All, AxisTest,
                         testing::ValuesIn(Axes().begin(), Axes().end()),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

TEST(AxesTest, GrowsAsItsNameStates) {
  std::set<absl::string_view> counted;
  for (const Growth& growth : kGrowth) {
    const Axis* axis = FindAxis(growth.axis);
    ASSERT_NE(axis, nullptr) << growth.axis;
    EXPECT_TRUE(counted.insert(growth.axis).second) << growth.axis;
    const int grown = Count(axis->generate(100), growth.token) -
                      Count(axis->generate(10), growth.token);
    EXPECT_EQ(grown, 90 * growth.per_n) << growth.axis;
  }
  EXPECT_EQ(counted.size(), Axes().size());
}

TEST(AxesTest, UnknownName) { EXPECT_EQ(FindAxis("colours"), nullptr); }

// An axis that a universal limit bounds is valid up to that limit.  The peer
// takes minutes over the deepest nesting, so that one stops at a quarter.
TEST(AxesTest, LargestIsValidWhereALimitBinds) {
  const absl::StatusOr<Peer> peer = Peer::Create("spv1.3");
  ASSERT_TRUE(peer.ok()) << peer.status();
  for (const Axis& axis : Axes()) {
    const int n = axis.name == "nesting" ? axis.largest / 4 : axis.largest;
    if (n > 100'000) continue;  // no limit of its own
    const auto binary = peer->Assemble(axis.generate(n));
    ASSERT_TRUE(binary.ok()) << axis.name << " " << binary.status();
    const absl::Status valid = peer->Validate(binary->words());
    EXPECT_TRUE(valid.ok()) << axis.name << " " << valid;
  }
}

// If no limit applies, the ids do: their bound stays below 4,194,304.
TEST(AxesTest, LargestKeepsTheIdBound) {
  const absl::StatusOr<Peer> peer = Peer::Create("spv1.3");
  ASSERT_TRUE(peer.ok()) << peer.status();
  for (const Axis& axis : Axes()) {
    const auto binary = peer->Assemble(axis.generate(1000));
    ASSERT_TRUE(binary.ok()) << axis.name << " " << binary.status();
    const double ids_per_n = binary->words()[3] / 1000.0;
    EXPECT_LT(ids_per_n * axis.largest, 4'194'304.0) << axis.name;
  }
}

}  // namespace
}  // namespace plumb::bench
