#include "testdata/mistake_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"

namespace plumb {

namespace fs = std::filesystem;

MistakeFile ReadMistakes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  const std::string text = buffer.str();
  MistakeFile file;
  bool in_module = false;
  bool says = false;
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    absl::string_view rest = line;
    if (absl::ConsumePrefix(&rest, kMistakeSection)) {
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

std::string ApplyMistake(const Lines& module, const MistakeEdit& edit) {
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

std::vector<fs::path> MistakeFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator("testdata/mistakes")) {
    if (entry.path().extension() == ".mistakes") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace plumb
