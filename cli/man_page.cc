#include "cli/man_page.h"

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cli/help_text.h"

namespace plumb {
namespace {

// A line escaped for roff: no escapes, hyphens as minus signs, and no request
// at its start.
std::string Roff(absl::string_view line) {
  const bool is_request =
      absl::StartsWith(line, ".") || absl::StartsWith(line, "'");
  return absl::StrCat(is_request ? "\\&" : "",
                      absl::StrReplaceAll(line, {{"\\", "\\e"}, {"-", "\\-"}}));
}

// "Validates modules." as the line of an index: "validates modules".
std::string Summary(absl::string_view description) {
  std::string summary(absl::StripSuffix(description, "."));
  if (!summary.empty()) summary[0] = absl::ascii_tolower(summary[0]);
  return Roff(summary);
}

void AppendOptions(const CLI::App& app, std::string* page) {
  absl::StrAppend(page, ".SH OPTIONS\n");
  std::string group;
  for (const OptionText& option : OptionTexts(app)) {
    if (option.group != group) {
      absl::StrAppend(page, ".SS ", Roff(option.group), "\n");
    }
    group = option.group;
    absl::StrAppend(page, ".TP\n.B \"",
                    absl::StrReplaceAll(Roff(option.label), {{"\"", "\\(dq"}}),
                    "\"\n", Roff(option.description), "\n");
  }
}

void AppendFooter(absl::string_view footer, std::string* page) {
  bool is_open = false;
  for (absl::string_view line : absl::StrSplit(footer, '\n')) {
    const bool is_title = absl::EndsWith(line, ":") && line[0] != ' ';
    if (is_title || line.empty()) {
      if (is_open) absl::StrAppend(page, ".fi\n");
      is_open = is_title;
      if (!is_title) continue;
      absl::StrAppend(
          page, ".SH ",
          Roff(absl::AsciiStrToUpper(line.substr(0, line.size() - 1))),
          "\n.nf\n");
      continue;
    }
    absl::StrAppend(page, Roff(absl::StripPrefix(line, "  ")), "\n");
  }
  if (is_open) absl::StrAppend(page, ".fi\n");
}

void AppendSeeAlso(absl::string_view name, std::string* page) {
  std::vector<std::string> others;
  for (const char* program :
       {"spv-as", "spv-val", "spv-dis", "spv-cfg", "spv-lsp"}) {
    if (program != name) {
      others.push_back(absl::StrCat(".BR ", Roff(program), " (1)"));
    }
  }
  absl::StrAppend(page, ".SH SEE ALSO\n", absl::StrJoin(others, ",\n"), "\n");
}

}  // namespace

std::string ManPage(const CLI::App& app, absl::string_view version) {
  const std::string& name = app.get_name();
  std::string page = absl::StrCat(
      ".TH ", Roff(absl::AsciiStrToUpper(name)), " 1 \"\" \"Plumb ", version,
      "\" \"User Commands\"\n.SH NAME\n", Roff(name), " \\- ",
      Summary(app.get_description()), "\n.SH SYNOPSIS\n.B ",
      Roff(UsageText(app)), "\n.SH DESCRIPTION\n", Roff(app.get_description()),
      "\n");
  AppendOptions(app, &page);
  AppendFooter(app.get_footer(), &page);
  AppendSeeAlso(name, &page);
  return page;
}

}  // namespace plumb
