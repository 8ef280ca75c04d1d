// Comparison with the newest spirv-dis: the text of a few modules must be the
// same, byte for byte, with each option and some combinations.  The program is
// $PLUMB_PEER/spirv-dis (bench/fetch_peer), or that on the PATH; skipped if
// there is none, or only an older release, with other names and comments.
// bench/compare_disassembly compares the programs over a corpus.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_writer.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

std::string OutputOf(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string output;
  std::array<char, 4096> buffer;
  while (const size_t size = fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), size);
  }
  pclose(pipe);
  return output;
}

std::string Example() {
  std::ifstream in("testdata/examples/triangle.spvasm", std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Every kind of operand, and the headings in an unusual order.
constexpr char kOperands[] = R"(OpCapability Shader
OpCapability Linkage
%glsl = OpExtInstImport "GLSL.std.450"
%unknown = OpExtInstImport "NonSemantic.unknown"
OpMemoryModel Logical GLSL450
OpDecorate %spec SpecId 3
OpDecorate %struct Block
OpDecorate %vertex BuiltIn VertexIndex
OpDecorate %vertex RelaxedPrecision
OpName %f "f(vf4;"
OpName %spec "f(vf4;"
OpName %long_name "a \"name\" that is \\ rather long"
%file = OpString "a
b"
%void = OpTypeVoid
%fn = OpTypeFunction %void
%int = OpTypeInt 32 1
%long = OpTypeInt 64 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%small = OpTypeFloat 8 Float8E4M3EXT
%double = OpTypeFloat 64
%struct = OpTypeStruct %int %float
%image = OpTypeImage %float 1D 0 0 0 1 Unknown
%pointer = OpTypePointer RayPayloadKHR %int
%input = OpTypePointer Input %int
%spec = OpSpecConstant %int -5
%c1 = OpConstant %long 18446744073709551615
%c2 = OpConstant %half 0x1.8p+0
%c3 = OpConstant %float 0x1p+128
%c4 = OpConstant %double 1e300
%sum = OpSpecConstantOp %int IAdd %spec %spec
%vertex = OpVariable %input Input
OpLine %file 1 2
%long_name = OpUndef %int
OpNoLine
%f = OpFunction %void Inline|DontInline %fn
%l = OpLabel
%root = OpExtInst %float %glsl Sqrt %c3
%other = OpExtInst %float %unknown 7 %c3
%load = OpLoad %int %vertex Volatile|Aligned 4
OpBranch %loop
%loop = OpLabel
OpLoopMerge %after %again None
OpBranchConditional %load %body %after
%body = OpLabel
OpSelectionMerge %m None
OpSwitch %c1 %m 7 %case
%case = OpLabel
OpBranch %m
%m = OpLabel
OpBranchConditional %load %after %again
%again = OpLabel
OpBranch %loop
OpLine %file 3 4
%after = OpLabel
OpReturn
OpFunctionEnd
%g = OpFunction %void None %fn
OpFunctionEnd
)";

struct Variant {
  const char* flags;
  DisassemblerOptions options;
};
constexpr Variant kVariants[] = {
    {"", {}},
    {"--raw-id", {.friendly_names = false}},
    {"--no-indent", {.indent = false}},
    {"--no-header", {.header = false}},
    {"--offsets", {.offsets = true}},
    {"--comment", {.comment = true}},
    {"--color", {.color = true}},
    {"--color --offsets --comment",
     {.offsets = true, .comment = true, .color = true}},
    {"--nested-indent", {.nested_indent = true}},
    {"--reorder-blocks", {.reorder_blocks = true}},
    {"--nested-indent --reorder-blocks --comment --offsets",
     {.offsets = true,
      .comment = true,
      .nested_indent = true,
      .reorder_blocks = true}},
    {"--handle-unknown-opcodes", {.unknown_as_numbers = true}},
    {"--raw-id --no-indent --no-header --comment",
     {.header = false,
      .indent = false,
      .friendly_names = false,
      .comment = true}},
};

// The path of the peer; empty if there is none that is new enough.
std::string FindPeer() {
  const char* const folder = std::getenv("PLUMB_PEER");
  const std::string path =
      folder == nullptr ? "spirv-dis" : absl::StrCat(folder, "/spirv-dis");
  const std::string version =
      OutputOf(absl::StrCat(path, " --version 2>/dev/null"));
  int year = 0;
  int release = 0;
  if (std::sscanf(version.c_str(), "SPIRV-Tools v%d.%d", &year, &release) !=
      2) {
    return "";
  }
  return std::pair(year, release) >= std::pair(2026, 4) ? path : "";
}

TEST(DisassemblerOptionsTest, TextMatchesThePeer) {
  const std::string peer = FindPeer();
  if (peer.empty()) {
    GTEST_SKIP() << "spirv-dis 2026.4 or later is not installed; "
                    "bench/fetch_peer fetches it, and PLUMB_PEER names its "
                    "folder";
  }
  const std::string path = absl::StrCat(testing::TempDir(), "/options.spv");
  for (const std::string& text : {Example(), std::string(kOperands)}) {
    Assembler assembler;
    Module module;
    DiagnosticList list;
    ASSERT_FALSE(text.empty());
    ASSERT_TRUE(assembler.Assemble(text, {}, &module, &list)) << text;
    std::ofstream(path, std::ios::binary) << EncodeModule(module);
    for (const Variant& variant : kVariants) {
      EXPECT_EQ(Disassembler(module, variant.options).Disassemble(),
                OutputOf(absl::StrCat(peer, " ", variant.flags, " ", path)))
          << variant.flags;
    }
  }
  unlink(path.c_str());
}

}  // namespace
}  // namespace plumb
