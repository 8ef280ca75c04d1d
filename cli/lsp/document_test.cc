#include "cli/lsp/document.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

constexpr char kText[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "%float = OpTypeFloat 32\n"
    "%int = OpTypeInt 32 1\n"
    "%bool = OpTypeBool\n"
    "%v2 = OpTypeVector %float 2\n"
    "%half = OpConstant %float 0.5\n"
    "%minus = OpConstant %int -3\n"
    "%two = OpSpecConstant %int 2\n"
    "%sum = OpSpecConstantOp %int IAdd %two %minus\n"
    "%less = OpSpecConstantOp %bool SLessThan %minus %two\n"
    "%pair = OpConstantComposite %v2 %half %half\n"
    "%null = OpConstantNull %v2\n"
    "%undef = OpUndef %v2\n";

class AnalysisTest : public testing::Test {
 protected:
  Id IdOf(absl::string_view name) {
    return analysis().IdOf(*analysis().index().FindName(name));
  }
  Analysis& analysis() { return document_.analysis(); }

  Document document_{"file:///a%20b", kText, 1, PositionEncoding::kUtf8};
};

TEST_F(AnalysisTest, WritesValues) {
  const std::pair<const char*, const char*> kRows[] = {
      {"half", "0.5"},  {"minus", "-3"},  {"two", "2"},
      {"sum", "-1"},    {"less", "true"}, {"pair", "(0.5, 0.5)"},
      {"null", "null"}, {"undef", ""},    {"float", ""},
  };
  for (const auto& [name, value] : kRows) {
    EXPECT_EQ(analysis().ValueText(IdOf(name)), value) << name;
  }
}

TEST_F(AnalysisTest, FindsStatementsOfInstructions) {
  for (const Statement& s : analysis().index().statements()) {
    const InstIndex inst = analysis().InstOf(s);
    ASSERT_NE(inst, kNoInst);
    EXPECT_EQ(analysis().StatementOf(inst), &s);
  }
  EXPECT_EQ(analysis().StatementOf(kNoInst), nullptr);
}

TEST_F(AnalysisTest, AMalformedTextHasTheInstructionsThatCanBeRead) {
  document_.SetText(
      "%float = OpTypeFloat 32\n%x = OpTypeFoo\n%y = OpUndef %float");
  const auto statements = analysis().index().statements();
  EXPECT_NE(analysis().InstOf(statements[0]), kNoInst);
  EXPECT_EQ(analysis().InstOf(statements[1]), kNoInst);
  EXPECT_EQ(analysis().TypeText(analysis().module().type_of(IdOf("y"))), "f32");
  EXPECT_EQ(IdOf("x"), kNoId);
}

TEST_F(AnalysisTest, EditsChangeEverything) {
  EXPECT_EQ(document_.name(), "/a b");
  const size_t at = document_.text().find("32 1");
  document_.Edit(at, at + 2, "16");
  EXPECT_EQ(document_.text().substr(at, 4), "16 1");
  EXPECT_EQ(analysis().TypeText(IdOf("int")), "i16");
  document_.Edit(0, document_.text().size(), "");
  EXPECT_TRUE(analysis().index().statements().empty());
  EXPECT_TRUE(analysis().report().diagnostics.empty());
}

TEST(UriTest, ConvertsPaths) {
  EXPECT_EQ(PathOfUri("file:///a/b%20c%C3%A9"), "/a/b c\u00e9");
  EXPECT_EQ(PathOfUri("spirv:/a.spv"), "/a.spv");
  EXPECT_EQ(PathOfUri("file://host/a"), "/a");
  EXPECT_EQ(PathOfUri("untitled:1"), "");
  EXPECT_EQ(PathOfUri("file:///a%zz%4"), "/a%zz%4");
  EXPECT_EQ(PathOfUri(UriOfPath("/a b/\u00e9%;.spvasm")),
            "/a b/\u00e9%;.spvasm");
}

}  // namespace
}  // namespace plumb::lsp
