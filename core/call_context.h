// What a caller of the library provides for the duration of a call: memory, and
// whether to continue.
//
//   CallContextScope scope({&allocator, &cancellation});
//   session.Run(bytes);  // its buffers use the allocator
//
// The context belongs to the thread; RunWorkers passes it on to the threads
// that it starts.  Without a scope there is none, which costs nothing.
//
// Tested by call_context_test.cc.
#ifndef PLUMB_CORE_CALL_CONTEXT_H_
#define PLUMB_CORE_CALL_CONTEXT_H_

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

namespace plumb {

// Memory for buffers (core/buffer.h).
struct Allocator {
  // As realloc(): changes the size of a block, allocates one for null, frees it
  // for a new size of 0.  Returns null if memory is exhausted; the block is
  // then as it was.  The alignment is that of malloc().
  void* (*reallocate)(void* context, void* block, size_t old_size,
                      size_t new_size);
  void* context;
};

// Thrown where work ends because it was cancelled.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

// Whether to stop, asked by several threads, but never at the same time.
class Cancellation {
 public:
  using Callback = int (*)(void* context);

  Cancellation(Callback callback, void* context)
      : callback_(callback), context_(context) {}

  // Whether the callback returned a number other than 0, now or before.
  bool Poll();

 private:
  const Callback callback_;
  void* const context_;
  std::mutex mutex_;
  std::atomic<bool> is_cancelled_{false};
};

struct CallContext {
  const Allocator* allocator = nullptr;  // null: malloc()
  Cancellation* cancellation = nullptr;  // null: never
};

// The context of this thread.
const CallContext& CurrentCallContext();

// Makes a context that of this thread, until the end of the scope.
class CallContextScope {
 public:
  explicit CallContextScope(const CallContext& context);
  ~CallContextScope();
  CallContextScope(const CallContextScope&) = delete;
  CallContextScope& operator=(const CallContextScope&) = delete;

 private:
  const CallContext before_;
};

// Throws Cancelled if the context of this thread asks for it.  Loops over a
// module call this once per thousands of instructions.
void ThrowIfCancelled();

}  // namespace plumb

#endif  // PLUMB_CORE_CALL_CONTEXT_H_
