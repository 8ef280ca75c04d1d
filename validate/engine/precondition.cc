#include "validate/engine/precondition.h"

#include <bit>
#include <cassert>

#include "absl/algorithm/container.h"
#include "absl/base/attributes.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

bool Imports(const Module& module, uint64_t sets) {
  return absl::c_any_of(module.imported_sets(), [&](grammar::ExtInstSet set) {
    return (ImportOf(set).bits & sets) != 0;
  });
}

ABSL_ATTRIBUTE_ALWAYS_INLINE
inline bool Holds(const Precondition& p, const ModuleContext& context) {
  switch (p.kind()) {
    case Precondition::Kind::kInput:
      return context.options().device != nullptr && IsVulkan(context);
    case Precondition::Kind::kApi:
      return static_cast<Api>(p.value()) == context.env().api;
    case Precondition::Kind::kCapability:
      return context.Has(static_cast<Capability>(p.value()));
    case Precondition::Kind::kWithout:
      return !context.Has(static_cast<Capability>(p.value()));
    case Precondition::Kind::kDecoration:
      return context.decorations().HasAny(static_cast<Decoration>(p.value()));
    case Precondition::Kind::kOp:
      return context.module().Has(static_cast<Op>(p.value()));
    case Precondition::Kind::kModels:
      return context.entry_points().models().Intersects(
          ModelSet::FromBits(p.value()));
    case Precondition::Kind::kImport:
      return Imports(context.module(), p.value());
    case Precondition::Kind::kStorageClass:
      return context.types().AnyPointsInto(
          static_cast<StorageClass>(p.value()));
    case Precondition::Kind::kTypes:
      return context.types().AnyContains(static_cast<TypeParts>(p.value()));
    case Precondition::Kind::kScope:
      return context.IsIn(p.scope());
    case Precondition::Kind::kPredicate:
      return p.predicate()(context);
  }
  return false;
}

}  // namespace

uint64_t EvaluateRows(const Preconditions* rows, uint64_t selected,
                      const ModuleContext& context) {
  uint64_t held = 0;
  for (uint64_t rest = selected; rest != 0; rest &= rest - 1) {
    const int row = std::countr_zero(rest);
    bool all = true;
    for (const Precondition& p : rows[row].all()) {
      if (!Holds(p, context)) {
        all = false;
        break;
      }
    }
    held |= uint64_t{all} << row;
  }
  return held;
}

uint64_t PreconditionTable::Add(const Preconditions& preconditions) {
  uint64_t bits = 0;
  for (const Precondition& precondition : preconditions.all()) {
    const auto at = absl::c_find(all_, precondition);
    bits |= uint64_t{1} << (at - all_.begin());
    if (at == all_.end()) all_.push_back(precondition);
  }
  assert(all_.size() <= 64);
  return bits;
}

uint64_t PreconditionTable::Evaluate(const ModuleContext& context) const {
  uint64_t bits = 0;
  for (size_t i = 0; i < all_.size(); ++i) {
    bits |= uint64_t{Holds(all_[i], context)} << i;
  }
  return bits;
}

}  // namespace plumb
