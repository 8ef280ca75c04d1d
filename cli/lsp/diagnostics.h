// The diagnostics of a document, and what can be done about them.
//
// Tested by testdata/lsp/diagnostics.case.
#ifndef PLUMB_CLI_LSP_DIAGNOSTICS_H_
#define PLUMB_CLI_LSP_DIAGNOSTICS_H_

#include <optional>
#include <string>

#include "absl/types/span.h"
#include "cli/lsp/document.h"
#include "cli/lsp/open_pipeline.h"
#include "cli/lsp/protocol.h"
#include "core/pipeline/pipeline.h"

namespace plumb::lsp {

// Commands of the server: the explanation of a rule, as Markdown; and the
// drawing of a document, as HTML or as dot.
inline constexpr char kExplainCommand[] = "spv-lsp.explain";
inline constexpr char kControlFlowCommand[] = "spv-lsp.controlFlow";

// An array of Diagnostic, in order of place, and those of the pipeline that the
// document is a stage of (open_pipeline.h) at its end.
Json DiagnosticsJson(Document* document,
                     absl::Span<const OpenStage> stages = {},
                     const std::optional<Pipeline>& pipeline = std::nullopt);

// An array of CodeAction for a part of the text: the fixes of its diagnostics,
// all safe fixes of the text, comments that suppress diagnostics, and
// explanations.  `only` is the context's list of kinds, or null.  Validates the
// text once more for each fix of the document (api/fix_check.h).
Json CodeActionsJson(Document* document, Extent extent, const Json& only);

// The explanation of a rule as Markdown; empty for an unknown rule.
std::string ExplanationMarkdown(absl::string_view rule_id);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_DIAGNOSTICS_H_
