#include "cli/output_kind.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "api/input_format.h"

namespace plumb {
namespace {

using absl::StartsWith;
using absl::StrContains;

absl::string_view FirstLine(absl::string_view text) {
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

bool IsBinary(absl::string_view start) {
  return FormatOf(start) == InputFormat::kBinary;
}

// The first line that is not a comment has an opcode.
bool IsAssembly(absl::string_view start) {
  if (StrContains(start, '\0')) return false;
  for (absl::string_view line : absl::StrSplit(start, '\n')) {
    line = absl::StripLeadingAsciiWhitespace(line);
    if (StartsWith(line, "; SPIR-V")) return true;
    if (line.empty() || line[0] == ';') continue;
    return StartsWith(line, "Op") || StrContains(line, "= Op");
  }
  return false;
}

bool IsDot(absl::string_view start) { return StartsWith(start, "digraph"); }

bool IsHtml(absl::string_view start) {
  return absl::StartsWithIgnoreCase(start, "<!doctype html");
}

bool IsSvg(absl::string_view start) {
  return StartsWith(start, "<?xml") && StrContains(start, "<!DOCTYPE svg");
}

bool IsPng(absl::string_view start) { return StartsWith(start, "\x89PNG\r\n"); }

// "a.spvasm:3:1: error: ... [rule.id]", or what follows all diagnostics.
bool IsTextReport(absl::string_view start) {
  const absl::string_view line = FirstLine(start);
  const bool is_diagnostic = StrContains(line, ": error: ") ||
                             StrContains(line, ": warning: ") ||
                             StrContains(line, ": pedantic: ");
  return is_diagnostic || StrContains(line, " inputs: ");
}

bool IsJsonReport(absl::string_view start) {
  return StartsWith(start, "{\"kind\":\"run\"");
}

bool IsSarif(absl::string_view start) {
  return StartsWith(start, "{") && StrContains(start, "/sarif/");
}

bool IsJUnit(absl::string_view start) {
  return StartsWith(start, "<?xml") && StrContains(start, "<testsuites");
}

bool IsGitHubReport(absl::string_view start) {
  return StartsWith(start, "::error ") || StartsWith(start, "::warning ") ||
         StartsWith(start, "::notice ");
}

bool IsBaseline(absl::string_view start) {
  return StartsWith(start, "{") && StrContains(start, "\"baseline\"");
}

// An empty file is of every kind, and a stamp is empty.
bool IsStamp(absl::string_view /*start*/) { return false; }

// "target: source", "target: \" or "target:", on the first line.
bool IsDepfile(absl::string_view start) {
  if (IsBinary(start) || IsTextReport(start)) return false;
  const absl::string_view line = FirstLine(start);
  return absl::EndsWith(line, ": \\") ||
         (absl::EndsWith(line, ":") && !StrContains(line, ' '));
}

bool IsAnything(absl::string_view /*start*/) { return true; }

struct Row {
  absl::string_view name;
  std::array<absl::string_view, 3> extensions;
  bool (*is_content)(absl::string_view start);
};

// By OutputKind.
constexpr Row kRows[] = {
    {"a SPIR-V binary", {".spv"}, IsBinary},
    {"SPIR-V assembly", {".spvasm", ".asm", ".txt"}, IsAssembly},
    {"a Graphviz drawing", {".dot", ".gv"}, IsDot},
    {"an HTML page", {".html", ".htm"}, IsHtml},
    {"an SVG picture", {".svg"}, IsSvg},
    {"a PNG picture", {".png"}, IsPng},
    {"a text report", {".txt", ".log"}, IsTextReport},
    {"a JSON report", {".json", ".jsonl", ".ndjson"}, IsJsonReport},
    {"a SARIF log", {".sarif", ".json"}, IsSarif},
    {"a JUnit report", {".xml"}, IsJUnit},
    {"a report for GitHub", {".txt", ".log"}, IsGitHubReport},
    {"a baseline", {}, IsBaseline},
    {"a stamp, which is empty", {}, IsStamp},
    {"a depfile", {".d"}, IsDepfile},
    {"a text to fix", {}, IsAnything},
};
static_assert(std::size(kRows) ==
              static_cast<size_t>(OutputKind::kFixedText) + 1);

const Row& RowOf(OutputKind kind) { return kRows[static_cast<size_t>(kind)]; }

}  // namespace

absl::string_view NameOf(OutputKind kind) { return RowOf(kind).name; }

bool HasExpectedExtension(OutputKind kind, absl::string_view path) {
  return std::any_of(
      RowOf(kind).extensions.begin(), RowOf(kind).extensions.end(),
      [path](absl::string_view extension) {
        return !extension.empty() && absl::EndsWith(path, extension);
      });
}

bool IsContentOf(OutputKind kind, absl::string_view start, bool is_all) {
  return (is_all && start.empty()) || RowOf(kind).is_content(start);
}

}  // namespace plumb
