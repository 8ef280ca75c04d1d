// Options from a file, for the settings of a project.  The file is a JSON
// object (comments are allowed) whose keys are long options without the
// hyphens:
//
//   {"target-env": "vulkan1.3", "off": ["^debuginfo"], "werror": true}
//
// An option on the command line overrides the one in the file.
//
// Tested by testdata/cli/config_*.case.
#ifndef PLUMB_CLI_CONFIG_FILE_H_
#define PLUMB_CLI_CONFIG_FILE_H_

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

// Adds --config.  Must be added last: a file can set the options that exist by
// then, except inputs and outputs.
void AddConfigFile(CLI::App* app);

// The file that the command line named, or an empty name.
std::string ConfigFileOf(const CLI::App& app);

}  // namespace plumb

#endif  // PLUMB_CLI_CONFIG_FILE_H_
