// What may be done with the pointer to a texel: atomic instructions alone take
// it (section 3.3.8, SPV_EXT_descriptor_heap).
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_IMAGE_TEXEL_POINTER_USES_H_
#define PLUMB_VALIDATE_RULES_IMAGE_TEXEL_POINTER_USES_H_

#include "core/rule.h"
#include "grammar/grammar.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Reports other uses of what instructions of this opcode make.  Arguments: the
// opcode that takes the pointer, the pointer.  Linear in the instructions of
// functions and in the uses, and asks for them (fact::kUses), if the module has
// the opcode at all.
void CheckTexelPointerUses(ModuleContext& context, grammar::Op op,
                           const Rule& rule);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_IMAGE_TEXEL_POINTER_USES_H_
