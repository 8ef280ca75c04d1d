// Which checks run when: module checks by phase, function checks, and lists of
// instruction checks per row of the grammar in one array.
#ifndef PLUMB_VALIDATE_ENGINE_DISPATCH_H_
#define PLUMB_VALIDATE_ENGINE_DISPATCH_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "grammar/grammar.h"
#include "validate/engine/family.h"

namespace plumb {

class Dispatch {
 public:
  using Run = void (*)(const CheckContext&);

  explicit Dispatch(absl::Span<const ListedFamily> families);

  // The checks of an opcode, in the order of the families.
  absl::Span<const Run> ChecksOf(grammar::Op op) const {
    return checks_.Of(op);
  }
  // The signatures of an opcode.
  absl::Span<const Signature* const> SignaturesOf(grammar::Op op) const {
    return signatures_.Of(op);
  }
  // The module checks of a phase, in the order of the families.
  absl::Span<void (*const)(ModuleContext&)> ModuleChecksOf(Phase phase) const {
    return module_checks_[static_cast<size_t>(phase)];
  }
  absl::Span<const FunctionCheck> function_checks() const {
    return function_checks_;
  }

 private:
  // Lists by opcode row, one behind the other in one array.
  template <typename T>
  struct ByOp {
    std::array<uint32_t, grammar::kOpCount + 1> starts{};
    std::vector<T> items;

    absl::Span<const T> Of(grammar::Op op) const {
      const auto row = static_cast<uint32_t>(op);
      return {items.data() + starts[row], starts[row + 1] - starts[row]};
    }
  };

  ByOp<Run> checks_;
  ByOp<const Signature*> signatures_;
  std::array<std::vector<void (*)(ModuleContext&)>, kPhaseCount> module_checks_;
  std::vector<FunctionCheck> function_checks_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_DISPATCH_H_
