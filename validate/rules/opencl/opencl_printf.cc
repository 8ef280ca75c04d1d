// The formats of OpenCL's printf and the arguments of their conversions, if
// the format is a string in the module.
//
// All are warnings: a mismatch is undefined behavior, and only if it is
// executed.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "validate/engine/family.h"
#include "validate/facts/ext_inst_rows.h"
#include "validate/rules/opencl/opencl_rules.h"

namespace plumb {
namespace {

using grammar::OpenClStd;

constexpr RuleTable R({
    ExpectedInOpenCl("opencl.printf.conversion",
                     "the format has conversion {0} with {1}: behavior is "
                     "undefined in OpenCL"),
    ExpectedInOpenCl("opencl.printf.argument-type",
                     "conversion {0} of the format is for {1}, not for {2}: "
                     "behavior is undefined"),
});

// --- The format ---

// Longer formats are not read, to bound the time for many calls with one
// format.
constexpr uint32_t kMaxCharacters = 4096;

// The variable to whose first character a pointer points, or kNoId.
Id VariableOf(const CheckContext& c, Id pointer) {
  constexpr int kMaxSteps = 16;
  for (int n = 0; n < kMaxSteps; ++n) {
    const InstIndex def = c.module().def(pointer);
    if (def == kNoInst) return kNoId;
    Inst inst = c.module().inst(def);
    if (inst.op() == Op::kSpecConstantOp) inst = inst.Nested();
    switch (inst.op()) {
      case Op::kVariable:
        return inst.result();
      case Op::kBitcast:
      case Op::kCopyObject:
        pointer = inst.id(operand::CopyObject::kOperand);
        continue;
      case Op::kAccessChain:
      case Op::kInBoundsAccessChain:
      case Op::kPtrAccessChain:
      case Op::kInBoundsPtrAccessChain:
        for (OperandIndex o = operand::AccessChain::kIndexes;
             o < inst.operand_count(); ++o) {
          const auto index = FixedValue(c, inst.id(o));
          if (!index || *index != 0) return kNoId;
        }
        pointer = inst.id(operand::AccessChain::kBase);
        continue;
      default:
        return kNoId;
    }
  }
  return kNoId;
}

// The initial characters of a variable, up to a zero.
std::optional<std::string> StringIn(const CheckContext& c, Id variable) {
  const InstIndex def = c.module().def(variable);
  if (def == kNoInst) return std::nullopt;
  const Inst inst = c.module().inst(def);
  if (inst.op() != Op::kVariable) return std::nullopt;
  const auto given = inst.Find(operand::Variable::kInitializer);
  if (!given) return std::nullopt;
  const Id initializer = inst.id(*given);
  std::string text;
  for (uint32_t i = 0; i < kMaxCharacters; ++i) {
    const ScalarConstant character =
        c.context().constants().Component(initializer, i);
    if (!character.fixed()) return std::nullopt;
    if (character.value == 0) return text;
    text += static_cast<char>(character.value);
  }
  return std::nullopt;
}

// --- Conversions ---

// All letters that may end a conversion, as texts with the lifetime that
// messages need.
constexpr absl::string_view kLetters = "diouxXaAeEfFgGcspn";
constexpr absl::string_view kIntegers = "diouxX";
constexpr absl::string_view kFloats = "aAeEfFgG";

struct Conversion {
  bool has_asterisk = false;
  uint32_t components = 1;  // 0: not the size of a vector
  absl::string_view length;
  absl::string_view letter;  // of kLetters; empty: another letter
};

// Removes a conversion from the start of the text, which must follow the
// percent sign.
Conversion ConsumeConversion(absl::string_view* text) {
  constexpr absl::string_view kNumbers = "-+ #0123456789.*";
  // Longer ones come first.
  constexpr absl::string_view kLengths[] = {"hh", "hl", "h", "ll", "l",
                                            "j",  "z",  "t", "L"};
  Conversion conversion;
  while (!text->empty() && absl::StrContains(kNumbers, text->front())) {
    conversion.has_asterisk |= text->front() == '*';
    text->remove_prefix(1);
  }
  if (absl::ConsumePrefix(text, "v")) {
    uint32_t count = 0;
    while (!text->empty() && absl::ascii_isdigit(text->front())) {
      count = std::min(10 * count + (text->front() - '0'), 100u);
      text->remove_prefix(1);
    }
    const bool exists =
        count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
    conversion.components = exists ? count : 0;
  }
  for (const absl::string_view length : kLengths) {
    if (!absl::ConsumePrefix(text, length)) continue;
    conversion.length = length;
    break;
  }
  if (text->empty()) return conversion;
  const size_t letter = kLetters.find(text->front());
  if (letter != absl::string_view::npos) {
    conversion.letter = kLetters.substr(letter, 1);
  }
  text->remove_prefix(1);
  return conversion;
}

// The part of a conversion that OpenCL does not have; empty if it has all.
absl::string_view UnsupportedPartOf(const Conversion& conversion) {
  const absl::string_view length = conversion.length;
  const bool is_number = absl::StrContains(kIntegers, conversion.letter) ||
                         absl::StrContains(kFloats, conversion.letter);
  if (conversion.has_asterisk) return "an asterisk";
  if (conversion.letter == "n") return "letter n";
  if (length == "ll" || length == "j" || length == "L" || length == "z" ||
      length == "t") {
    return "length ll, j, L, z or t";
  }
  if (length == "l" && !is_number) return "length l";
  if (conversion.components == 0) return "such a number of components";
  if (conversion.components > 1 && (length.empty() || !is_number)) {
    return "a vector without a length";
  }
  if (conversion.components == 1 && length == "hl") return "length hl";
  return "";
}

// --- Arguments ---

uint32_t WidthOf(const Conversion& conversion, bool is_float) {
  if (conversion.components > 1) {
    return conversion.length == "hh"   ? 8
           : conversion.length == "h"  ? 16
           : conversion.length == "hl" ? 32
                                       : 64;
  }
  // A scalar float may have either of two widths.
  return is_float ? 0 : conversion.length == "l" ? 64 : 32;
}

absl::string_view TextOf(uint32_t width, bool is_float) {
  switch (width) {
    case 8:
      return is_float ? "8-bit floats" : "8-bit integers";
    case 16:
      return is_float ? "16-bit floats" : "16-bit integers";
    case 32:
      return is_float ? "32-bit floats" : "32-bit integers";
    case 64:
      return is_float ? "64-bit floats" : "64-bit integers";
    default:
      return "32-bit or 64-bit floats";
  }
}

void CheckArgument(const CheckContext& c, OperandIndex at,
                   const Conversion& conversion) {
  const Id type = c.type_of(at);
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return;
  if (conversion.letter == "s") {
    if (info.Is(tt::kAnyPointer)) return;
    c.Report(R("opencl.printf.argument-type"), at,
             {conversion.letter, "a string", Arg::Type(type)});
    return;
  }
  const bool is_float = absl::StrContains(kFloats, conversion.letter);
  if (!is_float && !absl::StrContains(kIntegers, conversion.letter)) return;
  const uint32_t width = WidthOf(conversion, is_float);
  const TypeTraits component = is_float ? tt::kFloat : tt::kInt;
  const TypePattern pattern =
      conversion.components > 1
          ? Vector(component, width, conversion.components)
          : Scalar(component, width);
  // A 16-bit float is passed as a wider one.
  if (Fits(c.context(), pattern, type) && (width != 0 || info.width >= 32)) {
    return;
  }
  c.Report(R("opencl.printf.argument-type"), at,
           {conversion.letter, TextOf(width, is_float), Arg::Type(type)});
}

void CheckPrintf(const CheckContext& c) {
  constexpr OperandIndex kFormat =
      grammar::ext_operand::OpenClStd::Printf::kFormat;
  const auto format = StringIn(c, VariableOf(c, c.inst().id(kFormat)));
  if (!format) return;
  OperandIndex argument = kFormat + 1;
  for (absl::string_view text = *format; !text.empty();) {
    const size_t percent = text.find('%');
    if (percent == absl::string_view::npos) return;
    text.remove_prefix(percent + 1);
    if (absl::ConsumePrefix(&text, "%")) continue;
    const Conversion conversion = ConsumeConversion(&text);
    if (conversion.letter.empty()) return;  // the argument type is unknown
    const absl::string_view missing = UnsupportedPartOf(conversion);
    if (!missing.empty()) {
      c.Report(R("opencl.printf.conversion"), kFormat,
               {conversion.letter, missing});
      return;
    }
    if (argument >= c.inst().operand_count()) return;
    CheckArgument(c, argument, conversion);
    ++argument;
  }
}

constexpr auto kNumbers = NumbersOf({OpenClStd::kPrintf});
constexpr Instructions kPrintf = {grammar::ExtInstSet::kOpenClStd, kNumbers};
static_assert(AllHave(kPrintf,
                      grammar::ext_operand::OpenClStd::Printf::kFormat));
constexpr Check kChecks[] = {{kPrintf, CheckPrintf, Requires(Api::kOpenCl)}};

}  // namespace

extern constinit const Family kOpenclPrintf(R, kChecks);

}  // namespace plumb
