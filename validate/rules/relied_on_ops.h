// Opcodes for ReliesOn (core/rule.h): a violation of a rule may follow from an
// error in one of these instructions.
#ifndef PLUMB_VALIDATE_RULES_RELIED_ON_OPS_H_
#define PLUMB_VALIDATE_RULES_RELIED_ON_OPS_H_

#include "grammar/grammar.h"

namespace plumb {

// For rules about decorations.
inline constexpr grammar::Op kDecorateOps[] = {grammar::Op::kDecorate};

// For rules that also apply to decorations of members.
inline constexpr grammar::Op kDecorationOps[] = {grammar::Op::kDecorate,
                                                 grammar::Op::kMemberDecorate};

// For rules about execution modes.
inline constexpr grammar::Op kModeOps[] = {grammar::Op::kExecutionMode,
                                           grammar::Op::kExecutionModeId};

// For rules that depend on the memory model.
inline constexpr grammar::Op kMemoryModelOps[] = {grammar::Op::kMemoryModel};

// For rules that depend on execution models.
inline constexpr grammar::Op kEntryPointOps[] = {grammar::Op::kEntryPoint};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_RELIED_ON_OPS_H_
