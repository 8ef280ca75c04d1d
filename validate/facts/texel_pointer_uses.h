// Uses of texel pointers: only atomic instructions may use them (section
// 3.3.8, SPV_EXT_descriptor_heap).
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_TEXEL_POINTER_USES_H_
#define PLUMB_VALIDATE_FACTS_TEXEL_POINTER_USES_H_

#include "core/rule.h"
#include "grammar/grammar.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Reports other uses of the results of this opcode.  Arguments: the opcode
// that uses the pointer, the pointer.  Linear in the instructions of functions
// and in the uses, which it provides (fact::kUses), if the module has the
// opcode at all.
void CheckTexelPointerUses(ModuleContext& context, grammar::Op op,
                           const Rule& rule);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_TEXEL_POINTER_USES_H_
