#include "core/worker_threads.h"

#include <vector>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#else
#include <system_error>
#include <thread>
#endif

namespace plumb {

#ifdef __linux__

namespace {

// The processors that this thread may use.
class Processors {
 public:
  Processors() {
    CPU_ZERO(&all_);
    if (pthread_getaffinity_np(pthread_self(), sizeof all_, &all_) != 0) return;
    for (size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &all_)) numbers_.push_back(cpu);
    }
    // In turn from the one that this thread runs on.
    const int own = sched_getcpu();
    const auto at = std::find(numbers_.begin(), numbers_.end(), own);
    if (at != numbers_.end()) {
      std::rotate(numbers_.begin(), at, numbers_.end());
    }
  }

  const cpu_set_t& all() const { return all_; }
  bool are_several() const { return numbers_.size() > 1; }
  // That of the caller for 0, and a different one for each other number.
  cpu_set_t Get(size_t number) const {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(numbers_[number % numbers_.size()], &one);
    return one;
  }

 private:
  cpu_set_t all_;
  std::vector<size_t> numbers_;
};

struct Call {
  void (*function)(void*);
  void* argument;
};

void* RunCall(void* call) {
  const Call& own = *static_cast<Call*>(call);
  own.function(own.argument);
  return nullptr;
}

}  // namespace

class WorkerThreads::Impl {
 public:
  explicit Impl(size_t limit) {
    calls_.reserve(limit);  // threads hold pointers to them
    threads_.reserve(limit);
  }

  bool Start(void (*function)(void*), void* argument) {
    calls_.push_back({function, argument});
    pthread_t thread;
    // A processor may have been taken away in the meantime.
    if (!StartOnOwnProcessor(&calls_.back(), &thread) &&
        pthread_create(&thread, nullptr, RunCall, &calls_.back()) != 0) {
      return false;
    }
    threads_.push_back(thread);
    return true;
  }

  void Join() {
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
    threads_.clear();
    calls_.clear();
  }

 private:
  bool StartOnOwnProcessor(Call* call, pthread_t* thread) {
    if (!processors_.are_several()) return false;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    const cpu_set_t first = processors_.Get(threads_.size() + 1);
    pthread_attr_setaffinity_np(&attributes, sizeof first, &first);
    const bool is_started =
        pthread_create(thread, &attributes, RunCall, call) == 0;
    pthread_attr_destroy(&attributes);
    if (is_started) {
      pthread_setaffinity_np(*thread, sizeof processors_.all(),
                             &processors_.all());
    }
    return is_started;
  }

  const Processors processors_;
  std::vector<Call> calls_;
  std::vector<pthread_t> threads_;
};

#else

class WorkerThreads::Impl {
 public:
  explicit Impl(size_t limit) { threads_.reserve(limit); }

  bool Start(void (*function)(void*), void* argument) {
    try {
      threads_.emplace_back(function, argument);
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

  void Join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

#endif

WorkerThreads::WorkerThreads(size_t limit)
    : impl_(std::make_unique<Impl>(limit)) {}
WorkerThreads::~WorkerThreads() = default;

bool WorkerThreads::Start(void (*function)(void*), void* argument) {
  return impl_->Start(function, argument);
}

void WorkerThreads::Join() { impl_->Join(); }

}  // namespace plumb
