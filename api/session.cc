// See session.h.
#include "api/session.h"

#include <utility>

#include "parse/binary/hex_input.h"
#include "parse/disassembly/damaged_module.h"
#include "parse/text/header_comment.h"

namespace plumb {
namespace {

TargetEnv EnvOfInput(InputFormat format, absl::string_view bytes) {
  if (format != InputFormat::kText) return kDefaultTargetEnv;
  const auto minor = VersionInHeaderComment(bytes);
  return minor.has_value() ? SpirvEnv(*minor) : kDefaultTargetEnv;
}

}  // namespace

Session::Session(SessionOptions options) { set_options(std::move(options)); }

void Session::set_options(SessionOptions options) {
  options_ = std::move(options);
  diagnostics_.set_policy(&options_.rules);
  diagnostics_.set_capacity(options_.max_diagnostics);
  Start("");
}

// Forgets the last input.
void Session::Start(absl::string_view bytes) {
  diagnostics_.Clear();
  specialization_.clear();
  state_ = State::kNothing;
  module_ = &modules_[0];
  format_ = options_.format.has_value() ? *options_.format : FormatOf(bytes);
  env_ = options_.env.has_value() ? *options_.env : EnvOfInput(format_, bytes);
}

absl::StatusOr<Verdict> Session::Run(absl::string_view bytes) {
  Start(bytes);
  const absl::StatusOr<bool> well_formed = Read(bytes);
  if (!well_formed.ok()) return well_formed.status();
  diagnostics_.Sort();
  state_ = *well_formed ? State::kWellFormed : State::kMalformed;
  if (!*well_formed) return Verdict::kMalformed;
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

AssembleOptions Session::OptionsOfText(absl::string_view text) const {
  AssembleOptions options;
  options.env = options_.text.env.has_value() ? *options_.text.env : env_;
  options.preserve_numeric_ids = options_.text.preserve_numeric_ids;
  options.extended = options_.text.extended;
  if (options_.text.preserve_numeric_ids || options_.text.keep_generator) {
    const HeaderComment header = ReadHeaderComment(text);
    if (options_.text.preserve_numeric_ids && header.complete()) {
      if (!options_.env.has_value()) {
        // Whatever the version has to do with the instructions, validation
        // says.
        options.env = kDefaultTargetEnv;
        options.version = header.version;
      }
      options.bound = header.bound;
      options.schema = header.schema;
      options.generator = header.generator;
    }
    if (options_.text.keep_generator) options.generator = header.generator;
  }
  if (options_.text.generator.has_value()) {
    options.generator = *options_.text.generator;
  }
  return options;
}

bool Session::Assemble(absl::string_view text) {
  if (!assembler_.Assemble(text, OptionsOfText(text), &modules_[0],
                           &diagnostics_)) {
    return false;
  }
  if (!assembler_.has_raw_words() || !options_.validate) return true;
  // What words mean that were written as numbers, only reading them tells.
  module_ = &modules_[1];
  return reader_.Read(modules_[0].words(), &modules_[1], &diagnostics_);
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
  ValidatorOptions options = options_.validator;
  options.env = env_;
  options.specialization = specialization_;
  return validator_.Validate(*module_, options, &diagnostics_);
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

}  // namespace plumb
