#include "cli/pipeline_run.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/device/device_env.h"
#include "api/device/device_profile.h"
#include "api/pipeline_template.h"
#include "cli/exit_status.h"
#include "cli/progress.h"
#include "cli/report_outputs.h"
#include "cli/terminal.h"
#include "core/target_env.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// Descriptions are small; this only bounds what is read.
constexpr uint64_t kMaxDescriptionSize = uint64_t{64} << 20;

bool IsDescription(absl::string_view name) {
  return absl::EndsWithIgnoreCase(name, ".json");
}

bool Exists(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0;
}

// A file beside the description that names it, or "-".
std::string Beside(const std::string& description, const std::string& file) {
  const fs::path path(file);
  if (path.is_absolute() || description.empty() || file == "-") return file;
  return (fs::path(description).parent_path() / path).string();
}

// "FILE:ENTRY", unless a file has this name.
void Split(const std::string& name, std::string* file, std::string* entry) {
  const size_t colon = name.rfind(':');
  *file = name;
  entry->clear();
  if (colon == std::string::npos || colon == 0 || Exists(name)) return;
  *file = name.substr(0, colon);
  *entry = name.substr(colon + 1);
}

}  // namespace

absl::Status PipelineRun::Read() {
  for (const std::string& name : names_) {
    if (!IsDescription(name)) continue;
    if (!description_file_.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--pipeline: a pipeline must have one description, not '",
          description_file_, "' and '", name, "'"));
    }
    description_file_ = name;
  }
  if (absl::Status s = ReadDescription(); !s.ok()) return s;
  if (absl::Status s = AddModules(); !s.ok()) return s;
  return CheckEnvironment();
}

absl::Status PipelineRun::ReadDescription() {
  if (description_file_.empty()) return absl::OkStatus();
  absl::StatusOr<InputFile> file =
      InputFile::Open(description_file_, {.max_size = kMaxDescriptionSize});
  if (!file.ok()) return file.status();
  absl::StatusOr<PipelineDescription> description =
      ReadPipelineDescription(file->bytes());
  if (!description.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(description_file_, ": ", description.status().message()));
  }
  description_ = *std::move(description);
  return description_.device.empty() ? absl::OkStatus()
                                     : ReadDevice(description_.device);
}

absl::Status PipelineRun::ReadDevice(const std::string& name) {
  // --device is of more weight.
  if (options_.device.device != nullptr) return absl::OkStatus();
  device_file_ = Beside(description_file_, name);
  const absl::StatusOr<InputFile> file =
      InputFile::Open(device_file_, {.max_size = kMaxDescriptionSize});
  if (!file.ok()) return file.status();
  absl::StatusOr<Device> device = ReadDeviceProfile(file->bytes(), "");
  if (!device.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(device_file_, ": ", device.status().message()));
  }
  device_ = std::make_shared<const Device>(*std::move(device));
  return absl::OkStatus();
}

absl::Status PipelineRun::AddModules() {
  for (const StageDescription& stage : description_.stages) {
    PipelineInput input;
    input.entry_point = stage.entry_point;
    input.models = stage.models;
    input.specialization = stage.specialization;
    absl::Status added =
        AddInput(Beside(description_file_, stage.module), std::move(input));
    if (!added.ok()) return added;
  }
  for (const std::string& name : names_) {
    if (IsDescription(name)) continue;
    if (!description_.stages.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--pipeline: the stages must be those of '", description_file_,
          "' or modules of the command line, not both"));
    }
    PipelineInput input;
    std::string file;
    Split(name, &file, &input.entry_point);
    if (absl::Status s = AddInput(file, std::move(input)); !s.ok()) return s;
  }
  if (!inputs_.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError("--pipeline: no module is named");
}

absl::Status PipelineRun::AddInput(const std::string& path,
                                   PipelineInput input) {
  auto [file, is_new] = files_.try_emplace(path);
  if (is_new) {
    if (path == "-") NoteTerminalInput(program_);
    absl::Status read =
        file->second.Read(path, {.max_size = options_.max_size});
    if (!read.ok()) return read;
  }
  input.file = file->second.name();
  input.bytes = file->second.bytes();
  inputs_.push_back(std::move(input));
  return absl::OkStatus();
}

absl::Status PipelineRun::CheckEnvironment() {
  env_ = options_.session.env.has_value() ? options_.session.env
                                          : description_.env;
  if (!env_.has_value() && device_ != nullptr) CompleteEnv(*device_, &env_);
  if (!env_.has_value()) env_ = TargetEnv::kVulkan1_4;
  if (Info(*env_).api == Api::kVulkan) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--pipeline: the target environment must be one of Vulkan, "
                   "not ",
                   Info(*env_).name));
}

std::vector<std::string> PipelineRun::Files() const {
  std::vector<std::string> files;
  for (const auto& [path, file] : files_) files.push_back(path);
  if (!description_file_.empty()) files.push_back(description_file_);
  if (!device_file_.empty()) files.push_back(device_file_);
  return files;
}

SessionOptions PipelineRun::OptionsOfSession() const {
  SessionOptions session = options_.session;
  session.env = env_;
  if (device_ != nullptr) session.validator.device = device_.get();
  const size_t shown = options_.max_errors;
  session.max_diagnostics =
      shown == 0 ? 0 : std::max<size_t>(shown, session.max_diagnostics);
  return session;
}

int PipelineRun::Execute(OutputGuard* guard) {
  PipelineSession session(OptionsOfSession());
  return Execute(guard, &session);
}

int PipelineRun::PrintTemplate(OutputGuard* guard) {
  PipelineSession session(OptionsOfSession());
  const int status = Execute(guard, &session);
  if (status != kExitValid) return status;
  PipelineDescription description = description_;
  CompleteDescription(session, &description);
  if (const auto in = files_.find("-"); in != files_.end()) {
    for (StageDescription& stage : description.stages) {
      if (stage.module == in->second.name()) stage.module = "-";
    }
  }
  // A name of a file is relative to the working directory, as those of modules.
  description.device = device_file_;
  const std::string text = PipelineDescriptionText(description);
  return PrintToStdout(program_, text) ? kExitValid : kExitTrouble;
}

int PipelineRun::Execute(OutputGuard* guard, PipelineSession* session) {
  Progress progress;
  ReportOutputs reports(program_, options_, guard, &progress);
  if (absl::Status s = reports.Open(); !s.ok()) {
    Complain(program_, s.message());
    return kExitTrouble;
  }
  const absl::StatusOr<Verdict> verdict =
      session->Run(description_.pipeline, inputs_);
  reports.Begin();
  int status = kExitTrouble;
  if (verdict.ok()) {
    status = *verdict == Verdict::kValid ? kExitValid : kExitInvalid;
    for (const InputReport& report : session->Reports(options_.max_errors)) {
      if (!reports.Add(report)) return kExitTrouble;
    }
    if (*verdict == Verdict::kMalformed) {
      PrintToStderr(absl::StrCat(program_,
                                 ": the stages were not checked against each "
                                 "other, because a module is malformed\n"));
    }
  } else {
    Complain(program_, verdict.status().message());
    const std::string& name =
        description_file_.empty() ? inputs_.front().file : description_file_;
    reports.AddUnreadable(name, verdict.status().message());
  }
  if (!reports.End()) return kExitTrouble;
  if (const absl::Status written = reports.Commit(); !written.ok()) {
    Complain(program_, written.message());
    return kExitTrouble;
  }
  return status;
}

}  // namespace plumb
