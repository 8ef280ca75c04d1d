// Where the names of a text occur: definitions, uses, renaming.
//
// Tested by testdata/lsp/navigation.case and
// testdata/lsp/rename.case.
#ifndef PLUMB_CLI_LSP_NAVIGATION_H_
#define PLUMB_CLI_LSP_NAVIGATION_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cli/lsp/document.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// For an offset in the text.  Null if no name is there, or it has none.
Json DefinitionJson(Document* document, size_t offset);
// The type of a value; of a type or anything else, its own definition.
Json TypeDefinitionJson(Document* document, size_t offset);
// An array of Location.
Json ReferencesJson(Document* document, size_t offset, bool with_declaration);
// An array of DocumentHighlight.
Json HighlightsJson(Document* document, size_t offset);

// The range of the name that would be renamed, and its text; null if there is
// none.
Json PrepareRenameJson(Document* document, size_t offset);
// The edits that rename the name at an offset, with the string of its OpName if
// that is the same name.  An error if there is no name, or the new one is not
// valid or in use.
absl::StatusOr<Json> RenameJson(Document* document, size_t offset,
                                absl::string_view new_name);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_NAVIGATION_H_
