// What is wrong in the explicit layouts of a module by itself, so that nothing
// is said of what is due to it: that a type reaches too far, one part of which
// lies in a wrong place.
//
// Tested by testdata/mistakes/wrong_offset.spvasm and wrong_matrix.spvasm.
#ifndef PLUMB_VALIDATE_RULES_DECORATION_WRONG_LAYOUTS_H_
#define PLUMB_VALIDATE_RULES_DECORATION_WRONG_LAYOUTS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/module.h"
#include "core/type_table.h"
#include "validate/analysis/type_layouts.h"

namespace plumb {

class WrongLayouts {
 public:
  // Both must outlive this, which takes memory once something is wrong.
  WrongLayouts(const Module& module, const TypeTable& types)
      : module_(module), types_(types) {}

  // A type in which something is wrong: how far it reaches says nothing.
  void Add(Id type) {
    is_wrong_.resize(types_.row_count(), false);
    is_wrong_[types_.RowOf(type)] = true;
  }
  // A number that is wrong whatever lies beside it.
  void AddNumber(InstIndex at, OperandIndex operand) {
    numbers_.insert({at, operand});
  }

  // When all are known: so is what is made of those types.  Linear in the
  // members of types.
  void PassOn() {
    if (is_wrong_.empty()) return;
    // Types come behind what they are made of.
    for (const Id type : types_.types()) {
      if (AnyPartIsWrong(type)) is_wrong_[types_.RowOf(type)] = true;
    }
  }

  bool Has(Id type) const {
    return !is_wrong_.empty() && is_wrong_[types_.RowOf(type)];
  }
  bool Has(const StatedNumber& number) const {
    return number.stated() && numbers_.contains({number.at, number.operand});
  }

 private:
  bool AnyPartIsWrong(Id type) const {
    const TypeInfo& info = types_.Get(type);
    if (info.poisoned() || !info.Is(type_trait::kAggregate)) return false;
    if (!info.Is(type_trait::kStruct)) return Has(info.element);
    for (uint32_t m = 0; m < info.count; ++m) {
      if (Has(types_.MemberOf(module_, type, m))) return true;
    }
    return false;
  }

  const Module& module_;
  const TypeTable& types_;
  std::vector<bool> is_wrong_;  // by row of a type; may be empty
  absl::flat_hash_set<std::pair<InstIndex, uint32_t>> numbers_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DECORATION_WRONG_LAYOUTS_H_
