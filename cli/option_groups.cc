#include "cli/option_groups.h"

#include "CLI/CLI.hpp"

namespace plumb {
namespace {

// For const and non-const App and Option.
template <typename Option, typename App>
std::vector<Option*> OptionsOf(App* app) {
  std::vector<Option*> options = app->get_options();
  for (App* group : app->get_subcommands([](App*) { return true; })) {
    for (Option* option : group->get_options()) options.push_back(option);
  }
  return options;
}

// The titles of help, in this order, and the long names of their options.
struct Group {
  const char* title;
  std::vector<const char*> names;
};

const std::vector<Group>& Groups() {
  static const auto* const kGroups = new std::vector<Group>{
      {"Target",
       {"target-env", "target-env-of", "spec", "device", "device-template"}},
      {"Rules",
       {"werror", "pedantic", "warn", "error", "disable", "only", "baseline",
        "write-baseline", "no-suppressions", "rules", "explain"}},
      {"Fixes", {"fix", "diff", "unsafe-fixes"}},
      {"Reports",
       {"format", "report", "max-errors", "all-errors", "links", "rules-url",
        "color", "summary", "verbose", "quiet"}},
      {"Many inputs",
       {"jobs", "include", "exclude", "max-size", "cache", "cache-size"}},
      {"Configuration", {"config", "no-config", "config-schema"}},
      {"Information", {"help", "version", "man", "completion"}},
  };
  return *kGroups;
}

// The title over an option; null if none has it.
const char* TitleOf(const std::string& name) {
  for (const Group& group : Groups()) {
    for (const char* const member : group.names) {
      if (name == member) return group.title;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> GroupTitles() {
  std::vector<std::string> titles;
  for (const Group& group : Groups()) titles.emplace_back(group.title);
  return titles;
}

void SetGroups(CLI::App* app) {
  // Finding each name among the options would take longer than all else that a
  // program does before it reads a file.
  for (CLI::Option* const option : app->get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (const char* const title = TitleOf(name)) option->group(title);
    }
  }
}

CLI::App* AddGroup(CLI::App* app, const std::string& title) {
  CLI::App* const group = app->add_option_group(title);
  group->set_help_flag();  // the program has one
  group->option_defaults()->group(title);
  return group;
}

std::vector<CLI::Option*> AllOptions(CLI::App* app) {
  return OptionsOf<CLI::Option>(app);
}

std::vector<const CLI::Option*> AllOptions(const CLI::App& app) {
  return OptionsOf<const CLI::Option>(&app);
}

}  // namespace plumb
