// Arguments that no function allows: a result, and no crash.  What SPIRV-Tools
// does for them too is in contract/.
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/spirv_tools/testing_module.h"
#include "gtest/gtest.h"

namespace plumb::spirv_tools {
namespace {

constexpr uint32_t kWords[] = {0x07230203, 0x00010300, 0, 9, 0};

spv_result_t ParseNothing(spv_const_context context, const uint32_t* words,
                          size_t count) {
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result = spvBinaryParse(context, nullptr, words, count,
                                             nullptr, nullptr, &diagnostic);
  EXPECT_EQ(diagnostic != nullptr, result != SPV_SUCCESS && context != nullptr);
  spvDiagnosticDestroy(diagnostic);
  return result;
}

TEST(BadInputTest, NoContext) {
  spv_binary binary = nullptr;
  spv_text text = nullptr;
  spv_const_binary_t module = {kWords, 5};
  EXPECT_EQ(spvTextToBinary(nullptr, "", 0, &binary, nullptr),
            SPV_ERROR_INVALID_POINTER);
  EXPECT_EQ(spvBinaryToText(nullptr, kWords, 5, 0, &text, nullptr),
            SPV_ERROR_INVALID_POINTER);
  EXPECT_EQ(ParseNothing(nullptr, kWords, 5), SPV_ERROR_INVALID_POINTER);
  EXPECT_EQ(spvValidate(nullptr, &module, nullptr), SPV_ERROR_INVALID_POINTER);
  EXPECT_EQ(spvValidateBinary(nullptr, kWords, 5, nullptr),
            SPV_ERROR_INVALID_POINTER);
  EXPECT_EQ(binary, nullptr);
  EXPECT_EQ(text, nullptr);
}

TEST(BadInputTest, NoPlaceForTheResult) {
  const TestContext context;
  EXPECT_EQ(spvBinaryToText(context, kWords, 5, 0, nullptr, nullptr),
            SPV_ERROR_INVALID_POINTER);
  EXPECT_EQ(spvTextToBinary(context, "", 0, nullptr, nullptr),
            SPV_ERROR_INVALID_POINTER);
}

TEST(BadInputTest, NoBinary) {
  const TestContext context;
  spv_diagnostic diagnostic = nullptr;
  EXPECT_EQ(spvValidate(context, nullptr, &diagnostic),
            SPV_ERROR_INVALID_BINARY);
  ASSERT_NE(diagnostic, nullptr);
  spvDiagnosticDestroy(diagnostic);
}

TEST(BadInputTest, HugeSizes) {
  const TestContext context;
  for (const size_t size :
       {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4 + 2, size_t{1} << 31}) {
    spv_binary binary = nullptr;
    spv_text text = nullptr;
    EXPECT_EQ(ParseNothing(context, kWords, size), SPV_ERROR_INVALID_BINARY);
    EXPECT_EQ(spvBinaryToText(context, kWords, size, 0, &text, nullptr),
              SPV_ERROR_INVALID_BINARY);
    EXPECT_EQ(spvValidateBinary(context, kWords, size, nullptr),
              SPV_ERROR_INVALID_BINARY);
    // With 32 bits, a text can have as many bytes.
    if (size <= INT32_MAX) continue;
    EXPECT_EQ(spvTextToBinary(context, "", size, &binary, nullptr),
              SPV_ERROR_INVALID_TEXT);
  }
}

TEST(BadInputTest, NoOptions) {
  spvValidatorOptionsSetRelaxBlockLayout(nullptr, true);
  spvValidatorOptionsSetBeforeHlslLegalization(nullptr, true);
  spvValidatorOptionsSetBufferDescriptorLayout(nullptr, 1, 1);
  spvValidatorOptionsSetUniversalLimit(nullptr,
                                       spv_validator_limit_max_id_bound, 1);
  spvOptimizerOptionsSetMaxIdBound(nullptr, 1);
  spvOptimizerOptionsSetValidatorOptions(nullptr, nullptr);
  spvReducerOptionsSetStepLimit(nullptr, 1);
  spvFuzzerOptionsSetRandomSeed(nullptr, 1);
  spv_validator_options options = spvValidatorOptionsCreate();
  spvValidatorOptionsSetUniversalLimit(options,
                                       static_cast<spv_validator_limit>(99), 1);
  spv_const_binary_t module = {kWords, 5};
  EXPECT_LT(spvValidateWithOptions(TestContext(), options, &module, nullptr),
            0);
  spvValidatorOptionsDestroy(options);
}

TEST(BadInputTest, NoMessage) {
  const spv_diagnostic diagnostic = spvDiagnosticCreate(nullptr, nullptr);
  ASSERT_NE(diagnostic, nullptr);
  EXPECT_STREQ(diagnostic->error, "");
  EXPECT_EQ(diagnostic->position.index, 0);
  spvDiagnosticDestroy(diagnostic);
}

TEST(BadInputTest, UnalignedText) {
  const char text[] = "xOpNop";
  spv_binary binary = nullptr;
  EXPECT_EQ(spvTextToBinary(TestContext(), text + 1, 5, &binary, nullptr),
            SPV_SUCCESS);
  ASSERT_NE(binary, nullptr);
  EXPECT_EQ(binary->wordCount, 6);
  spvBinaryDestroy(binary);
}

// Each instruction is passed on with operands inside its words.
spv_result_t CheckInstruction(void*, const spv_parsed_instruction_t* inst) {
  EXPECT_EQ(inst->words[0], uint32_t{inst->num_words} << 16 | inst->opcode);
  for (int i = 0; i < inst->num_operands; ++i) {
    const spv_parsed_operand_t& operand = inst->operands[i];
    EXPECT_LE(operand.offset + operand.num_words, inst->num_words);
    EXPECT_GT(operand.num_words, 0);
    EXPECT_TRUE(spvOperandIsConcrete(operand.type));
  }
  return SPV_SUCCESS;
}

TEST(BadInputTest, DamagedModules) {
  const std::vector<uint32_t> valid = AssembledWords(absl::StrCat(
      "OpCapability Shader\nOpCapability Linkage\n"
      "%1 = OpExtInstImport \"GLSL.std.450\"\n"
      "OpMemoryModel Logical GLSL450\nOpName %2 \"abc\"\n"
      "%3 = OpTypeVoid\n%4 = OpTypeFunction %3\n%5 = OpTypeFloat 64\n"
      "%6 = OpConstant %5 1\n%7 = OpTypeInt 32 1\n%8 = OpConstant %7 5\n"
      "%2 = OpFunction %3 None %4\n%9 = OpLabel\n"
      "%10 = OpExtInst %5 %1 Sqrt %6\nOpSelectionMerge %11 None\n"
      "OpSwitch %8 %11 1 %11\n%11 = OpLabel\nOpReturn\nOpFunctionEnd\n"));
  const TestContext context;
  std::mt19937 random(1);
  int failed = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint32_t> words = valid;
    for (int i = round % 3; i >= 0; --i) {
      const uint32_t value = random() % 4 == 0 ? random() : random() % 64;
      words[random() % words.size()] = value;
    }
    if (round % 5 == 0) words.resize(random() % words.size());
    const spv_result_t parsed =
        spvBinaryParse(context, nullptr, words.data(), words.size(), nullptr,
                       CheckInstruction, nullptr);
    spv_text text = nullptr;
    const spv_result_t printed = spvBinaryToText(
        context, words.data(), words.size(),
        round % 2048 & ~SPV_BINARY_TO_TEXT_OPTION_PRINT, &text, nullptr);
    if ((round % 2048 & SPV_BINARY_TO_TEXT_OPTION_HANDLE_UNKNOWN_OPCODES) ==
        0) {
      EXPECT_EQ(printed, parsed);
    }
    spvTextDestroy(text);
    const spv_result_t validated =
        spvValidateBinary(context, words.data(), words.size(), nullptr);
    if (parsed != SPV_SUCCESS) {
      EXPECT_NE(validated, SPV_SUCCESS);
      ++failed;
    }
  }
  EXPECT_GT(failed, 5000);
}

}  // namespace
}  // namespace plumb::spirv_tools
