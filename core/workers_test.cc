#include "core/workers.h"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(WorkersTest, EachNumberOnce) {
  for (const size_t count : {0, 1, 2, 3, 20}) {
    std::mutex mutex;
    std::multiset<size_t> numbers;
    RunWorkers(count, [&](size_t worker) {
      const std::lock_guard<std::mutex> lock(mutex);
      numbers.insert(worker);
    });
    std::multiset<size_t> expected = {0};
    for (size_t worker = 1; worker < count; ++worker) expected.insert(worker);
    EXPECT_EQ(numbers, expected);
  }
}

TEST(WorkersTest, TheFirstIsTheCallersThread) {
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::thread::id> threads(3);
  RunWorkers(
      3, [&](size_t worker) { threads[worker] = std::this_thread::get_id(); });
  EXPECT_EQ(threads[0], caller);
  EXPECT_EQ(std::set<std::thread::id>(threads.begin(), threads.end()).size(),
            3);
}

TEST(WorkersTest, ThrowsWhatAWorkerThrewWhenAllHaveEnded) {
  for (const size_t thrower : {0, 1, 3}) {
    std::atomic<int> ended = 0;
    EXPECT_THROW(
        RunWorkers(4,
                   [&](size_t worker) {
                     if (worker == thrower) throw std::bad_alloc();
                     std::this_thread::sleep_for(std::chrono::milliseconds(5));
                     ++ended;
                   }),
        std::bad_alloc);
    EXPECT_EQ(ended, 3) << thrower;
  }
}

// Each waits for the others: so they run side by side.
TEST(WorkersTest, AtTheSameTime) {
  std::atomic<int> there = 0;
  RunWorkers(4, [&](size_t) {
    ++there;
    while (there < 4) std::this_thread::yield();
  });
  EXPECT_EQ(there, 4);
}

#ifdef __linux__
// They are not tied to the processor that they begin on.
TEST(WorkersTest, MayUseTheProcessorsOfTheCaller) {
  cpu_set_t own;
  ASSERT_EQ(pthread_getaffinity_np(pthread_self(), sizeof own, &own), 0);
  std::vector<char> same(3);
  std::atomic<int> there = 0;
  RunWorkers(3, [&](size_t worker) {
    ++there;
    // All are made by the time that the caller's thread works.
    while (there < 3) std::this_thread::yield();
    cpu_set_t mask;
    same[worker] =
        pthread_getaffinity_np(pthread_self(), sizeof mask, &mask) == 0 &&
        CPU_EQUAL(&mask, &own);
  });
  EXPECT_EQ(same, (std::vector<char>{1, 1, 1}));
}
#endif

}  // namespace
}  // namespace plumb
