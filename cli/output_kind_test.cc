#include "cli/output_kind.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr char kMagic[] = "\x03\x02\x23\x07\x00\x00\x01";

struct Case {
  OutputKind kind;
  const char* conventional_name;  // null: no name is enough
  std::string content;
};

std::vector<Case> Cases() {
  return {
      {OutputKind::kModule, "a.spv", std::string(kMagic, sizeof kMagic)},
      {OutputKind::kAssembly, "a.spvasm", "; SPIR-V\n; Version: 1.0\n"},
      {OutputKind::kDot, "a.dot", "digraph {\n  label=\"a\"\n"},
      {OutputKind::kHtml, "a.html", "<!DOCTYPE html>\n<html>"},
      {OutputKind::kSvg, "a.svg",
       "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"x\">\n<svg/>"},
      {OutputKind::kPng, "a.png", "\x89PNG\r\n\x1a\n"},
      {OutputKind::kTextReport, "a.log",
       "a.spvasm:3:1: error: X must be Y [area.rule]\n"},
      {OutputKind::kJsonReport, "a.jsonl", "{\"kind\":\"run\",\"schema\":1}"},
      {OutputKind::kSarifReport, "a.sarif",
       "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0\"}"},
      {OutputKind::kJUnitReport, "a.xml",
       "<?xml version=\"1.0\"?>\n<testsuites name=\"spv-val\">"},
      {OutputKind::kGitHubReport, "a.txt", "::error file=a.spv::text"},
      {OutputKind::kBaseline, nullptr, "{\n \"baseline\": 1,\n}"},
      {OutputKind::kDepfile, "a.d", "out/a.spv: \\\n  a.spvasm\n"},
  };
}

TEST(OutputKindTest, KindsAreRecognizedAndToldApart) {
  const std::vector<Case> cases = Cases();
  for (const Case& c : cases) {
    EXPECT_EQ(HasExpectedExtension(c.kind, c.conventional_name == nullptr
                                               ? "a.json"
                                               : c.conventional_name),
              c.conventional_name != nullptr)
        << NameOf(c.kind);
    EXPECT_FALSE(HasExpectedExtension(c.kind, "photograph.jpg"));
    for (const Case& other : cases) {
      EXPECT_EQ(IsContentOf(c.kind, other.content, true), c.kind == other.kind)
          << NameOf(c.kind) << " against " << NameOf(other.kind);
    }
  }
}

TEST(OutputKindTest, AnEmptyFileIsOfEveryKind) {
  for (int i = 0; i <= static_cast<int>(OutputKind::kDepfile); ++i) {
    const auto kind = static_cast<OutputKind>(i);
    EXPECT_TRUE(IsContentOf(kind, "", true)) << NameOf(kind);
    EXPECT_FALSE(IsContentOf(kind, "a letter to a friend\n", true));
  }
}

TEST(OutputKindTest, AStampIsEmpty) {
  EXPECT_FALSE(HasExpectedExtension(OutputKind::kStamp, "a.stamp"));
  EXPECT_FALSE(IsContentOf(OutputKind::kStamp, "stamp", true));
}

TEST(OutputKindTest, FormsOfOneKind) {
  for (const char* text :
       {"OpCapability Shader\n", "\n; comment\n  %1 = OpTypeVoid\n"}) {
    EXPECT_TRUE(IsContentOf(OutputKind::kAssembly, text, true)) << text;
  }
  EXPECT_FALSE(IsContentOf(OutputKind::kAssembly, "; a comment\n", true));
  for (const char* text : {"out/a.spv:\n", "a: \\\n  b\n"}) {
    EXPECT_TRUE(IsContentOf(OutputKind::kDepfile, text, true)) << text;
  }
  for (const char* text : {"Dear all:\n", "%1 = OpTypeVoid\n"}) {
    EXPECT_FALSE(IsContentOf(OutputKind::kDepfile, text, true)) << text;
  }
  EXPECT_TRUE(IsContentOf(OutputKind::kTextReport,
                          "3 inputs: 1 valid, 2 invalid; 5 errors\n", true));
  EXPECT_TRUE(IsContentOf(OutputKind::kModule,
                          std::string("\x07\x23\x02\x03\x00", 5), true));
}

}  // namespace
}  // namespace plumb
