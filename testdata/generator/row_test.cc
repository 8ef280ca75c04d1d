#include "testdata/generator/row.h"

#include "gtest/gtest.h"

namespace plumb::generator {
namespace {

TEST(RowTest, FeaturesHaveNames) {
  EXPECT_EQ(FeatureFromName("IAdd").Name(), "OpIAdd");
  EXPECT_EQ(FeatureFromName("Decoration.Block").Name(), "Decoration.Block");
  EXPECT_FALSE(FeatureFromName("IAd").is_op());
  EXPECT_EQ(FeatureFromName("Decoration.Blok").kind, Kind::kIdRef);
}

TEST(RowTest, ARowHasFeaturesContextAndStatements) {
  const std::vector<Row> rows = ParseRows("a", R"(# A comment.
$pair = vec(f32,2)
[shader model=Fragment cap=Matrix]
FAdd FSub : {min=1.3 mode="LocalSize 1 1 1"} %x:$pair = @ f32/F F
  ; Store ptr(Function,$pair) %x
)");
  ASSERT_EQ(rows.size(), 1u);
  const Row& row = rows[0];
  EXPECT_EQ(row.features.size(), 2u);
  EXPECT_EQ(row.place, "a:4");
  EXPECT_EQ(row.context.profiles, std::vector<Profile>{Profile::kShader});
  EXPECT_EQ(row.context.models, std::vector<std::string>{"Fragment"});
  EXPECT_EQ(row.context.modes, std::vector<std::string>{"LocalSize 1 1 1"});
  EXPECT_EQ(row.context.min_version, 3);
  ASSERT_EQ(row.statements.size(), 2u);
  EXPECT_EQ(row.statements[0].name, "x");
  EXPECT_EQ(row.statements[0].type, "vec(f32,2)");
  EXPECT_EQ(row.statements[0].opcode, "@");
  EXPECT_EQ(row.statements[1].operands[0], "ptr(Function,vec(f32,2))");
}

TEST(RowTest, AllRowsCanBeRead) { EXPECT_GT(AllRows().size(), 400u); }

}  // namespace
}  // namespace plumb::generator
