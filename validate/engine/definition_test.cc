#include "validate/engine/definition.h"

#include "absl/strings/match.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// The list of types is written by hand; the grammar's names reveal missing
// ones.
TEST(OperandClassTest, KnowsEveryTypeOfTheGrammar) {
  int types = 0;
  for (int row = 0; row < grammar::kOpCount; ++row) {
    const Op op = static_cast<Op>(row);
    const absl::string_view name = grammar::NameOf(op);
    const bool is_type =
        absl::StartsWith(name, "OpType") && op != Op::kTypeForwardPointer;
    EXPECT_EQ(DeclaresType(op), is_type) << name;
    types += is_type ? 1 : 0;
  }
  EXPECT_GT(types, 20);
}

// A type is not an object: instructions that declare types have no result type.
TEST(OperandClassTest, TypesHaveNoType) {
  for (int row = 0; row < grammar::kOpCount; ++row) {
    const Op op = static_cast<Op>(row);
    if (DeclaresType(op)) {
      EXPECT_FALSE(grammar::Info(op).has_result_type) << grammar::NameOf(op);
    }
  }
}

}  // namespace
}  // namespace plumb
