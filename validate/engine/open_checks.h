// The checks that a module needs.  Most checks are about things that few
// modules have, and say so by a condition (Check::when): this keeps, for each
// opcode that a module uses, the list of those whose condition it meets.
//
// Tested by open_checks_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_
#define PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "validate/engine/dispatch.h"

namespace plumb {

class ModuleContext;

class OpenChecks {
 public:
  // `dispatch` must outlive this.
  explicit OpenChecks(const Dispatch& dispatch)
      : dispatch_(dispatch),
        rows_(Dispatch::kRowCount),
        conditions_(dispatch.conditions().size(), Condition::kUnknown) {}

  const Dispatch& dispatch() const { return dispatch_; }

  // Begins with another module, or when more is known of this one.  Conditions
  // are asked when a row needs them first: O(conditions), but none is run.
  void Begin(const ModuleContext& context);

  // The checks of an instruction whose conditions hold, in the order of the
  // families; until the next call.  O(1), the first time O(checks of the row).
  absl::Span<const Dispatch::Run> Of(Dispatch::Row row) {
    const List& list = rows_[row.value];
    if (list.stamp != stamp_) Fill(row);
    return {runs_.data() + list.begin, list.count};
  }

 private:
  enum class Condition : uint8_t { kUnknown, kOpen, kClosed };

  struct List {
    uint32_t stamp = 0;  // of the module that it was made for
    uint32_t begin = 0;
    uint32_t count = 0;
  };

  void Fill(Dispatch::Row row);
  bool IsOpen(uint32_t condition);

  const Dispatch& dispatch_;
  const ModuleContext* context_ = nullptr;
  uint32_t stamp_ = 0;
  std::vector<List> rows_;
  std::vector<Dispatch::Run> runs_;
  std::vector<Condition> conditions_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_
