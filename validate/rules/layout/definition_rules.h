// Declarations and source instructions must follow their operands (section
// 2.4). ssa/forward_reference.cc reports them with all other uses of ids
// before the definition.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_LAYOUT_DEFINITION_RULES_H_
#define PLUMB_VALIDATE_RULES_LAYOUT_DEFINITION_RULES_H_

#include "core/rule.h"
#include "grammar/grammar.h"

namespace plumb {

inline constexpr grammar::Op kForwardPointerOps[] = {
    grammar::Op::kTypeForwardPointer};

inline constexpr RuleTable kDefinitionOrderRules({
    Also(
        "type.struct.forward-announced type.typestruct.forward-member-declared "
        "type.operand.bottom-up type.typeforwardpointer.forward-consumers "
        "graph.debuginfo.no-forward-reference "
        "debuginfo.operand.no-forward-reference",
        ReliesOn(
            kForwardPointerOps,
            Contradicts(
                Contradicted::kPlace,
                Malformed({"layout.declaration.defined-before-use", "2.4",
                           "{0} must be defined before this declaration uses "
                           "it"})))),
    {"layout.debugsource.no-forward-reference", "2.4",
     "{0} must be defined before this source instruction"},
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_LAYOUT_DEFINITION_RULES_H_
