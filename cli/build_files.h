// Files that tell Make, Ninja and CMake the inputs of a run and its completion:
// --depfile and --stamp.
//
// Tested by build_files_test.cc and testdata/cli/batch_build_files.case.
#ifndef PLUMB_CLI_BUILD_FILES_H_
#define PLUMB_CLI_BUILD_FILES_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cli/input_list.h"
#include "cli/output_guard.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

struct BuildFileOptions {
  std::string depfile;
  std::string stamp;
};

// Adds --depfile.
void AddDepfile(CLI::App* app, BuildFileOptions* options);
// Adds --stamp.
void AddStamp(CLI::App* app, BuildFileOptions* options);

// A target and its sources.
struct Dependency {
  std::string target;
  std::vector<std::string> sources;
};

// Dependencies as makefile rules that Make and Ninja read alike.  Each source
// is also a target without sources, so that a missing one does not stop Make.
//
// An error for a name that cannot be quoted for both: Make could take it for an
// assignment, a pattern or a recipe, which it would execute.
absl::StatusOr<std::string> DepfileText(
    const std::vector<Dependency>& dependencies);

// The files that are read for `inputs`, and the non-empty names of `others`.
std::vector<std::string> SourcesOf(absl::Span<const Input> inputs,
                                   absl::Span<const std::string> others);

// The files that a program writes when a run is done.
class BuildFiles {
 public:
  // `guard` must outlive this.
  BuildFiles(const BuildFileOptions& options, OutputGuard* guard)
      : options_(options), guard_(guard) {}

  // Checks, before the run, that the files can be written: their paths are
  // added to the guard, and the depfile's text is made.  `dependencies` is
  // called only for a depfile.
  absl::Status Prepare(
      absl::FunctionRef<std::vector<Dependency>()> dependencies);

  // If `status`, that of the run, is good, writes the depfile and then the
  // stamp.  Returns the status to leave with; an error is printed.
  int Write(absl::string_view program, int status) const;

 private:
  const BuildFileOptions& options_;
  OutputGuard* const guard_;
  std::string depfile_text_;
};

}  // namespace plumb

#endif  // PLUMB_CLI_BUILD_FILES_H_
