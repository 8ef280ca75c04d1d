#include "api/report/junit_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

// A line as the text or an attribute of an element.  XML cannot express control
// characters, noncharacters or bytes that are not UTF-8: they are written as
// numbers (parse/printable_text.h).  The log of a workflow of GitHub finds no
// command in it.
std::string Escaped(absl::string_view line) {
  return absl::StrReplaceAll(PrintableText(line), {{"&", "&amp;"},
                                                   {"<", "&lt;"},
                                                   {">", "&gt;"},
                                                   {"\"", "&quot;"},
                                                   {"\t", "&#9;"},
                                                   {"::", "&#58;:"},
                                                   {"##[", "#&#35;["}});
}

// The same of several lines.
std::string EscapedLines(absl::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    absl::StrAppend(&lines, Escaped(text.substr(0, end)), "\n");
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

// The first error, which the list of failures shows.
const ResolvedDiagnostic& Headline(const InputReport& report) {
  for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity == Severity::kError) return diagnostic;
  }
  return report.diagnostics.front();
}

}  // namespace

void JUnitReport::BeginCase(absl::string_view file) {
  ++count_;
  const size_t slash = file.rfind('/');
  const absl::string_view folder =
      slash == file.npos ? "." : file.substr(0, slash);
  const absl::string_view name =
      slash == file.npos ? file : file.substr(slash + 1);
  absl::StrAppend(&cases_, "    <testcase classname=\"", Escaped(folder),
                  "\" name=\"", Escaped(name), "\"");
}

void JUnitReport::Add(const InputReport& report, std::string* /*out*/) {
  BeginCase(report.file);
  if (report.diagnostics.empty() && report.error_count == 0 &&
      report.suppressed_count == 0) {
    absl::StrAppend(&cases_, "/>\n");
    return;
  }
  std::string text;
  text_.Add(report, &text);
  if (report.suppressed_count > 0) {
    absl::StrAppend(&text, SuppressedText(report), "\n");
  }
  if (report.error_count == 0) {
    absl::StrAppend(&cases_, ">\n      <system-out>", EscapedLines(text),
                    "</system-out>\n    </testcase>\n");
    return;
  }
  ++failures_;
  absl::StrAppend(&cases_, ">\n      <failure");
  if (!report.diagnostics.empty()) {
    const ResolvedDiagnostic& first = Headline(report);
    absl::StrAppend(&cases_, " message=\"", Escaped(first.message),
                    "\" type=\"", Escaped(first.rule->id), "\"");
  }
  absl::StrAppend(&cases_, ">", EscapedLines(text),
                  "</failure>\n    </testcase>\n");
}

void JUnitReport::AddUnreadable(absl::string_view file,
                                absl::string_view message,
                                std::string* /*out*/) {
  BeginCase(file);
  ++errors_;
  absl::StrAppend(&cases_, ">\n      <error message=\"", Escaped(message),
                  "\"/>\n    </testcase>\n");
}

void JUnitReport::End(std::string* out) {
  const std::string counts =
      absl::StrCat("name=\"", Escaped(suite_), "\" tests=\"", count_,
                   "\" failures=\"", failures_, "\" errors=\"", errors_, "\"");
  absl::StrAppend(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                  "<testsuites ", counts, ">\n  <testsuite ", counts, ">\n",
                  cases_, "  </testsuite>\n</testsuites>\n");
}

}  // namespace plumb
