#include "cli/lsp/navigation.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/op_role.h"

namespace plumb::lsp {
namespace {

using grammar::Op;

enum HighlightKind { kRead = 2, kWrite = 3 };

// The name at an offset, or kNone.
uint32_t NameAt(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  const uint32_t token = index.TokenAt(offset);
  return token == kNone ? kNone : index.tokens()[token].name;
}

// The token that defines a name, or kNone.
uint32_t DefiningToken(const TextIndex& index, uint32_t name) {
  const Statement* const definition = index.DefinitionOf(name);
  return definition == nullptr ? kNone : definition->first_token;
}

Json LocationOfName(const Document& document, const TextIndex& index,
                    uint32_t name) {
  const uint32_t token = DefiningToken(index, name);
  if (token == kNone) return nullptr;
  return LocationJson(document, ExtentOf(index.tokens()[token]));
}

// Whether a token is the result of its statement.
bool IsDefinition(const TextIndex& index, uint32_t token) {
  const Statement& s = index.statements()[index.StatementOfToken(token)];
  return s.result != kNone && s.first_token == token;
}

// The string of an OpName of a name, if it is that name.
const IndexedToken* StringOfOpName(const TextIndex& index, uint32_t token,
                                   absl::string_view name) {
  const Statement& s = index.statements()[index.StatementOfToken(token)];
  if (s.op != Op::kName) return nullptr;
  const absl::Span<const IndexedToken> operands = index.OperandsOf(s);
  if (operands.size() != 2 ||
      operands[0].begin != index.tokens()[token].begin) {
    return nullptr;
  }
  const bool is_same =
      index.TextOf(operands[1]) == absl::StrCat("\"", name, "\"");
  return is_same ? &operands[1] : nullptr;
}

bool IsValidName(absl::string_view name) {
  return !name.empty() && absl::c_all_of(name, [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '_';
  });
}

}  // namespace

Json DefinitionJson(Document* document, size_t offset) {
  const uint32_t name = NameAt(document, offset);
  if (name == kNone) return nullptr;
  return LocationOfName(*document, document->analysis().index(), name);
}

Json TypeDefinitionJson(Document* document, size_t offset) {
  const uint32_t name = NameAt(document, offset);
  if (name == kNone) return nullptr;
  const TextIndex& index = document->analysis().index();
  const Statement* const definition = index.DefinitionOf(name);
  if (definition == nullptr) return nullptr;
  if (definition->op != grammar::kNoOp &&
      grammar::Info(definition->op).has_result_type) {
    const auto operands = index.OperandsOf(*definition);
    if (!operands.empty() && operands[0].name != kNone) {
      return LocationOfName(*document, index, operands[0].name);
    }
  }
  return LocationOfName(*document, index, name);
}

Json ReferencesJson(Document* document, size_t offset, bool with_declaration) {
  Json references = Json::array();
  const uint32_t name = NameAt(document, offset);
  if (name == kNone) return references;
  const TextIndex& index = document->analysis().index();
  for (const uint32_t token : index.UsesOf(name)) {
    if (!with_declaration && IsDefinition(index, token)) continue;
    references.push_back(
        LocationJson(*document, ExtentOf(index.tokens()[token])));
  }
  return references;
}

Json HighlightsJson(Document* document, size_t offset) {
  Json highlights = Json::array();
  const uint32_t name = NameAt(document, offset);
  if (name == kNone) return highlights;
  const TextIndex& index = document->analysis().index();
  for (const uint32_t token : index.UsesOf(name)) {
    highlights.push_back(
        {{"range", RangeJson(*document, ExtentOf(index.tokens()[token]))},
         {"kind", IsDefinition(index, token) ? kWrite : kRead}});
  }
  return highlights;
}

Json PrepareRenameJson(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  const uint32_t token = index.TokenAt(offset);
  if (token == kNone || index.tokens()[token].name == kNone) return nullptr;
  Extent extent = ExtentOf(index.tokens()[token]);
  ++extent.begin;  // the percent sign
  return {{"range", RangeJson(*document, extent)},
          {"placeholder",
           document->text().substr(extent.begin, extent.end - extent.begin)}};
}

absl::StatusOr<Json> RenameJson(Document* document, size_t offset,
                                absl::string_view new_name) {
  const uint32_t name = NameAt(document, offset);
  if (name == kNone) {
    return absl::NotFoundError("only an id can be renamed");
  }
  absl::ConsumePrefix(&new_name, "%");
  if (!IsValidName(new_name)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a name must have only letters, digits and underscores, "
                     "unlike '",
                     new_name, "'"));
  }
  const TextIndex& index = document->analysis().index();
  const absl::string_view old_name = index.names()[name].text;
  if (new_name != old_name && index.FindName(new_name).has_value()) {
    return absl::AlreadyExistsError(
        absl::StrCat("'%", new_name, "' is another id of the text"));
  }
  Json edits = Json::array();
  for (const uint32_t token : index.UsesOf(name)) {
    edits.push_back(TextEditJson(*document, ExtentOf(index.tokens()[token]),
                                 absl::StrCat("%", new_name)));
    if (const IndexedToken* string = StringOfOpName(index, token, old_name)) {
      edits.push_back(TextEditJson(*document, ExtentOf(*string),
                                   absl::StrCat("\"", new_name, "\"")));
    }
  }
  return WorkspaceEditJson(*document, std::move(edits));
}

}  // namespace plumb::lsp
