#include "validate/engine/fact_store.h"

#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

struct Count {
  int builds = 0;
  void Build(const ModuleContext& /*context*/) { ++builds; }
};

TEST(FactStoreTest, BuildsAFactOnceForEachModule) {
  ModuleContext context;
  FactStore store;
  EXPECT_EQ(store.Get<Count>(context).builds, 1);
  EXPECT_EQ(store.Get<Count>(context).builds, 1);
  store.BeginModule();
  EXPECT_EQ(store.Get<Count>(context).builds, 2);
}

TEST(FactStoreTest, KeepsScratchMemoryByType) {
  FactStore store;
  store.Scratch<std::vector<int>>().push_back(7);
  store.Scratch<std::vector<char>>();
  store.BeginModule();
  EXPECT_EQ(store.Scratch<std::vector<int>>(), std::vector<int>{7});
  EXPECT_TRUE(store.Scratch<std::vector<char>>().empty());
}

TEST(FactStoreTest, BelongsToTheContext) {
  const Module module;
  const ValidatorOptions options;
  DiagnosticList diagnostics;
  ModuleContext context;
  context.Begin(module, options, &diagnostics);
  EXPECT_EQ(context.Fact<Count>().builds, 1);
  context.Begin(module, options, &diagnostics);
  EXPECT_EQ(context.Fact<Count>().builds, 2);
  context.Scratch<std::vector<int>>().push_back(7);
  EXPECT_EQ(context.Scratch<std::vector<int>>().size(), 1u);
}

}  // namespace
}  // namespace plumb
