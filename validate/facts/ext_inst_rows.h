// Shared parts of the families of extended instructions: lists of their
// numbers, and type predicates that rows (validate/engine/operand_rule.h) do
// not have.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_EXT_INST_ROWS_H_
#define PLUMB_VALIDATE_FACTS_EXT_INST_ROWS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {

// The numbers of some instructions of a set, for rows.  The array must outlive
// the Instructions made from it.
template <typename Enum, size_t kSize>
constexpr std::array<uint32_t, kSize> NumbersOf(const Enum (&list)[kSize]) {
  std::array<uint32_t, kSize> numbers{};
  for (size_t i = 0; i < kSize; ++i) {
    numbers[i] = static_cast<uint32_t>(list[i]);
  }
  return numbers;
}

// The concatenation of some lists of numbers.
template <size_t... kSizes>
constexpr auto JoinNumbers(const std::array<uint32_t, kSizes>&... lists) {
  std::array<uint32_t, (kSizes + ...)> all{};
  size_t next = 0;
  const auto add = [&](const auto& list) {
    for (const uint32_t number : list) all[next++] = number;
  };
  (add(lists), ...);
  return all;
}

// The operands of an extended instruction, for Signature::first_operand and
// for checks of instructions with the same operand layout.
inline constexpr uint8_t kFirstExtOperand = operand::ExtInst::kOperands.value;
inline constexpr uint8_t kSecondExtOperand = kFirstExtOperand + 1;
inline constexpr uint8_t kThirdExtOperand = kFirstExtOperand + 2;

// A pointer to a type; an untyped pointer always matches.
constexpr TypePattern AnyPointerTo(const TypePattern& pointee) {
  return {.shape = type_trait::kAnyPointer, .element = &pointee};
}

// Storage classes to which OpenCL.std writes.
inline constexpr StorageClass kWritableByOpenCl[] = {
    StorageClass::kCrossWorkgroup, StorageClass::kWorkgroup,
    StorageClass::kFunction, StorageClass::kGeneric};

// Reports a result whose components are not 32 bits wide, without poisoning
// it.
inline void CheckResultWidth32(const CheckContext& c, const Rule& rule) {
  const TypeInfo& result = c.result_type();
  if (result.unknown() || result.width == 32) return;
  ReportType(c, rule, operand::ExtInst::kResultType, c.inst().result_type());
}

// The type that an operand points to; kNoId if it is not a typed pointer.
inline Id PointeeOf(const CheckContext& c, OperandIndex operand) {
  if (!HasIdAt(c, operand)) return kNoId;
  const TypeInfo& pointer = c.operand_type(operand);
  return pointer.Is(type_trait::kPointer) && !pointer.unknown()
             ? pointer.element
             : kNoId;
}

// Reports `type`, the type at `operand`, if it is not `expected`.  True if it
// is, or if one of them is unknown.
inline bool CheckSame(const CheckContext& c, const Rule& rule,
                      OperandIndex operand, Id type, Id expected) {
  const TypeTable& types = c.context().types();
  if (type == expected || types.Get(type).unknown() ||
      types.Get(expected).unknown()) {
    return true;
  }
  ReportTypes(c, rule, operand, type, expected);
  return false;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_EXT_INST_ROWS_H_
