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

}  // namespace

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
