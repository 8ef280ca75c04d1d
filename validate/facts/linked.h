// The imports and exports of a module: LinkageAttributes decorations (sections
// 2.13 and 3.2.19), for rules.
#ifndef PLUMB_VALIDATE_FACTS_LINKED_H_
#define PLUMB_VALIDATE_FACTS_LINKED_H_

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/module_context.h"

namespace plumb {

// A linked object, and its decoration.
class Linked {
 public:
  Linked(const Module& module, const Decorated& decoration)
      : module_(&module), decoration_(decoration) {}

  Id target() const { return decoration_.target; }
  bool imported() const {
    return grammar::LinkageType{statement().operand_word(
               decoration_.parameter + 1)} == grammar::LinkageType::kImport;
  }
  absl::string_view name() const {
    return statement().string(decoration_.parameter);
  }

  // The decoration, its name, and the place of the target.
  Place place() const { return Place::At(decoration_.statement); }
  Place name_place() const {
    return Place::At(decoration_.statement, decoration_.parameter);
  }
  Place target_place() const {
    return Place::At(decoration_.place, decoration_.operand);
  }

 private:
  Inst statement() const { return module_->inst(decoration_.statement); }

  const Module* module_;
  Decorated decoration_;
};

// Calls `visit` with each linked object, in the order of the decorations.
template <typename Visit>
void ForEachLinked(const ModuleContext& context, Visit visit) {
  context.decorations().ForEach(grammar::Decoration::kLinkageAttributes,
                                [&](const Decorated& d) {
                                  if (d.member == kNoMember) {
                                    visit(Linked(context.module(), d));
                                  }
                                });
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_LINKED_H_
