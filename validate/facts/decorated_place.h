// The places at which rules about decorations are reported.
#ifndef PLUMB_VALIDATE_FACTS_DECORATED_PLACE_H_
#define PLUMB_VALIDATE_FACTS_DECORATED_PLACE_H_

#include <optional>

#include "core/diagnostic.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/module_context.h"

namespace plumb {

// The decoration, or the target if a group is applied to it.
inline Place PlaceOf(const Decorated& d) {
  return d.by_group() ? Place::At(d.place, d.operand)
                      : Place::At(d.statement, d.decoration_operand());
}

// Whether a group has the same decoration before this one, whose targets were
// checked already.  Logarithmic in the decorations of the group.
inline bool IsRepeatedDecoration(const ModuleContext& context,
                                 const Decorated& d) {
  if (!d.by_group()) return false;
  const Id group = context.module().inst(d.statement).id(0);
  const std::optional<Decorated> first =
      context.decorations().Find(group, d.kind);
  return !first || first->statement != d.statement;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_DECORATED_PLACE_H_
