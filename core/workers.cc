#include "core/workers.h"

#include <exception>
#include <vector>

#include "core/call_context.h"
#include "core/worker_threads.h"

namespace plumb {
namespace {

struct Part {
  absl::FunctionRef<void(size_t)> work;
  size_t worker;
  CallContext context;         // of the caller
  std::exception_ptr failure;  // what the work threw
};

void RunPart(void* part) {
  Part& own = *static_cast<Part*>(part);
  const CallContextScope scope(own.context);
  try {
    own.work(own.worker);
  } catch (...) {
    own.failure = std::current_exception();
  }
}

}  // namespace

void RunWorkers(size_t count, absl::FunctionRef<void(size_t worker)> work) {
  if (count <= 1) return work(0);
  WorkerThreads threads(count - 1);
  std::vector<Part> parts;
  parts.reserve(count);  // threads hold pointers to them
  const CallContext& context = CurrentCallContext();
  parts.push_back({work, 0, context, nullptr});
  for (size_t worker = 1; worker < count; ++worker) {
    parts.push_back({work, worker, context, nullptr});
    if (!threads.Start(RunPart, &parts.back())) break;
  }
  RunPart(&parts.front());
  threads.Join();
  for (const Part& part : parts) {
    if (part.failure != nullptr) std::rethrow_exception(part.failure);
  }
}

}  // namespace plumb
