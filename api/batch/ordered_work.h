// Pieces of work done by several threads, and their results taken in order.
//
//   WorkInOrder<Outcome>(
//       {.pieces = files.size(), .workers = 2},
//       [&](size_t piece, size_t worker, Outcome* outcome) {
//         Validate(files[piece], &sessions[worker], outcome);
//       },
//       [&](size_t piece, Outcome* outcome) { return Print(outcome); });
//
// Tested by ordered_work_test.cc.
#ifndef PLUMB_API_BATCH_ORDERED_WORK_H_
#define PLUMB_API_BATCH_ORDERED_WORK_H_

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/workers.h"

namespace plumb {

struct OrderedWork {
  size_t pieces = 0;
  // Threads, the one that calls counted; 0 is 1.
  size_t workers = 1;
  // The maximum number of items that were started and not emitted.  A worker
  // waits before it starts another one, so that results do not pile up behind a
  // slow item.  At least one per worker.
  size_t window = 256;
};

// One run of WorkInOrder().  Pieces may be small, so threads meet in atomic
// variables, and results stay where they were made; the mutex is for those that
// wait.
template <typename Result>
class OrderedRun {
 public:
  using Process =
      absl::FunctionRef<void(size_t piece, size_t worker, Result* result)>;
  using Emit = absl::FunctionRef<bool(size_t piece, Result* result)>;

  OrderedRun(const OrderedWork& work, Process process, Emit emit)
      : pieces_(work.pieces),
        workers_(std::clamp<size_t>(work.workers, 1,
                                    std::max<size_t>(1, work.pieces))),
        process_(process),
        emit_(emit),
        slots_(std::clamp(work.pieces, workers_,
                          std::max(work.window, workers_))) {}

  size_t Run() {
    RunWorkers(workers_, [this](size_t worker) { Work(worker); });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    return emitted_;
  }

 private:
  // Keeps data that threads write at the same time on separate cache lines.
  static constexpr size_t kLine = 64;

  // Holds the result of an item until it is emitted.
  struct alignas(kLine) Slot {
    std::atomic<bool> is_done = false;
    Result result{};
  };

  Slot& SlotOf(size_t piece) { return slots_[piece % slots_.size()]; }
  bool HasRoom(size_t piece) const { return piece - emitted_ < slots_.size(); }

  // The loop of a thread.
  void Work(size_t worker) {
    try {
      while (const std::optional<size_t> piece = Begin()) {
        Slot& slot = SlotOf(*piece);
        process_(*piece, worker, &slot.result);
        slot.is_done = true;
        EmitFinished();
      }
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (failure_ == nullptr) failure_ = std::current_exception();
      is_stopped_ = true;
      changed_.notify_all();
    }
  }

  // The next item, once there is a slot for it.
  std::optional<size_t> Begin() {
    if (is_stopped_) return std::nullopt;
    const size_t piece = begun_++;
    if (piece >= pieces_) return std::nullopt;
    if (!HasRoom(piece)) WaitForRoom(piece);
    return is_stopped_ ? std::nullopt : std::optional<size_t>(piece);
  }

  // The thread with the next item to emit never waits.
  void WaitForRoom(size_t piece) {
    std::unique_lock<std::mutex> lock(mutex_);
    ++waiting_;
    changed_.wait(lock, [&] { return is_stopped_ || HasRoom(piece); });
    --waiting_;
  }

  // The thread that completes the next item emits it and all completed ones
  // after it, so no thread is needed for emission alone.  A thread looks for
  // more results after it has released the emitter role, so none is left over.
  void EmitFinished() {
    while (IsNextDone() && !is_emitting_.exchange(true)) {
      while (!is_stopped_ && IsNextDone()) EmitNext();
      is_emitting_ = false;
      if (is_stopped_) return;
    }
  }

  bool IsNextDone() { return SlotOf(emitted_).is_done; }

  void EmitNext() {
    const size_t piece = emitted_;
    Slot& slot = SlotOf(piece);
    const bool go_on = emit_(piece, &slot.result);
    slot.is_done = false;
    ++emitted_;
    if (go_on && waiting_ == 0) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!go_on) is_stopped_ = true;
    changed_.notify_all();
  }

  const size_t pieces_, workers_;
  const Process process_;
  const Emit emit_;

  std::vector<Slot> slots_;  // a ring
  std::atomic<bool> is_stopped_ = false;
  std::atomic<size_t> waiting_ = 0;

  alignas(kLine) std::atomic<size_t> begun_ = 0;
  // Written only by the emitting thread.
  alignas(kLine) std::atomic<size_t> emitted_ = 0;
  std::atomic<bool> is_emitting_ = false;

  alignas(kLine) std::mutex mutex_;
  std::condition_variable changed_;
  std::exception_ptr failure_;
};

// Calls `process` once for each piece, by any of the threads, `worker` being
// the number of the thread from 0; `result` is new, or what `emit` left of
// an earlier piece's, so that memory can be used again where it is.  Calls
// `emit` once for each, in order, by one thread at a time.  When `emit` returns
// false, no further piece is begun or emitted.  What one of them throws is
// thrown when all threads have ended.  Returns how many were emitted.
template <typename Result>
size_t WorkInOrder(const OrderedWork& work,
                   typename OrderedRun<Result>::Process process,
                   typename OrderedRun<Result>::Emit emit) {
  return OrderedRun<Result>(work, process, emit).Run();
}

}  // namespace plumb

#endif  // PLUMB_API_BATCH_ORDERED_WORK_H_
