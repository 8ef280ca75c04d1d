// Compares assembler and disassembler with those of SPIRV-Tools on the corpus
// and on conformance cases:
//
//   bazel run -c opt //testdata:text_differential -- [DIR...]
//
// Each DIR (or file) holds cases as JSON Lines (conformance_case.h).  Exits
// with 1 if there is an unexplained difference (text_comparer.h).
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "bench/corpus.h"
#include "testdata/text_differential.h"

namespace plumb {
namespace {

struct Options {
  std::vector<std::string> cases;
  std::string corpus = bench::DefaultCorpusFolder();
  size_t every = 1;
  size_t show = 20;
  bool rejections = false;
  ForkOptions forks;
};

void AddOptions(CLI::App* app, Options* options) {
  app->add_option("DIR", options->cases, "Folders or files of *.jsonl cases")
      ->type_name("");
  app->add_option("--corpus", options->corpus,
                  "The corpus; skipped if there is none (default: the one of "
                  "bench/fetch_corpus)")
      ->type_name("DIR");
  app->add_option("--every", options->every, "Only every N-th module")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  app->add_option("--show", options->show,
                  "Show the first N differences (default: 20)")
      ->type_name("N");
  app->add_flag("--rejections", options->rejections,
                "Show the message of the peer for texts that it rejects");
  app->add_option("--jobs", options->forks.children,
                  "Child processes at a time (default: 2)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
}

void Print(const std::string& text) { std::fputs(text.c_str(), stdout); }

// Whether there is no difference among the inputs.
bool Compare(const std::string& title,
             const absl::StatusOr<std::vector<TextInput>>& inputs,
             const Options& options) {
  if (!inputs.ok()) {
    Print(absl::StrCat(title, ": ", inputs.status().message(), "\n"));
    return false;
  }
  const DifferentialReport report = CompareAll(*inputs, options.forks);
  Print(absl::StrCat(title, "\n", CountsTable(report.counts)));
  for (size_t i = 0; i < std::min(options.show, report.differences.size());
       ++i) {
    Print(report.differences[i]);
  }
  if (options.rejections) {
    for (const std::string& rejection : report.rejections) Print(rejection);
  }
  return report.differences.empty();
}

int Main(int argc, char** argv) {
  CLI::App app("Compares assembler and disassembler with those of SPIRV-Tools.",
               "text_differential");
  Options options;
  options.forks.time_limit_ms = 60000;  // 64 texts on both sides, at any load
  AddOptions(&app, &options);
  CLI11_PARSE(app, argc, argv);
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder != nullptr && chdir(folder) != 0) std::perror(folder);
  bool same = true;
  const auto corpus = CorpusInputs(options.corpus, options.every);
  if (absl::IsNotFound(corpus.status())) {
    Print(absl::StrCat("There is no corpus in ", options.corpus,
                       " (bench/fetch_corpus makes it).\n"));
  } else {
    same &= Compare(options.corpus, corpus, options);
  }
  for (const std::string& path : options.cases) {
    same &= Compare(path, CaseInputs(path, options.every), options);
  }
  return same ? 0 : 1;
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
