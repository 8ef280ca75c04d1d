// The C++ interface of SPIRV-Tools 2026.4, as libplumb-spirv-tools provides it.
// See libspirv.h.
//
// Tested by api/spirv_tools/spirv_tools_test.cc.
#ifndef INCLUDE_SPIRV_TOOLS_LIBSPIRV_HPP_
#define INCLUDE_SPIRV_TOOLS_LIBSPIRV_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libspirv.h"

namespace spvtools {

// Receives messages: their level, source ("input", or null), position and text.
using MessageConsumer = std::function<void(spv_message_level_t, const char*,
                                           const spv_position_t&, const char*)>;

// Receive the parts of a module.  Another result than SPV_SUCCESS ends parsing.
using HeaderParser = std::function<spv_result_t(
    const spv_endianness_t endianess, const spv_parsed_header_t& instruction)>;
using InstructionParser =
    std::function<spv_result_t(const spv_parsed_instruction_t& instruction)>;

// Owns a context of the C interface.
class SPIRV_TOOLS_EXPORT Context {
 public:
  explicit Context(spv_target_env env);
  ~Context();

  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  Context(Context&& other);
  Context& operator=(Context&& other);

  void SetMessageConsumer(MessageConsumer consumer);
  spv_context& CContext();
  const spv_context& CContext() const;

 private:
  spv_context context_;
};

// Assembles, disassembles, parses and validates.  Messages go to the consumer;
// without one they are lost.
class SPIRV_TOOLS_EXPORT SpirvTools {
 public:
  enum {
    kDefaultAssembleOption = SPV_TEXT_TO_BINARY_OPTION_NONE,
    kDefaultDisassembleOption = SPV_BINARY_TO_TEXT_OPTION_NO_HEADER |
                                SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES
  };

  explicit SpirvTools(spv_target_env env);
  ~SpirvTools();

  SpirvTools(const SpirvTools&) = delete;
  SpirvTools& operator=(const SpirvTools&) = delete;
  SpirvTools(SpirvTools&&) = delete;
  SpirvTools& operator=(SpirvTools&&) = delete;

  void SetMessageConsumer(MessageConsumer consumer);
  // Whether the environment is known.  Nothing else may be called if not.
  bool IsValid() const;

  // Each returns whether it succeeded; if not, the result is as before.
  bool Assemble(const std::string& text, std::vector<uint32_t>* binary,
                uint32_t options = kDefaultAssembleOption) const;
  bool Assemble(const char* text, size_t text_size,
                std::vector<uint32_t>* binary,
                uint32_t options = kDefaultAssembleOption) const;
  bool Disassemble(const std::vector<uint32_t>& binary, std::string* text,
                   uint32_t options = kDefaultDisassembleOption) const;
  bool Disassemble(const uint32_t* binary, size_t binary_size,
                   std::string* text,
                   uint32_t options = kDefaultDisassembleOption) const;
  bool Parse(const std::vector<uint32_t>& binary,
             const HeaderParser& header_parser,
             const InstructionParser& instruction_parser,
             spv_diagnostic* diagnostic = nullptr);

  bool Validate(const std::vector<uint32_t>& binary) const;
  bool Validate(const uint32_t* binary, size_t binary_size) const;
  // The consumer gets only the error, without a source.
  bool Validate(const uint32_t* binary, size_t binary_size,
                spv_validator_options options) const;

 private:
  struct SPIRV_TOOLS_LOCAL Impl;
  std::unique_ptr<Impl> impl_;
};

// Owns the options of the validator.
class SPIRV_TOOLS_EXPORT ValidatorOptions {
 public:
  ValidatorOptions() : options_(spvValidatorOptionsCreate()) {}
  ~ValidatorOptions() { spvValidatorOptionsDestroy(options_); }
  operator spv_validator_options() const { return options_; }  // NOLINT

  void SetUniversalLimit(spv_validator_limit limit_type, uint32_t limit) {
    spvValidatorOptionsSetUniversalLimit(options_, limit_type, limit);
  }
  void SetFriendlyNames(bool val) {
    spvValidatorOptionsSetFriendlyNames(options_, val);
  }

  void SetRelaxStructStore(bool val) {
    spvValidatorOptionsSetRelaxStoreStruct(options_, val);
  }
  void SetRelaxLogicalPointer(bool val) {
    spvValidatorOptionsSetRelaxLogicalPointer(options_, val);
  }
  void SetBeforeHlslLegalization(bool val) {
    spvValidatorOptionsSetBeforeHlslLegalization(options_, val);
  }
  void SetAllowLocalSizeId(bool val) {
    spvValidatorOptionsSetAllowLocalSizeId(options_, val);
  }
  void SetAllowOffsetTextureOperand(bool val) {
    spvValidatorOptionsSetAllowOffsetTextureOperand(options_, val);
  }
  void SetAllowVulkan32BitBitwise(bool val) {
    spvValidatorOptionsSetAllowVulkan32BitBitwise(options_, val);
  }

  void SetRelaxBlockLayout(bool val) {
    spvValidatorOptionsSetRelaxBlockLayout(options_, val);
  }
  void SetUniformBufferStandardLayout(bool val) {
    spvValidatorOptionsSetUniformBufferStandardLayout(options_, val);
  }
  void SetScalarBlockLayout(bool val) {
    spvValidatorOptionsSetScalarBlockLayout(options_, val);
  }
  void SetWorkgroupScalarBlockLayout(bool val) {
    spvValidatorOptionsSetWorkgroupScalarBlockLayout(options_, val);
  }
  void SetSkipBlockLayout(bool val) {
    spvValidatorOptionsSetSkipBlockLayout(options_, val);
  }

  void SetBufferDescriptorLayout(uint32_t size, uint32_t alignment) {
    spvValidatorOptionsSetBufferDescriptorLayout(options_, size, alignment);
  }
  void SetImageDescriptorLayout(uint32_t size, uint32_t alignment) {
    spvValidatorOptionsSetImageDescriptorLayout(options_, size, alignment);
  }
  void SetSamplerDescriptorLayout(uint32_t size, uint32_t alignment) {
    spvValidatorOptionsSetSamplerDescriptorLayout(options_, size, alignment);
  }
  void SetTensorDescriptorLayout(uint32_t size, uint32_t alignment) {
    spvValidatorOptionsSetTensorDescriptorLayout(options_, size, alignment);
  }

 private:
  spv_validator_options options_;
};

// Owns options that only SPIRV-Tools' own optimizer reads.
class SPIRV_TOOLS_EXPORT OptimizerOptions {
 public:
  OptimizerOptions() : options_(spvOptimizerOptionsCreate()) {}
  ~OptimizerOptions() { spvOptimizerOptionsDestroy(options_); }
  operator spv_optimizer_options() const { return options_; }  // NOLINT

  void set_run_validator(bool run) {
    spvOptimizerOptionsSetRunValidator(options_, run);
  }
  void set_validator_options(const ValidatorOptions& val_options) {
    spvOptimizerOptionsSetValidatorOptions(options_, val_options);
  }
  void set_max_id_bound(uint32_t new_bound) {
    spvOptimizerOptionsSetMaxIdBound(options_, new_bound);
  }
  void set_preserve_bindings(bool preserve_bindings) {
    spvOptimizerOptionsSetPreserveBindings(options_, preserve_bindings);
  }
  void set_preserve_spec_constants(bool preserve_spec_constants) {
    spvOptimizerOptionsSetPreserveSpecConstants(options_,
                                                preserve_spec_constants);
  }

 private:
  spv_optimizer_options options_;
};

// The same for the reducer.
class SPIRV_TOOLS_EXPORT ReducerOptions {
 public:
  ReducerOptions() : options_(spvReducerOptionsCreate()) {}
  ~ReducerOptions() { spvReducerOptionsDestroy(options_); }
  operator spv_reducer_options() const { return options_; }  // NOLINT

  void set_step_limit(uint32_t step_limit) {
    spvReducerOptionsSetStepLimit(options_, step_limit);
  }
  void set_fail_on_validation_error(bool fail_on_validation_error) {
    spvReducerOptionsSetFailOnValidationError(options_,
                                              fail_on_validation_error);
  }
  void set_target_function(uint32_t target_function) {
    spvReducerOptionsSetTargetFunction(options_, target_function);
  }

 private:
  spv_reducer_options options_;
};

// The same for the fuzzer.
class SPIRV_TOOLS_EXPORT FuzzerOptions {
 public:
  FuzzerOptions() : options_(spvFuzzerOptionsCreate()) {}
  ~FuzzerOptions() { spvFuzzerOptionsDestroy(options_); }
  operator spv_fuzzer_options() const { return options_; }  // NOLINT

  void set_random_seed(uint32_t seed) {
    spvFuzzerOptionsSetRandomSeed(options_, seed);
  }
  void set_replay_range(int32_t replay_range) {
    spvFuzzerOptionsSetReplayRange(options_, replay_range);
  }
  void set_shrinker_step_limit(uint32_t shrinker_step_limit) {
    spvFuzzerOptionsSetShrinkerStepLimit(options_, shrinker_step_limit);
  }
  void enable_replay_validation() {
    spvFuzzerOptionsEnableReplayValidation(options_);
  }
  void enable_fuzzer_pass_validation() {
    spvFuzzerOptionsEnableFuzzerPassValidation(options_);
  }
  void enable_all_passes() { spvFuzzerOptionsEnableAllPasses(options_); }

 private:
  spv_fuzzer_options options_;
};

}  // namespace spvtools

#endif  // INCLUDE_SPIRV_TOOLS_LIBSPIRV_HPP_
