// Whether types of two modules are declared alike: equivalent OpType…
// instructions, at any depth (Vulkan, "Interface Matching").
//
// Tested by same_type_test.cc.
#ifndef PLUMB_VALIDATE_PIPELINE_SAME_TYPE_H_
#define PLUMB_VALIDATE_PIPELINE_SAME_TYPE_H_

#include "core/index.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Lengths of arrays are compared with the specialization of each module, and
// unknown ones are equal to all.  Names and decorations are ignored.  Linear in
// the pairs of types.
bool AreSameType(const ModuleContext& a_context, Id a,
                 const ModuleContext& b_context, Id b);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_SAME_TYPE_H_
