// The open documents that are the stages of one graphics pipeline, by their
// names: scene.vert.spvasm and scene.frag.spvasm in one folder.  A file
// scene.pipeline.json beside them, if there is one, describes the rest of the
// pipeline (docs/user/pipelines.md).
//
// Tested by open_pipeline_test.cc.
#ifndef PLUMB_CLI_LSP_OPEN_PIPELINE_H_
#define PLUMB_CLI_LSP_OPEN_PIPELINE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/resolve/resolved_diagnostic.h"
#include "cli/lsp/document.h"
#include "core/execution_models.h"
#include "core/pipeline/pipeline.h"

namespace plumb::lsp {

// A name of a stage.
struct StageName {
  std::string pipeline;  // the URI up to the stage: "file:///shaders/scene"
  ModelSet models;       // of the stage
};

// Nullopt unless the URI ends in ".STAGE.EXTENSION", where STAGE is the
// extension that glslang and glslc have for a graphics stage: "vert", "frag".
std::optional<StageName> StageNameOf(absl::string_view uri);

// The URI of the description of a pipeline, which need not exist.
std::string DescriptionUri(const StageName& name);

struct OpenStage {
  Document* document;
  ModelSet models;
};

// What of `document` does not fit the other stages or `pipeline`.  Notes in
// another document have its URI as file.  Empty if a text is malformed, if
// there is one stage and `pipeline` is not described, or if the stages are not
// of one pipeline.  Validates documents that have changed.
std::vector<ResolvedDiagnostic> PipelineDiagnostics(
    absl::Span<const OpenStage> stages, const std::optional<Pipeline>& pipeline,
    const Document& document);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_OPEN_PIPELINE_H_
