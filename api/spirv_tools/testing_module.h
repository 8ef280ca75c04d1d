// Modules for tests: assembled with the library itself.
#ifndef PLUMB_API_SPIRV_TOOLS_TESTING_MODULE_H_
#define PLUMB_API_SPIRV_TOOLS_TESTING_MODULE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "api/spirv_tools/include/spirv-tools/libspirv.hpp"
#include "gtest/gtest.h"

namespace plumb::spirv_tools {

// The words of a text, with the ids that it names as numbers.
inline std::vector<uint32_t> AssembledWords(
    const std::string& text, spv_target_env env = SPV_ENV_UNIVERSAL_1_6) {
  spvtools::SpirvTools tools(env);
  std::vector<uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text, &words,
                             SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS))
      << text;
  return words;
}

inline constexpr char kModuleStart[] =
    "OpCapability Shader\n"
    "OpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n";

// A context that is destroyed with its scope.
class TestContext {
 public:
  explicit TestContext(spv_target_env env = SPV_ENV_UNIVERSAL_1_6)
      : context_(env) {}
  operator spv_const_context() const { return context_.CContext(); }  // NOLINT

 private:
  spvtools::Context context_;
};

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_TESTING_MODULE_H_
