// spvtools::SpirvTools.  Tested by spirv_tools_test.cc.
#include <utility>

#include "api/spirv_tools/context.h"
#include "api/spirv_tools/include/spirv-tools/libspirv.hpp"

namespace spvtools {

struct SpirvTools::Impl {
  explicit Impl(spv_target_env env) : context(spvContextCreate(env)) {}
  ~Impl() { spvContextDestroy(context); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  spv_context context;
};

SpirvTools::SpirvTools(spv_target_env env) : impl_(new Impl(env)) {}

SpirvTools::~SpirvTools() = default;

void SpirvTools::SetMessageConsumer(MessageConsumer consumer) {
  SetContextMessageConsumer(impl_->context, std::move(consumer));
}

bool SpirvTools::IsValid() const { return impl_->context != nullptr; }

bool SpirvTools::Assemble(const std::string& text,
                          std::vector<uint32_t>* binary,
                          uint32_t options) const {
  return Assemble(text.data(), text.size(), binary, options);
}

bool SpirvTools::Assemble(const char* text, size_t text_size,
                          std::vector<uint32_t>* binary,
                          uint32_t options) const {
  spv_binary assembled = nullptr;
  const spv_result_t result = spvTextToBinaryWithOptions(
      impl_->context, text, text_size, options, &assembled, nullptr);
  if (result == SPV_SUCCESS && binary != nullptr) {
    binary->assign(assembled->code, assembled->code + assembled->wordCount);
  }
  spvBinaryDestroy(assembled);
  return result == SPV_SUCCESS;
}

bool SpirvTools::Disassemble(const std::vector<uint32_t>& binary,
                             std::string* text, uint32_t options) const {
  return Disassemble(binary.data(), binary.size(), text, options);
}

bool SpirvTools::Disassemble(const uint32_t* binary, size_t binary_size,
                             std::string* text, uint32_t options) const {
  spv_text disassembled = nullptr;
  const spv_result_t result = spvBinaryToText(
      impl_->context, binary, binary_size, options, &disassembled, nullptr);
  // Without a text if it was printed.
  if (result == SPV_SUCCESS && text != nullptr && disassembled != nullptr) {
    text->assign(disassembled->str, disassembled->length);
  }
  spvTextDestroy(disassembled);
  return result == SPV_SUCCESS;
}

bool SpirvTools::Parse(const std::vector<uint32_t>& binary,
                       const HeaderParser& header_parser,
                       const InstructionParser& instruction_parser,
                       spv_diagnostic* diagnostic) {
  struct Parsers {
    const HeaderParser& header;
    const InstructionParser& instruction;
  } parsers = {header_parser, instruction_parser};
  const auto visit_header =
      [](void* data, spv_endianness_t endian, uint32_t magic, uint32_t version,
         uint32_t generator, uint32_t bound, uint32_t reserved) {
        const auto& header = static_cast<Parsers*>(data)->header;
        if (!header) return SPV_SUCCESS;
        return header(endian, {magic, version, generator, bound, reserved});
      };
  const auto visit_instruction = [](void* data,
                                    const spv_parsed_instruction_t* parsed) {
    const auto& instruction = static_cast<Parsers*>(data)->instruction;
    return instruction ? instruction(*parsed) : SPV_SUCCESS;
  };
  return spvBinaryParse(impl_->context, &parsers, binary.data(), binary.size(),
                        visit_header, visit_instruction,
                        diagnostic) == SPV_SUCCESS;
}

bool SpirvTools::Validate(const std::vector<uint32_t>& binary) const {
  return Validate(binary.data(), binary.size());
}

bool SpirvTools::Validate(const uint32_t* binary, size_t binary_size) const {
  return spvValidateBinary(impl_->context, binary, binary_size, nullptr) ==
         SPV_SUCCESS;
}

bool SpirvTools::Validate(const uint32_t* binary, size_t binary_size,
                          spv_validator_options options) const {
  const spv_const_binary_t module = {binary, binary_size};
  spv_const_binary_t copy = module;
  spv_diagnostic diagnostic = nullptr;
  const bool is_valid = spvValidateWithOptions(impl_->context, options, &copy,
                                               &diagnostic) == SPV_SUCCESS;
  if (!is_valid && diagnostic != nullptr && IsValid() &&
      impl_->context->consumer) {
    impl_->context->consumer(SPV_MSG_ERROR, nullptr, diagnostic->position,
                             diagnostic->error);
  }
  spvDiagnosticDestroy(diagnostic);
  return is_valid;
}

}  // namespace spvtools
