// Runs every module of testdata/rules, testdata/mistakes and testdata/shaders
// and compares the reports with the comments of the module.
//
// A module is a text in assembly.  Its first lines may be directives
// (module_setting.h), and the expected diagnostics follow their instruction,
// with the carets exactly under the reported token:
//      %sum = OpIAdd %int %a %b
//   ;                        ^^ error arith.integer-binary.operand-type
// A diagnostic of the module as a whole is a separate line,
//   ; module: error layout.memorymodel.required
// <rule id>.spvasm must report that rule, and only what its comments expect;
// <rule id>.ok.spvasm must report nothing.  The names of the modules of
// testdata/mistakes describe their errors, and those of testdata/shaders are
// valid.
//
// With PLUMB_REWRITE set to the folder of the sources, the comments are
// rewritten to the actual reports, for review.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "api/report/report_writer.h"
#include "api/resolve/arg_text.h"
#include "api/resolve/id_text.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "parse/text/operand_locator.h"
#include "testdata/module_setting.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/registry.h"
#include "validate/rules/families.h"
#include "validate/validator.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kModulePrefix = "; module: ";

// One expected or reported diagnostic, as in a comment line.
struct Finding {
  int line = 0;      // 1-based line of the instruction; 0 for the module
  size_t begin = 0;  // columns, 0-based
  size_t end = 0;
  std::string what;  // "error some.rule"

  std::string ToString() const {
    return absl::StrCat("line ", line, ", columns ", begin + 1, " to ", end,
                        ": ", what);
  }
  friend bool operator<(const Finding& a, const Finding& b) {
    return std::tie(a.line, a.begin, a.end, a.what) <
           std::tie(b.line, b.begin, b.end, b.what);
  }
};

// The findings that the comments of a text expect.
std::vector<Finding> ExpectedFindings(absl::string_view text) {
  std::vector<Finding> findings;
  int line_number = 0;
  int instruction_line = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++line_number;
    if (absl::StartsWith(line, kModulePrefix)) {
      findings.push_back(
          {0, 0, 0, std::string(absl::StripPrefix(line, kModulePrefix))});
      continue;
    }
    const size_t caret = line.find('^');
    const bool is_expectation = absl::StartsWith(line, ";") &&
                                caret != absl::string_view::npos &&
                                line.find_first_not_of("; ") == caret;
    if (!is_expectation) {
      if (!absl::StartsWith(line, ";")) instruction_line = line_number;
      continue;
    }
    const size_t end =
        std::min(line.find_first_not_of('^', caret), line.size());
    findings.push_back(
        {instruction_line, caret, end,
         std::string(absl::StripAsciiWhitespace(line.substr(end)))});
  }
  return findings;
}

Finding ToFinding(const Diagnostic& d, const Module& module,
                  absl::string_view text) {
  IdText ids(module);
  const std::string message =
      MessageText(module, d.rule->text, d.args, d.place.inst, &ids);
  EXPECT_FALSE(absl::StrContains(message, "...")) << message;
  Finding finding;
  finding.what = absl::StrCat(SeverityText(d.severity), " ", d.rule->id);
  size_t begin = d.place.begin;
  size_t end = d.place.end;
  if (d.place.kind == Place::Kind::kModule) return finding;
  if (d.place.kind == Place::Kind::kInstruction) {
    const TextRange range =
        TokenOfOperand(text, module.origin(d.place.inst), d.place.operand);
    begin = range.begin;
    end = range.end;
  }
  finding.line = 1 + static_cast<int>(
                         std::count(text.begin(), text.begin() + begin, '\n'));
  const size_t newline =
      begin == 0 ? absl::string_view::npos : text.rfind('\n', begin - 1);
  const size_t line_start =
      newline == absl::string_view::npos ? 0 : newline + 1;
  finding.begin = begin - line_start;
  finding.end = end - line_start;
  return finding;
}

std::vector<Finding> ReportedFindings(absl::string_view text,
                                      const ModuleSetting& setting) {
  const ValidatorOptions& options = setting.options;
  Module module;
  DiagnosticList diagnostics;
  Assembler assembler;
  AssembleOptions assemble_options;
  assemble_options.env = options.env;
  if (assembler.Assemble(text, assemble_options, &module, &diagnostics)) {
    Validator validator;
    validator.Validate(module, options, &diagnostics);
    if (setting.pipeline) {
      CheckModuleAsPipeline(*setting.pipeline, validator.context(), options,
                            &diagnostics);
    }
  }
  std::vector<Finding> findings;
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    findings.push_back(ToFinding(d, module, text));
  }
  return findings;
}

// The text with its expectations replaced by `findings`.
std::string Rewrite(absl::string_view text,
                    const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  int line_number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++line_number;
    const bool is_expectation =
        absl::StartsWith(line, kModulePrefix) ||
        (absl::StartsWith(line, ";") && absl::StrContains(line, '^'));
    if (!is_expectation) out.emplace_back(line);
    for (const Finding& f : findings) {
      if (f.line != line_number) continue;
      out.push_back(
          absl::StrCat(";", std::string(f.begin > 0 ? f.begin - 1 : 0, ' '),
                       std::string(f.end - f.begin, '^'), " ", f.what));
    }
  }
  for (const Finding& f : findings) {
    if (f.line == 0) {
      out.insert(out.begin(), absl::StrCat(kModulePrefix, f.what));
    }
  }
  return absl::StrJoin(out, "\n");
}

std::vector<fs::path> FilesIn(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".spvasm") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The rule in the name of a file.  A further part of the name distinguishes
// several modules of a rule: <area>.<subject>.<what>.<variant>.  Ids of
// extended instructions have a part for their set.
std::string RuleOf(absl::string_view name) {
  constexpr size_t kParts = 3;
  std::vector<absl::string_view> parts = absl::StrSplit(name, '.');
  while (parts.size() > kParts &&
         FindRule(absl::StrJoin(parts, ".")) == nullptr) {
    parts.pop_back();
  }
  return absl::StrJoin(parts, ".");
}

std::vector<fs::path> RuleFiles() { return FilesIn("testdata/rules"); }

class RuleTest : public testing::TestWithParam<fs::path> {};

std::string Join(std::vector<Finding> findings) {
  std::sort(findings.begin(), findings.end());
  return absl::StrJoin(findings, "\n",
                       [](std::string* out, const Finding& finding) {
                         absl::StrAppend(out, finding.ToString());
                       });
}

class MistakeTest : public testing::TestWithParam<fs::path> {};
class ShaderTest : public testing::TestWithParam<fs::path> {};

// Compares the reports with `expected`, from the comments of a module.
void Compare(const fs::path& path, std::vector<Finding>* expected) {
  const std::string text = ReadTestFile(path);
  const ModuleSetting setting = ReadModuleSetting(text);
  ASSERT_EQ(setting.error, "");
  *expected = ExpectedFindings(text);
  const std::vector<Finding> reported = ReportedFindings(text, setting);

  if (const char* root = std::getenv("PLUMB_REWRITE")) {
    std::ofstream(fs::path(root) / path, std::ios::binary)
        << Rewrite(text, reported);
    GTEST_SKIP() << "rewritten";
  }
  EXPECT_EQ(Join(reported), Join(*expected));
}

TEST_P(MistakeTest, ReportsTheExpectedDiagnostics) {
  std::vector<Finding> expected;
  Compare(GetParam(), &expected);
  EXPECT_TRUE(IsSkipped() || !expected.empty());
}

TEST_P(ShaderTest, IsValid) {
  std::vector<Finding> expected;
  Compare(GetParam(), &expected);
  for (const Finding& finding : expected) {
    EXPECT_FALSE(absl::StartsWith(finding.what, "error ")) << finding.what;
  }
}

TEST_P(RuleTest, ReportsTheExpectedDiagnostics) {
  std::vector<Finding> expected;
  Compare(GetParam(), &expected);
  if (IsSkipped() || HasFatalFailure()) return;

  const std::string name = GetParam().stem().string();
  if (absl::EndsWith(name, ".ok")) {
    EXPECT_TRUE(expected.empty()) << "a near miss is valid";
    return;
  }
  const std::string rule = RuleOf(name);
  ASSERT_NE(FindRule(rule), nullptr) << "no rule " << rule;
  EXPECT_EQ(FindRule(rule)->id, rule) << "an alias";
  EXPECT_TRUE(std::any_of(expected.begin(), expected.end(),
                          [&](const Finding& finding) {
                            return absl::EndsWith(finding.what,
                                                  absl::StrCat(" ", rule));
                          }))
      << "the module should violate " << rule;
}

std::string TestName(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rules, RuleTest, testing::ValuesIn(RuleFiles()),
                         TestName);

INSTANTIATE_TEST_SUITE_P(Mistakes, MistakeTest,
                         testing::ValuesIn(FilesIn("testdata/mistakes")),
                         TestName);

INSTANTIATE_TEST_SUITE_P(Shaders, ShaderTest,
                         testing::ValuesIn(FilesIn("testdata/shaders")),
                         TestName);

// Every rule of the registry has a module that violates it and a near miss.
// Rules that no text can violate are tested in C++ beside their code.
TEST(RuleFilesTest, EveryRuleHasItsModules) {
  const std::set<std::string> only_in_cc = {
      // Assembling for an environment gives a version that it allows.
      "binary.header.version-supported",
      // The assembler writes literals of every width correctly
      // (validate/rules/binary/raw_words_test.cc).
      "binary.number.float-high-bits",
      "binary.number.signed-high-bits",
      "binary.number.unsigned-high-bits",
      "binary.number.wide-high-bits",
      // It accepts no other opcode,
      "const.specconstantop.opcode-allowed",
      // no literal of another type,
      "const.constant.result-type",
      // and no other set.
      "ext.extinst.set-is-import",
  };
  std::set<std::string> names;
  for (const fs::path& file : RuleFiles()) names.insert(file.stem().string());
  const auto check = [&](absl::Span<const Rule* const> rules) {
    for (const Rule* rule : rules) {
      const std::string id(rule->id);
      if (only_in_cc.count(id) > 0) continue;
      EXPECT_TRUE(names.count(id) > 0) << id << " has no module";
      EXPECT_TRUE(names.count(id + ".ok") > 0) << id << " has no near miss";
    }
  };
  for (const ListedFamily& listed : Families()) check(listed.family->rules);
  for (const PipelineFamily& family : PipelineFamilies()) check(family.rules);
}

}  // namespace
}  // namespace plumb
