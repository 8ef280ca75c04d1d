// An OpEntryPoint, or an OpConditionalEntryPointINTEL, as rules read it.
#ifndef PLUMB_VALIDATE_ANALYSIS_ENTRY_POINT_H_
#define PLUMB_VALIDATE_ANALYSIS_ENTRY_POINT_H_

#include "absl/strings/string_view.h"
#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

class EntryPoint {
 public:
  EntryPoint(const Module& module, InstIndex at)
      : inst_(module, at),
        first_(inst_.op() == grammar::Op::kEntryPoint ? 0 : 1) {}

  InstIndex at() const { return inst_.index(); }
  grammar::ExecutionModel model() const {
    return static_cast<grammar::ExecutionModel>(inst_.operand_word(first_));
  }
  Id id() const { return inst_.id(id_operand()); }
  absl::string_view name() const { return inst_.string(name_operand()); }
  uint32_t interface_size() const {
    return inst_.operand_count() - interface_operand(0);
  }
  Id interface(uint32_t n) const { return inst_.id(interface_operand(n)); }

  // The operands, counted as Inst does.
  uint32_t id_operand() const { return first_ + 1; }
  uint32_t name_operand() const { return first_ + 2; }
  uint32_t interface_operand(uint32_t n) const { return first_ + 3 + n; }

 private:
  Inst inst_;
  uint32_t first_;  // the condition, if any, comes before
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_ENTRY_POINT_H_
