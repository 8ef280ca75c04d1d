#include "cli/lsp/formatting.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace plumb::lsp {
namespace {

// As in parse/disassembly.
constexpr size_t kOpcodeColumn = 15;
constexpr size_t kContinuationColumn = kOpcodeColumn + 2;

class Formatter {
 public:
  explicit Formatter(const TextIndex& index) : index_(index) {}

  std::string Format() {
    size_t end = 0;
    for (const Statement& s : index_.statements()) {
      for (uint32_t t = s.first_token; t < s.end_token; ++t) {
        const IndexedToken& token = index_.tokens()[t];
        AppendGap(index_.text().substr(end, token.begin - end));
        if (t == s.first_token) StartStatement(s);
        AppendToken(token);
        end = token.end;
      }
    }
    AppendGap(index_.text().substr(end));
    if (!out_.empty() && !is_at_line_start_) out_ += '\n';
    return std::move(out_);
  }

 private:
  // What is between two tokens: blanks, line ends and comments.
  void AppendGap(absl::string_view gap) {
    size_t line_ends = 0;
    while (!gap.empty()) {
      const char c = gap[0];
      if (c == ';') {
        const size_t size = std::min(gap.find('\n'), gap.size());
        AppendComment(gap.substr(0, size));
        gap.remove_prefix(size);
        line_ends = 0;
        continue;
      }
      const bool is_at_margin = c == '\n';
      if (is_at_margin) {
        ++line_ends;
        if (!is_at_line_start_) {
          EndLine();
        } else if (line_ends == 2 && !out_.empty()) {
          out_ += '\n';
        }
      }
      gap.remove_prefix(1);
      is_comment_at_margin_ = is_at_margin;
    }
  }

  void AppendComment(absl::string_view comment) {
    comment = absl::StripTrailingAsciiWhitespace(comment);
    if (!is_at_line_start_) {
      absl::StrAppend(&out_, " ", comment);
    } else {
      // Comments at the margin stay there.
      if (!is_comment_at_margin_ && !out_.empty()) Indent(kOpcodeColumn);
      absl::StrAppend(&out_, comment);
    }
    is_at_line_start_ = false;
    ends_with_comment_ = true;
  }

  void StartStatement(const Statement& s) {
    if (!is_at_line_start_) EndLine();
    size_t width = 0;
    if (s.result != kNone) {
      constexpr size_t kSigns = sizeof("% = ") - 1;
      width = index_.names()[s.result].text.size() + kSigns;
    }
    Indent(kOpcodeColumn - std::min(width, kOpcodeColumn));
    is_at_line_start_ = false;
    is_first_ = true;
  }

  void AppendToken(const IndexedToken& token) {
    if (ends_with_comment_ && !is_at_line_start_ && !is_first_) EndLine();
    if (is_at_line_start_) {
      Indent(kContinuationColumn);
    } else if (!is_first_) {
      out_ += ' ';
    }
    const absl::string_view text = index_.TextOf(token);
    out_.append(text.data(), text.size());
    is_at_line_start_ = false;
    is_first_ = false;
    ends_with_comment_ = false;
  }

  void EndLine() {
    out_ += '\n';
    is_at_line_start_ = true;
    ends_with_comment_ = false;
  }
  void Indent(size_t columns) { out_.append(columns, ' '); }

  const TextIndex& index_;
  std::string out_;
  bool is_at_line_start_ = true;
  bool is_first_ = false;  // in its statement
  bool ends_with_comment_ = false;
  // Whether the gap so far ends with a line end, or is empty.
  bool is_comment_at_margin_ = true;
};

}  // namespace

std::string FormattedText(const TextIndex& index) {
  return Formatter(index).Format();
}

}  // namespace plumb::lsp
