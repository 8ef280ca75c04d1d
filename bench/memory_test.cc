// Tests both measures of memory with work of known size.

#include "bench/memory.h"

#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "bench/generate.h"
#include "bench/peer.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

// Prevents the compiler from removing an allocation.
void Use(void* block) { asm volatile("" : : "g"(block) : "memory"); }

TEST(MeasureHeapTest, CountsThePeakAndNotTheSum) {
  if (!HeapIsCounted()) GTEST_SKIP() << "malloc is the sanitizer's";
  const HeapUse use = MeasureHeap([] {
    for (int i = 0; i < 10; ++i) {
      const std::vector<char> block(kMiB);
      Use(const_cast<char*>(block.data()));
    }
  });
  EXPECT_GE(use.peak_bytes, kMiB);
  EXPECT_LT(use.peak_bytes, kMiB + 8192);
  EXPECT_EQ(use.allocations, 10U);
  EXPECT_EQ(use.kept_bytes, 0);
}

TEST(MeasureHeapTest, CountsEveryKindOfAllocation) {
  if (!HeapIsCounted()) GTEST_SKIP() << "malloc is the sanitizer's";
  void* kept = nullptr;
  const HeapUse use = MeasureHeap([&kept] {
    void* a = std::malloc(1000);
    void* b = std::calloc(10, 100);
    void* c = std::realloc(std::malloc(10), 1000);
    void* d = std::aligned_alloc(64, 1024);
    void* e = ::operator new(1000);
    void* f = nullptr;
    if (posix_memalign(&f, 64, 1000) != 0) std::abort();
    for (void* block : {a, b, c, d, e, f}) Use(block);
    std::free(a);
    std::free(b);
    std::free(c);
    std::free(d);
    std::free(f);
    kept = e;
  });
  EXPECT_EQ(use.allocations, 7U);
  EXPECT_GE(use.peak_bytes, 6000U);
  EXPECT_LT(use.peak_bytes, 6600U);
  EXPECT_GE(use.kept_bytes, 1000);
  EXPECT_LT(use.kept_bytes, 1100);
  ::operator delete(kept);
}

TEST(MeasureHeapTest, BlocksFromBeforeGoNegative) {
  if (!HeapIsCounted()) GTEST_SKIP() << "malloc is the sanitizer's";
  void* before = std::malloc(5000);
  Use(before);
  const HeapUse use = MeasureHeap([before] { std::free(before); });
  EXPECT_LE(use.kept_bytes, -5000);
  EXPECT_EQ(use.peak_bytes, 0U);
  EXPECT_EQ(use.allocations, 0U);
}

TEST(MeasureHeapTest, CountsThePeerRepeatably) {
  if (!HeapIsCounted()) GTEST_SKIP() << "malloc is the sanitizer's";
  const auto peer = Peer::Create("spv1.3");
  ASSERT_TRUE(peer.ok()) << peer.status();
  const auto binary = peer->Assemble(FindAxis("blocks")->generate(100));
  ASSERT_TRUE(binary.ok()) << binary.status();
  const auto measure = [&] {
    return MeasureHeap([&] {
      if (!peer->Validate(binary->words()).ok()) std::abort();
    });
  };
  measure();  // the peer fills its tables
  const HeapUse first = measure();
  const HeapUse second = measure();
  EXPECT_GT(first.allocations, 0U);
  EXPECT_GT(first.peak_bytes, binary->words().size() * 4);
  EXPECT_EQ(first.kept_bytes, 0);
  EXPECT_EQ(first.allocations, second.allocations);
  // A block is occasionally some bytes larger than requested, if the rest of a
  // free one is too small to be another.
  EXPECT_NEAR(static_cast<double>(first.peak_bytes),
              static_cast<double>(second.peak_bytes), 1024.0);
}

TEST(MeasureResidentTest, MeasuresOnlyThePeakOfTheChild) {
  // Memory that the parent holds, or has freed, must not count.
  std::vector<char> parents(32 * kMiB, 1);
  Use(parents.data());
  std::vector<std::unique_ptr<char[]>> freed(1000);
  for (auto& block : freed) {
    block = std::make_unique<char[]>(10'000);
    std::memset(block.get(), 1, 10'000);
    Use(block.get());
  }
  freed.clear();

  bool ran = false;
  const auto growth = MeasureResident([&ran] {
    ran = true;
    for (int i = 0; i < 3; ++i) {
      std::vector<char> block(64 * kMiB, 1);
      Use(block.data());
    }
  });
  if (absl::IsUnavailable(growth.status())) GTEST_SKIP() << growth.status();
  ASSERT_TRUE(growth.ok()) << growth.status();
  EXPECT_FALSE(ran);             // it ran in the child
  if (!HeapIsCounted()) return;  // a sanitizer keeps freed blocks for a while
  EXPECT_GE(*growth, 63 * kMiB);
  EXPECT_LE(*growth, 70 * kMiB);
}

TEST(MeasureResidentTest, CrashOfTheWorkIsAnError) {
  EXPECT_EQ(MeasureResident([] { std::abort(); }).status().code(),
            absl::StatusCode::kAborted);
  EXPECT_EQ(MeasureResident([] { _exit(0); }).status().code(),
            absl::StatusCode::kAborted);
}

}  // namespace
}  // namespace plumb::bench
