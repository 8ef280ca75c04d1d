#include "core/workers.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "core/call_context.h"

namespace plumb {
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
  cpu_set_t CpuSetOf(size_t worker) const {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(numbers_[worker % numbers_.size()], &one);
    return one;
  }

 private:
  cpu_set_t all_;
  std::vector<size_t> numbers_;
};

struct Part {
  absl::FunctionRef<void(size_t)> work;
  size_t worker;
  CallContext context;         // of the caller
  std::exception_ptr failure;  // what the work threw
};

void* RunPart(void* part) {
  Part& own = *static_cast<Part*>(part);
  const CallContextScope scope(own.context);
  try {
    own.work(own.worker);
  } catch (...) {
    own.failure = std::current_exception();
  }
  return nullptr;
}

// Returns false if the system has no more threads.
bool StartThread(Part* part, const Processors& processors, pthread_t* thread) {
  if (processors.are_several()) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    const cpu_set_t first = processors.CpuSetOf(part->worker);
    pthread_attr_setaffinity_np(&attributes, sizeof first, &first);
    const bool is_started =
        pthread_create(thread, &attributes, RunPart, part) == 0;
    pthread_attr_destroy(&attributes);
    if (is_started) {
      pthread_setaffinity_np(*thread, sizeof processors.all(),
                             &processors.all());
      return true;
    }
  }
  // Also where the processor was taken away in the meantime.
  return pthread_create(thread, nullptr, RunPart, part) == 0;
}

}  // namespace

void RunWorkers(size_t count, absl::FunctionRef<void(size_t worker)> work) {
  if (count <= 1) return work(0);
  const Processors processors;
  std::vector<pthread_t> threads;
  std::vector<Part> parts;
  threads.reserve(count - 1);
  parts.reserve(count);  // threads hold pointers to them
  const CallContext& context = CurrentCallContext();
  parts.push_back({work, 0, context, nullptr});
  for (size_t worker = 1; worker < count; ++worker) {
    parts.push_back({work, worker, context, nullptr});
    pthread_t thread;
    if (!StartThread(&parts.back(), processors, &thread)) break;
    threads.push_back(thread);
  }
  RunPart(&parts.front());
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  for (const Part& part : parts) {
    if (part.failure != nullptr) std::rethrow_exception(part.failure);
  }
}

}  // namespace plumb
