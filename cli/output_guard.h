// Decides which files a run may write.
//
// A run writes only the outputs named on its command line, and never its
// inputs: an output must not be an input of the run, through whatever names,
// links or mounts, nor another output; and an existing file is replaced only by
// one of its own kind (output_kind.h).  All writes consult the guard of the
// run, first for all outputs before any work is done, and again when the file
// is opened (output_file.h).  Files of a cache folder have their own rules
// (result_cache.h).
//
// Devices, pipes and "-", which is standard output, can always be written.
//
// Tested by output_guard_test.cc, and for each option and program by
// testdata/cli/output_*.case.
#ifndef PLUMB_CLI_OUTPUT_GUARD_H_
#define PLUMB_CLI_OUTPUT_GUARD_H_

#include <sys/stat.h>

#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cli/input_list.h"
#include "cli/output_kind.h"

namespace plumb {

// Whether `path` names standard output.
bool IsStandardOutput(absl::string_view path);

class OutputGuard {
 public:
  OutputGuard() = default;
  OutputGuard(const OutputGuard&) = delete;
  OutputGuard& operator=(const OutputGuard&) = delete;

  // Adds the inputs of the run, before the first check.  The list must outlive
  // this.  Empty paths are ignored.
  void AddInputs(const InputList& list) { lists_.push_back(&list); }
  void AddInput(const std::string& path);

  // Adds a file that an option names, and checks it.  An error if it must not
  // be written.  An empty path is ignored.
  absl::Status AddOutput(const std::string& path, OutputKind kind);
  // Adds one of many files, which Check() is for.  An error if an option names
  // it, too.
  absl::Status AddBatchOutput(const std::string& path);

  // An error if a file of this kind must not be written to `path`.  By any
  // thread.  Takes a call of stat(), and for a file that exists one for each
  // input of the run, once.
  absl::Status Check(const std::string& path, OutputKind kind) const;
  // The same for an existing regular file at `path`, which `info` is about.
  absl::Status CheckReplaces(const std::string& path, const struct stat& info,
                             OutputKind kind) const;

 private:
  // The identity of a file, independent of its names.
  using Identity = std::pair<dev_t, ino_t>;

  const std::string* InputAt(const Identity& identity) const;

  void Identify(const std::string& input) const;

  std::vector<const InputList*> lists_;
  std::deque<std::string> inputs_;  // by_identity_ has pointers to them
  // Filled when the first existing file is checked.
  mutable std::once_flag has_identities_;
  mutable absl::flat_hash_map<Identity, const std::string*> by_identity_;
  std::vector<std::string> outputs_, batch_outputs_;
};

}  // namespace plumb

#endif  // PLUMB_CLI_OUTPUT_GUARD_H_
