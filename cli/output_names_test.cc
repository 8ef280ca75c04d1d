#include "cli/output_names.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// A file in a folder that was named.
Input Below(const std::string& folder, absl::string_view file) {
  return {absl::StrCat(folder, "/", file), folder.size()};
}

InputList Batch(std::vector<Input> inputs) {
  InputList list;
  list.inputs = std::move(inputs);
  list.is_batch = true;
  return list;
}

TEST(OutputNamesTest, ReplacesTheExtension) {
  const OutputNames names = {"out", ".spvasm", ".spv"};
  EXPECT_EQ(OutputPath(names, Below("x", "a.spvasm")), "out/a.spv");
  EXPECT_EQ(OutputPath(names, Below("x", "b/a.frag.spvasm")),
            "out/b/a.frag.spv");
  EXPECT_EQ(OutputPath(names, {"a.txt"}), "out/a.txt.spv");
  EXPECT_EQ(OutputPath({"out/", ".spv", ".spvasm"}, {"a.spv"}), "out/a.spvasm");
}

TEST(OutputNamesTest, ABatchNeedsAFolder) {
  const InputList list = Batch({{"a.spvasm"}});
  for (const char* output : {"", "-", "/dev/null"}) {
    EXPECT_EQ(CheckOutputs({output, ".spvasm", ".spv"}, list).message(),
              "several inputs, a folder or a list need -o FOLDER")
        << output;
  }
  EXPECT_TRUE(CheckOutputs({testing::TempDir(), ".spvasm", ".spv"}, list).ok());
  EXPECT_TRUE(CheckOutputs({"no/such/yet", ".spvasm", ".spv"}, list).ok());
}

TEST(OutputNamesTest, TwoInputsHaveTwoOutputs) {
  EXPECT_EQ(CheckOutputs({"out", ".spvasm", ".spv"},
                         Batch({Below("x", "a.spvasm"), Below("y", "b.spvasm"),
                                Below("y", "a.spvasm")}))
                .message(),
            "'x/a.spvasm' and 'y/a.spvasm' would both be written to "
            "'out/a.spv'");
}

TEST(OutputNamesTest, TheInputStays) {
  const std::string folder = absl::StrCat(testing::TempDir(), "/names");
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream(absl::StrCat(folder, "/a.spv")) << "OpNop";
  const InputList list = Batch({Below(folder, "a.spv")});
  EXPECT_FALSE(CheckOutputs({folder, ".spv", ".spv"}, list).ok());
  EXPECT_TRUE(CheckOutputs({folder, ".spv", ".spvasm"}, list).ok());
}

TEST(OutputNamesTest, MakesTheFolders) {
  const std::string folder = absl::StrCat(testing::TempDir(), "/made");
  fs::remove_all(folder);
  EXPECT_TRUE(WriteOutput(absl::StrCat(folder, "/b/c/a.spv"), "12").ok());
  EXPECT_EQ(fs::file_size(absl::StrCat(folder, "/b/c/a.spv")), 2u);
  EXPECT_FALSE(WriteOutput(absl::StrCat(folder, "/b/c/a.spv/d"), "12").ok());
}

}  // namespace
}  // namespace plumb
