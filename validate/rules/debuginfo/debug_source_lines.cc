// Positions in source code: lines and columns must be in order, and must exist
// in the text of the source, if there is one.
//
// A line or column of 0 is not a position.  A text with #line directives is
// not used, and neither is a checksum in place of the text.
//
// Only modules that import NonSemantic.Shader.DebugInfo are walked.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"

namespace plumb {
namespace {

constexpr char kSection[] = "NonSemantic.Shader.DebugInfo.100 4";

constexpr RuleTable R({
    {"debuginfo.line.line-order", kSection,
     "operand Line End, {0}, must not be less than Line Start, {1}"},
    {"debuginfo.line.column-order", kSection,
     "in one line, operand Column End, {0}, must not be less than Column "
     "Start, {1}"},
    {"debuginfo.operand.line-in-source", kSection,
     "line {0} is out of range: the text of {1} has {2} line{2s}"},
    {"debuginfo.operand.column-in-line", kSection,
     "column {0} is out of range: line {1} of the text of {2} has {3} "
     "character{3s}"},
});

// --- Texts ---

// Tests whether a line, passed character by character, is a directive that
// sets the number of the next line: "#line 5", "# 5".
class DirectiveMatcher {
 public:
  void BeginLine() { state_ = State::kBlank; }
  void Feed(char c) {
    constexpr absl::string_view kLine = "line";
    const auto byte = static_cast<unsigned char>(c);
    if (state_ == State::kBlank) {
      if (c == '#') {
        state_ = State::kHash;
        matched_ = 0;
      } else if (!absl::ascii_isspace(byte)) {
        state_ = State::kOther;
      }
    } else if (state_ == State::kHash) {
      if (matched_ == 0 && absl::ascii_isspace(byte)) return;
      if (matched_ == 0 && absl::ascii_isdigit(byte)) found_ = true;
      state_ = c == kLine[matched_] ? State::kHash : State::kOther;
      if (state_ == State::kHash && ++matched_ == kLine.size()) {
        found_ = true;
        state_ = State::kOther;
      }
    }
  }
  // Whether the rest of the line does not matter.
  bool decided() const { return state_ == State::kOther; }
  bool found() const { return found_; }

 private:
  enum class State : uint8_t { kBlank, kHash, kOther };
  State state_ = State::kBlank;
  size_t matched_ = 0;  // of "line"
  bool found_ = false;
};

// The lengths of the lines of all sources with a text.  Linear in the texts,
// four bytes per line and per <id>.
class SourceTexts {
 public:
  explicit SourceTexts(const Module& module) : module_(module) {
    for (InstIndex i(0); i < module.global_end(); ++i) {
      if (!IsDebugInst(module, i, kSource | kContinued)) continue;
      Read(*DebugInst::Get(module, i));
    }
    Finish();
  }

  // Whether any source has a usable text.
  bool any() const { return !texts_.empty(); }
  // The lengths by line, where index 0 is the first line; empty if there is no
  // usable text.
  absl::Span<const uint32_t> LinesOf(Id source) const {
    if (source.value >= text_of_.size()) return {};
    const Text& text = texts_[text_of_[source.value]];
    return absl::MakeConstSpan(lengths_).subspan(text.first, text.count);
  }

 private:
  static constexpr DebugSet kSource = AnyOf(Debug::kDebugSource);
  static constexpr DebugSet kContinued = AnyOf(Debug::kDebugSourceContinued);

  struct Text {
    uint32_t first = 0;  // into lengths_
    uint32_t count = 0;
  };

  void Read(const DebugInst& debug) {
    constexpr auto kFirst = operand::ExtInst::kOperands;
    if (debug.dialect() != DebugDialect::kShader) return;
    if (debug.Is(kSource)) {
      Finish();
      Begin(debug.inst().result());
      Append(TextAt(debug.inst(), kFirst + 1));
    } else if (debug.Is(kContinued) && reading_) {
      Append(TextAt(debug.inst(), kFirst));
    }
  }

  absl::string_view TextAt(const Inst& inst, OperandIndex operand) const {
    if (operand >= inst.operand_count()) return "";
    const InstIndex def = module_.def(inst.id(operand));
    if (def == kNoInst || module_.record(def).op != Op::kString) return "";
    return module_.inst(def).string(operand::String::kString);
  }

  void Begin(Id source) {
    reading_ = true;
    is_empty_ = true;
    source_ = source;
    matcher_ = DirectiveMatcher();
    text_ = {static_cast<uint32_t>(lengths_.size()), 0};
    lengths_.push_back(0);
  }

  void Append(absl::string_view text) {
    // Compilers write a checksum in place of the text.
    if (is_empty_ && absl::StartsWith(text, "//__")) return;
    is_empty_ = is_empty_ && text.empty();
    for (;;) {
      const absl::string_view line = text.substr(0, text.find('\n'));
      lengths_.back() += static_cast<uint32_t>(line.size());
      // The first few characters decide.
      for (size_t i = 0; i < line.size() && !matcher_.decided(); ++i) {
        matcher_.Feed(line[i]);
      }
      if (line.size() == text.size()) return;
      text.remove_prefix(line.size() + 1);
      lengths_.push_back(0);
      matcher_.BeginLine();
    }
  }

  void Finish() {
    if (!reading_) return;
    reading_ = false;
    if (is_empty_ || matcher_.found()) {
      lengths_.resize(text_.first);
      return;
    }
    text_.count = static_cast<uint32_t>(lengths_.size()) - text_.first;
    if (text_of_.empty()) {
      text_of_.resize(module_.id_bound());
      texts_.emplace_back();
    }
    text_of_[source_.value] = static_cast<uint32_t>(texts_.size());
    texts_.push_back(text_);
  }

  const Module& module_;
  std::vector<uint32_t> lengths_;
  std::vector<Text> texts_;        // the first is for all other <id>s
  std::vector<uint32_t> text_of_;  // by id, into texts_; may be empty
  // State of the source being read.
  bool reading_ = false;
  bool is_empty_ = true;
  Id source_;
  Text text_;
  DirectiveMatcher matcher_;
};

// --- Positions ---

// The instructions that have a position in a source: a line, and a column in
// it.
constexpr DebugSet kPlaced = [] {
  DebugSet placed = 0;
  for (const DebugLayout& layout : kDebugLayouts) {
    for (const DebugRole role : layout.shader.all()) {
      if (role == DebugRole::kColumn) placed |= AnyOf(layout.number);
    }
  }
  return placed;
}();

class SourceLines {
 public:
  explicit SourceLines(ModuleContext& context)
      : context_(context), texts_(context.module()) {}

  void Check() {
    for (InstIndex i(0); i < InstIndex(context_.module().size()); ++i) {
      if (!IsDebugInst(context_.module(), i, kPlaced)) continue;
      const std::optional<DebugInst> debug =
          DebugInst::Get(context_.module(), i);
      if (debug->dialect() != DebugDialect::kShader) continue;
      if (debug->Is(AnyOf(Debug::kDebugLine)) && !IsInOrder(*debug)) continue;
      if (texts_.any()) CheckPlaces(*debug);
    }
  }

 private:
  std::optional<uint32_t> NumberAt(const DebugInst& debug,
                                   OperandIndex operand) const {
    return DebugNumber(context_, debug, operand);
  }
  template <typename... Args>
  void Report(const Rule& rule, const DebugInst& debug, OperandIndex operand,
              Args... args) {
    context_.Report(rule, Place::At(debug.inst().index(), operand), {args...});
  }

  // Whether an operand is present and equal to the previous one.
  static bool IsSame(const Inst& inst, OperandIndex operand) {
    return operand < inst.operand_count() &&
           inst.operand_word(operand) == inst.operand_word(operand - 1);
  }

  // The ends of a range of the source must follow the starts.
  bool IsInOrder(const DebugInst& debug) {
    namespace line =
        grammar::ext_operand::NonSemanticShaderDebugInfo::DebugLine;
    // Fast path: most have one line and no column.
    if (IsSame(debug.inst(), line::kLineEnd) &&
        IsSame(debug.inst(), line::kColumnEnd)) {
      return true;
    }
    const auto first = NumberAt(debug, line::kLineStart);
    const auto last = NumberAt(debug, line::kLineEnd);
    if (!first || !last) return true;
    if (*last < *first) {
      Report(R("debuginfo.line.line-order"), debug, line::kLineEnd, *last,
             *first);
      return false;
    }
    const auto begin = NumberAt(debug, line::kColumnStart);
    const auto end = NumberAt(debug, line::kColumnEnd);
    if (*last == *first && begin && end && *end < *begin) {
      Report(R("debuginfo.line.column-order"), debug, line::kColumnEnd, *end,
             *begin);
      return false;
    }
    return true;
  }

  // Checks each line with the column at the same index among the columns.
  void CheckPlaces(const DebugInst& debug) {
    const OperandIndex source_at = debug.Find(DebugRole::kSource);
    const OperandIndex first_line = debug.Find(DebugRole::kLine);
    const OperandIndex first_column = debug.Find(DebugRole::kColumn);
    if (source_at == kNoOperand || first_column == kNoOperand) return;
    const Id source = debug.inst().id(source_at);
    const absl::Span<const uint32_t> lines = texts_.LinesOf(source);
    if (lines.empty()) return;
    const Inst& inst = debug.inst();
    for (uint32_t n = 0; n < first_column - first_line; ++n) {
      // Fast path: most ranges end on the line on which they start.
      if (n > 0 && IsSame(inst, first_line + n) &&
          IsSame(inst, first_column + n)) {
        continue;
      }
      const auto line = NumberAt(debug, first_line + n);
      if (!line || *line == 0) continue;
      if (*line > lines.size()) {
        Report(R("debuginfo.operand.line-in-source"), debug, first_line + n,
               *line, source, static_cast<uint32_t>(lines.size()));
        return;
      }
      const auto column = NumberAt(debug, first_column + n);
      const uint32_t length = lines[*line - 1];
      if (column && *column > length + 1) {
        Report(R("debuginfo.operand.column-in-line"), debug, first_column + n,
               *column, *line, source, length);
        return;
      }
    }
  }

  ModuleContext& context_;
  SourceTexts texts_;
};

void CheckLines(ModuleContext& context) { SourceLines(context).Check(); }

}  // namespace

extern constinit const Family kDebugSourceLines(
    R, kModuleCheck<Phase::kSummaries, CheckLines, kShaderDebugSets>);

}  // namespace plumb
