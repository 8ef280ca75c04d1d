#include "cli/lsp/operand_walker.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

// The kinds of the operands of the last statement, and of the one that comes
// next, in brackets.
std::string KindsIn(absl::string_view text) {
  const TextIndex index(text);
  const Statement& statement = index.statements().back();
  OperandWalker walker(index, statement);
  std::string kinds;
  const auto kind_of = [](const OperandSlot& slot) {
    return absl::StrCat(slot.number, ":", grammar::NameOf(slot.pattern.kind));
  };
  for (const IndexedToken& token : index.OperandsOf(statement)) {
    const auto slot = walker.Next();
    absl::StrAppend(&kinds, slot.has_value() ? kind_of(*slot) : "none", " ");
    walker.Take(token);
  }
  const auto next = walker.Next();
  absl::StrAppend(&kinds, "[", next.has_value() ? kind_of(*next) : "", "]");
  return kinds;
}

struct Row {
  const char* text;
  const char* kinds;
};

TEST(OperandWalkerTest, FollowsTheGrammar) {
  const Row rows[] = {
      {"OpNop", "[]"},
      {"%a = OpTypeInt 32", "1:LiteralInteger [2:LiteralInteger]"},
      {"%a = OpIAdd %t %x %y %z", "0:IdResultType 2:IdRef 3:IdRef none []"},
      {"OpStore %p %v", "0:IdRef 1:IdRef [2:MemoryAccess]"},
      // The parameters of enumerants, of lower bits first.
      {"OpDecorate %x Location 3", "0:IdRef 1:Decoration 2:LiteralInteger []"},
      {"OpStore %p %v MakePointerAvailable|Aligned 4 %s",
       "0:IdRef 1:IdRef 2:MemoryAccess 3:LiteralInteger 4:IdScope "
       "[]"},
      // Pairs.
      {"OpSwitch %s %d 1", "0:IdRef 1:IdRef 2:LiteralInteger [3:IdRef]"},
      {"%a = OpPhi %t %v %l", "0:IdResultType 2:IdRef 3:IdRef [4:IdRef]"},
      // Nested instructions.
      {"%a = OpSpecConstantOp %t IAdd %x",
       "0:IdResultType 2:LiteralSpecConstantOpInteger 3:IdRef [4:IdRef]"},
      {"%i = OpExtInstImport \"GLSL.std.450\" %a = OpExtInst %t %i FClamp %x",
       "0:IdResultType 2:IdRef 3:LiteralExtInstInteger 4:IdRef [5:IdRef]"},
      {"%a = OpExtInst %t %i FClamp",
       "0:IdResultType 2:IdRef 3:LiteralExtInstInteger [4:IdRef]"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(KindsIn(row.text), row.kinds) << row.text;
  }
}

grammar::OperandClass NextClass(absl::string_view text) {
  const TextIndex index(text);
  const Statement& statement = index.statements().back();
  OperandWalker walker(index, statement);
  for (const IndexedToken& token : index.OperandsOf(statement)) {
    walker.Take(token);
  }
  const auto next = walker.Next();
  return next.has_value() ? next->id_class : grammar::OperandClass::kNone;
}

TEST(OperandWalkerTest, KnowsTheClassesOfIds) {
  using grammar::OperandClass;
  EXPECT_EQ(NextClass("%a = OpIAdd"), OperandClass::kType);
  EXPECT_EQ(NextClass("%a = OpIAdd %t"), OperandClass::kObject);
  EXPECT_EQ(NextClass("OpBranch"), OperandClass::kLabel);
  EXPECT_EQ(NextClass("%a = OpTypeArray %t"), OperandClass::kConstant);
  EXPECT_EQ(NextClass("%a = OpPhi %t"), OperandClass::kObject);
  EXPECT_EQ(NextClass("%a = OpPhi %t %v"), OperandClass::kLabel);
  EXPECT_EQ(NextClass("OpSwitch %s %d 1"), OperandClass::kLabel);
  EXPECT_EQ(NextClass("OpTypeInt"), OperandClass::kNone);
}

TEST(OperandWalkerTest, TheRestIsWhatMayCome) {
  const TextIndex index("OpDecorate %x Location");
  OperandWalker walker(index, index.statements()[0]);
  EXPECT_EQ(walker.Rest().size(), 2u);
  for (const IndexedToken& token : index.OperandsOf(index.statements()[0])) {
    walker.Take(token);
  }
  ASSERT_EQ(walker.Rest().size(), 1u);
  EXPECT_EQ(grammar::NameOf(walker.Rest()[0]), "Location");
}

}  // namespace
}  // namespace plumb::lsp
