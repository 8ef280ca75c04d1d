/* Prints what the library makes of modules: their words, the records of
   spvBinaryParse, and their texts.

     records [--with-texts] FILE...

   FILE is a text (*.spvasm) or a binary.  records_test.sh compares the output
   of our library with that of SPIRV-Tools. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv-tools/libspirv.h"

static spv_result_t PrintHeader(void* data, spv_endianness_t endian,
                                uint32_t magic, uint32_t version,
                                uint32_t generator, uint32_t bound,
                                uint32_t reserved) {
  printf("header %d %08x %08x %08x %u %u\n", (int)endian, magic, version,
         generator, bound, reserved);
  return SPV_SUCCESS;
}

static spv_result_t PrintInstruction(void* data,
                                     const spv_parsed_instruction_t* inst) {
  printf("%u %u %d %u %u", inst->opcode, inst->num_words,
         (int)inst->ext_inst_type, inst->type_id, inst->result_id);
  for (int i = 0; i < inst->num_operands; ++i) {
    const spv_parsed_operand_t* const operand = &inst->operands[i];
    printf(" [%u %u %d %d %u %d]", operand->offset, operand->num_words,
           (int)operand->type, (int)operand->number_kind,
           operand->number_bit_width, (int)operand->fp_encoding);
  }
  putchar('\n');
  return SPV_SUCCESS;
}

static void PrintResult(const char* name, spv_result_t result,
                        spv_diagnostic diagnostic) {
  printf("%s %d", name, (int)result);
  if (diagnostic != NULL) printf(" at %zu", diagnostic->position.index);
  putchar('\n');
  spvDiagnosticDestroy(diagnostic);
}

static void PrintText(spv_const_context context, const uint32_t* words,
                      size_t count, uint32_t options) {
  spv_text text = NULL;
  const spv_result_t result =
      spvBinaryToText(context, words, count, options, &text, NULL);
  printf("text with %u: %d\n%s\n", options, (int)result,
         text == NULL ? "" : text->str);
  spvTextDestroy(text);
}

static void PrintModule(spv_const_context context, const uint32_t* words,
                        size_t count, int with_texts) {
  spv_diagnostic diagnostic = NULL;
  const spv_result_t result = spvBinaryParse(
      context, NULL, words, count, PrintHeader, PrintInstruction, &diagnostic);
  PrintResult("parse", result, diagnostic);
  if (!with_texts) return;
  static const uint32_t kOptions[] = {0x00, 0x0c, 0x18,  0x40,  0x68,
                                      0x80, 0xc8, 0x108, 0x248, 0x3d8};
  for (size_t i = 0; i < sizeof(kOptions) / sizeof(kOptions[0]); ++i) {
    PrintText(context, words, count, kOptions[i]);
  }
}

static char* ReadFile(const char* name, size_t* size) {
  FILE* const file = fopen(name, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char* const bytes = (char*)malloc(*size + 1);
  *size = fread(bytes, 1, *size, file);
  fclose(file);
  return bytes;
}

static int IsText(const char* name) {
  const char* const dot = strrchr(name, '.');
  return dot != NULL && strcmp(dot, ".spvasm") == 0;
}

static void PrintFile(spv_const_context context, const char* name,
                      int with_texts) {
  size_t size = 0;
  char* const bytes = ReadFile(name, &size);
  printf("file %s\n", name);
  if (bytes != NULL && IsText(name)) {
    spv_binary binary = NULL;
    const spv_result_t result =
        spvTextToBinary(context, bytes, size, &binary, NULL);
    printf("assemble %d\n", (int)result);
    for (size_t i = 0; binary != NULL && i < binary->wordCount; ++i) {
      printf("%08x%c", binary->code[i], i % 8 == 7 ? '\n' : ' ');
    }
    putchar('\n');
    if (binary != NULL) {
      PrintModule(context, binary->code, binary->wordCount, with_texts);
    }
    spvBinaryDestroy(binary);
  } else if (bytes != NULL) {
    PrintModule(context, (const uint32_t*)bytes, size / 4, with_texts);
  }
  free(bytes);
}

int main(int argc, char** argv) {
  const int with_texts = argc > 1 && strcmp(argv[1], "--with-texts") == 0;
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  for (int i = 1 + with_texts; i < argc; ++i) {
    PrintFile(context, argv[i], with_texts);
  }
  spvContextDestroy(context);
  return 0;
}
