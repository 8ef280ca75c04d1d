#include "validate/engine/type_pattern.h"

#include "absl/algorithm/container.h"
#include "core/module.h"
#include "validate/engine/module_context.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

// Whether the declaration of a type fits, ignoring its element.
bool FitsDeclaration(const ModuleContext& context, const TypePattern& pattern,
                     Id type, const TypeInfo& info) {
  if (!pattern.declared_by.empty()) {
    const grammar::Op op =
        context.module().record(context.module().def(type)).op;
    if (!absl::c_linear_search(pattern.declared_by, op)) return false;
  }
  if (pattern.count != 0) {
    const auto count = CountOf(context, type);
    if (count && *count != pattern.count) return false;
  }
  return pattern.storage_classes.empty() ||
         absl::c_linear_search(pattern.storage_classes, info.storage_class);
}

}  // namespace

// Recursion depth is that of the pattern, which is fixed in code.
bool MatchesDetails(const ModuleContext& context, const TypePattern& pattern,
                    Id type, const TypeInfo& row) {
  return FitsDeclaration(context, pattern, type, row) &&
         (pattern.element == nullptr ||
          Fits(context, *pattern.element, row.element));
}

bool Fits(const ModuleContext& context, const TypePattern& pattern, Id type) {
  return Fits(context, pattern, type, context.types().Get(type));
}

}  // namespace plumb
