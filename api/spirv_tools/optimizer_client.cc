// Optimizes modules with SPIRV-Tools' own optimizer:
//
//   optimizer_client FILE.spvasm...
//
// optimizer_test.sh links it with SPIRV-Tools, and with our library before it,
// and compares the outputs.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "spirv-tools/libspirv.hpp"
#include "spirv-tools/optimizer.hpp"

namespace {

void PrintMessage(spv_message_level_t level, const char* source,
                  const spv_position_t&, const char* message) {
  std::printf("message %d %s %s\n", static_cast<int>(level),
              source == nullptr ? "NULL" : source,
              message == nullptr ? "NULL" : "given");
}

void Optimize(spv_target_env env, const std::vector<uint32_t>& words,
              bool for_size, bool preserves) {
  spvtools::Optimizer optimizer(env);
  optimizer.SetMessageConsumer(PrintMessage);
  if (for_size) {
    optimizer.RegisterSizePasses();
  } else {
    optimizer.RegisterPerformancePasses();
  }
  optimizer.SetValidateAfterAll(true);
  spvtools::ValidatorOptions validator_options;
  validator_options.SetScalarBlockLayout(true);
  validator_options.SetBufferDescriptorLayout(64, 32);
  spvtools::OptimizerOptions options;
  options.set_validator_options(validator_options);
  options.set_preserve_bindings(preserves);
  options.set_preserve_spec_constants(preserves);
  std::vector<uint32_t> optimized;
  const bool is_done =
      optimizer.Run(words.data(), words.size(), &optimized, options);
  std::printf("optimized: %d, %zu words\n", static_cast<int>(is_done),
              optimized.size());
  for (const uint32_t word : optimized) std::printf("%08x\n", word);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::printf("file %s\n", argv[i]);
    // A module is valid for some of them.
    for (const spv_target_env env : {SPV_ENV_VULKAN_1_0, SPV_ENV_VULKAN_1_2,
                                     SPV_ENV_VULKAN_1_1_SPIRV_1_4}) {
      std::vector<uint32_t> words;
      const bool is_assembled =
          spvtools::SpirvTools(env).Assemble(text, &words);
      std::printf("assembled: %d\n", static_cast<int>(is_assembled));
      Optimize(env, words, false, false);
      Optimize(env, words, true, true);
    }
  }
  return 0;
}
