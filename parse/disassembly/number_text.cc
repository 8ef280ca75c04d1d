#include "parse/disassembly/number_text.h"

#include <cstdio>

#include "absl/base/casts.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "parse/text/integer_literal.h"

namespace plumb {
namespace {

void AppendImmediates(absl::Span<const uint32_t> words, std::string* out) {
  const char* separator = "";
  for (const uint32_t word : words) {
    absl::StrAppend(out, separator, "!0x", absl::Hex(word, absl::kZeroPad8));
    separator = " ";
  }
}

void AppendFloat(const Inst& type, absl::Span<const uint32_t> words,
                 std::string* out) {
  const uint32_t width = type.word(2);
  const FloatFormat* format = FindFloatFormat(
      width, type.word_count() > 3 ? absl::make_optional(type.word(3))
                                   : absl::nullopt);
  const uint64_t bits =
      words[0] | (words.size() > 1 ? uint64_t{words[1]} << 32 : 0);
  // Bits beyond the width would be lost.
  const bool fits = width == 64 || (width < 64 && (bits >> width) == 0);
  if (format == nullptr || !fits ||
      format->specials == FloatFormat::SpecialValues::kFixedPoint) {
    AppendImmediates(words, out);
  } else if (width == 64) {
    AppendFloat64(bits, out);
  } else if (width == 32) {
    AppendFloat32(words[0], out);
  } else {
    AppendHexFloat(bits, *format, out);
  }
}

// Whether the bits of the last word beyond the width are those of a literal of
// this type: copies of the sign, or zeros.
bool IsExtended(uint32_t width, bool is_signed, uint32_t last) {
  const uint32_t used = width % 32;
  if (used == 0) return true;
  const uint32_t beyond = last >> used;
  const bool is_negative = is_signed && ((last >> (used - 1)) & 1) != 0;
  return beyond == (is_negative ? ~uint32_t{0} >> used : 0);
}

// The bits of a value, as many as its type has.
void AppendHexInteger(uint32_t width, absl::Span<const uint32_t> words,
                      std::string* out) {
  uint32_t top = words.back();
  if (width % 32 != 0) top &= (uint32_t{1} << width % 32) - 1;
  size_t i = words.size() - 1;
  while (top == 0 && i > 0) top = words[--i];
  absl::StrAppend(out, "0x", absl::Hex(top));
  while (i > 0) absl::StrAppend(out, absl::Hex(words[--i], absl::kZeroPad8));
}

void AppendInteger(uint32_t width, bool is_signed,
                   absl::Span<const uint32_t> words, std::string* out) {
  if (width > kMaxIntegerWidth || !IsExtended(width, is_signed, words.back())) {
    return AppendImmediates(words, out);
  }
  if (words.size() > 2) return AppendHexInteger(width, words, out);
  if (words.size() == 1) {
    is_signed ? absl::StrAppend(out, static_cast<int32_t>(words[0]))
              : absl::StrAppend(out, words[0]);
    return;
  }
  const uint64_t value = words[0] | uint64_t{words[1]} << 32;
  is_signed ? absl::StrAppend(out, static_cast<int64_t>(value))
            : absl::StrAppend(out, value);
}

}  // namespace

void AppendHexFloat(uint64_t bits, const FloatFormat& format,
                    std::string* out) {
  const uint64_t mantissa_mask = (uint64_t{1} << format.mantissa_bits) - 1;
  const uint64_t exponent_mask = (uint64_t{1} << format.exponent_bits) - 1;
  uint64_t mantissa = bits & mantissa_mask;
  const uint64_t biased = (bits >> format.mantissa_bits) & exponent_mask;
  const bool negative =
      format.has_sign &&
      ((bits >> (format.mantissa_bits + format.exponent_bits)) & 1) != 0;
  if (negative) out->push_back('-');
  // A format without a sign does not have zero either.
  if (biased == 0 && mantissa == 0 && format.has_sign) {
    out->append("0x0p+0");
    return;
  }
  int32_t exponent = static_cast<int32_t>(biased) - format.bias;
  if (biased == 0 &&
      mantissa != 0) {  // subnormal: shift until the leading bit is implicit
    const int shift = int{format.mantissa_bits} + 1 -
                      static_cast<int>(std::bit_width(mantissa));
    mantissa = (mantissa << shift) & mantissa_mask;
    exponent = 1 - format.bias - shift;
  }
  out->append("0x1");
  if (mantissa != 0) {
    // Left-aligned to whole digits, without trailing zeroes.
    int digits = (format.mantissa_bits + 3) / 4;
    mantissa <<= 4 * digits - format.mantissa_bits;
    while ((mantissa & 0xf) == 0) {
      mantissa >>= 4;
      --digits;
    }
    out->push_back('.');
    for (; digits != 0; --digits) {
      out->push_back("0123456789abcdef"[(mantissa >> (4 * (digits - 1))) & 15]);
    }
  }
  absl::StrAppend(out, "p", exponent < 0 ? "" : "+", exponent);
}

void AppendFloat32(uint32_t bits, std::string* out) {
  const uint32_t exponent = (bits >> 23) & 0xff;
  const bool is_zero = (bits << 1) == 0;
  if (!is_zero && (exponent == 0 || exponent == 0xff)) {
    AppendHexFloat(bits, *FindFloatFormat(32, absl::nullopt), out);
    return;
  }
  char buffer[32];
  const int size = std::snprintf(buffer, sizeof(buffer), "%.9g",
                                 double{absl::bit_cast<float>(bits)});
  out->append(buffer, static_cast<size_t>(size));
}

void AppendFloat64(uint64_t bits, std::string* out) {
  const uint32_t exponent = (bits >> 52) & 0x7ff;
  const bool is_zero = (bits << 1) == 0;
  if (!is_zero && (exponent == 0 || exponent == 0x7ff)) {
    AppendHexFloat(bits, *FindFloatFormat(64, absl::nullopt), out);
    return;
  }
  char buffer[40];
  const int size = std::snprintf(buffer, sizeof(buffer), "%.17g",
                                 absl::bit_cast<double>(bits));
  out->append(buffer, static_cast<size_t>(size));
}

void AppendTypedLiteral(const Module& module, Id type,
                        absl::Span<const uint32_t> words, std::string* out) {
  const InstIndex def = module.def(type);
  const Op op = def == kNoInst ? grammar::kNoOp : module.record(def).op;
  const bool is_number = op == Op::kTypeInt || op == Op::kTypeFloat;
  if (!is_number || words.empty() ||
      words.size() != (uint64_t{module.inst(def).word(2)} + 31) / 32) {
    AppendImmediates(words, out);
    return;
  }
  const Inst inst = module.inst(def);
  if (op == Op::kTypeFloat) {
    AppendFloat(inst, words, out);
  } else {
    AppendInteger(inst.word(2), inst.word(3) != 0, words, out);
  }
}

}  // namespace plumb
