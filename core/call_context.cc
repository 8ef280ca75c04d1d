#include "core/call_context.h"

namespace plumb {
namespace {

thread_local CallContext current_context;

}  // namespace

bool Cancellation::Poll() {
  if (is_cancelled_.load(std::memory_order_relaxed)) return true;
  // A thread that finds another one asking continues.
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (lock.owns_lock() && !is_cancelled_ && callback_(context_) != 0) {
    is_cancelled_ = true;
  }
  return is_cancelled_;
}

const CallContext& CurrentCallContext() { return current_context; }

CallContextScope::CallContextScope(const CallContext& context)
    : before_(current_context) {
  current_context = context;
}

CallContextScope::~CallContextScope() { current_context = before_; }

void ThrowIfCancelled() {
  Cancellation* const cancellation = current_context.cancellation;
  if (cancellation != nullptr && cancellation->Poll()) throw Cancelled();
}

}  // namespace plumb
