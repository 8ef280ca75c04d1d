// The operators of TOSA.001000.1 as a table: their operands and results, and
// the allowed combinations of element types.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_EXTINST_TOSA_LAYOUTS_H_
#define PLUMB_VALIDATE_RULES_EXTINST_TOSA_LAYOUTS_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "absl/types/span.h"
#include "core/type_table.h"
#include "grammar/ext_inst_enums.h"
#include "validate/facts/kind_list.h"

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

// The role of an operand.  The first ones are constants.
enum class Role : uint8_t {
  kAttribute,  // a number
  kFlag,       // true or false
  kNanMode,
  kAccumulatorType,
  kResizeMode,
  kRoundingMode,
  kBound,           // of CLAMP
  kShape,           // or a list of numbers
  kInputZeroPoint,  // or padding
  kWeightZeroPoint,
  kResultZeroPoint,
  kShift,
  kMultiplier,
  kTable,
  // Tensors.
  kInput,
  kWeight,
  kBias,
  kIndices,
  kCondition,
};
using enum Role;
using Roles = KindList<Role, 10>;
constexpr bool IsConstantRole(Role role) { return role < kInput; }

struct Layout {
  Tosa number;
  Roles operands;  // the last one also stands for all further operands
  Elements inputs;
  Elements results;
  bool same = false;  // the result has the element type of the inputs
  uint32_t rank = 0;  // of inputs, weights and results; 0: any
};
constexpr Layout SameType(Tosa number, const Roles& operands, Elements elements,
                          uint32_t rank = 0) {
  return {number, operands, elements, elements, true, rank};
}
inline constexpr Layout kLayouts[] = {
    {Tosa::kARGMAX, {kAttribute, kNanMode, kInput}, kConvolved, kInt32s},
    SameType(Tosa::kAVG_POOL2D,
             {kShape, kShape, kShape, kAccumulatorType, kInput, kInputZeroPoint,
              kResultZeroPoint},
             kConvolved, 4),
    {Tosa::kCONV2D,
     {kShape, kShape, kShape, kAccumulatorType, kFlag, kInput, kWeight, kBias,
      kInputZeroPoint, kWeightZeroPoint},
     kConvolved,
     kSums,
     false,
     4},
    {Tosa::kCONV3D,
     {kShape, kShape, kShape, kAccumulatorType, kFlag, kInput, kWeight, kBias,
      kInputZeroPoint, kWeightZeroPoint},
     kConvolved,
     kSums,
     false,
     5},
    {Tosa::kDEPTHWISE_CONV2D,
     {kShape, kShape, kShape, kAccumulatorType, kFlag, kInput, kWeight, kBias,
      kInputZeroPoint, kWeightZeroPoint},
     kConvolved,
     kSums,
     false,
     4},
    {Tosa::kFFT2D,
     {kFlag, kFlag, kInput, kInput},
     kFloat32s,
     kFloat32s,
     true,
     3},
    {Tosa::kMATMUL,
     {kInput, kInput, kInputZeroPoint, kInputZeroPoint},
     kConvolved,
     kSums,
     false,
     3},
    SameType(Tosa::kMAX_POOL2D, {kShape, kShape, kShape, kNanMode, kInput},
             kConvolved, 4),
    {Tosa::kRFFT2D, {kFlag, kInput}, kFloat32s, kFloat32s, true, 3},
    {Tosa::kTRANSPOSE_CONV2D,
     {kShape, kShape, kAccumulatorType, kFlag, kInput, kWeight, kBias,
      kInputZeroPoint, kWeightZeroPoint},
     kConvolved,
     kSums,
     false,
     4},
    SameType(Tosa::kCLAMP, {kBound, kBound, kNanMode, kInput},
             kSmallInts | kFloats),
    SameType(Tosa::kERF, {kInput}, kFloats),
    SameType(Tosa::kSIGMOID, {kInput}, kFloats),
    SameType(Tosa::kTANH, {kInput}, kFloats),
    SameType(Tosa::kADD, {kInput, kInput}, kInt32s | kFloats),
    SameType(Tosa::kARITHMETIC_RIGHT_SHIFT, {kFlag, kInput, kInput}, kInts),
    SameType(Tosa::kBITWISE_AND, {kInput, kInput}, kInts),
    SameType(Tosa::kBITWISE_OR, {kInput, kInput}, kInts),
    SameType(Tosa::kBITWISE_XOR, {kInput, kInput}, kInts),
    SameType(Tosa::kINTDIV, {kInput, kInput}, kInt32s),
    SameType(Tosa::kLOGICAL_AND, {kInput, kInput}, kBools),
    SameType(Tosa::kLOGICAL_LEFT_SHIFT, {kInput, kInput}, kInts),
    SameType(Tosa::kLOGICAL_RIGHT_SHIFT, {kInput, kInput}, kInts),
    SameType(Tosa::kLOGICAL_OR, {kInput, kInput}, kBools),
    SameType(Tosa::kLOGICAL_XOR, {kInput, kInput}, kBools),
    SameType(Tosa::kMAXIMUM, {kNanMode, kInput, kInput}, kInt32s | kFloats),
    SameType(Tosa::kMINIMUM, {kNanMode, kInput, kInput}, kInt32s | kFloats),
    {Tosa::kMUL, {kInput, kInput, kShift}, kInts | kFloats, kInt32s | kFloats},
    SameType(Tosa::kPOW, {kInput, kInput}, kFloats),
    SameType(Tosa::kSUB, {kInput, kInput}, kInt32s | kFloats),
    {Tosa::kTABLE, {kInput, kTable}, kSmallInts, kInt8s | kInt32s},
    SameType(Tosa::kABS, {kInput}, kInt32s | kFloats),
    SameType(Tosa::kBITWISE_NOT, {kInput}, kInts),
    SameType(Tosa::kCEIL, {kInput}, kFloats),
    SameType(Tosa::kCLZ, {kInput}, kInt32s),
    SameType(Tosa::kCOS, {kInput}, kFloats),
    SameType(Tosa::kEXP, {kInput}, kFloats),
    SameType(Tosa::kFLOOR, {kInput}, kFloats),
    SameType(Tosa::kLOG, {kInput}, kFloats),
    SameType(Tosa::kLOGICAL_NOT, {kInput}, kBools),
    SameType(Tosa::kNEGATE, {kInput, kInputZeroPoint, kResultZeroPoint},
             kInts | kFloats),
    SameType(Tosa::kRECIPROCAL, {kInput}, kFloats),
    SameType(Tosa::kRSQRT, {kInput}, kFloats),
    SameType(Tosa::kSIN, {kInput}, kFloats),
    SameType(Tosa::kSELECT, {kCondition, kInput, kInput}, kData & ~kFloat8s),
    {Tosa::kEQUAL, {kInput, kInput}, kInt32s | kFloats, kBools},
    {Tosa::kGREATER, {kInput, kInput}, kInt32s | kFloats, kBools},
    {Tosa::kGREATER_EQUAL, {kInput, kInput}, kInt32s | kFloats, kBools},
    SameType(Tosa::kREDUCE_ALL, {kAttribute, kInput}, kBools),
    SameType(Tosa::kREDUCE_ANY, {kAttribute, kInput}, kBools),
    SameType(Tosa::kREDUCE_MAX, {kAttribute, kNanMode, kInput},
             kInts | kFloats),
    SameType(Tosa::kREDUCE_MIN, {kAttribute, kNanMode, kInput},
             kInts | kFloats),
    SameType(Tosa::kREDUCE_PRODUCT, {kAttribute, kInput}, kFloats),
    SameType(Tosa::kREDUCE_SUM, {kAttribute, kInput}, kInt32s | kFloats),
    SameType(Tosa::kCONCAT, {kAttribute, kInput}, kData),
    SameType(Tosa::kPAD, {kInput, kShape, kInputZeroPoint}, kData),
    SameType(Tosa::kRESHAPE, {kInput, kShape}, kData),
    SameType(Tosa::kREVERSE, {kAttribute, kInput}, kData),
    SameType(Tosa::kSLICE, {kInput, kShape, kShape}, kData),
    SameType(Tosa::kTILE, {kInput, kShape}, kData),
    SameType(Tosa::kTRANSPOSE, {kShape, kInput}, kData),
    SameType(Tosa::kGATHER, {kInput, kIndices}, kData & ~kBools, 3),
    SameType(Tosa::kSCATTER, {kInput, kIndices, kInput}, kData & ~kBools, 3),
    {Tosa::kRESIZE,
     {kResizeMode, kInput, kShape, kShape, kShape},
     kSmallInts | kFloats,
     kInts | kInt64s | kFloats,
     false,
     4},
    {Tosa::kCAST, {kInput}, kData, kData},
    {Tosa::kRESCALE,
     {kFlag, kRoundingMode, kFlag, kFlag, kFlag, kInput, kMultiplier, kShift,
      kInputZeroPoint, kResultZeroPoint},
     kInts | kInt64s,
     kInts},
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
struct ElementConversion {
  Elements input;
  Elements results;
};
inline constexpr ElementConversion kConvolutions[] = {
    {kInt8s, kInt32s}, {kInt16s, kInt64s},   {kFloat8s, kHalfs},
    {kHalfs, kHalfs},  {kBFloats, kBFloats}, {kFloat32s, kFloat32s}};
inline constexpr ElementConversion kProducts[] = {
    {kInt8s, kInt32s},     {kInt16s, kInt64s},
    {kFloat8s, kHalfs},    {kHalfs, kHalfs | kFloat32s},
    {kBFloats, kFloat32s}, {kFloat32s, kFloat32s}};
inline constexpr ElementConversion kMultiples[] = {{kInts, kInt32s},
                                                   {kHalfs, kHalfs},
                                                   {kBFloats, kBFloats},
                                                   {kFloat32s, kFloat32s}};
inline constexpr ElementConversion kTables[] = {{kInt8s, kInt8s},
                                                {kInt16s, kInt32s}};
inline constexpr ElementConversion kResized[] = {{kInt8s, kInt8s | kInt32s},
                                                 {kInt16s, kInt16s | kInt64s},
                                                 {kHalfs, kHalfs},
                                                 {kBFloats, kBFloats},
                                                 {kFloat32s, kFloat32s}};
inline constexpr Elements kNarrower = kInts | kFloat8s | kFloats;
inline constexpr ElementConversion kCasts[] = {
    {kBools, kInts},
    {kInt8s, kBools | kInt16s | kInt32s | kFloats},
    {kInt16s, kBools | kInt8s | kInt32s | kFloats},
    {kInt32s, kBools | kInt8s | kInt16s | kFloats},
    {kFloat8s, kFloats},
    {kFloat16s, kNarrower & ~kFloat16s},
    {kFloat32s, kNarrower & ~kFloat32s}};

// The rows of an operator; empty if any of its results may go with any input.
inline absl::Span<const ElementConversion> ConversionsOf(Tosa number) {
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
struct TensorRequirement {
  Elements elements;
  uint32_t rank;  // 0: any
};

inline TensorRequirement RequirementOf(const Layout& layout, Role role) {
  switch (role) {
    case kInput:
      return {layout.inputs, layout.rank};
    case kWeight:
      return {kInt8s | kFloat8s | kFloats, layout.rank};
    case kBias:
      return {kSums, 1};
    case kIndices:
      return {kInt32s, 2};
    case kCondition:
      return {kBools, 0};
    case kShape:
      return {kInt32s, 1};
    case kShift:
      return {kInt8s, 1};
    case kMultiplier:
      return {kInt16s | kInt32s, 1};
    case kTable:
      return {kSmallInts, 1};
    default:  // zero points
      return {kData | kInt64s, 1};
  }
}

}  // namespace plumb::tosa

#endif  // PLUMB_VALIDATE_RULES_EXTINST_TOSA_LAYOUTS_H_
