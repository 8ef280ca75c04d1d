// Options in a file: --config FILE, or plumb.json in the folder of the first
// input or in a folder above it.
//
//   {"target-env": "vulkan1.3", "off": ["^debug[.]"], "werror": true}
//
// A file that was found may belong to strangers: it cannot state options that
// name files.  Relative names of files are relative to the folder of the file.
// One file serves all programs: each ignores the options of the others.
//
// Tested by cli_test.cc.
#ifndef PLUMB_CLI_CONFIG_FILE_H_
#define PLUMB_CLI_CONFIG_FILE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

// Adds --config, --no-config and --config-schema.  Must be called after all
// options that a file can state were added.
void AddConfigFile(CLI::App* app);

// Whether AddConfigFile() was called.
bool HasConfigFile(const CLI::App& app);

// The plumb.json in the folder of `input` (a file, a folder, or "-" or empty
// for the current folder) or in the nearest folder above that has one; empty if
// there is none.
std::string FindConfigFile(absl::string_view input);

// Makes `app` treat the file of --config as one that was found.
void SetConfigFileFound(CLI::App* app);

// The file that options were read from, after parsing; empty if there is none.
std::string ConfigFileOf(const CLI::App& app);

// The JSON Schema of the file.
std::string ConfigSchema(const CLI::App& app);

}  // namespace plumb

#endif  // PLUMB_CLI_CONFIG_FILE_H_
