#include "cli/folder_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

using Strings = std::vector<std::string>;

// A folder in which the test runs, empty at first.
class FolderFilesTest : public testing::Test {
 protected:
  FolderFilesTest() : before_(fs::current_path()) {
    const fs::path folder = fs::path(testing::TempDir()) / "folder_files_test";
    fs::remove_all(folder);
    fs::create_directories(folder);
    fs::current_path(folder);
  }
  ~FolderFilesTest() override {
    const fs::path folder = fs::current_path();
    fs::current_path(before_);
    fs::remove_all(folder);
  }

  static void Make(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty()) fs::create_directories(folder);
    std::ofstream(path) << "OpNop";
  }

  static FolderFiles All(const std::string& folder) {
    return FilesBelow(folder, [](const std::string&) { return true; });
  }

 private:
  const fs::path before_;
};

// As if all paths were sorted, and not the names of each folder.
TEST_F(FolderFilesTest, InOrderOfTheirPaths) {
  Strings paths = {"d/a",   "d/a.b/c",  "d/a-b/c", "d/a0",      "d/ab/x/y/z",
                   "d/ab0", "d/\xff/a", "d/c/e",   "d/c/e.d/f", "d/c/e-/f"};
  fs::create_directories("d/nothing");
  for (const std::string& path : paths) Make(path);
  for (size_t i = 0; i < 300; ++i) {
    paths.push_back(absl::StrCat("d/many/", i * 7919 % 300));
    Make(paths.back());
  }
  std::sort(paths.begin(), paths.end());
  EXPECT_EQ(All("d").files, paths);
  EXPECT_EQ(All("d/").files, paths);
}

TEST_F(FolderFilesTest, WhatIsWanted) {
  for (const char* path :
       {"d/a.spv", "d/b.txt", "d/c.spv/e", "d/c.spv/f.spv"}) {
    Make(path);
  }
  Strings visited;
  const FolderFiles found = FilesBelow("d", [&](const std::string& path) {
    visited.push_back(path);
    return absl::EndsWith(path, ".spv");
  });
  EXPECT_EQ(found.files, (Strings{"d/a.spv", "d/c.spv/f.spv"}));
  EXPECT_EQ(found.folders, (Strings{"d", "d/c.spv"}));
  EXPECT_EQ(visited.size(), 4u) << "folders are no files";
  EXPECT_TRUE(found.errors.empty());
}

TEST_F(FolderFilesTest, Links) {
  Make("d/b");
  Make("other/file");
  fs::create_symlink("b", "d/to_file");
  fs::create_symlink("../other", "d/to_folder");
  fs::create_symlink("nothing", "d/a_link_to_nothing");
  fs::create_symlink("/dev/null", "d/to_device");
  const FolderFiles found = All("d");
  EXPECT_EQ(found.files, (Strings{"d/a_link_to_nothing", "d/b", "d/to_file"}));
  EXPECT_EQ(found.folders, Strings{"d"});
  EXPECT_TRUE(found.errors.empty());
  // The one that is named is followed.
  EXPECT_EQ(All("d/to_folder").files, Strings{"d/to_folder/file"});
}

TEST_F(FolderFilesTest, WhatIsNoFile) {
  Make("d/file");
  ASSERT_EQ(mkfifo("d/pipe", 0600), 0);
  EXPECT_EQ(All("d").files, Strings{"d/file"});
}

TEST_F(FolderFilesTest, Errors) {
  const FolderFiles found = All("missing");
  ASSERT_EQ(found.errors.size(), 1u);
  EXPECT_EQ(found.errors[0].folder, "missing");
  EXPECT_EQ(found.errors[0].error, ENOENT);
  Make("file");
  ASSERT_EQ(All("file").errors.size(), 1u);
  EXPECT_EQ(All("file").errors[0].error, ENOTDIR);
}

TEST_F(FolderFilesTest, KnowsFolders) {
  Make("d/file");
  fs::create_symlink("d", "link");
  for (const char* name : {"d", "d/", "link", ".", "/"}) {
    EXPECT_TRUE(IsFolder(name)) << name;
  }
  for (const char* name : {"d/file", "", "-", "missing", "d/file/"}) {
    EXPECT_FALSE(IsFolder(name)) << name;
  }
}

}  // namespace
}  // namespace plumb
