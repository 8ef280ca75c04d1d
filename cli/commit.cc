#include "cli/commit.h"

namespace plumb {
namespace {

constexpr char kCommit[] =
#include "cli/commit.inc"
    ;

}  // namespace

absl::string_view BuildCommit() { return kCommit; }

}  // namespace plumb
