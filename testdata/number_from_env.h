// The number of iterations of a test, which the environment may raise for a
// longer run.
#ifndef PLUMB_TESTDATA_NUMBER_FROM_ENV_H_
#define PLUMB_TESTDATA_NUMBER_FROM_ENV_H_

#include <cstdint>
#include <cstdlib>

#include "absl/strings/numbers.h"

namespace plumb {

// The number in an environment variable; `otherwise` if it has none.
inline uint32_t NumberFromEnv(const char* name, uint32_t otherwise) {
  const char* const text = std::getenv(name);
  uint32_t number = 0;
  return text != nullptr && absl::SimpleAtoi(text, &number) ? number
                                                            : otherwise;
}

}  // namespace plumb

#endif  // PLUMB_TESTDATA_NUMBER_FROM_ENV_H_
