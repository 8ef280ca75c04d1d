#include "cli/completion.h"

#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "cli/option_groups.h"
#include "core/target_env.h"

namespace plumb {
namespace {

enum class Values : uint8_t {
  kNone,   // a flag
  kAny,    // nothing is known of them
  kWords,  // Spelled::words
  kRules,  // rules, VUIDs and areas
  kAreas,
  kFiles,
  kFolders,
};

// An option and its kind of value.
struct SpelledOption {
  std::vector<std::string> names;  // with the hyphens
  Values values = Values::kNone;
  std::string words;  // separated by blanks
  std::string help;   // short
};

// The text before the first full stop, colon, semicolon or parenthesis.
std::string ShortHelp(absl::string_view help) {
  size_t end = help.size();
  for (absl::string_view mark : {". ", ": ", "; ", " ("}) {
    end = std::min(end, help.find(mark));
  }
  return std::string(help.substr(0, end));
}

Values ValuesOf(absl::string_view type, absl::string_view name) {
  // Their values are expressions that match rules.
  constexpr absl::string_view kRuleOptions[] = {"warn", "error", "disable",
                                                "only"};
  if (type == "RULE" || absl::c_linear_search(kRuleOptions, name)) {
    return Values::kRules;
  }
  if (type == "[AREA]") return Values::kAreas;
  if (type == "FOLDER") return Values::kFolders;
  return type == "OUT" || absl::EndsWith(type, "FILE") ? Values::kFiles
                                                       : Values::kAny;
}

// The command that lists names for an option; `program` runs the program.
std::string ListCommand(Values values, absl::string_view program) {
  return absl::StrCat(program, " --list-names ",
                      values == Values::kAreas ? "areas" : "rules",
                      " 2>/dev/null");
}

SpelledOption Spell(const CLI::Option& option) {
  SpelledOption spelled;
  for (const std::string& name : option.get_snames()) {
    spelled.names.push_back(absl::StrCat("-", name));
  }
  for (const std::string& name : option.get_lnames()) {
    spelled.names.push_back(absl::StrCat("--", name));
  }
  spelled.help = ShortHelp(option.get_description());
  if (option.get_items_expected_max() == 0) return spelled;
  const std::string type = option.get_type_name();
  spelled.values = ValuesOf(type, option.get_single_name());
  if (type == "ENV") spelled.words = TargetEnvNames(" ");
  if (type.find('|') != type.npos) {
    spelled.words = absl::StrReplaceAll(type, {{"|", " "}});
  }
  if (!spelled.words.empty()) spelled.values = Values::kWords;
  return spelled;
}

std::vector<SpelledOption> SpellAll(const CLI::App& app) {
  std::vector<SpelledOption> all;
  for (const CLI::Option* option : AllOptions(app)) {
    if (!option->get_group().empty() && !option->get_positional()) {
      all.push_back(Spell(*option));
    }
  }
  return all;
}

std::string Identifier(const CLI::App& app) {
  return absl::StrCat("_", absl::StrReplaceAll(app.get_name(), {{"-", "_"}}));
}

// Bash passes "--name=value" as three words.
std::string Bash(const CLI::App& app) {
  std::string script =
      absl::StrCat("# Completes command lines of ", app.get_name(),
                   " in bash.\n", Identifier(app),
                   "() {\n"
                   "  local current=${COMP_WORDS[COMP_CWORD]}\n"
                   "  local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                   "  if [[ $current == = ]]; then\n"
                   "    current=\n"
                   "  elif [[ $previous == = ]]; then\n"
                   "    previous=${COMP_WORDS[COMP_CWORD-2]}\n"
                   "  fi\n"
                   "  COMPREPLY=()\n"
                   "  case $previous in\n");
  std::vector<std::string> names;
  for (const SpelledOption& option : SpellAll(app)) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    const std::string pattern = absl::StrJoin(option.names, "|");
    const char* const reply = "      mapfile -t COMPREPLY < <(compgen -W \"";
    switch (option.values) {
      case Values::kNone:
      case Values::kFiles:
        break;
      case Values::kFolders:
        absl::StrAppend(&script, "    ", pattern,
                        ")\n      mapfile -t COMPREPLY < <(compgen -d -- "
                        "\"$current\")\n      return ;;\n");
        break;
      case Values::kAny:
        absl::StrAppend(&script, "    ", pattern, ")\n      return ;;\n");
        break;
      case Values::kWords:
        absl::StrAppend(&script, "    ", pattern, ")\n", reply, option.words,
                        "\" -- \"$current\")\n      return ;;\n");
        break;
      case Values::kRules:
      case Values::kAreas:
        absl::StrAppend(&script, "    ", pattern, ")\n", reply, "$(",
                        ListCommand(option.values, "\"$1\""),
                        ")\" -- \"$current\")\n      return ;;\n");
        break;
    }
  }
  absl::StrAppend(&script,
                  "  esac\n"
                  "  if [[ $current == -* ]]; then\n"
                  "    mapfile -t COMPREPLY < <(compgen -W \"",
                  absl::StrJoin(names, " "),
                  "\" -- \"$current\")\n"
                  "    return\n"
                  "  fi\n"
                  "  mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
                  "}\n"
                  "complete -o filenames -F ",
                  Identifier(app), " ", app.get_name(), "\n");
  return script;
}

// A quoted word of _arguments.
std::string ZshText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"'", "'\\''"},
                                    {"\\", "\\\\"},
                                    {"[", "\\["},
                                    {"]", "\\]"},
                                    {":", "\\:"}});
}

std::string ZshValues(const SpelledOption& option) {
  switch (option.values) {
    case Values::kNone:
      return "";
    case Values::kAny:
      return ":value: ";
    case Values::kWords:
      return absl::StrCat(":value:(", option.words, ")");
    case Values::kRules:
    case Values::kAreas:
      return absl::StrCat(":name:{compadd -- ${(f)\"$(",
                          ListCommand(option.values, "$words[1]"), ")\"}}");
    case Values::kFiles:
      return ":file:_files";
    case Values::kFolders:
      return ":folder:_files -/";
  }
  return "";
}

std::string Zsh(const CLI::App& app) {
  std::string script =
      absl::StrCat("#compdef ", app.get_name(), "\n\n_arguments -s \\\n");
  for (const SpelledOption& option : SpellAll(app)) {
    for (const std::string& name : option.names) {
      const bool takes_value = option.values != Values::kNone;
      absl::StrAppend(&script, "  '*", name,
                      !takes_value       ? ""
                      : name.size() == 2 ? "+"
                                         : "=",
                      "[", ZshText(option.help), "]", ZshValues(option),
                      "' \\\n");
    }
  }
  return absl::StrCat(script, "  '*:file:_files'\n");
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat(
      "'", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}), "'");
}

std::string Fish(const CLI::App& app) {
  std::string script = absl::StrCat("# Completes command lines of ",
                                    app.get_name(), " in fish.\n");
  for (const SpelledOption& option : SpellAll(app)) {
    absl::StrAppend(&script, "complete -c ", app.get_name());
    for (const std::string& name : option.names) {
      absl::StrAppend(&script, name.size() == 2 ? " -s " : " -l ",
                      name.substr(name.size() == 2 ? 1 : 2));
    }
    switch (option.values) {
      case Values::kNone:
        break;
      case Values::kAny:
        absl::StrAppend(&script, " -x");
        break;
      case Values::kWords:
        absl::StrAppend(&script, " -x -a ", Quoted(option.words));
        break;
      case Values::kRules:
      case Values::kAreas:
        absl::StrAppend(&script, " -x -a '(",
                        ListCommand(option.values, app.get_name()), ")'");
        break;
      case Values::kFiles:
        absl::StrAppend(&script, " -r -F");
        break;
      case Values::kFolders:
        absl::StrAppend(&script, " -x -a '(__fish_complete_directories)'");
        break;
    }
    absl::StrAppend(&script, " -d ", Quoted(option.help), "\n");
  }
  return script;
}

}  // namespace

std::optional<Shell> ParseShell(absl::string_view name) {
  if (name == "bash") return Shell::kBash;
  if (name == "zsh") return Shell::kZsh;
  if (name == "fish") return Shell::kFish;
  return std::nullopt;
}

std::string Completion(const CLI::App& app, Shell shell) {
  switch (shell) {
    case Shell::kBash:
      return Bash(app);
    case Shell::kZsh:
      return Zsh(app);
    case Shell::kFish:
      return Fish(app);
  }
  return "";
}

}  // namespace plumb
