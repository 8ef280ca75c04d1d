// The allowed definitions of an <id> operand of debug information, and for
// constants the allowed values.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_FORMS_H_
#define PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_FORMS_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"

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
  kThisFunction,  // the function that contains the instruction
  kIntegerValue,  // an integer scalar
  kNoDebug,       // any id not defined by a debug instruction
};
struct DebugRequirement {
  DebugSet debug = 0;  // any of these instructions of the sets is allowed
  Form form = Form::kDebugOnly;
  // Allowed widths of constants, as a sum; 0: any.
  uint32_t widths = 0;
  bool no_union = false;
};

constexpr DebugRequirement OneOf(DebugSet set) { return {.debug = set}; }

// Whether the definition `def` is allowed.  A DebugInfoNone represents any
// unknown object.
bool Meets(const CheckContext& c, InstIndex def,
           const DebugRequirement& requirement);

// The allowed values of a numeric constant.
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

// The string that an operand refers to; empty if it is missing or not an
// OpString.
std::optional<absl::string_view> StringAt(const CheckContext& c,
                                          OperandIndex operand);

// The value with all bits set, which producers write in a DebugTypePointer for
// a pointer without an address space.
inline constexpr uint32_t kNoAddressSpace = 0xffffffff;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_FORMS_H_
