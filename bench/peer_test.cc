// Tests the wrapper of the peer: results, positions of errors, ownership.

#include "bench/peer.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr absl::string_view kLibrary =
    "OpCapability Shader\n"
    "OpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpName %7 \"seven\"\n"
    "%7 = OpTypeVoid\n";

Peer Make(absl::string_view env) {
  absl::StatusOr<Peer> peer = Peer::Create(env);
  EXPECT_TRUE(peer.ok()) << peer.status();
  return *std::move(peer);
}

TEST(PeerTest, UnknownEnvironment) {
  EXPECT_EQ(Peer::Create("spv9.9").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(PeerTest, AssemblesForTheEnvironment) {
  for (const auto& [env, version] :
       {std::pair("spv1.0", 0x00010000U), std::pair("spv1.3", 0x00010300U),
        std::pair("vulkan1.3", 0x00010600U)}) {
    const Peer peer = Make(env);
    const auto binary = peer.Assemble(kLibrary);
    ASSERT_TRUE(binary.ok()) << binary.status();
    ASSERT_GT(binary->words().size(), 5U);
    EXPECT_EQ(binary->words()[0], 0x07230203U);
    EXPECT_EQ(binary->words()[1], version) << env;
  }
}

TEST(PeerTest, IdsAreRenumberedUnlessPreserved) {
  const Peer peer = Make("spv1.3");
  const auto renumbered = peer.Assemble(kLibrary);
  const auto preserved = peer.Assemble(kLibrary, PeerIds::kPreserve);
  ASSERT_TRUE(renumbered.ok() && preserved.ok());
  EXPECT_EQ(renumbered->words()[3], 2U);  // the bound
  EXPECT_EQ(preserved->words()[3], 8U);
}

TEST(PeerTest, AssemblyErrorHasLineAndColumn) {
  const auto binary = Make("spv1.3").Assemble("OpNop\n  OpNonsense\n");
  EXPECT_EQ(binary.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(binary.status().message()), StartsWith("2:3: "));
  EXPECT_THAT(std::string(binary.status().message()), HasSubstr("OpNonsense"));
}

TEST(PeerTest, ValidatesAndRejects) {
  const Peer peer = Make("spv1.3");
  const auto good = peer.Assemble(kLibrary);
  ASSERT_TRUE(good.ok());
  EXPECT_TRUE(peer.Validate(good->words()).ok());

  const auto bad = peer.Assemble("OpMemoryModel Logical GLSL450\n");
  ASSERT_TRUE(bad.ok());
  const absl::Status status = peer.Validate(bad->words());
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("Shader"));
  EXPECT_FALSE(peer.Validate({}).ok());
}

TEST(PeerTest, DisassemblesWithAndWithoutNames) {
  const Peer peer = Make("spv1.3");
  const auto binary = peer.Assemble(kLibrary);
  ASSERT_TRUE(binary.ok());
  const auto friendly = peer.Disassemble(binary->words());
  const auto numbers = peer.Disassemble(binary->words(), PeerNames::kNumbers);
  ASSERT_TRUE(friendly.ok() && numbers.ok());
  EXPECT_THAT(std::string(friendly->text()), HasSubstr("%seven = OpTypeVoid"));
  EXPECT_THAT(std::string(numbers->text()), HasSubstr("%1 = OpTypeVoid"));
  const uint32_t junk[] = {1, 2, 3};
  EXPECT_FALSE(peer.Disassemble(junk).ok());
}

}  // namespace
}  // namespace plumb::bench
