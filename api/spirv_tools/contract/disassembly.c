/* From binary to text. */
#include <stdio.h>
#include <string.h>

#include "print_result.h"

static void Disassemble(const char* name, const uint32_t* words, size_t count,
                        uint32_t options) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_text_t before;
  spv_text text = &before;
  spv_diagnostic diagnostic = &unset_diagnostic;
  const spv_result_t result =
      spvBinaryToText(context, words, count, options, &text, &diagnostic);
  PrintResult(name, result, diagnostic);
  if (text == &before) {
    puts("  text as before");
  } else if (text == NULL) {
    puts("  text NULL");
  } else {
    printf("  %zu bytes, %s\n%s", text->length,
           text->str[text->length] == '\0' ? "terminated" : "unterminated",
           text->str);
    spvTextDestroy(text);
  }
  spvContextDestroy(context);
}

static void DisassembleWithoutPlaces(const uint32_t* words, size_t count) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_text text = NULL;
  spv_result_t result;
  spv_diagnostic diagnostic;
  result = spvBinaryToText(context, words, 3, 0, &text, NULL);
  PrintResult("no diagnostic", result, NULL);
  diagnostic = &unset_diagnostic;
  result = spvBinaryToText(context, words, count,
                           SPV_BINARY_TO_TEXT_OPTION_PRINT, NULL, &diagnostic);
  PrintResult("print", result, diagnostic);
  diagnostic = &unset_diagnostic;
  result = spvBinaryToText(context, words, count - 1,
                           SPV_BINARY_TO_TEXT_OPTION_PRINT, NULL, &diagnostic);
  PrintResult("print, damaged", result, diagnostic);
  text = NULL;
  result = spvBinaryToText(
      context, words, count,
      SPV_BINARY_TO_TEXT_OPTION_PRINT | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER,
      &text, NULL);
  PrintResult("print with a text", result, NULL);
  printf("  text %s\n", text == NULL ? "NULL" : "given");
  spvTextDestroy(text);
  diagnostic = &unset_diagnostic;
  result = spvBinaryToText(context, words, count - 3,
                           SPV_BINARY_TO_TEXT_OPTION_PRINT, NULL, &diagnostic);
  PrintResult("print, truncated", result, diagnostic);
  spvContextDestroy(context);
}

void PrintDisassembly(void) {
  static const uint32_t kWords[] = {
      0x07230203, 0x00010300, 0x00070000, 9, 0,
      0x00020011, 1,                         /* OpCapability Shader */
      0x0003000e, 0,          1,             /* OpMemoryModel Logical GLSL450 */
      0x00040005, 3,          0x6e69616d, 0, /* OpName %3 "main" */
      0x00020013, 1,                         /* %1 = OpTypeVoid */
      0x00030021, 2,          1,             /* %2 = OpTypeFunction %1 */
      0x00050036, 1,          3,          0, 2, /* %3 = OpFunction %1 None %2 */
      0x000200f8, 4,                            /* %4 = OpLabel */
      0x000100fd,                               /* OpReturn */
      0x00010038,                               /* OpFunctionEnd */
  };
  static const uint32_t kUnknown[] = {
      0x07230203, 0x00010300, 0x00070000, 9, 0, 0x0002fff0, 1,
  };
  const size_t count = sizeof(kWords) / sizeof(kWords[0]);
  for (uint32_t option = 0; option <= 11; ++option) {
    char name[40];
    if (1u << option == SPV_BINARY_TO_TEXT_OPTION_PRINT) continue;
    snprintf(name, sizeof(name), "disassemble with %u", 1u << option);
    Disassemble(name, kWords, count, 1u << option);
  }
  Disassemble("disassemble with 0", kWords, count, 0);
  Disassemble("disassemble with most", kWords, count, 0x3f8);
  Disassemble("unknown opcode", kUnknown, 7, 0);
  Disassemble("unknown opcode as number", kUnknown, 7,
              SPV_BINARY_TO_TEXT_OPTION_HANDLE_UNKNOWN_OPCODES);
  Disassemble("header alone", kWords, 5, 0);
  Disassemble("truncated", kWords, count - 3, 0);
  Disassemble("part of an instruction", kWords, 8, 0);
  Disassemble("no words", kWords, 0, 0);
  Disassemble("NULL words", NULL, 0, 0);
  Disassemble("NULL words, some", NULL, 5, 0);
  DisassembleWithoutPlaces(kWords, count);
}
