// The structure of a text: symbols, parts that can be folded, and selections.
//
// Tested by testdata/lsp/outline.case.
#ifndef PLUMB_CLI_LSP_OUTLINE_H_
#define PLUMB_CLI_LSP_OUTLINE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cli/lsp/document.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// The kinds of symbols that are used (SymbolKind).
enum class SymbolKind : int {
  kNamespace = 3,
  kFunction = 12,
  kVariable = 13,
  kConstant = 14,
  kEvent = 24,
  kKey = 20,
  kStruct = 23,
  kTypeParameter = 26,
};

// What messages and symbols call a function: its OpName or the name of its
// entry point, or the id with its percent sign.
std::string FunctionTitle(Document* document, uint32_t function);

// An array of DocumentSymbol: entry points, functions with their blocks, types,
// constants and global variables.
Json DocumentSymbolsJson(Document* document);
// An array of SymbolInformation with a name that contains the query.
Json WorkspaceSymbolsJson(Document* document, absl::string_view query);
// Functions, blocks from header to merge block, and comments of several lines.
Json FoldingRangesJson(Document* document);
// For an offset: the token, statement, block, function and text around it.
Json SelectionRangeJson(Document* document, size_t offset);

// Links from imports and extensions to the documents that define them.
Json DocumentLinksJson(Document* document);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_OUTLINE_H_
