// Passes the message of a failed call to its diagnostic, or to the consumer of
// its context.
//
// Tested by contract_test.sh and spirv_tools_test.cc.
#ifndef PLUMB_API_SPIRV_TOOLS_MESSAGE_H_
#define PLUMB_API_SPIRV_TOOLS_MESSAGE_H_

#include <cstddef>
#include <string>

#include "api/spirv_tools/context.h"

namespace plumb::spirv_tools {

// An error: its result and message, and where it is.
struct Failure {
  spv_result_t result = SPV_SUCCESS;
  spv_position_t position = {};
  std::string message;
  bool is_of_text = false;
};

// An error at an instruction of a binary, counted from 1, or its header (0).
Failure BinaryFailure(spv_result_t result, size_t instruction,
                      std::string message);

// Passes a failure on and returns its result: `*diagnostic` gets it, or if
// `diagnostic` is null, the consumer of the context, if it has one.
spv_result_t Fail(const spv_context_t& context, const Failure& failure,
                  spv_diagnostic* diagnostic);

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_MESSAGE_H_
