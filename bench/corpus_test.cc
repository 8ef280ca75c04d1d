// Tests the loading of a corpus: order, pairs of binary and text, errors.

#include "bench/corpus.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::bench {
namespace {

using ::testing::ElementsAre;

class CorpusTest : public testing::Test {
 protected:
  CorpusTest()
      : folder_(testing::TempDir() + "corpus_test_" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~CorpusTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& path, const std::string& content) const {
    const std::filesystem::path file = std::filesystem::path(folder_) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
  }

  const std::string folder_;
};

TEST_F(CorpusTest, JoinsPairsAndSorts) {
  Write("vulkan1.3-g/b.frag.spv", std::string("\x03\x02\x23\x07", 4));
  Write("vulkan1.3-g/b.frag.spvasm", "OpNop\n");
  Write("spv1.2/deep/a.vert.spvasm", "; nothing\n");
  Write("z.spv", std::string(8, '\0'));
  Write("vulkan1.3-g/notes.txt", "no module");
  const auto corpus = LoadCorpus(folder_);
  ASSERT_TRUE(corpus.ok()) << corpus.status();
  ASSERT_EQ(corpus->modules.size(), 3U);

  const CorpusModule& a = corpus->modules[0];
  EXPECT_EQ(a.path, "spv1.2/deep/a.vert");
  EXPECT_EQ(a.target_env, "spv1.2");
  EXPECT_TRUE(a.words.empty());
  EXPECT_EQ(a.text, "; nothing\n");

  const CorpusModule& b = corpus->modules[1];
  EXPECT_EQ(b.path, "vulkan1.3-g/b.frag");
  EXPECT_EQ(b.target_env, "vulkan1.3");
  EXPECT_THAT(b.words, ElementsAre(0x07230203U));
  EXPECT_EQ(b.text, "OpNop\n");

  EXPECT_EQ(corpus->modules[2].path, "z");
  EXPECT_EQ(corpus->modules[2].target_env, "spv1.6");
  EXPECT_EQ(corpus->word_count, 3U);
  EXPECT_EQ(corpus->text_bytes, 16U);
}

TEST_F(CorpusTest, EmptyFolderIsEmptyCorpus) {
  const auto corpus = LoadCorpus(folder_);
  ASSERT_TRUE(corpus.ok()) << corpus.status();
  EXPECT_TRUE(corpus->modules.empty());
}

TEST_F(CorpusTest, MissingFolder) {
  EXPECT_EQ(LoadCorpus(folder_ + "/none").status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(CorpusTest, TornBinary) {
  Write("torn.spv", "12345");
  EXPECT_EQ(LoadCorpus(folder_).status().code(), absl::StatusCode::kDataLoss);
}

TEST(DefaultCorpusFolderTest, FollowsTheEnvironment) {
  setenv("HOME", "/home/someone", 1);
  unsetenv("PLUMB_CACHE");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(DefaultCorpusFolder(), "/home/someone/.cache/plumb/corpus");
  setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(DefaultCorpusFolder(), "/caches/plumb/corpus");
  setenv("PLUMB_CACHE", "/own", 1);
  EXPECT_EQ(DefaultCorpusFolder(), "/own/corpus");
}

}  // namespace
}  // namespace plumb::bench
