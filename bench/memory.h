// Measures the peak memory of a piece of work, in the same way for Plumb and
// for the peer.  There are two measures, because each misses something:
//
//  - MeasureHeap() counts the blocks that malloc returns, by replacing malloc
//    in the program (memory.cc).  It is exact, and repeatable except for a few
//    bytes by which blocks are rounded up, so it works for small modules too,
//    and it covers operator new, malloc and the peer's library alike.  It does
//    not cover mapped files, stacks and the overhead of the allocator.
//  - MeasureResident() runs the work in a forked child and reads the kernel's
//    high-water mark of resident memory.  It covers everything, but in pages,
//    and the kernel's counters lag by some hundred KiB: for large modules
//    only.
//
// A program that links this pays a few nanoseconds for each allocation even if
// nothing is measured, so benchmarks of time must not link it: measure memory
// in a separate program.
//
// Tested by memory_test.cc.

#ifndef PLUMB_BENCH_MEMORY_H_
#define PLUMB_BENCH_MEMORY_H_

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"

namespace plumb::bench {

struct HeapUse {
  size_t peak_bytes = 0;   // maximum of live bytes, beyond those before
  size_t allocations = 0;  // blocks returned, reallocations too
  // Bytes live after the work beyond those before it; negative if it freed
  // blocks that existed before.
  ptrdiff_t kept_bytes = 0;
};

// False in sanitizer builds, where malloc is the sanitizer's; MeasureHeap()
// then runs the work and returns zeroes.
bool HeapIsCounted();

// Runs `work` once.  Sizes are malloc_usable_size(): the real size of the
// block, without its header.  Counts all threads of the process.  Not
// reentrant: one measurement at a time.
HeapUse MeasureHeap(absl::FunctionRef<void()> work);

// Runs `work` once in a child process, which then ends without unwinding: the
// caller sees no effect of `work`.  Returns the growth of resident memory, in
// bytes, from the start of `work` to its peak.  Pages that the parent has
// touched and the child writes to do not count as growth.
//
// Call it from a program with a single thread.  Fails with kUnavailable if the
// kernel's interfaces are missing (/proc/self/clear_refs, VmHWM), with
// kAborted if the child crashed or exited by itself.
absl::StatusOr<size_t> MeasureResident(absl::FunctionRef<void()> work);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_MEMORY_H_
