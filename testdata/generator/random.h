// A source of random numbers that gives the same ones on every platform, unlike
// the distributions of the standard library.
#ifndef PLUMB_TESTDATA_GENERATOR_RANDOM_H_
#define PLUMB_TESTDATA_GENERATOR_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace plumb::generator {

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}

  // A number below `limit`, which is not 0.
  uint32_t Below(size_t limit) {
    return static_cast<uint32_t>(engine_() % limit);
  }
  // True once in `n` times.
  bool OneIn(uint32_t n) { return Below(n) == 0; }
  // An element of a list that is not empty.
  template <typename T>
  const T& Pick(const std::vector<T>& list) {
    return list[Below(list.size())];
  }

 private:
  std::mt19937 engine_;
};

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_RANDOM_H_
