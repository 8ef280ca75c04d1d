// Completion and signature help: what the place of the cursor takes.
//
// Tested by testdata/lsp/completion.case and
// testdata/lsp/completion_opcodes.case.
#ifndef PLUMB_CLI_LSP_COMPLETION_H_
#define PLUMB_CLI_LSP_COMPLETION_H_

#include "cli/lsp/document.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// A CompletionList for an offset.  Where an instruction begins, the opcodes
// that may stand there, and snippets; where an operand is expected, the
// enumerants, names of extended instructions, extensions or sets, or the ids of
// the class that it takes, of which those of a fitting type come first.
// `with_snippets`: the client understands "$1" and "${1:text}".
Json CompletionJson(Document* document, size_t offset, bool with_snippets);

// A SignatureHelp for the instruction around an offset, or null.
Json SignatureHelpJson(Document* document, size_t offset);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_COMPLETION_H_
