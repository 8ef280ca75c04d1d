#include "cli/temporary_files.h"

#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

std::string MakeFile(int number) {
  std::string path = absl::StrCat(testing::TempDir(), "/temporary_", number);
  std::ofstream(path) << "x";
  return path;
}

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

// Ends a process as a handler of signals does.  Names that it takes are lost.
void EndByHandler() {
  EXPECT_EXIT(
      {
        RemoveTemporaryFiles();
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST(TemporaryFilesTest, RemovesFilesWhoseNamesAreSet) {
  const std::string set = MakeFile(1), released = MakeFile(2),
                    replaced = MakeFile(3), left = MakeFile(4);
  TemporaryName a, b, c;
  EXPECT_FALSE(a.is_set());
  a.Set(set);
  EXPECT_TRUE(a.is_set());
  EXPECT_EQ(a.c_str(), set);
  b.Set(released);
  b.Release();
  EXPECT_FALSE(b.is_set());
  c.Set(replaced);
  c.Set(set);
  {
    TemporaryName d;
    d.Set(left);
  }
  EndByHandler();
  EXPECT_FALSE(Exists(set));
  EXPECT_TRUE(Exists(released));
  EXPECT_TRUE(Exists(replaced));
  EXPECT_TRUE(Exists(left));
}

// There may be more than can be noted; those only stay after a signal.
TEST(TemporaryFilesTest, AnyNumber) {
  std::vector<std::unique_ptr<TemporaryName>> names;
  for (int i = 0; i < 5000; ++i) {
    names.push_back(std::make_unique<TemporaryName>());
    names.back()->Set("/no/such/file");
  }
  names.clear();
  const std::string path = MakeFile(1);
  TemporaryName name;
  name.Set(path);
  EndByHandler();
  EXPECT_FALSE(Exists(path));
}

}  // namespace
}  // namespace plumb
