// How many numbers a place in an image takes: coordinates, derivatives, offsets
// and sizes, by dimension, in one table.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_IMAGE_IMAGE_COORDINATES_H_
#define PLUMB_VALIDATE_RULES_IMAGE_IMAGE_COORDINATES_H_

#include <cstdint>

#include "core/index.h"
#include "core/rule.h"
#include "validate/analysis/images.h"
#include "validate/engine/check_context.h"

namespace plumb {

// What the numbers say.  All but those of kSize are the least that there must
// be; "and the layer" means where the image is arrayed.
enum class Addressing : uint8_t {
  kSample,   // (u[, v][, w]) and the layer: sampling and gathering
  kProject,  // (u[, v][, w], q), never a layer
  kFetch,    // texel numbers and the layer: OpImageFetch
  kRead,     // the same without a sampler; layer and face of a cube are one
  kTexelPointer,  // the same of OpImageTexelPointer, which no 3D array has
  kLod,           // (u[, v][, w]) without the layer: OpImageQueryLod
  kGradient,      // one derivative of that: Grad
  kOffset,        // ConstOffset, Offset
  kSize,          // what a query for the size returns, the layers included
};

// How many numbers that takes for an image; 0 if an image of its dimension is
// not addressed so.  O(1).
uint32_t ComponentsOf(const ImageType& image, Addressing addressing);

// Reports a scalar or vector that has fewer components than the image takes,
// and returns whether it has enough.  Says nothing of types that are neither,
// and of images that are not addressed so.  Arguments: the type, the number
// that is needed, the operand's name.
bool CheckMinComponents(const CheckContext& c, const Rule& rule,
                        OperandIndex operand, const ImageType& image,
                        Addressing addressing);
// The same for those that must have exactly as many.
bool CheckSameComponents(const CheckContext& c, const Rule& rule,
                         OperandIndex operand, const ImageType& image,
                         Addressing addressing);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_IMAGE_IMAGE_COORDINATES_H_
