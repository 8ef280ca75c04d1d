#include "cli/input_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::string WriteTemporary(const std::string& bytes) {
  const std::string path = testing::TempDir() + "/input_file_test.txt";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(InputFileTest, ReadsFiles) {
  for (const std::string& bytes :
       {std::string("OpNop\n"), std::string("\3\2#\7\0", 5), std::string()}) {
    const std::string path = WriteTemporary(bytes);
    const absl::StatusOr<InputFile> file = InputFile::Open(path);
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(file->name(), path);
    EXPECT_EQ(file->bytes(), bytes);
  }
}

TEST(InputFileTest, ReadsStandardInput) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  close(ends[0]);
  ASSERT_EQ(write(ends[1], "OpNop", 5), 5);
  close(ends[1]);
  const absl::StatusOr<InputFile> input = InputFile::Open("-");
  ASSERT_TRUE(input.ok()) << input.status();
  EXPECT_EQ(input->name(), "<stdin>");
  EXPECT_EQ(input->bytes(), "OpNop");
}

TEST(InputFileTest, Errors) {
  const absl::Status missing = InputFile::Open("/no/such/file").status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(missing.message(),
            "cannot read '/no/such/file': No such file or directory");
  const absl::Status folder = InputFile::Open("/").status();
  EXPECT_EQ(folder.message(), "cannot read '/': Is a directory");
  EXPECT_FALSE(InputFile::Open("").ok());
}

TEST(InputFileTest, Moves) {
  absl::StatusOr<InputFile> one = InputFile::Open(WriteTemporary("ab"));
  ASSERT_TRUE(one.ok());
  InputFile moved = *std::move(one);
  EXPECT_EQ(moved.bytes(), "ab");
  absl::StatusOr<InputFile> other = InputFile::Open(WriteTemporary("OpNop"));
  ASSERT_TRUE(other.ok());
  moved = *std::move(other);
  EXPECT_EQ(moved.bytes(), "OpNop");
}

TEST(InputFileTest, FindsTheModulesOfAFolder) {
  const fs::path folder = fs::path(testing::TempDir()) / "input_file_test";
  fs::remove_all(folder);
  fs::create_directories(folder / "b");
  EXPECT_EQ(ExpandPath(folder).errors.size(), 1);
  for (const char* name : {"c.spvasm", "b/a.spv", "note.txt"}) {
    std::ofstream(folder / name) << "OpNop";
  }
  const ExpandedPath expanded = ExpandPath(folder);
  EXPECT_TRUE(expanded.errors.empty());
  EXPECT_EQ(expanded.files, (std::vector<std::string>{folder / "b/a.spv",
                                                      folder / "c.spvasm"}));
  fs::remove_all(folder);
  EXPECT_EQ(ExpandPath("no/such/file").files,
            std::vector<std::string>{"no/such/file"});
}

// A folder whose name is too long for the system is one that nobody can read,
// root included.
TEST(InputFileTest, AFolderThatCannotBeReadKeepsNoOtherFromIt) {
  const fs::path folder = fs::path(testing::TempDir()) / "unreadable";
  const fs::path before = fs::current_path();
  fs::remove_all(folder);
  fs::create_directories(folder / "other");
  const std::string name(200, 'a');
  fs::current_path(folder);
  for (size_t size = folder.string().size(); size < 4400; size += 201) {
    ASSERT_TRUE(fs::create_directory(name));
    ASSERT_EQ(chdir(name.c_str()), 0);
  }
  ASSERT_EQ(chdir(before.c_str()), 0);
  std::ofstream(folder / "other/b.spv") << "OpNop";
  std::ofstream(folder / "c.spv") << "OpNop";
  const ExpandedPath expanded = ExpandPath(folder);
  ASSERT_EQ(expanded.errors.size(), 1);
  EXPECT_TRUE(
      absl::EndsWith(expanded.errors[0].message(), "': File name too long"))
      << expanded.errors[0];
  EXPECT_EQ(expanded.files, (std::vector<std::string>{folder / "c.spv",
                                                      folder / "other/b.spv"}));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace plumb
