// The way that the indexes of an access chain take through the parts of types,
// for those who look for what is wrong with one: rules/memory/access_chains.cc
// judges it.
//
// Linear in the indexes.  Tested by testdata/rule_test.cc, with
// testdata/mistakes/wrong_*.spvasm.
#ifndef PLUMB_VALIDATE_ENGINE_CHAIN_WALK_H_
#define PLUMB_VALIDATE_ENGINE_CHAIN_WALK_H_

#include <cstdint>

#include "core/module.h"
#include "grammar/operands.h"
#include "validate/engine/definition.h"

namespace plumb {

// The part of a type that an index selects; kNoId if there is none, or if it
// is not known which.
inline Id PartOf(const Module& module, Id type, Id index) {
  namespace operand = grammar::operand;
  switch (OpOf(module, type)) {
    case grammar::Op::kTypeVector:  // the same operand of all of these
    case grammar::Op::kTypeMatrix:
    case grammar::Op::kTypeArray:
    case grammar::Op::kTypeRuntimeArray:
      return module.inst(module.def(type)).id(operand::TypeArray::kElementType);
    case grammar::Op::kTypeStruct: {
      if (OpOf(module, index) != grammar::Op::kConstant) return kNoId;
      const uint32_t member = module.inst(module.def(index))
                                  .operand_word(operand::Constant::kValue);
      const Inst structure = module.inst(module.def(type));
      constexpr auto kFirst = operand::TypeStruct::kMemberTypes;
      const uint32_t count = structure.operand_count() - kFirst.value;
      return member < count ? structure.id(kFirst + member) : kNoId;
    }
    default:
      return kNoId;
  }
}

// Whether all indexes of an access chain go down the parts of types.
inline bool HasSimpleIndexes(grammar::Op op) {
  return op == grammar::Op::kAccessChain ||
         op == grammar::Op::kInBoundsAccessChain;
}

// Calls `visit` with each index of an access chain with simple indexes and the
// type that it selects from, as far as the way is known.  Returns the
// type that it leads to; kNoId if that is not known.
template <typename Visit>
Id WalkChain(const Module& module, const Inst& chain, const Visit& visit) {
  namespace operand = grammar::operand;
  constexpr OperandIndex kBase = operand::AccessChain::kBase;
  const Id pointer = module.type_of(chain.id(kBase));
  if (OpOf(module, pointer) != grammar::Op::kTypePointer) return kNoId;
  Id type = module.inst(module.def(pointer)).id(operand::TypePointer::kType);
  for (OperandIndex at = kBase + 1; at < chain.operand_count() && type != kNoId;
       ++at) {
    visit(chain.id(at), type);
    type = PartOf(module, type, chain.id(at));
  }
  return type;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_CHAIN_WALK_H_
