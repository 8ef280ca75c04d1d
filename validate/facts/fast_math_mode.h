// Constraints between the flags of an FP Fast Math Mode (section 3.2.14), for
// decorations and execution modes.
#ifndef PLUMB_VALIDATE_FACTS_FAST_MATH_MODE_H_
#define PLUMB_VALIDATE_FACTS_FAST_MATH_MODE_H_

#include <cstdint>

#include "grammar/grammar.h"

namespace plumb {

// Whether AllowTransform is set without AllowContract or AllowReassoc
// (SPV_KHR_float_controls2).
inline bool TransformsTooFreely(uint32_t flags) {
  using grammar::FPFastMathMode;
  const auto has = [=](FPFastMathMode bit) {
    return (flags & static_cast<uint32_t>(bit)) != 0;
  };
  return has(FPFastMathMode::kAllowTransform) &&
         !(has(FPFastMathMode::kAllowContract) &&
           has(FPFastMathMode::kAllowReassoc));
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_FAST_MATH_MODE_H_
