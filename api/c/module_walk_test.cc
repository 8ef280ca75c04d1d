// Instructions, operands, definitions and uses.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "api/c/grammar_names.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "gmock/gmock.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

using testing::ElementsAre;

plumb_instruction InstructionAt(plumb_session* session, uint32_t index) {
  auto out = Sized<plumb_instruction>();
  EXPECT_EQ(plumb_instruction_get(session, index, &out), PLUMB_OK);
  return out;
}

// "kind:class:value", and the name or string of an operand.
std::string OperandText(plumb_session* session, uint32_t index,
                        uint32_t operand) {
  auto out = Sized<plumb_operand>();
  EXPECT_EQ(plumb_operand_get(session, index, operand, &out), PLUMB_OK);
  return absl::StrCat(out.kind.data, ":", out.category, ":",
                      out.category == PLUMB_OPERAND_STRING ? 0 : out.value, ":",
                      out.name.data, out.string.data);
}
std::vector<std::string> OperandTexts(plumb_session* session, uint32_t index) {
  std::vector<std::string> texts;
  const uint32_t count = InstructionAt(session, index).operand_count;
  for (uint32_t o = 0; o < count; ++o) {
    texts.push_back(OperandText(session, index, o));
  }
  return texts;
}

TEST(ModuleWalkTest, TheModule) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_env(options.get(), "vulkan1.1"), PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  ASSERT_GE(Validate(session.get(), kValid), PLUMB_VALID);
  auto module = Sized<plumb_module>();
  ASSERT_EQ(plumb_module_get(session.get(), &module), PLUMB_OK);
  EXPECT_EQ(module.format, PLUMB_FORMAT_TEXT);
  EXPECT_EQ(module.version, 0x00010300u);
  EXPECT_EQ(module.generator, 0u);
  EXPECT_EQ(module.schema, 0u);
  EXPECT_EQ(module.bound, 10u);
  EXPECT_EQ(module.id_limit, 10u);
  EXPECT_EQ(module.instruction_count, 15u);
  EXPECT_EQ(module.function_count, 1u);
  EXPECT_STREQ(module.env.data, "vulkan1.1");
  EXPECT_EQ(module.words[0], 0x07230203u);
  EXPECT_EQ(module.words[1], module.version);
}

TEST(ModuleWalkTest, InstructionsCoverTheWords) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  auto module = Sized<plumb_module>();
  ASSERT_EQ(plumb_module_get(session.get(), &module), PLUMB_OK);
  const std::vector<std::string> lines =
      absl::StrSplit(kValid, '\n', absl::SkipEmpty());
  ASSERT_EQ(lines.size(), module.instruction_count);
  size_t word = 5;
  size_t offset = 0;
  for (uint32_t i = 0; i < module.instruction_count; ++i) {
    const plumb_instruction inst = InstructionAt(session.get(), i);
    EXPECT_EQ(inst.word, word);
    EXPECT_EQ(module.words[word], inst.word_count << 16 | inst.opcode);
    EXPECT_EQ(inst.origin, offset) << i;
    EXPECT_NE(lines[i].find(inst.name.data), std::string::npos);
    word += inst.word_count;
    offset += lines[i].size() + 1;
  }
  EXPECT_EQ(word, module.word_count);
}

TEST(ModuleWalkTest, Operands) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  const auto operands = [&](uint32_t index) {
    return OperandTexts(session.get(), index);
  };
  EXPECT_THAT(operands(0), ElementsAre("Capability:5:1:Shader"));
  EXPECT_THAT(operands(3), ElementsAre("AddressingModel:5:0:Logical",
                                       "MemoryModel:5:1:GLSL450"));
  EXPECT_THAT(operands(4), ElementsAre("IdRef:2:2:", "LiteralString:4:0:f"));
  EXPECT_THAT(operands(9),
              ElementsAre("IdResultType:1:4:", "IdResult:0:2:",
                          "FunctionControl:6:0:None", "IdRef:2:6:"));
  EXPECT_THAT(operands(14), ElementsAre());
}

TEST(ModuleWalkTest, ExtendedInstructions) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  const plumb_instruction max = InstructionAt(session.get(), 12);
  EXPECT_STREQ(max.name.data, "OpExtInst");
  EXPECT_STREQ(max.ext_set.data, "GLSL.std.450");
  EXPECT_STREQ(max.ext_name.data, "FMax");
  EXPECT_EQ(max.ext_number, 40u);
  EXPECT_EQ(max.result, 9u);
  EXPECT_EQ(max.result_type, 4u);
  const plumb_instruction add = InstructionAt(session.get(), 11);
  EXPECT_STREQ(add.ext_set.data, "");
  EXPECT_STREQ(add.ext_name.data, "");
  EXPECT_EQ(add.ext_number, PLUMB_NONE);
}

TEST(ModuleWalkTest, DefinitionsAndUses) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  uint32_t index = 0;
  ASSERT_EQ(plumb_definition_get(session.get(), 4, &index), PLUMB_OK);
  EXPECT_EQ(index, 6u);  // %float
  ASSERT_EQ(plumb_definition_get(session.get(), 1000, &index), PLUMB_OK);
  EXPECT_EQ(index, PLUMB_NONE);
  const plumb_use* uses = nullptr;
  size_t count = 0;
  ASSERT_EQ(plumb_uses_get(session.get(), 2, &uses, &count), PLUMB_OK);
  ASSERT_EQ(count, 1u);  // OpName
  EXPECT_EQ(uses[0].instruction, 4u);
  EXPECT_EQ(uses[0].operand, 0u);
  ASSERT_EQ(plumb_uses_get(session.get(), 4, &uses, &count), PLUMB_OK);
  EXPECT_EQ(count, 5u);
  ASSERT_EQ(plumb_uses_get(session.get(), 0, &uses, &count), PLUMB_OK);
  EXPECT_EQ(count, 0u);
  ASSERT_EQ(plumb_uses_get(session.get(), PLUMB_NONE, &uses, &count), PLUMB_OK);
  EXPECT_EQ(count, 0u);
}

TEST(ModuleWalkTest, TextsOfInstructions) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  plumb_string out = {};
  ASSERT_EQ(
      plumb_instruction_text(session.get(), 11, PLUMB_TEXT_NO_INDENT, &out),
      PLUMB_OK);
  EXPECT_STREQ(out.data, "%8 = OpFAdd %float %float_1 %float_1");
  ASSERT_EQ(
      plumb_instruction_text(session.get(), 11,
                             PLUMB_TEXT_NO_INDENT | PLUMB_TEXT_RAW_IDS, &out),
      PLUMB_OK);
  EXPECT_STREQ(out.data, "%8 = OpFAdd %4 %5 %5");
}

TEST(ModuleWalkTest, RenumberedIdsHaveTheirOriginals) {
  const uint32_t kWords[] = {0x07230203, 0x00010000, 0,      4000000,
                             0,          0x00020013, 3999999};
  const SessionPtr session = NewSession();
  ASSERT_EQ(Read(session.get(),
                 absl::string_view(reinterpret_cast<const char*>(kWords),
                                   sizeof kWords)),
            PLUMB_VALID);
  const plumb_instruction inst = InstructionAt(session.get(), 0);
  EXPECT_LT(inst.result, 100u);
  uint32_t original = 0;
  ASSERT_EQ(plumb_original_id(session.get(), inst.result, &original), PLUMB_OK);
  EXPECT_EQ(original, 3999999u);
  ASSERT_EQ(plumb_original_id(session.get(), PLUMB_NONE, &original), PLUMB_OK);
  EXPECT_EQ(original, PLUMB_NONE);
}

TEST(ModuleWalkTest, EveryNameOfTheGrammarEndsWithNul) {
  const auto check = [](grammar::Name name) {
    const plumb_string string = NameString(name);
    ASSERT_EQ(ToText(string), grammar::Text(name));
    ASSERT_EQ(string.data[string.size], '\0');
  };
  for (int op = 0; op < grammar::kOpCount; ++op) {
    check(grammar::Info(static_cast<grammar::Op>(op)).name);
  }
  for (int i = 0; i < grammar::kKindCount; ++i) {
    const auto kind = static_cast<grammar::Kind>(i);
    check(grammar::Info(kind).name);
    for (const auto& e : grammar::Enumerants(kind)) check(e.name);
  }
  for (int i = 0; i < grammar::kExtInstCount; ++i) {
    check(grammar::Info(static_cast<grammar::ExtInst>(i)).name);
  }
}

}  // namespace
}  // namespace plumb::c_api
