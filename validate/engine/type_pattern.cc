#include "validate/engine/type_pattern.h"

#include "absl/algorithm/container.h"
#include "core/module.h"
#include "validate/engine/module_context.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

// Whether the declaration of a type fits, its element apart.
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

bool Fits(const ModuleContext& context, const TypePattern& pattern, Id type) {
  for (const TypePattern* at = &pattern;; at = at->element) {
    const TypeInfo& info = context.types().Get(type);
    if (IsUnknown(info)) return true;
    if (!at->FitsRow(info)) return false;
    if (at->IsRowOnly()) return true;
    if (!FitsDeclaration(context, *at, type, info)) return false;
    if (at->element == nullptr) return true;
    type = info.element;
  }
}

}  // namespace plumb
