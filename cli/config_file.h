// Options from a file: what a project wants each time.  The file is a JSON
// object (comments are allowed) whose keys are long options without the
// hyphens:
//
//   {"target-env": "vulkan1.3", "off": ["^debuginfo"], "werror": true}
//
// What the command line gives counts instead of what the file says of the same
// option.
//
// Tested by testdata/cli/config_*.case.
#ifndef PLUMB_CLI_CONFIG_FILE_H_
#define PLUMB_CLI_CONFIG_FILE_H_

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

// Adds --config.  The last of the options to be added: a file can state those
// that are there by then, other than what to read and to write.
void AddConfigFile(CLI::App* app);

// The file that the command line named, or an empty name.
std::string ConfigFileOf(const CLI::App& app);

}  // namespace plumb

#endif  // PLUMB_CLI_CONFIG_FILE_H_
