// The operators of TOSA.001000.1 as a table: their operands and results, and
// the allowed combinations of element types.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_EXTINST_TOSA_LAYOUTS_H_
#define PLUMB_VALIDATE_RULES_EXTINST_TOSA_LAYOUTS_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/type_table.h"
#include "grammar/ext_inst_enums.h"

namespace plumb::tosa {

using Tosa = grammar::Tosa001000_1;
namespace tt = type_trait;

// --- Element types ---

// Element types as bits.  Integers are signless.
using Elements = uint32_t;
inline constexpr Elements kBools = 1 << 0;
inline constexpr Elements kInt8s = 1 << 1;
inline constexpr Elements kInt16s = 1 << 2;
inline constexpr Elements kInt32s = 1 << 3;
inline constexpr Elements kInt64s = 1 << 4;
inline constexpr Elements kFloat8s = 1 << 5;
inline constexpr Elements kHalfs = 1 << 6;
inline constexpr Elements kBFloats = 1 << 7;
inline constexpr Elements kFloat32s = 1 << 8;
inline constexpr Elements kFloat16s = kHalfs | kBFloats;
inline constexpr Elements kFloats = kFloat16s | kFloat32s;
inline constexpr Elements kSmallInts = kInt8s | kInt16s;
inline constexpr Elements kInts = kSmallInts | kInt32s;
inline constexpr Elements kData = kBools | kInts | kFloat8s | kFloats;
inline constexpr Elements kConvolved = kSmallInts | kFloat8s | kFloats;
inline constexpr Elements kSums = kInt32s | kInt64s | kFloats;

inline Elements ElementsOf(const TypeInfo& type) {
  if (!type.Is(tt::kScalar) || type.Is(tt::kSigned)) return 0;
  if (type.Is(tt::kBool)) return kBools;
  const bool is_float = type.Is(tt::kFloat);
  switch (type.width) {
    case 8:
      return is_float ? kFloat8s : kInt8s;
    case 16:
      if (!is_float) return kInt16s;
      return type.Is(tt::kOtherEncoding) ? kBFloats : kHalfs;
    case 32:
      return is_float ? kFloat32s : kInt32s;
    case 64:
      return is_float ? 0 : kInt64s;
    default:
      return 0;
  }
}

// --- Layouts ---

// Letters of operands:
//   a  an attribute, a number    o  an attribute, true or false
//   N  a mode of NaNs            A  the type of an accumulator
//   M  a mode of resizing        R  a mode of rounding
//   v  a bound of CLAMP          s  a shape or a list of numbers
//   z  a zero point of the inputs, or padding
//   y  one of the weights        Z  one of the result
//   h  shifts                    m  multipliers
//   t  a table
// These are constants.  The others are values, tensors:
//   i  an input                  w  weights
//   b  a bias                    x  indices
//   c  conditions
struct Layout {
  Tosa number;
  absl::string_view operands;
  Elements inputs;
  Elements results;
  bool same = false;  // the result has the element type of the inputs
  uint32_t rank = 0;  // of inputs, weights and results; 0: any
};
constexpr Layout Same(Tosa number, absl::string_view operands,
                      Elements elements, uint32_t rank = 0) {
  return {number, operands, elements, elements, true, rank};
}
inline constexpr Layout kLayouts[] = {
    {Tosa::kARGMAX, "aNi", kConvolved, kInt32s},
    Same(Tosa::kAVG_POOL2D, "sssAizZ", kConvolved, 4),
    {Tosa::kCONV2D, "sssAoiwbzy", kConvolved, kSums, false, 4},
    {Tosa::kCONV3D, "sssAoiwbzy", kConvolved, kSums, false, 5},
    {Tosa::kDEPTHWISE_CONV2D, "sssAoiwbzy", kConvolved, kSums, false, 4},
    {Tosa::kFFT2D, "ooii", kFloat32s, kFloat32s, true, 3},
    {Tosa::kMATMUL, "iizz", kConvolved, kSums, false, 3},
    Same(Tosa::kMAX_POOL2D, "sssNi", kConvolved, 4),
    {Tosa::kRFFT2D, "oi", kFloat32s, kFloat32s, true, 3},
    {Tosa::kTRANSPOSE_CONV2D, "ssAoiwbzy", kConvolved, kSums, false, 4},
    Same(Tosa::kCLAMP, "vvNi", kSmallInts | kFloats),
    Same(Tosa::kERF, "i", kFloats),
    Same(Tosa::kSIGMOID, "i", kFloats),
    Same(Tosa::kTANH, "i", kFloats),
    Same(Tosa::kADD, "ii", kInt32s | kFloats),
    Same(Tosa::kARITHMETIC_RIGHT_SHIFT, "oii", kInts),
    Same(Tosa::kBITWISE_AND, "ii", kInts),
    Same(Tosa::kBITWISE_OR, "ii", kInts),
    Same(Tosa::kBITWISE_XOR, "ii", kInts),
    Same(Tosa::kINTDIV, "ii", kInt32s),
    Same(Tosa::kLOGICAL_AND, "ii", kBools),
    Same(Tosa::kLOGICAL_LEFT_SHIFT, "ii", kInts),
    Same(Tosa::kLOGICAL_RIGHT_SHIFT, "ii", kInts),
    Same(Tosa::kLOGICAL_OR, "ii", kBools),
    Same(Tosa::kLOGICAL_XOR, "ii", kBools),
    Same(Tosa::kMAXIMUM, "Nii", kInt32s | kFloats),
    Same(Tosa::kMINIMUM, "Nii", kInt32s | kFloats),
    {Tosa::kMUL, "iih", kInts | kFloats, kInt32s | kFloats},
    Same(Tosa::kPOW, "ii", kFloats),
    Same(Tosa::kSUB, "ii", kInt32s | kFloats),
    {Tosa::kTABLE, "it", kSmallInts, kInt8s | kInt32s},
    Same(Tosa::kABS, "i", kInt32s | kFloats),
    Same(Tosa::kBITWISE_NOT, "i", kInts),
    Same(Tosa::kCEIL, "i", kFloats),
    Same(Tosa::kCLZ, "i", kInt32s),
    Same(Tosa::kCOS, "i", kFloats),
    Same(Tosa::kEXP, "i", kFloats),
    Same(Tosa::kFLOOR, "i", kFloats),
    Same(Tosa::kLOG, "i", kFloats),
    Same(Tosa::kLOGICAL_NOT, "i", kBools),
    Same(Tosa::kNEGATE, "izZ", kInts | kFloats),
    Same(Tosa::kRECIPROCAL, "i", kFloats),
    Same(Tosa::kRSQRT, "i", kFloats),
    Same(Tosa::kSIN, "i", kFloats),
    Same(Tosa::kSELECT, "cii", kData & ~kFloat8s),
    {Tosa::kEQUAL, "ii", kInt32s | kFloats, kBools},
    {Tosa::kGREATER, "ii", kInt32s | kFloats, kBools},
    {Tosa::kGREATER_EQUAL, "ii", kInt32s | kFloats, kBools},
    Same(Tosa::kREDUCE_ALL, "ai", kBools),
    Same(Tosa::kREDUCE_ANY, "ai", kBools),
    Same(Tosa::kREDUCE_MAX, "aNi", kInts | kFloats),
    Same(Tosa::kREDUCE_MIN, "aNi", kInts | kFloats),
    Same(Tosa::kREDUCE_PRODUCT, "ai", kFloats),
    Same(Tosa::kREDUCE_SUM, "ai", kInt32s | kFloats),
    Same(Tosa::kCONCAT, "ai", kData),
    Same(Tosa::kPAD, "isz", kData),
    Same(Tosa::kRESHAPE, "is", kData),
    Same(Tosa::kREVERSE, "ai", kData),
    Same(Tosa::kSLICE, "iss", kData),
    Same(Tosa::kTILE, "is", kData),
    Same(Tosa::kTRANSPOSE, "si", kData),
    Same(Tosa::kGATHER, "ix", kData & ~kBools, 3),
    Same(Tosa::kSCATTER, "ixi", kData & ~kBools, 3),
    {Tosa::kRESIZE, "Misss", kSmallInts | kFloats, kInts | kInt64s | kFloats,
     false, 4},
    {Tosa::kCAST, "i", kData, kData},
    {Tosa::kRESCALE, "oRoooimhzZ", kInts | kInt64s, kInts},
};
// The instructions are numbered from 0, without gaps.
constexpr bool IsInOrder() {
  for (size_t i = 0; i < std::size(kLayouts); ++i) {
    if (static_cast<size_t>(kLayouts[i].number) != i) return false;
  }
  return true;
}
static_assert(IsInOrder());

// The element type of the result for an input, where there are several.
struct Made {
  Elements input;
  Elements results;
};
inline constexpr Made kConvolutions[] = {
    {kInt8s, kInt32s}, {kInt16s, kInt64s},   {kFloat8s, kHalfs},
    {kHalfs, kHalfs},  {kBFloats, kBFloats}, {kFloat32s, kFloat32s}};
inline constexpr Made kProducts[] = {
    {kInt8s, kInt32s},     {kInt16s, kInt64s},
    {kFloat8s, kHalfs},    {kHalfs, kHalfs | kFloat32s},
    {kBFloats, kFloat32s}, {kFloat32s, kFloat32s}};
inline constexpr Made kMultiples[] = {{kInts, kInt32s},
                                      {kHalfs, kHalfs},
                                      {kBFloats, kBFloats},
                                      {kFloat32s, kFloat32s}};
inline constexpr Made kTables[] = {{kInt8s, kInt8s}, {kInt16s, kInt32s}};
inline constexpr Made kResized[] = {{kInt8s, kInt8s | kInt32s},
                                    {kInt16s, kInt16s | kInt64s},
                                    {kHalfs, kHalfs},
                                    {kBFloats, kBFloats},
                                    {kFloat32s, kFloat32s}};
inline constexpr Elements kNarrower = kInts | kFloat8s | kFloats;
inline constexpr Made kCasts[] = {
    {kBools, kInts},
    {kInt8s, kBools | kInt16s | kInt32s | kFloats},
    {kInt16s, kBools | kInt8s | kInt32s | kFloats},
    {kInt32s, kBools | kInt8s | kInt16s | kFloats},
    {kFloat8s, kFloats},
    {kFloat16s, kNarrower & ~kFloat16s},
    {kFloat32s, kNarrower & ~kFloat32s}};

// The rows of an operator; empty if any of its results may go with any input.
inline absl::Span<const Made> MadeBy(Tosa number) {
  switch (number) {
    case Tosa::kCONV2D:
    case Tosa::kCONV3D:
    case Tosa::kDEPTHWISE_CONV2D:
    case Tosa::kTRANSPOSE_CONV2D:
      return kConvolutions;
    case Tosa::kMATMUL:
      return kProducts;
    case Tosa::kMUL:
      return kMultiples;
    case Tosa::kTABLE:
      return kTables;
    case Tosa::kRESIZE:
      return kResized;
    case Tosa::kCAST:
      return kCasts;
    default:
      return {};
  }
}

// The tensor required for an operand.
struct Wanted {
  Elements elements;
  uint32_t rank;  // 0: any
};

inline Wanted WantedOf(const Layout& layout, char letter) {
  switch (letter) {
    case 'i':
      return {layout.inputs, layout.rank};
    case 'w':
      return {kInt8s | kFloat8s | kFloats, layout.rank};
    case 'b':
      return {kSums, 1};
    case 'x':
      return {kInt32s, 2};
    case 'c':
      return {kBools, 0};
    case 's':
      return {kInt32s, 1};
    case 'h':
      return {kInt8s, 1};
    case 'm':
      return {kInt16s | kInt32s, 1};
    case 't':
      return {kSmallInts, 1};
    default:  // zero points
      return {kData | kInt64s, 1};
  }
}

}  // namespace plumb::tosa

#endif  // PLUMB_VALIDATE_RULES_EXTINST_TOSA_LAYOUTS_H_
