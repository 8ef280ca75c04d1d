// Instructions added by extensions: reported by capability/requirements.cc.
#ifndef PLUMB_VALIDATE_RULES_EXT_INSTRUCTION_RULES_H_
#define PLUMB_VALIDATE_RULES_EXT_INSTRUCTION_RULES_H_

#include "core/rule.h"

namespace plumb {

inline constexpr RuleTable kExtensionInstructionRules({
    Also("ext.instruction.reserved-opcode-core-capability "
         "group.reserved-opcodes.extension",
         WithFix(DeclareArgument(1), {"ext.instruction.reserved-opcode",
                                      "3.3.1", "{0} requires {1}"})),
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_EXT_INSTRUCTION_RULES_H_
