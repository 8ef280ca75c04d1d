#include "cli/rule_options.h"

#include <memory>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/explain/areas.h"
#include "api/explain/explanation.h"
#include "api/report/report_writer.h"
#include "cli/exit_status.h"
#include "nlohmann/json.hpp"
#include "re2/re2.h"
#include "validate/registry.h"

namespace plumb {
namespace {

bool Matches(const RE2& expression, const Rule& rule) {
  const auto matches = [&](absl::string_view name) {
    return !name.empty() &&
           RE2::PartialMatch(re2::StringPiece(name.data(), name.size()),
                             expression);
  };
  return matches(rule.id) || matches(rule.vuid) ||
         absl::c_any_of(AliasesOf(rule), matches);
}

// The rules that one of the expressions matches and that can be disabled.
absl::StatusOr<RuleSet> MatchingRules(
    absl::string_view option, const std::vector<std::string>& expressions) {
  RuleSet all_matching;
  for (const std::string& text : expressions) {
    const RE2 expression(text, RE2::Quiet);
    if (!expression.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(option, ": '", text,
                       "' is not a regular expression: ", expression.error()));
    }
    bool matches_any = false;
    bool matches_fixed = false;
    for (const Rule* rule : AllRules()) {
      if (!Matches(expression, *rule)) continue;
      if (CanBeDisabled(*rule)) {
        all_matching.insert(rule);
        matches_any = true;
      } else {
        matches_fixed = true;
      }
    }
    if (matches_any) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        option, ": '", text, "' matches ",
        matches_fixed ? "only rules that cannot be turned off, because an "
                        "input that breaks one of them is not a module"
                      : "no rule; --rules lists them"));
  }
  return all_matching;
}

// The rules of an area; of all areas if there is no name.
absl::StatusOr<std::vector<const Rule*>> RulesOfArea(absl::string_view name) {
  std::vector<const Rule*> rules = AllRules();
  if (name.empty()) return rules;
  std::erase_if(rules,
                [&](const Rule* rule) { return AreaOf(rule->id) != name; });
  if (!rules.empty()) return rules;
  return absl::NotFoundError(
      absl::StrCat("there is no area '", name, "' of rules; the areas are ",
                   absl::StrJoin(Areas(), ", ", [](std::string* out, auto& a) {
                     absl::StrAppend(out, a.name);
                   })));
}

std::string RuleLine(const Rule& rule) {
  return absl::StrCat(rule.id, " (", SeverityText(rule.severity), ", ",
                      SectionText(rule), "): ", NamedPlaceholders(rule.text),
                      "\n");
}

std::string ExplainArea(const Area& area) {
  std::string text = absl::StrCat(area.name, "\n  about         ", area.title,
                                  "\n  why           ", area.why, "\n\n");
  for (const Rule* rule : AllRules()) {
    if (AreaOf(rule->id) == area.name) absl::StrAppend(&text, RuleLine(*rule));
  }
  return text;
}

}  // namespace

void AddRuleOptions(CLI::App* app, RuleOptions* options, RulePolicy* policy) {
  app->add_flag("--werror", policy->warnings_are_errors,
                "Make every warning an error");
  const auto add = [app](const char* name, std::vector<std::string>* values,
                         const char* help) {
    app->add_option(name, *values, help)
        ->allow_extra_args(false)
        ->check([](const std::string& expression) {
          return expression.empty()
                     ? "an empty expression would match every rule"
                     : "";
        })
        ->type_name("REGEX");
  };
  add("--disable", &options->disable,
      "Turn rules off: those with an id, alias or VUID that the regular "
      "expression (RE2) matches a part of.  Can be given repeatedly.  Rules of "
      "the assembly syntax and the binary form cannot be turned off");
  add("--only", &options->only,
      "Turn off the rules that the expression does not match, as far as they "
      "can be turned off.  Can be given repeatedly");
  app->add_option("--explain", options->explain,
                  "Print what is known about a rule, by its id, an alias, its "
                  "VUID or the last digits of that, or of an area of rules "
                  "(\"cfg\"), and exit; with --format json as JSON")
      ->type_name("RULE");
  app->add_option("--rules", options->list,
                  "Print all rules, or those of an area (\"cfg\"), and exit; "
                  "with --format json as JSON")
      ->expected(0, 1)
      ->type_name("[AREA]");
  app->parse_complete_callback([options, policy] {
    auto disabled = DisabledRules(options->disable, options->only);
    if (!disabled.ok()) {
      throw CLI::ParseError(std::string(disabled.status().message()),
                            kExitTrouble);
    }
    policy->disabled = *std::move(disabled);
  });
}

absl::StatusOr<RuleSet> DisabledRules(const std::vector<std::string>& disable,
                                      const std::vector<std::string>& only) {
  if (disable.empty() && only.empty()) {
    return RuleSet();
  }
  auto disabled = MatchingRules("--disable", disable);
  if (!disabled.ok() || only.empty()) return disabled;
  const auto kept = MatchingRules("--only", only);
  if (!kept.ok()) return kept.status();
  for (const Rule* rule : AllRules()) {
    if (CanBeDisabled(*rule) && !kept->contains(rule)) disabled->insert(rule);
  }
  return disabled;
}

absl::StatusOr<std::string> ExplainRule(absl::string_view name, bool as_json) {
  const std::vector<const Rule*> rules = FindRules(name);
  std::string text;
  for (const Rule* rule : rules) {
    const RuleExplanation explanation = Explain(*rule);
    if (!text.empty()) text += as_json ? ",\n" : "\n";
    text +=
        as_json ? ExplanationJson(explanation) : ExplanationText(explanation);
  }
  if (!text.empty()) {
    return as_json ? absl::StrCat("{\"rules\": [\n", text, "\n]}\n") : text;
  }
  if (const Area* area = FindArea(name)) {
    if (as_json) return ListRulesAsJson(name);
    return ExplainArea(*area);
  }
  const std::string suggestion = SuggestRule(name);
  return absl::NotFoundError(absl::StrCat(
      "there is no rule '", name, "'",
      suggestion.empty() ? "; --rules lists them"
                         : absl::StrCat("; did you mean ", suggestion, "?")));
}

absl::StatusOr<std::string> ListRules(absl::string_view area) {
  const auto rules = RulesOfArea(area);
  if (!rules.ok()) return rules.status();
  std::string text;
  for (const Rule* rule : *rules) absl::StrAppend(&text, RuleLine(*rule));
  return text;
}

absl::StatusOr<std::string> ListRulesAsJson(absl::string_view area) {
  const auto rules = RulesOfArea(area);
  if (!rules.ok()) return rules.status();
  const auto strings = [](const auto& views) {
    auto array = nlohmann::ordered_json::array();
    for (absl::string_view view : views) array.push_back(absl::StrCat(view));
    return array;
  };
  auto rows = nlohmann::ordered_json::array();
  for (const Rule* rule : *rules) {
    std::vector<absl::string_view> vuids;
    if (!rule->vuid.empty()) vuids.push_back(rule->vuid);
    nlohmann::ordered_json row;
    row["id"] = absl::StrCat(rule->id);
    row["aliases"] = strings(AliasesOf(*rule));
    row["area"] = absl::StrCat(AreaOf(rule->id));
    row["section"] = absl::StrCat(rule->section);
    row["summary"] = NamedPlaceholders(rule->text);
    row["vuids"] = strings(vuids);
    row["severity"] = absl::StrCat(SeverityText(rule->severity));
    const std::string since = FirstVersion(*rule);
    const std::string until = LastVersion(*rule);
    row["since"] = since.empty() ? "1.0" : since;
    row["until"] = until.empty() ? nullptr : nlohmann::ordered_json(until);
    row["implemented"] = true;  // a rule that nothing reports is no row
    rows.push_back(std::move(row));
  }
  nlohmann::ordered_json json;
  json["rules"] = std::move(rows);
  return absl::StrCat(json.dump(1), "\n");
}

}  // namespace plumb
