#include "cli/output_guard.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The path of an output with the links of its existing part resolved.
std::string Resolved(const std::string& path) {
  std::error_code error;
  const fs::path resolved =
      fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : resolved.string();
}

absl::string_view FileName(absl::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool IsSymbolicLink(const char* path) {
  struct stat info;
  return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

// Whether two paths refer to the same place.  The ends of most paths differ.
bool IsSame(const std::string& a, const std::string& b) {
  const bool may_be = FileName(a) == FileName(b) || IsSymbolicLink(a.c_str()) ||
                      IsSymbolicLink(b.c_str());
  return may_be && Resolved(a) == Resolved(b);
}

absl::Status CheckIsNotAmong(const std::string& path,
                             const std::vector<std::string>& outputs) {
  for (const std::string& output : outputs) {
    if (!IsSame(path, output)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("two outputs would be written to '", path, "'"));
  }
  return absl::OkStatus();
}

// Reads the start of a file.  Returns false if it cannot be read.
bool ReadStart(const std::string& path, std::string* start, bool* is_all) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  start->resize(kRecognizedBytes);
  ssize_t size = 0;
  do {
    size = read(fd, start->data(), start->size());
  } while (size < 0 && errno == EINTR);
  close(fd);
  if (size < 0) return false;
  *is_all = static_cast<size_t>(size) < start->size();
  start->resize(static_cast<size_t>(size));
  return true;
}

bool HasKind(const std::string& path, OutputKind kind) {
  if (HasExpectedExtension(kind, path)) return true;
  std::string start;
  bool is_all = false;
  return ReadStart(path, &start, &is_all) && IsContentOf(kind, start, is_all);
}

}  // namespace

bool IsStandardOutput(absl::string_view path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1";
}

void OutputGuard::AddInput(const std::string& path) {
  if (!path.empty()) inputs_.push_back(path);
}

absl::Status OutputGuard::AddOutput(const std::string& path, OutputKind kind) {
  struct stat info;
  const bool is_special =
      path.empty() || IsStandardOutput(path) ||
      (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode));
  // Devices and pipes take several outputs.
  if (is_special) return absl::OkStatus();
  absl::Status status = CheckIsNotAmong(path, outputs_);
  status.Update(CheckIsNotAmong(path, batch_outputs_));
  status.Update(Check(path, kind));
  outputs_.push_back(path);
  return status;
}

absl::Status OutputGuard::AddBatchOutput(const std::string& path) {
  batch_outputs_.push_back(path);
  return CheckIsNotAmong(path, outputs_);
}

absl::Status OutputGuard::Check(const std::string& path,
                                OutputKind kind) const {
  struct stat info;
  const bool is_file = !path.empty() && path != "-" &&
                       stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  return is_file ? CheckReplaces(path, info, kind) : absl::OkStatus();
}

absl::Status OutputGuard::CheckReplaces(const std::string& path,
                                        const struct stat& info,
                                        OutputKind kind) const {
  if (const std::string* input = InputAt({info.st_dev, info.st_ino})) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the output '", path, "' would replace the input '", *input, "'"));
  }
  if (info.st_size == 0 || HasKind(path, kind)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "'", path, "' is not replaced: it exists, and it is not ", NameOf(kind)));
}

void OutputGuard::Identify(const std::string& input) const {
  struct stat info;
  const int failed =
      input == "-" ? fstat(STDIN_FILENO, &info) : stat(input.c_str(), &info);
  if (failed != 0 || !S_ISREG(info.st_mode)) return;
  by_identity_.try_emplace({info.st_dev, info.st_ino}, &input);
}

const std::string* OutputGuard::InputAt(const Identity& identity) const {
  std::call_once(has_identities_, [this] {
    for (const InputList* list : lists_) {
      by_identity_.reserve(by_identity_.size() + list->inputs.size());
      for (const Input& input : list->inputs) Identify(input.path);
      for (const std::string& path : list->read) Identify(path);
    }
    for (const std::string& path : inputs_) Identify(path);
  });
  const auto input = by_identity_.find(identity);
  return input == by_identity_.end() ? nullptr : input->second;
}

}  // namespace plumb
