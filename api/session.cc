// See session.h.
#include "api/session.h"

#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "api/fix_check.h"
#include "parse/binary/binary_rules.h"
#include "parse/binary/hex_input.h"
#include "parse/disassembly/damaged_module.h"
#include "parse/foreign_input.h"
#include "parse/text/header_comment.h"
#include "parse/text/raw_words.h"
#include "parse/text/syntax_rules.h"
#include "validate/pipeline/pipeline_context.h"

namespace plumb {
namespace {

// The version word that a text's header comment names, if any; another comment
// may mention another version.
absl::optional<uint32_t> VersionOf(const HeaderComment& header) {
  const bool is_spirv = header.version.has_value() &&
                        (*header.version & 0xffff00ff) == 0x00010000;
  return is_spirv || header.complete() ? header.version : absl::nullopt;
}

}  // namespace

Session::Session(SessionOptions options) { set_options(std::move(options)); }

void Session::set_options(SessionOptions options) {
  options_ = std::move(options);
  diagnostics_.set_policy(&options_.rules);
  diagnostics_.set_keep_follow_ups(options_.keep_follow_ups);
  Start("");
}

// Forgets the last input.
void Session::Start(absl::string_view bytes) {
  diagnostics_.Clear();
  specialization_.clear();
  state_ = State::kNothing;
  module_ = &modules_[0];
  format_ = options_.format.has_value() ? *options_.format : FormatOf(bytes);
  suppressions_.Clear();
  diagnostics_.set_suppressions(nullptr);
  diagnostics_.set_capacity(options_.max_diagnostics);
  if (format_ == InputFormat::kText && options_.text.has_suppressions) {
    suppressions_.Read(bytes);
  }
  env_ = options_.env.has_value()
             ? *options_.env
             : suppressions_.env().value_or(kDefaultTargetEnv);
}

absl::StatusOr<Verdict> Session::Run(absl::string_view bytes) {
  Start(bytes);
  const absl::StatusOr<bool> well_formed = Read(bytes);
  if (!well_formed.ok()) return well_formed.status();
  diagnostics_.Sort();
  state_ = *well_formed ? State::kWellFormed : State::kMalformed;
  if (!*well_formed) {
    if (options_.validate && HasEnoughToValidate()) Validate();
    return Verdict::kMalformed;
  }
  if (absl::Status s = Specialize(); !s.ok()) return s;
  return !options_.validate || Validate() ? Verdict::kValid : Verdict::kInvalid;
}

absl::StatusOr<bool> Session::Read(absl::string_view bytes) {
  switch (format_) {
    case InputFormat::kText:
      return Assemble(bytes);
    case InputFormat::kBinary:
      return reader_.ReadBytes(bytes, &modules_[0], &diagnostics_);
    case InputFormat::kHex:
      break;
  }
  absl::StatusOr<std::vector<uint32_t>> words = WordsFromHex(bytes);
  if (!words.ok()) {
    return absl::InvalidArgumentError(words.status().message());
  }
  hex_words_ = *std::move(words);
  return reader_.Read(hex_words_, &modules_[0], &diagnostics_);
}

// Replaces syntax errors by what an input is if it is not SPIR-V.
void Session::NameForeignInput(absl::string_view bytes) {
  const absl::string_view format = ForeignFormat(bytes);
  if (!format.empty()) {
    diagnostics_.Clear();
    diagnostics_.Add(SyntaxRule("asm.text.not-spirv"), Place::WholeModule(),
                     {format});
  } else if (LooksLikeBinary(bytes) && bytes.size() >= sizeof(uint32_t)) {
    uint32_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof(word));
    diagnostics_.Clear();
    diagnostics_.Add(BinaryRule("binary.header.magic"), Place::WholeModule(),
                     {Arg::Hex(word)});
  }
}

AssembleOptions Session::OptionsOfText(absl::string_view text) const {
  const TextOptions& text_options = options_.text;
  const HeaderComment header = ReadHeaderComment(text);
  AssembleOptions options;
  options.preserve_numeric_ids = text_options.preserve_numeric_ids;
  options.extended = text_options.extended;
  if (text_options.minor_version.has_value()) {
    options.version = 0x00010000 | *text_options.minor_version << 8;
  } else if (!text_options.env.has_value() &&
             !(text_options.version_of_env && options_.env.has_value())) {
    // Validation reports whether it fits the instructions and the environment,
    // as for a binary.
    options.version = VersionOf(header);
  }
  // A version that is stated bars no opcodes.
  if (!options.version.has_value())
    options.env = text_options.env.value_or(env_);
  if (text_options.preserve_numeric_ids && header.complete()) {
    options.bound = header.bound;
    options.schema = header.schema;
  }
  if (text_options.keep_generator ||
      (text_options.preserve_numeric_ids && header.complete())) {
    options.generator = header.generator;
  }
  if (text_options.generator.has_value())
    options.generator = *text_options.generator;
  return options;
}

bool Session::Assemble(absl::string_view text) {
  if (!assembler_.Assemble(text, OptionsOfText(text), &modules_[0],
                           &diagnostics_)) {
    if (modules_[0].size() == 0) NameForeignInput(text);
    return false;
  }
  if (options_.validate && modules_[0].words().size() == kHeaderWords) {
    const bool is_blank = absl::StripAsciiWhitespace(text).empty();
    diagnostics_.Add(SyntaxRule("asm.text.empty"), Place::WholeModule(),
                     {is_blank ? "is empty" : "has nothing but comments"});
    return false;
  }
  if (!assembler_.has_raw_words() || !options_.validate) return true;
  // Raw words ("!42") must be decoded as a binary before they can be validated.
  module_ = &modules_[1];
  DiagnosticList found;
  found.set_policy(&options_.rules);
  found.set_keep_follow_ups(options_.keep_follow_ups);
  found.set_capacity(options_.max_diagnostics);
  const bool well_formed =
      reader_.Read(modules_[0].words(), &modules_[1], &found);
  PlaceInText(modules_[0], assembler_.raw_words(), &modules_[1], &found);
  diagnostics_.Append(std::move(found));
  return well_formed;
}

// Whether enough of a malformed text was parsed to validate it.
bool Session::HasEnoughToValidate() const {
  constexpr size_t kMaxUnread = 100;
  const size_t unread = module_->unread().size();
  return format_ == InputFormat::kText && !assembler_.has_raw_words() &&
         unread <= kMaxUnread && unread < module_->size();
}

absl::Status Session::Specialize() {
  if (options_.specialization.empty()) return absl::OkStatus();
  absl::StatusOr<Specialization> specialization =
      ResolveSpecSettings(*module_, options_.specialization);
  if (!specialization.ok()) {
    return absl::FailedPreconditionError(specialization.status().message());
  }
  specialization_ = *std::move(specialization);
  return absl::OkStatus();
}

bool Session::Validate() {
  ValidatorOptions& options = validated_with_;
  options = options_.validator;
  options.env = env_;
  options.specialization = specialization_;
  if (suppressions_.empty() || module_->text().empty()) {
    return validator_.Validate(*module_, options, &diagnostics_);
  }
  const size_t errors_before = diagnostics_.error_count();
  suppressions_.Resolve(*module_, &diagnostics_);
  diagnostics_.set_suppressions(&suppressions_.suppressions());
  validator_.Validate(*module_, options, &diagnostics_);
  if (options_.text.has_pipeline && suppressions_.pipeline() &&
      state_ == State::kWellFormed) {
    CheckModuleAsPipeline(*suppressions_.pipeline(), validator_.context(),
                          options, &diagnostics_);
  }
  if (state_ == State::kWellFormed) suppressions_.ReportUnused(&diagnostics_);
  diagnostics_.Sort();
  return diagnostics_.error_count() == errors_before;
}

InputReport Session::Report(absl::string_view file, size_t max_shown) const {
  InputReport report =
      MakeReport(file, *module_, diagnostics_, env_, max_shown);
  const absl::string_view text = modules_[0].text();
  if (options_.checks_fixes && format_ == InputFormat::kText && !text.empty()) {
    SessionOptions options = options_;
    options.env = env_;
    RemoveWrongFixes(options, text, &report);
  }
  return report;
}

std::string Session::Binary(ByteOrder order) const {
  return state_ == State::kWellFormed ? EncodeModule(*module_, order) : "";
}

std::string Session::Text(const DisassemblerOptions& options) const {
  if (state_ == State::kWellFormed) return DisassembleWhole(*module_, options);
  const bool readable =
      state_ == State::kMalformed && format_ != InputFormat::kText;
  return readable ? DisassembleDamaged(*module_, options) : "";
}

void Session::WriteText(const DisassemblerOptions& options,
                        Disassembler::WritePart write) const {
  if (state_ == State::kWellFormed) {
    WriteWhole(*module_, options, write);
  } else if (const std::string text = Text(options); !text.empty()) {
    write(text);
  }
}

}  // namespace plumb
