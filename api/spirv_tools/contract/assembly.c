/* From text to binary. */
#include <stdio.h>
#include <string.h>

#include "print_result.h"

static const char kModule[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "%7 = OpTypeVoid\n"
    "%3 = OpTypeFunction %7\n";

static void Assemble(const char* name, spv_target_env env, const char* text,
                     size_t length, uint32_t options) {
  spv_context context = spvContextCreate(env);
  spv_binary_t before;
  spv_binary binary = &before;
  spv_diagnostic diagnostic = &unset_diagnostic;
  const spv_result_t result = spvTextToBinaryWithOptions(
      context, text, length, options, &binary, &diagnostic);
  PrintResult(name, result, diagnostic);
  if (binary == &before) {
    puts("  binary as before");
  } else if (binary == NULL) {
    puts("  binary NULL");
  } else {
    printf("  %zu words:", binary->wordCount);
    for (size_t i = 0; i < binary->wordCount; ++i) {
      printf(" %08x", binary->code[i]);
    }
    puts("");
    spvBinaryDestroy(binary);
  }
  spvContextDestroy(context);
}

/* Prints only the result, and that there is a diagnostic. */
static void AssembleWrong(const char* name, const char* text) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_3);
  spv_binary binary = NULL;
  spv_diagnostic diagnostic = NULL;
  const spv_result_t result =
      spvTextToBinary(context, text, strlen(text), &binary, &diagnostic);
  printf("%s: %d, %s, %s\n", name, (int)result,
         binary == NULL ? "no binary" : "a binary",
         diagnostic == NULL         ? "no diagnostic"
         : diagnostic->isTextSource ? "text"
                                    : "other");
  spvDiagnosticDestroy(diagnostic);
  spvBinaryDestroy(binary);
  spvContextDestroy(context);
}

static void AssembleWithoutPlaces(void) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_binary binary = NULL;
  spv_result_t result;
  spv_diagnostic diagnostic;
  diagnostic = &unset_diagnostic;
  result = spvTextToBinary(context, NULL, 3, &binary, &diagnostic);
  PrintResult("no text", result, diagnostic);
  diagnostic = &unset_diagnostic;
  result = spvTextToBinary(context, NULL, 0, &binary, &diagnostic);
  PrintResult("no text, length 0", result, diagnostic);
  diagnostic = &unset_diagnostic;
  result = spvTextToBinary(context, "", 0, NULL, &diagnostic);
  PrintResult("no binary", result, diagnostic);
  result = spvTextToBinary(context, "x", 1, &binary, NULL);
  PrintResult("no diagnostic", result, NULL);
  result = spvTextToBinary(context, "x", 1, NULL, NULL);
  PrintResult("neither", result, NULL);
  spvContextDestroy(context);
}

void PrintAssembly(void) {
  static const struct {
    const char *name, *text;
  } kErrors[] = {
      {"unknown opcode", "OpNop\n  OpNope\n"},
      {"no opcode", "hello"},
      {"id without opcode, ended", "%1 ="},
      {"missing result", "OpNop\nOpTypeVoid"},
      {"missing operand at the end", "OpNop\nOpMemoryModel Logical"},
      {"unknown enumerant", "OpCapability  Shade"},
      {"wrong number", "%1 = OpTypeInt x 0"},
      {"number too large",
       "%1 = OpTypeInt 32 0\n%2 = OpConstant %1 4294967296"},
      {"unterminated string", "OpName %1 \"abc"},
      {"unknown set", "%1 = OpExtInst %2 %3 sqrt %4"},
      {"unknown extended instruction",
       "%3 = OpExtInstImport \"GLSL.std.450\"\n%1 = OpExtInst %2 %3 Squirt %4"},
      {"wrong id", "OpName 1 \"a\""},
      {"wrong character in id", "OpName %a+b \"a\""},
      {"two errors", "OpNope\nOpNope2\n"},
      {"newer opcode", "OpTerminateInvocation"},
      {"tab and carriage return", "\tOpNop\r\n\tOpNope\r\n"},
      {"after a comment", "; a\n OpNop ; b\n OpNope"},
      {"immediate", "!0x00010000 OpNope"},
      {"immediate too large", "OpCapability !4294967296"},
  };
  /* Errors that both find, but in different places. */
  static const struct {
    const char *name, *text;
  } kOtherPlaces[] = {
      {"id without opcode", "%1"},
      {"unwanted result", "%1 = OpNop"},
      {"missing operand", "OpNop\nOpMemoryModel Logical\nOpNop"},
      {"too many operands", "OpNop  %1"},
      {"type of constant", "%1 = OpTypeVoid\n%2 = OpConstant %1 1"},
      {"unknown import", "%3 = OpExtInstImport \"x\"\n"},
      {"type defined twice", "%1 = OpTypeVoid\n%1 = OpTypeBool"},
      {"string defined twice", "%1 = OpString \"a\"\n%1 = OpString \"b\""},
      {"set imported twice",
       "%1 = OpExtInstImport \"OpenCL.std\"\n"
       "%1 = OpExtInstImport \"OpenCL.std\""},
  };
  static const int kEnvs[] = {
      SPV_ENV_UNIVERSAL_1_0,        SPV_ENV_VULKAN_1_0, SPV_ENV_UNIVERSAL_1_3,
      SPV_ENV_VULKAN_1_1,           SPV_ENV_OPENCL_2_2, SPV_ENV_OPENGL_4_5,
      SPV_ENV_VULKAN_1_1_SPIRV_1_4, SPV_ENV_VULKAN_1_4,
  };
  const size_t length = strlen(kModule);
  for (size_t i = 0; i < sizeof(kEnvs) / sizeof(kEnvs[0]); ++i) {
    char name[40];
    snprintf(name, sizeof(name), "assemble for %d", kEnvs[i]);
    Assemble(name, (spv_target_env)kEnvs[i], kModule, length, 0);
  }
  for (uint32_t options = 0; options < 8; ++options) {
    char name[40];
    snprintf(name, sizeof(name), "assemble with %u", options);
    Assemble(name, SPV_ENV_UNIVERSAL_1_6, kModule, length, options);
  }
  Assemble("empty", SPV_ENV_UNIVERSAL_1_6, "", 0, 0);
  Assemble("blanks", SPV_ENV_UNIVERSAL_1_6, " \n\t\n", 4, 0);
  Assemble("comment", SPV_ENV_UNIVERSAL_1_6, "; abc", 5, 0);
  Assemble(
      "header comments", SPV_ENV_UNIVERSAL_1_6,
      "; SPIR-V\n; Version: 1.1\n; Generator: 0\n; Bound: 5\n; Schema: 0\n", 62,
      SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS);
  Assemble("part of a text", SPV_ENV_UNIVERSAL_1_6, kModule, 20, 0);
  for (size_t i = 0; i < sizeof(kErrors) / sizeof(kErrors[0]); ++i) {
    Assemble(kErrors[i].name, SPV_ENV_UNIVERSAL_1_3, kErrors[i].text,
             strlen(kErrors[i].text), 0);
  }
  for (size_t i = 0; i < sizeof(kOtherPlaces) / sizeof(kOtherPlaces[0]); ++i) {
    AssembleWrong(kOtherPlaces[i].name, kOtherPlaces[i].text);
  }
  AssembleWithoutPlaces();
}
