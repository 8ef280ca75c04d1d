// The uses of each id (section 2.2.1): all <id> operands of the module, in rows
// by id, in module order.
//
// For rules about how a result is used.  It is as large as the module and few
// rules use it, so it is computed only if one of them applies
// (ModuleFacts::Provide).
//
// Cost: linear in the operands and ids of the module; 8 bytes per use.
//
// Tested by uses_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_USES_H_
#define PLUMB_VALIDATE_ANALYSIS_USES_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/index.h"
#include "core/module.h"
#include "validate/analysis/compressed_rows.h"

namespace plumb {

struct Use {
  InstIndex inst;
  uint32_t operand;  // as Inst counts them

  friend bool operator==(const Use&, const Use&) = default;
};

class Uses {
 public:
  // Keeps its memory.
  void Build(const Module& module);

  // Forgets the module; of no cost.
  void Clear() { uses_.Clear(); }

  // All uses of `id`: as an operand or as a result type, by names and
  // decorations, too.  O(1).
  absl::Span<const Use> Get(Id id) const {
    if (id.value >= uses_.row_count()) return {};
    return uses_[id.value];
  }

 private:
  CompressedRows<Use> uses_;  // by id
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_USES_H_
