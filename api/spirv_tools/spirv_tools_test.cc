// The C++ classes.  What SPIRV-Tools' do too is in contract/.
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/spirv_tools/context.h"
#include "api/spirv_tools/testing_module.h"
#include "gtest/gtest.h"

namespace plumb::spirv_tools {
namespace {

TEST(SpirvToolsTest, ToolsWithoutAnEnvironmentFail) {
  spvtools::SpirvTools tools(SPV_ENV_MAX);
  tools.SetMessageConsumer([](auto...) { FAIL(); });
  std::vector<uint32_t> words = {1};
  std::string text = "before";
  spvtools::ValidatorOptions options;
  EXPECT_FALSE(tools.IsValid());
  EXPECT_FALSE(tools.Assemble("OpNop", &words));
  EXPECT_FALSE(tools.Disassemble(words, &text));
  EXPECT_FALSE(tools.Validate(words));
  EXPECT_FALSE(tools.Validate(words.data(), words.size(), options));
  EXPECT_FALSE(tools.Parse(words, nullptr, nullptr));
  EXPECT_EQ(words, std::vector<uint32_t>{1});
  EXPECT_EQ(text, "before");
}

TEST(SpirvToolsTest, TextsRoundTrip) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  const std::vector<uint32_t> words =
      AssembledWords(absl::StrCat(kModuleStart, "%1 = OpTypeVoid\n"));
  std::string text;
  ASSERT_TRUE(tools.Disassemble(words, &text));
  EXPECT_EQ(text, absl::StrCat(kModuleStart, "%void = OpTypeVoid\n"));
  std::vector<uint32_t> again;
  ASSERT_TRUE(tools.Assemble(text, &again));
  EXPECT_EQ(again, words);
}

TEST(SpirvToolsTest, ParsersMayBeMissing) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  const std::vector<uint32_t> words = AssembledWords(kModuleStart);
  int count = 0;
  const auto count_instruction = [&](const spv_parsed_instruction_t&) {
    ++count;
    return SPV_SUCCESS;
  };
  EXPECT_TRUE(tools.Parse(words, nullptr, count_instruction));
  EXPECT_EQ(count, 3);
  EXPECT_TRUE(tools.Parse(words, nullptr, nullptr));
}

TEST(SpirvToolsTest, ExceptionsOfCallbacksPassThrough) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  const std::vector<uint32_t> words = AssembledWords(kModuleStart);
  const auto throws = [](const spv_parsed_instruction_t&) -> spv_result_t {
    throw 5;
  };
  EXPECT_THROW(tools.Parse(words, nullptr, throws), int);
}

TEST(SpirvToolsTest, ConsumerOfAContext) {
  spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  std::string message;
  spvtools::SetContextMessageConsumer(
      context.CContext(),
      [&](spv_message_level_t, const char*, const spv_position_t&,
          const char* text) { message = text; });
  EXPECT_LT(spvValidateBinary(context.CContext(), nullptr, 0, nullptr), 0);
  EXPECT_EQ(message, "the module is missing");
  spvtools::Context& same = context;
  context = std::move(same);
  EXPECT_NE(context.CContext(), nullptr);
}

TEST(SpirvToolsTest, ThreadsShareAContext) {
  const TestContext context;
  const std::vector<uint32_t> words =
      AssembledWords(absl::StrCat(kModuleStart, "%1 = OpTypeFloat 32\n"));
  std::vector<int> results(4, -1);
  std::vector<std::thread> threads;
  for (int& result : results) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        result =
            spvValidateBinary(context, words.data(), words.size(), nullptr);
        if (std::string("FAdd") != spvOpcodeString(129)) result = -1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(results, std::vector<int>(4, SPV_SUCCESS));
}

}  // namespace
}  // namespace plumb::spirv_tools
