// The cost of matching the stages of a pipeline, beside that of validating
// their modules.
//
//   bazel run -c opt //bench:pipeline
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "api/session.h"
#include "benchmark/benchmark.h"
#include "core/diagnostic.h"
#include "core/pipeline/pipeline.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/pipeline/stage.h"

namespace plumb::bench {
namespace {

constexpr int kVariables = 16;  // of the interface between the stages

// A stage with a block of uniforms and `operations` that read and write the
// variables of its interface in turn.
std::string StageText(bool is_vertex, int64_t operations) {
  const char* const storage = is_vertex ? "Output" : "Input";
  std::string text = absl::StrCat(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint ",
      is_vertex ? "Vertex" : "Fragment", " %main \"main\" %uniforms");
  for (int i = 0; i < kVariables; ++i) absl::StrAppend(&text, " %v", i);
  absl::StrAppend(&text, "\n",
                  is_vertex ? "" : "OpExecutionMode %main OriginUpperLeft\n");
  for (int i = 0; i < kVariables; ++i) {
    absl::StrAppend(&text, "OpDecorate %v", i, " Location ", i, "\n");
  }
  absl::StrAppend(&text, R"(OpDecorate %block Block
      OpMemberDecorate %block 0 Offset 0
      OpDecorate %uniforms DescriptorSet 0
      OpDecorate %uniforms Binding 0
      %void = OpTypeVoid
      %fn = OpTypeFunction %void
      %f32 = OpTypeFloat 32
      %u32 = OpTypeInt 32 0
      %zero = OpConstant %u32 0
      %vec4 = OpTypeVector %f32 4
      %block = OpTypeStruct %vec4
      %in_uniforms = OpTypePointer Uniform %block
      %in_block = OpTypePointer Uniform %vec4
      %uniforms = OpVariable %in_uniforms Uniform
      %pointer = OpTypePointer )",
                  storage, " %vec4\n");
  for (int i = 0; i < kVariables; ++i) {
    absl::StrAppend(&text, "%v", i, " = OpVariable %pointer ", storage, "\n");
  }
  absl::StrAppend(&text, R"(%main = OpFunction %void None %fn
      %entry = OpLabel
      %at = OpAccessChain %in_block %uniforms %zero
      %r0 = OpLoad %vec4 %at
)");
  for (int64_t n = 1; n <= operations; ++n) {
    absl::StrAppend(&text, "%r", n, " = OpFAdd %vec4 %r", n - 1, " %r", n / 2,
                    "\n");
    if (n % 8 != 0) continue;
    const int64_t variable = n / 8 % kVariables;
    absl::StrAppend(&text,
                    is_vertex
                        ? absl::StrCat("OpStore %v", variable, " %r", n)
                        : absl::StrCat("%x", n, " = OpLoad %vec4 %v", variable),
                    "\n");
  }
  return absl::StrCat(text, "OpReturn\nOpFunctionEnd\n");
}

// A vertex and a fragment stage as binaries, validated.
struct Modules {
  explicit Modules(int64_t operations) {
    options.env = TargetEnv::kVulkan1_3;
    for (int i = 0; i < 2; ++i) {
      sessions[i] = std::make_unique<Session>(options);
      Session assembler;
      assembler.Run(StageText(i == 0, operations)).IgnoreError();
      binaries[i] = assembler.Binary();
      Validate(i);
    }
  }
  bool Validate(int i) {
    const auto verdict = sessions[i]->Run(binaries[i]);
    return verdict.ok() && *verdict == Verdict::kValid;
  }

  SessionOptions options;
  std::unique_ptr<Session> sessions[2];
  std::string binaries[2];
};

void ValidateModules(benchmark::State& state) {
  Modules modules(state.range(0));
  for (auto _ : state) {
    if (!modules.Validate(0) || !modules.Validate(1)) {
      state.SkipWithError("a module is not valid");
      break;
    }
  }
}

void MatchStages(benchmark::State& state) {
  Modules modules(state.range(0));
  const Pipeline pipeline;
  ValidatorOptions options;
  options.env = TargetEnv::kVulkan1_3;
  for (auto _ : state) {
    DiagnosticList diagnostics;
    std::unique_ptr<const Stage> stages[2];
    for (uint16_t i = 0; i < 2; ++i) {
      const ModuleContext& context = modules.sessions[i]->context();
      StaticUses uses(context);
      stages[i] = std::make_unique<const Stage>(
          context, i, context.module().entry_points()[0], &uses);
    }
    const Stage* const pointers[] = {stages[0].get(), stages[1].get()};
    if (!CheckPipeline(pipeline, pointers, options, &diagnostics)) {
      state.SkipWithError("the stages do not fit");
      break;
    }
  }
}

BENCHMARK(ValidateModules)->RangeMultiplier(8)->Range(64, 32768);
BENCHMARK(MatchStages)->RangeMultiplier(8)->Range(64, 32768);

}  // namespace
}  // namespace plumb::bench

BENCHMARK_MAIN();
