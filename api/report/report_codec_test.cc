#include "api/report/report_codec.h"

#include <string>
#include <utility>

#include "api/report/json_lines_report.h"
#include "api/report/sarif_report.h"
#include "api/report/text_report.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr Rule kRule = {"test.some-rule", "3.3.13", "{0} is odd",
                        "VUID-test-00001"};
constexpr Rule kOther = {"test.other-rule", "", "no good", "",
                         Severity::kWarning};

const Rule* Find(absl::string_view id) {
  for (const Rule* rule : {&kRule, &kOther}) {
    if (rule->id == id) return rule;
  }
  return nullptr;
}

// Has something of everything, bytes that are not UTF-8 included.
ResolvedDiagnostic FullDiagnostic() {
  ResolvedDiagnostic diagnostic;
  diagnostic.rule = &kRule;
  diagnostic.vuid = kRule.vuid;
  diagnostic.message = "%a is odd";
  diagnostic.place.text = {{3, 5}, {4, 1}};
  diagnostic.place.offsets = {{105, 111}};
  diagnostic.place.words = {{21, 22}};
  diagnostic.place.instruction = 4;
  diagnostic.place.instruction_word = 20;
  diagnostic.place.excerpt = {"%a = OpNop", "^~"};
  diagnostic.function = "%4";
  diagnostic.function_name = "main\xff";
  diagnostic.block = "%5";
  diagnostic.source = {{"a.hlsl", 3, 9},
                       {"  x = y;", "        ^"},
                       {{"b.hlsl", 4, 0}, {"c.hlsl", 5, 1}}};
  diagnostic.notes.push_back({"here", diagnostic.place});
  diagnostic.notes.push_back({"there", {}});
  diagnostic.fix = {{{{{3, 5}, {3, 8}}, {105, 108}, "OpUndef"}}, false};
  return diagnostic;
}

InputReport FullReport() {
  ResolvedDiagnostic warning;
  warning.rule = &kOther;
  warning.severity = Severity::kWarning;
  warning.message = "no good";
  InputReport report;
  report.file = "a.spvasm";
  ResolvedDiagnostic pedantic;
  pedantic.rule = &kOther;
  pedantic.severity = Severity::kPedantic;
  pedantic.message = "allowed nowhere";
  report.diagnostics = {FullDiagnostic(), std::move(warning),
                        std::move(pedantic)};
  report.error_count = 3;
  report.warning_count = 2;
  report.by_rule = {{&kOther, 4}, {&kRule, 3}};
  report.errors_left_out = 2;
  report.follow_ups_left_out = 4;
  report.suppressed_count = 5;
  report.warnings_left_out = 1;
  report.pedantic_count = 2;
  report.pedantic_left_out = 1;
  return report;
}

template <typename Writer>
std::string Write(Writer writer, const InputReport& report) {
  std::string out;
  writer.Begin(&out);
  writer.Add(report, &out);
  writer.End(&out);
  return out;
}

// All parts of a report are preserved.
TEST(ReportCodecTest, TheSameReport) {
  const InputReport report = FullReport();
  std::optional<InputReport> read = DecodeReport(EncodeReport(report), Find);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->file, "");
  read->file = report.file;
  EXPECT_EQ(Write(TextReport(TextReportOptions()), *read),
            Write(TextReport(TextReportOptions()), report));
  EXPECT_EQ(Write(JsonLinesReport("p", "1"), *read),
            Write(JsonLinesReport("p", "1"), report));
  const SarifReportOptions sarif = {
      .program = "p", .version = "1", .describe = [](const Rule&) {
        return RuleText();
      }};
  EXPECT_EQ(Write(SarifReport(sarif), *read),
            Write(SarifReport(sarif), report));
  EXPECT_EQ(read->by_rule.size(), 2);
  EXPECT_EQ(read->by_rule[1].rule, &kRule);
  EXPECT_EQ(read->by_rule[1].violations, 3);
  EXPECT_EQ(read->diagnostics[0].place.offsets->end, 111);
  ASSERT_EQ(read->diagnostics[0].fix->edits.size(), 1);
  EXPECT_EQ(read->diagnostics[0].fix->edits[0].offsets.end, 108);
  EXPECT_FALSE(read->diagnostics[0].fix->is_safe);
  EXPECT_EQ(read->errors_left_out, 2);
  EXPECT_EQ(read->follow_ups_left_out, 4);
  EXPECT_EQ(read->suppressed_count, 5);
  EXPECT_EQ(read->pedantic_left_out, 1);
  EXPECT_EQ(EncodeReport(*read), EncodeReport(report));
}

TEST(ReportCodecTest, NothingFound) {
  const auto read = DecodeReport(EncodeReport({}), Find);
  ASSERT_TRUE(read.has_value());
  EXPECT_TRUE(read->diagnostics.empty());
  EXPECT_EQ(read->error_count, 0);
}

TEST(ReportCodecTest, OtherBytesAreNoReport) {
  const std::string bytes = EncodeReport(FullReport());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeReport(bytes.substr(0, size), Find).has_value()) << size;
  }
  EXPECT_FALSE(DecodeReport("{}", Find).has_value());
  EXPECT_FALSE(DecodeReport("\x80", Find).has_value());  // an empty array
}

TEST(ReportCodecTest, NothingFollows) {
  EXPECT_FALSE(
      DecodeReport(EncodeReport(FullReport()) + '\0', Find).has_value());
}

TEST(ReportCodecTest, NestingIsNotFollowed) {
  const std::string bytes = EncodeReport(FullReport());
  // Arrays, arrays and strings of a length that is not stated, tags.
  for (const char* open : {"\x81", "\x9f", "\x7f", "\xc1"}) {
    std::string deep;
    for (int i = 0; i < 1'000'000; ++i) deep += open;
    EXPECT_FALSE(DecodeReport(deep, Find).has_value());
    for (size_t at = 0; at < bytes.size(); ++at) {
      EXPECT_FALSE(DecodeReport(bytes.substr(0, at) + deep, Find).has_value());
      if (at % 64 == 0) continue;
      deep.resize(1000);
    }
  }
}

// A changed byte goes unnoticed only in texts and places; the result is still a
// report.
TEST(ReportCodecTest, AnyByteChanged) {
  const std::string bytes = EncodeReport(FullReport());
  size_t refused = 0;
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(value);
      const auto read = DecodeReport(changed, Find);
      if (!read.has_value()) {
        ++refused;
        continue;
      }
      EXPECT_EQ(EncodeReport(*read), changed);
      EXPECT_EQ(read->error_count, read->errors_left_out + 1);
      const size_t others = read->warnings_left_out + read->pedantic_left_out;
      EXPECT_EQ(read->warning_count + read->pedantic_count, others + 2);
    }
  }
  EXPECT_GT(refused, bytes.size() * 100);
}

TEST(ReportCodecTest, CountsAreNumbersThatAgree) {
  const std::string good = "\x8a\x01\x02\x03\x01\x02\x03\x04\x05\x80\x80";
  ASSERT_TRUE(DecodeReport(good, Find).has_value());
  const struct {
    const char* what;
    std::string bytes;
  } kCases[] = {
      {"float",
       "\x8a\x01\x02\x03\xfb\x7f\xef\xff\xff\xff\xff\xff\xff\x02\x03\x04\x05"
       "\x80"
       "\x80"},
      {"negative", "\x8a\x01\x02\x03\x20\x02\x03\x04\x05\x80\x80"},
      {"string", "\x8a\x01\x02\x03\x61\x31\x02\x03\x04\x05\x80\x80"},
      {"null", "\x8a\x01\x02\x03\xf6\x02\x03\x04\x05\x80\x80"},
      {"more errors left out", "\x8a\x01\x02\x03\x02\x02\x03\x04\x05\x80\x80"},
      {"fewer warnings left out",
       "\x8a\x01\x02\x03\x01\x01\x03\x04\x05\x80\x80"},
      {"fewer pedantic left out",
       "\x8a\x01\x02\x03\x01\x02\x02\x04\x05\x80\x80"},
      {"too large",
       "\x8a\x1b\xff\xff\xff\xff\xff\xff\xff\xff\x02\x03"
       "\x1b\xff\xff\xff\xff\xff\xff\xff\xff\x02\x03\x04\x05\x80\x80"},
      {"follow-ups", "\x8a\x01\x02\x03\x01\x02\x03\x20\x05\x80\x80"},
      {"suppressed", "\x8a\x01\x02\x03\x01\x02\x03\x04\x20\x80\x80"},
      {"object", "\x8a\x01\x02\x03\x01\x02\x03\x04\x05\xa0\x80"},
      {"many elements",
       "\x8a\x01\x02\x03\x01\x02\x03\x04\x05\x9b\xff\xff\xff\xff\xff\xff\xff"
       "\xff"
       "\x80"},
  };
  for (const auto& test : kCases) {
    EXPECT_FALSE(DecodeReport(test.bytes, Find).has_value()) << test.what;
  }
}

TEST(ReportCodecTest, CountsOfRulesAgree) {
  InputReport report = FullReport();
  report.by_rule[1].violations = 4;
  EXPECT_FALSE(DecodeReport(EncodeReport(report), Find).has_value());
  report.by_rule[1].violations = 0;
  EXPECT_FALSE(DecodeReport(EncodeReport(report), Find).has_value());
}

TEST(ReportCodecTest, TextIsPrintable) {
  for (const char* text : {"\x1b[2J", "a\nb", "\xff"}) {
    InputReport report = FullReport();
    report.diagnostics[0].message = text;
    EXPECT_FALSE(DecodeReport(EncodeReport(report), Find).has_value());
    report = FullReport();
    report.diagnostics[0].notes[0].place.excerpt.source = text;
    EXPECT_FALSE(DecodeReport(EncodeReport(report), Find).has_value());
  }
}

TEST(ReportCodecTest, RangesEndAfterTheyBegin) {
  InputReport report = FullReport();
  report.diagnostics[0].place.words = {{22, 21}};
  EXPECT_FALSE(DecodeReport(EncodeReport(report), Find).has_value());
}

TEST(ReportCodecTest, RulesThatThereAreNot) {
  EXPECT_FALSE(DecodeReport(EncodeReport(FullReport()), [](absl::string_view) {
                 return static_cast<const Rule*>(nullptr);
               }).has_value());
}

}  // namespace
}  // namespace plumb
