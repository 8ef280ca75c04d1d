// The inputs of a command line: files, folders, and lists of them.
//
// Tested by input_list_test.cc and testdata/cli/batch_*.case.
#ifndef PLUMB_CLI_INPUT_LIST_H_
#define PLUMB_CLI_INPUT_LIST_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plumb {

// Selects files in folders and lists.  Expressions match any part of a path.
struct InputFilter {
  // The extensions of files that are searched for in folders.
  std::vector<std::string> extensions = {".spv", ".spvasm"};
  // If not empty, only files that match one of these are taken, whatever their
  // extension.
  std::vector<std::string> include = {};
  std::vector<std::string> exclude = {};  // not those that one of these matches
};

struct Input {
  std::string path;  // "-": standard input
  // The length of the named folder in the path; 0 if the file was named.
  size_t folder_size = 0;
};

// The path of an input below a named folder, or, if the file was named by a
// relative path within the current folder, that path; else the name of the
// file.
std::string RelativePath(const Input& input);

struct InputList {
  std::vector<Input> inputs;  // in the order of the command line; those of a
                              // folder in order of their paths
  // An unreadable folder or list, or one without inputs, with its name; other
  // inputs are still listed.
  struct Error {
    std::string name;
    absl::Status status;
  };
  std::vector<Error> errors;
  // Further dependencies: the lists that were read, and the folders that were
  // searched.
  std::vector<std::string> read;
  // Whether there may be more than one: several names, a folder or a list.
  bool is_batch = false;
};

// `names` are files, "-", folders, which are searched with the folders in them
// (but links to folders are not followed), and "@FILE" for a list: a file with
// a name on each line, or, if it has zero bytes, before each of them ("@-":
// standard input).  What a list names with one of the extensions is a file; a
// folder of such a name needs a slash at its end there.  "-" is a file there.
// A folder or a list of which nothing is left is an error of the result.
// Returns an error only for an expression that cannot be read.
absl::StatusOr<InputList> ListInputs(const std::vector<std::string>& names,
                                     const InputFilter& filter);

}  // namespace plumb

#endif  // PLUMB_CLI_INPUT_LIST_H_
