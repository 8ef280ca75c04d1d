#include "testdata/text_module.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/option_names.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

Tokens Tokenize(absl::string_view line) {
  Tokens tokens;
  size_t i = 0;
  while (i < line.size()) {
    if (line[i] == ';') break;
    if (absl::ascii_isspace(line[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    bool quoted = false;
    for (; i < line.size(); ++i) {
      if (line[i] == '\\' && quoted) {
        ++i;
      } else if (line[i] == '"') {
        quoted = !quoted;
      } else if (!quoted && (absl::ascii_isspace(line[i]) || line[i] == ';')) {
        break;
      }
    }
    i = std::min(i, line.size());
    tokens.emplace_back(line.substr(begin, i - begin));
  }
  return tokens;
}

}  // namespace

std::optional<TextModule> ReadTextModule(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  TextModule module;
  module.path = path.string();
  for (absl::string_view line : absl::StrSplit(buffer.str(), '\n')) {
    if (absl::ConsumePrefix(&line, "; env: ")) {
      const auto env = ParseTargetEnv(line);
      if (!env) return std::nullopt;
      module.options.env = *env;
    } else if (absl::ConsumePrefix(&line, "; options: ")) {
      for (absl::string_view option :
           absl::StrSplit(line, ' ', absl::SkipEmpty())) {
        if (!SetValidatorOption(option, &module.options)) return std::nullopt;
      }
    } else {
      Tokens tokens = Tokenize(line);
      if (!tokens.empty()) module.lines.push_back(std::move(tokens));
    }
  }
  return module;
}

std::vector<fs::path> ValidModules() {
  std::vector<fs::path> files;
  for (const char* folder : {"testdata/rules", "testdata/examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (absl::StartsWith(name, "limit.")) continue;
      const bool is_example = absl::StrContains(folder, "examples");
      if (absl::EndsWith(name, is_example ? ".spvasm" : ".ok.spvasm")) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool HasResult(const Tokens& line) { return line.size() > 2 && line[1] == "="; }
size_t OpcodeAt(const Tokens& line) { return HasResult(line) ? 2 : 0; }
const std::string& Opcode(const Tokens& line) { return line[OpcodeAt(line)]; }
bool IsId(absl::string_view token) { return absl::StartsWith(token, "%"); }

std::vector<ReportedDiagnostic> TextChecker::Check(
    const std::vector<Tokens>& lines, const ValidatorOptions& options) {
  text_.clear();
  for (const Tokens& line : lines) {
    absl::StrAppend(&text_, absl::StrJoin(line, " "), "\n");
  }
  SessionOptions session_options;
  session_options.env = options.env;
  session_options.format = InputFormat::kText;
  session_options.validator = options;
  session_.set_options(std::move(session_options));
  std::vector<ReportedDiagnostic> reported;
  if (!session_.Run(text_).ok()) return reported;
  for (const Diagnostic& d : session_.diagnostics().diagnostics()) {
    reported.push_back({LineOf(d.place),
                        std::string(d.rule->id),
                        d.severity == Severity::kError,
                        {}});
    for (const Note& note : session_.diagnostics().notes(d)) {
      reported.back().notes.push_back(LineOf(note.place));
    }
  }
  return reported;
}

std::vector<ReportedDiagnostic> TextChecker::Errors(
    const std::vector<Tokens>& lines, const ValidatorOptions& options) {
  std::vector<ReportedDiagnostic> reported = Check(lines, options);
  std::erase_if(reported,
                [](const ReportedDiagnostic& s) { return !s.is_error; });
  return reported;
}

int TextChecker::LineOf(const Place& place) const {
  if (place.kind == Place::Kind::kModule ||
      (place.kind == Place::Kind::kInstruction &&
       place.inst.value >= session_.module().size())) {
    return -1;
  }
  const size_t offset = place.kind == Place::Kind::kInput
                            ? place.begin
                            : session_.module().origin(place.inst);
  return static_cast<int>(std::count(
      text_.begin(), text_.begin() + std::min(offset, text_.size()), '\n'));
}

}  // namespace plumb
