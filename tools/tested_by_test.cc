// The head of a source names its tests: "Tested by NAME and NAME."  Checks that
// each of them exists, next to the source or by its path in the tree, with
// wildcards as in "testdata/cli/as_*.case".
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "re2/stringpiece.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The names of the tests in the comments of a source, in order: file names, and
// paths of files or folders.
std::vector<std::string> TestNames(const std::string& source) {
  static const RE2* const kName = new RE2(
      "([\\w*./-]+\\.(?:case|cc|h|mistakes|py|sh|spvasm)\\b|[\\w.-]+(?:/"
      "[\\w.-]+)*/"
      "[\\w-]+)");
  std::vector<std::string> names;
  std::ifstream in(source);
  std::string text;  // of the comment after "Tested by", up to a blank line
  const auto finish = [&] {
    re2::StringPiece rest(text);
    std::string name;
    while (RE2::FindAndConsume(&rest, *kName, &name)) names.push_back(name);
    text.clear();
  };
  bool in_reference = false;
  for (std::string line; std::getline(in, line);) {
    absl::string_view comment = line;
    if (!absl::ConsumePrefix(&comment, "// ")) {
      if (in_reference) finish();
      in_reference = false;
      continue;
    }
    const size_t begin = comment.find("Tested by");
    if (begin != absl::string_view::npos) {
      in_reference = true;
      comment.remove_prefix(begin);
    }
    if (in_reference) absl::StrAppend(&text, comment, " ");
  }
  finish();
  return names;
}

// Whether a file or folder in `folder` has this name, which is relative to it
// and may have wildcards after the last slash.
bool Exists(const fs::path& folder, const std::string& name) {
  const fs::path path = folder / name;
  if (!absl::StrContains(name, "*")) return fs::exists(path);
  if (!fs::is_directory(path.parent_path())) return false;
  return std::any_of(fs::directory_iterator(path.parent_path()),
                     fs::directory_iterator(),
                     [&path](const fs::directory_entry& entry) {
                       return fnmatch(path.filename().c_str(),
                                      entry.path().filename().c_str(), 0) == 0;
                     });
}

// The C++ sources of the tree at `root`, sorted.
std::vector<fs::path> Sources(const fs::path& root) {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& top : fs::directory_iterator(root)) {
    // Links, such as bazel-bin, and hidden folders are not of the tree.
    if (!top.is_directory() || top.is_symlink() ||
        absl::StartsWith(top.path().filename().string(), ".")) {
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(top.path())) {
      const fs::path& path = entry.path();
      if (path.extension() == ".h" || path.extension() == ".cc") {
        sources.push_back(path);
      }
    }
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

TEST(TestedByTest, NamedTestsExist) {
  // What the test sees of the sources are links to where they really are.
  const fs::path root =
      fs::canonical("tools/format").parent_path().parent_path();
  size_t names = 0;
  for (const fs::path& source : Sources(root)) {
    if (source.filename() == "tested_by_test.cc") continue;
    for (const std::string& name : TestNames(source)) {
      ++names;
      EXPECT_TRUE(Exists(source.parent_path(), name) || Exists(root, name))
          << fs::relative(source, root) << " names " << name
          << ", which does not exist there or at the root of the tree";
    }
  }
  EXPECT_GT(names, 500u);
}

TEST(TestedByTest, FindsNames) {
  struct Row {
    std::string text;
    std::vector<std::string> names;
  };
  const Row kRows[] = {
      {"// Tested by a_test.cc.\n", {"a_test.cc"}},
      {"// Text.  Tested by a_test.cc,\n// b_test.py and testdata/cli.\n",
       {"a_test.cc", "b_test.py", "testdata/cli"}},
      {"// Tested by testdata/cli/as_*.case.\n//\n// See c_test.cc.\n",
       {"testdata/cli/as_*.case"}},
      {"// Tested by a_test.cc.\n#include \"b_test.h\"\n", {"a_test.cc"}},
      {"// Nothing tests a_test.cc.\n", {}},
  };
  const fs::path path = fs::path(testing::TempDir()) / "source.h";
  for (const Row& row : kRows) {
    std::ofstream(path) << row.text;
    EXPECT_EQ(TestNames(path), row.names) << row.text;
  }
}

TEST(TestedByTest, FindsFiles) {
  const fs::path folder = fs::path(testing::TempDir()) / "found";
  fs::create_directories(folder / "sub");
  std::ofstream(folder / "sub/a_1.case") << "";
  EXPECT_TRUE(Exists(folder, "sub"));
  EXPECT_TRUE(Exists(folder, "sub/a_*.case"));
  EXPECT_FALSE(Exists(folder, "sub/b_*.case"));
  EXPECT_FALSE(Exists(folder, "a_1.case"));
  EXPECT_FALSE(Exists(folder, "none/a_*.case"));
}

}  // namespace
}  // namespace plumb
