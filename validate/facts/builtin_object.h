// The objects of BuiltIn decorations, and which parts of them instructions
// use.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_BUILTIN_OBJECT_H_
#define PLUMB_VALIDATE_FACTS_BUILTIN_OBJECT_H_

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
#include "validate/facts/decorated_place.h"

namespace plumb {

// The built-in of a BuiltIn decoration; empty if the operand is missing.
inline std::optional<grammar::BuiltIn> BuiltInOf(const Module& module,
                                                 const Decorated& d) {
  const Inst statement = module.inst(d.statement);
  if (d.parameter >= statement.operand_count()) return std::nullopt;
  return grammar::BuiltIn{statement.operand_word(d.parameter)};
}

// The built-in of an object or of a structure member.
inline std::optional<grammar::BuiltIn> BuiltInAt(const ModuleContext& context,
                                                 Id target,
                                                 uint32_t member = kNoMember) {
  const std::optional<Decorated> d =
      context.decorations().Find(target, member, grammar::Decoration::kBuiltIn);
  return d ? BuiltInOf(context.module(), *d) : std::nullopt;
}

// The operand that names the built-in, or the target if a group is applied to
// it.
inline Place PlaceOfBuiltIn(const Decorated& d) {
  return d.by_group() ? PlaceOf(d) : Place::At(d.statement, d.parameter);
}

// A variable, constant or member that is declared to be a built-in.
struct DeclaredBuiltIn {
  grammar::BuiltIn builtin;
  Decorated decorated;
};

// All declared built-ins, by decorated object.
class DeclaredBuiltIns {
 public:
  // O(n log n) in the decorations BuiltIn.  Keeps its memory.
  void Build(const ModuleContext& context);

  // In the order of targets and members.
  absl::Span<const DeclaredBuiltIn> all() const { return all_; }
  // The built-ins of a variable, a constant or a structure; at most as many as
  // there are built-ins, which bounds walks of interfaces.  O(log n).
  absl::Span<const DeclaredBuiltIn> Get(Id target) const;

 private:
  std::vector<DeclaredBuiltIn> all_;
};

// The execution models of the entry points that list a variable, or a variable
// of a structure type.  Reads the interfaces at the first query.
class ListingModels {
 public:
  void Clear() { models_.clear(); }
  // `id` is that of a variable or structure; empty if no entry point lists it.
  // O(interfaces) once, then O(1).
  ModelSet GetModels(const ModuleContext& context, Id id);

 private:
  std::vector<ModelSet> models_;  // by id
};

// The structure that a type is, or that arrays of the type contain.
struct BlockType {
  Id structure;     // kNoId: none
  uint32_t arrays;  // number of arrays around it
  Id array;         // the outermost array, if any
};
inline BlockType BlockOf(const ModuleContext& context, Id type) {
  constexpr uint32_t kMaxArrays = 2;  // primitives, and their views
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

// The type that a variable points to.
inline Id PointeeOf(const ModuleContext& context, Id variable) {
  return context.types().TypeOf(context.module(), variable).element;
}

// The built-ins that a variable is or contains.
absl::Span<const DeclaredBuiltIn> BuiltInsOf(const ModuleContext& context,
                                             const DeclaredBuiltIns& declared,
                                             Id variable);

// The member of a block that an instruction selects through the operand that
// points to the block; kNoMember if it uses the whole block, or if unknown.
uint32_t MemberUsed(const ModuleContext& context, const Inst& inst,
                    OperandIndex operand);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_BUILTIN_OBJECT_H_
