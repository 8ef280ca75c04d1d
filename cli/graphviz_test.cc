#include "cli/graphviz.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using testing::HasSubstr;

// A script that stands in for dot.
std::string Script(const std::string& body) {
  const std::string path = testing::TempDir() + "/dot_script";
  std::ofstream(path) << "#!/bin/sh\n" << body;
  EXPECT_EQ(std::system(absl::StrCat("chmod +x ", path).c_str()), 0);
  return path;
}

TEST(GraphvizTest, ReturnsTheOutput) {
  const auto output =
      RunGraphviz("digraph {}\n", "svg", Script("echo \"$1\"; cat; cat\n"));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(*output, "-Tsvg\ndigraph {}\n");
}

TEST(GraphvizTest, LargeDrawingsDoNotBlock) {
  const std::string dot(10 << 20, 'x');
  const auto output = RunGraphviz(dot, "png", Script("cat; cat /dev/null\n"));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(*output, dot);
}

TEST(GraphvizTest, ReportsFailures) {
  EXPECT_THAT(
      std::string(
          RunGraphviz("x", "svg", "no_such_program").status().message()),
      HasSubstr("cannot run 'no_such_program' of Graphviz, which makes .svg "
                "files: No such file"));
  EXPECT_THAT(
      std::string(
          RunGraphviz("x", "svg", Script("exit 3\n")).status().message()),
      HasSubstr("failed"));
}

TEST(GraphvizTest, DrawsWithGraphviz) {
  if (std::system("command -v dot > /dev/null") != 0) {
    GTEST_SKIP() << "dot is not installed";
  }
  const auto svg = RunGraphviz("digraph { a -> b }", "svg");
  ASSERT_TRUE(svg.ok()) << svg.status();
  EXPECT_THAT(*svg, HasSubstr("<svg"));
}

}  // namespace
}  // namespace plumb
