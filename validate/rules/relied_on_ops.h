// Instructions that rules rely on (ReliesOn in core/rule.h): what they say is
// due to these, and may be wrong where these are.
#ifndef PLUMB_VALIDATE_RULES_RELIED_ON_OPS_H_
#define PLUMB_VALIDATE_RULES_RELIED_ON_OPS_H_

#include "grammar/grammar.h"

namespace plumb {

// What is decorated is found by these.
inline constexpr grammar::Op kDecorateOps[] = {grammar::Op::kDecorate};

// What members are decorated with, too.
inline constexpr grammar::Op kDecorationOps[] = {grammar::Op::kDecorate,
                                                 grammar::Op::kMemberDecorate};

// How entry points run is said by these.
inline constexpr grammar::Op kModeOps[] = {grammar::Op::kExecutionMode,
                                           grammar::Op::kExecutionModeId};

// What the memory model allows and asks for is said by it.
inline constexpr grammar::Op kMemoryModelOps[] = {grammar::Op::kMemoryModel};

// What kernels and shaders are is said by these.
inline constexpr grammar::Op kEntryPointOps[] = {grammar::Op::kEntryPoint};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_RELIED_ON_OPS_H_
