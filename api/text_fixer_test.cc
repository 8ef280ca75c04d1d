#include "api/text_fixer.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr char kHead[] =
    "OpCapability Shader\n"
    "OpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n";

struct FixCase {
  const char* what;
  const char* before;  // after the head
  const char* after;
  size_t count;
};

const FixCase kCases[] = {
    {"a valid text", "%float = OpTypeFloat 32\n", "%float = OpTypeFloat 32\n",
     0},
    {"several at once",
     "%uint = OpTypeInt 32 0\n%a = OpConstant %uint 1u\n"
     "%b = OpConstant %uint 2u\n",
     "%uint = OpTypeInt 32 0\n%a = OpConstant %uint 1\n"
     "%b = OpConstant %uint 2\n",
     2},
    {"two in one line", "%uint := OpTypeInt 32 0 // 32 bits\n",
     "%uint = OpTypeInt 32 0 ; 32 bits\n", 2},
    {"an error without a fix", "%f = OpTypeFloat 32\n%v = OpTypeVector %f 5\n",
     "%f = OpTypeFloat 32\n%v = OpTypeVector %f 5\n", 0},
    {"a fix that shows the next one",
     "%a = OpTypeBool\n%t = OpConstant %a true ; %t\n",
     "%a = OpTypeBool\n%t = OpConstantTrue %a ; %t\n", 1},
};

TEST(TextFixerTest, AppliesSafeFixes) {
  for (const FixCase& c : kCases) {
    const FixedText fixed =
        FixText({}, absl::StrCat(kHead, c.before), /*with_guesses=*/false);
    EXPECT_EQ(fixed.text, absl::StrCat(kHead, c.after)) << c.what;
    EXPECT_EQ(fixed.fix_count, c.count) << c.what;
  }
}

// Both types require the capability, and both fixes declare it.
TEST(TextFixerTest, InsertsALineOnce) {
  const std::string types = "%a = OpTypeFloat 64\n%b = OpTypeInt 64 0\n";
  const FixedText fixed =
      FixText({}, absl::StrCat(kHead, types), /*with_guesses=*/false);
  EXPECT_EQ(fixed.text, absl::StrCat("OpCapability Shader\n"
                                     "OpCapability Linkage\n"
                                     "OpCapability Float64\n"
                                     "OpCapability Int64\n"
                                     "OpMemoryModel Logical GLSL450\n",
                                     types));
}

TEST(TextFixerTest, GuessesOnlyOnRequest) {
  const std::string text = absl::StrCat(kHead, "%f = OpTypeFlot 32\n");
  EXPECT_EQ(FixText({}, text, /*with_guesses=*/false).fix_count, 0);
  EXPECT_EQ(FixText({}, text, /*with_guesses=*/true).text,
            absl::StrCat(kHead, "%f = OpTypeFloat 32\n"));
}

}  // namespace
}  // namespace plumb
