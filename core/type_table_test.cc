#include "core/type_table.h"

#include <initializer_list>
#include <vector>

#include "core/module_builder.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

// Makes a module of type declarations, given as an opcode, the result and the
// operands behind it.
class TypeTableTest : public testing::Test {
 protected:
  TypeTableTest() : builder_(&module_) { builder_.owned_words().resize(5); }

  void Declare(Op op, uint32_t result, std::initializer_list<uint32_t> rest) {
    Buffer<uint32_t>& words = builder_.owned_words();
    const auto first = static_cast<uint32_t>(words.size());
    const auto count = static_cast<uint32_t>(rest.size() + 2);
    words.push_back((count << 16) | grammar::Info(op).opcode);
    words.push_back(result);
    words.append(rest.begin(), rest.end());
    for (uint32_t w = 1; w < count; ++w) {
      builder_.AddOperand(
          w, w == 1 ? grammar::Kind::kIdResult : grammar::Kind::kIdRef);
    }
    builder_.AddInstruction(op, first, kNoId, Id(result));
  }
  const TypeTable& Build() {
    builder_.Finish();
    table_.Build(module_);
    return table_;
  }

  Module module_;
  ModuleBuilder builder_;
  TypeTable table_;
};

TEST_F(TypeTableTest, CompositesCarryTheTraitsOfTheirComponents) {
  Declare(Op::kTypeInt, 1, {16, 1});
  Declare(Op::kTypeFloat, 2, {32});
  Declare(Op::kTypeVector, 3, {1, 4});
  Declare(Op::kTypeVector, 4, {2, 3});
  Declare(Op::kTypeMatrix, 5, {4, 2});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(1)).traits, tt::kScalar | tt::kInt | tt::kSigned);
  EXPECT_EQ(table.Get(Id(3)).traits, tt::kVector | tt::kInt | tt::kSigned);
  EXPECT_EQ(table.Get(Id(3)).width, 16u);
  EXPECT_EQ(table.Get(Id(3)).count, 4u);
  EXPECT_EQ(table.Get(Id(3)).element, Id(1));
  EXPECT_EQ(table.Get(Id(5)).traits, tt::kMatrix | tt::kFloat);
  EXPECT_EQ(table.Get(Id(5)).width, 32u);
  EXPECT_EQ(table.Get(Id(5)).count, 2u);
  EXPECT_EQ(table.Get(Id(5)).element, Id(4));
}

TEST_F(TypeTableTest, AggregatesAndPointersDoNot) {
  Declare(Op::kTypeFloat, 1, {32});
  Declare(Op::kTypeStruct, 2, {1, 1, 1});
  Declare(Op::kTypePointer, 3, {7, 2});
  Declare(Op::kTypeFunction, 4, {1, 1, 1});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(2)).traits, tt::kStruct);
  EXPECT_EQ(table.Get(Id(2)).count, 3u);
  EXPECT_EQ(table.Get(Id(3)).traits, tt::kPointer);
  EXPECT_EQ(table.Get(Id(3)).width, 7u);
  EXPECT_EQ(table.Get(Id(3)).element, Id(2));
  EXPECT_EQ(table.Get(Id(4)).count, 2u);
}

TEST_F(TypeTableTest, OtherEncodingsAreMarked) {
  Declare(Op::kTypeFloat, 1, {16, 0});
  EXPECT_TRUE(Build().Get(Id(1)).Is(tt::kOtherEncoding));
}

TEST_F(TypeTableTest, WhatIsNoTypeHasNoTraits) {
  Declare(Op::kTypeVoid, 1, {});
  const TypeTable& table = Build();
  EXPECT_TRUE(table.IsType(Id(1)));
  EXPECT_FALSE(table.IsType(Id(0)));
  EXPECT_FALSE(table.IsType(Id(2)));
  EXPECT_FALSE(table.IsType(Id(0xffffffff)));
}

TEST_F(TypeTableTest, OnlyTheFirstDefinitionCounts) {
  Declare(Op::kDecorationGroup, 1, {});
  Declare(Op::kTypeVoid, 1, {});
  Declare(Op::kTypeVoid, 2, {});
  Declare(Op::kTypeSampler, 2, {});
  const TypeTable& table = Build();
  EXPECT_FALSE(table.IsType(Id(1)));
  EXPECT_EQ(table.Get(Id(2)).traits, tt::kVoid);
}

TEST_F(TypeTableTest, APoisonedTypeFailsNoPositiveTest) {
  Declare(Op::kTypeVoid, 1, {});
  Build();
  table_.Poison(Id(1));
  EXPECT_TRUE(table_.Get(Id(1)).IsAll(tt::kVector | tt::kFloat));
}

}  // namespace
}  // namespace plumb
