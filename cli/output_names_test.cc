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

absl::Status CheckBatch(const OutputNames& names, const InputList& list) {
  OutputGuard guard;
  guard.AddInputs(list);
  return CheckOutputs(names, list, &guard);
}

TEST(OutputNamesTest, ReplacesTheExtension) {
  const OutputNames names = {"out", ".spvasm", ".spv", OutputKind::kModule};
  EXPECT_EQ(OutputPath(names, Below("x", "a.spvasm")), "out/a.spv");
  EXPECT_EQ(OutputPath(names, Below("x", "b/a.frag.spvasm")),
            "out/b/a.frag.spv");
  EXPECT_EQ(OutputPath(names, {"a.txt"}), "out/a.txt.spv");
  EXPECT_EQ(
      OutputPath({"out/", ".spv", ".spvasm", OutputKind::kAssembly}, {"a.spv"}),
      "out/a.spvasm");
}

TEST(OutputNamesTest, ABatchNeedsAFolder) {
  const InputList list = Batch({{"a.spvasm"}});
  for (const char* output : {"", "-", "/dev/null"}) {
    EXPECT_EQ(CheckBatch({output, ".spvasm", ".spv", OutputKind::kModule}, list)
                  .message(),
              "several inputs, a folder or a list need -o FOLDER")
        << output;
  }
  EXPECT_TRUE(
      CheckBatch({testing::TempDir(), ".spvasm", ".spv", OutputKind::kModule},
                 list)
          .ok());
  EXPECT_TRUE(
      CheckBatch({"no/such/yet", ".spvasm", ".spv", OutputKind::kModule}, list)
          .ok());
}

TEST(OutputNamesTest, TwoInputsHaveTwoOutputs) {
  EXPECT_EQ(CheckBatch({"out", ".spvasm", ".spv", OutputKind::kModule},
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
  EXPECT_FALSE(
      CheckBatch({folder, ".spv", ".spv", OutputKind::kModule}, list).ok());
  EXPECT_TRUE(
      CheckBatch({folder, ".spv", ".spvasm", OutputKind::kAssembly}, list)
          .ok());
}

// An output is compared with all inputs, not only with its own.
TEST(OutputNamesTest, OtherInputsStay) {
  const std::string folder = absl::StrCat(testing::TempDir(), "/others");
  fs::remove_all(folder);
  fs::create_directories(absl::StrCat(folder, "/out"));
  const std::string other = absl::StrCat(folder, "/out/a.spv");
  std::ofstream(other) << "OpNop";
  const Input text = Below(folder, "a.spvasm");
  const OutputNames names = {absl::StrCat(folder, "/out"), ".spvasm", ".spv",
                             OutputKind::kModule};
  EXPECT_TRUE(CheckBatch(names, Batch({text})).ok());
  EXPECT_EQ(CheckBatch(names, Batch({text, {other}})).message(),
            absl::StrCat("the output '", other, "' would replace the input '",
                         other, "'"));
}

TEST(OutputNamesTest, MakesTheFolders) {
  const OutputGuard guard;
  const auto write = [&](absl::string_view file) {
    return WriteOutput(absl::StrCat(testing::TempDir(), "/made", file),
                       OutputKind::kModule, "12", guard);
  };
  const std::string folder = absl::StrCat(testing::TempDir(), "/made");
  fs::remove_all(folder);
  EXPECT_TRUE(write("/b/c/a.spv").ok());
  EXPECT_EQ(fs::file_size(absl::StrCat(folder, "/b/c/a.spv")), 2u);
  EXPECT_FALSE(write("/b/c/a.spv/d").ok());
}

}  // namespace
}  // namespace plumb
