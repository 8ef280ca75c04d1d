// Fuzzes the interface of SPIRV-Tools: its functions on one module.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "spirv-tools/libspirv.hpp"
#include "testdata/fuzz/fuzz_input.h"
#include "testdata/fuzz/fuzz_target.h"

namespace plumb {
namespace {

volatile uint64_t sum_of_bytes = 0;

void Read(const void* bytes, size_t size) {
  uint64_t sum = 0;
  for (size_t i = 0; i < size; ++i) {
    sum += static_cast<const uint8_t*>(bytes)[i];
  }
  sum_of_bytes = sum_of_bytes + sum;
}

void Read(const char* text) { Read(text, std::strlen(text)); }

spv_result_t ReadHeader(void* data, spv_endianness_t, uint32_t, uint32_t,
                        uint32_t, uint32_t, uint32_t) {
  return --*static_cast<uint32_t*>(data) == 0 ? SPV_REQUESTED_TERMINATION
                                              : SPV_SUCCESS;
}

spv_result_t ReadInstruction(void* data, const spv_parsed_instruction_t* inst) {
  Read(inst->words, inst->num_words * sizeof(uint32_t));
  for (uint16_t i = 0; i < inst->num_operands; ++i) {
    const spv_parsed_operand_t& operand = inst->operands[i];
    Read(inst->words + operand.offset, operand.num_words * sizeof(uint32_t));
  }
  return --*static_cast<uint32_t*>(data) == 0 ? SPV_REQUESTED_TERMINATION
                                              : SPV_SUCCESS;
}

class Calls {
 public:
  explicit Calls(FuzzInput* input) : in_(*input) {
    env_ = static_cast<spv_target_env>(in_.TakeByte() % 32);
    context_ = spvContextCreate(env_);
    options_ = spvValidatorOptionsCreate();
  }
  ~Calls() {
    End();
    spvValidatorOptionsDestroy(options_);
    spvContextDestroy(context_);
  }
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  void Run() {
    SetOptions();
    const uint8_t calls = in_.TakeByte();
    const uint32_t flags = in_.TakeNumber();
    const uint32_t stop = in_.TakeNumber();
    const std::string text = in_.TakeRest();
    const std::vector<uint32_t> words =
        FuzzInput(absl::string_view(text)).TakeRestAsWords();
    if ((calls & 1) != 0) Assemble(text, flags);
    if ((calls & 2) != 0) Disassemble(words, flags);
    if ((calls & 4) != 0) Parse(words, stop);
    if ((calls & 8) != 0) Validate(words);
    if ((calls & 16) != 0) UseClass(words, text, flags);
  }

 private:
  using Setter = void (*)(spv_validator_options, bool);

  void SetOptions() {
    static constexpr Setter kSetters[] = {
        spvValidatorOptionsSetRelaxStoreStruct,
        spvValidatorOptionsSetRelaxLogicalPointer,
        spvValidatorOptionsSetBeforeHlslLegalization,
        spvValidatorOptionsSetRelaxBlockLayout,
        spvValidatorOptionsSetUniformBufferStandardLayout,
        spvValidatorOptionsSetScalarBlockLayout,
        spvValidatorOptionsSetWorkgroupScalarBlockLayout,
        spvValidatorOptionsSetSkipBlockLayout,
        spvValidatorOptionsSetAllowLocalSizeId,
        spvValidatorOptionsSetAllowOffsetTextureOperand,
        spvValidatorOptionsSetAllowVulkan32BitBitwise,
        spvValidatorOptionsSetFriendlyNames};
    const uint8_t count = in_.TakeByte() % 4;
    for (uint8_t i = 0; i < count; ++i) {
      const bool value = in_.TakeBool();
      kSetters[in_.TakeByte() % std::size(kSetters)](options_, value);
    }
    if (in_.TakeBool()) {
      const auto limit = static_cast<spv_validator_limit>(in_.TakeByte() % 12);
      spvValidatorOptionsSetUniversalLimit(options_, limit, in_.TakeNumber());
      const uint32_t size = in_.TakeNumber();
      spvValidatorOptionsSetBufferDescriptorLayout(options_, size,
                                                   in_.TakeNumber());
    }
  }

  void Assemble(const std::string& text, uint32_t flags) {
    spv_binary binary = nullptr;
    if (spvTextToBinaryWithOptions(context_, text.data(), text.size(), flags,
                                   &binary, &diagnostic_) == SPV_SUCCESS) {
      Read(binary->code, binary->wordCount * sizeof(uint32_t));
      spvValidateWithOptions(context_, options_, nullptr, &diagnostic_);
      spvBinaryDestroy(binary);
    }
    End();
  }
  void Disassemble(const std::vector<uint32_t>& words, uint32_t flags) {
    spv_text text = nullptr;
    if (spvBinaryToText(context_, words.data(), words.size(), flags & ~1u,
                        &text, &diagnostic_) == SPV_SUCCESS) {
      Read(text->str, text->length);
      spvTextDestroy(text);
    }
    End();
  }
  void Parse(const std::vector<uint32_t>& words, uint32_t stop) {
    spvBinaryParse(context_, &stop, words.data(), words.size(), ReadHeader,
                   ReadInstruction, &diagnostic_);
    End();
  }
  void Validate(const std::vector<uint32_t>& words) {
    std::vector<uint32_t> copy = words;
    spv_const_binary_t binary = {copy.data(), copy.size()};
    spvValidateWithOptions(context_, options_, &binary, &diagnostic_);
    End();
    spvValidateBinary(context_, words.data(), words.size(), &diagnostic_);
    End();
  }
  void UseClass(const std::vector<uint32_t>& words, const std::string& text,
                uint32_t flags) {
    const spvtools::SpirvTools tools(env_);
    if (!tools.IsValid()) return;
    std::string disassembly;
    std::vector<uint32_t> binary;
    tools.Disassemble(words.data(), words.size(), &disassembly, flags & ~1u);
    Read(disassembly.data(), disassembly.size());
    tools.Assemble(text.data(), text.size(), &binary, flags);
    tools.Validate(binary.data(), binary.size());
  }
  // Reads the diagnostic of a call and destroys it.
  void End() {
    if (diagnostic_ != nullptr) Read(diagnostic_->error);
    spvDiagnosticDestroy(diagnostic_);
    diagnostic_ = nullptr;
  }

  FuzzInput& in_;
  spv_target_env env_;
  spv_context context_;
  spv_validator_options options_;
  spv_diagnostic diagnostic_ = nullptr;
};

}  // namespace

void FuzzSpirvTools(absl::string_view input) {
  FuzzInput bytes(input);
  Calls(&bytes).Run();
}

}  // namespace plumb
