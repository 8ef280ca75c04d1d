// The names of output files, for programs that write one per input.
//
// Tested by output_names_test.cc and testdata/cli/batch_*.case.
#ifndef PLUMB_CLI_OUTPUT_NAMES_H_
#define PLUMB_CLI_OUTPUT_NAMES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cli/input_list.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/output_kind.h"

namespace plumb {

struct OutputNames {
  std::string output;  // a file, or a folder for the outputs of a batch
  // The extension that inputs have, and the one that outputs have in its place;
  // it is added to a name with another one.
  absl::string_view from, to;
  OutputKind kind;
};

// The file of a batch's input, below the folder.
std::string OutputPath(const OutputNames& names, const Input& input);

// Checks the names before anything is written.  An error for several inputs
// without a folder, for two inputs with one output, and for an output that the
// guard refuses.  The guard knows the inputs; a single output is added to it.
absl::Status CheckOutputs(const OutputNames& names, const InputList& list,
                          OutputGuard* guard);

// Writes a file of a batch, and makes the folders that it is to be in.
absl::Status WriteOutput(const std::string& path, OutputKind kind,
                         absl::string_view bytes, const OutputGuard& guard);
// The same for a file in parts.  `make` may be called several times.
absl::Status WriteOutput(const std::string& path, OutputKind kind,
                         MakeParts make, const OutputGuard& guard);

}  // namespace plumb

#endif  // PLUMB_CLI_OUTPUT_NAMES_H_
