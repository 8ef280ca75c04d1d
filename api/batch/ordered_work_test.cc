#include "api/batch/ordered_work.h"

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

// The squares of the first numbers, as they are taken.
std::vector<size_t> Squares(const OrderedWork& work) {
  std::vector<size_t> taken;
  const size_t count = WorkInOrder<size_t>(
      work,
      [](size_t piece, size_t, size_t* square) { *square = piece * piece; },
      [&](size_t piece, size_t* square) {
        EXPECT_EQ(*square, piece * piece);
        taken.push_back(piece);
        return true;
      });
  EXPECT_EQ(count, taken.size());
  return taken;
}

TEST(OrderedWorkTest, TakesEachOnceInOrder) {
  for (const size_t pieces : {0, 1, 2, 7, 1000}) {
    std::vector<size_t> all(pieces);
    for (size_t i = 0; i < pieces; ++i) all[i] = i;
    for (const size_t workers : {0, 1, 2, 5, 64}) {
      for (const size_t window : {0, 1, 3, 256}) {
        EXPECT_EQ(Squares({pieces, workers, window}), all)
            << pieces << " " << workers << " " << window;
      }
    }
  }
}

TEST(OrderedWorkTest, KeepsWhatIsInFlightWithinTheWindow) {
  constexpr size_t kWindow = 4;
  std::atomic<size_t> begun = 0, taken = 0, max_in_flight = 0;
  WorkInOrder<bool>(
      {.pieces = 2000, .workers = 3, .window = kWindow},
      [&](size_t, size_t, bool*) {
        const size_t in_flight = ++begun - taken;
        if (in_flight > max_in_flight) max_in_flight = in_flight;
      },
      [&](size_t, bool*) {
        ++taken;
        return true;
      });
  EXPECT_LE(max_in_flight, kWindow + 1);  // `taken` is counted a little late
  EXPECT_EQ(taken, 2000u);
}

TEST(OrderedWorkTest, NumbersItsWorkers) {
  std::atomic<size_t> wrong = 0;
  std::vector<size_t> of_worker(3);
  WorkInOrder<bool>(
      {.pieces = 500, .workers = of_worker.size()},
      [&](size_t, size_t worker, bool*) {
        if (worker >= of_worker.size()) {
          ++wrong;
        } else {
          ++of_worker[worker];  // a race, if two threads had one number
        }
      },
      [](size_t, bool*) { return true; });
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(of_worker[0] + of_worker[1] + of_worker[2], 500u);
}

// The memory of an emitted result is given to exactly one later item.
TEST(OrderedWorkTest, UsesResultsAgain) {
  constexpr size_t kWindow = 8;
  std::atomic<size_t> wrong = 0;
  WorkInOrder<std::vector<size_t>>(
      {.pieces = 1000, .workers = 3, .window = kWindow},
      [&](size_t piece, size_t, std::vector<size_t>* result) {
        const size_t left = piece < kWindow ? 0 : 1;
        if (result->size() != left) ++wrong;
        if (left == 1 && result->front() != piece - kWindow) ++wrong;
        result->assign(5, piece);
      },
      [](size_t, std::vector<size_t>* result) {
        result->resize(1);
        return true;
      });
  EXPECT_EQ(wrong, 0u);
}

TEST(OrderedWorkTest, StopsWhenAsked) {
  for (const size_t workers : {1, 4}) {
    std::atomic<size_t> done = 0;
    size_t last = 0;
    const size_t count = WorkInOrder<int>(
        {.pieces = 100000, .workers = workers, .window = 16},
        [&](size_t, size_t, int*) { ++done; },
        [&](size_t piece, int*) {
          last = piece;
          return piece < 9;
        });
    EXPECT_EQ(last, 9u);
    EXPECT_EQ(count, 10u);
    EXPECT_LE(done, 10u + 16u);
  }
}

TEST(OrderedWorkTest, ThrowsWhatAPieceThrows) {
  for (const size_t workers : {1, 4}) {
    EXPECT_THROW(WorkInOrder<int>(
                     {.pieces = 1000, .workers = workers},
                     [](size_t piece, size_t, int*) {
                       if (piece == 500) throw std::runtime_error("no");
                     },
                     [](size_t, int*) { return true; }),
                 std::runtime_error);
  }
}

}  // namespace
}  // namespace plumb
