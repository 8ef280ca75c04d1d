// Runs conformance cases and prints where the verdicts disagree:
//
//   bazel run -c opt //testdata:conformance -- DIR...
//
// Each DIR (or file) holds cases as JSON Lines (conformance_case.h).  They run
// in child processes, so that a crash is only counted.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "testdata/conformance_case.h"
#include "testdata/conformance_report.h"
#include "testdata/conformance_run.h"

namespace plumb {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string list_area, case_id, json_file;
  ForkOptions forks;
};

void AddOptions(CLI::App* app, Options* options) {
  app->add_option("DIR", options->paths, "Folders or files of *.jsonl cases")
      ->required()
      ->type_name("");
  app->add_option("--list", options->list_area,
                  "List the disagreements of an area, or of \"all\"")
      ->type_name("AREA");
  app->add_option("--case", options->case_id, "Show one case whole")
      ->type_name("ID");
  app->add_option("--json", options->json_file,
                  "Write counts and disagreements to a file")
      ->type_name("FILE");
  app->add_option("--jobs", options->forks.children,
                  "Child processes at a time (default: 2)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  app->add_option("--time-limit", options->forks.time_limit_ms,
                  "Milliseconds that a case may take (default: 10000)")
      ->check(CLI::Range(1, 3600000))
      ->type_name("MS");
}

// Relative paths start at the user's folder, also under "bazel run".
void EnterUsersFolder() {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder != nullptr && chdir(folder) != 0) std::perror(folder);
}

// Reads the cases of all paths; only the one with the requested id, if any.
bool ReadCases(const Options& options, std::vector<ConformanceCase>* cases) {
  for (const std::string& path : options.paths) {
    auto read = ReadConformanceCases(path);
    if (!read.ok()) {
      std::fputs(
          absl::StrCat("conformance: ", read.status().message(), "\n").c_str(),
          stderr);
      return false;
    }
    for (ConformanceCase& c : *read) {
      if (options.case_id.empty() || c.id == options.case_id) {
        cases->push_back(std::move(c));
      }
    }
  }
  if (!cases->empty()) return true;
  std::fputs("conformance: there is no such case\n", stderr);
  return false;
}

int Report(const Options& options, const std::vector<ConformanceCase>& cases,
           const std::vector<CaseOutcome>& outcomes) {
  if (!options.json_file.empty()) {
    std::ofstream out(options.json_file, std::ios::binary);
    if (!(out << ReportJson(cases, outcomes) << std::flush)) {
      std::perror(options.json_file.c_str());
      return 2;
    }
  }
  if (!options.case_id.empty()) {
    for (size_t i = 0; i < cases.size(); ++i) {
      std::puts(DescribeCase(cases[i], outcomes[i]).c_str());
    }
    return 0;
  }
  if (!options.list_area.empty()) {
    std::fputs(Disagreements(cases, outcomes, options.list_area).c_str(),
               stdout);
    return 0;
  }
  AreaCounts total;
  const std::vector<AreaCounts> areas = CountAreas(cases, outcomes, &total);
  std::fputs(AreaTable(areas, total).c_str(), stdout);
  return 0;
}

int Main(int argc, char** argv) {
  CLI::App app("Runs conformance cases and counts the verdicts that disagree.",
               "conformance");
  Options options;
  AddOptions(&app, &options);
  CLI11_PARSE(app, argc, argv);
  EnterUsersFolder();
  std::vector<ConformanceCase> cases;
  if (!ReadCases(options, &cases)) return 2;
  const std::vector<CaseOutcome> outcomes = RunConformanceCases(
      cases, options.forks, /*render=*/!options.case_id.empty());
  return Report(options, cases, outcomes);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  try {
    return plumb::Main(argc, argv);
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 2;
  }
}
