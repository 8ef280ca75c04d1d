// The text of --help, independent of CLI11's own layout, which changes between
// releases.
//
//   Validates SPIR-V modules.
//   Usage: spv-val [OPTIONS] [FILE...]
//
//   Positionals:
//     FILE ...                    Modules: binaries, hexadecimal or assembly
//                                 text
//
//   Options:
//     --max-errors N              Errors and warnings to show for each input
//
// Groups of options appear in the order of their first option, and the footer
// comes last.
//
// Tested by testdata/cli/*_help.case.
#ifndef PLUMB_CLI_HELP_TEXT_H_
#define PLUMB_CLI_HELP_TEXT_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace plumb {

// An option or positional, as a person reads of it.
struct OptionText {
  std::string group;        // "Options"
  std::string label;        // "-v, --verbose", "--max-errors N"
  std::string description;  // not broken into lines
};

// The visible options of a program, by group.
std::vector<OptionText> OptionTexts(const CLI::App& app);

// "spv-val [OPTIONS] [FILE...]"
std::string UsageText(const CLI::App& app);

class HelpText : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace plumb

#endif  // PLUMB_CLI_HELP_TEXT_H_
