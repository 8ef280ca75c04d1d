#include "parse/generator_names.h"

#include <iterator>

namespace plumb {
namespace {

// By number: vendor and tool, as registered with Khronos.
constexpr absl::string_view kGenerators[] = {
    "Khronos",
    "LunarG",
    "Valve",
    "Codeplay",
    "NVIDIA",
    "ARM",
    "Khronos LLVM/SPIR-V Translator",
    "Khronos SPIR-V Tools Assembler",
    "Khronos Glslang Reference Front End",
    "Qualcomm",
    "AMD",
    "Intel",
    "Imagination",
    "Google Shaderc over Glslang",
    "Google spiregg",
    "Google rspirv",
    "X-LEGEND Mesa-IR/SPIR-V Translator",
    "Khronos SPIR-V Tools Linker",
    "Wine VKD3D Shader Compiler",
    "Tellusim Clay Shader Compiler",
    "W3C WebGPU Group WHLSL Shader Translator",
    "Google Clspv",
    "Google MLIR SPIR-V Serializer",
    "Google Tint Compiler",
    "Google ANGLE Shader Compiler",
    "Netease Games Messiah Shader Compiler",
    "Xenia Xenia Emulator Microcode Translator",
    "Embark Studios Rust GPU Compiler Backend",
    "gfx-rs community Naga",
    "Mikkosoft Productions MSP Shader Compiler",
    "SpvGenTwo community SpvGenTwo SPIR-V IR Tools",
    "Google Skia SkSL",
    "TornadoVM SPIRV Beehive Toolkit",
    "DragonJoker ShaderWriter",
    "Rayan Hatout SPIRVSmith",
    "Saarland University Shady",
    "Taichi Graphics Taichi",
    "heroseh Hero C Compiler",
    "Meta SparkSL",
    "SirLynix Nazara ShaderLang Compiler",
    "Khronos Slang Compiler",
    "Zig Software Foundation Zig Compiler",
    "Rendong Liang spq",
    "LLVM LLVM SPIR-V Backend",
    "Robert Konrad Kongruent",
    "Kitsunebi Games Nuvk SPIR-V Emitter and DLSL compiler",
    "Nintendo",
    "",  // ARM again, which would not map back to this number
    "Goopax",
    "Icyllis Milica Arc3D Shader Compiler",
    "Isochron Pred",
    "apilatosba Apila Jai Compiler",
};

}  // namespace

absl::string_view GeneratorName(uint32_t number) {
  return number < std::size(kGenerators) ? kGenerators[number]
                                         : absl::string_view();
}

absl::optional<uint32_t> GeneratorNumber(absl::string_view name) {
  for (uint32_t i = 0; i < std::size(kGenerators); ++i) {
    if (!name.empty() && kGenerators[i] == name) return i;
  }
  return absl::nullopt;
}

}  // namespace plumb
