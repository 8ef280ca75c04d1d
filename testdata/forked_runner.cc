// See forked_runner.h.
#include "testdata/forked_runner.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitizerMapsMemory = true;
#else
constexpr bool kSanitizerMapsMemory = false;
#endif

// A child, and the output of its batch so far.
struct Child {
  pid_t pid = 0;
  int pipe = -1;
  size_t next = 0;  // the job whose output is awaited
  size_t end = 0;   // of its batch
  std::string received;
  Clock::time_point deadline;
};

// Writes all of it; false if the reader has exited.
bool WriteAll(int fd, const void* data, size_t size) {
  const char* p = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(fd, p, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

// Sends an output: its size, then its bytes.
bool Send(int fd, const std::string& output) {
  const uint64_t size = output.size();
  return WriteAll(fd, &size, sizeof size) &&
         WriteAll(fd, output.data(), output.size());
}

// Removes the next whole output from the received bytes.
bool TakeOutput(std::string* received, std::string* output) {
  uint64_t size;
  if (received->size() < sizeof size) return false;
  std::memcpy(&size, received->data(), sizeof size);
  if (received->size() - sizeof size < size) return false;
  output->assign(*received, sizeof size, size);
  received->erase(0, sizeof size + size);
  return true;
}

std::string DescribeExitStatus(int status) {
  if (WIFSIGNALED(status)) {
    return absl::StrCat("killed by signal ", WTERMSIG(status), " (",
                        strsignal(WTERMSIG(status)), ")");
  }
  return absl::StrCat("left with status ", WEXITSTATUS(status));
}

class Pool {
 public:
  Pool(size_t count, const ForkOptions& options,
       const std::function<std::string(size_t)>& job)
      : options_(options), job_(job), results_(count) {
    const size_t batch = std::max<size_t>(options.batch, 1);
    for (size_t first = 0; first < count; first += batch) {
      ranges_.push_back({first, std::min(first + batch, count)});
    }
    std::reverse(ranges_.begin(), ranges_.end());
  }

  std::vector<JobResult> Run() {
    while (!ranges_.empty() || !children_.empty()) {
      while (!ranges_.empty() &&
             children_.size() < static_cast<size_t>(options_.children)) {
        Start(ranges_.back());
        ranges_.pop_back();
      }
      Wait();
    }
    return std::move(results_);
  }

 private:
  struct Range {
    size_t first, end;
  };

  void Start(Range range) {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) ExitWithError("pipe");
    std::fflush(nullptr);
    const pid_t pid = fork();
    if (pid < 0) ExitWithError("fork");
    if (pid == 0) {
      close(fds[0]);
      Work(fds[1], range);
    }
    close(fds[1]);
    children_.push_back({pid, fds[0], range.first, range.end, "", Deadline()});
  }

  [[noreturn]] void Work(int fd, Range range) {
    if (options_.memory_limit > 0 && !kSanitizerMapsMemory) {
      const rlimit limit = {options_.memory_limit, options_.memory_limit};
      setrlimit(RLIMIT_AS, &limit);
    }
    const rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    for (size_t i = range.first; i < range.end; ++i) {
      if (!Send(fd, job_(i))) _exit(EXIT_FAILURE);
    }
    _exit(EXIT_SUCCESS);
  }

  // Waits for an event and handles it.
  void Wait() {
    std::vector<pollfd> fds;
    Clock::time_point first = Clock::time_point::max();
    for (const Child& child : children_) {
      fds.push_back({child.pipe, POLLIN, 0});
      first = std::min(first, child.deadline);
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        first - Clock::now());
    poll(fds.data(), fds.size(),
         static_cast<int>(std::max<int64_t>(left.count(), 0)) + 1);
    std::vector<Child> going_on;
    for (size_t i = 0; i < children_.size(); ++i) {
      Child& child = children_[i];
      const bool open = fds[i].revents == 0 || Receive(&child);
      if (!open) {
        Close(child, /*late=*/false);
      } else if (Clock::now() >= child.deadline) {
        Close(child, /*late=*/true);
      } else {
        going_on.push_back(std::move(child));
      }
    }
    children_ = std::move(going_on);
  }

  // Reads the output of a child.  False at the end.
  bool Receive(Child* child) {
    char buffer[1 << 16];
    const ssize_t n = read(child->pipe, buffer, sizeof buffer);
    if (n < 0) return errno == EINTR;
    if (n == 0) return false;
    child->received.append(buffer, static_cast<size_t>(n));
    while (child->next < child->end &&
           TakeOutput(&child->received, &results_[child->next].output)) {
      ++child->next;
      child->deadline = Deadline();
    }
    return true;
  }

  // Waits for a child's exit; if it did not finish, its current job failed.
  void Close(const Child& child, bool late) {
    const bool finished = child.next == child.end;
    if (late) kill(child.pid, SIGKILL);
    close(child.pipe);
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (finished) return;
    JobResult& result = results_[child.next];
    result.state = late ? JobResult::State::kHung : JobResult::State::kCrashed;
    result.output =
        late ? absl::StrCat("no result within ", options_.time_limit_ms, " ms")
             : DescribeExitStatus(status);
    if (child.next + 1 < child.end) {
      ranges_.push_back({child.next + 1, child.end});
    }
  }

  Clock::time_point Deadline() const {
    return Clock::now() + std::chrono::milliseconds(options_.time_limit_ms);
  }

  [[noreturn]] static void ExitWithError(const char* what) {
    std::perror(what);
    std::exit(EXIT_FAILURE);
  }

  const ForkOptions& options_;
  const std::function<std::string(size_t)>& job_;
  std::vector<JobResult> results_;
  std::vector<Range> ranges_;  // remaining jobs; the last range is next
  std::vector<Child> children_;
};

}  // namespace

std::vector<JobResult> RunForked(
    size_t count, const ForkOptions& options,
    const std::function<std::string(size_t index)>& job) {
  return Pool(count, options, job).Run();
}

}  // namespace plumb
