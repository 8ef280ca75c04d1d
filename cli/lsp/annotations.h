// What an editor shows beside and within the text: colors and hints.
//
// Tested by testdata/lsp/annotations.case.
#ifndef PLUMB_CLI_LSP_ANNOTATIONS_H_
#define PLUMB_CLI_LSP_ANNOTATIONS_H_

#include "cli/lsp/document.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// The names of the types and modifiers that SemanticTokensJson() numbers.
Json SemanticTokensLegend();
// SemanticTokens of the tokens in a part of the text.
Json SemanticTokensJson(Document* document, Extent extent);

// An array of InlayHint in a part of the text: the types of results, the values
// of constants that are not written as one, and the names of the members that
// decorations number.
Json InlayHintsJson(Document* document, Extent extent);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_ANNOTATIONS_H_
