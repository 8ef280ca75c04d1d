// Which instruction checks run on which opcode: lists per row of the grammar
// in one array, built from the families at first use.
#ifndef PLUMB_VALIDATE_DISPATCH_H_
#define PLUMB_VALIDATE_DISPATCH_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "grammar/grammar.h"
#include "validate/family.h"

namespace plumb {

class Dispatch {
 public:
  using Run = void (*)(const CheckContext&);

  // The table of all families.
  static const Dispatch& Get();

  explicit Dispatch(absl::Span<const Family* const> families);

  // The checks of an opcode, in the order of the families.
  absl::Span<const Run> ChecksOf(grammar::Op op) const {
    const auto row = static_cast<uint32_t>(op);
    return {runs_.data() + starts_[row], starts_[row + 1] - starts_[row]};
  }
  absl::Span<const ModuleCheck> module_checks() const { return module_checks_; }
  absl::Span<const FunctionCheck> function_checks() const {
    return function_checks_;
  }

 private:
  std::array<uint32_t, grammar::kOpCount + 1> starts_{};
  std::vector<Run> runs_;
  std::vector<ModuleCheck> module_checks_;
  std::vector<FunctionCheck> function_checks_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_DISPATCH_H_
