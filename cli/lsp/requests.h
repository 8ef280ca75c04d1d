// The requests about one document.
//
// Tested by testdata/lsp.
#ifndef PLUMB_CLI_LSP_REQUESTS_H_
#define PLUMB_CLI_LSP_REQUESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cli/lsp/document.h"
#include "cli/lsp/protocol.h"

namespace plumb::lsp {

// What the client understands beyond the necessary.
struct ClientFeatures {
  bool has_snippets = false;
};

// Answers a request.  Throws nlohmann::json::exception if its parameters have
// another form.
using DocumentRequest = absl::StatusOr<Json> (*)(Document* document,
                                                 const Json& params,
                                                 const ClientFeatures& client);

// Null for an unknown method.
DocumentRequest FindDocumentRequest(absl::string_view method);

// The document that parameters name.
std::string UriOf(const Json& params);

// What the server offers, for the answer to "initialize".
Json ServerCapabilities();

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_REQUESTS_H_
