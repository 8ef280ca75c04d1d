// See text_differential.h.
#include "testdata/text_differential.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/corpus.h"
#include "nlohmann/json.hpp"
#include "parse/text/header_comment.h"
#include "testdata/conformance_case.h"
#include "testdata/mutants.h"

namespace plumb {
namespace {

using nlohmann::json;

constexpr const char* kCountNames[kTextCounts] = {
    "modules",
    "texts that both assemble to the same words",
    "texts that both reject",
    "texts that only the peer rejects",
    "texts printed alike, all combinations of options",
    "texts that differ in names of the same meaning",
    "modules that the peer's text does not give back",
    "modules that the peer cannot print",
    "modules of a wrong form",
    "texts that give the words back",
    "differences",
};

std::string ToJson(const TextOutcome& outcome) {
  const json object = {{"counts", outcome.counts},
                       {"differences", outcome.differences},
                       {"rejections", outcome.rejections}};
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

void Add(const TextInput& input, const JobResult& result,
         DifferentialReport* report) {
  if (result.state != JobResult::State::kDone) {
    ++report->counts[static_cast<size_t>(TextCount::kModules)];
    ++report->counts[static_cast<size_t>(TextCount::kDifferences)];
    report->differences.push_back(
        absl::StrCat(input.name, ": ", result.output, "\n"));
    return;
  }
  const json object = json::parse(result.output);
  const auto counts = object["counts"].get<TextCounts>();
  for (size_t i = 0; i < kTextCounts; ++i) report->counts[i] += counts[i];
  for (const json& text : object["differences"]) {
    report->differences.push_back(text.get<std::string>());
  }
  for (const json& text : object["rejections"]) {
    report->rejections.push_back(text.get<std::string>());
  }
}

}  // namespace

absl::StatusOr<std::vector<TextInput>> CorpusInputs(const std::string& folder,
                                                    size_t every) {
  absl::StatusOr<bench::Corpus> corpus = bench::LoadCorpus(folder);
  if (!corpus.ok()) return corpus.status();
  std::vector<TextInput> inputs;
  for (size_t i = 0; i < corpus->modules.size(); i += every) {
    bench::CorpusModule& module = corpus->modules[i];
    TextInput input;
    input.name = module.path;
    // Like spv-as: the version in the text.
    const absl::optional<uint32_t> minor = VersionInHeaderComment(module.text);
    if (minor.has_value()) input.env = SpirvEnv(*minor);
    if (!module.text.empty()) input.text = std::move(module.text);
    input.words = std::move(module.words);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

absl::StatusOr<std::vector<TextInput>> CaseInputs(const std::string& folder,
                                                  size_t every) {
  absl::StatusOr<std::vector<ConformanceCase>> cases =
      ReadConformanceCases(folder);
  if (!cases.ok()) return cases.status();
  std::vector<TextInput> inputs;
  for (size_t i = 0; i < cases->size(); i += every) {
    ConformanceCase& c = (*cases)[i];
    TextInput input;
    input.name = absl::StrCat(c.area, " ", c.id);
    input.env = c.assemble_env;
    input.preserve_ids = c.preserve_ids;
    input.text = std::move(c.text);
    if (!input.text.has_value()) input.words = std::move(c.words);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

DifferentialReport CompareAll(absl::Span<const TextInput> inputs,
                              const ForkOptions& forks) {
  TextComparer comparer;  // each child works with a copy
  const std::vector<JobResult> results =
      RunForked(inputs.size(), forks,
                [&](size_t i) { return ToJson(comparer.Compare(inputs[i])); });
  DifferentialReport report;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Add(inputs[i], results[i], &report);
  }
  return report;
}

DifferentialReport CompareMutants(absl::Span<const TextInput> modules,
                                  uint32_t count, const ForkOptions& forks) {
  TextComparer comparer;
  const auto mutant = [&](size_t i) {
    TextInput input;
    input.name = absl::StrCat(modules[i % modules.size()].name, ", mutant ", i);
    input.words =
        Mutant(modules[i % modules.size()].words, static_cast<uint32_t>(i));
    return input;
  };
  const std::vector<JobResult> results = RunForked(count, forks, [&](size_t i) {
    return ToJson(comparer.CompareRoundTrip(mutant(i)));
  });
  DifferentialReport report;
  for (size_t i = 0; i < count; ++i) Add(mutant(i), results[i], &report);
  return report;
}

std::string CountsTable(const TextCounts& counts) {
  std::string table;
  for (size_t i = 0; i < kTextCounts; ++i) {
    absl::StrAppendFormat(&table, "%9d %s\n", counts[i], kCountNames[i]);
  }
  return table;
}

}  // namespace plumb
