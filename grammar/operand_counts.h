// Whether the instructions of an opcode have an operand, for tables that are
// checked at compile time.
//
// Tested by operand_counts_test.cc.
#ifndef PLUMB_GRAMMAR_OPERAND_COUNTS_H_
#define PLUMB_GRAMMAR_OPERAND_COUNTS_H_

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "grammar/enums.h"
#include "grammar/operand_index.h"
#include "grammar/operands.h"

namespace plumb::grammar {

// The number of operands of an opcode's instructions.  Unlimited for an opcode
// that the grammar does not have, because no instruction can contradict it.
constexpr OperandCounts OperandCountsOf(Op op) {
  return internal::kOperandCounts[static_cast<uint16_t>(op)];
}

// The same for an extended instruction.  O(log instructions).
constexpr OperandCounts OperandCountsOf(ExtInstSet set, uint32_t number) {
  using Row = internal::ExtOperandCounts;
  const auto precedes = [set, number](const Row& row) {
    return row.set < set || (row.set == set && row.number < number);
  };
  const Row* const end = std::end(internal::kExtOperandCounts);
  const Row* const row = std::partition_point(
      std::begin(internal::kExtOperandCounts), end, precedes);
  const bool is_found = row != end && row->set == set && row->number == number;
  return is_found ? row->counts
                  : OperandCounts{OperandCounts::kUnlimited,
                                  OperandCounts::kUnlimited};
}

// Whether each such instruction has the operand.
constexpr bool HasOperand(OperandCounts counts, OperandIndex operand) {
  return operand.value < counts.min;
}
constexpr bool HasOperand(Op op, OperandIndex operand) {
  return HasOperand(OperandCountsOf(op), operand);
}

// Whether such an instruction can have the operand.
constexpr bool MayHaveOperand(OperandCounts counts, OperandIndex operand) {
  return counts.max == OperandCounts::kUnlimited || operand.value < counts.max;
}

// Whether the instructions of all opcodes have the operand that a function
// returns for each of them.
template <typename Ops, typename OperandOf>
constexpr bool AllHaveOperand(const Ops& ops, OperandOf operand_of) {
  return std::all_of(std::begin(ops), std::end(ops),
                     [&](Op op) { return HasOperand(op, operand_of(op)); });
}

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OPERAND_COUNTS_H_
