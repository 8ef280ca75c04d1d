#include "api/spirv_tools/operand_types.h"

#include <map>

#include "gtest/gtest.h"

namespace plumb::spirv_tools {
namespace {

TEST(OperandTypesTest, KindsOfOperandsHaveConcreteTypes) {
  for (int i = 0; i < grammar::kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    const bool is_of_operands =
        grammar::Info(kind).category != grammar::Category::kComposite &&
        kind != Kind::kScope && kind != Kind::kMemorySemantics;
    EXPECT_EQ(spvOperandIsConcrete(OperandTypeOf(kind)), is_of_operands)
        << grammar::NameOf(kind);
  }
}

TEST(OperandTypesTest, MasksAreBitEnums) {
  for (int i = 0; i < grammar::kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (!spvOperandIsConcreteMask(OperandTypeOf(kind))) continue;
    EXPECT_EQ(grammar::Info(kind).category, grammar::Category::kBitEnum)
        << grammar::NameOf(kind);
  }
  EXPECT_TRUE(spvOperandIsConcreteMask(OperandTypeOf(Kind::kMemoryAccess)));
}

TEST(OperandTypesTest, EnumerationsHaveDifferentTypes) {
  std::map<spv_operand_type_t, Kind> kinds;
  for (int i = 0; i < grammar::kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    const grammar::Category category = grammar::Info(kind).category;
    const absl::string_view name = grammar::NameOf(kind);
    if (category != grammar::Category::kValueEnum &&
        category != grammar::Category::kBitEnum) {
      continue;
    }
    const spv_operand_type_t type = OperandTypeOf(kind);
    if (type == SPV_OPERAND_TYPE_NONE) continue;
    const auto [at, is_new] = kinds.emplace(type, kind);
    // Two versions of a set share the types of one.
    EXPECT_TRUE(is_new ||
                (type >= SPV_OPERAND_TYPE_SHDEBUG100_BUILD_IDENTIFIER_FLAGS &&
                 type <= SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_TYPE_QUALIFIER))
        << name << " and " << grammar::NameOf(at->second);
  }
  EXPECT_GT(kinds.size(), 60);
}

TEST(OperandTypesTest, NumbersThatAreNoTypes) {
  EXPECT_FALSE(spvOperandIsConcrete(SPV_OPERAND_TYPE_NONE));
  EXPECT_FALSE(spvOperandIsConcrete(SPV_OPERAND_TYPE_NUM_OPERAND_TYPES));
  EXPECT_FALSE(spvOperandIsConcrete(static_cast<spv_operand_type_t>(-1)));
  EXPECT_FALSE(spvOperandIsConcreteMask(static_cast<spv_operand_type_t>(999)));
}

}  // namespace
}  // namespace plumb::spirv_tools
