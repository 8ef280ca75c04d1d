// The instruction that defines an id, and whether it defines a type or an
// object.
#ifndef PLUMB_VALIDATE_ENGINE_DEFINITION_H_
#define PLUMB_VALIDATE_ENGINE_DEFINITION_H_

#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

// The opcode that defines an id; kNoOp if it is undefined.
inline grammar::Op OpOf(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def == kNoInst ? grammar::kNoOp : module.record(def).op;
}

// Whether an opcode declares a type.
inline bool DeclaresType(grammar::Op op) {
  return Is(op, grammar::OpTrait::kTypeDeclaration);
}

// Whether what an instruction defines is an object: it has a type, and is
// neither a function nor a graph, which have one too.
inline bool DefinesObject(const Module& module, InstIndex def) {
  const InstRecord& record = module.record(def);
  return module.type_of(record.result) != kNoId &&
         record.op != grammar::Op::kFunction &&
         record.op != grammar::Op::kGraphARM;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_DEFINITION_H_
