#include "core/buffer.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

struct Pair {
  uint32_t first = 7;
  uint32_t second = 8;
};

std::vector<uint32_t> ToVector(const Buffer<uint32_t>& buffer) {
  return std::vector<uint32_t>(buffer.begin(), buffer.end());
}

TEST(BufferTest, KeepsWhatIsPushed) {
  Buffer<uint32_t> buffer;
  EXPECT_TRUE(buffer.empty());
  for (uint32_t i = 0; i < 10000; ++i) {
    buffer.push_back(i);
    ASSERT_EQ(buffer.size(), i + 1);
    ASSERT_LE(buffer.size(), buffer.capacity());
    ASSERT_EQ(buffer.back(), i);
  }
  for (uint32_t i = 0; i < 10000; ++i) ASSERT_EQ(buffer[i], i);
  EXPECT_LE(buffer.capacity(), 15001u);
}

TEST(BufferTest, PushesItsOwnElement) {
  Buffer<uint32_t> buffer;
  buffer.push_back(42);
  for (int i = 0; i < 100; ++i) buffer.push_back(buffer[0]);
  for (const uint32_t value : buffer) EXPECT_EQ(value, 42u);
}

TEST(BufferTest, ResizesWithDefaultsAndValues) {
  Buffer<Pair> pairs;
  pairs.resize(3);
  EXPECT_EQ(pairs[2].first, 7u);
  EXPECT_EQ(pairs[2].second, 8u);
  pairs.resize(1);
  EXPECT_EQ(pairs.size(), 1u);

  Buffer<uint32_t> buffer;
  buffer.resize(2, 5);
  buffer.resize(4, 6);
  EXPECT_EQ(ToVector(buffer), (std::vector<uint32_t>{5, 5, 6, 6}));
  buffer.assign(3, 9);
  EXPECT_EQ(ToVector(buffer), (std::vector<uint32_t>{9, 9, 9}));
  const size_t capacity = buffer.capacity();
  buffer.clear();
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_EQ(buffer.capacity(), capacity);
}

TEST(BufferTest, ReservesExactly) {
  Buffer<uint32_t> buffer;
  buffer.reserve(1000);
  EXPECT_EQ(buffer.capacity(), 1000u);
  buffer.reserve(10);
  EXPECT_EQ(buffer.capacity(), 1000u);
  EXPECT_TRUE(buffer.empty());
}

TEST(BufferTest, KeepsElementsWhenGrowingUninitialized) {
  Buffer<uint32_t> buffer;
  buffer.push_back(1);
  buffer.ResizeUninitialized(100000);
  EXPECT_EQ(buffer[0], 1u);
  buffer[99999] = 2;
  EXPECT_EQ(buffer.back(), 2u);
}

TEST(BufferTest, Moves) {
  Buffer<uint32_t> a;
  a.push_back(1);
  Buffer<uint32_t> b = std::move(a);
  EXPECT_EQ(ToVector(b), (std::vector<uint32_t>{1}));
  Buffer<uint32_t> c;
  c.push_back(2);
  c = std::move(b);
  EXPECT_EQ(ToVector(c), (std::vector<uint32_t>{1}));
}

}  // namespace
}  // namespace plumb
