// Values for specialization constants (section 2.12).
#ifndef PLUMB_CORE_SPECIALIZATION_H_
#define PLUMB_CORE_SPECIALIZATION_H_

#include <cstdint>
#include <vector>

#include "core/index.h"

namespace plumb {

// The value of a scalar specialization constant.
struct SpecializedConstant {
  Id id;
  // In the width of the constant's type; 1 or 0 for a Boolean.
  uint64_t bits = 0;
};

// Sorted by id, which are all different.
using Specialization = std::vector<SpecializedConstant>;

}  // namespace plumb

#endif  // PLUMB_CORE_SPECIALIZATION_H_
