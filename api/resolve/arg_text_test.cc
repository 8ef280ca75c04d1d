#include "api/resolve/arg_text.h"

#include <string>

#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

class ArgTextTest : public testing::Test {
 protected:
  ArgTextTest() {
    DiagnosticList list;
    EXPECT_TRUE(reader_.Read(words_, &module_, &list));
  }
  std::string Text(const Arg& arg) {
    return ArgText(module_, arg, kNoInst, &ids_);
  }

  ModuleWords words_ = SmallShader();
  BinaryReader reader_;
  Module module_;
  IdText ids_{module_};
};

TEST_F(ArgTextTest, Kinds) {
  EXPECT_EQ(Text(Arg()), "");
  EXPECT_EQ(Text(Id(2)), "%main");
  EXPECT_EQ(Text(Id(39)), "%39");
  EXPECT_EQ(Text(kNoId), "no <id>");
  EXPECT_EQ(Text(Arg::Type(Id(6))), "vec4<f32> (%v4float)");
  EXPECT_EQ(Text(Arg::Type(kNoId)), "no type");
  EXPECT_EQ(Text(Op::kIAdd), "OpIAdd");
  EXPECT_EQ(Text(Arg::Enumerant(Kind::kStorageClass, 7)), "Function");
  EXPECT_EQ(Text(Arg::Enumerant(Kind::kMemoryAccess, 3)), "Volatile|Aligned");
  EXPECT_EQ(Text(Arg::Enumerant(Kind::kStorageClass, 99999)), "99999");
  EXPECT_EQ(Text(42u), "42");
  EXPECT_EQ(Text(Arg::Hex(42)), "0x0000002a");
  EXPECT_EQ(Text("text"), "text");
  EXPECT_EQ(Text(Arg::Operand(Op::kSNegate, 2)), "the operand");
  EXPECT_EQ(Text(Arg::Operand(Op::kIAdd, 3)), "operand 2");
  EXPECT_EQ(Text(Arg::Operand(Op::kShiftLeftLogical, 2)), "operand Base");
  EXPECT_EQ(Text(Arg::Operand(Op::kCompositeConstruct, 9)),
            "operand Constituents");
}

TEST_F(ArgTextTest, ExtendedInstructionsNameTheirOperands) {
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(Assembler().Assemble(R"(
    %glsl = OpExtInstImport "GLSL.std.450"
    %float = OpTypeFloat 32
    %one = OpConstant %float 1
    %power = OpExtInst %float %glsl FMix %one %one %one
  )",
                                   {}, &module, &list));
  IdText ids(module);
  InstIndex mix(0);
  while (module.record(mix).op != Op::kExtInst) ++mix;
  const auto text = [&](uint32_t operand) {
    const Arg arg = Arg::Operand(module.inst(mix), operand);
    return ArgText(module, arg, InstIndex(0), &ids);
  };
  EXPECT_EQ(text(2), "operand Set");
  EXPECT_EQ(text(4), "operand x");
  EXPECT_EQ(text(6), "operand a");
}

TEST_F(ArgTextTest, ListsOfOperandsAreCounted) {
  EXPECT_EQ(Text(Arg::Operand(Op::kTypeStruct, 3)), "operand Member 2 type");
  EXPECT_EQ(Text(Arg::Operand(Op::kPhi, 5)), "operand Parent");
  EXPECT_EQ(Text(Arg::Operand(Op::kExtInst, 6)), "operand 3")
      << "of an unknown instruction";
}

TEST_F(ArgTextTest, Messages) {
  const Args args = {Arg(Id(2)), Arg(7u), Arg("\x1b"), Arg(Op::kNop)};
  EXPECT_EQ(
      MessageText(module_, "{0}, {1}{2} {3} {4} {0", args, kNoInst, &ids_),
      "%main, 7<U+001b> OpNop {4} {0");
}

TEST_F(ArgTextTest, CountedWords) {
  const auto counted = [this](const Arg& arg) {
    return MessageText(module_, "{1} index{1es} of {0}", {Arg("x"), arg},
                       kNoInst, &ids_);
  };
  EXPECT_EQ(counted(0), "0 indexes of x");
  EXPECT_EQ(counted(1), "1 index of x");
  EXPECT_EQ(counted(21), "21 indexes of x");
  EXPECT_EQ(counted("many"), "many indexes of x");
}

TEST(RequirementTextTest, NamesOnlyUnmetParts) {
  // StorageBuffer: since 1.3, or with either of two extensions.
  constexpr uint32_t kStorageBuffer = 12;
  const uint16_t requirement =
      grammar::EnumerantByValue(Kind::kStorageClass, kStorageBuffer)
          ->requirement;
  const std::string version =
      "version 1.3 or extension SPV_KHR_storage_buffer_storage_class or "
      "SPV_KHR_variable_pointers";
  EXPECT_EQ(RequirementText(requirement, {.capability = true}),
            "capability Shader");
  EXPECT_EQ(RequirementText(requirement, {.version = true}), version);
  EXPECT_EQ(RequirementText(requirement, {.capability = true, .version = true}),
            "capability Shader, and " + version);
}

}  // namespace
}  // namespace plumb
