// Files that tell Make, Ninja and CMake what a run has read and that it is
// done:
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

// What files are made of: a target, and what it depends on.
struct Dependency {
  std::string target;
  std::vector<std::string> sources;
};

// The rules of a makefile that say so, as Make and Ninja read them.  Each
// source is a target without sources, too, so that one that is gone does not
// stop Make.  An error for a name that such a file cannot have: one with a line
// feed.
absl::StatusOr<std::string> DepfileText(
    const std::vector<Dependency>& dependencies);

// What is read for `inputs`: their files, if they have some, and those of
// `others` that are named.
std::vector<std::string> SourcesOf(absl::Span<const Input> inputs,
                                   absl::Span<const std::string> others);

// What a program does at the end of a run that has `status`: if that is good,
// writes the files that `options` name, the stamp, which is empty, last, or
// says why it cannot.  Returns the status to leave with.  `dependencies` is
// asked only for a depfile.
int WriteBuildFiles(absl::string_view program, const BuildFileOptions& options,
                    int status,
                    absl::FunctionRef<std::vector<Dependency>()> dependencies);

}  // namespace plumb

#endif  // PLUMB_CLI_BUILD_FILES_H_
