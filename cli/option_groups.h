// Groups of options in lists of their own: CLI11 compares the names of each new
// option with all in its list, which dominates for dozens of options.
//
// Tested by option_groups_test.cc and testdata/cli.
#ifndef PLUMB_CLI_OPTION_GROUPS_H_
#define PLUMB_CLI_OPTION_GROUPS_H_

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plumb {

// Adds a group, headed by `title` in the help.  Its options must have other
// names than those of the program and of other groups.
CLI::App* AddGroup(CLI::App* app, const std::string& title);

// Puts the options of a program that are in no group under the titles of help,
// by their names.
void SetGroups(CLI::App* app);

// These titles, in their order.
std::vector<std::string> GroupTitles();

// The options and positionals of a program, then those of its groups, as they
// were added.
std::vector<CLI::Option*> AllOptions(CLI::App* app);
std::vector<const CLI::Option*> AllOptions(const CLI::App& app);

}  // namespace plumb

#endif  // PLUMB_CLI_OPTION_GROUPS_H_
