#include "cli/lsp/call_hierarchy.h"

#include <map>
#include <utility>

#include "cli/lsp/outline.h"

namespace plumb::lsp {
namespace {

using grammar::Op;

// The function that a name means, or kNone.
uint32_t FunctionOfName(const TextIndex& index, uint32_t name) {
  const uint32_t definition = index.names()[name].definition;
  if (definition == kNone ||
      index.statements()[definition].op != Op::kFunction) {
    return kNone;
  }
  return index.statements()[definition].function;
}

uint32_t FunctionAt(const TextIndex& index, size_t offset) {
  const uint32_t token = index.TokenAt(offset);
  if (token != kNone && index.tokens()[token].name != kNone) {
    const uint32_t named = FunctionOfName(index, index.tokens()[token].name);
    if (named != kNone) return named;
  }
  return index.FunctionOf(index.StatementAt(offset));
}

Json ItemJson(Document* document, uint32_t f) {
  const TextIndex& index = document->analysis().index();
  const IndexedFunction& function = index.functions()[f];
  const Statement& head = index.statements()[function.first];
  const Extent extent = {index.BeginOf(head),
                         index.EndOf(index.statements()[function.end - 1])};
  return {{"name", FunctionTitle(document, f)},
          {"kind", static_cast<int>(SymbolKind::kFunction)},
          {"uri", document->uri()},
          {"range", RangeJson(*document, extent)},
          {"selectionRange",
           RangeJson(*document, ExtentOf(index.tokens()[head.first_token]))}};
}

// The token of the function that a statement calls; null if it calls none.
const IndexedToken* CalleeOf(const TextIndex& index, const Statement& s) {
  if (s.op != Op::kFunctionCall) return nullptr;
  const auto operands = index.OperandsOf(s);
  if (operands.size() < 2 || operands[1].name == kNone) return nullptr;
  return &operands[1];
}

// The calls of each other function, in the order of the functions.
Json CallsJson(Document* document, absl::string_view key,
               const std::map<uint32_t, Json>& places) {
  Json calls = Json::array();
  for (const auto& [function, ranges] : places) {
    calls.push_back({{std::string(key), ItemJson(document, function)},
                     {"fromRanges", ranges}});
  }
  return calls;
}

}  // namespace

Json CallHierarchyItemsJson(Document* document, size_t offset) {
  const uint32_t f = FunctionAt(document->analysis().index(), offset);
  if (f == kNone) return nullptr;
  return Json::array({ItemJson(document, f)});
}

Json IncomingCallsJson(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  const uint32_t callee = FunctionAt(index, offset);
  std::map<uint32_t, Json> places;
  for (const Statement& s : index.statements()) {
    const IndexedToken* const token = CalleeOf(index, s);
    if (token == nullptr || callee == kNone || s.function == kNone ||
        FunctionOfName(index, token->name) != callee) {
      continue;
    }
    places[s.function].push_back(RangeJson(*document, ExtentOf(*token)));
  }
  return CallsJson(document, "from", places);
}

Json OutgoingCallsJson(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  const uint32_t caller = FunctionAt(index, offset);
  std::map<uint32_t, Json> places;
  if (caller != kNone) {
    const IndexedFunction& function = index.functions()[caller];
    for (uint32_t i = function.first; i < function.end; ++i) {
      const IndexedToken* const token = CalleeOf(index, index.statements()[i]);
      if (token == nullptr) continue;
      const uint32_t callee = FunctionOfName(index, token->name);
      if (callee == kNone) continue;
      places[callee].push_back(RangeJson(*document, ExtentOf(*token)));
    }
  }
  return CallsJson(document, "to", places);
}

}  // namespace plumb::lsp
