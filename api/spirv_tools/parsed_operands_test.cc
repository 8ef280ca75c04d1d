#include "api/spirv_tools/parsed_operands.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/spirv_tools/binary_input.h"
#include "api/spirv_tools/testing_module.h"
#include "gtest/gtest.h"

namespace plumb::spirv_tools {
namespace {

// The last instruction's operands, as "offset+words:type" and, of literals,
// "/kind width encoding".
std::string LastOperands(const std::string& text) {
  const std::vector<uint32_t> words =
      AssembledWords(absl::StrCat(kModuleStart, text));
  const BinaryInput input(words.data(), words.size(), {});
  EXPECT_FALSE(input.failure().has_value()) << text;
  std::vector<spv_parsed_operand_t> operands;
  FillOperands(input.module().inst(InstIndex(input.module().size() - 1)),
               &operands);
  std::string result;
  for (const spv_parsed_operand_t& o : operands) {
    absl::StrAppend(&result, result.empty() ? "" : " ", o.offset, "+",
                    o.num_words, ":", static_cast<int>(o.type));
    if (o.number_kind == SPV_NUMBER_NONE) continue;
    absl::StrAppend(&result, "/", static_cast<int>(o.number_kind), ",",
                    o.number_bit_width, ",", static_cast<int>(o.fp_encoding));
  }
  return result;
}

struct OperandsCase {
  const char* text;
  const char* operands;
};

TEST(ParsedOperandsTest, Operands) {
  const OperandsCase kCases[] = {
      {"%1 = OpTypeInt 32 1", "1+1:3 2+1:6/1,32,0 3+1:6/1,32,0"},
      {"%1 = OpTypeInt 64 1\n%2 = OpConstant %1 5", "1+1:2 2+1:3 3+2:9/2,64,0"},
      {"%1 = OpTypeInt 16 0\n%2 = OpConstant %1 5", "1+1:2 2+1:3 3+1:9/1,16,0"},
      {"%1 = OpTypeFloat 32\n%2 = OpConstant %1 5", "1+1:2 2+1:3 3+1:9/3,32,0"},
      {"%1 = OpTypeFloat 16 BFloat16KHR\n%2 = OpSpecConstant %1 5",
       "1+1:2 2+1:3 3+1:9/3,16,4"},
      {"%1 = OpTypeFloat 8 Float8E4M3EXT\n%2 = OpConstant %1 5",
       "1+1:2 2+1:3 3+1:9/3,8,5"},
      {"OpName %1 \"four letters\"", "1+1:1 2+4:11"},
      {"%1 = OpTypeInt 64 0\n%2 = OpConstant %1 5\nOpSwitch %2 %3 7 %4 8 %3",
       "1+1:1 2+1:1 3+2:9/1,64,0 5+1:1 6+2:9/1,64,0 8+1:1"},
      {"OpStore %1 %2 Volatile|Aligned 4", "1+1:1 2+1:1 3+1:40 4+1:6/1,32,0"},
      {"OpMemoryBarrier %1 %2", "1+1:5 2+1:4"},
      {"%1 = OpSpecConstantOp %2 IAdd %3 %4", "1+1:2 2+1:3 3+1:8 4+1:1 5+1:1"},
      {"OpNop", ""},
  };
  for (const OperandsCase& c : kCases) {
    EXPECT_EQ(LastOperands(c.text), c.operands) << c.text;
  }
}

}  // namespace
}  // namespace plumb::spirv_tools
