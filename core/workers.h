// Threads that do parts of one piece of work side by side.
//
// Tested by workers_test.cc.
#ifndef PLUMB_CORE_WORKERS_H_
#define PLUMB_CORE_WORKERS_H_

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace plumb {

// Calls `work` with each number below `count` (0 is 1), at the same time: with
// 0 in the thread that calls, with each other in a thread of its own.  Returns
// when all calls have.  If some throw, throws what the one with the lowest
// number threw, after all have ended.  `work` must see to it by itself that all
// is done if the system has no more threads to give: then it is called fewer
// times, but always with 0.
//
// Threads begin on different processors, as far as there are any that this one
// may use.  Left to itself, Linux may begin a thread on the processor of the
// one that made it, and take milliseconds to notice that others have nothing to
// do: longer than hundreds of small modules take.  From then on it may move
// them as it likes.
void RunWorkers(size_t count, absl::FunctionRef<void(size_t worker)> work);

}  // namespace plumb

#endif  // PLUMB_CORE_WORKERS_H_
