#include "cli/result_cache.h"

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// Changes a byte of a file.
void Damage(const fs::path& path, size_t offset) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(static_cast<char>(byte ^ 1));
}

class ResultCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = absl::StrCat(
        testing::TempDir(), "/cache_",
        testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
  }

  // The files of results.
  std::vector<fs::path> Files() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file() &&
          entry.path().filename() != "CACHEDIR.TAG") {
        files.push_back(entry.path());
      }
    }
    return files;
  }

  std::string folder_;
};

TEST_F(ResultCacheTest, WhatIsKeptIsFoundAgain) {
  ResultCache cache;
  EXPECT_FALSE(cache.is_open());
  ASSERT_TRUE(cache.Open({.folder = folder_}, "").ok());
  EXPECT_TRUE(cache.is_open());
  const ResultCache::Key key = cache.KeyOf("module");
  EXPECT_EQ(cache.Find(key), std::nullopt);
  cache.Store(key, "result");
  EXPECT_EQ(cache.Find(key), "result");
  cache.Store(key, std::string("\0other", 6));
  EXPECT_EQ(cache.Find(key), std::string("\0other", 6));
  cache.Store(key, "");
  EXPECT_EQ(cache.Find(key), "");
  EXPECT_TRUE(cache.status().ok());

  ResultCache later;
  ASSERT_TRUE(later.Open({.folder = folder_}, "").ok());
  EXPECT_EQ(later.Find(later.KeyOf("module")), "");
}

TEST_F(ResultCacheTest, OtherContentsAndCircumstancesHaveOtherKeys) {
  ResultCache cache, other;
  ASSERT_TRUE(cache.Open({.folder = folder_}, "options").ok());
  ASSERT_TRUE(other.Open({.folder = folder_}, "option").ok());
  EXPECT_NE(cache.KeyOf("module"), cache.KeyOf("Module"));
  EXPECT_NE(cache.KeyOf("module"), other.KeyOf("module"));
  EXPECT_NE(cache.KeyOf("module"), other.KeyOf("smodule"));
  EXPECT_EQ(cache.KeyOf("module"), cache.KeyOf("module"));
  EXPECT_NE(cache.KeyOf("module"),
            cache.KeyOf("module", TargetEnv::kVulkan1_0));
  EXPECT_NE(cache.KeyOf("module", TargetEnv::kVulkan1_1),
            cache.KeyOf("module", TargetEnv::kVulkan1_0));
}

// Whichever byte is wrong, and wherever a file ends.
TEST_F(ResultCacheTest, DamagedFilesAreIgnoredAndWrittenAnew) {
  ResultCache cache;
  ASSERT_TRUE(cache.Open({.folder = folder_}, "").ok());
  const ResultCache::Key key = cache.KeyOf("module");
  cache.Store(key, "a result");
  ASSERT_EQ(Files().size(), 1);
  const fs::path path = Files()[0];
  const size_t size = fs::file_size(path);
  for (size_t i = 0; i < size; ++i) {
    Damage(path, i);
    EXPECT_EQ(cache.Find(key), std::nullopt) << i;
    cache.Store(key, "a result");
    ASSERT_EQ(cache.Find(key), "a result");
    fs::resize_file(path, i);
    EXPECT_EQ(cache.Find(key), std::nullopt) << i;
    cache.Store(key, "a result");
  }
  EXPECT_EQ(cache.Find(key), "a result");
}

// A result under another name is ignored.
TEST_F(ResultCacheTest, RenamedFilesAreIgnored) {
  ResultCache cache;
  ASSERT_TRUE(cache.Open({.folder = folder_}, "").ok());
  cache.Store(cache.KeyOf("a"), "result of a");
  const fs::path a = Files().at(0);
  fs::rename(a, folder_ + "/kept");
  cache.Store(cache.KeyOf("b"), "result of b");
  fs::path b;
  for (const fs::path& path : Files()) {
    if (path.filename() != "kept") b = path;
  }
  fs::rename(folder_ + "/kept", b);
  EXPECT_EQ(cache.Find(cache.KeyOf("b")), std::nullopt);
}

TEST_F(ResultCacheTest, StaysBelowItsBound) {
  constexpr uint64_t kBound = 16 << 20;
  ResultCache cache;
  ASSERT_TRUE(cache.Open({.folder = folder_, .max_bytes = kBound}, "").ok());
  const std::string result(8000, 'r');
  for (int i = 0; i < 6000; ++i) {
    const ResultCache::Key key = cache.KeyOf(absl::StrCat(i));
    cache.Store(key, result);
    // Others are removed first, even if they were used in the same second.
    ASSERT_TRUE(cache.Find(key).has_value()) << i;
  }
  uint64_t bytes = 0;
  for (const fs::path& path : Files()) {
    struct stat info;
    ASSERT_EQ(stat(path.c_str(), &info), 0);
    bytes += 512 * static_cast<uint64_t>(info.st_blocks);
  }
  EXPECT_LE(bytes, kBound + kBound / 8);
  EXPECT_GE(bytes, kBound / 4);
  EXPECT_TRUE(cache.Find(cache.KeyOf("5999")).has_value());
}

TEST_F(ResultCacheTest, AResultThatIsTooLargeIsNotKept) {
  ResultCache cache;
  ASSERT_TRUE(cache.Open({.folder = folder_, .max_bytes = 1 << 20}, "").ok());
  cache.Store(cache.KeyOf("a"), std::string(5000, 'r'));
  EXPECT_EQ(cache.Find(cache.KeyOf("a")), std::nullopt);
  EXPECT_TRUE(Files().empty());
  EXPECT_TRUE(cache.status().ok());
}

TEST_F(ResultCacheTest, ManyWritersOfTheSameResults) {
  constexpr int kThreads = 4;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this] {
      ResultCache cache;
      ASSERT_TRUE(cache.Open({.folder = folder_}, "").ok());
      for (int i = 0; i < 300; ++i) {
        const std::string name = absl::StrCat(i % 30);
        const ResultCache::Key key = cache.KeyOf(name);
        const auto found = cache.Find(key);
        EXPECT_TRUE(!found.has_value() || *found == name);
        cache.Store(key, name);
      }
      EXPECT_TRUE(cache.status().ok()) << cache.status();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Files().size(), 30);
}

// A hit marks a file that was not used for long.
TEST_F(ResultCacheTest, AHitIsAUse) {
  ResultCache cache;
  ASSERT_TRUE(cache.Open({.folder = folder_}, "").ok());
  const ResultCache::Key key = cache.KeyOf("module");
  cache.Store(key, "result");
  const fs::path path = Files().at(0);
  const auto now = fs::last_write_time(path);
  for (const auto& [age, is_marked] :
       {std::pair(std::chrono::minutes(30), false),
        std::pair(std::chrono::minutes(120), true)}) {
    fs::last_write_time(path, now - age);
    EXPECT_EQ(cache.Find(key), "result");
    EXPECT_EQ(fs::last_write_time(path) > now - age, is_marked) << age.count();
  }
}

// The folder may be removed at any time.
TEST_F(ResultCacheTest, AFolderThatIsGoneIsMadeAgain) {
  ResultCache cache;
  ASSERT_TRUE(cache.Open({.folder = folder_}, "").ok());
  const ResultCache::Key key = cache.KeyOf("module");
  cache.Store(key, "result");
  fs::remove_all(Files().at(0).parent_path());
  EXPECT_EQ(cache.Find(key), std::nullopt);
  cache.Store(key, "result");
  EXPECT_EQ(cache.Find(key), "result");
  EXPECT_TRUE(cache.status().ok()) << cache.status();
}

TEST_F(ResultCacheTest, AFolderThatCannotBeMade) {
  std::ofstream(folder_) << "a file";
  ResultCache cache;
  EXPECT_FALSE(cache.Open({.folder = folder_ + "/x"}, "").ok());
  EXPECT_FALSE(cache.is_open());
}

TEST_F(ResultCacheTest, SaysWhatCouldNotBeKept) {
  ResultCache cache;
  ASSERT_TRUE(cache.Open({.folder = folder_}, "").ok());
  fs::remove_all(folder_);
  std::ofstream(folder_) << "a file";
  cache.Store(cache.KeyOf("a"), "result");
  EXPECT_FALSE(cache.status().ok());
}

}  // namespace
}  // namespace plumb
