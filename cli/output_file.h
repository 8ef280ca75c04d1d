// Output files that appear whole or not at all, where the run may write them.
//
// Tested by output_file_test.cc.
#ifndef PLUMB_CLI_OUTPUT_FILE_H_
#define PLUMB_CLI_OUTPUT_FILE_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cli/output_guard.h"
#include "cli/output_kind.h"
#include "cli/temporary_files.h"

namespace plumb {

// A file that is written piece by piece.
//
// A regular file appears only when it is complete, and nothing is left if it is
// not committed: a new file has no name until then if the system supports it
// (O_TMPFILE), which is fastest and lets threads fill a folder in parallel;
// otherwise it is written under a temporary name next to it and renamed.  An
// existing file keeps its permissions; a new one gets 0666 less the umask.
// Devices and pipes are written in place; symbolic links are followed.  "-" is
// standard output.
class PendingFile {
 public:
  // Whether a new file may be without a name.
  enum class Naming : uint8_t { kAtTheEnd, kAtOnce };

  // `guard` decides what may be replaced, and outlives this.
  explicit PendingFile(const OutputGuard& guard,
                       Naming naming = Naming::kAtTheEnd)
      : guard_(guard), naming_(naming) {}
  // Discards uncommitted contents.
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  // Once, before the others.
  absl::Status Open(const std::string& path, OutputKind kind);
  absl::Status Append(absl::string_view bytes);
  absl::Status Commit();
  // After Commit() failed: whether the system did not let it be named in the
  // end, and naming it at once may do.
  bool failed_to_name() const { return failed_to_name_; }

 private:
  // In the folder of target_.  False if the system has no such files there.
  bool OpenUnnamed();
  // Gives it the name target_.  Returns 0 or the error.
  int Name();
  // Uses the permissions of a new file if none are given.
  absl::Status OpenBeside(absl::optional<mode_t> mode);

  const OutputGuard& guard_;
  const Naming naming_;
  bool unnamed_ = false;
  bool failed_to_name_ = false;
  int fd_ = -1;
  OutputKind kind_ = OutputKind::kModule;
  std::string path_, target_;
  TemporaryName temporary_;  // not set: unnamed, or written in place
};

// Appends one part after the other to what is written.
using WritePart = absl::FunctionRef<void(absl::string_view part)>;
// Makes an output: calls its argument with each part.
using MakeParts = absl::FunctionRef<void(WritePart write)>;

// Writes a file that is `bytes`, as PendingFile does.  kNotFound: the folder
// that it is to be in is not there.
absl::Status WriteFileAtomically(const std::string& path, OutputKind kind,
                                 absl::string_view bytes,
                                 const OutputGuard& guard);
// The same for a file in parts.  `make` may be called twice.
absl::Status WriteFileAtomically(const std::string& path, OutputKind kind,
                                 MakeParts make, const OutputGuard& guard);

}  // namespace plumb

#endif  // PLUMB_CLI_OUTPUT_FILE_H_
