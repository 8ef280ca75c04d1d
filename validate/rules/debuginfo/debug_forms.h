// What an <id> may be that an instruction of debug information names: what
// defines it, and, of a constant, which values it may have.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_FORMS_H_
#define PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_FORMS_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "validate/engine/family.h"
#include "validate/rules/debuginfo/debug_instructions.h"

namespace plumb {

enum class Form : uint8_t {
  kDebugOnly,     // one of the debug instructions
  kString,        // OpString
  kConstant,      // an integer OpConstant
  kAnyConstant,   // an integer, by any constant instruction
  kValue,         // any constant instruction
  kTrueOrFalse,   // OpConstantTrue or OpConstantFalse
  kVoidType,      // OpTypeVoid
  kModuleScope,   // a variable or constant
  kVariable,      // a variable or parameter
  kFunction,      // OpFunction
  kThisFunction,  // the function that the instruction stands in
  kIntegerValue,  // an integer scalar
  kNoDebug,       // what no debug instruction defines
};
struct Wanted {
  DebugSet debug = 0;  // one of these instructions of the sets will do
  Form form = Form::kDebugOnly;
  // Widths of constants, as a sum; 0: any.
  uint32_t widths = 0;
  bool no_union = false;
};

constexpr Wanted Being(DebugSet set) { return {.debug = set}; }

// Whether what is defined by `def` is what is wanted.  A DebugInfoNone stands
// for everything that is unknown.
bool IsWanted(const CheckContext& c, InstIndex def, const Wanted& wanted);

// The values of a constant that is no more than a number.
struct Values {
  enum class Test : uint8_t { kAny, kBits, kRange, kEnumerant };
  Test test = Test::kAny;
  uint32_t first = 0;  // of a range; the bits of a mask
  uint32_t last = 0;
  Kind kind = {};  // of an enumerant
};

constexpr Values Bits(uint32_t mask) {
  return {.test = Values::Test::kBits, .first = mask};
}
constexpr Values Range(uint32_t first, uint32_t last) {
  return {.test = Values::Test::kRange, .first = first, .last = last};
}
constexpr Values EnumerantOf(Kind kind) {
  return {.test = Values::Test::kEnumerant, .kind = kind};
}

bool Allows(const Values& values, uint32_t value);

// The string that an operand names; none if it is not there, or no OpString.
std::optional<absl::string_view> StringAt(const CheckContext& c,
                                          OperandIndex operand);

// What all ones stand for in a DebugTypePointer of producers: a pointer without
// an address space.
inline constexpr uint32_t kNoAddressSpace = 0xffffffff;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_FORMS_H_
