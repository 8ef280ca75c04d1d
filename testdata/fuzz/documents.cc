#include "testdata/fuzz/documents.h"

#include <expat.h>

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cli/drawing/dot.h"
#include "cli/drawing/html.h"
#include "testdata/fuzz/properties.h"

namespace plumb {
namespace {

constexpr absl::string_view kPageElements[] = {
    "body",   "button", "defs",    "details", "div",   "g",     "h1",
    "h2",     "head",   "html",    "i",       "input", "label", "li",
    "marker", "meta",   "p",       "path",    "pre",   "rect",  "script",
    "span",   "style",  "summary", "svg",     "text",  "title", "ul"};

// Collects what matters of a document while it is parsed.
struct XmlVisitor {
  absl::Span<const absl::string_view> elements;
  size_t scripts = 0;

  static void StartElement(void* self, const char* name,
                           const char** attributes) {
    auto* const visitor = static_cast<XmlVisitor*>(self);
    Require(absl::c_linear_search(visitor->elements, name),
            absl::StrCat("an element is the program's: ", name));
    if (absl::string_view(name) == "script") ++visitor->scripts;
    for (; *attributes != nullptr; attributes += 2) {
      Require(!absl::StartsWith(*attributes, "on"),
              absl::StrCat("no attribute is a script: ", *attributes));
    }
  }
};

// Returns the number of scripts.
size_t ParseXml(absl::string_view document,
                absl::Span<const absl::string_view> elements) {
  const std::unique_ptr<std::remove_pointer_t<XML_Parser>,
                        decltype(&XML_ParserFree)>
      parser(XML_ParserCreate("UTF-8"), XML_ParserFree);
  XmlVisitor visitor = {.elements = elements};
  XML_SetUserData(parser.get(), &visitor);
  XML_SetStartElementHandler(parser.get(), XmlVisitor::StartElement);
  const XML_Status status =
      XML_Parse(parser.get(), document.data(),
                static_cast<int>(document.size()), /*isFinal=*/1);
  Require(status == XML_STATUS_OK,
          absl::StrCat("XML is well-formed: ",
                       XML_ErrorString(XML_GetErrorCode(parser.get())),
                       " in line ", XML_GetCurrentLineNumber(parser.get())));
  return visitor.scripts;
}

// What is outside of strings is statements of the words that dot.cc writes.
void CheckDot(absl::string_view dot) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < dot.size(); ++i) {
    const char c = dot[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{') ++depth;
    if (c == '}') --depth;
    Require(
        absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
            absl::StrContains(" \n\"{}[]=_;,->", absl::string_view(&c, 1)),
        absl::StrCat("dot has no markup of the input: ", dot.substr(0, i + 1)));
    Require(depth > 0 || i < sizeof("digraph") || i + 2 >= dot.size(),
            "dot has one graph");
  }
  Require(!in_string && depth == 0, "strings and braces of dot end");
}

}  // namespace

void CheckXml(absl::string_view document,
              absl::Span<const absl::string_view> elements) {
  ParseXml(document, elements);
}

void CheckDrawing(const drawing::Drawing& drawing) {
  CheckDot(drawing::ToDot(drawing));
  Require(ParseXml(drawing::ToHtml(drawing), kPageElements) == 1,
          "a page has one script");
}

}  // namespace plumb
