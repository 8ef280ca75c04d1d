// Diagnostics that an input asks not to be reported: those of a rule at an
// instruction, or anywhere in the module.
//
// DiagnosticList applies them to each added diagnostic.
//
// Tested by suppression_test.cc.
#ifndef PLUMB_CORE_SUPPRESSION_H_
#define PLUMB_CORE_SUPPRESSION_H_

#include <cstddef>
#include <vector>

#include "core/index.h"
#include "core/rule.h"

namespace plumb {

class Suppressions {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  // Adds the suppression with the next number.  Without an instruction, it
  // applies to the module and all of its instructions.
  void Add(const Rule* rule, InstIndex inst = kNoInst);
  // Must be called after the last Add().  O(n log n).
  void Sort();
  void Clear() { rows_.clear(); }

  size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }

  // The number of a suppression of `rule` at `inst`, or kNone; the first of
  // several, those of the instruction before those of the module.  O(log n).
  size_t Find(const Rule& rule, InstIndex inst) const;

 private:
  struct Row {
    InstIndex inst;
    const Rule* rule;
    size_t number;
  };

  const Row* FindRow(const Rule& rule, InstIndex inst) const;

  std::vector<Row> rows_;
};

}  // namespace plumb

#endif  // PLUMB_CORE_SUPPRESSION_H_
