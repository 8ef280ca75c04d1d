// See message.h.
#include "api/spirv_tools/message.h"

#include <utility>

namespace plumb::spirv_tools {

Failure BinaryFailure(spv_result_t result, size_t instruction,
                      std::string message) {
  Failure failure;
  failure.result = result;
  failure.position.index = instruction;
  failure.message = std::move(message);
  return failure;
}

spv_result_t Fail(const spv_context_t& context, const Failure& failure,
                  spv_diagnostic* diagnostic) {
  if (diagnostic != nullptr) {
    spv_position_t position = failure.position;
    *diagnostic = spvDiagnosticCreate(&position, failure.message.c_str());
    if (*diagnostic == nullptr) return SPV_ERROR_OUT_OF_MEMORY;
    (*diagnostic)->isTextSource = failure.is_of_text;
  } else if (context.consumer) {
    context.consumer(SPV_MSG_ERROR, "input", failure.position,
                     failure.message.c_str());
  }
  return failure.result;
}

}  // namespace plumb::spirv_tools
