#include "validate/analysis/entry_paths.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

using cfg::FunctionIndex;
using Calls = std::vector<std::pair<uint32_t, uint32_t>>;

// Functions that call each other, and entry points that are some of them.
class CalledModule {
 public:
  CalledModule(uint32_t functions, const Calls& calls)
      : module_(Text(functions, calls)) {
    numbers_.Build(*module_);
    graph_.Reset(functions);
    ForEachCall(*module_, numbers_, [this](const CallSite& call) {
      graph_.AddCall(call.caller, call.callee);
    });
    graph_.Finish();
    sites_.emplace_back(*module_, numbers_);
  }

  // The n-th entry point has the number n.
  EntryPaths From(const std::vector<uint32_t>& functions) const {
    std::vector<EntryPaths::Root> roots;
    roots.reserve(functions.size());
    for (const uint32_t f : functions) {
      roots.push_back(
          {InstIndex(static_cast<uint32_t>(roots.size())), FunctionIndex(f)});
    }
    return EntryPaths(sites_[0], graph_, std::move(roots));
  }

  // "0-3 3-5": callers and callees.
  std::string Shown(const std::vector<CallSite>& calls) const {
    std::string text;
    for (const CallSite& call : calls) {
      EXPECT_EQ((*module_).record(call.at).op, grammar::Op::kFunctionCall);
      absl::StrAppend(&text, text.empty() ? "" : " ", call.caller.value, "-",
                      call.callee.value);
    }
    return text;
  }

 private:
  static std::string Text(uint32_t functions, const Calls& calls) {
    std::vector<std::string> bodies(functions);
    for (const auto& [caller, callee] : calls) {
      absl::StrAppend(&bodies[caller], "%call_", caller, "_",
                      bodies[caller].size(), " = OpFunctionCall %void %f",
                      callee, "\n");
    }
    std::string text = "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n";
    for (uint32_t f = 0; f < functions; ++f) {
      absl::StrAppend(&text, "%f", f, " = OpFunction %void None %fn\n",
                      bodies[f], "OpFunctionEnd\n");
    }
    return text;
  }

  TestModule module_;
  FunctionNumbers numbers_;
  cfg::CallGraph graph_;
  std::vector<CallSites> sites_;  // one
};

// A chain of so many calls from function 0.
Calls Chain(uint32_t calls) {
  Calls chain;
  for (uint32_t f = 0; f < calls; ++f) chain.push_back({f, f + 1});
  return chain;
}

TEST(EntryPathsTest, FollowsAShortestPath) {
  const CalledModule module(6,
                            {{0, 1}, {1, 2}, {2, 5}, {0, 3}, {3, 5}, {5, 4}});
  const EntryPaths paths = module.From({0});
  EXPECT_EQ(paths.call_count(FunctionIndex(0)), 0u);
  EXPECT_EQ(module.Shown(paths.LastCalls(FunctionIndex(0), 9)), "");
  EXPECT_EQ(module.Shown(paths.LastCalls(FunctionIndex(5), 9)), "0-3 3-5");
  EXPECT_EQ(module.Shown(paths.LastCalls(FunctionIndex(4), 9)), "0-3 3-5 5-4");
}

TEST(EntryPathsTest, ShowsTheFirstOfSeveralCalls) {
  const CalledModule module(2, {{0, 1}, {0, 1}});
  const std::vector<CallSite> calls =
      module.From({0}).LastCalls(FunctionIndex(1), 9);
  ASSERT_EQ(calls.size(), 1u);
  // After two types and an OpFunction.
  EXPECT_EQ(calls[0].at, InstIndex(3));
}

TEST(EntryPathsTest, TheFirstEntryPointIsShownAtAnyDistance) {
  const CalledModule module(4, {{0, 1}, {1, 2}, {3, 2}});
  const EntryPaths paths = module.From({0, 3});
  EXPECT_EQ(paths.entry_point(FunctionIndex(2)), InstIndex(0));
  EXPECT_EQ(module.Shown(paths.LastCalls(FunctionIndex(2), 9)), "0-1 1-2");
  EXPECT_EQ(paths.entry_point(FunctionIndex(3)), InstIndex(1));
  // Function 0 is not an entry point here.
  EXPECT_EQ(module.From({3}).entry_point(FunctionIndex(1)), kNoInst);
}

TEST(EntryPathsTest, PathsAreBounded) {
  constexpr uint32_t kCalls = 20000;
  const CalledModule module(kCalls + 1, Chain(kCalls));
  const EntryPaths paths = module.From({0});
  const FunctionIndex last(kCalls);
  EXPECT_EQ(paths.call_count(last), kCalls);
  EXPECT_EQ(module.Shown(paths.LastCalls(last, 2)), "19998-19999 19999-20000");
}

TEST(EntryPathsTest, CyclesTerminate) {
  const CalledModule module(4,
                            {{0, 1}, {1, 2}, {2, 1}, {2, 0}, {1, 1}, {3, 3}});
  const EntryPaths paths = module.From({0, 0});
  EXPECT_EQ(module.Shown(paths.LastCalls(FunctionIndex(2), 9)), "0-1 1-2");
  EXPECT_EQ(paths.call_count(FunctionIndex(0)), 0u);
  EXPECT_EQ(paths.entry_point(FunctionIndex(3)), kNoInst);
  EXPECT_EQ(paths.call_count(FunctionIndex(3)), 0u);
}

TEST(EntryPathsTest, CountsOtherEntryPoints) {
  const CalledModule module(5, {{0, 3}, {1, 3}, {2, 4}, {1, 4}});
  const EntryPaths paths = module.From({0, 2, 1, 1});
  const EntryPaths::OtherEntryPoints of_3 = paths.others(FunctionIndex(3));
  EXPECT_EQ(of_3.count, 2u);
  EXPECT_EQ(of_3.first, InstIndex(2));
  EXPECT_FALSE(of_3.at_least);
  const EntryPaths::OtherEntryPoints of_4 = paths.others(FunctionIndex(4));
  EXPECT_EQ(paths.entry_point(FunctionIndex(4)), InstIndex(1));
  EXPECT_EQ(of_4.count, 2u);
  EXPECT_EQ(of_4.first, InstIndex(2));
  EXPECT_EQ(paths.others(FunctionIndex(0)).count, 0u);
  EXPECT_EQ(paths.others(FunctionIndex(1)).count, 1u);
}

TEST(EntryPathsTest, CountsManyUpToALimit) {
  const uint32_t max_count = EntryPaths::kMaxCounted;
  const CalledModule module(2, {{0, 1}});
  const EntryPaths all = module.From(std::vector<uint32_t>(max_count, 0));
  EXPECT_EQ(all.others(FunctionIndex(1)).count, max_count - 1);
  EXPECT_EQ(all.others(FunctionIndex(1)).first, InstIndex(1));
  EXPECT_FALSE(all.others(FunctionIndex(1)).at_least);
  const EntryPaths some = module.From(std::vector<uint32_t>(max_count + 1, 0));
  EXPECT_EQ(some.others(FunctionIndex(1)).count, max_count - 1);
  EXPECT_TRUE(some.others(FunctionIndex(1)).at_least);
}

TEST(EntryPathsTest, AnEntryPointBeyondTheLimitIsShownToo) {
  const uint32_t max_count = EntryPaths::kMaxCounted;
  const CalledModule module(3, {{1, 2}});
  std::vector<uint32_t> functions(max_count, 0);
  functions.push_back(1);
  const EntryPaths paths = module.From(functions);
  EXPECT_EQ(paths.entry_point(FunctionIndex(2)), InstIndex(max_count));
  EXPECT_EQ(paths.others(FunctionIndex(2)).count, 0u);
}

}  // namespace
}  // namespace plumb
