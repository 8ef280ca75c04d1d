// Generated modules that grow along one axis at a time.
//
// To find out whether a stage is linear, run an axis at n and at 4n and
// compare the times.  Every text is valid, as a universal module of any SPIR-V
// version from 1.0 to 1.6, within the universal limits of SPIR-V 2.17.
//
// Tested by generate_test.cc, with the peer as the judge.

#ifndef PLUMB_BENCH_GENERATE_H_
#define PLUMB_BENCH_GENERATE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb::bench {

struct Axis {
  absl::string_view name;   // for command lines and benchmark names
  absl::string_view grows;  // the unit of n
  // The assembly text of size n, for 1 <= n <= largest; O(n) time and text.
  std::string (*generate)(int n);
  int small;    // a size that takes milliseconds; 4 * small <= largest
  int largest;  // the module is within all limits up to here
};

// All axes, in the order of the module's sections.
absl::Span<const Axis> Axes();

// The axis with a name, or null.
const Axis* FindAxis(absl::string_view name);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_GENERATE_H_
