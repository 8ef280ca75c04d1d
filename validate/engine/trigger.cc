#include "validate/engine/trigger.h"

#include <cassert>

#include "absl/algorithm/container.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

bool Imports(const Module& module, uint64_t sets) {
  return absl::c_any_of(module.imported_sets(), [&](grammar::ExtInstSet set) {
    return (ImportOf(set).bits & sets) != 0;
  });
}

}  // namespace

bool Trigger::Holds(const ModuleContext& context) const {
  switch (kind_) {
    case Kind::kGiven:
      return context.options().device != nullptr && IsVulkan(context);
    case Kind::kApi:
      return context.env().api == static_cast<Api>(value_);
    case Kind::kCapability:
      return context.Has(static_cast<grammar::Capability>(value_));
    case Kind::kDecoration:
      return context.decorations().Any(
          static_cast<grammar::Decoration>(value_));
    case Kind::kOp:
      return context.module().Has(static_cast<grammar::Op>(value_));
    case Kind::kModels:
      return context.entry_points().models().Intersects(
          ModelSet::FromBits(value_));
    case Kind::kImport:
      return Imports(context.module(), value_);
  }
  return true;
}

uint64_t TriggerTable::Add(absl::Span<const Trigger> triggers) {
  [[maybe_unused]] constexpr size_t kBits = 64;
  uint64_t bits = 0;
  for (const Trigger& trigger : triggers) {
    const auto at = absl::c_find(triggers_, trigger);
    const auto bit = static_cast<size_t>(at - triggers_.begin());
    assert(bit < kBits);
    if (at == triggers_.end()) triggers_.push_back(trigger);
    bits |= uint64_t{1} << bit;
  }
  return bits;
}

uint64_t TriggerTable::Of(const ModuleContext& context) const {
  uint64_t bits = 0;
  for (size_t bit = 0; bit < triggers_.size(); ++bit) {
    bits |= uint64_t{triggers_[bit].Holds(context)} << bit;
  }
  return bits;
}

}  // namespace plumb
