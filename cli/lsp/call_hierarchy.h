// The calls between the functions of a text.
//
// Tested by testdata/lsp/outline.case.
#ifndef PLUMB_CLI_LSP_CALL_HIERARCHY_H_
#define PLUMB_CLI_LSP_CALL_HIERARCHY_H_

#include "cli/lsp/document.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// An array of CallHierarchyItem: the function that an offset is in, or that a
// name there means; null if there is none.
Json CallHierarchyItemsJson(Document* document, size_t offset);
// Arrays of CallHierarchyIncomingCall and CallHierarchyOutgoingCall for the
// function whose name is at an offset.
Json IncomingCallsJson(Document* document, size_t offset);
Json OutgoingCallsJson(Document* document, size_t offset);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_CALL_HIERARCHY_H_
