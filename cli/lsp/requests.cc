#include "cli/lsp/requests.h"

#include "cli/lsp/annotations.h"
#include "cli/lsp/call_hierarchy.h"
#include "cli/lsp/completion.h"
#include "cli/lsp/diagnostics.h"
#include "cli/lsp/formatting.h"
#include "cli/lsp/hover.h"
#include "cli/lsp/navigation.h"
#include "cli/lsp/outline.h"

namespace plumb::lsp {
namespace {

size_t CursorOf(const Document& document, const Json& params) {
  return OffsetFrom(document, params.at("position"));
}

// A request whose only parameter is a position.
template <Json (*kAnswer)(Document*, size_t)>
absl::StatusOr<Json> AtCursor(Document* document, const Json& params,
                              const ClientFeatures& /*client*/) {
  return kAnswer(document, CursorOf(*document, params));
}

// A request without further parameters.
template <Json (*kAnswer)(Document*)>
absl::StatusOr<Json> OfDocument(Document* document, const Json& /*params*/,
                                const ClientFeatures& /*client*/) {
  return kAnswer(document);
}

// A request about a range.
template <Json (*kAnswer)(Document*, Extent)>
absl::StatusOr<Json> InRange(Document* document, const Json& params,
                             const ClientFeatures& /*client*/) {
  return kAnswer(document, ExtentFrom(*document, params.at("range")));
}

// A request about an item of an earlier answer.
template <Json (*kAnswer)(Document*, size_t)>
absl::StatusOr<Json> OfItem(Document* document, const Json& params,
                            const ClientFeatures& /*client*/) {
  const Json& selection = params.at("item").at("selectionRange");
  return kAnswer(document, OffsetFrom(*document, selection.at("start")));
}

absl::StatusOr<Json> AllSemanticTokens(Document* document,
                                       const Json& /*params*/,
                                       const ClientFeatures& /*client*/) {
  return SemanticTokensJson(document, {0, document->text().size()});
}

absl::StatusOr<Json> References(Document* document, const Json& params,
                                const ClientFeatures& /*client*/) {
  const bool with_declaration =
      params.contains("context") &&
      params.at("context").value("includeDeclaration", false);
  return ReferencesJson(document, CursorOf(*document, params),
                        with_declaration);
}

absl::StatusOr<Json> Rename(Document* document, const Json& params,
                            const ClientFeatures& /*client*/) {
  return RenameJson(document, CursorOf(*document, params),
                    params.at("newName").get_ref<const std::string&>());
}

absl::StatusOr<Json> CodeActions(Document* document, const Json& params,
                                 const ClientFeatures& /*client*/) {
  Json only;
  if (params.contains("context") && params.at("context").contains("only")) {
    only = params.at("context").at("only");
  }
  return CodeActionsJson(document, ExtentFrom(*document, params.at("range")),
                         only);
}

absl::StatusOr<Json> Completion(Document* document, const Json& params,
                                const ClientFeatures& client) {
  return CompletionJson(document, CursorOf(*document, params),
                        client.has_snippets);
}

absl::StatusOr<Json> SelectionRanges(Document* document, const Json& params,
                                     const ClientFeatures& /*client*/) {
  Json ranges = Json::array();
  for (const Json& position : params.at("positions")) {
    ranges.push_back(
        SelectionRangeJson(document, OffsetFrom(*document, position)));
  }
  return ranges;
}

absl::StatusOr<Json> Formatting(Document* document, const Json& /*params*/,
                                const ClientFeatures& /*client*/) {
  const std::string text = FormattedText(document->analysis().index());
  Json edits = Json::array();
  if (text != document->text()) {
    edits.push_back(ReplacementJson(*document, text));
  }
  return edits;
}

struct Row {
  absl::string_view method;
  DocumentRequest request;
};
constexpr Row kRequests[] = {
    {"textDocument/hover", AtCursor<HoverJson>},
    {"textDocument/definition", AtCursor<DefinitionJson>},
    {"textDocument/typeDefinition", AtCursor<TypeDefinitionJson>},
    {"textDocument/references", References},
    {"textDocument/documentHighlight", AtCursor<HighlightsJson>},
    {"textDocument/prepareRename", AtCursor<PrepareRenameJson>},
    {"textDocument/rename", Rename},
    {"textDocument/completion", Completion},
    {"textDocument/signatureHelp", AtCursor<SignatureHelpJson>},
    {"textDocument/codeAction", CodeActions},
    {"textDocument/documentSymbol", OfDocument<DocumentSymbolsJson>},
    {"textDocument/foldingRange", OfDocument<FoldingRangesJson>},
    {"textDocument/documentLink", OfDocument<DocumentLinksJson>},
    {"textDocument/selectionRange", SelectionRanges},
    {"textDocument/semanticTokens/full", AllSemanticTokens},
    {"textDocument/semanticTokens/range", InRange<SemanticTokensJson>},
    {"textDocument/inlayHint", InRange<InlayHintsJson>},
    {"textDocument/formatting", Formatting},
    {"textDocument/prepareCallHierarchy", AtCursor<CallHierarchyItemsJson>},
    {"callHierarchy/incomingCalls", OfItem<IncomingCallsJson>},
    {"callHierarchy/outgoingCalls", OfItem<OutgoingCallsJson>},
};

}  // namespace

DocumentRequest FindDocumentRequest(absl::string_view method) {
  for (const Row& row : kRequests) {
    if (row.method == method) return row.request;
  }
  return nullptr;
}

std::string UriOf(const Json& params) {
  const char* const holder = params.contains("item") ? "item" : "textDocument";
  return params.at(holder).at("uri").get<std::string>();
}

Json ServerCapabilities() {
  constexpr int kIncremental = 2;
  return {
      {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"typeDefinitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"completionProvider", {{"triggerCharacters", {"%", "|", "\"", " "}}}},
      {"signatureHelpProvider", {{"triggerCharacters", {" "}}}},
      {"codeActionProvider",
       {{"codeActionKinds", {"quickfix", "source.fixAll.plumb"}}}},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"foldingRangeProvider", true},
      {"documentLinkProvider", Json::object()},
      {"selectionRangeProvider", true},
      {"semanticTokensProvider",
       {{"legend", SemanticTokensLegend()}, {"full", true}, {"range", true}}},
      {"inlayHintProvider", true},
      {"documentFormattingProvider", true},
      {"callHierarchyProvider", true},
      {"executeCommandProvider",
       {{"commands", {kExplainCommand, kControlFlowCommand}}}},
  };
}

}  // namespace plumb::lsp
