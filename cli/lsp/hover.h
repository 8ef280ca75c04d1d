// What a hover shows, in Markdown.
//
// Tested by testdata/lsp/hover.case.
#ifndef PLUMB_CLI_LSP_HOVER_H_
#define PLUMB_CLI_LSP_HOVER_H_

#include "cli/lsp/document.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// The hover for an offset, or null.  Of an opcode, its operands and what the
// grammar requires; of an enumerant, what it requires; of an id, its
// definition, type, value, decorations, layout and construct.
Json HoverJson(Document* document, size_t offset);

// "capability Kernel or Addresses, and version 1.3 or extension SPV_X"; empty
// if nothing is required.
std::string RequirementMarkdown(uint16_t requirement);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_HOVER_H_
