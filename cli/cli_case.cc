// See cli_case.h.
#include "cli/cli_case.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plumb {
namespace {

constexpr absl::string_view kMark = "--- ";
constexpr absl::string_view kEscapedMark = "\\--- ";

struct Section {
  std::vector<std::string> head;  // words
  std::string body;
};

std::vector<Section> SplitSections(absl::string_view text) {
  std::vector<Section> sections(1);
  absl::ConsumeSuffix(&text, "\n");
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::ConsumePrefix(&line, kMark)) {
      sections.push_back({absl::StrSplit(line, ' ', absl::SkipEmpty()), ""});
    } else {
      if (absl::StartsWith(line, kEscapedMark)) line.remove_prefix(1);
      absl::StrAppend(&sections.back().body, line, "\n");
    }
  }
  return sections;
}

bool AddSection(const Section& section, CliCase* c) {
  const std::string what = section.head.empty() ? "" : section.head[0];
  const std::string& body = section.body;
  const size_t arguments = section.head.size() - 1;
  if (arguments == 0) {
    if (what == "stdin") c->input = body;
    if (what == "run") {
      c->commands = absl::StrSplit(body, '\n', absl::SkipEmpty());
    }
    if (what == "exit") c->expected.exit = body;
    if (what == "stdout") c->expected.out = body;
    if (what == "stderr") c->expected.err = body;
    if (what == "files") c->expected.files = body;
    return what == "stdin" || what == "run" || what == "exit" ||
           what == "stdout" || what == "stderr" || what == "files";
  }
  const std::string& name = section.head[1];
  if (what == "file" && arguments <= 2) {
    c->files.push_back({name, arguments == 2 ? section.head[2] : "", body});
    return true;
  }
  if (what == "copy" && arguments == 2) {
    c->files.push_back({name, "copy", section.head[2]});
    return body.empty();
  }
  if (what == "dir" && arguments == 1) {
    c->files.push_back({name, "dir", ""});
    return body.empty();
  }
  if (what == "dir" && arguments == 2 && section.head[2] == "locked") {
    c->files.push_back({name, "locked", ""});
    return body.empty();
  }
  if (what == "text" && arguments == 1) {
    c->expected.texts.push_back({name, body});
    return true;
  }
  return false;
}

// Lines of output, as they are in a case.
std::string Escaped(absl::string_view lines) {
  std::string escaped;
  while (!lines.empty()) {
    if (absl::StartsWith(lines, kMark)) escaped += '\\';
    const size_t size = std::min(lines.find('\n'), lines.size() - 1) + 1;
    absl::StrAppend(&escaped, lines.substr(0, size));
    lines.remove_prefix(size);
  }
  return escaped;
}

void AppendFile(const CliCase::File& file, std::string* out) {
  if (file.form == "copy") {
    absl::StrAppend(out, kMark, "copy ", file.name, " ", file.contents, "\n");
  } else if (file.form == "dir") {
    absl::StrAppend(out, kMark, "dir ", file.name, "\n");
  } else if (file.form == "locked") {
    absl::StrAppend(out, kMark, "dir ", file.name, " locked\n");
  } else {
    absl::StrAppend(out, kMark, "file ", file.name,
                    file.form.empty() ? "" : " ", file.form, "\n",
                    file.contents);
  }
}

}  // namespace

absl::StatusOr<CliCase> ParseCliCase(absl::string_view text) {
  CliCase c;
  const std::vector<Section> sections = SplitSections(text);
  c.description = sections[0].body;
  for (size_t i = 1; i < sections.size(); ++i) {
    if (sections[i].head.empty() || !AddSection(sections[i], &c)) {
      return absl::InvalidArgumentError(
          absl::StrCat("section ", i, " is not understood"));
    }
  }
  if (c.description.empty() || c.commands.empty()) {
    return absl::InvalidArgumentError(
        "a description and a command are required");
  }
  return c;
}

std::string FormatCliCase(const CliCase& c) {
  std::string out = c.description;
  for (const CliCase::File& file : c.files) AppendFile(file, &out);
  if (!c.input.empty()) absl::StrAppend(&out, kMark, "stdin\n", c.input);
  absl::StrAppend(&out, kMark, "run\n");
  for (const std::string& command : c.commands) {
    absl::StrAppend(&out, command, "\n");
  }
  absl::StrAppend(&out, kMark, "exit\n", c.expected.exit, kMark, "stdout\n",
                  Escaped(c.expected.out), kMark, "stderr\n",
                  Escaped(c.expected.err), kMark, "files\n", c.expected.files);
  for (const auto& [name, contents] : c.expected.texts) {
    absl::StrAppend(&out, kMark, "text ", name, "\n", contents);
  }
  return out;
}

absl::StatusOr<std::string> FileBytes(const CliCase::File& file) {
  if (file.form.empty()) return file.contents;
  if (file.form == "crlf") {
    return absl::StrReplaceAll(file.contents, {{"\n", "\r\n"}});
  }
  if (file.form == "hex") {
    const std::string digits =
        absl::StrReplaceAll(file.contents, {{"\n", ""}, {" ", ""}});
    bool is_hex =
        digits.size() % 2 == 0 &&
        digits.find_first_not_of("0123456789abcdef") == std::string::npos;
    std::string bytes;
    for (size_t i = 0; is_hex && i < digits.size(); i += 2) {
      uint32_t byte = 0;
      is_hex = absl::SimpleHexAtoi(digits.substr(i, 2), &byte);
      bytes.push_back(static_cast<char>(byte));
    }
    if (!is_hex) {
      return absl::InvalidArgumentError(
          "it has characters that are not hexadecimal digits");
    }
    return bytes;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("there is no form '", file.form, "'"));
}

}  // namespace plumb
