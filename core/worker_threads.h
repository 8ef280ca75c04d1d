// Starts threads, each on a different processor where the system can be told.
//
// Tested by workers_test.cc.
#ifndef PLUMB_CORE_WORKER_THREADS_H_
#define PLUMB_CORE_WORKER_THREADS_H_

#include <cstddef>
#include <memory>

namespace plumb {

class WorkerThreads {
 public:
  // At most `limit` threads are started.
  explicit WorkerThreads(size_t limit);
  // Join() must have been called.
  ~WorkerThreads();

  // Starts a thread that calls function(argument), which must not throw.
  // Returns false if the system has no more threads.
  bool Start(void (*function)(void*), void* argument);
  // Waits until all have ended.
  void Join();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb

#endif  // PLUMB_CORE_WORKER_THREADS_H_
