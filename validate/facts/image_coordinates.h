// The number of components of coordinates, derivatives, offsets and sizes, by
// image dimension, in one table.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_IMAGE_COORDINATES_H_
#define PLUMB_VALIDATE_FACTS_IMAGE_COORDINATES_H_

#include <cstdint>

#include "core/index.h"
#include "core/rule.h"
#include "validate/analysis/images.h"
#include "validate/engine/check_context.h"

namespace plumb {

// The kinds of coordinates.  All counts except those of kSize are minimums;
// "and the layer" applies to arrayed images.
enum class Addressing : uint8_t {
  kSample,   // (u[, v][, w]) and the layer: sampling and gathering
  kProject,  // (u[, v][, w], q), never a layer
  kFetch,    // texel coordinates and the layer: OpImageFetch
  kRead,     // the same without a sampler; the layer and the face of a cube
             // are one component
  kTexelPointer,  // the same for OpImageTexelPointer, which does not support
                  // 3D arrays
  kLod,           // (u[, v][, w]) without the layer: OpImageQueryLod
  kGradient,      // one derivative of these: Grad
  kOffset,        // ConstOffset, Offset
  kSize,          // the result of a size query, including layers
};

// The number of components for an image; 0 if images of its dimension do not
// support this kind of coordinate.  O(1).
uint32_t ComponentsOf(const ImageType& image, Addressing addressing);

// Reports a scalar or vector with fewer components than the image needs, and
// returns whether it has enough.  Ignores other types, and images that do not
// support this kind of coordinate.  Arguments: the type, the required number,
// the operand's name.
bool CheckMinComponents(const CheckContext& c, const Rule& rule,
                        OperandIndex operand, const ImageType& image,
                        Addressing addressing);
// The same for an exact number of components.
bool CheckSameComponents(const CheckContext& c, const Rule& rule,
                         OperandIndex operand, const ImageType& image,
                         Addressing addressing);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_IMAGE_COORDINATES_H_
