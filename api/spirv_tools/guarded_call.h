// The frame of a function that returns a result: its preconditions, and no
// exception for a lack of memory.
#ifndef PLUMB_API_SPIRV_TOOLS_GUARDED_CALL_H_
#define PLUMB_API_SPIRV_TOOLS_GUARDED_CALL_H_

#include <new>
#include <stdexcept>

#include "api/spirv_tools/context.h"

namespace plumb::spirv_tools {

// Calls `run(*context)` and returns its result.  `*diagnostic`, which may be
// uninitialized, is null before.  Exceptions of the program's own callbacks
// pass through.
template <typename Run>
spv_result_t GuardedCall(spv_const_context context, spv_diagnostic* diagnostic,
                         const Run& run) {
  if (diagnostic != nullptr) *diagnostic = nullptr;
  if (context == nullptr) return SPV_ERROR_INVALID_POINTER;
  try {
    return run(*context);
  } catch (const std::bad_alloc&) {
    return SPV_ERROR_OUT_OF_MEMORY;
  } catch (const std::length_error&) {
    return SPV_ERROR_OUT_OF_MEMORY;
  }
}

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_GUARDED_CALL_H_
