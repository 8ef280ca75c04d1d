#include "cli/help_text.h"

#include <cstddef>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "cli/option_groups.h"

namespace plumb {
namespace {

// In columns: where descriptions begin, and how wide they are.
constexpr size_t kDescriptionColumn = 30;
constexpr size_t kDescriptionWidth = 50;

// `text` broken into lines, all but the first indented.
std::string Wrap(absl::string_view text) {
  std::string out;
  size_t column = 0;
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    if (column > 0) {
      const bool fits = column + 1 + word.size() <= kDescriptionWidth;
      absl::StrAppend(
          &out, fits
                    ? " "
                    : absl::StrCat("\n", std::string(kDescriptionColumn, ' ')));
      column = fits ? column + 1 : 0;
    }
    absl::StrAppend(&out, word);
    column += word.size();
  }
  return out;
}

bool IsRepeated(const CLI::Option& option) {
  return option.get_expected_max() > 1;
}

// "-v, --verbose", "--max-errors N", "--disable REGEX ...".
std::string Label(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) {
    names.push_back(absl::StrCat("-", name));
  }
  for (const std::string& name : option.get_lnames()) {
    names.push_back(absl::StrCat("--", name));
  }
  std::string label = absl::StrJoin(names, ", ");
  if (option.get_items_expected_max() > 0) {
    absl::StrAppend(&label, " ", option.get_type_name());
  }
  return label;
}

std::string Line(const OptionText& option) {
  std::string line = absl::StrCat("  ", option.label);
  if (line.size() >= kDescriptionColumn) {
    absl::StrAppend(&line, "\n");
    line.append(kDescriptionColumn, ' ');
  } else {
    line.append(kDescriptionColumn - line.size(), ' ');
  }
  absl::StrAppend(&line, Wrap(option.description));
  return absl::StrCat(absl::StripTrailingAsciiWhitespace(line), "\n");
}

// CLI11 puts options without a group into "Options" or "OPTIONS".
std::string Group(const CLI::Option& option) {
  if (option.get_positional()) return "Positionals";
  const std::string& group = option.get_group();
  return absl::EqualsIgnoreCase(group, "options") ? "Options" : group;
}

}  // namespace

std::vector<OptionText> OptionTexts(const CLI::App& app) {
  std::vector<OptionText> texts;
  std::vector<std::string> groups = {"Positionals", "Options"};
  const std::vector<std::string> titles = GroupTitles();
  groups.insert(groups.end(), titles.begin(), titles.end());
  for (const CLI::Option* option : AllOptions(app)) {
    if (option->get_group().empty()) continue;  // hidden
    const std::string group = Group(*option);
    if (!absl::c_linear_search(groups, group)) groups.push_back(group);
    texts.push_back(
        {group, absl::StrCat(Label(*option), IsRepeated(*option) ? " ..." : ""),
         option->get_description()});
  }
  absl::c_stable_sort(texts, [&](const OptionText& a, const OptionText& b) {
    return absl::c_find(groups, a.group) < absl::c_find(groups, b.group);
  });
  return texts;
}

std::string UsageText(const CLI::App& app) {
  std::string usage = absl::StrCat(app.get_name(), " [OPTIONS]");
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) continue;
    absl::StrAppend(&usage, " [", option->get_name(true),
                    IsRepeated(*option) ? "...]" : "]");
  }
  return usage;
}

std::string HelpText::make_help(const CLI::App* app, std::string /*name*/,
                                CLI::AppFormatMode /*mode*/) const {
  std::string text =
      absl::StrCat(app->get_description(), "\nUsage: ", UsageText(*app), "\n");
  absl::string_view group;
  const std::vector<OptionText> options = OptionTexts(*app);
  for (const OptionText& option : options) {
    if (option.group != group) {
      absl::StrAppend(&text, "\n", option.group, ":\n");
    }
    group = option.group;
    absl::StrAppend(&text, Line(option));
  }
  return absl::StrCat(text, "\n", app->get_footer(), "\n");
}

}  // namespace plumb
