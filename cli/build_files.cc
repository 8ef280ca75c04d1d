#include "cli/build_files.h"

#include <utility>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cli/command_line.h"
#include "cli/exit_status.h"
#include "cli/output_file.h"
#include "cli/terminal.h"

namespace plumb {
namespace {

// Characters with a meaning to Make or Ninja that cannot be quoted for both.
// Control characters cannot, either.
constexpr absl::string_view kRejectedCharacters = "\"%&'*;<=>?[^`|";

// Words that begin a directive of Make where a rule begins with them.
constexpr absl::string_view kDirectives[] = {"define", "undefine", "override",
                                             "export", "unexport", "private",
                                             "vpath",  "include"};

bool IsRejectedCharacter(char c) {
  return absl::ascii_iscntrl(c) || absl::StrContains(kRejectedCharacters, c);
}

bool IsDirective(absl::string_view name) {
  return absl::c_linear_search(kDirectives, name.substr(0, name.find(' ')));
}

// ".PHONY", ".SILENT"...: these change what Make does.
bool IsSpecialTarget(absl::string_view name) {
  return absl::ConsumePrefix(&name, ".") && !name.empty() &&
         absl::c_all_of(
             name, [](char c) { return absl::ascii_isupper(c) || c == '_'; });
}

// Whether a name can be quoted for both programs.
bool CanBeQuoted(absl::string_view name) {
  if (name.empty() || absl::c_any_of(name, IsRejectedCharacter)) return false;
  if (IsDirective(name) || IsSpecialTarget(name) || name[0] == '~') {
    return false;
  }
  if (absl::StrContains(" :\\", name.back())) return false;
  // A member of an archive.
  if (absl::StrContains(name, '(') && name.back() == ')') return false;
  for (const char* pair : {"\\#", "\\$", "\\:"}) {
    if (absl::StrContains(name, pair)) return false;
  }
  return true;
}

// Make takes a backslash literally unless it precedes a character that it would
// quote; there it must be doubled.
absl::Status AppendName(absl::string_view name, std::string* out) {
  if (!CanBeQuoted(name)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--depfile: Make and Ninja cannot both read the name '", name, "'"));
  }
  size_t backslashes = 0;
  for (const char c : name) {
    if (c == ' ' || c == '#' || c == ':') {
      out->append(backslashes + 1, '\\');
    } else if (c == '$') {
      out->push_back('$');
    }
    backslashes = c == '\\' ? backslashes + 1 : 0;
    out->push_back(c);
  }
  return absl::OkStatus();
}

void AddFileName(CLI::App* app, const char* option, std::string* name,
                 const char* help) {
  app->add_option(option, *name, help)
      ->check(CheckFileName)
      ->configurable(false)
      ->type_name("FILE")
      ->group("Build systems");
}

}  // namespace

void AddDepfile(CLI::App* app, BuildFileOptions* options) {
  AddFileName(app, "--depfile", &options->depfile,
              "If all inputs are valid, write the names of the files that were "
              "read to this file, as rules for Make and Ninja");
}

void AddStamp(CLI::App* app, BuildFileOptions* options) {
  AddFileName(app, "--stamp", &options->stamp,
              "If all inputs are valid, write this file, which is empty: the "
              "result that a build system expects");
}

absl::StatusOr<std::string> DepfileText(
    const std::vector<Dependency>& dependencies) {
  std::string rules, phony;
  absl::flat_hash_set<absl::string_view> seen;
  for (const Dependency& dependency : dependencies) {
    absl::Status status = AppendName(dependency.target, &rules);
    rules.push_back(':');
    for (const std::string& source : dependency.sources) {
      absl::StrAppend(&rules, " \\\n  ");
      status.Update(AppendName(source, &rules));
      if (!seen.insert(source).second) continue;
      phony.push_back('\n');
      status.Update(AppendName(source, &phony));
      absl::StrAppend(&phony, ":\n");
    }
    if (!status.ok()) return status;
    rules.push_back('\n');
  }
  return rules + phony;
}

std::vector<std::string> SourcesOf(absl::Span<const Input> inputs,
                                   absl::Span<const std::string> others) {
  std::vector<std::string> sources;
  for (const Input& input : inputs) {
    if (input.path != "-") sources.push_back(input.path);
  }
  for (const std::string& other : others) {
    if (!other.empty()) sources.push_back(other);
  }
  return sources;
}

absl::Status BuildFiles::Prepare(
    absl::FunctionRef<std::vector<Dependency>()> dependencies) {
  absl::Status status =
      guard_->AddOutput(options_.depfile, OutputKind::kDepfile);
  status.Update(guard_->AddOutput(options_.stamp, OutputKind::kStamp));
  if (!status.ok() || options_.depfile.empty()) return status;
  absl::StatusOr<std::string> text = DepfileText(dependencies());
  if (!text.ok()) return text.status();
  depfile_text_ = *std::move(text);
  return absl::OkStatus();
}

int BuildFiles::Write(absl::string_view program, int status) const {
  if (status != kExitValid) return status;
  absl::Status written;
  if (!options_.depfile.empty()) {
    written = WriteFileAtomically(options_.depfile, OutputKind::kDepfile,
                                  depfile_text_, *guard_);
  }
  if (written.ok() && !options_.stamp.empty()) {
    written =
        WriteFileAtomically(options_.stamp, OutputKind::kStamp, "", *guard_);
  }
  if (written.ok()) return kExitValid;
  Complain(program, written.message());
  return kExitTrouble;
}

}  // namespace plumb
