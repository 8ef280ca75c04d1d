// See run.h.
#include "cli/run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "parse/diagnostic_printer.h"
#include "parse/spec_setting.h"
#include "parse/text/header_comment.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The last line of JSON for an input: its verdict.
std::string VerdictJson(const std::string& file,
                        const DiagnosticList& diagnostics) {
  nlohmann::ordered_json json;
  json["file"] = file;
  json["valid"] = diagnostics.error_count() == 0;
  json["errors"] = diagnostics.error_count();
  json["warnings"] = diagnostics.total_count() - diagnostics.error_count();
  return absl::StrCat(json.dump(-1, ' ', /*ensure_ascii=*/false,
                                nlohmann::json::error_handler_t::replace),
                      "\n");
}

bool IsModuleFile(const fs::directory_entry& entry) {
  std::error_code error;
  const std::string extension = entry.path().extension().string();
  return (extension == ".spv" || extension == ".spvasm") &&
         entry.is_regular_file(error);
}

}  // namespace

bool Run::Open(const std::string& path) {
  absl::StatusOr<Input> input = Input::Open(path);
  if (!input.ok()) {
    Complain(program_, input.status().message());
    return false;
  }
  input_ = *std::move(input);
  return true;
}

TargetEnv Run::Env() const {
  if (options_.env.has_value()) return *options_.env;
  if (!input_->is_text()) return kDefaultTargetEnv;
  const auto minor = VersionInHeaderComment(input_->bytes());
  return minor.has_value() ? SpirvEnv(*minor) : kDefaultTargetEnv;
}

bool Run::MakeModule(const TextOptions& options) {
  diagnostics_.Clear();
  specialization_.clear();
  diagnostics_.set_policy(&options_.rules.policy);
  const size_t shown = options_.max_errors;
  diagnostics_.set_capacity(
      shown == 0 ? 0 : std::max(shown, DiagnosticList::kDefaultCapacity));
  module_ = &modules_[0];
  const bool well_formed =
      input_->is_text()
          ? Assemble(options)
          : reader_.ReadBytes(input_->bytes(), &modules_[0], &diagnostics_);
  diagnostics_.Sort();
  return well_formed;
}

bool Run::Assemble(const TextOptions& text_options) {
  AssembleOptions options;
  options.env = Env();
  options.preserve_numeric_ids = text_options.preserve_numeric_ids;
  options.extended = text_options.extended;
  if (text_options.preserve_numeric_ids || text_options.keep_generator) {
    const HeaderComment header = ReadHeaderComment(input_->bytes());
    if (text_options.preserve_numeric_ids && header.complete()) {
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
    if (text_options.keep_generator) options.generator = header.generator;
  }
  if (text_options.generator.has_value()) {
    options.generator = *text_options.generator;
  }
  if (!assembler_.Assemble(input_->bytes(), options, &modules_[0],
                           &diagnostics_)) {
    return false;
  }
  if (!assembler_.has_raw_words() || text_options.trust_raw_words) return true;
  // What words mean that were written as numbers, only reading them tells.
  module_ = &modules_[1];
  return reader_.Read(modules_[0].words(), &modules_[1], &diagnostics_);
}

bool Run::Specialize() {
  absl::StatusOr<Specialization> specialization =
      ResolveSpecSettings(*module_, options_.specialization);
  if (!specialization.ok()) {
    Complain(program_, absl::StrCat("--spec: ", input_->name(), ": ",
                                    specialization.status().message()));
    return false;
  }
  specialization_ = *std::move(specialization);
  return true;
}

bool Run::Validate() {
  ValidatorOptions options = options_.validator;
  options.env = Env();
  options.specialization = specialization_;
  return validator_.Validate(*module_, options, &diagnostics_);
}

bool Run::Report() {
  DiagnosticPrinterOptions printing;
  printing.file = input_->name();
  printing.format = options_.format;
  printing.max_diagnostics = options_.max_errors;
  if (options_.format == DiagnosticFormat::kText) {
    if (diagnostics_.empty()) return true;
    printing.color = UseColor(options_.color, STDERR_FILENO);
    const std::string text = PrintDiagnostics(*module_, diagnostics_, printing);
    std::fwrite(text.data(), 1, text.size(), stderr);
    return true;
  }
  return PrintToStdout(
      program_, absl::StrCat(PrintDiagnostics(*module_, diagnostics_, printing),
                             VerdictJson(input_->name(), diagnostics_)));
}

absl::StatusOr<std::vector<std::string>> ExpandPath(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    if (IsModuleFile(*entry)) files.push_back(entry->path().string());
  }
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot read ", path, ": ", error.message()));
  }
  if (files.empty()) {
    return absl::NotFoundError(
        absl::StrCat(path, " has no *.spv or *.spvasm file"));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace plumb
