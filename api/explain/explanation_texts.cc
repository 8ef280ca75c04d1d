// See explanation_texts.h.
#include "api/explain/explanation_texts.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plumb::internal {
namespace {

// Removes the next line from the text, which must end it with a NUL.
bool ReadLine(absl::string_view* text, absl::string_view* line) {
  const size_t end = text->find('\0');
  if (end == absl::string_view::npos) return false;
  *line = text->substr(0, end);
  text->remove_prefix(end + 1);
  return true;
}

// Reads "gists 3410", and then so many lines.
bool ReadSection(absl::string_view name, absl::string_view* text,
                 std::vector<absl::string_view>* lines) {
  absl::string_view head;
  size_t count = 0;
  if (!ReadLine(text, &head) || !absl::ConsumePrefix(&head, name) ||
      !absl::ConsumePrefix(&head, " ") || !absl::SimpleAtoi(head, &count) ||
      count > text->size()) {
    return false;
  }
  lines->resize(count);
  return std::all_of(lines->begin(), lines->end(),
                     [text](auto& line) { return ReadLine(text, &line); });
}

bool ReadTable(absl::string_view name, absl::string_view* text,
               std::vector<TextRow>* rows) {
  std::vector<absl::string_view> lines;
  if (!ReadSection(name, text, &lines)) return false;
  rows->reserve(lines.size());
  for (const absl::string_view line : lines) {
    const size_t tab = line.find('\t');
    if (tab == absl::string_view::npos) return false;
    const TextRow row = {line.substr(0, tab), line.substr(tab + 1)};
    if (!rows->empty() && rows->back().key >= row.key) return false;
    rows->push_back(row);
  }
  return true;
}

}  // namespace

bool ExplanationTexts::Read(absl::string_view packed) {
  *this = ExplanationTexts();
  if (ReadSections(packed)) return true;
  *this = ExplanationTexts();
  return false;
}

bool ExplanationTexts::ReadSections(absl::string_view packed) {
  absl::string_view head;
  return ReadLine(&packed, &head) && head == "plumb-explanations 1" &&
         ReadTable("gists", &packed, &gists_) &&
         ReadTable("reasons", &packed, &reasons_) &&
         ReadSection("lines", &packed, &lines_) &&
         ReadTable("examples", &packed, &examples_) && packed.empty();
}

std::string ExplanationTexts::ModuleOf(absl::string_view line_numbers) const {
  std::string text;
  for (const absl::string_view range : absl::StrSplit(line_numbers, ' ')) {
    const std::pair<absl::string_view, absl::string_view> ends =
        absl::StrSplit(range, absl::MaxSplits('-', 1));
    size_t first = 0;
    if (!absl::SimpleAtoi(ends.first, &first)) continue;
    size_t last = first;
    if (!ends.second.empty() && !absl::SimpleAtoi(ends.second, &last)) continue;
    for (size_t i = first; i <= last && i < lines_.size(); ++i) {
      absl::StrAppend(&text, lines_[i], "\n");
    }
  }
  return text;
}

}  // namespace plumb::internal
