// A test of the programs as a user meets them, as one text file: the files, the
// command lines, and the expected results.
//
//   What this shows, up to the first section.
//   --- file a.spvasm
//   OpCapability Shader
//   --- run
//   spv-as a.spvasm -o a.spv
//   spv-val a.spv
//   --- exit
//   0
//   0
//   --- stdout
//   --- stderr
//   --- files
//   a.spv 28
//   a.spvasm 20
//
// Sections:
//   file NAME [crlf|hex]    a file to make; its lines are text, text with CR LF
//                           line ends, or the bytes in hexadecimal
//   copy NAME FROM          a copy of a file of the repository
//   dir NAME [locked]       a folder to make, or to lock against reading
//   stdin                   the standard input of each command
//   run                     a command per line; words are separated by spaces,
//                           '' is an empty one, a last word ">FILE" redirects
//                           standard output
// and what is expected (and written by PLUMB_REWRITE):
//   exit                    the exit status of each command
//   stdout, stderr          the output of the commands
//   files                   every file afterwards and its size in bytes
//   text NAME               the contents of a file afterwards (optional)
//
// A line of output that begins like a section has a backslash before it.
//
// Tested by cli_test.cc.
#ifndef PLUMB_CLI_CLI_CASE_H_
#define PLUMB_CLI_CLI_CASE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace plumb {

struct CliCase {
  struct File {
    std::string name;
    std::string form;      // "", "crlf" or "hex" of a file; "copy", "dir" or
                           // "locked"
    std::string contents;  // as written in the case; the source of a copy
  };
  // The actual or expected results of a case.
  struct Result {
    std::string exit, out, err, files;
    std::vector<std::pair<std::string, std::string>> texts;  // name, contents
    bool operator==(const Result&) const = default;
  };

  std::string description;
  std::vector<File> files;
  std::string input;
  std::vector<std::string> commands;
  Result expected;
};

absl::StatusOr<CliCase> ParseCliCase(absl::string_view text);

// The text of a case; ParseCliCase reads it back.
std::string FormatCliCase(const CliCase& c);

// The bytes that a file of a case must have ("copy" and "dir" aside).
absl::StatusOr<std::string> FileBytes(const CliCase::File& file);

}  // namespace plumb

#endif  // PLUMB_CLI_CLI_CASE_H_
