#include "cli/output_guard.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr OutputKind kKind = OutputKind::kModule;

class OutputGuardTest : public testing::Test {
 protected:
  OutputGuardTest() : folder_(testing::TempDir() + "/guard_test.XXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }

  std::string Make(const std::string& name, const std::string& content) const {
    std::string path = folder_ + "/" + name;
    std::ofstream(path) << content;
    return path;
  }

  std::string folder_;
  OutputGuard guard_;
};

TEST_F(OutputGuardTest, AnInputIsRefusedUnderAllItsNames) {
  const std::string input = Make("in.spv", "text");
  ASSERT_EQ(link(input.c_str(), (folder_ + "/hard.spv").c_str()), 0);
  ASSERT_EQ(symlink("in.spv", (folder_ + "/soft.spv").c_str()), 0);
  ASSERT_EQ(mkdir((folder_ + "/d").c_str(), 0755), 0);
  ASSERT_EQ(symlink("..", (folder_ + "/d/up").c_str()), 0);
  guard_.AddInput(input);
  guard_.AddInput("");
  for (const char* name : {"in.spv", "./in.spv", "d/../in.spv", "hard.spv",
                           "soft.spv", "d/up/in.spv"}) {
    const std::string path = folder_ + "/" + name;
    EXPECT_EQ(
        guard_.Check(path, kKind).message(),
        "the output '" + path + "' would replace the input '" + input + "'");
  }
  EXPECT_TRUE(guard_.Check(folder_ + "/new.spv", kKind).ok());
  EXPECT_TRUE(guard_.Check(folder_ + "/no/such/folder", kKind).ok());
}

TEST_F(OutputGuardTest, InputsOfAListAndListsThemselves) {
  const std::string listed = Make("listed.spv", "a");
  const std::string lists = Make("list.spv", "b");
  InputList list;
  list.inputs.push_back({listed});
  list.read.push_back(lists);
  guard_.AddInputs(list);
  EXPECT_FALSE(guard_.Check(listed, kKind).ok());
  EXPECT_FALSE(guard_.Check(lists, kKind).ok());
}

TEST_F(OutputGuardTest, AnInputThroughABindMount) {
  const std::string from = folder_ + "/d1", to = folder_ + "/d2";
  ASSERT_EQ(mkdir(from.c_str(), 0755), 0);
  ASSERT_EQ(mkdir(to.c_str(), 0755), 0);
  const std::string input = Make("d1/x.spv", "text");
  if (mount(from.c_str(), to.c_str(), nullptr, MS_BIND, nullptr) != 0) {
    GTEST_SKIP() << "cannot mount: " << std::strerror(errno);
  }
  guard_.AddInput(input);
  const absl::Status status = guard_.Check(to + "/x.spv", kKind);
  EXPECT_EQ(umount(to.c_str()), 0);
  EXPECT_TRUE(absl::StrContains(status.message(), "would replace the input"))
      << status;
}

TEST_F(OutputGuardTest, StandardInputIsAnInput) {
  const std::string input = Make("in.spv", "text");
  ASSERT_NE(std::freopen(input.c_str(), "r", stdin), nullptr);
  guard_.AddInput("-");
  EXPECT_FALSE(guard_.Check(input, kKind).ok());
}

TEST_F(OutputGuardTest, AFileOfAnotherKindIsRefused) {
  const std::string letter = Make("letter", "Dear all,\n");
  EXPECT_EQ(guard_.Check(letter, OutputKind::kStamp).message(),
            "'" + letter +
                "' is not replaced: it exists, and it is not a stamp, which is "
                "empty");
  EXPECT_TRUE(guard_.Check(Make("empty", ""), OutputKind::kStamp).ok());
  EXPECT_TRUE(guard_.Check(Make("a.spv", "old"), kKind).ok());
  EXPECT_FALSE(guard_.Check(Make("a.spv", "old"), OutputKind::kDepfile).ok());
}

TEST_F(OutputGuardTest, DevicesPipesAndStandardOutputAreAlwaysAllowed) {
  const std::string pipe = folder_ + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {std::string("/dev/null"), std::string("-"),
                                  std::string("/dev/stdout"), pipe}) {
    EXPECT_TRUE(guard_.AddOutput(path, OutputKind::kStamp).ok()) << path;
    EXPECT_TRUE(guard_.AddOutput(path, OutputKind::kDepfile).ok()) << path;
  }
  EXPECT_TRUE(guard_.AddOutput("", kKind).ok());
  EXPECT_TRUE(IsStandardOutput("-"));
  EXPECT_TRUE(IsStandardOutput("/dev/stdout"));
  EXPECT_FALSE(IsStandardOutput("a.spv"));
}

TEST_F(OutputGuardTest, TwoOutputsHaveTwoFiles) {
  const std::string path = Make("out.spv", "old");
  ASSERT_EQ(mkdir((folder_ + "/d").c_str(), 0755), 0);
  ASSERT_EQ(symlink("../out.spv", (folder_ + "/d/link").c_str()), 0);
  ASSERT_TRUE(guard_.AddOutput(path, kKind).ok());
  EXPECT_EQ(guard_.AddOutput(path, kKind).message(),
            "two outputs would be written to '" + path + "'");
  EXPECT_FALSE(guard_.AddOutput(folder_ + "/d/../out.spv", kKind).ok());
  EXPECT_FALSE(guard_.AddOutput(folder_ + "/d/link", kKind).ok());
  EXPECT_FALSE(guard_.AddBatchOutput(path).ok());
  EXPECT_TRUE(guard_.AddBatchOutput(folder_ + "/other").ok());
  EXPECT_FALSE(guard_.AddOutput(folder_ + "/other", kKind).ok());
}

}  // namespace
}  // namespace plumb
