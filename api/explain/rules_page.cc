// See rules_page.h.
#include "api/explain/rules_page.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "api/explain/areas.h"
#include "api/explain/explanation.h"
#include "api/report/report_writer.h"
#include "validate/registry.h"

namespace plumb {
namespace {

constexpr absl::string_view kHead = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plumb: the rules</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
       padding: 0 1rem; }
header { position: sticky; top: 0; background: Canvas; padding: .5rem 0; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; }
h2 { margin: 2rem 0 .2rem; }
section > p::first-letter { text-transform: uppercase; }
details { border-top: 1px solid #8884; padding: .3rem 0; }
summary { cursor: pointer; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
summary code { font-weight: 600; }
pre { overflow-x: auto; padding: .6rem; background: #8881; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .1rem 1rem; }
dt { opacity: .7; } dd { margin: 0; }
.warning, .pedantic { opacity: .7; }
[hidden] { display: none; }
</style>
</head>
<body>
<h1>The rules that Plumb checks</h1>
<header><input id="search" type="search" autofocus
 placeholder="part of an id, a message, an opcode, a VUID, a section…">
<p id="count"></p></header>
<main>
)html";

constexpr absl::string_view kTail = R"html(</main>
<script>
const rules = [...document.querySelectorAll("details")];
const texts = rules.map(rule => rule.dataset.find.toLowerCase());
const areas = [...document.querySelectorAll("section")];
const search = document.getElementById("search");
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  rules.forEach((rule, i) => {
    rule.hidden = !words.every(word => texts[i].includes(word));
    shown += !rule.hidden;
  });
  for (const area of areas)
    area.hidden = !area.querySelector("details:not([hidden])");
  document.getElementById("count").textContent =
      shown + " of " + rules.length + " rules";
}
function show() {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!rule) return;
  rule.open = true;
  rule.scrollIntoView({block: "center"});
}
search.addEventListener("input", find);
window.addEventListener("hashchange", show);
find();
show();
</script>
</body>
</html>
)html";

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

class Page {
 public:
  std::string Make() {
    html_ = std::string(kHead);
    for (const Area& area : Areas()) AddArea(area);
    absl::StrAppend(&html_, kTail);
    return std::move(html_);
  }

 private:
  void AddArea(const Area& area) {
    bool any = false;
    for (const Rule* rule : rules_) {
      if (AreaOf(rule->id) != area.name) continue;
      if (!any) {
        absl::StrAppend(&html_, "<section><h2 id=\"", area.name, "\">",
                        area.title, "</h2><p>", Escaped(area.why), ".</p>\n");
        any = true;
      }
      AddRule(Explain(*rule));
    }
    if (any) absl::StrAppend(&html_, "</section>\n");
  }

  void AddRule(const RuleExplanation& e) {
    const Rule& rule = *e.rule;
    const std::string section = SectionText(rule);
    const std::string find = absl::StrCat(
        rule.id, " ", e.message, " ", e.gist, " ", rule.aliases, " ", rule.vuid,
        " ", section, " ", absl::StrJoin(e.opcodes, " "), " ",
        SeverityText(rule.severity));
    absl::StrAppend(&html_, "<details id=\"", rule.id, "\" data-find=\"",
                    Escaped(find), "\"><summary class=\"",
                    SeverityText(rule.severity), "\"><code>", rule.id,
                    "</code> ", Escaped(e.message), "</summary><dl>");
    AddRow("why", e.gist);
    AddSection(section, e.link);
    AddRow("severity", SeverityText(rule.severity));
    AddRow("opcodes", OpcodesText(e));
    AddRow("versions", e.versions);
    AddRow("environments", e.environments);
    AddRow("aliases", absl::StrJoin(e.aliases, ", "));
    AddRow("VUID", rule.vuid);
    absl::StrAppend(&html_, "</dl>");
    AddModule("Invalid", e.invalid);
    AddModule("Valid", e.change);
    AddModule("Valid", e.valid);
    absl::StrAppend(&html_, "</details>\n");
  }

  void AddRow(absl::string_view what, absl::string_view value) {
    if (value.empty()) return;
    absl::StrAppend(&html_, "<dt>", what, "</dt><dd>", Escaped(value), "</dd>");
  }

  void AddSection(absl::string_view section, absl::string_view link) {
    if (link.empty()) return AddRow("section", section);
    absl::StrAppend(&html_, "<dt>section</dt><dd><a href=\"", Escaped(link),
                    "\">", Escaped(section), "</a></dd>");
  }

  void AddModule(absl::string_view title, absl::string_view text) {
    if (text.empty()) return;
    absl::StrAppend(&html_, "<p>", title, ":</p><pre>", Escaped(text),
                    "</pre>");
  }

  const std::vector<const Rule*>& rules_ = AllRules();
  std::string html_;
};

}  // namespace

std::string RulesPage() { return Page().Make(); }

}  // namespace plumb
