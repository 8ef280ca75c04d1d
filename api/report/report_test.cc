#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "api/report/json_lines_report.h"
#include "api/report/report_writer.h"
#include "api/report/text_report.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr Rule kRule = {"test.some-rule", "3.3.13",
                        "{0} has type {1}, but must have {2}"};
constexpr Rule kVulkanRule = {"test.client-rule", "Vulkan 15.1", "no good",
                              "VUID-test-00001"};
constexpr Rule kWarning = {"test.careful", "", "odd", "", Severity::kWarning};

class ReportTest : public testing::Test {
 protected:
  void ReadBinary() {
    DiagnosticList list;
    ASSERT_TRUE(reader_.Read(words_, &module_, &list));
  }
  void ReadText() {
    ASSERT_TRUE(assembler_.Assemble(kText, {}, &module_, &list_));
  }
  // The report on the test module, including beginning and end.
  std::string Write(ReportWriter* writer, size_t max_shown = 0) {
    std::string out;
    writer->Begin(&out);
    writer->Add(
        MakeReport(module_.text().empty() ? "shader.spv" : "shader.spvasm",
                   module_, list_, env_, max_shown),
        &out);
    writer->End(&out);
    return out;
  }
  std::string Print(size_t max_shown = 0, bool color = false) {
    TextReport writer({.color = color});
    return Write(&writer, max_shown);
  }
  // The objects of the report in JSON Lines, but for the first.
  std::vector<Json> PrintJson(size_t max_shown = 0) {
    JsonLinesReport writer("spv-val", "1.2.3");
    std::string out = Write(&writer, max_shown);
    out.erase(0, out.find('\n') + 1);  // of the run
    std::vector<Json> objects;
    for (absl::string_view line :
         absl::StrSplit(absl::StripSuffix(out, "\n"), '\n')) {
      objects.push_back(Json::parse(line.begin(), line.end()));
    }
    return objects;
  }

  static constexpr char kText[] =
      "%truth = OpTypeBool ;\xe2\x80\xae\n"
      "  %some = OpUndef %truth\n"
      "\t%copy = OpCopyObject %truth %some\n";

  ModuleWords words_ = SmallShader();
  BinaryReader reader_;
  Assembler assembler_;
  Module module_;
  DiagnosticList list_;
  TargetEnv env_ = TargetEnv::kVulkan1_3;
};

TEST_F(ReportTest, Text) {
  ReadText();
  list_.Add(kRule, Place::At(InstIndex(2), 2),
            {Id(2), Arg::Type(Id(1)), Op::kNop});
  list_.AddNote("{0} is declared here", Place::At(InstIndex(0)), {Id(1)});
  EXPECT_EQ(
      Print(),
      R"(shader.spvasm:3:30: error: %some has type bool (%truth), but must have OpNop [test.some-rule]
	%copy = OpCopyObject %truth %some
	                            ^~~~~
shader.spvasm:1:1: note: %truth is declared here
     %truth = OpTypeBool ;<U+202e>
     ^~~~~~
  SPIR-V 1.6, section 3.3.13
)");
}

TEST_F(ReportTest, PlacesInText) {
  ReadText();
  list_.Add(kVulkanRule, Place::WholeModule());
  list_.Add(kWarning, Place::At(InstIndex(1)));
  list_.Add(kVulkanRule, Place::Input(9, 19));
  EXPECT_EQ(Print(),
            R"(shader.spvasm: error: no good [test.client-rule, VUID-test-00001]
  Vulkan 15.1
shader.spvasm:2:11: warning: odd [test.careful]
  %some = OpUndef %truth
          ^~~~~~~
shader.spvasm:1:10: error: no good [test.client-rule, VUID-test-00001]
     %truth = OpTypeBool ;<U+202e>
              ^~~~~~~~~~
  Vulkan 15.1
)");
}

TEST_F(ReportTest, ErrorsOfAssembly) {
  EXPECT_FALSE(assembler_.Assemble("%a = OpTypeVoid\n  OpNonsense %a\n", {},
                                   &module_, &list_));
  const std::string out = Print();
  EXPECT_EQ(out.substr(0, out.find(' ')), "shader.spvasm:2:3:");
  EXPECT_NE(out.find("\n  OpNonsense %a\n  ^~~~~~~~~~\n"), std::string::npos)
      << out;
}

TEST_F(ReportTest, Binary) {
  ReadBinary();
  const InstIndex load = module_.def(Id(21));
  list_.Add(kRule, Place::At(load, 2), {Id(20), Arg::Type(Id(7)), "more"});
  list_.AddNote("{0} is declared here", Place::At(module_.def(Id(20))),
                {Id(20)});
  list_.Add(kWarning, Place::At(load));
  EXPECT_EQ(
      Print(),
      R"(shader.spv:instruction 23 at 0x00000160 (word 91): error: %gl_FragCoord has type ptr<input, vec4<f32>> (%_ptr_Input_v4float), but must have more [test.some-rule]
     %21 = OpLoad %v4float %gl_FragCoord Volatile|Aligned 16
                           ^~~~~~~~~~~~~
shader.spv:instruction 20 at 0x00000134 (word 79): note: %gl_FragCoord is declared here
     %gl_FragCoord = OpVariable %_ptr_Input_v4float Input
     ^~~~~~~~~~~~~
  in function %main, block %12
  SPIR-V 1.6, section 3.3.13
shader.spv:instruction 23 at 0x00000160 (word 88): warning: odd [test.careful]
     %21 = OpLoad %v4float %gl_FragCoord Volatile|Aligned 16
           ^~~~~~
  in function %main, block %12
)");
}

TEST_F(ReportTest, SourceLines) {
  constexpr char kLines[] =
      "%file = OpString \"a\x1b.frag\"\n"
      "OpName %4 \"shade\"\n"
      "%void = OpTypeVoid\n"
      "%fn = OpTypeFunction %void\n"
      "OpLine %file 5 0\n"
      "%4 = OpFunction %void None %fn\n"
      "%first = OpLabel\n"
      "OpLine %file 7 9\n"
      "OpReturn\n"
      "OpFunctionEnd\n";
  ASSERT_TRUE(assembler_.Assemble(kLines, {}, &module_, &list_));
  list_.Add(kWarning, Place::At(InstIndex(5)));
  list_.Add(kWarning, Place::At(InstIndex(8)));
  EXPECT_EQ(Print(), R"(shader.spvasm:6:6: warning: odd [test.careful]
     %4 = OpFunction %void None %fn
          ^~~~~~~~~~
  in function %4 (shade); source: a<U+001b>.frag:5
shader.spvasm:9:1: warning: odd [test.careful]
     OpReturn
     ^~~~~~~~
  in function %4 (shade), block %first; source: a<U+001b>.frag:7:9
)");
  EXPECT_EQ(PrintJson()[1], Json::parse(R"({
      "kind": "diagnostic",
      "rule": "test.careful", "severity": "warning", "message": "odd",
      "file": "shader.spvasm", "line": 9, "column": 1, "end_line": 9,
      "end_column": 9, "word": 33, "end_word": 34, "instruction": 9, "function": "%4", "function_name": "shade",
      "block": "%first",
      "source": {"file": "a\u001b.frag", "line": 7, "column": 9},
      "notes": []})"));
}

TEST_F(ReportTest, InlinedCalls) {
  constexpr char kInlined[] =
      "%set = OpExtInstImport \"OpenCL.DebugInfo.100\"\n"
      "%file = OpString \"a.cl\"\n"
      "%void = OpTypeVoid\n"
      "%fn = OpTypeFunction %void\n"
      "%source = OpExtInst %void %set DebugSource %file\n"
      "%unit = OpExtInst %void %set DebugCompilationUnit 1 4 %source OpenCL_C\n"
      "%outer = OpExtInst %void %set DebugInlinedAt 8 %unit\n"
      "%inner = OpExtInst %void %set DebugInlinedAt 6 %unit %outer\n"
      "%f = OpFunction %void None %fn\n"
      "%first = OpLabel\n"
      "%scope = OpExtInst %void %set DebugScope %unit %inner\n"
      "OpLine %file 7 9\n"
      "OpReturn\n"
      "OpFunctionEnd\n";
  ASSERT_TRUE(assembler_.Assemble(kInlined, {}, &module_, &list_));
  list_.Add(kWarning, Place::At(InstIndex(12)));
  EXPECT_EQ(Print(), R"(shader.spvasm:13:1: warning: odd [test.careful]
     OpReturn
     ^~~~~~~~
  in function %f, block %first; source: a.cl:7:9, inlined at a.cl:6, inlined at a.cl:8
)");
  EXPECT_EQ(PrintJson()[0]["source"], Json::parse(R"({
      "file": "a.cl", "line": 7, "column": 9,
      "inlined_at": [{"file": "a.cl", "line": 6},
                     {"file": "a.cl", "line": 8}]})"));
}

TEST_F(ReportTest, FormErrorsOfABinary) {
  ModuleWords words(9);
  words.Add(Op::kTypeVoid, {1})
      .Add(Op::kCapability, {77777})
      .Raw({0x0002fffe, 0xabcd});
  EXPECT_FALSE(reader_.Read(words, &module_, &list_));
  EXPECT_EQ(
      Print(),
      R"(shader.spv:instruction 2 at 0x0000001c (word 8): error: 77777 is not a value of Capability [enum.capability.known-value]
     OpCapability !0x00012fd1
                  ^~~~~~~~~~~
  SPIR-V 1.6, section 3.2.30
shader.spv:word 9: error: 65534 is not an opcode [enum.instruction.opcode-known]
     0x0002fffe 0x0000abcd
     ^~~~~~~~~~~~~~~~~~~~~
  SPIR-V 1.6, section 3.3
)");
}

TEST_F(ReportTest, Json) {
  ReadText();
  list_.Add(kRule, Place::At(InstIndex(2), 2),
            {Id(2), Arg::Type(Id(1)), Op::kNop});
  list_.AddNote("here", Place::At(InstIndex(0)), {});
  list_.Add(kVulkanRule, Place::WholeModule());
  const std::vector<Json> objects = PrintJson();
  ASSERT_EQ(objects.size(), 3);
  EXPECT_EQ(objects[0], Json::parse(R"({
      "kind": "diagnostic",
      "rule": "test.some-rule", "severity": "error",
      "message": "%some has type bool (%truth), but must have OpNop",
      "file": "shader.spvasm", "line": 3, "column": 30, "end_line": 3,
      "end_column": 35, "word": 13, "end_word": 14, "instruction": 3,
      "section": "3.3.13",
      "notes": [{"message": "here", "line": 1, "column": 1,
                 "end_line": 1, "end_column": 7, "word": 6, "end_word": 7,
                 "instruction": 1}]})"));
  EXPECT_EQ(objects[1], Json::parse(R"({
      "kind": "diagnostic",
      "rule": "test.client-rule", "severity": "error", "message": "no good",
      "file": "shader.spvasm", "section": "Vulkan 15.1",
      "vuid": "VUID-test-00001", "notes": []})"));
  EXPECT_EQ(objects[2], Json::parse(R"({
      "kind": "input",
      "file": "shader.spvasm", "valid": false, "errors": 2, "warnings": 0})"));
}

TEST_F(ReportTest, JsonHasAVerdictForEveryInput) {
  ReadText();
  EXPECT_EQ(Print(), "");
  EXPECT_EQ(PrintJson(), std::vector<Json>{Json::parse(R"({
      "kind": "input",
      "file": "shader.spvasm", "valid": true, "errors": 0, "warnings": 0})")});
  list_.Add(kWarning, Place::WholeModule());
  list_.Add(kWarning, Place::WholeModule());
  const std::vector<Json> objects = PrintJson(/*max_shown=*/1);
  ASSERT_EQ(objects.size(), 2);
  EXPECT_EQ(objects[1], Json::parse(R"({
      "kind": "input",
      "file": "shader.spvasm", "valid": true, "errors": 0, "warnings": 2,
      "errors_not_shown": 0, "warnings_not_shown": 1})"));
}

TEST_F(ReportTest, JsonOfAFix) {
  ReadText();
  list_.Add(kWarning, Place::Input(9, 19));
  list_.AddFix("did you mean {0}", Place::Input(9, 19), {"OpTypeVoid"});
  const Json fix = PrintJson()[0]["fix"];
  EXPECT_EQ(fix, Json::parse(R"({
      "safe": true, "edits": [{
      "line": 1, "column": 10, "end_line": 1, "end_column": 20,
      "replacement": "OpTypeVoid"}]})"));
}

TEST_F(ReportTest, JsonSaysWhatWroteItFirst) {
  std::string out;
  JsonLinesReport("spv-val", "1.2.3").Begin(&out);
  EXPECT_EQ(out,
            "{\"kind\":\"run\",\"schema\":1,\"program\":\"spv-val\","
            "\"version\":\"1.2.3\"}\n");
}

TEST_F(ReportTest, JsonOfWhatCannotBeRead) {
  std::string out;
  JsonLinesReport("spv-val", "1.2.3")
      .AddUnreadable("none.spv", "no such file", &out);
  EXPECT_EQ(out,
            "{\"kind\":\"input\",\"file\":\"none.spv\",\"valid\":null,"
            "\"error\":\"no such file\"}\n");
}

TEST_F(ReportTest, VulkansIdsInVulkanOnly) {
  ReadText();
  list_.Add(kVulkanRule, Place::WholeModule());
  EXPECT_NE(Print().find("VUID"), std::string::npos);
  EXPECT_TRUE(PrintJson()[0].contains("vuid"));
  env_ = TargetEnv::kOpenCl2_2;
  EXPECT_EQ(Print(),
            "shader.spvasm: error: no good [test.client-rule]\n"
            "  Vulkan 15.1\n");
  EXPECT_FALSE(PrintJson()[0].contains("vuid"));
}

// The totals after inputs of each kind.
std::string Totals(int valid, int careful, int invalid, int unreadable,
                   TextReportOptions options = {}) {
  TextReport writer(options);
  InputReport report;
  std::string out;
  for (int i = 0; i < valid; ++i) writer.Add(report, &out);
  report.warning_count = report.warnings_left_out = 1;
  for (int i = 0; i < careful; ++i) writer.Add(report, &out);
  report.error_count = report.errors_left_out = 2;
  for (int i = 0; i < invalid; ++i) writer.Add(report, &out);
  for (int i = 0; i < unreadable; ++i) writer.AddUnreadable("x", "y", &out);
  out.clear();
  writer.End(&out);
  return out;
}

TEST(TotalsTest, AfterSeveralInputs) {
  EXPECT_EQ(Totals(1, 0, 0, 0), "");
  EXPECT_EQ(Totals(0, 0, 1, 0), "");
  EXPECT_EQ(Totals(3, 0, 0, 0), "");
  EXPECT_EQ(Totals(3, 0, 0, 0, {.total_of_valid = true}),
            "3 inputs: 3 valid\n");
  EXPECT_EQ(Totals(1, 0, 0, 1), "2 inputs: 1 valid, 1 unreadable\n");
  EXPECT_EQ(Totals(2, 1, 0, 0), "3 inputs: 3 valid; 0 errors, 1 warning\n");
  EXPECT_EQ(Totals(1, 1, 2, 3),
            "7 inputs: 2 valid, 2 invalid, 3 unreadable; 4 errors, 3 "
            "warnings\n");
}

TEST_F(ReportTest, JsonOfABinary) {
  ReadBinary();
  list_.Add(kWarning, Place::At(module_.def(Id(21)), 2));
  EXPECT_EQ(PrintJson()[0], Json::parse(R"({
      "kind": "diagnostic",
      "rule": "test.careful", "severity": "warning", "message": "odd",
      "file": "shader.spv", "word": 91, "end_word": 92,
      "instruction": 23, "offset": 352,
      "function": "%main", "function_name": "main", "block": "%12",
      "notes": []})"));
}

TEST_F(ReportTest, LimitAndColor) {
  ReadText();
  list_.Add(kWarning, Place::WholeModule());
  list_.Add(kWarning, Place::WholeModule());
  list_.Add(kWarning, Place::WholeModule());
  EXPECT_EQ(Print(/*max_shown=*/1),
            "shader.spvasm: warning: odd [test.careful]\n"
            "2 more warnings not shown\n");
  list_.Add(kRule, Place::WholeModule(), {"x", "y", "z"});
  list_.Add(kRule, Place::WholeModule(), {"x", "y", "z"});
  EXPECT_EQ(Print(/*max_shown=*/1),
            "shader.spvasm: error: x has type y, but must have z "
            "[test.some-rule]\n  SPIR-V 1.6, section 3.3.13\n"
            "1 more error and 3 more warnings not shown\n");
  const std::string colored = Print(/*max_shown=*/3, /*color=*/true);
  EXPECT_NE(colored.find("\x1b[1;35mwarning:\x1b[0m"), std::string::npos);
}

// A format that is one document over all inputs can be closed.
class Counter : public ReportWriter {
 public:
  void Begin(std::string* out) override { out->append("["); }
  void Add(const InputReport& report, std::string* out) override {
    absl::StrAppend(out, report.file, ":", report.error_count, "+",
                    report.warnings_left_out, ";");
  }
  void AddUnreadable(absl::string_view file, absl::string_view message,
                     std::string* out) override {
    absl::StrAppend(out, file, ":", message, ";");
  }
  void End(std::string* out) override { out->append("]"); }
};

TEST_F(ReportTest, IsBegunAndEnded) {
  ReadText();
  list_.Add(kRule, Place::WholeModule());
  list_.Add(kWarning, Place::WholeModule());
  Counter counter;
  EXPECT_EQ(Write(&counter, /*max_shown=*/1), "[shader.spvasm:1+1;]");
}

}  // namespace
}  // namespace plumb
