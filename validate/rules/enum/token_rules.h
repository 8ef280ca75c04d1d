// Features that a version or an extension adds or removes: rules for
// enumerants and opcodes, reported by capability/requirements.cc.
#ifndef PLUMB_VALIDATE_RULES_ENUM_TOKEN_RULES_H_
#define PLUMB_VALIDATE_RULES_ENUM_TOKEN_RULES_H_

#include "core/rule.h"

namespace plumb {

inline constexpr RuleTable kTokenRules({
    Also("enum.reserved.not-usable",
         WithFix(DeclareArgument(1),
                 {"enum.token.reserved", "2.22", "{0} requires {1}"})),
    WithFix(DeclareArgument(1),
            {"enum.token.missing-before", "2.22",
             "{0} is not in SPIR-V 1.{2}: it requires {1}"}),
    {"enum.token.removed", "2.22",
     "{0} is not in SPIR-V 1.{1}: it was removed after version 1.{2}"},
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_ENUM_TOKEN_RULES_H_
