#include "core/call_context.h"

#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "core/buffer.h"
#include "core/workers.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// Knows the size of each block, and has a limited number of allocations.
struct Heap {
  static void* Reallocate(void* context, void* block, size_t old_size,
                          size_t new_size) {
    auto& heap = *static_cast<Heap*>(context);
    const std::lock_guard<std::mutex> lock(heap.mutex);
    EXPECT_EQ(heap.sizes.count(block), block == nullptr ? 0u : 1u);
    if (block != nullptr) {
      EXPECT_EQ(heap.sizes[block], old_size);
    }
    if (new_size == 0) {
      heap.sizes.erase(block);
      std::free(block);
      return nullptr;
    }
    if (heap.left == 0) return nullptr;
    --heap.left;
    heap.sizes.erase(block);
    void* const moved = std::realloc(block, new_size);
    heap.sizes[moved] = new_size;
    return moved;
  }
  Allocator allocator() { return {Reallocate, this}; }

  std::mutex mutex;
  std::map<void*, size_t> sizes;
  size_t left = 1000;
};

TEST(CallContextTest, BuffersUseTheAllocatorOfTheirFirstAllocation) {
  Heap heap;
  const Allocator allocator = heap.allocator();
  {
    Buffer<int> before;
    before.push_back(1);
    Buffer<int> inside;
    {
      const CallContextScope scope({&allocator, nullptr});
      inside.push_back(2);
      before.resize(1000);
    }
    EXPECT_EQ(heap.sizes.size(), 1u);
    inside.resize(1000);
    EXPECT_EQ(heap.sizes.size(), 1u);
    EXPECT_EQ(heap.sizes.begin()->second, inside.capacity() * sizeof(int));
    inside.swap(before);
    const Buffer<int> moved = std::move(before);
    EXPECT_EQ(moved[0], 2);
  }
  EXPECT_TRUE(heap.sizes.empty());
}

TEST(CallContextTest, ABufferIsAsBeforeIfThereIsNoMemory) {
  Heap heap;
  heap.left = 1;
  const Allocator allocator = heap.allocator();
  const CallContextScope scope({&allocator, nullptr});
  Buffer<int> buffer;
  buffer.assign(16, 7);
  EXPECT_THROW(buffer.resize(1000), std::bad_alloc);
  EXPECT_EQ(buffer.size(), 16u);
  EXPECT_EQ(buffer[15], 7);
}

TEST(CallContextTest, ScopesNest) {
  const Allocator outer{}, inner{};
  {
    const CallContextScope scope({&outer, nullptr});
    {
      const CallContextScope nested({&inner, nullptr});
      EXPECT_EQ(CurrentCallContext().allocator, &inner);
    }
    EXPECT_EQ(CurrentCallContext().allocator, &outer);
  }
  EXPECT_EQ(CurrentCallContext().allocator, nullptr);
}

TEST(CallContextTest, WorkersHaveTheContextOfTheirCaller) {
  const Allocator allocator{};
  std::atomic<int> count = 0;
  const auto work = [&](size_t) {
    if (CurrentCallContext().allocator == &allocator) ++count;
  };
  {
    const CallContextScope scope({&allocator, nullptr});
    RunWorkers(4, work);
  }
  EXPECT_EQ(count, 4);
  RunWorkers(4, work);
  EXPECT_EQ(count, 4);
}

TEST(CallContextTest, ThrowsOnceTheCallbackHasAskedForIt) {
  int calls = 0;
  const auto third = [](void* context) {
    return ++*static_cast<int*>(context) == 3 ? 1 : 0;
  };
  ThrowIfCancelled();  // no context
  Cancellation cancellation(third, &calls);
  const CallContextScope scope({nullptr, &cancellation});
  ThrowIfCancelled();
  ThrowIfCancelled();
  EXPECT_THROW(ThrowIfCancelled(), Cancelled);
  EXPECT_THROW(ThrowIfCancelled(), Cancelled);
  EXPECT_EQ(calls, 3);
}

TEST(CallContextTest, ThreadsNeverAskAtTheSameTime) {
  struct State {
    std::atomic<int> inside = 0;
    std::atomic<int> together = 0;
  } state;
  const auto ask = [](void* context) {
    auto& s = *static_cast<State*>(context);
    if (++s.inside != 1) ++s.together;
    std::this_thread::yield();
    --s.inside;
    return 0;
  };
  Cancellation cancellation(ask, &state);
  const CallContextScope scope({nullptr, &cancellation});
  RunWorkers(4, [](size_t) {
    for (int i = 0; i < 1000; ++i) ThrowIfCancelled();
  });
  EXPECT_EQ(state.together, 0);
}

}  // namespace
}  // namespace plumb
