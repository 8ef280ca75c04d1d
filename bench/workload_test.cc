// Tests how folders and axes become workloads.

#include "bench/workload.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bench/generate.h"
#include "core/target_env.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

// A module with `extra` instructions more than necessary.
std::string Text(int extra) {
  std::string text =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n";
  for (int i = 0; i < extra; ++i) {
    text += "%s" + std::to_string(i) + " = OpTypeStruct\n";
  }
  return text;
}

class WorkloadTest : public testing::Test {
 protected:
  WorkloadTest() : folder_(fs::path(testing::TempDir()) / "workload_test") {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~WorkloadTest() override { fs::remove_all(folder_); }

  void Write(const std::string& path, const std::string& content) {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path, std::ios::binary) << content;
  }
  std::string folder() const { return folder_.string(); }

 private:
  fs::path folder_;
};

TEST_F(WorkloadTest, FolderHasEnvironmentsAndBothForms) {
  Write("vulkan1.2/a.spvasm", Text(1));
  Write("b.spvasm", Text(0));
  WorkloadSet set;
  ASSERT_TRUE(set.AddFolder("mine", folder()).ok());
  ASSERT_EQ(set.workloads().size(), 1U);
  const Workload& mine = set.workloads()[0];
  ASSERT_EQ(mine.modules.size(), 2U);
  EXPECT_EQ(mine.modules[0]->path, "b");
  EXPECT_EQ(mine.modules[0]->env, TargetEnv::kSpirv1_6);
  EXPECT_EQ(mine.modules[1]->env, TargetEnv::kVulkan1_2);
  EXPECT_EQ(mine.modules[0]->words.size(), 5U + 2 + 2 + 3 + 2);
  EXPECT_EQ(mine.word_count(), 14U + 16);
  EXPECT_EQ(mine.text_bytes(), Text(0).size() + Text(1).size());
}

TEST_F(WorkloadTest, BinaryIsDisassembled) {
  Write("a.spvasm", Text(0));
  WorkloadSet texts;
  ASSERT_TRUE(texts.AddFolder("texts", folder()).ok());
  const std::vector<uint32_t>& words = texts.workloads()[0].modules[0]->words;
  fs::remove(fs::path(folder()) / "a.spvasm");
  Write("b.spv", std::string(reinterpret_cast<const char*>(words.data()),
                             words.size() * sizeof(uint32_t)));
  WorkloadSet binaries;
  ASSERT_TRUE(binaries.AddFolder("binaries", folder()).ok());
  EXPECT_THAT(binaries.workloads()[0].modules[0]->text,
              testing::HasSubstr("%void = OpTypeVoid"));
}

TEST_F(WorkloadTest, ModulesThatThePeerCannotReadAreCounted) {
  Write("bad.spvasm", "OpNonsense\n");
  Write("good.spvasm", Text(0));
  WorkloadSet set;
  ASSERT_TRUE(set.AddFolder("mine", folder()).ok());
  EXPECT_EQ(set.left_out(), 1);
  EXPECT_EQ(set.workloads()[0].modules.size(), 1U);
}

TEST_F(WorkloadTest, EmptyFolderAddsNothing) {
  WorkloadSet set;
  EXPECT_TRUE(set.AddFolder("mine", folder()).ok());
  EXPECT_TRUE(set.workloads().empty());
  EXPECT_TRUE(absl::IsNotFound(set.AddFolder("none", folder() + "/none")));
}

TEST_F(WorkloadTest, SizesAreQuantiles) {
  // Paths in the opposite order of sizes.
  for (int i = 0; i < 40; ++i) {
    Write("m" + std::to_string(100 - i) + ".spvasm", Text(i));
  }
  WorkloadSet set;
  ASSERT_TRUE(set.AddFolder("all", folder()).ok());
  set.AddSizes("all");
  std::vector<std::string> names;
  for (const Workload& workload : set.workloads()) {
    names.push_back(workload.name);
  }
  EXPECT_THAT(names,
              ElementsAre("all", "all.small", "all.median", "all.large"));
  const Workload* small = set.Find("all.small");
  ASSERT_EQ(small->modules.size(), 10U);
  EXPECT_EQ(small->modules.front()->path, "m100");
  EXPECT_EQ(small->modules.back()->path, "m91");
  const Workload* median = set.Find("all.median");
  ASSERT_EQ(median->modules.size(), 10U);
  EXPECT_EQ(median->modules.front()->path, "m85");
  const Workload* large = set.Find("all.large");
  ASSERT_EQ(large->modules.size(), 2U);
  EXPECT_EQ(large->modules.back()->path, "m61");
}

TEST_F(WorkloadTest, SizesOfFewModulesAddNoEmptyWorkload) {
  Write("a.spvasm", Text(0));
  WorkloadSet set;
  ASSERT_TRUE(set.AddFolder("one", folder()).ok());
  set.AddSizes("one");
  set.AddSizes("other");
  for (const Workload& workload : set.workloads()) {
    EXPECT_FALSE(workload.modules.empty()) << workload.name;
  }
}

TEST(AxisWorkloadTest, HasTwoSizes) {
  const Axis* axis = FindAxis("nesting");
  ASSERT_NE(axis, nullptr);
  WorkloadSet set;
  ASSERT_TRUE(set.AddAxis(*axis).ok());
  ASSERT_EQ(set.workloads().size(), 2U);
  EXPECT_EQ(set.workloads()[0].name, "nesting/100");
  EXPECT_EQ(set.workloads()[1].name, "nesting/400");
  EXPECT_EQ(set.workloads()[1].axis, axis);
  EXPECT_EQ(set.workloads()[1].size, 400);
  const double ratio = static_cast<double>(set.workloads()[1].word_count()) /
                       static_cast<double>(set.workloads()[0].word_count());
  EXPECT_NEAR(ratio, 4.0, 0.5);
}

}  // namespace
}  // namespace plumb::bench
