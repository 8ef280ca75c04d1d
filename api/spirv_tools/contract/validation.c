/* Validation. */
#include <stdio.h>
#include <string.h>

#include "print_result.h"

#define BEGIN              \
  "OpCapability Shader\n"  \
  "OpCapability Linkage\n" \
  "OpMemoryModel Logical GLSL450\n"
#define TYPES                \
  "%1 = OpTypeVoid\n"        \
  "%2 = OpTypeFunction %1\n" \
  "%3 = OpTypeFloat 32\n"    \
  "%4 = OpTypeInt 32 0\n"    \
  "%5 = OpConstant %4 1\n"
#define FUNCTION "%6 = OpFunction %1 None %2\n%7 = OpLabel\n"
#define END "OpReturn\nOpFunctionEnd\n"

typedef struct {
  const char* name;
  int env;
  const char* text;
} Module;

static const Module kModules[] = {
    {"valid", SPV_ENV_UNIVERSAL_1_6, BEGIN TYPES FUNCTION END},
    {"undefined id", SPV_ENV_UNIVERSAL_1_6, BEGIN "%2 = OpTypeFunction %1\n"},
    {"missing capability of an enumerant", SPV_ENV_UNIVERSAL_1_6,
     BEGIN
     "%1 = OpTypeFloat 32\n%2 = OpTypeImage %1 2D 0 0 0 1 Rgba32f ReadOnly\n"},
    {"layout", SPV_ENV_UNIVERSAL_1_6, BEGIN TYPES "OpCapability Kernel\n"},
    {"no memory model", SPV_ENV_UNIVERSAL_1_6,
     "OpCapability Shader\nOpCapability Linkage\n"},
    {"types", SPV_ENV_UNIVERSAL_1_6,
     BEGIN TYPES FUNCTION "%8 = OpFAdd %3 %5 %5\n" END},
    {"width of a type", SPV_ENV_UNIVERSAL_1_6, BEGIN "%1 = OpTypeInt 17 0\n"},
    {"a limit", SPV_ENV_UNIVERSAL_1_6,
     BEGIN TYPES "%9 = OpTypeStruct %3 %3 %3\n"},
};

/* Modules for which results, or the first errors, differ. */
static const Module kOtherErrors[] = {
    {"header alone", SPV_ENV_UNIVERSAL_1_6, ""},
    {"missing capability", SPV_ENV_UNIVERSAL_1_6,
     BEGIN "%1 = OpTypeFloat 64\n"},
    {"block without end", SPV_ENV_UNIVERSAL_1_6,
     BEGIN TYPES FUNCTION "OpFunctionEnd\n"},
    {"flow", SPV_ENV_UNIVERSAL_1_6,
     BEGIN TYPES FUNCTION "OpBranch %7\nOpFunctionEnd\n"},
    {"missing extension", SPV_ENV_UNIVERSAL_1_0,
     "OpCapability Shader\nOpCapability VariablePointers\n"
     "OpMemoryModel Logical GLSL450\n"},
    {"Vulkan", SPV_ENV_VULKAN_1_2,
     BEGIN "%1 = OpTypeFloat 32\n%2 = OpTypeRuntimeArray %1\n"},
};

static spv_binary AssembleText(int env, const char* text) {
  spv_context context = spvContextCreate((spv_target_env)env);
  spv_binary binary = NULL;
  const spv_result_t result = spvTextToBinaryWithOptions(
      context, text, strlen(text),
      SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary, NULL);
  if (result != SPV_SUCCESS) puts("cannot assemble");
  spvContextDestroy(context);
  return binary;
}

static void PrintForm(const spv_diagnostic diagnostic) {
  const char* const line =
      diagnostic == NULL ? NULL : strchr(diagnostic->error, '\n');
  if (diagnostic == NULL) return;
  if (strncmp(diagnostic->error, "[VUID", 5) == 0) puts("  a VUID");
  puts(line == NULL ? "  one line" : line + 1);
}

static void Validate(const char* name, int env, const char* text) {
  spv_context context = spvContextCreate((spv_target_env)env);
  spv_binary binary = AssembleText(env, text);
  if (binary == NULL) return;
  spv_const_binary_t module = {binary->code, binary->wordCount};
  spv_diagnostic diagnostic = &unset_diagnostic;
  spv_result_t result =
      spvValidateBinary(context, binary->code, binary->wordCount, &diagnostic);
  printf("validate %s\n", name);
  PrintForm(diagnostic);
  PrintResult("  spvValidateBinary", result, diagnostic);

  diagnostic = &unset_diagnostic;
  result = spvValidate(context, &module, &diagnostic);
  PrintResult("  spvValidate", result, diagnostic);

  spv_validator_options options = spvValidatorOptionsCreate();
  spvValidatorOptionsSetUniversalLimit(
      options, spv_validator_limit_max_struct_members, 2);
  spvValidatorOptionsSetFriendlyNames(options, false);
  diagnostic = &unset_diagnostic;
  result = spvValidateWithOptions(context, options, &module, &diagnostic);
  PrintForm(diagnostic);
  PrintResult("  spvValidateWithOptions", result, diagnostic);
  spvValidatorOptionsDestroy(options);

  result = spvValidate(context, &module, NULL);
  PrintResult("  without diagnostic", result, NULL);
  spvBinaryDestroy(binary);
  spvContextDestroy(context);
}

/* Prints only that there are an error and its diagnostic. */
static void ValidateWrong(const char* name, int env, const char* text) {
  spv_context context = spvContextCreate((spv_target_env)env);
  spv_binary binary = AssembleText(env, text);
  if (binary == NULL) return;
  spv_diagnostic diagnostic = NULL;
  const spv_result_t result =
      spvValidateBinary(context, binary->code, binary->wordCount, &diagnostic);
  printf("validate %s: %s, %s\n", name, result < 0 ? "an error" : "no error",
         diagnostic != NULL && !diagnostic->isTextSource ? "a diagnostic"
                                                         : "no diagnostic");
  spvDiagnosticDestroy(diagnostic);
  spvBinaryDestroy(binary);
  spvContextDestroy(context);
}

static void ValidateWords(const char* name, spv_target_env env,
                          const uint32_t* words, size_t count) {
  spv_context context = spvContextCreate(env);
  spv_diagnostic diagnostic = &unset_diagnostic;
  const spv_result_t result =
      spvValidateBinary(context, words, count, &diagnostic);
  PrintResult(name, result, diagnostic);
  spvContextDestroy(context);
}

void PrintValidation(void) {
  static const uint32_t kWords[] = {0x07230203, 0x00010300, 0, 9,
                                    0,          0x00020011, 5};
  static const uint32_t kMagic[] = {0x07230204, 0x00010300, 0, 9, 0};
  static const uint32_t kVersion[] = {0x07230203, 0x00010700, 0, 9, 0};
  static const uint32_t kVersion2[] = {0x07230203, 0x00020000, 0, 9, 0};
  static const uint32_t kSchema[] = {0x07230203, 0x00010000, 0, 9, 1};
  static const uint32_t kBound[] = {
      0x07230203, 0x00010300, 0, 0x400000, 0, 0x00020011, 5, 0x0003000e, 0, 1};
  for (size_t i = 0; i < sizeof(kModules) / sizeof(kModules[0]); ++i) {
    Validate(kModules[i].name, kModules[i].env, kModules[i].text);
  }
  for (size_t i = 0; i < sizeof(kOtherErrors) / sizeof(kOtherErrors[0]); ++i) {
    ValidateWrong(kOtherErrors[i].name, kOtherErrors[i].env,
                  kOtherErrors[i].text);
  }
  for (size_t i = 0; i <= 7; ++i) {
    if (i == 5) continue;
    char name[40];
    snprintf(name, sizeof(name), "validate %zu words", i);
    ValidateWords(name, SPV_ENV_UNIVERSAL_1_6, kWords, i);
  }
  ValidateWords("validate NULL", SPV_ENV_UNIVERSAL_1_6, NULL, 0);
  ValidateWords("validate NULL words, some", SPV_ENV_UNIVERSAL_1_6, NULL, 7);
  ValidateWords("validate another magic number", SPV_ENV_UNIVERSAL_1_6, kMagic,
                5);
  ValidateWords("validate a large bound", SPV_ENV_UNIVERSAL_1_6, kBound, 10);
  ValidateWords("validate version 1.7", SPV_ENV_UNIVERSAL_1_6, kVersion, 5);
  ValidateWords("validate version 2.0", SPV_ENV_UNIVERSAL_1_6, kVersion2, 5);
  ValidateWords("validate a newer version", SPV_ENV_UNIVERSAL_1_0, kWords, 7);
  ValidateWords("validate a newer version than Vulkan's", SPV_ENV_VULKAN_1_0,
                kWords, 7);
  ValidateWords("validate schema", SPV_ENV_UNIVERSAL_1_6, kSchema, 5);
  spvValidatorOptionsDestroy(NULL);
  spvOptimizerOptionsDestroy(NULL);
  spvReducerOptionsDestroy(NULL);
  spvFuzzerOptionsDestroy(NULL);
}
