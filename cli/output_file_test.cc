#include "cli/output_file.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

std::string FileContents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A folder of its own, empty at first.
class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() : folder_(testing::TempDir() + "/output_file_test.XXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }

  int FileCount() const {
    int count = 0;
    DIR* dir = opendir(folder_.c_str());
    while (const dirent* entry = readdir(dir)) {
      count += entry->d_name[0] != '.';
    }
    closedir(dir);
    return count;
  }
  mode_t ModeOf(const std::string& path) const {
    struct stat info = {};
    EXPECT_EQ(stat(path.c_str(), &info), 0);
    return info.st_mode & 07777;
  }

  std::string folder_;
};

TEST_F(OutputFileTest, WritesAndReplaces) {
  const std::string path = folder_ + "/out.spv";
  const mode_t mask = umask(027);
  ASSERT_TRUE(WriteFileAtomically(path, "one").ok());
  EXPECT_EQ(ModeOf(path), 0640u);
  umask(mask);
  EXPECT_EQ(FileContents(path), "one");
  ASSERT_EQ(chmod(path.c_str(), 0604), 0);
  ASSERT_TRUE(WriteFileAtomically(path, std::string("t\0wo", 4)).ok());
  EXPECT_EQ(FileContents(path), std::string("t\0wo", 4));
  EXPECT_EQ(ModeOf(path), 0604u);
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(OutputFileTest, FollowsSymbolicLinks) {
  const std::string target = folder_ + "/target";
  const std::string link = folder_ + "/link";
  ASSERT_TRUE(WriteFileAtomically(target, "old").ok());
  ASSERT_EQ(symlink("target", link.c_str()), 0);
  ASSERT_TRUE(WriteFileAtomically(link, "new").ok());
  EXPECT_EQ(FileContents(target), "new");
  struct stat info = {};
  ASSERT_EQ(lstat(link.c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
  EXPECT_EQ(FileCount(), 2);
}

TEST_F(OutputFileTest, FollowsLinksThroughFolders) {
  ASSERT_EQ(mkdir((folder_ + "/sub").c_str(), 0755), 0);
  ASSERT_EQ(symlink("sub", (folder_ + "/folder").c_str()), 0);
  for (const char* content : {"one", "two"}) {
    ASSERT_TRUE(WriteFileAtomically(folder_ + "/folder/a", content).ok());
    EXPECT_EQ(FileContents(folder_ + "/sub/a"), content);
  }
  // A link that leads nowhere is replaced.
  ASSERT_EQ(symlink("nothing", (folder_ + "/link").c_str()), 0);
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/link", "x").ok());
  EXPECT_EQ(FileContents(folder_ + "/link"), "x");
  EXPECT_EQ(FileCount(), 3);
}

TEST_F(OutputFileTest, IsNotThereBeforeItIsWhole) {
  const std::string path = folder_ + "/out";
  for (const auto naming :
       {PendingFile::Naming::kAtTheEnd, PendingFile::Naming::kAtOnce}) {
    {
      PendingFile file(naming), other(naming);
      ASSERT_TRUE(file.Open(path).ok());
      ASSERT_TRUE(other.Open(path).ok());
      ASSERT_TRUE(file.Append("half").ok());
      EXPECT_NE(access(path.c_str(), F_OK), 0);
      ASSERT_TRUE(other.Append("whole").ok());
      ASSERT_TRUE(other.Commit().ok());
      EXPECT_EQ(FileContents(path), "whole");
    }
    EXPECT_EQ(FileContents(path), "whole");
    EXPECT_EQ(FileCount(), 1);
    ASSERT_EQ(unlink(path.c_str()), 0);
  }
}

TEST_F(OutputFileTest, ReplacesWhatCameMeanwhile) {
  const std::string path = folder_ + "/out";
  PendingFile file, other;
  ASSERT_TRUE(file.Open(path).ok());
  ASSERT_TRUE(other.Open(path).ok());
  ASSERT_TRUE(file.Append("last").ok());
  ASSERT_TRUE(other.Append("first").ok());
  ASSERT_TRUE(other.Commit().ok());
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_EQ(FileContents(path), "last");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(OutputFileTest, SaysThatThereIsNoFolder) {
  EXPECT_TRUE(absl::IsNotFound(WriteFileAtomically(folder_ + "/no/a", "x")));
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/file", "x").ok());
  EXPECT_TRUE(absl::IsNotFound(WriteFileAtomically(folder_ + "/file/a", "x")));
}

TEST_F(OutputFileTest, LeavesNothingBehindOnFailure) {
  EXPECT_FALSE(WriteFileAtomically(folder_ + "/no/such/folder", "x").ok());
  EXPECT_FALSE(WriteFileAtomically(folder_, "x").ok());
  EXPECT_FALSE(WriteFileAtomically("", "x").ok());
  EXPECT_EQ(FileCount(), 0);
}

TEST_F(OutputFileTest, LeavesTheOldFileOnFailure) {
  // A full device fails every write.
  const absl::Status status = WriteFileAtomically("/dev/full", "x");
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find("/dev/full"), absl::string_view::npos);
  EXPECT_TRUE(WriteFileAtomically("/dev/null", "x").ok());
}

TEST_F(OutputFileTest, KnowsTheInput) {
  const std::string input = folder_ + "/in";
  const std::string other = folder_ + "/other";
  std::ofstream(input) << "text";
  ASSERT_EQ(link(input.c_str(), (folder_ + "/hard").c_str()), 0);
  ASSERT_EQ(symlink("in", (folder_ + "/soft").c_str()), 0);
  for (const std::string& name :
       {input, folder_ + "/./in", folder_ + "/soft"}) {
    EXPECT_FALSE(CheckNotInput(name, input).ok()) << name;
    EXPECT_FALSE(CheckNotInput(input, name).ok()) << name;
  }
  for (const std::string& name :
       {other, folder_ + "/hard", std::string("-"), std::string()}) {
    EXPECT_TRUE(CheckNotInput(name, input).ok()) << name;
  }
  EXPECT_TRUE(CheckNotInput(other, other).ok()) << "is not there";
  EXPECT_TRUE(CheckNotInput("/dev/null", "/dev/null").ok());
  EXPECT_TRUE(CheckNotInput("-", "-").ok());
  EXPECT_TRUE(IsStandardOutput("-"));
  EXPECT_TRUE(IsStandardOutput("/dev/stdout"));
  EXPECT_FALSE(IsStandardOutput("a.spv"));
}

}  // namespace
}  // namespace plumb
