#include "cli/rule_options.h"

#include <memory>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/report/report_writer.h"
#include "cli/exit_status.h"
#include "core/message_template.h"
#include "core/target_env.h"
#include "nlohmann/json.hpp"
#include "re2/re2.h"
#include "validate/registry.h"

namespace plumb {
namespace {

absl::string_view SeverityName(const Rule& rule) {
  return rule.severity == Severity::kError ? "error" : "warning";
}

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

// "1.4", or nothing for a version that bounds nothing.
std::optional<std::string> Since(const Rule& rule) {
  if (rule.when.min_version == 0) return std::nullopt;
  return absl::StrCat("1.", rule.when.min_version);
}
std::optional<std::string> Until(const Rule& rule) {
  if (rule.when.max_version == Scope().max_version) return std::nullopt;
  return absl::StrCat("1.", rule.when.max_version);
}

// Where the rule applies, in words.
std::string ScopeText(const Rule& rule) {
  std::string versions = "all versions";
  const auto since = Since(rule);
  const auto until = Until(rule);
  if (since && until) {
    versions = absl::StrCat("SPIR-V ", *since, " to ", *until);
  } else if (since) {
    versions = absl::StrCat("SPIR-V ", *since, " and later");
  } else if (until) {
    versions = absl::StrCat("SPIR-V ", *until, " and earlier");
  }
  if (rule.when.envs == kAnyEnv) {
    return absl::StrCat(versions, ", all environments");
  }
  std::vector<absl::string_view> names;
  for (int i = 0; i < kTargetEnvCount; ++i) {
    const auto env = static_cast<TargetEnv>(i);
    if ((rule.when.envs & EnvBit(env)) != 0) names.push_back(Info(env).name);
  }
  return absl::StrCat(versions, "; ", absl::StrJoin(names, ", "));
}

std::string Explanation(const Rule& rule) {
  std::string text = absl::StrCat(rule.id, "\n");
  const auto add = [&text](absl::string_view what, absl::string_view value) {
    if (value.empty()) return;
    absl::StrAppend(&text, "  ", what, std::string(10 - what.size(), ' '),
                    value, "\n");
  };
  add("message", NamedPlaceholders(rule.text));
  add("section", SectionText(rule));
  add("severity", SeverityName(rule));
  add("scope", ScopeText(rule));
  add("aliases", absl::StrJoin(AliasesOf(rule), ", "));
  add("vuid", rule.vuid);
  if (!CanBeDisabled(rule)) add("disable", "no: it is about the input's form");
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
        ->type_name("REGEX");
  };
  add("--disable", &options->disable,
      "Turn rules off: those with an id, alias or VUID that the regular "
      "expression (RE2) matches a part of.  Can be given repeatedly.  Rules of "
      "the assembly syntax and the binary form cannot be turned off");
  add("--only", &options->only,
      "Turn off all rules that can be but those the expression matches.  Can "
      "be given repeatedly");
  app->add_option("--explain", options->explain,
                  "Print what is known of a rule, by its id, an alias, its "
                  "VUID or the last digits of that, and exit")
      ->type_name("RULE");
  app->add_flag("--rules", options->list,
                "Print all rules (with --format json: as JSON) and exit");
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

std::string NamedPlaceholders(absl::string_view text) {
  return FillTemplate(text, [](const Placeholder& p, std::string* out) {
    if (p.ending.empty()) {
      const char name = static_cast<char>('A' + p.argument);
      out->append({'<', name, '>'});
    } else {
      absl::StrAppend(out, p.ending);
    }
  });
}

absl::StatusOr<std::string> ExplainRule(absl::string_view name) {
  std::string text;
  for (const Rule* rule : FindRules(name)) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", Explanation(*rule));
  }
  if (!text.empty()) return text;
  const std::string suggestion = SuggestRule(name);
  return absl::NotFoundError(absl::StrCat(
      "there is no rule '", name, "'",
      suggestion.empty() ? "; --rules lists them"
                         : absl::StrCat("; did you mean ", suggestion, "?")));
}

std::string ListRules() {
  std::string text;
  for (const Rule* rule : AllRules()) {
    absl::StrAppend(&text, rule->id, " (", SeverityName(*rule), ", ",
                    SectionText(*rule), "): ", NamedPlaceholders(rule->text),
                    "\n");
  }
  return text;
}

std::string ListRulesAsJson() {
  const auto strings = [](const auto& views) {
    auto array = nlohmann::ordered_json::array();
    for (absl::string_view view : views) array.push_back(absl::StrCat(view));
    return array;
  };
  auto rows = nlohmann::ordered_json::array();
  for (const Rule* rule : AllRules()) {
    std::vector<absl::string_view> vuids;
    if (!rule->vuid.empty()) vuids.push_back(rule->vuid);
    nlohmann::ordered_json row;
    row["id"] = absl::StrCat(rule->id);
    row["aliases"] = strings(AliasesOf(*rule));
    row["area"] = absl::StrCat(AreaOf(rule->id));
    row["section"] = absl::StrCat(rule->section);
    row["summary"] = NamedPlaceholders(rule->text);
    row["vuids"] = strings(vuids);
    row["severity"] = absl::StrCat(SeverityName(*rule));
    row["since"] = Since(*rule).value_or("1.0");
    const std::optional<std::string> until = Until(*rule);
    row["until"] = until ? nlohmann::ordered_json(*until) : nullptr;
    row["implemented"] = true;  // a rule that nothing reports is no row
    rows.push_back(std::move(row));
  }
  nlohmann::ordered_json json;
  json["rules"] = std::move(rows);
  return absl::StrCat(json.dump(1), "\n");
}

}  // namespace plumb
