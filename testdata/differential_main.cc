// Mutates the modules of a corpus and lists the mutants on which Plumb and
// SPIRV-Tools disagree:
//
//   bazel run -c opt //testdata:differential -- [CORPUS]
//
// Exits with 1 if either side crashed or hung, or if only Plumb rejects
// something, by a rule that docs/contributor/differential.md does not explain.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "bench/corpus.h"
#include "bench/peer.h"
#include "re2/re2.h"
#include "testdata/verdict_comparer.h"
#include "testdata/verdict_differential.h"

namespace plumb {
namespace {

struct Options {
  std::string corpus = bench::DefaultCorpusFolder();
  std::string explained = "docs/contributor/differential.md";
  MutationOptions mutations;
  size_t show = 0;
  bool minimize = true;
};

void AddOptions(CLI::App* app, Options* options) {
  app->add_option("CORPUS", options->corpus,
                  "Folder of modules (default: the one of bench/fetch_corpus)")
      ->type_name("");
  app->add_option("--mutations", options->mutations.count,
                  "How many, in turn over the modules (default: 100000)")
      ->type_name("N");
  app->add_option("--seed", options->mutations.seed,
                  "Where random numbers start (default: 1)")
      ->type_name("N");
  app->add_option("--show", options->show,
                  "Show an example for the first N reasons of each table, made "
                  "as small as can be (default: 0)")
      ->type_name("N");
  app->add_flag("!--no-minimize", options->minimize,
                "Show the examples as they are");
  app->add_option("--explained", options->explained,
                  "Where rules stand by which Plumb alone may reject")
      ->type_name("FILE");
  app->add_option("--jobs", options->mutations.forks.children,
                  "Child processes at a time (default: 2)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
}

void Print(const std::string& text) { std::fputs(text.c_str(), stdout); }

// The rules of the table in docs/contributor/differential.md: "| `rule`
// why |".
std::set<std::string> ExplainedRules(const std::string& path) {
  static const RE2* const kRow = new RE2("\\| `([a-z0-9.-]+)` \\|.*");
  std::set<std::string> rules;
  std::ifstream file(path);
  std::string rule;
  for (std::string line; std::getline(file, line);) {
    if (RE2::FullMatch(line, *kRow, &rule)) rules.insert(rule);
  }
  return rules;
}

// Validates in a child process, because the peer may crash.
std::string ExampleText(const bench::Corpus& corpus, const Disagreement& which,
                        const Options& options) {
  const bench::CorpusModule& module = corpus.modules[which.module];
  std::string text = absl::StrCat(module.path, ", seed ", which.seed, ": ",
                                  which.what, "\n", which.message, "\n");
  std::vector<uint32_t> words = MutantOf(corpus, which);
  const std::unique_ptr<VerdictComparer> comparer =
      VerdictComparer::Create(module.target_env);
  if (options.minimize) words = Minimize(words, comparer.get());
  const auto peer = bench::Peer::Create(module.target_env);
  const auto shown = peer->Disassemble(words);
  absl::StrAppend(&text, shown.ok() ? std::string(shown->text())
                                    : std::string(shown.status().message()));
  return absl::StrCat("    ", absl::StrReplaceAll(text, {{"\n", "\n    "}}),
                      "\n");
}

using Reasons = std::vector<std::pair<std::string, ReasonCount>>;

// Sorted so that reasons of only one side come first, the most frequent first.
Reasons AloneFirst(const std::map<std::string, ReasonCount>& by_reason) {
  Reasons reasons;
  for (const auto& reason : by_reason) {
    if (reason.second.alone > 0) reasons.push_back(reason);
  }
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) {
                     return a.second.alone > b.second.alone;
                   });
  return reasons;
}

void PrintReasons(const std::string& title, const bench::Corpus& corpus,
                  const Reasons& reasons, const Options& options) {
  Print(absl::StrCat("\n", title, "\n\n|  alone |   both | reason |\n",
                     "|---:|---:|---|\n"));
  for (const auto& [reason, count] : reasons) {
    Print(absl::StrFormat("| %6d | %6d | `%s` |\n", count.alone, count.both,
                          reason));
  }
  const size_t shown = std::min(options.show, reasons.size());
  const std::vector<JobResult> examples =
      RunForked(shown, options.mutations.forks, [&](size_t i) {
        return ExampleText(corpus, reasons[i].second.example, options);
      });
  for (size_t i = 0; i < shown; ++i) {
    Print(absl::StrCat("\n", reasons[i].first, "\n\n", examples[i].output));
  }
}

void PrintUnchanged(const bench::Corpus& corpus, const VerdictReport& report) {
  if (report.unchanged_by_peer.empty()) return;
  Print(
      "\nUnchanged modules that Plumb accepts alone, by the peer's reason:\n\n"
      "| modules | first | reason |\n|---:|---|---|\n");
  for (const auto& [reason, modules] : report.unchanged_by_peer) {
    Print(absl::StrFormat("| %d | %s | `%s` |\n", modules.size(),
                          corpus.modules[modules.front()].path, reason));
  }
}

bool AllExplained(const Reasons& rejected, const Options& options) {
  const std::set<std::string> explained = ExplainedRules(options.explained);
  bool all = true;
  for (const auto& [rule, count] : rejected) {
    if (explained.count(rule) != 0) continue;
    Print(
        absl::StrFormat("not explained in %s: %s\n", options.explained, rule));
    all = false;
  }
  return all;
}

int Run(const Options& options) {
  const auto corpus = bench::LoadCorpus(options.corpus);
  if (!corpus.ok()) {
    std::fprintf(stderr, "differential: %s: %s\n", options.corpus.c_str(),
                 std::string(corpus.status().message()).c_str());
    return 2;
  }
  const VerdictReport report = CompareVerdicts(*corpus, options.mutations);
  Print(absl::StrFormat(
      "%d modules, %d mutations: %d accepted by both, %d rejected by both, %d "
      "accepted by Plumb alone, %d rejected by Plumb alone, %d failures\n",
      report.modules, report.mutations, report.both_accept, report.both_reject,
      report.accepted_alone(), report.rejected_alone(),
      report.failures.size()));
  for (const Disagreement& failure : report.failures) {
    Print(absl::StrFormat("%s, seed %d: %s\n",
                          corpus->modules[failure.module].path, failure.seed,
                          failure.message));
  }
  PrintUnchanged(*corpus, report);
  const Reasons accepted = AloneFirst(report.by_peer);
  const Reasons rejected = AloneFirst(report.by_plumb);
  PrintReasons("Accepted by Plumb alone, by the peer's reason:", *corpus,
               accepted, options);
  PrintReasons("Rejected by Plumb alone, by rule:", *corpus, rejected, options);
  const bool explained = AllExplained(rejected, options);
  return explained && report.failures.empty() ? 0 : 1;
}

int Main(int argc, char** argv) {
  CLI::App app(
      "Mutates modules and compares Plumb's verdicts with SPIRV-Tools'.",
      "differential");
  Options options;
  options.mutations.forks.time_limit_ms = 120000;  // the share of a module
  options.mutations.forks.batch = 16;
  AddOptions(&app, &options);
  CLI11_PARSE(app, argc, argv);
  const char* folder = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (folder != nullptr && chdir(folder) != 0) std::perror(folder);
  return Run(options);
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
