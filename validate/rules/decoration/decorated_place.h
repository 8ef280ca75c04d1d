// Where rules about decorations point.
#ifndef PLUMB_VALIDATE_RULES_DECORATION_DECORATED_PLACE_H_
#define PLUMB_VALIDATE_RULES_DECORATION_DECORATED_PLACE_H_

#include <optional>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/module_context.h"

namespace plumb {

// The decoration, or the target where a group is applied to it.
inline Place PlaceOf(const Decorated& d) {
  return d.by_group() ? Place::At(d.place, d.operand)
                      : Place::At(d.statement, d.decoration_operand());
}

// Where a target that lacks a decoration is decorated with another one, which
// may be meant to be that: one with a number (or, for those that have none,
// without) that is not among some that the target may have as well. `otherwise`
// if there is none.
enum class Decorates : uint8_t { kWithNumber, kWithoutNumber };
inline Place PlaceOfOther(Decorates how, const ModuleContext& context,
                          Id target, uint32_t member,
                          absl::Span<const grammar::Decoration> as_well,
                          Place otherwise) {
  Place found = otherwise;
  context.decorations().ForEachOf(target, member, [&](const Decorated& d) {
    const bool has_number =
        d.parameter < context.module().inst(d.statement).operand_count();
    if (has_number == (how == Decorates::kWithNumber) && !d.by_group() &&
        !absl::c_linear_search(as_well, d.kind)) {
      found = PlaceOf(d);
    }
  });
  return found;
}

// Whether a group states a decoration that it has stated before: its targets
// have been judged then.  Logarithmic in what is said of the group.
inline bool RepeatsItself(const ModuleContext& context, const Decorated& d) {
  if (!d.by_group()) return false;
  const Id group = context.module().inst(d.statement).id(0);
  const std::optional<Decorated> first =
      context.decorations().Find(group, d.kind);
  return !first || first->statement != d.statement;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DECORATION_DECORATED_PLACE_H_
