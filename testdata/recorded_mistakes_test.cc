// The complete reports on common user errors, for review.
//
// A file of testdata/mistakes/*.mistakes has a valid module and edits of it:
//
//   Anything about the file.
//   env: vulkan1.1
//   === module
//   OpCapability Shader
//   ...
//   === a condition that is not a Boolean
//   - OpBranchConditional %c %then %end
//   + OpBranchConditional %x %then %end
//   ---
//   a.spvasm:21:21: error: ...
//
// Lines with "-" are removed; they must be consecutive in the module, and
// occur only once.  Lines with "+" are inserted in their place.  "+" without
// "-" is appended.  The complete output of a program follows.
//
// With PLUMB_REWRITE set to the folder of the sources, the recorded output is
// rewritten, for review.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "api/report/text_report.h"
#include "api/session.h"
#include "core/target_env.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

constexpr absl::string_view kSection = "=== ";
constexpr absl::string_view kReportMarker = "---";

struct Edit {
  std::string what;
  Lines out, in;
  Lines says;
};

struct File {
  Lines head;  // up to the module, with its line
  std::optional<TargetEnv> env;
  Lines module;
  std::vector<Edit> edits;
};

File Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  const std::string text = buffer.str();
  File file;
  bool in_module = false;
  bool says = false;
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    absl::string_view rest = line;
    if (absl::ConsumePrefix(&rest, kSection)) {
      if (file.module.empty() && !in_module) {
        in_module = true;
        file.head.emplace_back(line);
        continue;
      }
      in_module = false;
      says = false;
      file.edits.push_back({std::string(rest), {}, {}, {}});
    } else if (in_module) {
      file.module.emplace_back(line);
    } else if (file.edits.empty()) {
      file.head.emplace_back(line);
      if (absl::ConsumePrefix(&rest, "env: ")) file.env = ParseTargetEnv(rest);
    } else if (says) {
      file.edits.back().says.emplace_back(line);
    } else if (line == kReportMarker) {
      says = true;
    } else if (absl::ConsumePrefix(&rest, "- ")) {
      file.edits.back().out.emplace_back(rest);
    } else if (absl::ConsumePrefix(&rest, "+ ") ||
               absl::ConsumePrefix(&rest, "+")) {
      file.edits.back().in.emplace_back(rest);
    } else {
      ADD_FAILURE() << path << ": " << line;
    }
  }
  return file;
}

// The changed text; empty if the place is not found, or not unique.
std::string Apply(const Lines& module, const Edit& edit) {
  Lines lines = module;
  auto at = lines.end();
  if (!edit.out.empty()) {
    const auto matches = [](const std::string& a, const std::string& b) {
      return absl::StripAsciiWhitespace(a) == absl::StripAsciiWhitespace(b);
    };
    at = std::search(lines.begin(), lines.end(), edit.out.begin(),
                     edit.out.end(), matches);
    if (at == lines.end() ||
        std::search(at + 1, lines.end(), edit.out.begin(), edit.out.end(),
                    matches) != lines.end()) {
      return "";
    }
    at = lines.erase(at, at + static_cast<std::ptrdiff_t>(edit.out.size()));
  }
  lines.insert(at, edit.in.begin(), edit.in.end());
  return absl::StrCat(absl::StrJoin(lines, "\n"), "\n");
}

Lines ReportOn(absl::string_view text, std::optional<TargetEnv> env) {
  SessionOptions options;
  options.env = env;
  options.format = InputFormat::kText;
  Session session(std::move(options));
  if (!session.Run(text).ok()) return {"no verdict"};
  std::string out;
  TextReport().Add(session.Report("a.spvasm", /*max_shown=*/20), &out);
  Lines lines = absl::StrSplit(absl::StripSuffix(out, "\n"), '\n');
  for (std::string& line : lines) {
    line = std::string(absl::StripTrailingAsciiWhitespace(line));
  }
  if (lines == Lines{""}) lines.clear();
  return lines;
}

void Rewrite(const fs::path& path, const File& file) {
  std::ofstream out(path, std::ios::binary);
  out << absl::StrJoin(file.head, "\n") << "\n"
      << absl::StrJoin(file.module, "\n") << "\n";
  for (const Edit& edit : file.edits) {
    out << kSection << edit.what << "\n";
    for (const std::string& line : edit.out) out << "- " << line << "\n";
    for (const std::string& line : edit.in) out << "+ " << line << "\n";
    out << kReportMarker << "\n";
    for (const std::string& line : edit.says) out << line << "\n";
  }
}

std::vector<fs::path> Files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator("testdata/mistakes")) {
    if (entry.path().extension() == ".mistakes") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(RecordedMistakesTest, MatchTheRecordedReports) {
  const char* const root = std::getenv("PLUMB_REWRITE");
  size_t count = 0;
  for (const fs::path& path : Files()) {
    File file = Read(path);
    EXPECT_EQ(ReportOn(Apply(file.module, {}), file.env), Lines{})
        << path << ": the module itself is valid";
    for (Edit& edit : file.edits) {
      ++count;
      const std::string text = Apply(file.module, edit);
      EXPECT_FALSE(text.empty())
          << path << ": " << edit.what << ": what is replaced stands nowhere, "
          << "or more than once";
      const Lines errors = ReportOn(text, file.env);
      EXPECT_FALSE(errors.empty())
          << path << ": " << edit.what << ": nothing is said";
      if (root == nullptr) {
        EXPECT_EQ(absl::StrJoin(errors, "\n"), absl::StrJoin(edit.says, "\n"))
            << path << ": " << edit.what;
      }
      edit.says = errors;
    }
    if (root != nullptr) Rewrite(fs::path(root) / path, file);
  }
  EXPECT_GE(count, 270u);
}

}  // namespace
}  // namespace plumb
