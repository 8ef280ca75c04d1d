#include "validate/engine/family.h"
#include "validate/rules/ext/instruction_rules.h"

namespace plumb {

extern constinit const Family kExtensionInstructions(
    kExtensionInstructionRules);

}  // namespace plumb
