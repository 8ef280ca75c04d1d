// Threads that do parts of one piece of work side by side.
//
// Tested by workers_test.cc.
#ifndef PLUMB_CORE_WORKERS_H_
#define PLUMB_CORE_WORKERS_H_

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace plumb {

// Calls `work` with each number below `count` (at least once, with 0) in
// parallel: with 0 in the calling thread, with the others in threads of their
// own.  Returns when all calls have returned.  If calls throw, rethrows the
// exception of the lowest number.  If the system has no more threads, `work` is
// called fewer times, but always with 0, so it must complete all items by
// itself.  All threads have the caller's context (core/call_context.h).
//
// On Linux, each thread starts on a different processor, if this process may
// use several.  Linux tends to start a thread on the processor of its creator
// and can take milliseconds to migrate it: longer than hundreds of small
// modules take.  Afterwards the system may move threads freely.
void RunWorkers(size_t count, absl::FunctionRef<void(size_t worker)> work);

}  // namespace plumb

#endif  // PLUMB_CORE_WORKERS_H_
