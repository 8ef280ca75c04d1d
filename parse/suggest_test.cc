#include "parse/suggest.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

absl::string_view Best(absl::string_view wrong,
                       const std::vector<absl::string_view>& candidates) {
  Suggestion suggestion(wrong);
  for (absl::string_view candidate : candidates) suggestion.Offer(candidate);
  return suggestion.best();
}

TEST(SuggestTest, TheClosestWins) {
  const std::vector<absl::string_view> kOps = {"OpIAdd", "OpFAdd", "OpISub",
                                               "OpTypeVoid", "OpTypeVector"};
  EXPECT_EQ(Best("OpIAddd", kOps), "OpIAdd");
  EXPECT_EQ(Best("OpTypVoid", kOps), "OpTypeVoid");
  EXPECT_EQ(Best("OpTpyeVoid", kOps), "OpTypeVoid");
  EXPECT_EQ(Best("optypevoid", kOps), "OpTypeVoid");
  EXPECT_EQ(Best("OpFadd", kOps), "OpFAdd");
  EXPECT_EQ(Best("OpCopyMemory", kOps), "");
  EXPECT_EQ(Best("", kOps), "");
  EXPECT_EQ(Best("X", kOps), "");
}

TEST(SuggestTest, LongNamesGetNoSuggestion) {
  const std::string name(65, 'a');
  EXPECT_EQ(Best(name, {name}), "");
  EXPECT_EQ(Best("abc", {name}), "");
}

}  // namespace
}  // namespace plumb
