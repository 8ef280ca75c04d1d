// CBOR, with arrays where other forms have names: member by member, in the
// order of the structures.
#include "api/report/report_codec.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

// --- Writing ---

// Used by the templates below.
Json Encode(const ResolvedNote& note);
Json Encode(const ResolvedEdit& edit);
Json Encode(const ResolvedFix& fix);
Json Encode(const ResolvedPosition& position);
Json Encode(const ResolvedSource& source);
Json Encode(const ResolvedDiagnostic& diagnostic);
Json Encode(const InputReport::RuleCount& count);

Json Encode(uint32_t number) { return number; }

Json Encode(const LineAndColumn& place) {
  return Json::array({place.line, place.column, place.character});
}

template <typename T>
Json Encode(const ResolvedRange<T>& range) {
  return Json::array({Encode(range.begin), Encode(range.end)});
}

template <typename T>
Json Encode(const std::optional<T>& value) {
  return value.has_value() ? Encode(*value) : Json();
}

template <typename T>
Json Encode(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(Encode(value));
  return array;
}

Json Encode(const ResolvedPlace& place) {
  return Json::array({Encode(place.text), Encode(place.offsets),
                      Encode(place.words), Encode(place.instruction),
                      Encode(place.instruction_word), place.excerpt.source,
                      place.excerpt.caret});
}

Json Encode(const ResolvedNote& note) {
  return Json::array({note.message, Encode(note.place)});
}

Json Encode(const ResolvedEdit& edit) {
  return Json::array(
      {Encode(edit.text), Encode(edit.offsets), edit.replacement});
}

Json Encode(const ResolvedFix& fix) {
  return Json::array({Encode(fix.edits), fix.is_safe});
}

Json Encode(const ResolvedPosition& position) {
  return Json::array({position.file, position.line, position.column});
}

Json Encode(const ResolvedSource& source) {
  return Json::array({Encode(source.position), Encode(source.inlined_at),
                      source.excerpt.source, source.excerpt.caret});
}

Json Encode(const ResolvedDiagnostic& diagnostic) {
  return Json::array(
      {absl::StrCat(diagnostic.rule->id), !diagnostic.vuid.empty(),
       static_cast<unsigned>(diagnostic.severity), diagnostic.is_follow_up,
       diagnostic.message, Encode(diagnostic.place), diagnostic.function,
       diagnostic.function_name, diagnostic.block, Encode(diagnostic.source),
       Encode(diagnostic.notes), Encode(diagnostic.fix)});
}

Json Encode(const InputReport::RuleCount& count) {
  return Json::array({absl::StrCat(count.rule->id), count.violations});
}

// --- Reading ---

using FindRule = absl::FunctionRef<const Rule*(absl::string_view id)>;

// Reads CBOR of the written form only: definite lengths, unsigned integers,
// strings, arrays, Booleans and null.  The caller determines what is read, so
// no input causes recursion.  After a failure, everything read is empty.
class CborReader {
 public:
  explicit CborReader(absl::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }
  void Fail() {
    ok_ = false;
    bytes_ = {};
  }

  size_t ReadSize() {
    return static_cast<size_t>(ReadNumber(std::numeric_limits<size_t>::max()));
  }
  uint64_t ReadNumber(uint64_t max = std::numeric_limits<uint64_t>::max()) {
    const uint64_t number = ReadHead(kUnsigned);
    if (number > max) Fail();
    return ok_ ? number : 0;
  }

  std::string ReadString() {
    const uint64_t size = ReadHead(kString);
    if (size > bytes_.size()) Fail();
    const absl::string_view string = bytes_.substr(0, ok_ ? size : 0);
    bytes_.remove_prefix(string.size());
    return absl::StrCat(string);
  }

  // One that is printable (parse/printable_text.h).
  std::string ReadPrintable() {
    std::string string = ReadString();
    if (!IsPrintable(absl::string_view(string))) Fail();
    return string;
  }

  // The number of elements, which follow.
  size_t ReadCount() {
    const uint64_t count = ReadHead(kArray);
    if (count > bytes_.size()) Fail();  // each has a byte at least
    return ok_ ? count : 0;
  }
  void ReadCount(size_t expected) {
    if (ReadCount() != expected) Fail();
  }

  bool ReadBool() {
    const bool value = ConsumeIf(kTrue);
    if (!value && !ConsumeIf(kFalse)) Fail();
    return value;
  }

  // Whether the next item is null, which is skipped.
  bool ReadNull() { return ConsumeIf(kNull); }

 private:
  enum Type : uint8_t { kUnsigned = 0, kString = 3, kArray = 4 };
  static constexpr uint8_t kFalse = 0xf4, kTrue = 0xf5, kNull = 0xf6;

  bool ConsumeIf(uint8_t byte) {
    if (bytes_.empty() || static_cast<uint8_t>(bytes_[0]) != byte) return false;
    bytes_.remove_prefix(1);
    return true;
  }

  // The number in the head of an item: up to 23 in its first byte, else in the
  // next 1, 2, 4 or 8 bytes.
  uint64_t ReadHead(Type type) {
    const uint8_t first =
        bytes_.empty() ? 0xff : static_cast<uint8_t>(bytes_[0]);
    const uint32_t info = first & 0x1f;
    const size_t more = info < 24 ? 0 : size_t{1} << (info - 24);
    if (first >> 5 != type || info > 27 || bytes_.size() <= more) {
      Fail();
      return 0;
    }
    uint64_t number = info < 24 ? info : 0;
    for (size_t i = 1; i <= more; ++i) {
      number = number << 8 | static_cast<uint8_t>(bytes_[i]);
    }
    bytes_.remove_prefix(1 + more);
    // Each number is written in as few bytes as it needs.
    const uint64_t min_number = more == 0   ? 0
                                : more == 1 ? 24
                                            : uint64_t{1} << 4 * more;
    if (number < min_number) Fail();
    return ok_ ? number : 0;
  }

  absl::string_view bytes_;
  bool ok_ = true;
};

// Used by the templates below.
void Decode(CborReader* in, LineAndColumn* place);
void Decode(CborReader* in, ResolvedNote* note);
void Decode(CborReader* in, ResolvedEdit* edit);
void Decode(CborReader* in, ResolvedFix* fix);
void Decode(CborReader* in, ResolvedPosition* position);
void Decode(CborReader* in, ResolvedSource* source);

void Decode(CborReader* in, uint32_t* number) {
  *number = static_cast<uint32_t>(
      in->ReadNumber(std::numeric_limits<uint32_t>::max()));
}

bool IsBefore(uint32_t a, uint32_t b) { return a <= b; }
bool IsBefore(const LineAndColumn& a, const LineAndColumn& b) {
  return std::tie(a.line, a.column) <= std::tie(b.line, b.column);
}

template <typename T>
void Decode(CborReader* in, ResolvedRange<T>* range) {
  in->ReadCount(2);
  Decode(in, &range->begin);
  Decode(in, &range->end);
  if (!IsBefore(range->begin, range->end)) in->Fail();
}

template <typename T>
void Decode(CborReader* in, std::optional<T>* value) {
  if (!in->ReadNull()) Decode(in, &value->emplace());
}

template <typename T>
void Decode(CborReader* in, std::vector<T>* values) {
  for (size_t left = in->ReadCount(); left > 0 && in->ok(); --left) {
    Decode(in, &values->emplace_back());
  }
}

void Decode(CborReader* in, LineAndColumn* place) {
  in->ReadCount(3);
  place->line = in->ReadSize();
  place->column = in->ReadSize();
  place->character = in->ReadSize();
}

void Decode(CborReader* in, ResolvedPlace* place) {
  in->ReadCount(7);
  Decode(in, &place->text);
  Decode(in, &place->offsets);
  Decode(in, &place->words);
  Decode(in, &place->instruction);
  Decode(in, &place->instruction_word);
  place->excerpt.source = in->ReadPrintable();
  place->excerpt.caret = in->ReadPrintable();
}

void Decode(CborReader* in, ResolvedNote* note) {
  in->ReadCount(2);
  note->message = in->ReadPrintable();
  Decode(in, &note->place);
}

void Decode(CborReader* in, ResolvedEdit* edit) {
  in->ReadCount(3);
  Decode(in, &edit->text);
  Decode(in, &edit->offsets);
  edit->replacement = in->ReadString();
}

void Decode(CborReader* in, ResolvedFix* fix) {
  in->ReadCount(2);
  Decode(in, &fix->edits);
  fix->is_safe = in->ReadBool();
}

void Decode(CborReader* in, ResolvedPosition* position) {
  in->ReadCount(3);
  position->file = in->ReadString();
  Decode(in, &position->line);
  Decode(in, &position->column);
}

void Decode(CborReader* in, ResolvedSource* source) {
  in->ReadCount(4);
  Decode(in, &source->position);
  Decode(in, &source->inlined_at);
  source->excerpt.source = in->ReadPrintable();
  source->excerpt.caret = in->ReadPrintable();
}

// Reads a report, and finds its rules.
class ReportReader {
 public:
  ReportReader(absl::string_view bytes, FindRule find_rule)
      : in_(bytes), find_rule_(find_rule) {}

  std::optional<InputReport> Read() {
    InputReport report;
    in_.ReadCount(10);
    report.error_count = in_.ReadSize();
    report.warning_count = in_.ReadSize();
    report.pedantic_count = in_.ReadSize();
    report.errors_left_out = in_.ReadSize();
    report.warnings_left_out = in_.ReadSize();
    report.pedantic_left_out = in_.ReadSize();
    report.follow_ups_left_out = in_.ReadSize();
    report.suppressed_count = in_.ReadSize();
    for (size_t left = in_.ReadCount(); left > 0 && in_.ok(); --left) {
      report.by_rule.push_back(ReadRuleCount());
    }
    for (size_t left = in_.ReadCount(); left > 0 && in_.ok(); --left) {
      report.diagnostics.push_back(ReadDiagnostic());
    }
    if (!in_.ok() || !in_.at_end() || !AreConsistent(report)) {
      return std::nullopt;
    }
    return report;
  }

 private:
  const Rule* ReadRule() {
    const std::string id = in_.ReadString();
    const Rule* const rule = in_.ok() ? find_rule_(id) : nullptr;
    if (rule == nullptr) in_.Fail();
    return rule;
  }

  InputReport::RuleCount ReadRuleCount() {
    in_.ReadCount(2);
    const Rule* const rule = ReadRule();
    return {rule, in_.ReadSize()};
  }

  ResolvedDiagnostic ReadDiagnostic() {
    ResolvedDiagnostic diagnostic;
    in_.ReadCount(12);
    diagnostic.rule = ReadRule();
    const bool has_vuid = in_.ReadBool();
    diagnostic.severity =
        static_cast<Severity>(in_.ReadNumber(/*max=*/kSeverities - 1));
    diagnostic.is_follow_up = in_.ReadBool();
    diagnostic.message = in_.ReadPrintable();
    Decode(&in_, &diagnostic.place);
    diagnostic.function = in_.ReadString();
    diagnostic.function_name = in_.ReadString();
    diagnostic.block = in_.ReadString();
    Decode(&in_, &diagnostic.source);
    Decode(&in_, &diagnostic.notes);
    Decode(&in_, &diagnostic.fix);
    if (in_.ok() && has_vuid) {
      diagnostic.vuid = diagnostic.rule->vuid;
      if (diagnostic.vuid.empty()) in_.Fail();
    }
    return diagnostic;
  }

  // Whether diagnostics shown and left out add up to the counts, as in
  // MakeReport().
  static bool AreConsistent(const InputReport& report) {
    const SeverityCounts shown =
        CountsToShow(report.diagnostics, report.diagnostics.size());
    constexpr size_t kMaxCount = std::numeric_limits<uint32_t>::max();
    if (report.follow_ups_left_out > kMaxCount ||
        report.suppressed_count > kMaxCount) {
      return false;
    }
    size_t left = 0;
    for (const auto& [severity, found, left_out] :
         {std::tuple(Severity::kError, report.error_count,
                     report.errors_left_out),
          std::tuple(Severity::kWarning, report.warning_count,
                     report.warnings_left_out),
          std::tuple(Severity::kPedantic, report.pedantic_count,
                     report.pedantic_left_out)}) {
      const size_t count = shown[static_cast<size_t>(severity)];
      if (found > kMaxCount || count > found || left_out != found - count) {
        return false;
      }
      left += found;
    }
    for (const InputReport::RuleCount& count : report.by_rule) {
      if (count.violations == 0 || count.violations > left) return false;
      left -= count.violations;
    }
    return true;
  }

  CborReader in_;
  const FindRule find_rule_;
};

}  // namespace

std::string EncodeReport(const InputReport& report) {
  const Json json =
      Json::array({report.error_count, report.warning_count,
                   report.pedantic_count, report.errors_left_out,
                   report.warnings_left_out, report.pedantic_left_out,
                   report.follow_ups_left_out, report.suppressed_count,
                   Encode(report.by_rule), Encode(report.diagnostics)});
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

std::optional<InputReport> DecodeReport(absl::string_view bytes,
                                        FindRule find_rule) {
  if (bytes.size() > kMaxEncodedReportSize) return std::nullopt;
  return ReportReader(bytes, find_rule).Read();
}

}  // namespace plumb
