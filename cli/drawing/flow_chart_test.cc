// Tests drawings of modules, and the documents that are made of them.
#include "cli/drawing/flow_chart.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/drawing/dot.h"
#include "cli/drawing/html.h"
#include "core/options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/validator.h"

namespace plumb::drawing {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr char kTop[] = R"(OpCapability Shader
OpCapability Int64
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "start"
OpExecutionMode %main OriginUpperLeft
OpName %helper "helps"
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 1
%long = OpTypeInt 64 0
%fn = OpTypeFunction %void
%yes = OpConstantTrue %bool
%one = OpConstant %int 1
%two = OpConstant %long 2
)";

// The parts that `write_drawing` passes on, none of which is large.
std::string Joined(void (*write_drawing)(const Drawing&, WritePart),
                   const Drawing& drawing) {
  std::string whole;
  write_drawing(drawing, [&](absl::string_view part) {
    EXPECT_LT(part.size(), 200'000u);
    whole.append(part.data(), part.size());
  });
  return whole;
}

// A module with its drawing.
class Drawn {
 public:
  explicit Drawn(std::string text, std::optional<uint32_t> only = {})
      : text_(std::move(text)) {
    Assembler assembler;
    DiagnosticList diagnostics;
    const bool assembled =
        assembler.Assemble(text_, AssembleOptions(), &module_, &diagnostics);
    EXPECT_TRUE(assembled) << text_;
    if (!assembled) return;
    Validator validator;
    ValidatorOptions options;
    valid_ = validator.Validate(module_, options, &diagnostics);
    drawing_ = DrawModule(module_, diagnostics, "a.spvasm", only);
  }

  bool valid() const { return valid_; }
  const Module& module() const { return module_; }
  const Drawing& drawing() const { return drawing_; }
  const DrawnFunction& function(size_t f) const {
    return drawing_.functions[f];
  }
  // "0 1 true" for each edge.
  std::vector<std::string> Edges(size_t f) const {
    std::vector<std::string> edges;
    for (size_t e = 0; e < function(f).labels.size(); ++e) {
      const cfg::FlowEdge edge = function(f).graph.edges()[e];
      const DrawnEdge drawn = function(f).edge(e);
      edges.push_back(absl::StrCat(edge.from.value, " ", edge.to.value, " ",
                                   drawn.label, drawn.back ? " back" : ""));
    }
    return edges;
  }
  // The lines of a block.
  std::vector<std::string> LinesOf(size_t f, size_t b) const {
    const DrawnBlock& block = function(f).blocks[b];
    std::vector<std::string> lines;
    for (size_t i = 0; i < block.line_count; ++i) {
      lines.emplace_back(function(f).block_lines[block.first_line + i]);
    }
    return lines;
  }
  std::string dot() const { return Joined(WriteDot, drawing_); }
  std::string html() const { return Joined(WriteHtml, drawing_); }

 private:
  std::string text_;
  Module module_;
  Drawing drawing_;
  bool valid_ = false;
};

std::string Main(absl::string_view body) {
  return absl::StrCat(kTop, "%main = OpFunction %void None %fn\n", body,
                      "OpFunctionEnd\n");
}

TEST(FlowChartTest, LabelsBranches) {
  const Drawn drawn(Main(R"(%entry = OpLabel
OpBranch %head
%head = OpLabel
OpLoopMerge %exit %next None
OpBranchConditional %yes %body %exit
%body = OpLabel
OpSelectionMerge %next None
OpSwitch %one %next -1 %a 7 %a 8 %next
%a = OpLabel
OpBranch %next
%next = OpLabel
OpBranch %head
%exit = OpLabel
OpReturn
%dead = OpLabel
OpUnreachable
)"));
  EXPECT_THAT(drawn.Edges(0),
              ElementsAre("0 1 ", "1 2 true", "1 5 false", "2 4 default, 8",
                          "2 3 -1, 7", "3 4 ", "4 1  back"));
  EXPECT_THAT(drawn.function(0).lines,
              ElementsAre("%main = OpFunction %void None %fn"));
  EXPECT_THAT(drawn.LinesOf(0, 1),
              ElementsAre("%head = OpLabel", "OpLoopMerge %exit %next None",
                          "OpBranchConditional %yes %body %exit"));
  EXPECT_TRUE(drawn.function(0).blocks[5].reachable);
  EXPECT_FALSE(drawn.function(0).blocks[6].reachable);
  const std::string dot = drawn.dot();
  EXPECT_THAT(dot, HasSubstr("label=\"loop %head\""));
  EXPECT_THAT(dot, HasSubstr("f0b4 -> f0b1 [label=\"\", style=dashed"));
  EXPECT_THAT(dot, HasSubstr("OpUnreachable\\l(unreachable)\\l"));
  EXPECT_THAT(drawn.html(), HasSubstr("class=\"edge back\""));
}

TEST(FlowChartTest, LabelsWideCases) {
  const Drawn drawn(Main(R"(%entry = OpLabel
OpSelectionMerge %end None
OpSwitch %two %end 18446744073709551615 %a
%a = OpLabel
OpBranch %end
%end = OpLabel
OpReturn
)"));
  EXPECT_THAT(drawn.Edges(0),
              ElementsAre("0 2 default", "0 1 18446744073709551615", "1 2 "));
}

TEST(FlowChartTest, DrawsEveryTerminator) {
  const std::vector<std::string> terminators = {
      "OpReturn",
      "OpReturnValue %one",
      "OpKill",
      "OpUnreachable",
      "OpTerminateInvocation",
      "OpIgnoreIntersectionKHR",
      "OpTerminateRayKHR",
      "OpEmitMeshTasksEXT %one %one %one",
      "OpBranch %end",
      "OpBranchConditional %yes %end %end",
      "OpSwitch %one %end 1 %end",
  };
  std::string body = "%entry = OpLabel\nOpBranch %b0\n";
  for (size_t i = 0; i < terminators.size(); ++i) {
    absl::StrAppend(&body, "%b", i, " = OpLabel\n", terminators[i], "\n");
  }
  absl::StrAppend(&body, "%end = OpLabel\nOpReturn\n");
  const Drawn drawn(Main(body));
  ASSERT_EQ(drawn.function(0).blocks.size(), terminators.size() + 2);
  const std::string dot = drawn.dot();
  const std::string html = drawn.html();
  for (size_t i = 0; i < terminators.size(); ++i) {
    EXPECT_EQ(drawn.LinesOf(0, i + 1).back(), terminators[i]);
    EXPECT_THAT(dot, HasSubstr(absl::StrCat(terminators[i], "\\l")));
    EXPECT_THAT(html, HasSubstr(absl::StrCat(">", terminators[i], "</text>")));
  }
  // Branches to one target are one edge.
  EXPECT_THAT(drawn.Edges(0), ElementsAre("0 1 ", "9 12 ", "10 12 true, false",
                                          "11 12 default, 1"));
}

TEST(FlowChartTest, DrawsWhatThereIsOfBrokenControlFlow) {
  const Drawn drawn(Main(R"(OpNop
%a = OpLabel
OpBranch %fn
OpNop
%b = OpLabel
OpLoopMerge %b %nowhere None
OpBranchConditional %yes %b %nowhere
%c = OpLabel
)"));
  EXPECT_FALSE(drawn.valid());
  const DrawnFunction& function = drawn.function(0);
  ASSERT_EQ(function.blocks.size(), 6);
  EXPECT_EQ(function.names[0], "no label");
  EXPECT_THAT(drawn.LinesOf(0, 1),
              ElementsAre("%a = OpLabel", "OpBranch %fn", "OpNop"));
  EXPECT_EQ(function.names[4], "%fn");
  EXPECT_TRUE(function.blocks[4].missing);
  EXPECT_EQ(function.names[5], "%nowhere");
  EXPECT_THAT(drawn.Edges(0), ElementsAre("1 4 ", "2 2 true", "2 5 false"));
  EXPECT_THAT(drawn.dot(), HasSubstr("%nowhere is not a block here"));
  EXPECT_THAT(drawn.html(), HasSubstr("%nowhere is not a block here"));
}

TEST(FlowChartTest, PutsMessagesWhereTheyBelong) {
  const Drawn drawn(absl::StrCat(Main(R"(%entry = OpLabel
OpBranchConditional %yes %entry %end
%end = OpLabel
OpReturn
)"),
                                 "%main2 = OpFunction %void None %fn\n"));
  EXPECT_FALSE(drawn.valid());
  const DrawnFunction& first = drawn.function(0);
  ASSERT_FALSE(first.blocks[0].messages.empty());
  EXPECT_TRUE(first.blocks[1].messages.empty());
  EXPECT_FALSE(drawn.function(1).messages.empty());
  EXPECT_THAT(first.blocks[0].messages[0], HasSubstr("error: "));
  EXPECT_THAT(drawn.dot(), HasSubstr("! error: "));
  EXPECT_THAT(drawn.html(), HasSubstr("class=\"block wrong\""));
  EXPECT_TRUE(drawn.drawing().callees[0].wrong);
}

TEST(FlowChartTest, BreaksLongMessages) {
  Drawing drawing;
  drawing.functions.resize(1);
  DrawnFunction& function = drawing.functions[0];
  function.blocks.resize(1);
  std::string message = "first";
  for (int i = 0; i < 30; ++i) absl::StrAppend(&message, " word", i);
  function.blocks[0].messages = {message + " last"};
  function.names.Add("%a");
  function.merges.resize(1);
  function.graph.Reset(1);
  function.graph.Finish();
  cfg::DomTreeBuilder search;
  function.structure.Build(function.graph, cfg::BlockIndex(0), function.merges,
                           &search);
  const std::string html = Joined(WriteHtml, drawing);
  EXPECT_THAT(html, HasSubstr(">! first word0 word1 "));
  EXPECT_THAT(html, HasSubstr(" word29 last</text>"));
  EXPECT_THAT(html, Not(HasSubstr("\xE2\x80\xA6"))) << "nothing is cut off";
}

constexpr char kCalls[] = R"(%main = OpFunction %void None %fn
%a = OpLabel
%r = OpFunctionCall %void %helper
%s = OpFunctionCall %void %helper
OpReturn
OpFunctionEnd
%helper = OpFunction %void None %fn
%b = OpLabel
OpReturn
OpFunctionEnd
)";

TEST(FlowChartTest, DrawsCalls) {
  const Drawn drawn(absl::StrCat(kTop, kCalls));
  EXPECT_TRUE(drawn.valid());
  const Drawing& drawing = drawn.drawing();
  EXPECT_EQ(drawing.calls.edge_count(), 1);
  EXPECT_EQ(drawing.callees[0].title, "%main \"start\"");
  EXPECT_EQ(drawing.callees[0].subtitle, "Fragment \"start\"");
  EXPECT_EQ(drawing.callees[1].title, "%helper \"helps\"");
  EXPECT_THAT(drawn.dot(), HasSubstr("c0 -> c1;"));
}

TEST(FlowChartTest, FindsFunctions) {
  const std::string text = absl::StrCat(kTop, kCalls);
  const Drawn drawn(text);
  const uint32_t id =
      drawn.module().record(drawn.module().functions()[1].first).result.value;
  for (const std::string& name : {std::string("helps"), std::string("%helps"),
                                  absl::StrCat(id), absl::StrCat("%", id)}) {
    const auto found = FindFunction(drawn.module(), name);
    if (name == "%helps") continue;  // the text calls it %helper
    ASSERT_TRUE(found.ok()) << name << found.status();
    EXPECT_EQ(*found, 1) << name;
  }
  EXPECT_EQ(FindFunction(drawn.module(), "%helper").value(), 1);
  EXPECT_EQ(FindFunction(drawn.module(), "start").value(), 0);
  EXPECT_EQ(FindFunction(drawn.module(), "helpr").status().message(),
            "there is no function 'helpr'; did you mean helper?");
  EXPECT_FALSE(FindFunction(drawn.module(), "").ok());

  const Drawn one(text, 1);
  EXPECT_EQ(one.drawing().functions.size(), 1);
  EXPECT_THAT(one.dot(), Not(HasSubstr("OpFunctionCall")));
}

TEST(FlowChartTest, HostileNamesAreText) {
  const std::string bad =
      "</svg><script>x()</script>\\\"]; evil [a=\\\"&lt;\\\\";
  std::string text = absl::StrCat(kTop, kCalls);
  text = absl::StrReplaceAll(
      text, {{"\"helps\"", absl::StrCat("\"", bad, "\n\xff\"")},
             {"\"start\"", absl::StrCat("\"", bad, "\"")}});
  const Drawn drawn(text);
  const std::string html = drawn.html();
  // The page has one script, its own, at the end.
  EXPECT_EQ(html.find("<script"), html.rfind("<script"));
  EXPECT_THAT(html.substr(0, html.find("<script")),
              Not(HasSubstr("x()</script")));
  EXPECT_THAT(html, Not(HasSubstr("\xff")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;x()"));
  const std::string dot = drawn.dot();
  EXPECT_THAT(dot, HasSubstr("\\\"]; evil [a=\\\"&amp;lt;\\\\\xEF\xBF\xBD"));
  // Each line outside strings still is a statement of ours.
  EXPECT_THAT(dot, Not(HasSubstr("\n]; evil")));
  int quotes = 0;
  for (size_t i = 0; i < dot.size(); ++i) {
    if (dot[i] == '\\') {
      ++i;
    } else if (dot[i] == '"') {
      ++quotes;
    } else if (quotes % 2 == 1) {
      EXPECT_NE(dot[i], '\n') << "in a string";
    }
  }
  EXPECT_EQ(quotes % 2, 0);
}

TEST(FlowChartTest, CommentsAndLineEndsDoNotShow) {
  const Drawn drawn(
      Main("%a = OpLabel ; \"begins\n  OpBranch ; here\n\t\n %b\n%b = OpLabel\n"
           "OpReturn ; done; \"\n"));
  EXPECT_THAT(drawn.LinesOf(0, 0), ElementsAre("%a = OpLabel", "OpBranch %b"));
  EXPECT_THAT(drawn.LinesOf(0, 1), ElementsAre("%b = OpLabel", "OpReturn"));
}

// Nested selections, `count` / 2 deep.
std::string NestedSelections(int count) {
  std::string body;
  for (int i = 0; i < count / 2; ++i) {
    absl::StrAppend(&body, "%h", i, " = OpLabel\nOpSelectionMerge %m", i,
                    " None\nOpBranchConditional %yes %h", i + 1, " %m", i,
                    "\n");
  }
  absl::StrAppend(&body, "%h", count / 2, " = OpLabel\nOpReturn\n");
  for (int i = count / 2 - 1; i >= 0; --i) {
    absl::StrAppend(&body, "%m", i, " = OpLabel\n");
    absl::StrAppend(&body, i == 0 ? "OpReturn\n"
                                  : absl::StrCat("OpBranch %m", i - 1, "\n"));
  }
  return body;
}

// A chain of `count` blocks, each with an edge to the last one.
std::string ChainOfExits(int count) {
  std::string body;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&body, "%b", i, " = OpLabel\nOpBranchConditional %yes %b",
                    i + 1, " %b", count, "\n");
  }
  absl::StrAppend(&body, "%b", count, " = OpLabel\nOpReturn\n");
  return body;
}

TEST(FlowChartTest, DrawingsOfLargeFunctionsGrowLinearly) {
  constexpr int kBlocks = 2500, kTimes = 4;
  for (const auto& make : {NestedSelections, ChainOfExits}) {
    const Drawn small(Main(make(kBlocks)));
    const Drawn large(Main(make(kBlocks * kTimes)));
    EXPECT_EQ(small.function(0).blocks.size(), kBlocks + 1);
    EXPECT_EQ(large.function(0).blocks.size(), kBlocks * kTimes + 1);
    // Numbers become longer with their count.
    EXPECT_LT(large.dot().size(), small.dot().size() * (kTimes + 1));
    EXPECT_LT(large.html().size(), small.html().size() * (kTimes + 1));
  }
}

}  // namespace
}  // namespace plumb::drawing
