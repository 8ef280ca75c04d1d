// See verdict_differential.h.
#include "testdata/verdict_differential.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "parse/binary/binary_reader.h"
#include "testdata/mutations.h"
#include "testdata/verdict_comparer.h"

namespace plumb {
namespace {

using nlohmann::json;

// Seeds of the mutants of one module, from first to before last.
struct Task {
  size_t module;
  uint32_t first, last;
};

// Runs tasks in a child process.
class Worker {
 public:
  explicit Worker(const bench::Corpus& corpus) : corpus_(corpus) {}

  // The report on a task, as JSON.
  std::string Run(const Task& task);

 private:
  // The comparer of an environment, or null.
  VerdictComparer* GetComparer(const std::string& target_env);
  void Compare(const Task& task, const Mutation& mutation, uint32_t seed,
               VerdictComparer* comparer, json* report);

  const bench::Corpus& corpus_;
  std::map<std::string, std::unique_ptr<VerdictComparer>> comparers_;
};

VerdictComparer* Worker::GetComparer(const std::string& target_env) {
  const auto found = comparers_.find(target_env);
  if (found != comparers_.end()) return found->second.get();
  return comparers_.emplace(target_env, VerdictComparer::Create(target_env))
      .first->second.get();
}

void Worker::Compare(const Task& task, const Mutation& mutation, uint32_t seed,
                     VerdictComparer* comparer, json* report) {
  const Verdicts verdicts = comparer->Compare(mutation.words);
  if (verdicts.plumb_accepts && verdicts.peer_accepts) {
    (*report)["accepted"] = (*report)["accepted"].get<size_t>() + 1;
    return;
  }
  json entry = {{"module", task.module}, {"seed", seed}};
  entry["peer"] = verdicts.peer_reason;
  entry["plumb"] = verdicts.plumb_reason;
  if (!verdicts.agree()) {
    entry["what"] = mutation.what;
    entry["message"] =
        verdicts.plumb_accepts ? verdicts.peer_message : verdicts.plumb_message;
  }
  (*report)["rejected"].push_back(std::move(entry));
}

// Reads the words of a module of a corpus.  False if they are not a module.
bool Read(const std::vector<uint32_t>& words, Module* module) {
  BinaryReader reader;
  DiagnosticList diagnostics;
  return reader.Read(words, module, &diagnostics) && module->size() > 0;
}

std::string Worker::Run(const Task& task) {
  json report = {
      {"valid", false}, {"accepted", 0}, {"rejected", json::array()}};
  const bench::CorpusModule& from = corpus_.modules[task.module];
  VerdictComparer* comparer = GetComparer(from.target_env);
  Module module;
  if (comparer == nullptr || from.words.empty() || !Read(from.words, &module)) {
    return report.dump();
  }
  const Verdicts before = comparer->Compare(from.words);
  if (before.plumb_accepts && !before.peer_accepts) {
    report["module"] = task.module;
    report["reason"] = before.peer_reason;
  }
  if (!before.plumb_accepts || !before.peer_accepts) {
    return report.dump(-1, ' ', false, json::error_handler_t::replace);
  }
  report["valid"] = true;
  const IdGroups groups(module);
  for (uint32_t seed = task.first; seed != task.last; ++seed) {
    const Mutation mutation = Mutate(groups, seed);
    if (mutation.words.empty()) continue;
    Compare(task, mutation, seed, comparer, &report);
  }
  return report.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Merges the results of tasks.
class Collector {
 public:
  Collector(const bench::Corpus& corpus, VerdictReport* report)
      : corpus_(corpus), report_(*report) {}

  // Whether the module is one of those that count.
  bool Add(const std::string& result);

 private:
  void AddRejection(const json& entry);
  void AddReason(const json& entry, bool alone, ReasonCount* count);

  const bench::Corpus& corpus_;
  VerdictReport& report_;
};

bool Collector::Add(const std::string& result) {
  const json object = json::parse(result);
  if (object.contains("reason")) {
    report_.unchanged_by_peer[object["reason"].get<std::string>()].push_back(
        object["module"].get<size_t>());
  }
  if (!object["valid"].get<bool>()) return false;
  const size_t accepted = object["accepted"].get<size_t>();
  report_.both_accept += accepted;
  report_.mutations += accepted + object["rejected"].size();
  for (const json& entry : object["rejected"]) AddRejection(entry);
  return true;
}

void Collector::AddRejection(const json& entry) {
  const auto peer = entry["peer"].get<std::string>();
  const auto plumb = entry["plumb"].get<std::string>();
  const bool both = !peer.empty() && !plumb.empty();
  if (both) ++report_.both_reject;
  if (!peer.empty()) AddReason(entry, !both, &report_.by_peer[peer]);
  if (!plumb.empty()) AddReason(entry, !both, &report_.by_plumb[plumb]);
}

void Collector::AddReason(const json& entry, bool alone, ReasonCount* count) {
  if (!alone) {
    ++count->both;
    return;
  }
  const auto module = entry["module"].get<size_t>();
  const auto size = [this](size_t i) {
    return corpus_.modules[i].words.size();
  };
  if (count->alone == 0 || size(module) < size(count->example.module)) {
    count->example = {module, entry["seed"].get<uint32_t>(),
                      entry["what"].get<std::string>(),
                      entry["message"].get<std::string>()};
  }
  ++count->alone;
}

// The tasks of `count` mutations, in turn over the modules: the first modules
// get one more if the division has a remainder.
std::vector<Task> TasksOf(size_t modules, const MutationOptions& options) {
  std::vector<Task> tasks;
  for (size_t i = 0; i < modules; ++i) {
    const auto share = static_cast<uint32_t>(
        options.count / modules + (i < options.count % modules ? 1 : 0));
    tasks.push_back({i, options.seed, options.seed + share});
  }
  return tasks;
}

// One task for each mutation of a task.
std::vector<Task> Split(const Task& task) {
  std::vector<Task> tasks;
  for (uint32_t seed = task.first; seed != task.last; ++seed) {
    tasks.push_back({task.module, seed, seed + 1});
  }
  return tasks;
}

size_t Alone(const std::map<std::string, ReasonCount>& reasons) {
  size_t sum = 0;
  for (const auto& [reason, count] : reasons) sum += count.alone;
  return sum;
}

}  // namespace

size_t VerdictReport::accepted_alone() const { return Alone(by_peer); }
size_t VerdictReport::rejected_alone() const { return Alone(by_plumb); }

VerdictReport CompareVerdicts(const bench::Corpus& corpus,
                              const MutationOptions& options) {
  VerdictReport report;
  if (corpus.modules.empty()) return report;
  Collector collector(corpus, &report);
  Worker worker(corpus);  // each child works with a copy
  const auto run = [&](const std::vector<Task>& tasks) {
    return RunForked(tasks.size(), options.forks,
                     [&](size_t i) { return worker.Run(tasks[i]); });
  };
  const std::vector<Task> tasks = TasksOf(corpus.modules.size(), options);
  const std::vector<JobResult> results = run(tasks);
  std::vector<Task> again;  // tasks that crashed or hung, split by mutation
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (results[i].state == JobResult::State::kDone) {
      report.modules += collector.Add(results[i].output);
      continue;
    }
    ++report.modules;
    const std::vector<Task> parts = Split(tasks[i]);
    again.insert(again.end(), parts.begin(), parts.end());
  }
  const std::vector<JobResult> second = run(again);
  for (size_t i = 0; i < again.size(); ++i) {
    if (second[i].state == JobResult::State::kDone) {
      collector.Add(second[i].output);
    } else {
      report.failures.push_back(
          {again[i].module, again[i].first, "", second[i].output});
    }
  }
  return report;
}

std::vector<uint32_t> MutantOf(const bench::Corpus& corpus,
                               const Disagreement& which) {
  Module module;
  if (!Read(corpus.modules[which.module].words, &module)) return {};
  return Mutate(IdGroups(module), which.seed).words;
}

}  // namespace plumb
