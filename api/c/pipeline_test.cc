// Interfaces and pipelines.
#include <string>

#include "absl/strings/match.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "api/pipeline/testing_stage.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

PipelinePtr NewPipeline(const plumb_options* options = nullptr) {
  plumb_pipeline* pipeline = nullptr;
  return PipelinePtr(
      plumb_pipeline_new(options, &pipeline) == PLUMB_OK ? pipeline : nullptr);
}

plumb_result Add(plumb_pipeline* pipeline, const char* file,
                 const std::string& text, const char* entry = nullptr) {
  return plumb_pipeline_add(pipeline, file, text.data(), text.size(), entry);
}
plumb_result Describe(plumb_pipeline* pipeline, absl::string_view json) {
  return plumb_pipeline_describe(pipeline, json.data(), json.size());
}

// The verdict, or the result of a call that failed.
int32_t Validate(plumb_pipeline* pipeline) {
  plumb_verdict verdict = -100;
  const plumb_result result = plumb_pipeline_validate(pipeline, &verdict);
  return result == PLUMB_OK ? verdict : result;
}

std::string Report(plumb_pipeline* pipeline, plumb_report_format format) {
  plumb_string out = {};
  EXPECT_EQ(plumb_pipeline_report(pipeline, format, &out), PLUMB_OK);
  return ToText(out);
}

TEST(PipelineTest, ReportsWhatDoesNotFit) {
  const std::string vertex = StageText("Vertex", "Output", "v4f32");
  const std::string fragment = StageText("Fragment", "Input", "v4f32", 1);
  const PipelinePtr pipeline = NewPipeline();
  ASSERT_EQ(Add(pipeline.get(), "a.vert", vertex), PLUMB_OK);
  ASSERT_EQ(Validate(pipeline.get()), PLUMB_VALID);
  ASSERT_EQ(Add(pipeline.get(), "a.frag", fragment, "main"), PLUMB_OK);
  ASSERT_EQ(Validate(pipeline.get()), PLUMB_INVALID);
  EXPECT_EQ(Report(pipeline.get(), PLUMB_REPORT_CONCISE),
            "a.frag:17:10: error: fragment input %value at location 1 must "
            "match an output of the vertex stage, which has none at this "
            "location [pipeline.interface.output-required, "
            "VUID-RuntimeSpirv-OpEntryPoint-08743]\n"
            "2 inputs: 1 valid, 1 invalid; 1 error, 0 warnings\n");
  EXPECT_TRUE(absl::StrContains(Report(pipeline.get(), PLUMB_REPORT_JSON),
                                "\"file\":\"a.vert\""));
  plumb_string out = {};
  EXPECT_EQ(plumb_pipeline_template(pipeline.get(), &out), PLUMB_E_STATE);
  ASSERT_EQ(plumb_pipeline_reset(pipeline.get()), PLUMB_OK);
  EXPECT_EQ(Validate(pipeline.get()), PLUMB_E_STATE);
  EXPECT_STREQ(plumb_last_failure(), "the pipeline has no module");
}

TEST(PipelineTest, ChecksTheDescription) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_flag(options.get(), PLUMB_FLAG_COPY_INPUT, 1),
            PLUMB_OK);
  const PipelinePtr pipeline = NewPipeline(options.get());
  ASSERT_EQ(
      Add(pipeline.get(), "a.vert", StageText("Vertex", "Input", "v4f32", 3)),
      PLUMB_OK);
  ASSERT_EQ(Describe(pipeline.get(), R"({"vertexAttributes": []})"), PLUMB_OK);
  EXPECT_EQ(Validate(pipeline.get()), PLUMB_INVALID);
  ASSERT_EQ(Describe(pipeline.get(), R"({"environment": "vulkan1.1"})"),
            PLUMB_OK);
  EXPECT_EQ(Validate(pipeline.get()), PLUMB_VALID);
  plumb_string out = {};
  ASSERT_EQ(plumb_pipeline_template(pipeline.get(), &out), PLUMB_OK);
  EXPECT_EQ(ToText(out), R"({
  "environment": "vulkan1.1",
  "stages": [
    {
      "module": "a.vert",
      "stage": "vertex",
      "entryPoint": "main"
    }
  ],
  "topology": "TRIANGLE_LIST",
  "vertexAttributes": [
    {
      "location": 3,
      "format": "R32G32B32A32_SFLOAT"
    }
  ],
  "descriptorSets": [],
  "pushConstants": []
}
)");
  ASSERT_EQ(Describe(pipeline.get(), ToText(out)), PLUMB_OK);
  EXPECT_EQ(Validate(pipeline.get()), PLUMB_VALID);
}

TEST(PipelineTest, StagesOfTheDescriptionNameModules) {
  const PipelinePtr pipeline = NewPipeline();
  const std::string vertex = StageText("Vertex", "Output", "v4f32");
  ASSERT_EQ(Add(pipeline.get(), "a.vert", vertex), PLUMB_OK);
  ASSERT_EQ(Describe(pipeline.get(), R"({"stages": [{"module": "b.vert"}]})"),
            PLUMB_OK);
  EXPECT_EQ(Validate(pipeline.get()), PLUMB_E_NAME);
  EXPECT_STREQ(plumb_last_failure(),
               "no module was added with the name \"b.vert\", which a stage "
               "has");
  ASSERT_EQ(Describe(pipeline.get(),
                     R"({"stages": [{"module": "a.vert", "stage": "mesh"}]})"),
            PLUMB_OK);
  EXPECT_EQ(Validate(pipeline.get()), PLUMB_E_INPUT);
  plumb_string out = {};
  EXPECT_EQ(plumb_pipeline_report(pipeline.get(), PLUMB_REPORT_TEXT, &out),
            PLUMB_E_STATE);
}

TEST(PipelineTest, RefusesBadArguments) {
  plumb_pipeline* made = nullptr;
  EXPECT_EQ(plumb_pipeline_new(nullptr, nullptr), PLUMB_E_ARGUMENT);
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_env(options.get(), "spv1.6"), PLUMB_OK);
  EXPECT_EQ(plumb_pipeline_new(options.get(), &made), PLUMB_E_ARGUMENT);
  EXPECT_STREQ(plumb_last_failure(),
               "the target environment of a pipeline must be one of Vulkan, "
               "not spv1.6");
  plumb_pipeline_free(nullptr);

  const PipelinePtr owned = NewPipeline();
  plumb_pipeline* const p = owned.get();
  plumb_verdict verdict = 0;
  plumb_string out = {};
  EXPECT_EQ(plumb_pipeline_add(nullptr, "", "", 0, nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_add(p, nullptr, "", 0, nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_add(p, "", nullptr, 1, nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_describe(nullptr, "{}", 2), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_describe(p, nullptr, 0), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_reset(nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_validate(nullptr, &verdict), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_validate(p, nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_pipeline_report(p, PLUMB_REPORT_TEXT, &out), PLUMB_E_STATE);
  EXPECT_EQ(plumb_pipeline_template(p, &out), PLUMB_E_STATE);

  EXPECT_EQ(Describe(p, "{"), PLUMB_E_INPUT);
  EXPECT_EQ(Describe(p, R"({"device": "a.json"})"), PLUMB_E_INPUT);
  EXPECT_STREQ(plumb_last_failure(),
               "the description names a file with a device; "
               "plumb_options_set_device takes its contents");
  EXPECT_EQ(Describe(p, R"({"environment": "spv1.6"})"), PLUMB_E_INPUT);
  ASSERT_EQ(Add(p, "a", "no module"), PLUMB_OK);
  EXPECT_EQ(Validate(p), PLUMB_MALFORMED);
  EXPECT_EQ(plumb_pipeline_report(p, 99, &out), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_pipeline_report(p, PLUMB_REPORT_TEXT, nullptr),
            PLUMB_E_ARGUMENT);
}

TEST(PipelineTest, CanBeCancelled) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_cancelled(
                options.get(), [](void*) { return 1; }, nullptr),
            PLUMB_OK);
  const PipelinePtr pipeline = NewPipeline(options.get());
  const std::string text = StageText("Vertex", "Output", "v4f32");
  ASSERT_EQ(Add(pipeline.get(), "a", text), PLUMB_OK);
  EXPECT_EQ(Validate(pipeline.get()), PLUMB_E_CANCELLED);
  plumb_string out = {};
  EXPECT_EQ(plumb_pipeline_report(pipeline.get(), PLUMB_REPORT_TEXT, &out),
            PLUMB_E_STATE);
}

TEST(InterfaceTest, DescribesValidModules) {
  const SessionPtr session = NewSession();
  plumb_string out = {};
  EXPECT_EQ(plumb_interface_json(session.get(), "a", &out), PLUMB_E_STATE);
  const std::string text = StageText("Vertex", "Output", "v4f32", 5);
  ASSERT_EQ(Read(session.get(), text), PLUMB_VALID);
  EXPECT_EQ(plumb_interface_json(session.get(), "a", &out), PLUMB_E_STATE);
  ASSERT_EQ(c_api::Validate(session.get(), text), PLUMB_VALID);
  ASSERT_EQ(plumb_interface_json(session.get(), "a", &out), PLUMB_OK);
  EXPECT_TRUE(absl::StrContains(ToText(out), "\"kind\":\"interface\""));
  EXPECT_TRUE(absl::StrContains(ToText(out), "\"location\":5"));
  EXPECT_EQ(plumb_interface_json(session.get(), nullptr, &out),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_interface_json(session.get(), "a", nullptr),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_interface_json(nullptr, "a", &out), PLUMB_E_ARGUMENT);
}

}  // namespace
}  // namespace plumb::c_api
