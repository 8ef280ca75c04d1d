// Compares the verdicts of Plumb and SPIRV-Tools on a module.
//
// Used by verdict_differential.h.  Tested by verdict_differential_test.cc.
#ifndef PLUMB_TESTDATA_VERDICT_COMPARER_H_
#define PLUMB_TESTDATA_VERDICT_COMPARER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/session.h"
#include "bench/peer.h"

namespace plumb {

// The verdicts of both sides on one module.
struct Verdicts {
  bool plumb_accepts = false;
  bool peer_accepts = false;
  // The reasons for rejection.  Plumb's: the rule of the first error.  The
  // peer's: its message, by ReasonOf().  Empty for a side that accepts it.
  std::string plumb_reason;
  std::string peer_reason;
  // The complete messages.
  std::string plumb_message;
  std::string peer_message;

  bool agree() const { return plumb_accepts == peer_accepts; }
  // The reason of the only side that rejects it.
  const std::string& reason() const {
    return plumb_accepts ? peer_reason : plumb_reason;
  }
};

// A message of the peer without the parts that differ from module to module:
// its first line, with ids, names in quotes, types and numbers replaced.
std::string ReasonOf(absl::string_view message);

// Validates modules for one environment, one after the other.
class VerdictComparer {
 public:
  // Null if either side does not have the environment.
  static std::unique_ptr<VerdictComparer> Create(absl::string_view target_env);

  Verdicts Compare(absl::Span<const uint32_t> words);

 private:
  VerdictComparer(bench::Peer peer, SessionOptions options)
      : peer_(std::move(peer)), session_(std::move(options)) {}

  bench::Peer peer_;
  Session session_;
};

// A module, smaller in most cases, for which both sides have the same verdicts
// and reasons as for this one.  Removes instructions as long as possible;
// quadratic in the worst case, and stops after at most `max_tries`.
std::vector<uint32_t> Minimize(absl::Span<const uint32_t> words,
                               VerdictComparer* comparer,
                               size_t max_tries = 4000);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_VERDICT_COMPARER_H_
