#include "api/spec_setting.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

constexpr absl::string_view kText = R"(
  OpCapability Shader
  OpCapability Linkage
  OpCapability Int64
  OpCapability Int8
  OpMemoryModel Logical GLSL450
  OpName %size "count"
  OpName %other "twin"
  OpName %third "twin"
  OpDecorate %size SpecId 3
  OpDecorate %on SpecId 4
  OpDecorate %other SpecId 5
  OpDecorate %third SpecId 5
  OpDecorate %group SpecId 9
  %group = OpDecorationGroup
  OpGroupDecorate %group %wide
  %uint = OpTypeInt 32 0
  %byte = OpTypeInt 8 1
  %long = OpTypeInt 64 0
  %float = OpTypeFloat 32
  %bool = OpTypeBool
  %fixed = OpConstant %uint 1
  %size = OpSpecConstant %uint 1
  %small = OpSpecConstant %byte 1
  %other = OpSpecConstant %uint 1
  %third = OpSpecConstant %uint 1
  %wide = OpSpecConstant %long 1
  %x = OpSpecConstant %float 1
  %on = OpSpecConstantTrue %bool
)";

// The result of settings: "%name=bits" in module order, or the error.
std::string Resolve(const std::vector<std::string>& settings) {
  Module module;
  DiagnosticList diagnostics;
  Assembler assembler;
  if (!assembler.Assemble(kText, AssembleOptions(), &module, &diagnostics)) {
    return "not assembled";
  }
  std::vector<SpecSetting> parsed;
  for (const std::string& setting : settings) {
    const auto one = ParseSpecSetting(setting);
    if (!one.ok()) return std::string(one.status().message());
    parsed.push_back(*one);
  }
  const auto got = ResolveSpecSettings(module, parsed);
  if (!got.ok()) return std::string(got.status().message());
  return absl::StrJoin(
      *got, " ", [&](std::string* out, const SpecializedConstant& constant) {
        const absl::string_view rest =
            module.text().substr(module.origin(module.def(constant.id)));
        absl::StrAppend(out, rest.substr(0, rest.find(' ')), "=",
                        constant.bits);
      });
}

TEST(SpecSettingTest, FindsConstantsByWhatTheyGoBy) {
  EXPECT_EQ(Resolve({"3=16"}), "%size=16");
  EXPECT_EQ(Resolve({"%size=16"}), "%size=16");
  EXPECT_EQ(Resolve({"size=16"}), "%size=16");
  EXPECT_EQ(Resolve({"count=16"}), "%size=16");
  EXPECT_EQ(Resolve({"9=7"}), "%wide=7");
  EXPECT_EQ(Resolve({"5=2"}), "%other=2 %third=2");
  EXPECT_EQ(Resolve({"on=false", "3=2"}), "%size=2 %on=0");
}

TEST(SpecSettingTest, FindsConstantsOfBinaries) {
  Module assembled;
  DiagnosticList diagnostics;
  Assembler assembler;
  ASSERT_TRUE(
      assembler.Assemble(kText, AssembleOptions(), &assembled, &diagnostics));
  Module module;
  BinaryReader reader;
  ASSERT_TRUE(reader.Read(assembled.words(), &module, &diagnostics));
  const Id size = [&] {
    for (InstIndex i(0); i < module.global_end(); ++i) {
      if (module.record(i).op == grammar::Op::kSpecConstant) {
        return module.record(i).result;
      }
    }
    return kNoId;
  }();
  for (const std::string& name :
       {std::string("count"), std::string("%count"), std::string("3"),
        absl::StrCat("%", size.value)}) {
    const auto got = ResolveSpecSettings(module, {{name, "5"}});
    ASSERT_TRUE(got.ok()) << name << ": " << got.status();
    ASSERT_EQ(got->size(), 1u);
    EXPECT_EQ(got->front().id, size);
    EXPECT_EQ(got->front().bits, 5u);
  }
}

TEST(SpecSettingTest, ReadsValuesOfTheType) {
  EXPECT_EQ(Resolve({"3=0x10"}), "%size=16");
  EXPECT_EQ(Resolve({"small=-1"}), "%small=255");
  EXPECT_EQ(Resolve({"wide=0xffffffffffffffff"}), "%wide=18446744073709551615");
  EXPECT_EQ(Resolve({"x=1.5"}), "%x=1069547520");
  EXPECT_EQ(Resolve({"on=true"}), "%on=1");
}

TEST(SpecSettingTest, SaysWhatIsWrong) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"size"}, "'size' is not ID=VALUE, such as 3=16 or %size=16"},
      {{"=1"}, "'=1' is not ID=VALUE, such as 3=16 or %size=16"},
      {{"3="}, "'3=' is not ID=VALUE, such as 3=16 or %size=16"},
      {{"8=1"}, "there is no scalar specialization constant with SpecId 8"},
      {{"99999999999=1"},
       "there is no scalar specialization constant with SpecId 99999999999"},
      {{"smal=1"},
       "there is no scalar specialization constant 'smal'; did you mean "
       "small?"},
      {{"fixed=1"}, "there is no scalar specialization constant 'fixed'"},
      {{"twin=1"},
       "'twin' names several specialization constants, %other and %third among "
       "them"},
      {{"3=1", "count=2"},
       "specialization constant %size is given twice, by '3=1' and by "
       "'count=2'"},
      {{"3=1", "3=1"},
       "specialization constant %size is given twice, by '3=1' and by "
       "'3=1'"},
      {{"3=-1"},
       "'-1' is out of the range of specialization constant %size, which is "
       "u32"},
      {{"3=4294967296"},
       "'4294967296' is out of the range of specialization constant %size, "
       "which is u32"},
      {{"small=200"},
       "'200' is out of the range of specialization constant %small, which is "
       "i8"},
      {{"3=1.5"},
       "'1.5' is not a value of specialization constant %size, which is u32"},
      {{"on=1"},
       "'1' is not a value of specialization constant %on, which is bool"},
      {{"x=true"},
       "'true' is not a value of specialization constant %x, which is f32"},
  };
  for (const auto& [settings, expected] : cases) {
    EXPECT_EQ(Resolve(settings), expected);
  }
}

}  // namespace
}  // namespace plumb
