// Pieces of work done by several threads, and their results taken in order.
//
//   WorkInOrder<Outcome>(
//       {.pieces = files.size(), .workers = 2},
//       [&](size_t piece, size_t worker) {
//         return Judge(files[piece], &sessions[worker]);
//       },
//       [&](size_t piece, Outcome outcome) { return Print(outcome); });
//
// Tested by ordered_work_test.cc.
#ifndef PLUMB_API_BATCH_ORDERED_WORK_H_
#define PLUMB_API_BATCH_ORDERED_WORK_H_

#include <algorithm>
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
  // Pieces that are begun and not taken, at most.  A worker that would begin
  // one more waits, so that one slow piece does not let the results behind it
  // pile up.  At least one for each worker.
  size_t window = 256;
};

// One run of WorkInOrder().
template <typename Result>
class OrderedRun {
 public:
  using Do = absl::FunctionRef<Result(size_t piece, size_t worker)>;
  using Take = absl::FunctionRef<bool(size_t piece, Result result)>;

  OrderedRun(const OrderedWork& work, Do do_piece, Take take)
      : pieces_(work.pieces),
        workers_(std::clamp<size_t>(work.workers, 1,
                                    std::max<size_t>(1, work.pieces))),
        do_piece_(do_piece),
        take_(take),
        done_(std::clamp(work.pieces, workers_,
                         std::max(work.window, workers_))) {}

  size_t Run() {
    RunWorkers(workers_, [this](size_t worker) { Work(worker); });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    return taken_;
  }

 private:
  // What a thread does, until there is nothing to do.
  void Work(size_t worker) {
    std::unique_lock<std::mutex> lock(mutex_);
    try {
      while (WaitForPiece(&lock)) {
        const size_t piece = begun_++;
        lock.unlock();
        Result result = do_piece_(piece, worker);
        lock.lock();
        done_[piece % done_.size()].emplace(std::move(result));
        TakeWhatIsDone(&lock);
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (failure_ == nullptr) failure_ = std::current_exception();
      Stop();
    }
  }

  bool WaitForPiece(std::unique_lock<std::mutex>* lock) {
    changed_.wait(*lock, [this] {
      return is_stopped_ || begun_ == pieces_ || begun_ - taken_ < done_.size();
    });
    return !is_stopped_ && begun_ < pieces_;
  }

  // Whoever ends the piece whose turn it is takes it, and what is done behind
  // it: no thread is there for that alone.
  void TakeWhatIsDone(std::unique_lock<std::mutex>* lock) {
    if (is_taking_) return;  // that thread looks again
    is_taking_ = true;
    while (!is_stopped_ && taken_ < begun_) {
      std::optional<Result>& slot = done_[taken_ % done_.size()];
      if (!slot.has_value()) break;
      Result result = *std::move(slot);
      slot.reset();
      lock->unlock();
      const bool go_on = take_(taken_, std::move(result));
      lock->lock();
      const bool was_full = begun_ - taken_ == done_.size();
      ++taken_;
      if (!go_on) {
        Stop();
      } else if (was_full) {
        changed_.notify_all();
      }
    }
    is_taking_ = false;
    if (taken_ == pieces_) changed_.notify_all();
  }

  void Stop() {
    is_stopped_ = true;
    changed_.notify_all();
  }

  const size_t pieces_, workers_;
  const Do do_piece_;
  const Take take_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<Result>> done_;  // a ring
  size_t begun_ = 0;
  size_t taken_ = 0;  // only written by the thread that takes
  bool is_taking_ = false;
  bool is_stopped_ = false;
  std::exception_ptr failure_;
};

// Calls `do_piece` once for each piece, by any of the threads, `worker` being
// the number of the thread from 0; and `take` once for each, in order, by one
// thread at a time.  When `take` returns false, no further piece is begun or
// taken.  What one of them throws is thrown when all threads have ended.
// Returns how many were taken.
template <typename Result>
size_t WorkInOrder(const OrderedWork& work,
                   typename OrderedRun<Result>::Do do_piece,
                   typename OrderedRun<Result>::Take take) {
  return OrderedRun<Result>(work, do_piece, take).Run();
}

}  // namespace plumb

#endif  // PLUMB_API_BATCH_ORDERED_WORK_H_
