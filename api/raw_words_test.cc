// Places of diagnostics in texts with raw words ("!5", OpUnknown).
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/session.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// "4:8-10 enum.x" for each diagnostic, with the columns of the carets.
std::string Found(absl::string_view text) {
  Session session;
  EXPECT_TRUE(session.Run(text).ok());
  std::string found;
  for (const ResolvedDiagnostic& d : session.Report("x").diagnostics) {
    if (d.place.text.has_value()) {
      const LineAndColumn begin = d.place.text->begin;
      const LineAndColumn end = d.place.text->end;
      absl::StrAppend(&found, begin.line, ":", begin.column, "-",
                      end.line == begin.line ? "" : absl::StrCat(end.line, ":"),
                      end.column, " ");
    }
    absl::StrAppend(&found, d.rule->id, "\n");
  }
  return found;
}

struct RawCase {
  const char* name;
  const char* text;  // after the head
  const char* found;
};

constexpr char kHead[] =
    "OpCapability Shader\n"
    "OpCapability !5\n"
    "OpMemoryModel Logical GLSL450\n"
    "%float = OpTypeFloat 32\n"
    "%bool = OpTypeBool\n";  // has no optional operands

const RawCase kCases[] = {
    {"valid", "%a = OpTypeVector %float !4\n", ""},
    {"an instruction without raw words", "%a = OpTypeVector %float 5\n",
     "6:26-27 type.vector.size\n"},
    {"an operand", "%a = OpTypeVector %float !5\n",
     "6:26-28 type.vector.size\n"},
    {"an instruction of raw words", "!0x00040017 %a %float !5\n",
     "6:23-25 type.vector.size\n"},
    {"two in one line", "!0x00040017 %a %float !4 !0x00040017 %b %float !5\n",
     "6:48-50 type.vector.size\n"},
    {"an instruction of its number", "OpUnknown(23, 4) %a %float 5\n",
     "6:28-29 type.vector.size\n"},
    {"an unknown opcode", "OpUnknown(65535, 2) 7\n",
     "6:1-22 enum.instruction.opcode-known\n"},
    {"the end of the words in an instruction", "!0x00090017 %a %float !4",
     "6:1-25 binary.instruction.within-module\n"},
    {"comments and blanks",
     "; a comment\n  %a = ; of it\n OpTypeVector %float\n  !5\n",
     "9:3-5 type.vector.size\n"},
    {"several", "%a = OpTypeVector %float !5\n%b = OpTypeVector %a !4\n",
     "6:26-28 type.vector.size\n"},
};

TEST(RawWordsTest, AreFoundInTheText) {
  for (const RawCase& c : kCases) {
    EXPECT_EQ(Found(absl::StrCat(kHead, c.text)), c.found) << c.name;
  }
}

TEST(RawWordsTest, DiagnosticsUseTheNamesOfTheText) {
  const std::string text =
      absl::StrCat(kHead, "%five = OpTypeVector %float !5\n");
  Session session;
  ASSERT_TRUE(session.Run(text).ok());
  const InputReport report = session.Report("x");
  ASSERT_EQ(report.diagnostics.size(), 1);
  EXPECT_EQ(report.diagnostics[0].place.excerpt.source,
            "%five = OpTypeVector %float !5");
}

TEST(RawWordsTest, SuppressionsApply) {
  EXPECT_EQ(Found(absl::StrCat(kHead,
                               "%a = OpTypeVector %float !5 "
                               "; plumb: off type.vector.size -- a test\n")),
            "");
}

}  // namespace
}  // namespace plumb
