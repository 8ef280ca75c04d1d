// Runs each case of testdata/cli (cli_case.h) in a folder of its own, and
// compares all results.  Also runs the console examples of some documents
// (kDocuments).
//
// With PLUMB_REWRITE set to the folder of the sources, the cases and documents
// are rewritten to the actual results, for review.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "cli/case_runner.h"
#include "cli/cli_case.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr char kCases[] = "testdata/cli";
constexpr char kExamples[] = "testdata/examples";
// Each command in their console blocks is followed by its output.
constexpr const char* kDocuments[] = {"README.md", "docs/user/formats.md"};

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
  CaseFolders place = {fs::absolute("cli"), folder / "work", folder / "input",
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

// The same for both programs that read configuration files.
TEST(ConfigSchemaTest, DocumentHasThePrintedSchema) {
  constexpr char kSchema[] = "docs/user/config.schema.json";
  CliCase c;
  c.commands = {"spv-val --config-schema"};
  const std::string printed =
      RunCase(c, fs::path(testing::TempDir()) / "schema").out;
  if (const char* root = std::getenv("PLUMB_REWRITE")) {
    WriteFile(fs::path(root) / kSchema, printed);
    return;
  }
  EXPECT_EQ(printed, ReadFile(kSchema));
}

// A file serves both programs, so each has the same names.
TEST(ConfigSchemaTest, ProgramsAcceptTheSameOptions) {
  const auto names = [](const std::string& program) {
    CliCase c;
    c.commands = {program + " --config-schema"};
    const std::string printed =
        RunCase(c, fs::path(testing::TempDir()) / "schema").out;
    std::set<std::string> names;
    const auto schema = nlohmann::json::parse(printed);
    for (const auto& [name, value] : schema["properties"].items()) {
      names.insert(name);
    }
    return names;
  };
  EXPECT_EQ(names("spv-val"), names("spv-as"));
  EXPECT_GT(names("spv-val").size(), 30u);
}

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
