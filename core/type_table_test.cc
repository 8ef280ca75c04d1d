#include "core/type_table.h"

#include <initializer_list>
#include <iterator>
#include <vector>

#include "core/module_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace tt = type_trait;
namespace part = type_part;

// Makes a module of type declarations, each given as an opcode, the result and
// its further operands.
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
  // An OpTypeStructContinuedINTEL.
  void Continue(std::initializer_list<uint32_t> members) {
    Buffer<uint32_t>& words = builder_.owned_words();
    const auto first = static_cast<uint32_t>(words.size());
    const auto count = static_cast<uint32_t>(members.size() + 1);
    words.push_back((count << 16) |
                    grammar::Info(Op::kTypeStructContinuedINTEL).opcode);
    words.append(members.begin(), members.end());
    for (uint32_t w = 1; w < count; ++w) {
      builder_.AddOperand(w, grammar::Kind::kIdRef);
    }
    builder_.AddInstruction(Op::kTypeStructContinuedINTEL, first, kNoId, kNoId);
  }
  // An OpConstant of type 1.
  void DeclareConstant(uint32_t result, uint32_t value) {
    Buffer<uint32_t>& words = builder_.owned_words();
    const auto first = static_cast<uint32_t>(words.size());
    const uint32_t constant[] = {
        (4u << 16) | grammar::Info(Op::kConstant).opcode, 1, result, value};
    words.append(std::begin(constant), std::end(constant));
    builder_.AddOperand(1, grammar::Kind::kIdResultType);
    builder_.AddOperand(2, grammar::Kind::kIdResult);
    builder_.AddOperand(3, grammar::Kind::kLiteralContextDependentNumber);
    builder_.AddInstruction(Op::kConstant, first, Id(1), Id(result));
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
  EXPECT_EQ(table.Get(Id(3)).storage_class, StorageClass::kFunction);
  EXPECT_EQ(table.Get(Id(3)).width, 0u);
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

TEST_F(TypeTableTest, OnlyPointersHaveAStorageClass) {
  Declare(Op::kTypeInt, 1, {32, 0});
  Declare(Op::kTypeUntypedPointerKHR, 2, {12});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(1)).storage_class, kNoStorageClass);
  EXPECT_EQ(table.Get(Id(2)).storage_class, StorageClass::kStorageBuffer);
}

TEST_F(TypeTableTest, ScalarsAreTheirOwnParts) {
  struct Row {
    Op op;
    std::initializer_list<uint32_t> operands;
    TypeParts parts;
  };
  const Row kRows[] = {
      {Op::kTypeVoid, {}, part::kVoid},
      {Op::kTypeBool, {}, part::kBool},
      {Op::kTypeInt, {8, 0}, part::kInt8},
      {Op::kTypeInt, {16, 1}, part::kInt16},
      {Op::kTypeInt, {32, 1}, part::kInt32},
      {Op::kTypeInt, {64, 0}, part::kInt64},
      {Op::kTypeInt, {13, 0}, part::kOtherInt},
      {Op::kTypeFloat, {16}, part::kFloat16},
      {Op::kTypeFloat, {16, 0}, part::kOtherFloat},
      {Op::kTypeFloat, {32}, part::kFloat32},
      {Op::kTypeFloat, {64}, part::kFloat64},
      {Op::kTypeFloat, {128}, part::kOtherFloat},
      {Op::kTypeSampler, {}, part::kSampler},
      {Op::kTypeAccelerationStructureKHR, {}, part::kAccelerationStructure},
      {Op::kTypeQueue, {}, part::kOpaqueWithNull},
      {Op::kTypePipe, {0}, part::kOpaqueWithoutNull},
      {Op::kTypeNamedBarrier, {}, part::kOpaqueWithoutNull},
      {Op::kTypeRayQueryKHR, {}, part::kOpaqueWithoutNull},
  };
  uint32_t id = 0;
  for (const Row& row : kRows) Declare(row.op, ++id, row.operands);
  const TypeTable& table = Build();
  id = 0;
  for (const Row& row : kRows) {
    EXPECT_EQ(table.Get(Id(++id)).parts, row.parts)
        << grammar::NameOf(row.op) << " " << id;
  }
}

TEST_F(TypeTableTest, PartsAreHeldAtAnyDepth) {
  Declare(Op::kTypeInt, 1, {8, 0});
  Declare(Op::kTypeVector, 2, {1, 4});
  Declare(Op::kTypeBool, 3, {});
  Declare(Op::kTypeArray, 4, {2, 20});
  Declare(Op::kTypeStruct, 5, {3, 4});
  Declare(Op::kTypeRuntimeArray, 6, {5});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(2)).parts, part::kVector | part::kInt8);
  EXPECT_EQ(table.Get(Id(4)).parts, part::kArray | part::kVector | part::kInt8);
  EXPECT_EQ(table.Get(Id(6)).parts, part::kRuntimeArray | part::kStruct |
                                        part::kBool | part::kArray |
                                        part::kVector | part::kInt8);
  EXPECT_TRUE(table.Get(Id(6)).Contains(part::kNumber));
  EXPECT_FALSE(table.Get(Id(6)).Contains(part::kPointer | part::kOpaque));
}

TEST_F(TypeTableTest, PointersHideWhatTheyPointTo) {
  constexpr uint32_t kFunction = 7;
  constexpr uint32_t kPhysical = 5349;
  Declare(Op::kTypeBool, 1, {});
  Declare(Op::kTypePointer, 2, {kFunction, 1});
  Declare(Op::kTypeStruct, 3, {2});
  // Declared after the structure that holds it.
  Declare(Op::kTypeStruct, 4, {5});
  Declare(Op::kTypePointer, 5, {kPhysical, 4});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(3)).parts, part::kStruct | part::kOtherPointer);
  EXPECT_EQ(table.Get(Id(4)).parts, part::kStruct | part::kBufferPointer);
  EXPECT_EQ(table.Get(Id(5)).parts, part::kBufferPointer);
}

TEST_F(TypeTableTest, CooperativeMatricesHideTheirComponents) {
  Declare(Op::kTypeFloat, 1, {16});
  Declare(Op::kTypeCooperativeMatrixKHR, 2, {1, 20, 20, 20, 20});
  Declare(Op::kTypeStruct, 3, {2});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(3)).parts, part::kStruct | part::kCooperativeMatrix);
}

TEST_F(TypeTableTest, LongVectorsHaveMoreThanFourComponents) {
  Declare(Op::kTypeInt, 1, {32, 0});
  DeclareConstant(2, 4);
  DeclareConstant(3, 5);
  Declare(Op::kTypeVector, 4, {1, 4});
  Declare(Op::kTypeVector, 5, {1, 8});
  Declare(Op::kTypeVectorIdEXT, 6, {1, 2});
  Declare(Op::kTypeVectorIdEXT, 7, {1, 3});
  Declare(Op::kTypeVectorIdEXT, 8, {1, 1});  // no constant
  const TypeTable& table = Build();
  constexpr TypeParts kShort = part::kVector | part::kInt32;
  EXPECT_EQ(table.Get(Id(4)).parts, kShort);
  EXPECT_EQ(table.Get(Id(5)).parts, kShort | part::kLongVector);
  EXPECT_EQ(table.Get(Id(6)).parts, kShort);
  EXPECT_EQ(table.Get(Id(7)).parts, kShort | part::kLongVector);
  EXPECT_EQ(table.Get(Id(8)).parts, kShort | part::kLongVector);
}

TEST_F(TypeTableTest, FindsAPart) {
  Declare(Op::kTypeFloat, 1, {32});
  Declare(Op::kTypeFloat, 2, {16, 0});
  Declare(Op::kTypeVector, 3, {2, 2});
  Declare(Op::kTypeArray, 4, {3, 20});
  Declare(Op::kTypeStruct, 5, {1, 4, 2});
  const TypeTable& table = Build();
  EXPECT_EQ(table.FindPart(module_, Id(5), part::kOtherFloat), Id(2));
  EXPECT_EQ(table.FindPart(module_, Id(5), part::kVector), Id(3));
  EXPECT_EQ(table.FindPart(module_, Id(5), part::kStruct), Id(5));
  EXPECT_EQ(table.FindPart(module_, Id(5), part::kBool), kNoId);
  EXPECT_EQ(table.FindPart(module_, Id(20), part::kBool), kNoId);
}

TEST_F(TypeTableTest, TypesThatHoldThemselvesAreNoTrap) {
  Declare(Op::kTypeInt, 1, {32, 0});
  Declare(Op::kTypeStruct, 2, {2, 3, 1});
  Declare(Op::kTypeArray, 3, {2, 20});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(2)).parts, part::kStruct | part::kInt32);
  EXPECT_EQ(table.FindPart(module_, Id(3), part::kInt32), Id(1));
  EXPECT_EQ(table.FindPart(module_, Id(3), part::kArray), Id(3));
}

TEST_F(TypeTableTest, MembersOfAStructureGoOnInContinuations) {
  Declare(Op::kTypeInt, 1, {32, 0});
  Declare(Op::kTypeFloat, 2, {32});
  Declare(Op::kTypeBool, 3, {});
  Declare(Op::kTypeStruct, 4, {1, 2});
  Declare(Op::kTypeStruct, 5, {1});
  Continue({2, 1});
  Continue({3});
  Declare(Op::kTypeStruct, 6, {});
  Continue({2});
  const TypeTable& table = Build();
  EXPECT_EQ(table.Get(Id(4)).count, 2u);
  EXPECT_EQ(table.Get(Id(5)).count, 4u);
  EXPECT_EQ(table.Get(Id(6)).count, 1u);
  EXPECT_EQ(table.Get(Id(5)).parts,
            part::kStruct | part::kInt32 | part::kFloat32 | part::kBool);
  std::vector<Id> members;
  for (uint32_t m = 0; m < 5; ++m) {
    members.push_back(table.MemberOf(module_, Id(5), m));
  }
  EXPECT_THAT(members, testing::ElementsAre(Id(1), Id(2), Id(1), Id(3), kNoId));
  EXPECT_EQ(table.MemberOf(module_, Id(4), 1), Id(2));
  EXPECT_EQ(table.MemberOf(module_, Id(4), 2), kNoId);
  EXPECT_EQ(table.MemberOf(module_, Id(6), 0), Id(2));
  EXPECT_EQ(table.MemberOf(module_, Id(1), 0), kNoId);
  EXPECT_EQ(table.FindPart(module_, Id(5), part::kBool), Id(3));
}

TEST_F(TypeTableTest, ListsTypesInModuleOrder) {
  Declare(Op::kTypeVoid, 3, {});
  Declare(Op::kTypeBool, 1, {});
  EXPECT_THAT(Build().types(), testing::ElementsAre(Id(3), Id(1)));
}

TEST_F(TypeTableTest, APoisonedTypeFailsNoPositiveTest) {
  Declare(Op::kTypeVoid, 1, {});
  Build();
  table_.Poison(Id(1));
  EXPECT_TRUE(table_.Get(Id(1)).IsAll(tt::kVector | tt::kFloat));
  EXPECT_EQ(table_.Get(Id(1)).parts, 0u);
  EXPECT_TRUE(table_.Get(Id(1)).poisoned());
}

TEST_F(TypeTableTest, UnknownIsWhatIsNoTypeOrPoisoned) {
  Declare(Op::kTypeVoid, 1, {});
  Declare(Op::kTypeBool, 2, {});
  Build();
  table_.Poison(Id(1));
  EXPECT_TRUE(table_.Get(Id(1)).unknown());
  EXPECT_FALSE(table_.Get(Id(2)).unknown());
  EXPECT_TRUE(table_.Get(Id(3)).unknown());
}

}  // namespace
}  // namespace plumb
