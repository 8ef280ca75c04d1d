// Runs command lines of the programs in a folder of their own, for tests.
//
// The programs are in the folder cli of the current folder.
#ifndef PLUMB_CLI_CASE_RUNNER_H_
#define PLUMB_CLI_CASE_RUNNER_H_

#include <filesystem>
#include <string>

#include "cli/cli_case.h"

namespace plumb {

// The folders of a case: `work` is the current folder of its commands, the
// others are next to it.
struct CaseFolders {
  std::filesystem::path programs, work, input, out, err;
  bool drops_privileges = false;
};

// Runs one command and returns its exit status, or 1000 + a signal.
int RunCommand(const std::string& command, const CaseFolders& place);

// Runs a case in `folder`, which it makes and removes.
CliCase::Result RunCase(const CliCase& c, const std::filesystem::path& folder);

std::string ReadFile(const std::filesystem::path& path);
// Makes the folders of `path`, too.
void WriteFile(const std::filesystem::path& path, const std::string& contents);

}  // namespace plumb

#endif  // PLUMB_CLI_CASE_RUNNER_H_
