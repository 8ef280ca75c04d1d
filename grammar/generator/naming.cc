// Names in C++ and in messages.  See naming.h.
#include "grammar/generator/naming.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace plumb::grammar::generator {
namespace {

// A cross-reference of the specification's source, "<<target,text>>", becomes
// its text.
std::string DropReferences(std::string name) {
  for (size_t open = name.find("<<"); open != std::string::npos;
       open = name.find("<<", open)) {
    const size_t close = name.find(">>", open);
    if (close == std::string::npos) break;
    const std::string inside = name.substr(open + 2, close - open - 2);
    const size_t comma = inside.find(',');
    name.replace(
        open, close + 2 - open,
        comma == std::string::npos ? inside : inside.substr(comma + 1));
  }
  return name;
}

}  // namespace

bool IsName(absl::string_view name) {
  return !name.empty() && name.size() <= 255 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '_';
         });
}

std::string Enumerator(absl::string_view name) {
  std::string enumerator = absl::StrCat("k", name);
  if (enumerator.size() > 1) {
    enumerator[1] = absl::ascii_toupper(static_cast<unsigned char>(name[0]));
  }
  return enumerator;
}

std::string CamelCase(absl::string_view name) {
  std::string camel;
  bool start = true;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (!absl::ascii_isalnum(u)) {
      start = true;
      continue;
    }
    camel += start ? static_cast<char>(absl::ascii_toupper(u)) : c;
    start = false;
  }
  return camel;
}

std::string ExtensionIdentifier(absl::string_view name) {
  std::string identifier;
  for (absl::string_view part : absl::StrSplit(name, '_', absl::SkipEmpty())) {
    if (identifier.empty() && part == "SPV") continue;
    std::string word = absl::AsciiStrToLower(part);
    word[0] = absl::ascii_toupper(static_cast<unsigned char>(word[0]));
    identifier += word;
  }
  return identifier;
}

std::string CleanOperandName(absl::string_view name) {
  std::string text = DropReferences(std::string(name));
  text = absl::StrReplaceAll(
      text, {{"+\n", " "}, {"\n", " "}, {"'", ""}, {"~", ""}, {"id> ", ""}});
  absl::RemoveExtraAsciiWhitespace(&text);
  if (absl::EndsWith(text, ".") && !absl::EndsWith(text, "...")) {
    text.pop_back();
  }
  return text;
}

std::string OperandIdentifier(absl::string_view name) {
  // In a list, numbers and repetitions are removed.
  std::vector<std::string> parts;
  bool repeats = false;
  for (absl::string_view item : absl::StrSplit(name, ',')) {
    std::string part;
    for (absl::string_view word :
         absl::StrSplit(item, ' ', absl::SkipEmpty())) {
      const bool is_number = std::all_of(
          word.begin(), word.end(),
          [](unsigned char c) { return absl::ascii_isdigit(c) || c == '.'; });
      const bool in_list = absl::StrContains(name, ',');
      if (!is_number || (!in_list && word != "...")) {
        absl::StrAppend(&part, " ", word);
      }
    }
    part = CamelCase(part);
    if (part.empty()) continue;
    const bool is_known =
        std::any_of(parts.begin(), parts.end(), [&](const std::string& known) {
          return absl::EqualsIgnoreCase(known, part);
        });
    repeats |= is_known;
    if (!is_known) parts.push_back(part);
  }
  std::string identifier = absl::StrJoin(parts, "");
  if (repeats && parts.size() == 1 && !absl::EndsWith(identifier, "s")) {
    identifier += 's';
  }
  return identifier;
}

}  // namespace plumb::grammar::generator
