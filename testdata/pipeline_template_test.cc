// Completes an empty description for every valid module of testdata/rules that
// can be a pipeline, and validates the pipeline with it: the description must
// be read back as it was written, and add no diagnostic.
#include "api/pipeline_template.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "api/pipeline/pipeline_description.h"
#include "api/pipeline_session.h"
#include "core/target_env.h"
#include "gtest/gtest.h"
#include "testdata/module_setting.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The reported rules, with repetitions.
std::multiset<std::string> RulesOf(const PipelineSession& session) {
  std::multiset<std::string> rules;
  for (const InputReport& report : session.Reports()) {
    for (const ResolvedDiagnostic& d : report.diagnostics) {
      rules.insert(std::string(d.rule->id));
    }
  }
  return rules;
}

// False if the module is not a valid pipeline.
bool CheckFits(const fs::path& path) {
  const std::string text = ReadTestFile(path);
  const ModuleSetting setting = ReadModuleSetting(text);
  SessionOptions options;
  options.validator = setting.options;
  if (Info(setting.options.env).api == Api::kVulkan) {
    options.env = setting.options.env;
  }
  PipelineSession session(options);
  PipelineInput input;
  input.file = path.filename().string();
  input.bytes = text;
  const auto verdict = session.Run(Pipeline(), {input});
  if (!verdict.ok() || *verdict != Verdict::kValid) return false;
  const std::multiset<std::string> before = RulesOf(session);

  PipelineDescription made;
  CompleteDescription(session, &made);
  const std::string written = PipelineDescriptionText(made);
  const auto read = ReadPipelineDescription(written);
  EXPECT_TRUE(read.ok()) << read.status().message() << "\n" << written;
  if (!read.ok()) return true;
  EXPECT_EQ(PipelineDescriptionText(*read), written);
  EXPECT_EQ(read->stages.size(), session.stages().size());

  const auto again = session.Run(read->pipeline, {input});
  EXPECT_TRUE(again.ok() && *again == Verdict::kValid) << written;
  EXPECT_EQ(RulesOf(session), before) << written;
  return true;
}

TEST(PipelineTemplateTest, FitsEveryValidModule) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator("testdata/rules")) {
    if (absl::EndsWith(entry.path().string(), ".ok.spvasm")) {
      paths.push_back(entry.path());
    }
  }
  ASSERT_FALSE(paths.empty());
  std::sort(paths.begin(), paths.end());
  size_t checked = 0;
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path.string());
    checked += CheckFits(path) ? 1 : 0;
  }
  EXPECT_GT(checked, 500u);
}

}  // namespace
}  // namespace plumb
