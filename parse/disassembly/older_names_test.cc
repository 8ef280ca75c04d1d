#include "parse/disassembly/older_names.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(OlderNamesTest, Enumerants) {
  const struct {
    Kind kind;
    uint32_t value;
    absl::string_view name;
  } kCases[] = {
      {Kind::kExecutionModel, 5313, "RayGenerationNV"},
      {Kind::kGroupOperation, 6, "PartitionedReduceNV"},
      {Kind::kLoopControl, 65536, "InitiationIntervalINTEL"},
      {Kind::kCapability, 1, "Shader"},
      {Kind::kGroupOperation, 0, "Reduce"},
      {Kind::kExecutionModel, 5364, "TaskEXT"},
  };
  for (const auto& c : kCases) {
    const grammar::EnumerantInfo* info =
        grammar::EnumerantByValue(c.kind, c.value);
    ASSERT_NE(info, nullptr) << c.name;
    EXPECT_EQ(OlderName(c.kind, *info), c.name);
    // Both names have the same meaning.
    EXPECT_EQ(grammar::EnumerantByName(c.kind, c.name), info) << c.name;
  }
}

TEST(OlderNamesTest, Opcodes) {
  const absl::string_view kNames[] = {"OpNop", "OpGroupNonUniformPartitionNV",
                                      "OpControlBarrierWaitINTEL",
                                      "OpTypeAccelerationStructureKHR"};
  for (const absl::string_view name : kNames) {
    const grammar::Op op = grammar::OpFromName(name);
    ASSERT_NE(op, grammar::kNoOp) << name;
    EXPECT_EQ(OlderName(grammar::Info(op)), name);
  }
}

TEST(OlderNamesTest, Sets) {
  const auto has_names = [](absl::string_view set) {
    return OlderSetHasNames(grammar::ExtInstSetFromName(set));
  };
  EXPECT_TRUE(has_names("GLSL.std.450"));
  EXPECT_TRUE(has_names("NonSemantic.Shader.DebugInfo.100"));
  // Older programs print numbers here, which are not readable.
  EXPECT_TRUE(has_names("NonSemantic.Shader.DebugInfo.102"));
  EXPECT_FALSE(has_names("NonSemantic.DebugPrintf"));
}

}  // namespace
}  // namespace plumb
