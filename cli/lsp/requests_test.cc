// Requests about texts, and the expected answers: the cases of testdata/lsp.
//
//   What the case shows.
//   --- text
//   OpCapability Shader
//   --- textDocument/hover {"position":{"line":0,"character":3}}
//   the answer
//
// "diagnostics" is what is published.  An answer that is an array has a line
// for each element, completion has its items in short, a hover is its text.
//
//   PLUMB_REWRITE=ROOT  writes the actual answers into the cases of a tree
#include "cli/lsp/requests.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cli/lsp/diagnostics.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

namespace fs = std::filesystem;

constexpr char kFolder[] = "testdata/lsp";
constexpr absl::string_view kMark = "--- ";

struct Section {
  std::string head;  // of the first one, empty
  std::string body;
};

std::vector<Section> ReadCase(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream content;
  content << file.rdbuf();
  std::vector<Section> sections = {{}};
  for (const std::string& line :
       std::vector<std::string>(absl::StrSplit(content.str(), '\n'))) {
    if (absl::StartsWith(line, kMark)) {
      sections.push_back({line.substr(kMark.size()), ""});
    } else {
      absl::StrAppend(&sections.back().body, line, "\n");
    }
  }
  // The last line end is not a line.
  if (!sections.back().body.empty()) sections.back().body.pop_back();
  return sections;
}

std::string TextOfCase(const std::vector<Section>& sections) {
  std::string text = sections[0].body;
  for (size_t i = 1; i < sections.size(); ++i) {
    absl::StrAppend(&text, kMark, sections[i].head, "\n", sections[i].body);
  }
  return text;
}

// What completion shows of an item, and what it inserts if that is not its
// label; the number ranks it.
std::string ShownItem(const Json& item) {
  const std::string label = item["label"].get<std::string>();
  const std::string text = item["textEdit"]["newText"].get<std::string>();
  std::string shown = absl::StrCat(
      item["sortText"].get<std::string>().substr(0, 1), " ", label);
  if (text != label) absl::StrAppend(&shown, " -> ", Json(text).dump());
  if (item.contains("detail")) {
    absl::StrAppend(&shown, " | ", item["detail"].get<std::string>());
  }
  return shown;
}

std::string Shown(const Json& answer) {
  if (answer.is_object() && answer.contains("contents")) {
    return absl::StrCat(answer["contents"]["value"].get<std::string>(), "\n");
  }
  std::string text;
  if (answer.is_object() && answer.contains("items")) {
    for (const Json& item : answer["items"]) {
      absl::StrAppend(&text, ShownItem(item), "\n");
    }
    return text;
  }
  if (!answer.is_array()) return absl::StrCat(answer.dump(), "\n");
  for (Json element : answer) {
    // Actions repeat the diagnostics that they are for.
    if (element.is_object()) element.erase("diagnostics");
    absl::StrAppend(&text, element.dump(), "\n");
  }
  return text;
}

std::string Answer(Document* document, const std::string& head) {
  if (head == "diagnostics") return Shown(DiagnosticsJson(document));
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(head, absl::MaxSplits(' ', 1));
  const DocumentRequest request = FindDocumentRequest(parts.first);
  if (request == nullptr) return "there is no such method\n";
  const Json params =
      parts.second.empty() ? Json::object() : Json::parse(parts.second);
  const auto answer = request(document, params, {.has_snippets = true});
  if (!answer.ok())
    return absl::StrCat("error: ", answer.status().message(), "\n");
  return Shown(*answer);
}

std::vector<std::string> Cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".case") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

class RequestsTest : public testing::TestWithParam<std::string> {};

TEST_P(RequestsTest, AnswersAsExpected) {
  const fs::path path = fs::path(kFolder) / (GetParam() + ".case");
  std::vector<Section> sections = ReadCase(path);
  ASSERT_GE(sections.size(), 3u) << "a case has a text and a request";
  ASSERT_EQ(sections[1].head, "text");
  Document document("file:///a.spvasm", sections[1].body, 1,
                    PositionEncoding::kUtf16);
  const char* const root = std::getenv("PLUMB_REWRITE");
  for (size_t i = 2; i < sections.size(); ++i) {
    const std::string answer = Answer(&document, sections[i].head);
    if (root == nullptr) {
      EXPECT_EQ(answer, sections[i].body) << sections[i].head;
    }
    sections[i].body = answer;
  }
  if (root == nullptr) return;
  std::ofstream(fs::path(root) / path) << TextOfCase(sections);
}

INSTANTIATE_TEST_SUITE_P(All, RequestsTest, testing::ValuesIn(Cases()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace plumb::lsp
