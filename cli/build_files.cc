#include "cli/build_files.h"

#include "CLI/CLI.hpp"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/command_line.h"
#include "cli/exit_status.h"
#include "cli/output_file.h"
#include "cli/terminal.h"

namespace plumb {
namespace {

// Make takes a backslash for one unless it stands before what it would quote;
// there it must be doubled.
absl::Status AppendName(absl::string_view name, std::string* out) {
  size_t backslashes = 0;
  for (const char c : name) {
    if (c == '\n') {
      return absl::InvalidArgumentError(absl::StrCat(
          "--depfile: no such file can have the name '", name, "'"));
    }
    if (c == ' ' || c == '\t' || c == '#') {
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
              "If everything is valid, write what was read to this file, as "
              "rules that Make and Ninja understand");
}

void AddStamp(CLI::App* app, BuildFileOptions* options) {
  AddFileName(app, "--stamp", &options->stamp,
              "If everything is valid, write this file, which is empty: what a "
              "build system takes for the result");
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

int WriteBuildFiles(absl::string_view program, const BuildFileOptions& options,
                    int status,
                    absl::FunctionRef<std::vector<Dependency>()> dependencies) {
  if (status != kExitValid) return status;
  absl::Status written;
  if (!options.depfile.empty()) {
    const absl::StatusOr<std::string> text = DepfileText(dependencies());
    written =
        text.ok() ? WriteFileAtomically(options.depfile, *text) : text.status();
  }
  if (written.ok() && !options.stamp.empty()) {
    written = WriteFileAtomically(options.stamp, "");
  }
  if (written.ok()) return kExitValid;
  Complain(program, written.message());
  return kExitTrouble;
}

}  // namespace plumb
