// The layouts of a module's types, as facts that module checks share
// (ModuleContext::Fact).
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_MODULE_LAYOUTS_H_
#define PLUMB_VALIDATE_FACTS_MODULE_LAYOUTS_H_

#include "validate/analysis/explicit_layouts.h"
#include "validate/analysis/type_layouts.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Sizes, alignments and strides.
class ModuleTypeLayouts : public TypeLayouts {
 public:
  void Build(const ModuleContext& context) {
    TypeLayouts::Build(context.module(), context.types(), context.constants(),
                       context.decorations(), context.memory_model());
  }
};

// Whether types have the decorations of an explicit layout.
class ModuleExplicitLayouts : public ExplicitLayouts {
 public:
  void Build(const ModuleContext& context) {
    ExplicitLayouts::Build(context.module(), context.types(),
                           context.decorations());
  }
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_MODULE_LAYOUTS_H_
