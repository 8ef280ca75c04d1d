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
#include "api/explain/gists.h"
#include "api/explain/spec_link.h"
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

// The rules that an expression matches; with `fixed`, those that cannot be
// disabled too.
absl::StatusOr<std::vector<const Rule*>> MatchingRules(absl::string_view option,
                                                       const std::string& text,
                                                       bool fixed) {
  const RE2 expression(text, RE2::Quiet);
  if (!expression.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(option, ": '", text,
                     "' is not a regular expression: ", expression.error()));
  }
  std::vector<const Rule*> matching;
  bool matches_fixed = false;
  for (const Rule* rule : AllRules()) {
    if (!Matches(expression, *rule)) continue;
    if (fixed || CanBeDisabled(*rule)) {
      matching.push_back(rule);
    } else {
      matches_fixed = true;
    }
  }
  if (!matching.empty()) return matching;
  return absl::InvalidArgumentError(absl::StrCat(
      option, ": '", text, "' matches ",
      matches_fixed ? "only rules that cannot be turned off, because an input "
                      "that violates one of them is not a module"
                    : "no rule; --rules lists them"));
}

struct ActionOption {
  const char* name;
  const char* other_name;  // behind a comma, or empty
  RuleAction action;
  std::vector<std::string> RuleOptions::*values;
  const char* help;
};
constexpr ActionOption kActionOptions[] = {
    {"--warn", "", RuleAction::kWarn, &RuleOptions::warn,
     "Make rules warnings: those whose id, alias or VUID contains a match of "
     "the regular expression (RE2).  Can be given repeatedly; if several "
     "options match a rule, the last one counts"},
    {"--error", "", RuleAction::kError, &RuleOptions::error,
     "Make rules errors, selected as by --warn"},
    {"--disable", ",--off", RuleAction::kOff, &RuleOptions::off,
     "Turn rules off, selected as by --warn.  Rules of the assembly syntax and "
     "the binary form cannot be turned off, nor be made warnings"},
};

absl::string_view NameOf(RuleAction action) {
  return absl::c_find_if(
             kActionOptions,
             [action](const ActionOption& row) { return row.action == action; })
      ->name;
}

// The choices in the order of the command line, preceded by those of a file.
std::vector<RuleChoice> ChoicesInOrder(const CLI::App& app,
                                       const RuleOptions& options) {
  struct Values {
    const CLI::Option* option;
    const ActionOption& row;
    const std::vector<std::string>& values;
    size_t next = 0;

    RuleChoice Next() { return {row.action, values[next++]}; }
  };
  std::vector<Values> all;
  for (const ActionOption& row : kActionOptions) {
    all.push_back({app.get_option(row.name), row, options.*row.values});
  }
  std::vector<RuleChoice> given;
  for (const CLI::Option* option : app.parse_order()) {
    for (Values& of : all) {
      if (of.option == option && of.next < of.values.size()) {
        given.push_back(of.Next());
      }
    }
  }
  std::vector<RuleChoice> choices;
  for (Values& of : all) {
    while (of.next < of.values.size()) choices.push_back(of.Next());
  }
  choices.insert(choices.end(), given.begin(), given.end());
  return choices;
}

// The rules of an area; of all areas if the name is empty.
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
  app->add_flag("--pedantic", policy->reports_pedantic,
                "Also report violations of pedantic rules: what the "
                "specification does not allow, but compilers emit and "
                "consumers accept.  --warn and --error turn on single rules");
  const auto add = [app](const std::string& name,
                         std::vector<std::string>* values, const char* help) {
    app->add_option(name, *values, help)
        ->allow_extra_args(false)
        ->check([](const std::string& expression) {
          return expression.empty()
                     ? "an empty expression would match every rule"
                     : "";
        })
        ->type_name("REGEX");
  };
  for (const ActionOption& row : kActionOptions) {
    add(absl::StrCat(row.name, row.other_name), &(options->*row.values),
        row.help);
  }
  add("--only", &options->only,
      "Turn off all rules that the expression does not match, except those "
      "that cannot be turned off.  Can be given repeatedly");
  app->add_option("--explain", options->explain,
                  "Explain a rule, given by its id, an alias, its VUID or the "
                  "last digits of that, or an area of rules (\"cfg\"), and "
                  "exit; with --format json as JSON")
      ->configurable(false)
      ->type_name("RULE");
  app->add_option("--rules", options->list,
                  "Print all rules, or those of an area (\"cfg\"), and exit; "
                  "with --format json as JSON")
      ->configurable(false)
      ->expected(0, 1)
      ->type_name("[AREA]");
  app->add_option("--list-names", options->names,
                  "List names for the completion of command lines")
      ->configurable(false)
      ->group("");
  app->parse_complete_callback([app, options, policy] {
    auto chosen = PolicyOf(ChoicesInOrder(*app, *options), options->only);
    if (!chosen.ok()) {
      throw CLI::ParseError(std::string(chosen.status().message()),
                            kExitTrouble);
    }
    chosen->warnings_are_errors = policy->warnings_are_errors;
    chosen->reports_pedantic = policy->reports_pedantic;
    *policy = *std::move(chosen);
  });
}

absl::StatusOr<RulePolicy> PolicyOf(absl::Span<const RuleChoice> choices,
                                    const std::vector<std::string>& only) {
  RuleChoices chosen;
  for (const std::string& text : only) {
    const auto rules = MatchingRules("--only", text, /*fixed=*/false);
    if (!rules.ok()) return rules.status();
    chosen.Keep(*rules);
  }
  for (const RuleChoice& choice : choices) {
    const auto rules =
        MatchingRules(NameOf(choice.action), choice.expression,
                      /*fixed=*/choice.action == RuleAction::kError);
    if (!rules.ok()) return rules.status();
    chosen.Choose(choice.action, *rules);
  }
  RulePolicy policy;
  chosen.Apply(&policy);
  return policy;
}

absl::Status CheckRulesWithoutDevice(const std::vector<std::string>& only) {
  if (only.empty()) return absl::OkStatus();
  for (const std::string& text : only) {
    const auto rules = MatchingRules("--only", text, /*fixed=*/false);
    if (!rules.ok()) return rules.status();
    if (absl::c_any_of(*rules, [](const Rule* rule) {
          return AreaOf(rule->id) != "device";
        })) {
      return absl::OkStatus();
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--only: '", absl::StrJoin(only, "', '"),
                   "' keeps only rules that need --device"));
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

std::string ListNames(absl::string_view what) {
  std::string text;
  for (const Area& area : Areas()) absl::StrAppend(&text, area.name, "\n");
  if (what != "rules") return text;
  for (const Rule* rule : AllRules()) {
    absl::StrAppend(&text, rule->id, "\n");
    if (!rule->vuid.empty()) absl::StrAppend(&text, rule->vuid, "\n");
  }
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
    const std::string link = SpecLink(*rule);
    if (!link.empty()) row["link"] = link;
    row["summary"] = NamedPlaceholders(rule->text);
    const absl::string_view gist = GistOf(rule->id);
    if (!gist.empty()) row["gist"] = absl::StrCat(gist);
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
