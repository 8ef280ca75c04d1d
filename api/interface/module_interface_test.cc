#include "api/interface/module_interface.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using nlohmann::ordered_json;

// A compute shader with a buffer of `members`; `types` come before the
// structure.
ordered_json InterfaceOf(absl::string_view annotations, absl::string_view types,
                         absl::string_view members) {
  const std::string text =
      absl::StrCat(R"(
      OpCapability Shader
      OpMemoryModel Logical GLSL450
      OpEntryPoint GLCompute %main "main" %data
      OpExecutionMode %main LocalSize 1 2 3
      OpDecorate %block Block
      OpDecorate %data DescriptorSet 0
      OpDecorate %data Binding 0
)",
                   annotations, R"(
      %void = OpTypeVoid
      %fn = OpTypeFunction %void
      %f32 = OpTypeFloat 32
      %u32 = OpTypeInt 32 0
)",
                   types, "\n%block = OpTypeStruct ", members, R"(
      %pointer = OpTypePointer StorageBuffer %block
      %data = OpVariable %pointer StorageBuffer
      %main = OpFunction %void None %fn
      %entry = OpLabel
      %got = OpLoad %block %data
      OpReturn
      OpFunctionEnd
)");
  Session session;
  const auto verdict = session.Run(text);
  EXPECT_TRUE(verdict.ok() && *verdict == Verdict::kValid)
      << session.Report("").diagnostics.at(0).message;
  return ModuleInterface(session, "a.spvasm");
}

ordered_json BlockOf(const ordered_json& interface) {
  return interface["entry_points"][0]["resources"][0]["block"];
}

TEST(ModuleInterfaceTest, DescribesWorkgroups) {
  const ordered_json interface =
      InterfaceOf("OpMemberDecorate %block 0 Offset 0", "", "%f32");
  EXPECT_EQ(interface["entry_points"][0]["workgroup_size"],
            ordered_json({1, 2, 3}));
  EXPECT_EQ(interface["entry_points"][0]["resources"][0]["access"], "read");
}

TEST(ModuleInterfaceTest, DescribesNestedBlocks) {
  const ordered_json block = BlockOf(InterfaceOf(
      R"(OpMemberDecorate %block 0 Offset 16
         OpMemberDecorate %inner 0 Offset 4
         OpDecorate %list ArrayStride 32)",
      R"(%three = OpConstant %u32 3
         %inner = OpTypeStruct %f32
         %list = OpTypeArray %inner %three)",
      "%list"));
  const ordered_json& member = block["members"][0];
  EXPECT_EQ(member["offset"], 16);
  EXPECT_EQ(member["length"], 3);
  EXPECT_EQ(member["array_stride"], 32);
  EXPECT_EQ(member["members"][0]["offset"], 4);
  EXPECT_EQ(block["size"], 16 + 2 * 32 + 8);
}

TEST(ModuleInterfaceTest, BoundsWhatItDescribes) {
  // Each structure has four of the one before.
  std::string annotations = "OpMemberDecorate %block 0 Offset 0\n";
  std::string types = "%s0 = OpTypeStruct %f32 %f32\n";
  absl::StrAppend(&annotations, "OpMemberDecorate %s0 0 Offset 0\n",
                  "OpMemberDecorate %s0 1 Offset 4\n");
  uint64_t size = 8;
  for (int i = 1; i <= 13; ++i) {
    absl::StrAppend(&types, "%s", i, " = OpTypeStruct");
    for (int m = 0; m < 4; ++m) {
      absl::StrAppend(&types, " %s", i - 1);
      absl::StrAppend(&annotations, "OpMemberDecorate %s", i, " ", m,
                      " Offset ", m * size, "\n");
    }
    absl::StrAppend(&types, "\n");
    size *= 4;
  }
  const ordered_json block = BlockOf(InterfaceOf(annotations, types, "%s13"));
  EXPECT_EQ(block["is_cut"], true);
  EXPECT_LT(block.dump().size(), size_t{4} << 20);
}

TEST(InterfaceTextTest, IsPrintable) {
  ordered_json interface =
      InterfaceOf("OpMemberDecorate %block 0 Offset 0", "", "%f32");
  interface["file"] = "a\nb\x1b";
  EXPECT_EQ(InterfaceText(interface).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace plumb
