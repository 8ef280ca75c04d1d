#include "validate/engine/precondition.h"

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

uint64_t PreconditionTable::Add(absl::Span<const Precondition> preconditions) {
  uint64_t bits = 0;
  for (const Precondition& precondition : preconditions) {
    std::vector<Entry>& entries =
        by_kind_[static_cast<size_t>(precondition.kind())];
    const auto at = absl::c_find_if(entries, [&](const Entry& e) {
      return e.value == precondition.value();
    });
    if (at != entries.end()) {
      bits |= uint64_t{1} << at->bit;
      continue;
    }
    assert(count_ < 64);
    bits |= uint64_t{1} << count_;
    entries.push_back({precondition.value(), count_++});
  }
  return bits;
}

template <typename Holds>
uint64_t PreconditionTable::OfKind(Precondition::Kind kind, Holds holds) const {
  uint64_t bits = 0;
  for (const Entry& entry : by_kind_[static_cast<size_t>(kind)]) {
    bits |= uint64_t{holds(entry.value)} << entry.bit;
  }
  return bits;
}

// One kind after the other, which avoids a switch per precondition.
uint64_t PreconditionTable::Of(const ModuleContext& context) const {
  using Kind = Precondition::Kind;
  const Module& module = context.module();
  const FeatureSet& features = context.features();
  const Decorations& decorations = context.decorations();
  const ModelSet models = context.entry_points().models();
  const Api api = context.env().api;
  const bool has_device =
      context.options().device != nullptr && IsVulkan(context);
  return OfKind(Kind::kGiven, [&](uint64_t) { return has_device; }) |
         OfKind(Kind::kApi,
                [&](uint64_t v) { return static_cast<Api>(v) == api; }) |
         OfKind(Kind::kCapability,
                [&](uint64_t v) {
                  return features.Has(static_cast<grammar::Capability>(v));
                }) |
         OfKind(Kind::kDecoration,
                [&](uint64_t v) {
                  return decorations.Any(static_cast<grammar::Decoration>(v));
                }) |
         OfKind(Kind::kOp,
                [&](uint64_t v) {
                  return module.Has(static_cast<grammar::Op>(v));
                }) |
         OfKind(Kind::kModels,
                [&](uint64_t v) {
                  return models.Intersects(ModelSet::FromBits(v));
                }) |
         OfKind(Kind::kImport, [&](uint64_t v) { return Imports(module, v); });
}

}  // namespace plumb
