// The frame of a call that works on an object of a client: a session or a
// pipeline.
//
// Tested by calls_test.cc and cancellation_test.cc.
#ifndef PLUMB_API_C_CALL_FRAME_H_
#define PLUMB_API_C_CALL_FRAME_H_

#include <atomic>
#include <optional>

#include "absl/strings/string_view.h"
#include "api/c/call.h"
#include "api/c/options.h"
#include "api/c/plumb.h"
#include "api/session.h"
#include "core/call_context.h"

namespace plumb::c_api {

// Marks an object as busy for the duration of a call.
class BusyScope {
 public:
  explicit BusyScope(std::atomic<bool>* is_busy)
      : is_busy_(is_busy), is_first_(!is_busy->exchange(true)) {}
  ~BusyScope() {
    if (is_first_) *is_busy_ = false;
  }
  BusyScope(const BusyScope&) = delete;
  BusyScope& operator=(const BusyScope&) = delete;

  bool is_first() const { return is_first_; }

 private:
  std::atomic<bool>* const is_busy_;
  const bool is_first_;
};

// As Guarded(), with an allocator, which may be null, and the cancellation of
// the options.  Fails with `busy_message` during another call on the object.
template <typename Body>
plumb_result GuardedBy(std::atomic<bool>* is_busy,
                       absl::string_view busy_message,
                       const plumb_options& options, const Allocator* allocator,
                       const Body& body) noexcept {
  const BusyScope busy(is_busy);
  if (!busy.is_first()) return Fail(PLUMB_E_STATE, busy_message);
  return Guarded([&] {
    std::optional<Cancellation> cancellation;
    if (options.cancelled != nullptr) {
      cancellation.emplace(options.cancelled, options.cancelled_context);
    }
    const CallContextScope scope(
        {allocator, cancellation.has_value() ? &*cancellation : nullptr});
    return body();
  });
}

inline plumb_verdict VerdictOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return PLUMB_VALID;
    case Verdict::kInvalid:
      return PLUMB_INVALID;
    case Verdict::kMalformed:
      break;
  }
  return PLUMB_MALFORMED;
}

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_CALL_FRAME_H_
