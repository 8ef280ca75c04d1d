#include "core/execution_models.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(ModelSetTest, EveryModelHasABitOfItsOwn) {
  ModelSet all;
  for (const ExecutionModel model : grammar::kValuesOfExecutionModel) {
    const ModelSet one = model;
    EXPECT_FALSE(one.Empty());
    EXPECT_FALSE(one.Intersects(all));
    EXPECT_TRUE(one.Contains(model));
    EXPECT_FALSE((~one).Contains(model));
    all |= one;
  }
  EXPECT_EQ(all, ModelSet::All());
  EXPECT_EQ(~ModelSet(), ModelSet::All());
}

TEST(ModelSetTest, IsASet) {
  constexpr ModelSet kMesh = {ExecutionModel::kMeshNV,
                              ExecutionModel::kMeshEXT};
  constexpr ModelSet kTask = {ExecutionModel::kTaskNV,
                              ExecutionModel::kTaskEXT};
  static_assert(kMesh.Contains(ExecutionModel::kMeshEXT));
  static_assert(!kMesh.Contains(ExecutionModel::kTaskEXT));
  static_assert((kMesh & kTask).Empty());
  static_assert((kMesh | kTask) ==
                ModelSet{ExecutionModel::kTaskNV, ExecutionModel::kMeshNV,
                         ExecutionModel::kTaskEXT, ExecutionModel::kMeshEXT});
  EXPECT_EQ(~~kMesh, kMesh);
}

TEST(ModelSetTest, PropertiesAreNoModels) {
  for (int n = 0; n < ModelSet::kPropertyCount; ++n) {
    const ModelSet property = ModelSet::Property(n);
    EXPECT_FALSE(property.Empty());
    EXPECT_FALSE(property.Intersects(ModelSet::All()));
    EXPECT_EQ(~property, ModelSet::All());
    EXPECT_EQ(~(property | ExecutionModel::kFragment),
              ~ModelSet(ExecutionModel::kFragment));
  }
}

TEST(ModelSetTest, AnUnknownValueIsNoModel) {
  EXPECT_TRUE(ModelSet(ExecutionModel{0x7fffffff}).Empty());
}

}  // namespace
}  // namespace plumb
