#include "cli/compat_name.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cli/exit_status.h"

namespace plumb {
namespace {

// By the prefix of our programs and of those of SPIRV-Tools.
constexpr absl::string_view kPrefix = "spv-";
constexpr absl::string_view kCompatPrefix = "spirv-";

// The statuses of SPIRV-Tools: 1 for a wrong command line, a file that cannot
// be used and an invalid module.  Those that only read a module return the low
// byte of a negative result code if it is malformed.
constexpr int kCompatFailure = 1;
struct MalformedStatus {
  absl::string_view program;
  int status;
};
constexpr MalformedStatus kMalformedStatuses[] = {
    {"spv-as", 251},   // invalid text
    {"spv-cfg", 252},  // invalid binary
    {"spv-dis", 252},
};

}  // namespace

bool IsCompatName(absl::string_view program, absl::string_view called) {
  called.remove_prefix(called.rfind('/') + 1);  // 0 without a slash
  return absl::ConsumePrefix(&called, kCompatPrefix) &&
         absl::ConsumePrefix(&program, kPrefix) && called == program;
}

std::string NameInMessages(absl::string_view program,
                           absl::string_view called) {
  return IsCompatName(program, called)
             ? absl::StrCat(kCompatPrefix, absl::StripPrefix(program, kPrefix))
             : std::string(program);
}

int StatusOfName(absl::string_view program, absl::string_view called,
                 int status) {
  if (!IsCompatName(program, called)) return status;
  if (status == kExitTrouble) return kCompatFailure;
  if (status != kExitInvalid) return status;
  for (const MalformedStatus& row : kMalformedStatuses) {
    if (row.program == program) return row.status;
  }
  return kCompatFailure;
}

absl::Status CheckCompatInputs(absl::string_view name, size_t inputs,
                               bool is_batch) {
  if (inputs <= 1 && !is_batch) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("there must be one input, not several, which ", kPrefix,
                   absl::StripPrefix(name, kCompatPrefix), " takes"));
}

}  // namespace plumb
