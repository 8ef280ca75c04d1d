#include "cli/lsp/diagnostics.h"

#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/explain/explanation.h"
#include "api/explain/spec_link.h"
#include "api/text_fixer.h"
#include "validate/registry.h"

namespace plumb::lsp {
namespace {

enum LspSeverity { kError = 1, kWarning = 2, kInformation = 3 };
enum LspTag { kUnnecessary = 1, kDeprecated = 2 };

int LspSeverityOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return kError;
    case Severity::kWarning:
      return kWarning;
    default:
      return kInformation;
  }
}

// The place of a diagnostic; of the module as a whole, the first line.
Extent ExtentOf(const Document& document, const ResolvedPlace& place) {
  if (place.offsets.has_value()) {
    return {place.offsets->begin, place.offsets->end};
  }
  return {0, document.positions().LineEnd(0)};
}

Json TagsOf(const Rule& rule) {
  Json tags = Json::array();
  if (absl::StrContains(rule.id, "unused")) tags.push_back(kUnnecessary);
  if (absl::StrContains(rule.id, "deprecated")) tags.push_back(kDeprecated);
  return tags;
}

// The document that a note is about: an open stage of the pipeline, or else the
// diagnostic's own.
const Document& DocumentOf(const ResolvedNote& note, const Document& own,
                           absl::Span<const OpenStage> stages) {
  for (const OpenStage& stage : stages) {
    if (note.file == stage.document->uri()) return *stage.document;
  }
  return own;
}

Json ToJson(const Document& document, const ResolvedDiagnostic& d,
            absl::Span<const OpenStage> stages = {}) {
  Json json = {{"range", RangeJson(document, ExtentOf(document, d.place))},
               {"severity", LspSeverityOf(d.severity)},
               {"code", std::string(d.rule->id)},
               {"source", "plumb"},
               {"message", d.message}};
  if (std::string link = RuleLink(*d.rule, document.rules_url());
      !link.empty()) {
    json["codeDescription"] = {{"href", std::move(link)}};
  }
  if (Json tags = TagsOf(*d.rule); !tags.empty()) {
    json["tags"] = std::move(tags);
  }
  Json related = Json::array();
  for (const ResolvedNote& note : d.notes) {
    const Document& other = DocumentOf(note, document, stages);
    related.push_back(
        {{"location", LocationJson(other, ExtentOf(other, note.place))},
         {"message", note.message}});
  }
  if (!related.empty()) json["relatedInformation"] = std::move(related);
  if (!d.vuid.empty()) json["data"] = {{"vuid", std::string(d.vuid)}};
  return json;
}

// --- Code actions ---

// Whether the client asks for actions of a kind, or of one above it.
bool IsWanted(const Json& only, absl::string_view kind) {
  if (!only.is_array()) return true;
  for (const Json& wanted : only) {
    if (!wanted.is_string()) continue;
    const auto& name = wanted.get_ref<const std::string&>();
    if (name.empty() || kind == name ||
        absl::StartsWith(kind, absl::StrCat(name, "."))) {
      return true;
    }
  }
  return false;
}

Json FixAction(const Document& document, const ResolvedDiagnostic& d) {
  Json edits = Json::array();
  for (const ResolvedEdit& edit : d.fix->edits) {
    edits.push_back(TextEditJson(
        document, {edit.offsets.begin, edit.offsets.end}, edit.replacement));
  }
  const ResolvedEdit& first = d.fix->edits.front();
  const std::string part = document.text().substr(
      first.offsets.begin, first.offsets.end - first.offsets.begin);
  std::string title;
  if (part.empty()) {
    title = absl::StrCat("Insert ", first.replacement);
  } else if (first.replacement.empty()) {
    title = absl::StrCat("Remove ", part);
  } else {
    title = absl::StrCat("Replace ", part, " by ", first.replacement);
  }
  constexpr size_t kMaxTitle = 80;
  for (char& c : title) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  if (title.size() > kMaxTitle) title = absl::StrCat("Fix: ", d.message);
  return {{"title", std::move(title)},
          {"kind", "quickfix"},
          {"diagnostics", {ToJson(document, d)}},
          {"isPreferred", d.fix->is_safe},
          {"edit", WorkspaceEditJson(document, std::move(edits))}};
}

// Adds a comment at the end of the diagnostic's line.
Json SuppressAction(const Document& document, const ResolvedDiagnostic& d) {
  const Positions& positions = document.positions();
  const uint32_t line = positions.LineOf(d.place.offsets->begin);
  const size_t end = positions.LineEnd(line);
  const std::string comment = absl::StrCat(" ; plumb: off ", d.rule->id);
  return {{"title", absl::StrCat("Suppress ", d.rule->id, " here")},
          {"kind", "quickfix"},
          {"diagnostics", {ToJson(document, d)}},
          {"edit",
           WorkspaceEditJson(document, Json::array({TextEditJson(
                                           document, {end, end}, comment)}))}};
}

Json ExplainAction(const ResolvedDiagnostic& d) {
  const std::string title = absl::StrCat("Explain ", d.rule->id);
  return {{"title", title},
          {"kind", "quickfix"},
          {"command",
           {{"title", title},
            {"command", kExplainCommand},
            {"arguments", {std::string(d.rule->id)}}}}};
}

// A line that has a comment can have no second one that counts.
bool CanSuppress(const Document& document, const ResolvedDiagnostic& d) {
  if (!d.place.offsets.has_value() || !CanBeDisabled(*d.rule)) return false;
  const Positions& positions = document.positions();
  const uint32_t line = positions.LineOf(d.place.offsets->begin);
  const absl::string_view text =
      absl::string_view(document.text())
          .substr(positions.LineBegin(line),
                  positions.LineEnd(line) - positions.LineBegin(line));
  return !absl::StrContains(text, ';');
}

bool HasSafeFix(const InputReport& report) {
  return absl::c_any_of(report.diagnostics, [](const ResolvedDiagnostic& d) {
    return d.fix.has_value() && d.fix->is_safe;
  });
}

Json FixAllAction(Document* document) {
  const FixedText fixed =
      FixText(document->options(), document->text(), /*with_guesses=*/false);
  if (fixed.fix_count == 0) return nullptr;
  return {
      {"title", absl::StrCat("Apply all safe fixes (", fixed.fix_count, ")")},
      {"kind", "source.fixAll.plumb"},
      {"edit", WorkspaceEditJson(*document, Json::array({ReplacementJson(
                                                *document, fixed.text)}))}};
}

}  // namespace

Json DiagnosticsJson(Document* document, absl::Span<const OpenStage> stages,
                     const std::optional<Pipeline>& pipeline) {
  Json diagnostics = Json::array();
  for (const ResolvedDiagnostic& d :
       document->analysis().report().diagnostics) {
    diagnostics.push_back(ToJson(*document, d));
  }
  for (const ResolvedDiagnostic& d :
       PipelineDiagnostics(stages, pipeline, *document)) {
    diagnostics.push_back(ToJson(*document, d, stages));
  }
  return diagnostics;
}

Json CodeActionsJson(Document* document, Extent extent, const Json& only) {
  Json fixes = Json::array();
  Json others = Json::array();
  if (IsWanted(only, "quickfix")) {
    std::set<absl::string_view> explained;
    for (const ResolvedDiagnostic& d :
         document->analysis().report_with_fixes().diagnostics) {
      if (!ExtentOf(*document, d.place).Intersects(extent)) continue;
      if (d.fix.has_value()) fixes.push_back(FixAction(*document, d));
      if (CanSuppress(*document, d)) {
        others.push_back(SuppressAction(*document, d));
      }
      if (explained.insert(d.rule->id).second) {
        others.push_back(ExplainAction(d));
      }
    }
  }
  for (Json& action : others) fixes.push_back(std::move(action));
  if (IsWanted(only, "source.fixAll.plumb")) {
    // Without being asked for it, only where there is a fix at hand.
    const bool is_asked = only.is_array();
    if (is_asked || HasSafeFix(document->analysis().report())) {
      if (Json action = FixAllAction(document); !action.is_null()) {
        fixes.push_back(std::move(action));
      }
    }
  }
  return fixes;
}

std::string ExplanationMarkdown(absl::string_view rule_id) {
  const Rule* const rule = FindRule(rule_id);
  if (rule == nullptr) return "";
  const RuleExplanation explanation = Explain(*rule);
  std::string text =
      absl::StrCat("### ", rule->id, "\n\n", explanation.message, "\n");
  if (!explanation.gist.empty()) {
    absl::StrAppend(&text, "\n", explanation.gist, "\n");
  }
  if (!explanation.reason.empty()) {
    absl::StrAppend(&text, "\nWhy: ", explanation.reason, ".\n");
  }
  absl::StrAppend(&text, "\n", explanation.place, "\n");
  if (!explanation.link.empty()) {
    absl::StrAppend(&text, "\n<", explanation.link, ">\n");
  }
  if (!explanation.invalid.empty()) {
    absl::StrAppend(&text, "\nViolates it:\n\n```spirv\n", explanation.invalid,
                    "\n```\n");
  }
  if (!explanation.change.empty()) {
    absl::StrAppend(&text, "\nWhat makes it valid:\n\n```diff\n",
                    explanation.change, "\n```\n");
  }
  return text;
}

}  // namespace plumb::lsp
