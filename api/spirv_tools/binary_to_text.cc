// spvBinaryToText.  Tested by contract_test.sh.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "api/spirv_tools/binary_input.h"
#include "api/spirv_tools/guarded_call.h"
#include "parse/disassembly/disassembler.h"

namespace plumb::spirv_tools {
namespace {

DisassemblerOptions ConvertOptions(uint32_t options) {
  const auto has = [options](spv_binary_to_text_options_t option) {
    return (options & option) != 0;
  };
  DisassemblerOptions result;
  result.header = !has(SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
  result.indent = has(SPV_BINARY_TO_TEXT_OPTION_INDENT);
  result.friendly_names = has(SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES);
  result.offsets = has(SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET);
  result.comment = has(SPV_BINARY_TO_TEXT_OPTION_COMMENT);
  result.color = has(SPV_BINARY_TO_TEXT_OPTION_COLOR);
  result.nested_indent = has(SPV_BINARY_TO_TEXT_OPTION_NESTED_INDENT);
  result.reorder_blocks = has(SPV_BINARY_TO_TEXT_OPTION_REORDER_BLOCKS);
  result.unknown_as_numbers =
      has(SPV_BINARY_TO_TEXT_OPTION_HANDLE_UNKNOWN_OPCODES);
  return result;
}

// The instructions before the first error.
std::string ReadablePart(const BinaryInput& input,
                         const DisassemblerOptions& options) {
  const Disassembler disassembler(input.module(), options);
  std::string text = options.header ? disassembler.HeaderText() : "";
  for (uint32_t i = 0; i < input.readable_count(); ++i) {
    disassembler.AppendInstruction(InstIndex(i), &text);
    text.push_back('\n');
  }
  return text;
}

void PrintText(absl::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

spv_text CopyText(absl::string_view text) {
  auto copy = std::make_unique<char[]>(text.size() + 1);
  std::memcpy(copy.get(), text.data(), text.size());
  return new spv_text_t{copy.release(), text.size()};
}

spv_result_t Disassemble(const spv_context_t& context, const uint32_t* words,
                         size_t count, uint32_t options, spv_text* text,
                         spv_diagnostic* diagnostic) {
  const bool prints = (options & SPV_BINARY_TO_TEXT_OPTION_PRINT) != 0;
  if (!prints && text == nullptr) return SPV_ERROR_INVALID_POINTER;
  const DisassemblerOptions converted = ConvertOptions(options);
  const BinaryInput input(words, count,
                          {.accepts_unknown = converted.unknown_as_numbers});
  if (input.failure().has_value()) {
    if (prints && input.has_header()) PrintText(ReadablePart(input, converted));
    return Fail(context, *input.failure(), diagnostic);
  }
  const std::string whole =
      Disassembler(input.module(), converted).Disassemble();
  if (prints) {
    PrintText(whole);
  } else {
    *text = CopyText(whole);
  }
  return SPV_SUCCESS;
}

}  // namespace
}  // namespace plumb::spirv_tools

spv_result_t spvBinaryToText(const spv_const_context context,
                             const uint32_t* binary, const size_t word_count,
                             const uint32_t options, spv_text* text,
                             spv_diagnostic* diagnostic) {
  using namespace plumb::spirv_tools;  // NOLINT
  return GuardedCall(context, diagnostic, [&](const spv_context_t& c) {
    return Disassemble(c, binary, word_count, options, text, diagnostic);
  });
}

void spvTextDestroy(spv_text text) {
  if (text == nullptr) return;
  delete[] text->str;
  delete text;
}
