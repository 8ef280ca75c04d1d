// What a decoration BuiltIn is on, and what is used of it.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_OBJECT_H_
#define PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_OBJECT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/execution_models.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/module_context.h"
#include "validate/rules/decoration/decorated_place.h"

namespace plumb {

// The built-in that a decoration BuiltIn states; none if it is cut short.
inline std::optional<grammar::BuiltIn> BuiltInOf(const Module& module,
                                                 const Decorated& d) {
  const Inst statement = module.inst(d.statement);
  if (d.parameter >= statement.operand_count()) return std::nullopt;
  return grammar::BuiltIn{statement.operand_word(d.parameter)};
}

// The built-in that an object, or a member of a structure, is decorated to be.
inline std::optional<grammar::BuiltIn> BuiltInAt(const ModuleContext& context,
                                                 Id target,
                                                 uint32_t member = kNoMember) {
  const std::optional<Decorated> d =
      context.decorations().Find(target, member, grammar::Decoration::kBuiltIn);
  return d ? BuiltInOf(context.module(), *d) : std::nullopt;
}

// Where it is named, or the target where a group is applied to it.
inline Place PlaceOfBuiltIn(const Decorated& d) {
  return d.by_group() ? PlaceOf(d) : Place::At(d.statement, d.parameter);
}

// A built-in that a variable, a constant or a member is declared to be.
struct DeclaredBuiltIn {
  grammar::BuiltIn builtin;
  Decorated decorated;
};

// All of them, by what is decorated.
class DeclaredBuiltIns {
 public:
  // O(n log n) in the decorations BuiltIn.  Keeps its memory.
  void Build(const ModuleContext& context);

  // In the order of targets and members.
  absl::Span<const DeclaredBuiltIn> all() const { return all_; }
  // Those of a variable, a constant or a structure; not more than there are
  // built-ins, so that interfaces can be walked.  O(log n).
  absl::Span<const DeclaredBuiltIn> Of(Id target) const;

 private:
  std::vector<DeclaredBuiltIn> all_;
};

// The execution models of the entry points that list a variable, or a variable
// that holds a structure.  Reads the interfaces when it is first asked.
class ListingModels {
 public:
  void Clear() { models_.clear(); }
  // `id` is of a variable or structure; empty if no entry point lists it.
  // O(interfaces) once, O(1) from then on.
  ModelSet Of(const ModuleContext& context, Id id);

 private:
  std::vector<ModelSet> models_;  // by id
};

// The structure that a type is, or is an array of arrays of.
struct BlockType {
  Id structure;     // kNoId: none
  uint32_t arrays;  // around it
  Id array;         // the outermost, if there is any
};
inline BlockType BlockOf(const ModuleContext& context, Id type) {
  constexpr uint32_t kMaxArrays = 2;  // views of primitives
  const Id outermost = type;
  for (uint32_t arrays = 0; arrays <= kMaxArrays; ++arrays) {
    const TypeInfo& info = context.types().Get(type);
    if (info.poisoned()) break;
    if (info.Is(type_trait::kStruct)) {
      return {type, arrays, arrays == 0 ? kNoId : outermost};
    }
    if (!info.Is(type_trait::kArray | type_trait::kRuntimeArray)) break;
    type = info.element;
  }
  return {kNoId, 0, kNoId};
}

// What a variable points to.
inline Id PointeeOf(const ModuleContext& context, Id variable) {
  return context.types().Of(context.module(), variable).element;
}

// The built-ins that a variable is or holds.
absl::Span<const DeclaredBuiltIn> BuiltInsOf(const ModuleContext& context,
                                             const DeclaredBuiltIns& declared,
                                             Id variable);

// The member that an instruction picks of the block that an operand points to;
// kNoMember if it uses the whole, or nobody knows.
uint32_t MemberUsed(const ModuleContext& context, const Inst& inst,
                    OperandIndex operand);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_OBJECT_H_
