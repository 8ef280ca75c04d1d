// The exit statuses of the programs.
//
// Tested by testdata/cli.
#ifndef PLUMB_CLI_EXIT_STATUS_H_
#define PLUMB_CLI_EXIT_STATUS_H_

namespace plumb {

enum ExitStatus : int {
  kExitValid = 0,
  kExitInvalid = 1,
  kExitTrouble = 2,  // a wrong command line, or a file that cannot be used
  kExitInterrupted = 130,  // as shells have it
};

}  // namespace plumb

#endif  // PLUMB_CLI_EXIT_STATUS_H_
