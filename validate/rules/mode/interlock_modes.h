// The execution modes that request an interlock of fragment shader invocations
// (SPV_EXT_fragment_shader_interlock).
#ifndef PLUMB_VALIDATE_RULES_MODE_INTERLOCK_MODES_H_
#define PLUMB_VALIDATE_RULES_MODE_INTERLOCK_MODES_H_

#include "grammar/grammar.h"

namespace plumb {

inline constexpr ExecutionMode kInterlocks[] = {
    ExecutionMode::kPixelInterlockOrderedEXT,
    ExecutionMode::kPixelInterlockUnorderedEXT,
    ExecutionMode::kSampleInterlockOrderedEXT,
    ExecutionMode::kSampleInterlockUnorderedEXT,
    ExecutionMode::kShadingRateInterlockOrderedEXT,
    ExecutionMode::kShadingRateInterlockUnorderedEXT};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_MODE_INTERLOCK_MODES_H_
