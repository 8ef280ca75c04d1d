/* Environments and contexts. */
#include <stdio.h>

#include "print_result.h"

static void PrintDescriptions(void) {
  /* 27 is the number of environments; the peer reads a table behind them. */
  for (int env = 0; env <= SPV_ENV_MAX; ++env) {
    spv_context context = spvContextCreate((spv_target_env)env);
    printf("environment %d: \"%s\", context %s\n", env,
           spvTargetEnvDescription((spv_target_env)env),
           context == NULL ? "NULL" : "given");
    spvContextDestroy(context);
  }
  printf("context 99: %d\n", spvContextCreate((spv_target_env)99) != NULL);
  printf("context -1: %d\n", spvContextCreate((spv_target_env)-1) != NULL);
  spvContextDestroy(NULL);
}

static void PrintParsedNames(void) {
  static const char* const kNames[] = {
      "",
      "spv",
      "spv1",
      "spv1.0",
      "spv1.1",
      "spv1.2",
      "spv1.3",
      "spv1.4",
      "spv1.5",
      "spv1.6",
      "spv1.7",
      "spv1.60",
      "SPV1.6",
      " spv1.6",
      "vulkan1.0",
      "vulkan1.0xyz",
      "vulkan1.1",
      "vulkan1.1spv1.4",
      "vulkan1.1spv1.3",
      "vulkan1.1spv1.40",
      "vulkan1.2",
      "vulkan1.3",
      "vulkan1.4",
      "vulkan1.5",
      "vulkan",
      "opencl1.2",
      "opencl1.2embedded",
      "opencl1.2-embedded",
      "opencl2.0",
      "opencl2.0embedded",
      "opencl2.1",
      "opencl2.1embedded",
      "opencl2.2",
      "opencl2.2embedded",
      "opencl3.0",
      "opengl4.0",
      "opengl4.1",
      "opengl4.2",
      "opengl4.3",
      "opengl4.4",
      "opengl4.5",
      "opengl4.6",
      "webgpu0",
      "universal1.0",
      NULL,
  };
  const int count = sizeof(kNames) / sizeof(kNames[0]);
  for (int i = 0; i < count; ++i) {
    spv_target_env env = SPV_ENV_MAX;
    const int found = spvParseTargetEnv(kNames[i], &env);
    printf("name %s: %d %d\n", kNames[i] == NULL ? "NULL" : kNames[i], found,
           (int)env);
    /* Names are found without a place to store the number, too. */
    if (spvParseTargetEnv(kNames[i], NULL) != found) puts("differs without it");
  }
}

static void PrintVulkanEnvs(void) {
  spv_target_env patched = SPV_ENV_MAX;
  spvParseVulkanEnv(1 << 22 | 1 << 12 | 7, 0x10000, &patched);
  printf("Vulkan 1.1.7: %d\n", (int)patched);
  for (uint32_t major = 0; major <= 2; ++major) {
    for (uint32_t minor = 0; minor <= 5; ++minor) {
      for (uint32_t spirv = 0; spirv <= 7; ++spirv) {
        spv_target_env env = SPV_ENV_MAX;
        const int found = spvParseVulkanEnv(major << 22 | minor << 12,
                                            0x10000 | spirv << 8, &env);
        printf("Vulkan %u.%u, SPIR-V 1.%u: %d %d\n", major, minor, spirv, found,
               found ? (int)env : 0);
      }
    }
  }
}

void PrintEnvironments(void) {
  PrintDescriptions();
  PrintParsedNames();
  PrintVulkanEnvs();
}
