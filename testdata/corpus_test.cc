// Validates modules made by compilers, testdata/shaders and testdata/kernels,
// like the programs without options.  None may be rejected, and at most 2 %
// may get a warning: a warning that ordinary output of current compilers
// causes is a defect, and its rule should be pedantic.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/report/report_writer.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/rule_policy.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "testdata/module_setting.h"
#include "validate/validator.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> Corpus() {
  std::vector<fs::path> files;
  for (const char* folder : {"testdata/shaders", "testdata/kernels"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".spvasm") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(CorpusTest, IsValidAndFewModulesGetAWarning) {
  const RulePolicy policy;
  std::map<std::string, int> modules_by_rule;
  size_t warned = 0;
  const std::vector<fs::path> files = Corpus();
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) {
    const std::string text = ReadTestFile(file);
    const ModuleSetting setting = ReadModuleSetting(text);
    ASSERT_EQ(setting.error, "") << file;
    Module module;
    DiagnosticList diagnostics;
    diagnostics.set_policy(&policy);
    AssembleOptions options;
    options.env = setting.options.env;
    const bool valid =
        Assembler().Assemble(text, options, &module, &diagnostics) &&
        Validator().Validate(module, setting.options, &diagnostics);
    std::set<std::string> rules;
    for (const Diagnostic& d : diagnostics.diagnostics()) {
      rules.insert(absl::StrCat(SeverityText(d.severity), " ", d.rule->id));
    }
    EXPECT_TRUE(valid) << file << ": " << *rules.begin();
    warned += !rules.empty();
    for (const std::string& rule : rules) ++modules_by_rule[rule];
  }
  for (const auto& [rule, count] : modules_by_rule) {
    std::printf("%d modules: %s\n", count, rule.c_str());
  }
  std::printf("%zu of %zu modules get a warning\n", warned, files.size());
  EXPECT_LT(warned * 50, files.size());
}

}  // namespace
}  // namespace plumb
