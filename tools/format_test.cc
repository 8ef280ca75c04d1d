// The sources of the tree have the format of .clang-format, and tools/format
// would say so if they had not.  Skipped without git or the right clang-format.
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr char kScript[] = "tools/format";
constexpr int kCannotTell = 2;

struct Result {
  int status = -1;
  std::string output;  // and errors
};

Result RunCommand(const std::string& command) {
  Result result;
  FILE* pipe = popen(absl::StrCat(command, " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  while (const size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) {
    result.output.append(buffer, n);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  return result;
}

// Runs the script of the tree at `root`.
Result Format(const fs::path& root, const std::string& arguments) {
  return RunCommand(
      absl::StrCat("'", (root / kScript).string(), "' ", arguments));
}

void WriteFile(const fs::path& path, const std::string& contents) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << contents;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

TEST(FormatTest, TheSourcesAreFormatted) {
  // What the test sees of the sources are links to where they really are.
  const fs::path root = fs::canonical(kScript).parent_path().parent_path();
  const Result result = Format(root, "--check");
  if (result.status == kCannotTell) GTEST_SKIP() << result.output;
  EXPECT_EQ(result.status, 0) << result.output;
}

class SmallTreeTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(root_);
    WriteFile(root_ / "formatted.h", "int a;\n");
    WriteFile(root_ / "sub folder/not.cc", "int  b ;\n");
    WriteFile(root_ / "untracked.cc", "int  c ;\n");
    fs::create_directories(root_ / "tools");
    fs::copy_file(kScript, root_ / kScript);
    fs::copy_file(".clang-format", root_ / ".clang-format");
    const Result git = RunCommand(absl::StrCat("cd '", root_.string(),
                                               "' && git init -q && git add",
                                               " formatted.h sub*"));
    if (git.status != 0) GTEST_SKIP() << git.output;
    if (const Result result = Format(root_, "--check " + Quoted("formatted.h"));
        result.status == kCannotTell) {
      GTEST_SKIP() << result.output;
    }
  }
  std::string Quoted(const std::string& path) const {
    return absl::StrCat("'", (root_ / path).string(), "'");
  }
  const fs::path root_ = fs::path(testing::TempDir()) / "small_tree";
};

TEST_F(SmallTreeTest, ListsWhatDiffers) {
  const Result result = Format(root_, "--check");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("sub folder/not.cc\n"));
  EXPECT_THAT(result.output, Not(HasSubstr("formatted.h")));
  EXPECT_THAT(result.output, Not(HasSubstr("untracked.cc")));
  EXPECT_EQ(Format(root_, "--check " + Quoted("formatted.h")).status, 0);
  EXPECT_EQ(Format(root_, "--check " + Quoted("sub folder")).status, 1);
}

TEST_F(SmallTreeTest, Formats) {
  EXPECT_EQ(Format(root_, "").status, 0);
  EXPECT_EQ(ReadFile(root_ / "sub folder/not.cc"), "int b;\n");
  EXPECT_EQ(ReadFile(root_ / "untracked.cc"), "int  c ;\n");
  EXPECT_EQ(Format(root_, "--check").status, 0);
}

TEST_F(SmallTreeTest, RefusesWhatItCannotDo) {
  EXPECT_EQ(Format(root_, "--chekc").status, kCannotTell);
  EXPECT_EQ(Format(root_, "--check " + Quoted("nothing")).status, kCannotTell);
}

}  // namespace
}  // namespace plumb
