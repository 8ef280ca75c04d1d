#include "api/pipeline_session.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/pipeline/testing_stage.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

class PipelineSessionTest : public testing::Test {
 protected:
  void Add(absl::string_view file, std::string text,
           std::vector<SpecSetting> specialization = {}) {
    texts_.push_back(std::make_unique<std::string>(std::move(text)));
    PipelineInput input;
    input.file = std::string(file);
    input.bytes = *texts_.back();
    input.specialization = std::move(specialization);
    inputs_.push_back(input);
  }
  absl::StatusOr<Verdict> Run() { return session_.Run(Pipeline(), inputs_); }

  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<PipelineInput> inputs_;
  PipelineSession session_{SessionOptions()};
};

TEST_F(PipelineSessionTest, NamesBothModules) {
  Add("a.vert", StageText("Vertex", "Output", "f32"));
  Add("b.frag", StageText("Fragment", "Input", "u32"));
  const auto verdict = Run();
  ASSERT_TRUE(verdict.ok());
  EXPECT_EQ(*verdict, Verdict::kInvalid);
  const std::vector<InputReport> reports = session_.Reports();
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0].error_count, 0u);
  ASSERT_EQ(reports[1].error_count, 1u);
  const ResolvedDiagnostic& d = reports[1].diagnostics[0];
  EXPECT_EQ(d.rule->id, "pipeline.interface.component-type");
  EXPECT_EQ(d.message,
            "fragment input %value at location 0 has type u32 (%u32), but "
            "vertex output %value at location 0 has type f32 (%f32): the "
            "components must have the same type and width");
  ASSERT_EQ(d.notes.size(), 1u);
  EXPECT_EQ(d.notes[0].file, "a.vert");
  EXPECT_TRUE(d.notes[0].place.text.has_value());
  ASSERT_EQ(reports[1].by_rule.size(), 1u);
}

TEST_F(PipelineSessionTest, ValidatesEachSpecialization) {
  Add("a.vert", StageText("Vertex", "Output", "list"), {{"3", "2"}});
  Add("b.frag", StageText("Fragment", "Input", "list"), {{"3", "3"}});
  EXPECT_EQ(*Run(), Verdict::kInvalid);
  EXPECT_EQ(session_.Reports()[1].diagnostics[0].rule->id,
            "pipeline.interface.component-required");
  inputs_[0].specialization = {{"3", "3"}};
  EXPECT_EQ(*Run(), Verdict::kValid);
}

TEST_F(PipelineSessionTest, ValidatesAModuleOnce) {
  Add("a.vert", StageText("Vertex", "Output", "f32"));
  inputs_.push_back(inputs_[0]);
  inputs_[0].models = grammar::ExecutionModel::kVertex;
  inputs_[1].entry_point = "other";
  EXPECT_EQ(Run().status().message(),
            "a.vert must have an entry point \"other\"; its entry points are "
            "vertex \"main\"");
  inputs_.pop_back();
  EXPECT_EQ(*Run(), Verdict::kValid);
  EXPECT_EQ(session_.Reports().size(), 1u);
  EXPECT_EQ(session_.stages().size(), 1u);
}

TEST_F(PipelineSessionTest, ReportsMalformedModulesAlone) {
  Add("a.vert", "OpNonsense");
  Add("b.frag", StageText("Fragment", "Input", "u32"));
  EXPECT_EQ(*Run(), Verdict::kMalformed);
  EXPECT_TRUE(session_.stages().empty());
  EXPECT_EQ(session_.Reports()[1].error_count, 0u);
}

TEST_F(PipelineSessionTest, RefusesTwoStagesOfAKind) {
  Add("a.vert", StageText("Vertex", "Output", "f32"));
  Add("c.vert", StageText("Vertex", "Output", "u32"));
  EXPECT_EQ(Run().status().message(),
            "a pipeline must have one vertex stage, not \"main\" of a.vert and "
            "\"main\" of c.vert; name one of them (FILE:ENTRY)");
}

TEST_F(PipelineSessionTest, RunsAgain) {
  Add("a.vert", StageText("Vertex", "Output", "f32"));
  Add("b.frag", StageText("Fragment", "Input", "f32"));
  EXPECT_EQ(*Run(), Verdict::kValid);
  EXPECT_EQ(*Run(), Verdict::kValid);
  EXPECT_TRUE(session_.Reports()[1].diagnostics.empty());
}

TEST_F(PipelineSessionTest, HasABoundedNumberOfStages) {
  std::string text = StageText("Vertex", "Output", "f32");
  std::string entry_points;
  for (size_t i = 0; i < PipelineCheck::kMaxStages; ++i) {
    absl::StrAppend(&entry_points, "OpEntryPoint Vertex %main \"e", i,
                    "\" %value\n");
  }
  const size_t end = text.find("OpName");
  text.insert(end, entry_points);
  Add("a.vert", text);
  EXPECT_EQ(Run().status().message(),
            "a pipeline must not have more than 4096 stages");
  inputs_[0].entry_point = "e5";
  EXPECT_EQ(*Run(), Verdict::kValid);
}

}  // namespace
}  // namespace plumb
