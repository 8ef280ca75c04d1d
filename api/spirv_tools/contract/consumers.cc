// The C++ classes, and the calls of message consumers.
//
// contract_test.sh compiles this like the C program (main.c).
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "spirv-tools/libspirv.hpp"

namespace {

using Words = std::vector<uint32_t>;

constexpr char kModule[] =
    "OpCapability Shader\nOpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n%1 = OpTypeVoid\n";
constexpr char kInvalid[] =
    "OpCapability Shader\nOpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n%2 = OpTypeFunction %1\n"
    "%3 = OpTypeFunction %4\n";

void PrintCall(spv_message_level_t level, const char* source,
               const spv_position_t& position, const char* message) {
  std::printf("  call: level %d source %s line %zu column %zu index %zu, %s\n",
              static_cast<int>(level), source == nullptr ? "NULL" : source,
              position.line, position.column, position.index,
              message == nullptr ? "NULL" : "message given");
}

void Print(const char* name, bool result) {
  std::printf("%s: %d\n", name, static_cast<int>(result));
}

Words Assembled(const char* text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  Words words;
  tools.Assemble(text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS);
  return words;
}

void PrintAssemble(spvtools::SpirvTools* tools) {
  Words words = {1, 2, 3};
  Print("Assemble", tools->Assemble(kModule, &words));
  std::printf("  %zu words\n", words.size());
  words = {1, 2, 3};
  Print("Assemble a wrong text",
        tools->Assemble(std::string("OpNope"), &words));
  std::printf("  %zu words\n", words.size());
  words = {1, 2, 3};
  Print("Assemble a part", tools->Assemble(kModule, 20, &words));
  std::printf("  %zu words\n", words.size());
  words = {1, 2, 3};
  Print("Assemble nothing", tools->Assemble("", 0, &words));
  std::printf("  %zu words\n", words.size());
}

void PrintDisassemble(spvtools::SpirvTools* tools) {
  Words words = Assembled(kModule);
  std::string text = "before";
  Print("Disassemble", tools->Disassemble(words, &text));
  std::printf("%s", text.c_str());
  text = "before";
  Print("Disassemble with options",
        tools->Disassemble(words.data(), words.size(), &text,
                           SPV_BINARY_TO_TEXT_OPTION_INDENT));
  std::printf("%s", text.c_str());
  words.pop_back();
  text = "before";
  Print("Disassemble a damaged module", tools->Disassemble(words, &text));
  std::printf("  %s\n", text.c_str());
  Print("Disassemble nothing", tools->Disassemble({}, &text));
  std::printf("  %s\n", text.c_str());
}

void PrintValidate(spvtools::SpirvTools* tools) {
  const Words valid = Assembled(kModule), invalid = Assembled(kInvalid);
  spvtools::ValidatorOptions options;
  Words damaged = valid;
  damaged.pop_back();
  Print("Validate", tools->Validate(valid));
  Print("Validate an invalid module", tools->Validate(invalid));
  Print("Validate a damaged module", tools->Validate(damaged));
  Print("Validate nothing", tools->Validate({}));
  Print("Validate with options",
        tools->Validate(valid.data(), valid.size(), options));
  Print("Validate an invalid module with options",
        tools->Validate(invalid.data(), invalid.size(), options));
  Print("Validate a damaged module with options",
        tools->Validate(damaged.data(), damaged.size(), options));
}

void PrintParse(spvtools::SpirvTools* tools) {
  Words words = Assembled(kModule);
  int headers = 0, instructions = 0;
  const auto count_header = [&](spv_endianness_t,
                                const spv_parsed_header_t& h) {
    ++headers;
    std::printf("  header %08x %08x %08x %u %u\n", h.magic, h.version,
                h.generator, h.bound, h.reserved);
    return SPV_SUCCESS;
  };
  const auto count_instruction = [&](const spv_parsed_instruction_t& inst) {
    ++instructions;
    return inst.opcode == 14 && words.size() == 99 ? SPV_ERROR_INTERNAL
                                                   : SPV_SUCCESS;
  };
  Print("Parse", tools->Parse(words, count_header, count_instruction));
  std::printf("  %d headers, %d instructions\n", headers, instructions);
  words.pop_back();
  Print("Parse a damaged module",
        tools->Parse(words, count_header, count_instruction));
  spv_diagnostic diagnostic = nullptr;
  Print("Parse with a diagnostic",
        tools->Parse(words, count_header, count_instruction, &diagnostic));
  std::printf("  diagnostic %s\n", diagnostic == nullptr ? "NULL" : "given");
  spvDiagnosticDestroy(diagnostic);
  std::printf("  %d headers, %d instructions\n", headers, instructions);
}

void PrintContexts() {
  spvtools::Context context(SPV_ENV_VULKAN_1_1);
  context.SetMessageConsumer(PrintCall);
  spvtools::Context moved(std::move(context));
  spv_binary binary = nullptr;
  std::printf("moved context: %d\n", context.CContext() == nullptr);
  std::printf("Context: %d\n",
              static_cast<int>(spvTextToBinary(moved.CContext(), "OpNope", 6,
                                               &binary, nullptr)));
  spv_diagnostic diagnostic = nullptr;
  std::printf("Context with a diagnostic: %d\n",
              static_cast<int>(spvTextToBinary(moved.CContext(), "OpNope", 6,
                                               &binary, &diagnostic)));
  spvDiagnosticDestroy(diagnostic);
  spvtools::Context other(SPV_ENV_UNIVERSAL_1_0);
  other = std::move(moved);
  const Words invalid = Assembled(kInvalid);
  spv_const_binary_t module = {invalid.data(), invalid.size()};
  std::printf("spvValidate: %d\n", static_cast<int>(spvValidate(
                                       other.CContext(), &module, nullptr)));
  std::printf("spvValidateBinary: %d\n",
              static_cast<int>(spvValidateBinary(
                  other.CContext(), invalid.data(), invalid.size(), nullptr)));
  spv_text text = nullptr;
  std::printf(
      "spvBinaryToText: %d\n",
      static_cast<int>(spvBinaryToText(other.CContext(), invalid.data(),
                                       invalid.size() - 1, 0, &text, nullptr)));
  std::printf("spvBinaryParse: %d\n",
              static_cast<int>(spvBinaryParse(
                  other.CContext(), nullptr, invalid.data(), invalid.size() - 1,
                  nullptr, nullptr, nullptr)));
  other.SetMessageConsumer(nullptr);
  std::printf("without consumer: %d\n",
              static_cast<int>(spvValidateBinary(
                  other.CContext(), invalid.data(), invalid.size(), nullptr)));
}

}  // namespace

// Called by main.c.
extern "C" void PrintClasses() {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  Print("IsValid", tools.IsValid());
  Print("IsValid of no environment",
        spvtools::SpirvTools(static_cast<spv_target_env>(99)).IsValid());
  tools.SetMessageConsumer(PrintCall);
  PrintAssemble(&tools);
  PrintDisassemble(&tools);
  PrintValidate(&tools);
  PrintParse(&tools);
  PrintContexts();
}
