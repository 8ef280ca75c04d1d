// Sets of image dimensions (section 3.2.7).
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_IMAGE_DIMENSION_SET_H_
#define PLUMB_VALIDATE_RULES_IMAGE_DIMENSION_SET_H_

#include <cstdint>
#include <initializer_list>

#include "grammar/grammar.h"

namespace plumb {

// A set of dimensions of the core specification; those of extensions are in no
// set.
class DimensionSet {
 public:
  constexpr DimensionSet(std::initializer_list<grammar::Dim> dims) {
    for (const grammar::Dim dim : dims) bits_ |= BitOf(dim);
  }
  constexpr bool Contains(grammar::Dim dim) const {
    return (bits_ & BitOf(dim)) != 0;
  }

 private:
  static constexpr uint32_t BitOf(grammar::Dim dim) {
    return dim <= grammar::Dim::kSubpassData ? 1u << static_cast<uint32_t>(dim)
                                             : 0;
  }

  uint32_t bits_ = 0;
};

// Images of these dimensions may have mipmap levels.
inline constexpr DimensionSet kDimensionsWithLevels = {
    grammar::Dim::k1D, grammar::Dim::k2D, grammar::Dim::k3D,
    grammar::Dim::kCube};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_IMAGE_DIMENSION_SET_H_
