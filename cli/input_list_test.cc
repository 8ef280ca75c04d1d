#include "cli/input_list.h"

#include <unistd.h>

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

InputList List(const std::vector<std::string>& names,
               const InputFilter& filter = {}) {
  absl::StatusOr<InputList> list = ListInputs(names, filter);
  EXPECT_TRUE(list.ok()) << list.status();
  return list.ok() ? *std::move(list) : InputList();
}

std::vector<std::string> Paths(const InputList& list) {
  std::vector<std::string> paths;
  for (const Input& input : list.inputs) paths.push_back(input.path);
  return paths;
}

std::vector<std::string> Relative(const InputList& list) {
  std::vector<std::string> paths;
  for (const Input& input : list.inputs) paths.push_back(RelativePath(input));
  return paths;
}

// A folder with some files, in which the test runs.
class InputListTest : public testing::Test {
 protected:
  InputListTest() : before_(fs::current_path()) {
    const fs::path folder = fs::path(testing::TempDir()) / "input_list_test";
    fs::remove_all(folder);
    fs::create_directories(folder / "b" / "deep");
    fs::create_directories(folder / "empty");
    fs::current_path(folder);
    for (const char* name :
         {"c.spvasm", "b/a.spv", "b/deep/z.spv", "b/note.txt"}) {
      std::ofstream(name) << "OpNop";
    }
  }
  ~InputListTest() override {
    const fs::path folder = fs::current_path();
    fs::current_path(before_);
    fs::remove_all(folder);
  }

 private:
  const fs::path before_;
};

using Strings = std::vector<std::string>;

TEST_F(InputListTest, FilesAsTheyAreNamed) {
  const InputList list = List({"c.spvasm"});
  EXPECT_EQ(Paths(list), Strings{"c.spvasm"});
  EXPECT_FALSE(list.is_batch);
  EXPECT_EQ(Paths(List({"b/note.txt", "no/such", "-"})),
            (Strings{"b/note.txt", "no/such", "-"}));
  EXPECT_TRUE(List({"a", "b"}).is_batch);
}

TEST_F(InputListTest, Folders) {
  const InputList list = List({".", "b"});
  EXPECT_TRUE(list.errors.empty());
  EXPECT_TRUE(list.is_batch);
  EXPECT_EQ(Paths(list), (Strings{"./b/a.spv", "./b/deep/z.spv", "./c.spvasm",
                                  "b/a.spv", "b/deep/z.spv"}));
  EXPECT_EQ(Relative(list), (Strings{"b/a.spv", "b/deep/z.spv", "c.spvasm",
                                     "a.spv", "deep/z.spv"}));
  EXPECT_TRUE(List({"b/deep"}).is_batch);
}

TEST_F(InputListTest, RelativePathsDoNotLeaveTheFolder) {
  EXPECT_EQ(Relative(List({"b/a.spv", "./b/../c.spvasm", "../x/y.spv",
                           "/tmp/q.spv", "b/../../z.spv"})),
            (Strings{"b/a.spv", "c.spvasm", "y.spv", "q.spv", "z.spv"}));
}

TEST_F(InputListTest, Lists) {
  std::ofstream("list.txt") << "c.spvasm\n\nb\r\n@odd\nb/note.txt";
  const InputList list = List({"@list.txt"});
  EXPECT_TRUE(list.is_batch);
  EXPECT_EQ(Paths(list), (Strings{"c.spvasm", "b/a.spv", "b/deep/z.spv", "@odd",
                                  "b/note.txt"}));
  std::ofstream("nothing.txt") << "\n\r\n";
  const InputList bad = List({"@nothing.txt", "@missing.txt", "c.spvasm"});
  EXPECT_EQ(Paths(bad), Strings{"c.spvasm"});
  ASSERT_EQ(bad.errors.size(), 2);
  EXPECT_EQ(bad.errors[0].status.message(), "nothing.txt names no file");
  EXPECT_EQ(bad.errors[1].name, "missing.txt");
}

// As `find -print0` writes them: names can have line feeds then.
TEST_F(InputListTest, ListsWithZeroBytes) {
  std::ofstream("a\nb.spv") << "OpNop";
  std::ofstream("list", std::ios::binary)
      << std::string("c.spvasm\0a\nb.spv\0\0b/note.txt\0", 30);
  EXPECT_EQ(Paths(List({"@list"})),
            (std::vector<std::string>{"c.spvasm", "a\nb.spv", "b/note.txt"}));
}

// White space is part of a name, except for a final carriage return if there is
// no such file.
TEST_F(InputListTest, NamesInListsAreTakenAsTheyAre) {
  std::ofstream("y.spv\r") << "OpNop";
  std::ofstream("list", std::ios::binary)
      << "c.spvasm \n\tx.spv\n-\ny.spv\r\nx.spv\r\n";
  EXPECT_EQ(Paths(List({"@list"})),
            (std::vector<std::string>{"c.spvasm ", "\tx.spv", "./-", "y.spv\r",
                                      "x.spv"}));
  std::ofstream("list", std::ios::binary) << "c.spvasm\r\n\r\nx.spv\r\n";
  EXPECT_EQ(Paths(List({"@list"})),
            (std::vector<std::string>{"c.spvasm", "x.spv"}));
}

// Nothing that is looked at is not the same as nothing that is wrong.
TEST_F(InputListTest, ListsOfWhichNothingIsLeft) {
  std::ofstream("list") << "c.spvasm\nb/note.txt\n";
  for (const InputFilter& filter :
       {InputFilter{.exclude = {"."}}, InputFilter{.include = {"nothing"}}}) {
    const InputList list = List({"@list"}, filter);
    EXPECT_TRUE(list.inputs.empty());
    ASSERT_EQ(list.errors.size(), 1);
    EXPECT_EQ(list.errors[0].status.message(),
              filter.exclude.empty()
                  ? "list names no included file"
                  : "list names no file that is not excluded");
  }
}

// Names in a list are not checked for being folders.
TEST_F(InputListTest, FoldersInListsThatAreCalledAsFiles) {
  fs::create_directories("d.spv");
  std::ofstream("d.spv/e.spv") << "OpNop";
  std::ofstream("list.txt") << "d.spv/\nd.spv";
  EXPECT_EQ(Paths(List({"@list.txt"})), (Strings{"d.spv/e.spv", "d.spv"}));
  EXPECT_EQ(Paths(List({"d.spv"})), Strings{"d.spv/e.spv"});
}

TEST_F(InputListTest, Filters) {
  EXPECT_EQ(Paths(List({"."}, {.include = {"txt$", "deep/"}, .exclude = {}})),
            (Strings{"./b/deep/z.spv", "./b/note.txt"}));
  EXPECT_EQ(Paths(List({"."}, {.include = {}, .exclude = {"/deep/", "^./c"}})),
            Strings{"./b/a.spv"});
  EXPECT_EQ(Paths(List({"."}, {.extensions = {".spv"}})),
            (Strings{"./b/a.spv", "./b/deep/z.spv"}));
  // Filters do not apply to named files.
  EXPECT_EQ(Paths(List({"c.spvasm"}, {.include = {}, .exclude = {"c"}})),
            Strings{"c.spvasm"});
  std::ofstream("list.txt") << "c.spvasm\nb/a.spv\n";
  EXPECT_EQ(Paths(List({"@list.txt"}, {.include = {"spvasm"}, .exclude = {}})),
            Strings{"c.spvasm"});
}

TEST_F(InputListTest, Errors) {
  const InputList list = List({"empty", "b"});
  ASSERT_EQ(list.errors.size(), 1);
  EXPECT_EQ(list.errors[0].name, "empty");
  EXPECT_EQ(list.errors[0].status.message(),
            "empty has no *.spv or *.spvasm file");
  EXPECT_EQ(list.inputs.size(), 2);
  EXPECT_EQ(List({"b"}, {.include = {"xyz"}, .exclude = {}})
                .errors[0]
                .status.message(),
            "b has no included file");
  const absl::Status status =
      ListInputs({"b"}, {.include = {"("}, .exclude = {}}).status();
  EXPECT_TRUE(
      absl::StartsWith(status.message(), "'(' is not a regular expression: "))
      << status;
}

// A folder whose name is too long cannot be read, not even by root.
TEST_F(InputListTest, AFolderThatCannotBeReadKeepsNoOtherFromIt) {
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
  const InputList list = List({folder.string()});
  ASSERT_EQ(list.errors.size(), 1);
  EXPECT_TRUE(
      absl::EndsWith(list.errors[0].status.message(), "': File name too long"))
      << list.errors[0].status;
  EXPECT_EQ(Paths(list), (std::vector<std::string>{folder / "c.spv",
                                                   folder / "other/b.spv"}));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace plumb
