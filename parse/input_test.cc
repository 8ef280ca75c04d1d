#include "parse/input.h"

#include <unistd.h>

#include <fstream>
#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr char kBinary[] = "\x03\x02\x23\x07\x00\x06\x01\x00";
constexpr char kSwapped[] = "\x07\x23\x02\x03\x00\x01\x06\x00";

std::string WriteTemporary(const std::string& bytes) {
  const std::string path = testing::TempDir() + "/input_test_file";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(InputTest, TellsFormatsApart) {
  EXPECT_EQ(FormatOf(""), InputFormat::kText);
  EXPECT_EQ(FormatOf("OpNop"), InputFormat::kText);
  EXPECT_EQ(FormatOf("\x03\x02\x23"), InputFormat::kText);
  EXPECT_EQ(FormatOf({kBinary, 8}), InputFormat::kBinary);
  EXPECT_EQ(FormatOf({kSwapped, 8}), InputFormat::kBinary);
  EXPECT_EQ(FormatOf({kBinary, 5}), InputFormat::kBinary);
  EXPECT_EQ(FormatOf("0x07230203"), InputFormat::kHex);
}

TEST(InputTest, ReadsFiles) {
  const absl::StatusOr<Input> text = Input::Open(WriteTemporary("OpNop\n"));
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_TRUE(text->is_text());
  EXPECT_EQ(text->bytes(), "OpNop\n");

  const absl::StatusOr<Input> binary =
      Input::Open(WriteTemporary(std::string(kBinary, 7)));
  ASSERT_TRUE(binary.ok());
  EXPECT_EQ(binary->format(), InputFormat::kBinary);
  EXPECT_EQ(binary->bytes(), absl::string_view(kBinary, 7));

  const absl::StatusOr<Input> empty = Input::Open(WriteTemporary(""));
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->is_text());
  EXPECT_TRUE(empty->bytes().empty());

  const absl::StatusOr<Input> hex =
      Input::Open(WriteTemporary("07230203 00010600"));
  ASSERT_TRUE(hex.ok());
  EXPECT_EQ(hex->format(), InputFormat::kHex);
  EXPECT_EQ(hex->bytes(), absl::string_view(kBinary, 8));
}

TEST(InputTest, ReadsStandardInput) {
  for (const char* name : {"-", ""}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    ASSERT_EQ(write(ends[1], "OpNop", 5), 5);
    close(ends[1]);
    const absl::StatusOr<Input> input = Input::Open(name);
    ASSERT_TRUE(input.ok()) << input.status();
    EXPECT_EQ(input->name(), "<stdin>");
    EXPECT_EQ(input->bytes(), "OpNop");
  }
}

TEST(InputTest, Errors) {
  const absl::Status missing = Input::Open("/no/such/file").status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(missing.message(),
            "cannot read '/no/such/file': No such file or directory");
  const absl::Status folder = Input::Open("/").status();
  EXPECT_EQ(folder.message(), "cannot read '/': Is a directory");
  const absl::Status bad_hex = Input::FromBytes("x", "07230203 q").status();
  EXPECT_EQ(bad_hex.message(),
            "x:1:10: 'q' is not a word of up to eight hexadecimal digits");
}

TEST(InputTest, Moves) {
  absl::StatusOr<Input> input = Input::FromBytes("x", "ab");
  ASSERT_TRUE(input.ok());
  Input moved = *std::move(input);
  EXPECT_EQ(moved.bytes(), "ab");
  absl::StatusOr<Input> file = Input::Open(WriteTemporary("OpNop"));
  ASSERT_TRUE(file.ok());
  moved = *std::move(file);
  EXPECT_EQ(moved.bytes(), "OpNop");
}

}  // namespace
}  // namespace plumb
