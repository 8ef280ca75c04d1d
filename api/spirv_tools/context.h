// Contexts: an environment and the consumer of messages.
//
// SPIRV-Tools' optimizer copies contexts, so the layout is that of its release.
//
// Tested by layout_test.cc and spirv_tools_test.cc.
#ifndef PLUMB_API_SPIRV_TOOLS_CONTEXT_H_
#define PLUMB_API_SPIRV_TOOLS_CONTEXT_H_

#include "api/spirv_tools/include/spirv-tools/libspirv.hpp"

struct spv_context_t {
  spv_target_env env;
  spvtools::MessageConsumer consumer;
};

namespace spvtools {

// Not in the headers, but called by SPIRV-Tools' optimizer.
SPIRV_TOOLS_EXPORT void SetContextMessageConsumer(spv_context context,
                                                  MessageConsumer consumer);

}  // namespace spvtools

#endif  // PLUMB_API_SPIRV_TOOLS_CONTEXT_H_
