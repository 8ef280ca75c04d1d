// See rules_site.h.
#include "web/rules/rules_site.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "api/explain/areas.h"
#include "api/explain/explanation.h"
#include "api/explain/spec_link.h"
#include "api/report/report_writer.h"
#include "nlohmann/json.hpp"
#include "validate/registry.h"
#include "web/rules/assets.h"

namespace plumb {
namespace {

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

std::string LinkTo(absl::string_view address, absl::string_view text) {
  if (address.empty()) return Escaped(text);
  return absl::StrCat("<a href=\"", Escaped(address), "\">", Escaped(text),
                      "</a>");
}

std::string Capitalized(absl::string_view text) {
  std::string result(text);
  if (!result.empty()) result[0] = absl::ascii_toupper(result[0]);
  return result;
}

std::string PlaygroundLink(absl::string_view playground, absl::string_view id,
                           absl::string_view module) {
  if (playground.empty()) return "";
  return absl::StrCat("<p><a href=\"", Escaped(playground), "#rule=", id,
                      "&amp;module=", module,
                      "\">Open in the playground</a></p>");
}

// The parts that all pages share.
class Frame {
 public:
  explicit Frame(absl::string_view playground) : playground_(playground) {}

  std::string Head(absl::string_view title) const {
    std::string html = absl::StrCat(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
        "\n<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<title>",
        Escaped(title),
        "</title>\n<link rel=\"icon\" href=\"data:,\">\n"
        "<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n"
        "<header><a href=\"index.html\">Rules</a>");
    if (!playground_.empty()) {
      absl::StrAppend(&html, LinkTo(playground_, "Playground"));
    }
    absl::StrAppend(
        &html,
        "<form action=\"index.html\" role=\"search\"><input id=\"search\" "
        "name=\"q\" type=\"search\" aria-label=\"Search the rules\" "
        "placeholder=\"part of an id, message, opcode, VUID, section\">"
        "</form></header>\n<main>\n");
    return html;
  }

  absl::string_view playground() const { return playground_; }

 private:
  absl::string_view playground_;
};

// The place of a rule on the page of its area.
class RuleArticle {
 public:
  RuleArticle(const RuleExplanation& explanation, const Frame& frame)
      : rule_(*explanation.rule), frame_(frame), explanation_(explanation) {}

  std::string Html() {
    const std::string severity(SeverityText(rule_.severity));
    absl::StrAppend(&html_, "<article id=\"", rule_.id, "\">\n<h2><a href=\"#",
                    rule_.id, "\"><code>", rule_.id, "</code></a></h2>\n",
                    "<p class=\"message\"><span class=\"", severity, "\">",
                    severity, ":</span> ", Escaped(explanation_.message),
                    "</p>\n<dl>");
    AddFacts();
    absl::StrAppend(&html_, "</dl>\n");
    AddExamples();
    absl::StrAppend(&html_, "</article>\n");
    return std::move(html_);
  }

 private:
  void AddFacts() {
    AddText("Requirement", explanation_.gist);
    if (!explanation_.reason.empty()) {
      AddText("Why", absl::StrCat(Capitalized(explanation_.reason), "."));
    }
    AddHtml("Section", LinkTo(SectionLink(rule_.section), explanation_.place));
    if (!rule_.vuid.empty()) {
      AddHtml("VUID", LinkTo(explanation_.link, rule_.vuid));
    }
    AddHtml("Opcodes", Opcodes());
    AddText("Versions", explanation_.versions);
    AddText("Environments", explanation_.environments);
    AddText("Aliases", absl::StrJoin(explanation_.aliases, ", "));
    if (!explanation_.can_be_disabled) {
      AddText("Disable", "No: the rule is about the form of the input.");
    }
  }

  void AddText(absl::string_view what, absl::string_view value) {
    AddHtml(what, Escaped(value));
  }

  void AddHtml(absl::string_view what, absl::string_view html) {
    if (html.empty()) return;
    absl::StrAppend(&html_, "<dt>", what, "</dt><dd>", html, "</dd>\n");
  }

  std::string Opcodes() const {
    if (explanation_.opcodes.empty()) return "";
    return absl::StrCat(
        explanation_.opcodes_are_examples ? "for example " : "",
        absl::StrJoin(explanation_.opcodes, ", ",
                      [](std::string* out, absl::string_view opcode) {
                        absl::StrAppend(
                            out, LinkTo(InstructionLink(opcode), opcode));
                      }));
  }

  void AddExamples() {
    AddModule("A module that violates it", "invalid", explanation_.invalid);
    if (!explanation_.change.empty()) {
      absl::StrAppend(&html_,
                      "<details><summary>What makes it valid</summary><pre "
                      "class=\"change\">");
      for (absl::string_view line :
           absl::StrSplit(explanation_.change, '\n', absl::SkipEmpty())) {
        absl::StrAppend(&html_, "<span class=\"",
                        line[0] == '-' ? "removed" : "added", "\">",
                        Escaped(line), "</span>");
      }
      absl::StrAppend(&html_, "</pre>",
                      PlaygroundLink(frame_.playground(), rule_.id, "valid"),
                      "</details>\n");
    } else {
      AddModule("A valid module", "valid", explanation_.valid);
    }
  }

  void AddModule(absl::string_view title, absl::string_view name,
                 absl::string_view text) {
    if (text.empty()) return;
    absl::StrAppend(&html_, "<details><summary>", title, "</summary><pre>",
                    Escaped(text), "</pre>",
                    PlaygroundLink(frame_.playground(), rule_.id, name),
                    "</details>\n");
  }

  const Rule& rule_;
  const Frame& frame_;
  const RuleExplanation& explanation_;
  std::string html_;
};

struct AreaRules {
  const Area* area;
  std::vector<RuleExplanation> rules;
};

std::vector<AreaRules> RulesByArea() {
  std::vector<AreaRules> all;
  for (const Area& area : Areas()) all.push_back({&area, {}});
  for (const Rule* rule : AllRules()) {
    const auto found = absl::c_find_if(all, [rule](const AreaRules& of) {
      return of.area->name == AreaOf(rule->id);
    });
    if (found != all.end()) found->rules.push_back(Explain(*rule));
  }
  all.erase(
      std::remove_if(all.begin(), all.end(),
                     [](const AreaRules& of) { return of.rules.empty(); }),
      all.end());
  return all;
}

constexpr char kFoot[] = "</main>\n</body>\n</html>\n";

SiteFile AreaPage(const AreaRules& of, const Frame& frame) {
  std::string html = frame.Head(absl::StrCat(of.area->title, " - Plumb rules"));
  absl::StrAppend(&html, "<h1>", Escaped(of.area->title), "</h1>\n<p>",
                  Escaped(Capitalized(of.area->why)), ".</p>\n");
  for (const RuleExplanation& rule : of.rules) {
    absl::StrAppend(&html, RuleArticle(rule, frame).Html());
  }
  absl::StrAppend(&html, kFoot);
  return {absl::StrCat(of.area->name, ".html"), std::move(html)};
}

SiteFile IndexPage(const std::vector<AreaRules>& areas, const Frame& frame) {
  std::string html = frame.Head("Plumb rules");
  absl::StrAppend(&html,
                  "<h1>The rules that Plumb checks</h1>\n<p id=\"count\" "
                  "class=\"count\" role=\"status\"></p>\n<ul id=\"results\">"
                  "</ul>\n<ul id=\"areas\" class=\"areas\">\n");
  for (const AreaRules& of : areas) {
    absl::StrAppend(
        &html, "<li>",
        LinkTo(absl::StrCat(of.area->name, ".html"), of.area->title),
        " <span class=\"count\">", of.rules.size(), "</span></li>\n");
  }
  absl::StrAppend(&html,
                  "</ul>\n<script src=\"rules.js\"></script>\n<script "
                  "src=\"search.js\"></script>\n",
                  kFoot);
  return {"index.html", std::move(html)};
}

// The data of the search: ids, messages, and what else to find.
SiteFile SearchData(const std::vector<AreaRules>& areas) {
  std::string script = "const RULES = [\n";
  for (const AreaRules& of : areas) {
    for (const RuleExplanation& e : of.rules) {
      const Rule& rule = *e.rule;
      const nlohmann::json row = {
          absl::StrCat(rule.id), e.message,
          absl::StrCat(e.gist, " ", rule.aliases, " ", rule.vuid, " ", e.place,
                       " ", absl::StrJoin(e.opcodes, " "), " ",
                       SeverityText(rule.severity))};
      absl::StrAppend(&script, row.dump(), ",\n");
    }
  }
  absl::StrAppend(&script, "];\n");
  return {"rules.js", std::move(script)};
}

}  // namespace

std::vector<SiteFile> RulesSite(absl::string_view playground) {
  const Frame frame(playground);
  const std::vector<AreaRules> areas = RulesByArea();
  std::vector<SiteFile> files = {IndexPage(areas, frame),
                                 SearchData(areas),
                                 {"style.css", kStyleSheet},
                                 {"search.js", kSearchScript}};
  for (const AreaRules& of : areas) files.push_back(AreaPage(of, frame));
  return files;
}

}  // namespace plumb
