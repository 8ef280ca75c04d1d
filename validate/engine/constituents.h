// Members and constituents of an instruction and its continuations
// (core/continuation.h), numbered consecutively.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_CONSTITUENTS_H_
#define PLUMB_VALIDATE_ENGINE_CONSTITUENTS_H_

#include <cstdint>

#include "core/continuation.h"
#include "core/index.h"
#include "core/rule.h"
#include "validate/engine/check_context.h"

namespace plumb {

// The number of constituents, starting at operand `first` of the instruction.
// Linear in the continuations.
inline uint32_t ConstituentCount(const CheckContext& c, OperandIndex first) {
  const Module& module = c.module();
  uint32_t count = c.inst().operand_count() - first.value;
  const InstIndex end = EndOfContinuations(module, c.index());
  for (InstIndex i = c.index() + 1; i < end; ++i) {
    count += module.record(i).operand_count;
  }
  return count;
}

// Calls `visit` with the context of the instruction that holds it, the operand
// there and the number of each, until it returns false; returns whether it
// never did.
template <typename Visit>
bool ForEachConstituent(const CheckContext& c, OperandIndex first,
                        Visit visit) {
  uint32_t number = 0;
  const auto visit_all = [&](const CheckContext& part, OperandIndex operand) {
    for (; operand < part.inst().operand_count(); ++operand) {
      if (!visit(part, operand, number++)) return false;
    }
    return true;
  };
  if (!visit_all(c, first)) return false;
  const InstIndex end = EndOfContinuations(c.module(), c.index());
  for (InstIndex i = c.index() + 1; i < end; ++i) {
    if (!visit_all(c.At(i), OperandIndex(0))) return false;
  }
  return true;
}

// Reports a continuation that does not directly follow what it continues.
inline void CheckContinuation(const CheckContext& c, const Rule& rule) {
  if (ContinuesPrevious(c.module(), c.index())) return;
  c.Report(rule, Place::kWhole, {c.inst().op()});
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_CONSTITUENTS_H_
