// See options.h.

#include "bench/options.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "bench/corpus.h"
#include "bench/generate.h"
#include "bench/workload.h"

namespace plumb::bench {
namespace {

// "AXIS/N": one size of an axis.
absl::Status AddAxisAt(const std::string& name, WorkloadSet* set) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(name, absl::MaxSplits('/', 1));
  const Axis* const axis = FindAxis(parts.first);
  int size = 0;
  if (axis == nullptr || !absl::SimpleAtoi(parts.second, &size) || size < 1 ||
      size > axis->largest) {
    return absl::InvalidArgumentError(absl::StrCat("no axis and size ", name));
  }
  return set->AddAxisAt(*axis, size);
}

absl::Status AddAxes(const std::vector<std::string>& names, WorkloadSet* set) {
  for (const std::string& name : names) {
    if (name == "none" || absl::StrContains(name, '/')) continue;
    if (name != "all" && FindAxis(name) == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat("no axis ", name));
    }
  }
  for (const Axis& axis : Axes()) {
    const bool expected =
        std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return name == "all" || name == axis.name;
        });
    if (!expected) continue;
    absl::Status added = set->AddAxis(axis);
    if (!added.ok()) return added;
  }
  for (const std::string& name : names) {
    if (!absl::StrContains(name, '/')) continue;
    absl::Status added = AddAxisAt(name, set);
    if (!added.ok()) return added;
  }
  return absl::OkStatus();
}

absl::Status AddCorpus(const std::string& folder, WorkloadSet* set) {
  const std::string name = "corpus";
  absl::Status added =
      set->AddFolder(name, folder.empty() ? DefaultCorpusFolder() : folder);
  if (folder.empty() && absl::IsNotFound(added)) {
    std::fprintf(stderr, "no corpus: run bench/fetch_corpus to make one\n");
    return absl::OkStatus();
  }
  set->AddSizes(name);
  return added;
}

}  // namespace

void WorkloadOptions::AddTo(CLI::App* app) {
  app->add_option("--corpus", corpus,
                  "the corpus that bench/fetch_corpus has made (default: where "
                  "it puts it); none: no corpus");
  app->add_option("--folder", folders, "a folder of modules to run as well")
      ->allow_extra_args(false);
  app->add_option("--axes", axes,
                  "axes of growth, separated by commas; AXIS/N: of that size")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
}

std::vector<std::string> WorkloadOptions::ToArguments() const {
  std::vector<std::string> arguments = {
      absl::StrCat("--axes=", absl::StrJoin(axes, ","))};
  if (!corpus.empty()) arguments.push_back(absl::StrCat("--corpus=", corpus));
  for (const std::string& folder : folders) {
    arguments.push_back(absl::StrCat("--folder=", folder));
  }
  return arguments;
}

void WorkloadOptions::AddNamesTo(CLI::App* app) {
  app->add_option("WORKLOAD", names,
                  "such as corpus, loops/4000 (default: all)");
}

bool WorkloadOptions::IsSelected(const Workload& workload) const {
  return names.empty() || absl::c_linear_search(names, workload.name);
}

absl::Status WorkloadOptions::Load(WorkloadSet* set) const {
  if (corpus != "none") {
    absl::Status added = AddCorpus(corpus, set);
    if (!added.ok()) return added;
  }
  for (const std::string& folder : folders) {
    absl::Status added = set->AddFolder(folder, folder);
    if (!added.ok()) return added;
  }
  return AddAxes(axes, set);
}

}  // namespace plumb::bench
