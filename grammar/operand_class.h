// The class of an <id> operand: the kind of instruction that must define it,
// which the generator reads from overlay/operand_classes.json.  An operand
// without a class stops the build.
//
// Tested by testdata/operand_class_table_test.cc.
#ifndef PLUMB_GRAMMAR_OPERAND_CLASS_H_
#define PLUMB_GRAMMAR_OPERAND_CLASS_H_

#include <cstdint>

#include "grammar/grammar.h"

namespace plumb::grammar {

// grammar/generator/operand_classes.cc has the same order.
enum class OperandClass : uint8_t {
  kNone,      // not a used <id>
  kAny,       // any instruction with an <id>
  kObject,    // it has a type, and is not a function
  kConstant,  // an object that a constant instruction makes
  kType,
  kLabel,
  kFunction,
  kString,
  kImport,  // of an extended instruction set
  kGroup,   // of decorations
  kAliasDomain,
  kAliasScope,
  kAliasScopeList,
  kGraph,
  kAsmTarget,
};

namespace internal {

extern const uint8_t kOpClasses[], kEnumerantClasses[], kExtInstClasses[];
extern const uint16_t kOpFirstClass[], kEnumerantFirstClass[],
    kExtInstFirstClass[];
extern const uint32_t kOpSpecialOperands[];

}  // namespace internal

// The class of one of the <id>s of a pattern: `id` is 1 for the second of a
// pair, such as Parent of OpPhi.
inline OperandClass ClassIn(uint8_t classes, uint32_t id) {
  return static_cast<OperandClass>(classes >> (4 * id) & 0xf);
}

// By the number of the pattern in Operands(Info(op)).  O(1).
inline OperandClass ClassOf(Op op, uint32_t pattern, uint32_t id = 0) {
  return ClassIn(
      internal::kOpClasses[internal::kOpFirstClass[static_cast<int>(op)] +
                           pattern],
      id);
}
// In Operands(Info(inst)).
inline OperandClass ClassOf(ExtInst inst, uint32_t pattern, uint32_t id = 0) {
  return ClassIn(
      internal::kExtInstClasses
          [internal::kExtInstFirstClass[static_cast<int>(inst)] + pattern],
      id);
}
// In Parameters(enumerant).
inline OperandClass ClassOf(const EnumerantInfo& enumerant, uint32_t parameter,
                            uint32_t id = 0) {
  const auto row = &enumerant - internal::kEnumerants;
  return ClassIn(
      internal::kEnumerantClasses[internal::kEnumerantFirstClass[row] +
                                  parameter],
      id);
}

// The operands of instructions with an opcode whose class is, or may be,
// neither kAny nor kObject: bit n is operand n, counted from 0 with result
// type and result; the last bit is for all further ones.  The result type
// itself is omitted.
inline uint32_t SpecialOperands(Op op) {
  return internal::kOpSpecialOperands[static_cast<int>(op)];
}
inline bool IsSpecialOperand(uint32_t special, OperandIndex operand) {
  return ((special >> (operand.value < 31 ? operand.value : 31)) & 1) != 0;
}

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OPERAND_CLASS_H_
