// The property of pipelines.
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "api/interface/module_interface.h"
#include "api/pipeline/pipeline_description.h"
#include "api/pipeline_session.h"
#include "api/pipeline_template.h"
#include "core/target_env.h"
#include "parse/printable_text.h"
#include "testdata/fuzz/properties.h"

namespace plumb {
namespace {

void CheckReportsOf(const PipelineSession& session) {
  for (const InputReport& report : session.Reports(/*max_shown=*/100)) {
    for (const ResolvedDiagnostic& d : report.diagnostics) {
      Require(IsPrintable(absl::string_view(d.message)),
              "messages are printable");
    }
  }
}

}  // namespace

void CheckAsPipeline(const SessionOptions& options, absl::string_view input) {
  if (options.env && Info(*options.env).api != Api::kVulkan) return;
  PipelineSession session(options);
  PipelineInput stages;
  stages.file = "file.spv";
  stages.bytes = input;
  absl::StatusOr<Verdict> verdict = session.Run(Pipeline(), {stages});
  if (!verdict.ok()) return;  // no entry point, or several of one kind
  CheckReportsOf(session);
  if (*verdict != Verdict::kValid) return;

  PipelineDescription made;
  CompleteDescription(session, &made);
  const std::string text = PipelineDescriptionText(made);
  const absl::StatusOr<PipelineDescription> read =
      ReadPipelineDescription(text);
  Require(read.ok(), "a description that was made can be read");
  Require(PipelineDescriptionText(*read) == text, "a description has one text");
  verdict = session.Run(read->pipeline, {stages});
  Require(verdict.ok(), "a pipeline can be checked with a description");
  CheckReportsOf(session);
}

}  // namespace plumb
