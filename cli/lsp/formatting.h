// Formats a text as the disassembler writes it.
//
// Tested by formatting_test.cc.
#ifndef PLUMB_CLI_LSP_FORMATTING_H_
#define PLUMB_CLI_LSP_FORMATTING_H_

#include <string>

#include "cli/lsp/text_index.h"

namespace plumb::lsp {

// The text with one instruction on each line, opcodes in one column, and one
// blank between tokens.  Comments and single empty lines stay where they are;
// an instruction of several lines keeps them.  The tokens are the same. Linear.
std::string FormattedText(const TextIndex& index);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_FORMATTING_H_
