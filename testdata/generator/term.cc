// See term.h.
#include "testdata/generator/term.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace plumb::generator {
namespace {

Term ParseAt(absl::string_view text, size_t* at) {
  Term term;
  const size_t begin = *at;
  while (*at < text.size() && text[*at] != '(' && text[*at] != ',' &&
         text[*at] != ')') {
    ++*at;
  }
  term.head = std::string(text.substr(begin, *at - begin));
  if (*at == text.size() || text[*at] != '(') return term;
  do {
    ++*at;
    term.args.push_back(ParseAt(text, at));
  } while (*at < text.size() && text[*at] == ',');
  if (*at == text.size()) {
    std::cerr << "no ')' in " << text << "\n";
    std::abort();
  }
  ++*at;
  // The name that it is bound to: struct(u32,f32)/S.
  while (*at < text.size() && text[*at] != ',' && text[*at] != ')') {
    term.head += text[(*at)++];
  }
  return term;
}

}  // namespace

Term ParseTerm(absl::string_view text) {
  size_t at = 0;
  Term term = ParseAt(text, &at);
  if (at != text.size()) {
    std::cerr << "unexpected '" << text.substr(at) << "' in " << text << "\n";
    std::abort();
  }
  return term;
}

std::string ToText(const Term& term) {
  std::string text = term.head;
  for (size_t i = 0; i < term.args.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "(" : ",", ToText(term.args[i]));
  }
  if (!term.args.empty()) text += ')';
  return text;
}

Term MakeVector(const Term& component, size_t count) {
  if (count == 1) return component;
  return {"vec", {component, {absl::StrCat(count), {}}}};
}

Term MakePointer(absl::string_view storage_class, const Term& pointee) {
  return {"ptr", {{std::string(storage_class), {}}, pointee}};
}

const Term& ComponentOf(const Term& type) {
  const Term* at = &type;
  while (at->head == "vec" || at->head == "mat") at = &at->args[0];
  return *at;
}

Term WithComponent(const Term& type, const Term& component) {
  if (type.head != "vec" && type.head != "mat") return component;
  Term other = type;
  other.args[0] = WithComponent(type.args[0], component);
  return other;
}

bool IsInt(const Term& type) {
  return type.args.empty() && type.head.size() >= 2 &&
         (type.head[0] == 'i' || type.head[0] == 'u') && WidthOf(type) != 0;
}

bool IsFloat(const Term& type) {
  return type.args.empty() && type.head.size() >= 2 && type.head[0] == 'f' &&
         WidthOf(type) != 0;
}

uint32_t WidthOf(const Term& type) {
  uint32_t width = 0;
  return absl::SimpleAtoi(type.head.substr(1), &width) ? width : 0;
}

bool HasConstants(const Term& type) {
  if (type.head == "bool" || IsInt(type) || IsFloat(type)) return true;
  if (type.head == "vec" || type.head == "mat" || type.head == "arr" ||
      type.head == "sarr") {
    return HasConstants(type.args[0]);
  }
  if (type.head != "struct" && type.head != "lstruct") return false;
  for (const Term& member : type.args) {
    if (!HasConstants(member)) return false;
  }
  return true;
}

uint32_t StrideOf(const Term& element) {
  return (SizeOf(element) + 15) / 16 * 16;
}

uint32_t SizeOf(const Term& type) {
  uint32_t count = 0;
  if (type.head == "vec" || type.head == "mat" || type.head == "arr" ||
      type.head == "sarr") {
    if (!absl::SimpleAtoi(type.args[1].head, &count)) std::abort();
    return count *
           (type.head == "vec" ? SizeOf(type.args[0]) : StrideOf(type.args[0]));
  }
  if (type.head == "struct" || type.head == "lstruct" || type.head == "block") {
    for (const Term& member : type.args) count += StrideOf(member);
    return count;
  }
  if (type.head == "ptr") return 8;
  return type.head == "rta" ? 16 : WidthOf(type) / 8;
}

}  // namespace plumb::generator
