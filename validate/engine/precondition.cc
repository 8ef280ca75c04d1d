#include "validate/engine/precondition.h"

#include <bit>
#include <cassert>
#include <vector>

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

// Calls `visit` with the test of preconditions of one kind, and returns what it
// returns: several of a kind are evaluated without a branch on it for each.
template <typename Visit>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline auto WithTest(Precondition::Kind kind,
                                                  const ModuleContext& context,
                                                  Visit visit) {
  using P = Precondition;
  switch (kind) {
    case P::Kind::kInput:
      return visit([&](const P&) {
        return context.options().device != nullptr && IsVulkan(context);
      });
    case P::Kind::kApi:
      return visit([api = context.env().api](const P& p) {
        return static_cast<Api>(p.value()) == api;
      });
    case P::Kind::kCapability:
      return visit([&](const P& p) {
        return context.Has(static_cast<Capability>(p.value()));
      });
    case P::Kind::kWithout:
      return visit([&](const P& p) {
        return !context.Has(static_cast<Capability>(p.value()));
      });
    case P::Kind::kDecoration:
      return visit([&](const P& p) {
        return context.decorations().HasAny(static_cast<Decoration>(p.value()));
      });
    case P::Kind::kOp:
      return visit([&](const P& p) {
        return context.module().Has(static_cast<Op>(p.value()));
      });
    case P::Kind::kModels:
      return visit([models = context.entry_points().models()](const P& p) {
        return models.Intersects(ModelSet::FromBits(p.value()));
      });
    case P::Kind::kImport:
      return visit(
          [&](const P& p) { return Imports(context.module(), p.value()); });
    case P::Kind::kStorageClass:
      return visit([&](const P& p) {
        return context.types().AnyPointsInto(
            static_cast<StorageClass>(p.value()));
      });
    case P::Kind::kTypes:
      return visit([&](const P& p) {
        return context.types().AnyContains(static_cast<TypeParts>(p.value()));
      });
    case P::Kind::kScope:
      return visit([&](const P& p) { return context.IsIn(p.scope()); });
    case P::Kind::kPredicate:
      break;
  }
  return visit([&](const P& p) { return p.predicate()(context); });
}

ABSL_ATTRIBUTE_ALWAYS_INLINE
inline bool Holds(const Precondition& p, const ModuleContext& context) {
  return WithTest(p.kind(), context, [&](auto test) { return test(p); });
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
    std::vector<Entry>& row =
        by_kind_[static_cast<size_t>(precondition.kind())];
    auto at = absl::c_find_if(row, [&](const Entry& entry) {
      return entry.precondition == precondition;
    });
    if (at == row.end()) at = row.insert(at, {precondition, size_++});
    bits |= uint64_t{1} << at->bit;
  }
  assert(size_ <= 64);
  return bits;
}

template <bool kOfFeatures>
uint64_t PreconditionTable::Evaluate(const ModuleContext& context) const {
  uint64_t bits = 0;
  for (size_t kind = 0; kind < by_kind_.size(); ++kind) {
    const std::vector<Entry>& row = by_kind_[kind];
    if (row.empty() ||
        Precondition::IsOfFeatures(static_cast<Precondition::Kind>(kind)) !=
            kOfFeatures) {
      continue;
    }
    bits |= WithTest(row[0].precondition.kind(), context, [&](auto test) {
      uint64_t held = 0;
      for (const Entry& entry : row) {
        held |= uint64_t{test(entry.precondition)} << entry.bit;
      }
      return held;
    });
  }
  return bits;
}

uint64_t PreconditionTable::EvaluateOfFeatures(
    const ModuleContext& context) const {
  return Evaluate<true>(context);
}
uint64_t PreconditionTable::EvaluateOthers(const ModuleContext& context) const {
  return Evaluate<false>(context);
}

}  // namespace plumb
