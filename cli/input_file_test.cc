#include "cli/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

std::string WriteTemporary(const std::string& bytes) {
  std::string path = testing::TempDir() + "/input_file_test.txt";
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

// One that is read at once, or further.
TEST(InputFileTest, ReadsFilesOfAllSizes) {
  for (const size_t size : {1u << 16, 1u << 20}) {
    for (const size_t exact : {size - 1, size_t{size}, size + 1}) {
      std::string bytes(exact, 'a');
      bytes.back() = 'z';
      const absl::StatusOr<InputFile> file =
          InputFile::Open(WriteTemporary(bytes));
      ASSERT_TRUE(file.ok()) << file.status();
      EXPECT_EQ(file->bytes().size(), exact);
      EXPECT_TRUE(file->bytes() == bytes) << exact;
    }
  }
}

// Inputs that arrive in pieces are read to their end.
TEST(InputFileTest, ReadsNamedPipes) {
  const std::string path =
      absl::StrCat(testing::TempDir(), "/input_file_test.", getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] {
    const int fd = open(path.c_str(), O_WRONLY);
    EXPECT_EQ(write(fd, "Op", 2), 2);
    usleep(20000);
    EXPECT_EQ(write(fd, "Nop", 3), 3);
    close(fd);
  });
  const absl::StatusOr<InputFile> file = InputFile::Open(path);
  writer.join();
  unlink(path.c_str());
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->bytes(), "OpNop");
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

// Long and short ones in turn, into the same memory.
TEST(InputFileTest, ReadsOneAfterTheOther) {
  InputFile file;
  EXPECT_EQ(file.bytes(), "");
  for (const size_t size : {5u, 1u << 18, 3u, 3u << 20, 0u, 1u << 17}) {
    const std::string bytes(size, static_cast<char>('a' + size % 7));
    const std::string path = WriteTemporary(bytes);
    ASSERT_TRUE(file.Read(path).ok());
    EXPECT_EQ(file.name(), path);
    EXPECT_TRUE(file.bytes() == bytes) << size;
  }
  EXPECT_FALSE(file.Read("/no/such/file").ok());
  EXPECT_EQ(file.bytes(), "");
}

TEST(InputFileTest, RefusesLargerInputs) {
  const std::string path = WriteTemporary(std::string(100000, 'a'));
  for (const uint64_t size : {uint64_t{5}, uint64_t{70000}, uint64_t{99999}}) {
    EXPECT_EQ(InputFile::Open(path, {.max_size = size}).status().message(),
              absl::StrCat("cannot read '", path, "': it has more than ", size,
                           " bytes (--max-size)"));
  }
  EXPECT_TRUE(InputFile::Open(path, {.max_size = 100000}).ok());
  EXPECT_TRUE(InputFile::Open(path, {.max_size = UINT64_MAX}).ok());
  // The size of a device is known only after it was read.
  EXPECT_FALSE(InputFile::Open("/dev/zero", {.max_size = 1 << 20}).ok());
  // More than fits into memory.
  const std::string sparse = WriteTemporary("");
  ASSERT_EQ(truncate(sparse.c_str(), int64_t{1} << 42), 0);
  const absl::Status status = InputFile::Open(sparse).status();
  EXPECT_TRUE(absl::StrContains(status.message(), "4294967296 bytes"))
      << status;
  EXPECT_FALSE(InputFile::Open(sparse, {.max_size = UINT64_MAX}).ok());
  unlink(sparse.c_str());
}

TEST(InputFileTest, ReadsNoMoreOfWhatNeedsNoRest) {
  const auto needs_rest = +[](absl::string_view start) {
    return start.size() == 1 << 16 && start[0] != '\0';
  };
  const InputLimits limits = {.needs_rest = needs_rest};
  for (const size_t size : {10, 1 << 16, 200000}) {
    for (const char byte : {'a', '\0'}) {
      const auto file =
          InputFile::Open(WriteTemporary(std::string(size, byte)), limits);
      ASSERT_TRUE(file.ok()) << file.status();
      EXPECT_EQ(file->bytes().size(),
                byte == 'a' ? size : std::min<size_t>(size, 1 << 16));
    }
  }
  const auto zeros = InputFile::Open("/dev/zero", limits);
  ASSERT_TRUE(zeros.ok()) << zeros.status();
  EXPECT_GE(zeros->bytes().size(), size_t{1} << 16);
}

// Files that the system makes up have no size beforehand.
TEST(InputFileTest, ReadsFilesWithoutASize) {
  const auto file = InputFile::Open("/proc/self/cmdline");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(absl::StrContains(file->bytes(), "input_file_test"));
}

// A file that is cut or written to while it is read is all there, or an error.
TEST(InputFileTest, ReadsWholeFilesOrNone) {
  const std::string path = WriteTemporary("");
  std::atomic<bool> is_done = false;
  std::thread writer([&] {
    while (!is_done) {
      truncate(path.c_str(), 8 << 20);
      truncate(path.c_str(), 100000);
    }
  });
  for (int i = 0; i < 50; ++i) {
    const auto file = InputFile::Open(path);
    if (!file.ok()) {
      EXPECT_TRUE(absl::IsAborted(file.status())) << file.status();
    } else if (!file->bytes().empty()) {  // before the first of these
      EXPECT_TRUE(file->bytes().size() == 8 << 20 ||
                  file->bytes().size() == 100000)
          << file->bytes().size();
    }
  }
  is_done = true;
  writer.join();
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

}  // namespace
}  // namespace plumb
