// Runs each case of testdata/cli (cli_case.h) in a folder of its own, and
// compares all results.  Also runs the console examples of some documents
// (kDocuments).
//
// With PLUMB_REWRITE set to the folder of the sources, the cases and documents
// are rewritten to the actual results, for review.
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "cli/cli_case.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr char kCases[] = "testdata/cli";
constexpr char kExamples[] = "testdata/examples";
// Each command in their console blocks is followed by its output.
constexpr const char* kDocuments[] = {"README.md", "docs/user/formats.md"};

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  return buffer.str();
}

void WriteFile(const fs::path& path, const std::string& contents) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << contents;
}

// Makes `fd` of this process the file at `path`.
void Redirect(int fd, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0666);
  if (file < 0 || dup2(file, fd) < 0) _exit(126);
}

// Drops the privileges that let root read locked folders.
void DropPrivileges() {
  for (const uint64_t right : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH}) {
    prctl(PR_CAPBSET_DROP, right, 0, 0, 0);  // fails for others than root
  }
}

// The folders of a case: `work` is the current folder of its commands, the
// others are next to it.
struct Place {
  fs::path programs, work, input, out, err;
  bool drops_privileges = false;
};

// Runs one command and returns its exit status, or 1000 + a signal.
int RunCommand(const std::string& command, const Place& place) {
  std::vector<std::string> words =
      absl::StrSplit(command, ' ', absl::SkipEmpty());
  std::string out = place.out;
  if (absl::StartsWith(words.back(), ">")) {
    out = words.back().substr(1);
    words.pop_back();
  }
  const std::string program = place.programs / words[0];
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    if (word == "''") word.clear();
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    if (chdir(place.work.c_str()) != 0) _exit(126);
    Redirect(STDIN_FILENO, place.input, O_RDONLY);
    Redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_APPEND);
    Redirect(STDERR_FILENO, place.err, O_WRONLY | O_CREAT | O_APPEND);
    if (place.drops_privileges) DropPrivileges();
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// Ends a text with a line feed.
std::string WholeLines(std::string text) {
  if (!text.empty() && text.back() != '\n') text += "\n";
  return text;
}

std::string ListFiles(const fs::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder);
    lines.push_back(entry.is_directory()
                        ? absl::StrCat(name, "/\n")
                        : absl::StrCat(name, " ", entry.file_size(), "\n"));
  }
  std::sort(lines.begin(), lines.end());
  std::string list;
  for (const std::string& line : lines) absl::StrAppend(&list, line);
  return list;
}

void MakeFiles(const CliCase& c, const fs::path& folder) {
  for (const CliCase::File& file : c.files) {
    const fs::path path = folder / file.name;
    if (file.form == "dir") {
      fs::create_directories(path);
    } else if (file.form == "locked") {
      fs::permissions(path, fs::perms::none);
    } else if (file.form == "copy") {
      ASSERT_TRUE(fs::exists(file.contents)) << file.contents;
      WriteFile(path, ReadFile(file.contents));
    } else {
      const absl::StatusOr<std::string> bytes = FileBytes(file);
      ASSERT_TRUE(bytes.ok()) << bytes.status();
      WriteFile(path, *bytes);
    }
  }
}

// Makes locked folders readable again.
bool Unlock(const CliCase& c, const fs::path& folder) {
  bool any = false;
  for (const CliCase::File& file : c.files) {
    if (file.form != "locked") continue;
    any = true;
    std::error_code error;  // of a folder that is not there
    fs::permissions(folder / file.name, fs::perms::owner_all, error);
  }
  return any;
}

CliCase::Result RunCase(const CliCase& c, const fs::path& folder) {
  Place place = {fs::absolute("cli"), folder / "work", folder / "input",
                 folder / "out", folder / "err"};
  place.drops_privileges = Unlock(c, place.work);
  fs::remove_all(folder);
  fs::create_directories(place.work);
  MakeFiles(c, place.work);
  WriteFile(place.input, c.input);
  WriteFile(place.out, "");
  WriteFile(place.err, "");
  CliCase::Result result;
  for (const std::string& command : c.commands) {
    absl::StrAppend(&result.exit, RunCommand(command, place), "\n");
  }
  Unlock(c, place.work);
  result.out = WholeLines(ReadFile(place.out));
  result.err = WholeLines(ReadFile(place.err));
  result.files = ListFiles(place.work);
  for (const auto& [name, contents] : c.expected.texts) {
    result.texts.push_back({name, WholeLines(ReadFile(place.work / name))});
  }
  fs::remove_all(folder);
  return result;
}

std::vector<fs::path> CaseFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kCases)) {
    if (entry.path().extension() == ".case") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class CliTest : public testing::TestWithParam<fs::path> {};

TEST_P(CliTest, DoesWhatTheCaseSays) {
  const absl::StatusOr<CliCase> parsed = ParseCliCase(ReadFile(GetParam()));
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  CliCase c = *parsed;
  const fs::path folder =
      fs::path(testing::TempDir()) / "cli" / GetParam().stem();
  const CliCase::Result result = RunCase(c, folder);
  if (const char* root = std::getenv("PLUMB_REWRITE")) {
    c.expected = result;
    WriteFile(fs::path(root) / GetParam(), FormatCliCase(c));
    return;
  }
  EXPECT_EQ(result.exit, c.expected.exit);
  EXPECT_EQ(result.out, c.expected.out);
  EXPECT_EQ(result.err, c.expected.err);
  EXPECT_EQ(result.files, c.expected.files);
  EXPECT_EQ(result.texts, c.expected.texts);
}

std::string TestName(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, CliTest, testing::ValuesIn(CaseFiles()),
                         TestName);

// The lines of a text with console blocks in which each "$ COMMAND" is followed
// by its output, run in a folder with the examples.  A block that begins with
// "```spirv FILE" is a file of that folder.
std::string RunConsoleBlocks(absl::string_view text, const fs::path& folder,
                             int* commands) {
  Place place = {fs::absolute("cli"), folder / "work", folder / "input",
                 folder / "printed", folder / "printed"};
  fs::remove_all(folder);
  fs::create_directories(place.work);
  for (const auto& entry : fs::directory_iterator(kExamples)) {
    if (!entry.is_regular_file()) continue;
    WriteFile(place.work / entry.path().filename(), ReadFile(entry.path()));
  }
  WriteFile(place.input, "");
  std::string result;
  bool in_block = false;
  std::string file, contents;
  for (absl::string_view line : absl::StrSplit(text, absl::ByChar('\n'))) {
    absl::string_view name = line;
    if (absl::ConsumePrefix(&name, "```spirv ")) {
      file = std::string(name);
      contents.clear();
    } else if (!file.empty() && line == "```") {
      WriteFile(place.work / file, contents);
      file.clear();
    } else if (!file.empty()) {
      absl::StrAppend(&contents, line, "\n");
    }
    if (absl::StartsWith(line, "```")) in_block = line == "```console";
    absl::string_view command = line;
    if (!in_block || line == "```console") {
      absl::StrAppend(&result, line, "\n");
    } else if (absl::ConsumePrefix(&command, "$ ")) {
      WriteFile(place.out, "");
      RunCommand(std::string(command), place);
      absl::StrAppend(&result, line, "\n", ReadFile(place.out));
      ++*commands;
    }
  }
  result.pop_back();  // what follows the last line feed is no line
  fs::remove_all(folder);
  return result;
}

class DocumentTest : public testing::TestWithParam<const char*> {};

TEST_P(DocumentTest, ShowsWhatTheProgramsPrint) {
  const std::string text = ReadFile(GetParam());
  int commands = 0;
  const std::string result = RunConsoleBlocks(
      text, fs::path(testing::TempDir()) / "document", &commands);
  EXPECT_GT(commands, 0);
  if (const char* root = std::getenv("PLUMB_REWRITE")) {
    WriteFile(fs::path(root) / GetParam(), result);
    return;
  }
  EXPECT_EQ(result, text);
}

INSTANTIATE_TEST_SUITE_P(Documents, DocumentTest,
                         testing::ValuesIn(kDocuments));

TEST(CliCaseTest, ReadsBackWhatItWrites) {
  const std::string text =
      "What it shows.\n--- file a.spvasm crlf\nOpNop\n--- copy b c/b\n"
      "--- dir d\n--- dir d locked\n--- stdin\nx\n--- run\nspv-as a\nspv-val "
      "b\n--- exit\n0\n2\n"
      "--- stdout\n--- stderr\nno\n--- files\na 1\n--- text a\nOpNop\n";
  const absl::StatusOr<CliCase> c = ParseCliCase(text);
  ASSERT_TRUE(c.ok()) << c.status();
  EXPECT_EQ(c->commands.size(), 2);
  EXPECT_EQ(c->expected.exit, "0\n2\n");
  EXPECT_EQ(FormatCliCase(*c), text);
}

TEST(CliCaseTest, RejectsWhatItDoesNotUnderstand) {
  EXPECT_FALSE(ParseCliCase("Text.\n--- run\nspv-as\n--- exits\n0\n").ok());
  EXPECT_FALSE(ParseCliCase("Text.\n--- run\nspv-as\n--- \n0\n").ok());
  EXPECT_FALSE(ParseCliCase("Text.\n--- exit\n0\n").ok());
  EXPECT_FALSE(FileBytes({"a", "utf16", "x\n"}).ok());
  EXPECT_FALSE(FileBytes({"a", "hex", "0x"}).ok());
  EXPECT_FALSE(FileBytes({"a", "hex", "123"}).ok());
}

TEST(CliCaseTest, MakesTheBytesOfAFile) {
  EXPECT_EQ(FileBytes({"a", "", "x\ny\n"}).value(), "x\ny\n");
  EXPECT_EQ(FileBytes({"a", "crlf", "x\ny\n"}).value(), "x\r\ny\r\n");
  EXPECT_EQ(FileBytes({"a", "hex", "03 02\n23 07\n"}).value(), "\3\2\x23\7");
}

}  // namespace
}  // namespace plumb
