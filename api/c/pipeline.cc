// The stages of one pipeline (plumb_pipeline).
//
// Tested by pipeline_test.cc.
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/c/call.h"
#include "api/c/call_frame.h"
#include "api/c/options.h"
#include "api/c/plumb.h"
#include "api/c/report_format.h"
#include "api/json/json_document.h"
#include "api/pipeline/pipeline_description.h"
#include "api/pipeline_session.h"
#include "api/pipeline_template.h"
#include "core/target_env.h"

namespace plumb::c_api {

// A module that a client added.
struct AddedModule {
  std::string file;
  std::string entry_point;  // empty: any
  absl::string_view bytes;
  std::string copy;  // that `bytes` are in, if inputs are copied
};

}  // namespace plumb::c_api

// NOLINTNEXTLINE(readability-identifier-naming): a type of the C interface.
struct plumb_pipeline {
  plumb_options options;
  std::atomic<bool> is_busy{false};
  // Modules do not move, because `bytes` can be in `copy`.
  std::vector<std::unique_ptr<plumb::c_api::AddedModule>> modules;
  plumb::PipelineDescription description;
  std::unique_ptr<plumb::PipelineSession> session;  // null: not validated
  plumb::Verdict verdict = plumb::Verdict::kMalformed;
  std::string output;
};

namespace plumb::c_api {
namespace {

template <typename Body>
plumb_result WithPipeline(plumb_pipeline* pipeline, const Body& body) noexcept {
  if (pipeline == nullptr) return FailOfNull("the pipeline is NULL");
  return GuardedBy(&pipeline->is_busy, "another call is using the pipeline",
                   pipeline->options, nullptr, body);
}

// The same for a call that requires plumb_pipeline_validate.
template <typename Body>
plumb_result WithVerdict(plumb_pipeline* pipeline, const Body& body) noexcept {
  return WithPipeline(pipeline, [&] {
    if (pipeline->session == nullptr) {
      return Fail(PLUMB_E_STATE, "the pipeline was not validated");
    }
    return body();
  });
}

plumb_result Make(const plumb_options* options, plumb_pipeline** out) {
  auto pipeline = std::make_unique<plumb_pipeline>();
  if (options != nullptr) pipeline->options = *options;
  if (const plumb_result result = Complete(&pipeline->options);
      result != PLUMB_OK) {
    return result;
  }
  const std::optional<TargetEnv>& env = pipeline->options.session.env;
  if (env.has_value() && Info(*env).api != Api::kVulkan) {
    return Fail(PLUMB_E_ARGUMENT,
                absl::StrCat("the target environment of a pipeline must be one "
                             "of Vulkan, not ",
                             Info(*env).name));
  }
  *out = pipeline.release();
  return kOk;
}

plumb_result Describe(plumb_pipeline* pipeline, absl::string_view json) {
  absl::StatusOr<PipelineDescription> description =
      ReadPipelineDescription(json);
  if (!description.ok()) {
    return Fail(PLUMB_E_INPUT, description.status().message());
  }
  if (!description->device.empty() && pipeline->options.device == nullptr) {
    return Fail(PLUMB_E_INPUT,
                "the description names a file with a device; "
                "plumb_options_set_device takes its contents");
  }
  if (description->env.has_value() &&
      Info(*description->env).api != Api::kVulkan) {
    return Fail(PLUMB_E_INPUT,
                absl::StrCat("/environment must be one of Vulkan, not ",
                             Info(*description->env).name));
  }
  pipeline->description = *std::move(description);
  pipeline->session.reset();
  return kOk;
}

PipelineInput InputOf(const AddedModule& module) {
  PipelineInput input;
  input.file = module.file;
  input.bytes = module.bytes;
  input.entry_point = module.entry_point;
  return input;
}

// The stages of the description, or else the added modules.
absl::StatusOr<std::vector<PipelineInput>> InputsOf(
    const plumb_pipeline& pipeline) {
  std::vector<PipelineInput> inputs;
  if (pipeline.description.stages.empty()) {
    for (const auto& module : pipeline.modules) {
      inputs.push_back(InputOf(*module));
    }
    return inputs;
  }
  for (const StageDescription& stage : pipeline.description.stages) {
    const auto found = absl::c_find_if(
        pipeline.modules,
        [&](const auto& module) { return module->file == stage.module; });
    if (found == pipeline.modules.end()) {
      return absl::NotFoundError(
          absl::StrCat("no module was added with the name ",
                       QuotedJson(stage.module), ", which a stage has"));
    }
    PipelineInput input = InputOf(**found);
    input.entry_point = stage.entry_point;
    input.models = stage.models;
    input.specialization = stage.specialization;
    inputs.push_back(std::move(input));
  }
  return inputs;
}

plumb_result Validate(plumb_pipeline* pipeline, plumb_verdict* out) {
  pipeline->session.reset();
  const absl::StatusOr<std::vector<PipelineInput>> inputs = InputsOf(*pipeline);
  if (!inputs.ok()) return Fail(PLUMB_E_NAME, inputs.status().message());
  if (inputs->empty()) {
    return Fail(PLUMB_E_STATE, "the pipeline has no module");
  }
  SessionOptions options = pipeline->options.session;
  if (!options.env.has_value()) options.env = pipeline->description.env;
  auto session = std::make_unique<PipelineSession>(std::move(options));
  const absl::StatusOr<Verdict> verdict =
      session->Run(pipeline->description.pipeline, *inputs);
  if (!verdict.ok()) return Fail(PLUMB_E_INPUT, verdict.status().message());
  pipeline->session = std::move(session);
  pipeline->verdict = *verdict;
  *out = VerdictOf(*verdict);
  return kOk;
}

}  // namespace

extern "C" {

PLUMB_API plumb_result plumb_pipeline_new(const plumb_options* options,
                                          plumb_pipeline** out) {
  if (out == nullptr) return FailOfNull("the pointer to a pipeline is NULL");
  return Guarded([&] { return Make(options, out); });
}

PLUMB_API void plumb_pipeline_free(plumb_pipeline* pipeline) {
  delete pipeline;
}

PLUMB_API plumb_result plumb_pipeline_add(plumb_pipeline* pipeline,
                                          const char* file, const void* bytes,
                                          size_t size,
                                          const char* entry_point) {
  return WithPipeline(pipeline, [&] {
    if (file == nullptr) return FailOfFile();
    if (bytes == nullptr && size != 0) return FailOfNull("the module is NULL");
    auto module = std::make_unique<AddedModule>();
    module->file = file;
    if (entry_point != nullptr) module->entry_point = entry_point;
    if (size != 0) {
      module->bytes = absl::string_view(static_cast<const char*>(bytes), size);
    }
    if (pipeline->options.copies_input) {
      module->copy = std::string(module->bytes);
      module->bytes = module->copy;
    }
    pipeline->modules.push_back(std::move(module));
    pipeline->session.reset();
    return kOk;
  });
}

PLUMB_API plumb_result plumb_pipeline_describe(plumb_pipeline* pipeline,
                                               const char* json, size_t size) {
  return WithPipeline(pipeline, [&] {
    if (json == nullptr) return FailOfNull("the description is NULL");
    return Describe(pipeline, absl::string_view(json, size));
  });
}

PLUMB_API plumb_result plumb_pipeline_reset(plumb_pipeline* pipeline) {
  return WithPipeline(pipeline, [&] {
    pipeline->session.reset();
    pipeline->modules.clear();
    pipeline->description = {};
    return kOk;
  });
}

PLUMB_API plumb_result plumb_pipeline_validate(plumb_pipeline* pipeline,
                                               plumb_verdict* out) {
  return WithPipeline(pipeline, [&] {
    if (out == nullptr) return FailOfNull("the pointer to a verdict is NULL");
    return Validate(pipeline, out);
  });
}

PLUMB_API plumb_result plumb_pipeline_report(plumb_pipeline* pipeline,
                                             plumb_report_format format,
                                             plumb_string* out) {
  return WithVerdict(pipeline, [&] {
    if (out == nullptr) return FailOfNullResult();
    const std::unique_ptr<ReportWriter> writer = MakeWriter(format);
    if (writer == nullptr) return FailOfFormat();
    std::string text;
    writer->Begin(&text);
    for (const InputReport& report : pipeline->session->Reports()) {
      writer->Add(report, &text);
    }
    writer->End(&text);
    pipeline->output = std::move(text);
    *out = ToString(pipeline->output);
    return kOk;
  });
}

PLUMB_API plumb_result plumb_pipeline_template(plumb_pipeline* pipeline,
                                               plumb_string* out) {
  return WithVerdict(pipeline, [&] {
    if (out == nullptr) return FailOfNullResult();
    if (pipeline->verdict != Verdict::kValid) {
      return Fail(PLUMB_E_STATE, "the pipeline is invalid");
    }
    PipelineDescription description = pipeline->description;
    CompleteDescription(*pipeline->session, &description);
    pipeline->output = PipelineDescriptionText(description);
    *out = ToString(pipeline->output);
    return kOk;
  });
}

}  // extern "C"

}  // namespace plumb::c_api
