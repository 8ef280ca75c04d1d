// Values of the Language Server Protocol 3.17 as JSON.
#ifndef PLUMB_CLI_LSP_PROTOCOL_H_
#define PLUMB_CLI_LSP_PROTOCOL_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "cli/lsp/document.h"
#include "cli/lsp/positions.h"
#include "nlohmann/json.hpp"

namespace plumb::lsp {

using Json = nlohmann::json;

// Codes of errors: those of JSON-RPC, and the protocol's own.
enum class ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kServerNotInitialized = -32002,
  kRequestFailed = -32803,
  kRequestCancelled = -32800,
};

// A part of a text, as byte offsets.
struct Extent {
  size_t begin = 0, end = 0;

  bool Intersects(Extent other) const {
    return begin <= other.end && other.begin <= end;
  }
};

inline Json ToJson(Position p) {
  return {{"line", p.line}, {"character", p.character}};
}
inline Json RangeJson(const Document& document, Extent extent) {
  return {{"start", ToJson(document.positions().At(extent.begin))},
          {"end", ToJson(document.positions().At(extent.end))}};
}
inline Json LocationJson(const Document& document, Extent extent) {
  return {{"uri", document.uri()}, {"range", RangeJson(document, extent)}};
}
inline Json TextEditJson(const Document& document, Extent extent,
                         absl::string_view text) {
  return {{"range", RangeJson(document, extent)},
          {"newText", std::string(text)}};
}
// The edit that makes the text of a document another one: of the lines from the
// first to the last that differ.
Json ReplacementJson(const Document& document, absl::string_view text);
// Edits of one document.
inline Json WorkspaceEditJson(const Document& document, Json edits) {
  return {{"changes", {{document.uri(), std::move(edits)}}}};
}
inline Json MarkdownJson(absl::string_view text) {
  return {{"kind", "markdown"}, {"value", std::string(text)}};
}

// Throw nlohmann::json::exception if the value has another form.
inline Position PositionFrom(const Json& json) {
  return {json.at("line").get<uint32_t>(),
          json.at("character").get<uint32_t>()};
}
inline size_t OffsetFrom(const Document& document, const Json& position) {
  return document.positions().OffsetOf(PositionFrom(position));
}
inline Extent ExtentFrom(const Document& document, const Json& range) {
  return {OffsetFrom(document, range.at("start")),
          OffsetFrom(document, range.at("end"))};
}

inline Extent ExtentOf(const IndexedToken& token) {
  return {token.begin, token.end};
}

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_PROTOCOL_H_
