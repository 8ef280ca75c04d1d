// Shapes of operands and results of TOSA.001000.1: lengths of lists, extents
// shared by operands, and axes.
//
// A row describes an operator's operands in letters, as the document does.
// Extents are compared if both are known; tosa.cc reports a wrong rank.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/facts/ext_inst_rows.h"
#include "validate/facts/tensor_type.h"

namespace plumb {
namespace {

using Tosa = grammar::Tosa001000_1;

constexpr char kOperators[] = "TOSA.001000.1 Operators";

constexpr RuleTable R({
    {"extinst.tosa.operand.length", kOperators,
     "{1} must have {2} element{2s}, not {0}"},
    {"extinst.tosa.operand.extent", kOperators,
     "extent {0} of {1} must be {2}, like that of {3}"},
    {"extinst.tosa.result.extent", kOperators,
     "extent {0} of the result must be {1}, like that of {2}, not {3}"},
    {"extinst.tosa.operand.power-of-two", kOperators,
     "extent {0} of {1} must be a power of two, not {2}"},
    {"extinst.tosa.operand.same-rank", kOperators,
     "{2} must have the rank of the first input, {1}, not {0}"},
    {"extinst.tosa.axis.range", kOperators,
     "{1} must be less than the rank of the input, which is {2}, not {0}"},
    {"extinst.tosa.transpose.permutation", kOperators,
     "the elements of {1} must be a permutation of the dimensions 0 to {2}, "
     "but {0} is out of range or repeated"},
    {"extinst.tosa.result.shape", kOperators,
     "extent {0} of the result must be {1}, like that of the input, not {2}"},
    {"extinst.tosa.result.given-shape", kOperators,
     "extent {0} of the result must be {1}, as {3} specifies, not {2}"},
    {"extinst.tosa.result.size", kOperators,
     "the result must have {1} element{1s}, like the input, not {0}"},
    {"extinst.tosa.argmax.rank", kOperators,
     "the result must have rank {1}, one less than the input, not {0}"},
});

// --- Rows ---

// Operands of an operator, a word each:
//   -        not checked
//   a digit  a list of so many elements
//   r        a list with an element for each dimension of the input
//   p        a list with two
//   q        a list with an element for each dimension of the result
//   c        a list with an element for each channel, if there is one for each
//   NHC      a tensor with these extents: those with one letter are equal
struct Row {
  Tosa number;
  absl::string_view operands;
  absl::string_view result = "-";
};
constexpr Row kRows[] = {
    {Tosa::kAVG_POOL2D, "2 2 4 - - 1 1"},
    {Tosa::kCONV2D, "4 2 2 - - NHWI OYXI - 1 1"},
    {Tosa::kCONV3D, "6 3 3 - - NDHWI OZYXI - 1 1"},
    {Tosa::kDEPTHWISE_CONV2D, "4 2 2 - - NHWC YXCM - 1 1"},
    {Tosa::kFFT2D, "- - NHW NHW"},
    {Tosa::kMATMUL, "NHC NCW 1 1", "NHW"},
    {Tosa::kMAX_POOL2D, "2 2 4 - -"},
    {Tosa::kTRANSPOSE_CONV2D, "4 2 - - NHWI OYXI - 1 1"},
    {Tosa::kMUL, "- - 1"},
    {Tosa::kNEGATE, "- 1 1"},
    {Tosa::kPAD, "- p 1"},
    {Tosa::kRESHAPE, "- q"},
    {Tosa::kSLICE, "- r r"},
    {Tosa::kTILE, "- r"},
    {Tosa::kTRANSPOSE, "r -"},
    {Tosa::kGATHER, "NKC NW"},
    {Tosa::kSCATTER, "NKC NW NWC"},
    {Tosa::kRESIZE, "- - 4 2 2"},
    {Tosa::kRESCALE, "- - - - - - c c 1 1"},
};
constexpr auto kNumbersOfRows = [] {
  std::array<uint32_t, std::size(kRows)> numbers{};
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<uint32_t>(kRows[i].number);
  }
  return numbers;
}();

// --- Shapes of types ---

constexpr OperandIndex kFirst = kFirstExtOperand;
constexpr OperandIndex kResultType = operand::ExtInst::kResultType;
// No tensor has so many dimensions; more are not checked.
constexpr uint32_t kMaxRank = 16;
constexpr uint64_t kMaxSize = std::numeric_limits<uint64_t>::max();

// A rank, an extent or an element of a list; empty if unknown.
using Number = std::optional<uint64_t>;

Number Fixed(const ScalarConstant& constant) {
  return constant.fixed() && constant.value >= 0 ? Number(constant.value)
                                                 : std::nullopt;
}

// A tensor type, or an unknown type.
class Shape {
 public:
  Shape(const CheckContext& c, Id type) {
    const TypeInfo& info = c.context().types().Get(type);
    if (info.unknown() || !info.Is(tt::kTensor)) return;
    tensor_.emplace(c.context(), c.module().def(type));
  }

  Number rank() const {
    if (!tensor_) return std::nullopt;
    const Number rank = Fixed(tensor_->rank());
    return rank && *rank <= kMaxRank ? rank : std::nullopt;
  }
  Number extent(uint32_t n) const {
    return tensor_ ? Fixed(tensor_->extent(n)) : std::nullopt;
  }
  // The number of elements, if all extents are known.
  Number size() const {
    if (!rank()) return std::nullopt;
    uint64_t size = 1;
    for (uint32_t n = 0; n < *rank(); ++n) {
      const Number here = extent(n);
      if (!here || (*here != 0 && size > kMaxSize / *here)) return std::nullopt;
      size *= *here;
    }
    return size;
  }

 private:
  std::optional<TensorType> tensor_;
};

Tosa NumberOf(const CheckContext& c) {
  return Tosa{c.inst().operand_word(operand::ExtInst::kInstruction)};
}

Shape ShapeAt(const CheckContext& c, OperandIndex at) {
  if (at == kResultType) return Shape(c, c.inst().result_type());
  return HasIdAt(c, at) ? Shape(c, c.type_of(at)) : Shape(c, kNoId);
}

Arg NameOf(const CheckContext& c, OperandIndex at) {
  return Arg::Operand(c.inst(), at);
}

// The index of the first input; in most operators it is the first operand.
OperandIndex InputOf(Tosa number) {
  switch (number) {
    case Tosa::kARITHMETIC_RIGHT_SHIFT:
    case Tosa::kMAXIMUM:
    case Tosa::kMINIMUM:
    case Tosa::kREDUCE_ALL:
    case Tosa::kREDUCE_ANY:
    case Tosa::kREDUCE_PRODUCT:
    case Tosa::kREDUCE_SUM:
    case Tosa::kCONCAT:
    case Tosa::kREVERSE:
    case Tosa::kTRANSPOSE:
    case Tosa::kRFFT2D:
      return kFirst + 1;
    case Tosa::kARGMAX:
    case Tosa::kREDUCE_MAX:
    case Tosa::kREDUCE_MIN:
    case Tosa::kFFT2D:
      return kFirst + 2;
    case Tosa::kCLAMP:
      return kFirst + 3;
    case Tosa::kRESCALE:
      return kFirst + 5;
    default:
      return kFirst;
  }
}

// --- Checking rows ---

// Checks an instruction by its row; stops at the first error.
class Operator {
 public:
  Operator(const CheckContext& c, const Row& row) : c_(c), row_(row) {}

  void Check() {
    OperandIndex at = kFirst;
    absl::string_view rest = row_.operands;
    while (!rest.empty()) {
      const size_t end = rest.find(' ');
      const absl::string_view word = rest.substr(0, end);
      if (at >= c_.inst().operand_count() || !Fits(word, at)) return;
      if (end == absl::string_view::npos) break;
      rest.remove_prefix(end + 1);
      at = at + 1;
    }
    Fits(row_.result, kResultType);
  }

 private:
  bool Fits(absl::string_view word, OperandIndex at) {
    if (absl::ascii_isupper(static_cast<unsigned char>(word[0]))) {
      return FitsExtents(word, at);
    }
    const Number expected = LengthOf(word[0]);
    const Shape shape = ShapeAt(c_, at);
    const Number length = shape.rank() == 1 ? shape.extent(0) : std::nullopt;
    if (!expected || !length || *expected == *length) return true;
    c_.Report(R("extinst.tosa.operand.length"), at,
              {*length, NameOf(c_, at), *expected});
    return false;
  }

  Number LengthOf(char letter) const {
    const Number rank =
        ShapeAt(c_, letter == 'q' ? kResultType : InputOf(row_.number)).rank();
    switch (letter) {
      case 'r':
      case 'q':
        return rank;
      case 'p':
        return rank ? Number(2 * *rank) : std::nullopt;
      case 'c':
        return ChannelsOf(rank);
      default:
        return absl::ascii_isdigit(static_cast<unsigned char>(letter))
                   ? Number(static_cast<uint64_t>(letter - '0'))
                   : std::nullopt;
    }
  }

  // The last extent of the rescaled tensor; 1 if not channel by channel.
  Number ChannelsOf(Number rank) const {
    constexpr OperandIndex kPerChannel = kFirst + 2;
    const Number per_channel =
        Fixed(c_.context().constants().Scalar(c_.inst().id(kPerChannel)));
    if (!per_channel) return std::nullopt;
    if (*per_channel == 0) return 1;
    if (!rank || *rank == 0) return std::nullopt;
    return ShapeAt(c_, InputOf(row_.number))
        .extent(static_cast<uint32_t>(*rank - 1));
  }

  struct Extent {
    Number value;
    OperandIndex at;
  };

  // Reports an extent that differs from that of an earlier operand.
  void ReportExtent(OperandIndex at, uint32_t n, uint64_t extent,
                    const Extent& first) {
    if (at == kResultType) {
      c_.Report(R("extinst.tosa.result.extent"), at,
                {n, *first.value, NameOf(c_, first.at), extent});
    } else {
      c_.Report(R("extinst.tosa.operand.extent"), at,
                {n, NameOf(c_, at), *first.value, NameOf(c_, first.at)});
    }
  }

  bool FitsExtents(absl::string_view letters, OperandIndex at) {
    const Shape shape = ShapeAt(c_, at);
    if (shape.rank() != letters.size()) return true;
    for (uint32_t n = 0; n < letters.size(); ++n) {
      const Number extent = shape.extent(n);
      if (!extent) continue;
      Extent& first = extents_[letters[n] - 'A'];
      if (!first.value) {
        first = {extent, at};
      } else if (*first.value != *extent) {
        ReportExtent(at, n, *extent, first);
        return false;
      }
    }
    return true;
  }

  const CheckContext& c_;
  const Row& row_;
  std::array<Extent, 26> extents_;  // by letter: the first one given
};

void CheckRow(const CheckContext& c) {
  for (const Row& row : kRows) {
    if (row.number == NumberOf(c)) Operator(c, row).Check();
  }
}

// --- Ranks and axes ---

// The inputs of an operator must have the same rank.
void CheckSameRank(const CheckContext& c) {
  const Tosa number = NumberOf(c);
  const OperandIndex input = InputOf(number);
  const Number expected = ShapeAt(c, input).rank();
  if (!expected) return;
  // MUL has a shift after them.
  const uint32_t last =
      number == Tosa::kMUL ? input.value + 2 : c.inst().operand_count();
  for (OperandIndex at = input + 1; at < c.inst().operand_count() && at < last;
       ++at) {
    const Number rank = ShapeAt(c, at).rank();
    if (!rank || *rank == *expected) continue;
    c.Report(R("extinst.tosa.operand.same-rank"), at,
             {*rank, *expected, NameOf(c, at)});
    return;
  }
}

// An axis must be a dimension of the input.
void CheckAxis(const CheckContext& c) {
  if (!HasIdAt(c, kFirst)) return;
  const Number rank = ShapeAt(c, InputOf(NumberOf(c))).rank();
  const Number axis =
      Fixed(c.context().constants().Scalar(c.inst().id(kFirst)));
  if (!rank || !axis || *axis < *rank) return;
  c.Report(R("extinst.tosa.axis.range"), kFirst,
           {*axis, NameOf(c, kFirst), *rank});
}

void CheckArgmax(const CheckContext& c) {
  const Number rank = ShapeAt(c, InputOf(Tosa::kARGMAX)).rank();
  const Number result = ShapeAt(c, kResultType).rank();
  if (!rank || *rank == 0 || !result || *result + 1 == *rank) return;
  c.Report(R("extinst.tosa.argmax.rank"), kResultType, {*result, *rank - 1});
}

// The list must be a permutation of the dimensions of the input.
void CheckPermutation(const CheckContext& c) {
  const Number rank = ShapeAt(c, InputOf(Tosa::kTRANSPOSE)).rank();
  if (!rank || *rank == 0 || !HasIdAt(c, kFirst)) return;
  uint32_t seen = 0;
  for (uint32_t n = 0; n < *rank; ++n) {
    const Number dimension =
        Fixed(c.context().constants().Component(c.inst().id(kFirst), n));
    if (!dimension) continue;
    if (*dimension < *rank && (seen >> *dimension & 1) == 0) {
      seen |= 1u << *dimension;
      continue;
    }
    c.Report(R("extinst.tosa.transpose.permutation"), kFirst,
             {*dimension, NameOf(c, kFirst), *rank - 1});
    return;
  }
}

void CheckTransformed(const CheckContext& c) {
  const OperandIndex input = InputOf(NumberOf(c));
  const Shape shape = ShapeAt(c, input);
  for (const uint32_t n : {1, 2}) {
    const Number extent = shape.extent(n);
    if (!extent || std::has_single_bit(*extent)) continue;
    c.Report(R("extinst.tosa.operand.power-of-two"), input,
             {n, NameOf(c, input), *extent});
    return;
  }
}

// --- Shapes of results ---

void CheckSameShape(const CheckContext& c) {
  const Shape input = ShapeAt(c, InputOf(NumberOf(c)));
  const Shape result = ShapeAt(c, kResultType);
  if (!input.rank() || input.rank() != result.rank()) return;
  for (uint32_t n = 0; n < *input.rank(); ++n) {
    const Number expected = input.extent(n);
    const Number extent = result.extent(n);
    if (!expected || !extent || *expected == *extent) continue;
    c.Report(R("extinst.tosa.result.shape"), kResultType,
             {n, *expected, *extent});
    return;
  }
}

void CheckReshape(const CheckContext& c) {
  constexpr OperandIndex kNewShape = kFirst + 1;
  const Shape result = ShapeAt(c, kResultType);
  if (!result.rank() || !HasIdAt(c, kNewShape)) return;
  for (uint32_t n = 0; n < *result.rank(); ++n) {
    const Number expected =
        Fixed(c.context().constants().Component(c.inst().id(kNewShape), n));
    const Number extent = result.extent(n);
    if (!expected || !extent || *expected == *extent) continue;
    c.Report(R("extinst.tosa.result.given-shape"), kResultType,
             {n, *expected, *extent, NameOf(c, kNewShape)});
    return;
  }
  const Number expected = ShapeAt(c, kFirst).size();
  const Number size = result.size();
  if (!expected || !size || *expected == *size) return;
  c.Report(R("extinst.tosa.result.size"), kResultType, {*size, *expected});
}

// "Input tensor with the same rank as input1"; "all inputs must have the same
// rank".
constexpr auto kNumbersOfSameRank = NumbersOf({Tosa::kADD,
                                               Tosa::kARITHMETIC_RIGHT_SHIFT,
                                               Tosa::kBITWISE_AND,
                                               Tosa::kBITWISE_OR,
                                               Tosa::kBITWISE_XOR,
                                               Tosa::kINTDIV,
                                               Tosa::kLOGICAL_AND,
                                               Tosa::kLOGICAL_LEFT_SHIFT,
                                               Tosa::kLOGICAL_RIGHT_SHIFT,
                                               Tosa::kLOGICAL_OR,
                                               Tosa::kLOGICAL_XOR,
                                               Tosa::kMAXIMUM,
                                               Tosa::kMINIMUM,
                                               Tosa::kMUL,
                                               Tosa::kPOW,
                                               Tosa::kSUB,
                                               Tosa::kEQUAL,
                                               Tosa::kGREATER,
                                               Tosa::kGREATER_EQUAL,
                                               Tosa::kCONCAT});
// "In range from 0 to rank(shape1) - 1".
constexpr auto kNumbersOfAxes =
    NumbersOf({Tosa::kARGMAX, Tosa::kREDUCE_ALL, Tosa::kREDUCE_ANY,
               Tosa::kREDUCE_MAX, Tosa::kREDUCE_MIN, Tosa::kREDUCE_PRODUCT,
               Tosa::kREDUCE_SUM, Tosa::kCONCAT, Tosa::kREVERSE});
// "Same shape as input", or "of same size".
constexpr auto kNumbersOfSameShape =
    NumbersOf({Tosa::kCLAMP, Tosa::kERF, Tosa::kSIGMOID, Tosa::kTANH,
               Tosa::kABS, Tosa::kBITWISE_NOT, Tosa::kCEIL, Tosa::kCLZ,
               Tosa::kCOS, Tosa::kEXP, Tosa::kFLOOR, Tosa::kLOG,
               Tosa::kLOGICAL_NOT, Tosa::kNEGATE, Tosa::kRECIPROCAL,
               Tosa::kRSQRT, Tosa::kSIN, Tosa::kREVERSE, Tosa::kRESCALE});
constexpr auto kNumbersOfTransforms = NumbersOf({Tosa::kFFT2D, Tosa::kRFFT2D});
constexpr auto kNumberOfArgmax = NumbersOf({Tosa::kARGMAX});
constexpr auto kNumberOfTranspose = NumbersOf({Tosa::kTRANSPOSE});
constexpr auto kNumberOfReshape = NumbersOf({Tosa::kRESHAPE});

constexpr ExtInstSet kSet = ExtInstSet::kTosa001000_1;
constexpr Instructions kWithRows = {kSet, kNumbersOfRows};
constexpr Instructions kOfSameRank = {kSet, kNumbersOfSameRank};
constexpr Instructions kWithAxes = {kSet, kNumbersOfAxes};
constexpr Instructions kOfSameShape = {kSet, kNumbersOfSameShape};
constexpr Instructions kTransforms = {kSet, kNumbersOfTransforms};
constexpr Instructions kArgmax = {kSet, kNumberOfArgmax};
constexpr Instructions kTranspose = {kSet, kNumberOfTranspose};
constexpr Instructions kReshape = {kSet, kNumberOfReshape};
static_assert(AllHave(kReshape, kFirst + 1));
constexpr Check kChecks[] = {
    {kWithRows, CheckRow},          {kOfSameRank, CheckSameRank},
    {kWithAxes, CheckAxis},         {kArgmax, CheckArgmax},
    {kTranspose, CheckPermutation}, {kTransforms, CheckTransformed},
    {kOfSameShape, CheckSameShape}, {kReshape, CheckReshape}};

}  // namespace

extern constinit const Family kTosaShapes(R, kChecks);

}  // namespace plumb
