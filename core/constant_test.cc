#include "core/constant.h"

#include <vector>

#include "core/module_builder.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

struct Row {
  Op op;
  std::vector<uint32_t> words;  // behind the first
};

struct Case {
  const char* name;
  std::vector<Row> module;  // the last one defines id 9
  bool known;
  bool specializable;
  int64_t value;
};

class ConstantTest : public testing::TestWithParam<Case> {};

TEST_P(ConstantTest, HasItsValue) {
  Module module;
  ModuleBuilder builder(&module);
  builder.owned_words().resize(kHeaderWords);
  for (const Row& row : GetParam().module) {
    Buffer<uint32_t>& words = builder.owned_words();
    const auto first = static_cast<uint32_t>(words.size());
    const auto count = static_cast<uint32_t>(row.words.size() + 1);
    words.push_back((count << 16) | grammar::Info(row.op).opcode);
    words.append(row.words.data(), row.words.data() + row.words.size());
    const bool typed = grammar::Info(row.op).has_result_type;
    const uint32_t* operands = row.words.data();
    builder.AddInstruction(row.op, first, typed ? Id(operands[0]) : kNoId,
                           Id(typed ? operands[1] : operands[0]));
  }
  builder.Finish();
  TypeTable types;
  types.Build(module);
  const ScalarConstant got = EvaluateScalar(module, types, Id(9));
  EXPECT_EQ(got.known, GetParam().known);
  EXPECT_EQ(got.specializable, GetParam().specializable);
  EXPECT_EQ(got.value, GetParam().value);
}

const Row kInt32 = {Op::kTypeInt, {1, 32, 1}};
const Row kUint32 = {Op::kTypeInt, {1, 32, 0}};
const Row kInt16 = {Op::kTypeInt, {1, 16, 1}};
const Row kUint16 = {Op::kTypeInt, {1, 16, 0}};
const Row kInt64 = {Op::kTypeInt, {1, 64, 1}};
const Row kBool = {Op::kTypeBool, {1}};
const Row kFloat = {Op::kTypeFloat, {1, 32}};

INSTANTIATE_TEST_SUITE_P(
    Constants, ConstantTest,
    testing::Values(
        Case{"Int", {kInt32, {Op::kConstant, {1, 9, 5}}}, true, false, 5},
        Case{"Minus",
             {kInt32, {Op::kConstant, {1, 9, 0xffffffff}}},
             true,
             false,
             -1},
        Case{"Unsigned",
             {kUint32, {Op::kConstant, {1, 9, 0xffffffff}}},
             true,
             false,
             0xffffffff},
        Case{"NarrowMinus",
             {kInt16, {Op::kConstant, {1, 9, 0xffff8000}}},
             true,
             false,
             -32768},
        Case{"NarrowUnsigned",
             {kUint16, {Op::kConstant, {1, 9, 0x8000}}},
             true,
             false,
             32768},
        Case{"Wide",
             {kInt64, {Op::kConstant, {1, 9, 1, 2}}},
             true,
             false,
             0x200000001},
        Case{"Spec", {kInt32, {Op::kSpecConstant, {1, 9, 7}}}, true, true, 7},
        Case{"True", {kBool, {Op::kConstantTrue, {1, 9}}}, true, false, 1},
        Case{"SpecFalse",
             {kBool, {Op::kSpecConstantFalse, {1, 9}}},
             true,
             true,
             0},
        Case{"Null", {kInt32, {Op::kConstantNull, {1, 9}}}, true, false, 0},
        Case{"Float", {kFloat, {Op::kConstant, {1, 9, 0}}}, false, false, 0},
        Case{"FloatNull",
             {kFloat, {Op::kConstantNull, {1, 9}}},
             false,
             false,
             0},
        Case{"Undefined", {kInt32}, false, false, 0},
        Case{"Undef", {kInt32, {Op::kUndef, {1, 9}}}, false, false, 0}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace plumb
