// Parts of modules that completion offers, with placeholders for a client.
#ifndef PLUMB_CLI_LSP_SNIPPETS_H_
#define PLUMB_CLI_LSP_SNIPPETS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb::lsp {

struct Snippet {
  absl::string_view name;
  absl::string_view description;
  bool in_function;  // where it may stand
  absl::string_view text;
};

absl::Span<const Snippet> Snippets();

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_SNIPPETS_H_
