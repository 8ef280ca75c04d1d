#include "cli/output_file.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

std::string FileContents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// An empty folder for each test.
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

  absl::Status Write(const std::string& path, absl::string_view bytes) {
    return WriteFileAtomically(path, kKind, bytes, guard_);
  }

  static constexpr OutputKind kKind = OutputKind::kModule;

  OutputGuard guard_;
  std::string folder_;
};

TEST_F(OutputFileTest, WritesAndReplaces) {
  const std::string path = folder_ + "/out.spv";
  const mode_t mask = umask(027);
  ASSERT_TRUE(Write(path, "one").ok());
  EXPECT_EQ(ModeOf(path), 0640u);
  umask(mask);
  EXPECT_EQ(FileContents(path), "one");
  ASSERT_EQ(chmod(path.c_str(), 0604), 0);
  ASSERT_TRUE(Write(path, std::string("t\0wo", 4)).ok());
  EXPECT_EQ(FileContents(path), std::string("t\0wo", 4));
  EXPECT_EQ(ModeOf(path), 0604u);
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(OutputFileTest, FollowsSymbolicLinks) {
  const std::string target = folder_ + "/target.spv";
  const std::string link = folder_ + "/link.spv";
  ASSERT_TRUE(Write(target, "old").ok());
  ASSERT_EQ(symlink("target.spv", link.c_str()), 0);
  ASSERT_TRUE(Write(link, "new").ok());
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
    ASSERT_TRUE(Write(folder_ + "/folder/a.spv", content).ok());
    EXPECT_EQ(FileContents(folder_ + "/sub/a.spv"), content);
  }
  // A link that leads nowhere is replaced.
  ASSERT_EQ(symlink("nothing", (folder_ + "/link").c_str()), 0);
  ASSERT_TRUE(Write(folder_ + "/link", "x").ok());
  EXPECT_EQ(FileContents(folder_ + "/link"), "x");
  EXPECT_EQ(FileCount(), 3);
}

TEST_F(OutputFileTest, IsNotThereBeforeItIsWhole) {
  const std::string path = folder_ + "/out.spv";
  for (const auto naming :
       {PendingFile::Naming::kAtTheEnd, PendingFile::Naming::kAtOnce}) {
    {
      PendingFile file(guard_, naming), other(guard_, naming);
      ASSERT_TRUE(file.Open(path, kKind).ok());
      ASSERT_TRUE(other.Open(path, kKind).ok());
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
  const std::string path = folder_ + "/out.spv";
  PendingFile file(guard_), other(guard_);
  ASSERT_TRUE(file.Open(path, kKind).ok());
  ASSERT_TRUE(other.Open(path, kKind).ok());
  ASSERT_TRUE(file.Append("last").ok());
  ASSERT_TRUE(other.Append("first").ok());
  ASSERT_TRUE(other.Commit().ok());
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_EQ(FileContents(path), "last");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(OutputFileTest, SaysThatThereIsNoFolder) {
  EXPECT_TRUE(absl::IsNotFound(Write(folder_ + "/no/a", "x")));
  ASSERT_TRUE(Write(folder_ + "/file", "x").ok());
  EXPECT_TRUE(absl::IsNotFound(Write(folder_ + "/file/a", "x")));
}

TEST_F(OutputFileTest, LeavesNothingBehindOnFailure) {
  EXPECT_FALSE(Write(folder_ + "/no/such/folder", "x").ok());
  EXPECT_FALSE(Write(folder_, "x").ok());
  EXPECT_FALSE(Write("", "x").ok());
  EXPECT_EQ(FileCount(), 0);
}

TEST_F(OutputFileTest, LeavesTheOldFileOnFailure) {
  // A full device fails every write.
  const absl::Status status = Write("/dev/full", "x");
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find("/dev/full"), absl::string_view::npos);
  EXPECT_TRUE(Write("/dev/null", "x").ok());
}

TEST_F(OutputFileTest, ReplacesNoInputAndNoOtherKind) {
  const std::string input = folder_ + "/in.spv";
  const std::string text = folder_ + "/text";
  std::ofstream(input) << "module";
  std::ofstream(text) << "a letter";
  guard_.AddInput(input);
  for (const std::string& path : {input, text}) {
    const std::string before = FileContents(path);
    EXPECT_FALSE(Write(path, "x").ok());
    PendingFile file(guard_);
    EXPECT_FALSE(file.Open(path, kKind).ok());
    EXPECT_EQ(FileContents(path), before);
  }
  EXPECT_EQ(FileCount(), 2);
}

TEST_F(OutputFileTest, WritesParts) {
  const std::string path = folder_ + "/out";
  const auto make = [](WritePart write) {
    for (const absl::string_view part : {"one, ", "two, ", "three"}) {
      write(part);
    }
  };
  EXPECT_TRUE(WriteFileAtomically(path, kKind, make, guard_).ok());
  EXPECT_EQ(FileContents(path), "one, two, three");
  EXPECT_EQ(FileCount(), 1);
}

// A file of another kind takes the name while the output is written.
TEST_F(OutputFileTest, ReplacesNoOtherKindThatCameMeanwhile) {
  const std::string path = folder_ + "/out";
  PendingFile file(guard_);
  ASSERT_TRUE(file.Open(path, kKind).ok());
  ASSERT_TRUE(file.Append("x").ok());
  std::ofstream(path) << "a letter";
  EXPECT_FALSE(file.Commit().ok());
  EXPECT_EQ(FileContents(path), "a letter");
}

// A limit on the size of files is an error of the write.
TEST_F(OutputFileTest, SaysThatAFileIsTooLarge) {
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  rlimit limit = old_limit;
  limit.rlim_cur = 8;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const absl::Status status = Write(folder_ + "/out", "more than 8 bytes");
  setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_action);
  EXPECT_TRUE(absl::StrContains(status.message(), "File too large")) << status;
  EXPECT_EQ(FileCount(), 0);
}

}  // namespace
}  // namespace plumb
