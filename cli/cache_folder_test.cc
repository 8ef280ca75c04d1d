#include "cli/cache_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxSize = 1 << 20;
constexpr char kEntry[] =
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcd";

// The entry "14/0123...".
CacheFolder::Key KeyOfEntry() {
  CacheFolder::Key key;
  key[0] = 0x14;
  const std::string digits = kEntry;
  for (size_t i = 1; i < key.size(); ++i) {
    key[i] = static_cast<unsigned char>(
        std::stoi(digits.substr(2 * (i - 1), 2), nullptr, 16));
  }
  return key;
}

std::string ContentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class CacheFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            absl::StrCat(
                "cache_folder_",
                testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(root_);
    fs::create_directories(root_);
    folder_ = root_ / "cache";
  }

  void Make(const fs::path& path, const std::string& content) const {
    std::ofstream(path) << content;
  }
  absl::Status Open() { return cache_.Open(folder_.string()); }

  fs::path root_, folder_;
  CacheFolder cache_;
};

TEST_F(CacheFolderTest, ANewFolderIsForItsOwner) {
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
  EXPECT_FALSE(cache_.IsWritableByOthers());
  ASSERT_TRUE(cache_.Write(KeyOfEntry(), "result").ok());
  EXPECT_EQ(ContentOf(folder_ / "14" / kEntry), "result");
  EXPECT_EQ(cache_.Read(KeyOfEntry(), kMaxSize), "result");
}

TEST_F(CacheFolderTest, KnowsWhoCanWrite) {
  for (const mode_t mode : {0770, 0707, 0777}) {
    ASSERT_TRUE(Open().ok());
    ASSERT_EQ(chmod(folder_.c_str(), mode), 0);
    EXPECT_TRUE(cache_.IsWritableByOthers()) << mode;
  }
  ASSERT_EQ(chmod(folder_.c_str(), 0755), 0);
  EXPECT_FALSE(cache_.IsWritableByOthers());
  if (geteuid() == 0) {
    ASSERT_EQ(chown(folder_.c_str(), 12345, 12345), 0);
    EXPECT_TRUE(cache_.IsWritableByOthers());
  }
}

TEST_F(CacheFolderTest, RefusesAFolderOfOtherFiles) {
  fs::create_directories(folder_ / "14");
  Make(folder_ / "14" / "photograph.jpg", "a picture");
  const absl::Status status = Open();
  EXPECT_TRUE(absl::StrContains(status.message(), "is not a cache folder"))
      << status;
  EXPECT_FALSE(cache_.is_open());
  EXPECT_FALSE(fs::exists(folder_ / "CACHEDIR.TAG"));
  // Nor does the tag of another program make it one.
  Make(folder_ / "CACHEDIR.TAG",
       "Signature: 8a477f597d28d172789f06886806bc55\n# of another program, and "
       "with more to say about it\n");
  EXPECT_FALSE(Open().ok());
}

TEST_F(CacheFolderTest, RefusesATagThatIsALink) {
  ASSERT_TRUE(Open().ok());
  fs::rename(folder_ / "CACHEDIR.TAG", root_ / "tag");
  fs::create_symlink(root_ / "tag", folder_ / "CACHEDIR.TAG");
  EXPECT_FALSE(Open().ok());
}

TEST_F(CacheFolderTest, TakesAnEmptyFolder) {
  fs::create_directories(folder_);
  EXPECT_TRUE(Open().ok());
  EXPECT_TRUE(CacheFolder().Open(folder_.string()).ok());
}

// Whatever is in its folders, only entries are removed.
TEST_F(CacheFolderTest, RemovesOnlyEntries) {
  ASSERT_TRUE(Open().ok());
  ASSERT_TRUE(cache_.Write(KeyOfEntry(), std::string(10000, 'r')).ok());
  const fs::path part = folder_ / "14";
  const std::string other = std::string(kEntry).substr(1);
  Make(part / "photograph.jpg", std::string(10000, 'p'));
  Make(part / (other + "G"), "not a digit");
  Make(part / (other + "00"), "too long");
  Make(root_ / "letter", "Dear all");
  fs::create_symlink(root_ / "letter", part / (other + "1"));
  fs::create_directory(part / (other + "2"));
  cache_.Shrink(0x14, 0, 0);
  EXPECT_FALSE(fs::exists(part / kEntry));
  EXPECT_TRUE(fs::exists(part / "photograph.jpg"));
  EXPECT_TRUE(fs::exists(part / (other + "G")));
  EXPECT_TRUE(fs::exists(part / (other + "00")));
  EXPECT_TRUE(fs::is_symlink(part / (other + "1")));
  EXPECT_TRUE(fs::exists(part / (other + "2")));
  EXPECT_EQ(ContentOf(root_ / "letter"), "Dear all");
}

TEST_F(CacheFolderTest, FollowsNoLinkToAFolder) {
  ASSERT_TRUE(Open().ok());
  fs::create_directory(root_ / "own");
  Make(root_ / "own" / kEntry, "a file of this name");
  fs::create_directory_symlink(root_ / "own", folder_ / "14");
  EXPECT_EQ(cache_.Read(KeyOfEntry(), kMaxSize), std::nullopt);
  EXPECT_FALSE(cache_.Write(KeyOfEntry(), "result").ok());
  cache_.Shrink(0x14, 0, 0);
  EXPECT_EQ(ContentOf(root_ / "own" / kEntry), "a file of this name");
}

// None of these may be waited for, read without end or written through.
TEST_F(CacheFolderTest, ReadsRegularFilesOnly) {
  ASSERT_TRUE(Open().ok());
  const fs::path entry = folder_ / "14" / kEntry;
  fs::create_directory(folder_ / "14");
  ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);
  EXPECT_EQ(cache_.Read(KeyOfEntry(), kMaxSize), std::nullopt);
  fs::remove(entry);
  Make(root_ / "letter", "Dear all");
  for (const char* target : {"/dev/zero", "../../letter", "nothing"}) {
    fs::create_symlink(target, entry);
    EXPECT_EQ(cache_.Read(KeyOfEntry(), kMaxSize), std::nullopt) << target;
    EXPECT_TRUE(cache_.Write(KeyOfEntry(), "result").ok());
    EXPECT_EQ(fs::symlink_status(entry).type(), fs::file_type::regular);
    fs::remove(entry);
  }
  EXPECT_EQ(ContentOf(root_ / "letter"), "Dear all");
  fs::create_directory(entry);
  EXPECT_EQ(cache_.Read(KeyOfEntry(), kMaxSize), std::nullopt);
  EXPECT_FALSE(cache_.Write(KeyOfEntry(), "result").ok());
}

TEST_F(CacheFolderTest, ReadsNoMoreThanAsked) {
  ASSERT_TRUE(Open().ok());
  ASSERT_TRUE(cache_.Write(KeyOfEntry(), "result").ok());
  EXPECT_EQ(cache_.Read(KeyOfEntry(), 6), "result");
  EXPECT_EQ(cache_.Read(KeyOfEntry(), 5), std::nullopt);
}

// Temporary files of a process that died while writing are removed in time.
TEST_F(CacheFolderTest, TemporaryFilesAreEntries) {
  ASSERT_TRUE(Open().ok());
  fs::create_directories(folder_ / "14" / kEntry);  // so that renaming fails
  EXPECT_FALSE(cache_.Write(KeyOfEntry(), "result").ok());
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "14")) {
    files += entry.is_regular_file();
  }
  EXPECT_EQ(files, 0);
}

}  // namespace
}  // namespace plumb
