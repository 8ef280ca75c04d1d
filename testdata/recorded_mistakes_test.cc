// The complete reports on common user errors, for review.
//
// With PLUMB_REWRITE set to the folder of the sources, the recorded output is
// rewritten, for review.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "api/report/text_report.h"
#include "api/session.h"
#include "core/target_env.h"
#include "gtest/gtest.h"
#include "testdata/mistake_file.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
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

void Rewrite(const fs::path& path, const MistakeFile& file) {
  std::ofstream out(path, std::ios::binary);
  out << absl::StrJoin(file.head, "\n") << "\n"
      << absl::StrJoin(file.module, "\n") << "\n";
  for (const MistakeEdit& edit : file.edits) {
    out << kMistakeSection << edit.what << "\n";
    for (const std::string& line : edit.out) out << "- " << line << "\n";
    for (const std::string& line : edit.in) out << "+ " << line << "\n";
    out << kReportMarker << "\n";
    for (const std::string& line : edit.says) out << line << "\n";
  }
}

TEST(RecordedMistakesTest, MatchTheRecordedReports) {
  const char* const root = std::getenv("PLUMB_REWRITE");
  size_t count = 0;
  for (const fs::path& path : MistakeFiles()) {
    MistakeFile file = ReadMistakes(path);
    EXPECT_EQ(ReportOn(ApplyMistake(file.module, {}), file.env), Lines{})
        << path << ": the module itself is valid";
    for (MistakeEdit& edit : file.edits) {
      ++count;
      const std::string text = ApplyMistake(file.module, edit);
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
