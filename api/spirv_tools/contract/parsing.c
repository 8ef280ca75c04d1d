/* Parsing of binaries. */
#include <stdio.h>
#include <string.h>

#include "print_result.h"

typedef struct {
  int instructions_left; /* before a callback returns `result` */
  spv_result_t result;
  int with_operands; /* prints them */
} Visitor;

static spv_result_t VisitHeader(void* data, spv_endianness_t endian,
                                uint32_t magic, uint32_t version,
                                uint32_t generator, uint32_t bound,
                                uint32_t reserved) {
  const Visitor* const visitor = (const Visitor*)data;
  printf("  header %d %08x %08x %08x %u %u\n", (int)endian, magic, version,
         generator, bound, reserved);
  return visitor->instructions_left < 0 ? visitor->result : SPV_SUCCESS;
}

static spv_result_t VisitInstruction(void* data,
                                     const spv_parsed_instruction_t* inst) {
  Visitor* const visitor = (Visitor*)data;
  printf("  opcode %u words %u set %d type %u result %u first %08x\n",
         inst->opcode, inst->num_words, (int)inst->ext_inst_type, inst->type_id,
         inst->result_id, inst->words[0]);
  for (int i = 0; visitor->with_operands && i < inst->num_operands; ++i) {
    const spv_parsed_operand_t* const operand = &inst->operands[i];
    printf(
        "    operand at %u words %u type %d number %d width %u encoding %d\n",
        operand->offset, operand->num_words, (int)operand->type,
        (int)operand->number_kind, operand->number_bit_width,
        (int)operand->fp_encoding);
  }
  if (visitor->instructions_left-- == 0) return visitor->result;
  return SPV_SUCCESS;
}

static void Parse(const char* name, const uint32_t* words, size_t count,
                  int instructions, spv_result_t result) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  Visitor visitor = {instructions, result, strcmp(name, "all") == 0};
  spv_diagnostic diagnostic = &unset_diagnostic;
  printf("parse %s\n", name);
  result = spvBinaryParse(context, &visitor, words, count, VisitHeader,
                          VisitInstruction, &diagnostic);
  PrintResult("  result", result, diagnostic);
  spvContextDestroy(context);
}

static uint32_t Swapped(uint32_t word) {
  return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

static const uint32_t kWords[] = {
    0x07230203, 0x00010300, 0x00070000, 40,
    0,          0x00020011, 1, /* OpCapability Shader */
    0x0006000b, 1,          0x4c534c47, 0x6474732e,
    0x3035342e, 0,          0x0003000e, 0,
    1,                                     /* OpMemoryModel Logical GLSL450 */
    0x00040015, 2,          64,         1, /* %2 = OpTypeInt 64 1 */
    0x00030016, 3,          32,            /* %3 = OpTypeFloat 32 */
    0x0005002b, 2,          4,          7,
    0,                                              /* %4 = OpConstant %2 7 */
    0x0004002b, 3,          5,          0x3f800000, /* %5 = OpConstant %3 1 */
    0x0006000c, 3,          6,          1,
    31,         5, /* %6 = OpExtInst %3 %1 Sqrt %5 */
    0x00050034, 3,          7,          127,
    5, /* %7 = OpSpecConstantOp %3 FNegate %5 */
    0x00090039, 3,          8,          9,
    5,          5,          5,          5,
    5, /* %8 = OpFunctionCall */
    0x0007003d, 3,          10,         11,
    3,          8,          0, /* %10 = OpLoad %3 %11 Volatile|Aligned 8 */
};
enum { kCount = sizeof(kWords) / sizeof(kWords[0]) };

static void ParseChanged(const char* name, size_t index, uint32_t word) {
  uint32_t words[kCount];
  memcpy(words, kWords, sizeof(words));
  words[index] = word;
  Parse(name, words, kCount - 7, 99, SPV_SUCCESS);
}

static void ParseWithoutPlaces(void) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_result_t result;
  spv_diagnostic diagnostic;
  const size_t count = kCount - 7;
  diagnostic = &unset_diagnostic;
  result =
      spvBinaryParse(context, NULL, kWords, count, NULL, NULL, &diagnostic);
  PrintResult("no callbacks", result, diagnostic);
  result = spvBinaryParse(context, NULL, kWords, count, NULL, NULL, NULL);
  PrintResult("nothing", result, NULL);
  result = spvBinaryParse(context, NULL, kWords, 9, NULL, NULL, NULL);
  PrintResult("nothing, damaged", result, NULL);
  spvContextDestroy(context);
}

typedef struct {
  const char* name;
  uint32_t number, operands; /* of the instruction */
} Set;

/* Imports a set and uses one of its instructions, with both opcodes. */
static void ParseSet(const Set* set) {
  uint32_t words[64] = {0x07230203, 0x00010600, 0, 40, 0};
  size_t at = 5;
  const uint32_t name_words = (uint32_t)strlen(set->name) / 4 + 1;
  words[at++] = (name_words + 2) << 16 | 11;
  words[at++] = 1;
  memcpy(&words[at], set->name, strlen(set->name)); /* little-endian */
  at += name_words;
  for (uint32_t opcode = 12; opcode <= 4433; opcode += 4433 - 12) {
    words[at++] = (5 + set->operands) << 16 | opcode;
    words[at++] = 2;
    words[at++] = 3 + opcode;
    words[at++] = 1;
    words[at++] = set->number;
    for (uint32_t i = 0; i < set->operands; ++i) words[at++] = 4;
  }
  Parse(set->name, words, at, 99, SPV_SUCCESS);
}

static void ParseSets(void) {
  static const Set kSets[] = {
      {"GLSL.std.450", 1, 1},
      {"GLSL.std.450x", 1, 1},
      {"OpenCL.std", 1, 1},
      {"OpenCL.std.100", 1, 1},
      {"SPV_AMD_shader_explicit_vertex_parameter", 1, 2},
      {"SPV_AMD_shader_trinary_minmax", 1, 3},
      {"SPV_AMD_gcn_shader", 1, 1},
      {"SPV_AMD_shader_ballot", 1, 2},
      {"DebugInfo", 0, 0},
      {"OpenCL.DebugInfo.100", 0, 0},
      {"OpenCL.DebugInfo.101", 0, 0},
      {"NonSemantic.ClspvReflection.", 1, 2},
      {"NonSemantic.ClspvReflection.5", 1, 2},
      {"NonSemantic.ClspvReflection.99", 1, 2},
      {"NonSemantic.Graph.DebugInfo.1", 1, 2},
      {"NonSemantic.Shader.DebugInfo.100", 0, 0},
      {"NonSemantic.Shader.DebugInfo.101", 0, 0},
      {"NonSemantic.VkspReflection.1", 2, 3},
      {"NonSemantic.DebugPrintf", 1, 2},
      {"NonSemantic.DebugBreak", 1, 0},
      {"NonSemantic.Other", 1, 3},
      {"NonSemantic", 1, 3},
      {"Other", 1, 3},
      {"", 1, 3},
  };
  for (size_t i = 0; i < sizeof(kSets) / sizeof(kSets[0]); ++i) {
    ParseSet(&kSets[i]);
  }
}

void PrintParsing(void) {
  const size_t count = kCount - 7;
  Parse("all", kWords, count, 99, SPV_SUCCESS);
  Parse("memory access with a word too many", kWords, kCount, 99, SPV_SUCCESS);
  Parse("header returns", kWords, count, -1, SPV_REQUESTED_TERMINATION);
  Parse("header returns an error", kWords, count, -1, SPV_ERROR_INTERNAL);
  Parse("instruction returns", kWords, count, 1, SPV_REQUESTED_TERMINATION);
  Parse("instruction returns a warning", kWords, count, 1, SPV_WARNING);
  Parse("instruction returns before an error", kWords, 9, 0, SPV_FAILED_MATCH);

  uint32_t swapped[kCount];
  for (int i = 0; i < kCount; ++i) swapped[i] = Swapped(kWords[i]);
  Parse("other byte order", swapped, 7, 99, SPV_SUCCESS);

  for (size_t i = 0; i <= 8; ++i) {
    char name[40];
    snprintf(name, sizeof(name), "%zu words", i);
    Parse(name, kWords, i, 99, SPV_SUCCESS);
  }
  Parse("NULL", NULL, 0, 99, SPV_SUCCESS);
  Parse("NULL words, some", NULL, 7, 99, SPV_SUCCESS);
  ParseChanged("magic", 0, 0x07230204);
  ParseChanged("version 1.7", 1, 0x00010700);
  ParseChanged("version 2.0", 1, 0x00020000);
  ParseChanged("version with a low byte", 1, 0x00010301);
  ParseChanged("bound 0", 3, 0);
  ParseChanged("bound 5", 3, 5);
  ParseChanged("bound, the largest", 3, 0xffffffff);
  ParseChanged("schema", 4, 1);
  ParseChanged("word count 0", 5, 0x00000011);
  ParseChanged("word count 1", 5, 0x00010011);
  ParseChanged("word count 3", 5, 0x00030011);
  ParseChanged("unknown opcode", 13, 0x0003fff0);
  ParseChanged("unknown enumerant", 14, 99);
  ParseChanged("unknown set", 10, 0x6474732f);
  ParseChanged("id 0", 17, 0);
  ParseChanged("id defined twice", 21, 2);
  ParseChanged("result type 0", 24, 0);
  ParseChanged("string with other padding", 12, 0x01010100);
  ParseChanged("unterminated string", 12, 0x01010101);
  ParseChanged("unknown extended instruction", 36, 999);
  ParseChanged("type of a constant", 24, 39);
  ParseChanged("constant of another type", 24, 1);
  ParseChanged("set of an extended instruction", 35, 39);
  ParseChanged("result type of an extended instruction", 33, 39);
  ParseWithoutPlaces();
  ParseSets();
}
