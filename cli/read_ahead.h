// Prefetches files while reading is slow.
//
// The system reads prefetched files while others are processed.  A folder of
// small modules on a cold disk takes several times less; for cached files it
// would only cost, so it starts when reading is slow.
//
// Tested by read_ahead_test.cc.
#ifndef PLUMB_CLI_READ_AHEAD_H_
#define PLUMB_CLI_READ_AHEAD_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cli/input_list.h"

namespace plumb {

// Several threads may use one.
class ReadAhead {
 public:
  // At most so many inputs further than the last that was read.
  static constexpr size_t kAhead = 256;

  using Fetch = std::function<void(const std::string& path)>;

  // `inputs` must outlive it.  `fetch` is called in threads of its own, in
  // parallel, at most once per input; it must not throw.
  explicit ReadAhead(const std::vector<Input>& inputs, Fetch fetch = FetchFile);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // Says that an input of so many bytes has been read, and how long that took.
  void Note(size_t input, size_t bytes, std::chrono::nanoseconds time);

  // Prefetches a regular file.  Opens nothing else: the writer of a pipe would
  // notice.
  static void FetchFile(const std::string& path);

 private:
  void Start();
  void Work();

  const std::vector<Input>& inputs_;
  const Fetch fetch_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Measured on the last reads; constant once the threads have started.
  std::atomic<int> slowness_ = 0;
  size_t end_ = 0;   // of those that may be fetched
  size_t next_ = 0;  // to be fetched
  bool is_stopped_ = false;
  std::vector<std::thread> threads_;  // none before it begins
};

}  // namespace plumb

#endif  // PLUMB_CLI_READ_AHEAD_H_
