#include "cli/read_ahead.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace plumb {
namespace {

// They wait for the disk nearly all of the time.
constexpr size_t kThreads = 4;

// Reading a cached file takes a fraction of this, plus a nanosecond per byte.
constexpr std::chrono::nanoseconds kSlow = std::chrono::microseconds(40);

// The weight of a slow file against fast ones: the disk reads neighbors
// together. A preempted thread looks like a slow file.
constexpr int kSlowWeight = 4;
constexpr int kBegin = 5 * kSlowWeight;

}  // namespace

ReadAhead::ReadAhead(const std::vector<Input>& inputs, Fetch fetch)
    : inputs_(inputs), fetch_(std::move(fetch)) {}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ReadAhead::Note(size_t input, size_t bytes,
                     std::chrono::nanoseconds time) {
  const bool is_slow = time > kSlow + std::chrono::nanoseconds(bytes);
  if (!is_slow && slowness_ == 0) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  next_ = std::max(next_, input + 1);
  end_ = std::max(end_, std::min(input + 1 + kAhead, inputs_.size()));
  if (!threads_.empty()) {
    changed_.notify_one();
    return;
  }
  slowness_ =
      is_slow ? slowness_ + kSlowWeight : std::max<int>(slowness_ - 1, 0);
  if (slowness_ >= kBegin && end_ > next_) Start();
}

void ReadAhead::Start() {
  try {
    for (size_t i = 0; i < kThreads; ++i) {
      threads_.emplace_back([this] { Work(); });
    }
  } catch (const std::system_error&) {  // fewer, or none, do as well
  } catch (const std::bad_alloc&) {
  }
}

void ReadAhead::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] {
      return is_stopped_ || next_ < end_ || next_ == inputs_.size();
    });
    if (is_stopped_ || next_ == inputs_.size()) return;
    const std::string& path = inputs_[next_++].path;
    lock.unlock();
    fetch_(path);
    lock.lock();
  }
}

void ReadAhead::FetchFile(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return;
  posix_fadvise(fd, 0, 0, POSIX_FADV_WILLNEED);
  close(fd);
}

}  // namespace plumb
