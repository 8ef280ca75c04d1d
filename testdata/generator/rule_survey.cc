// See rule_survey.h.
#include "testdata/generator/rule_survey.h"

#include <fstream>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "api/session.h"
#include "testdata/generator/generator.h"
#include "testdata/generator/single_changes.h"
#include "testdata/mutations.h"

namespace plumb::generator {
namespace {

constexpr TargetEnv kEnvironments[] = {
    TargetEnv::kSpirv1_6, TargetEnv::kSpirv1_0, TargetEnv::kVulkan1_1,
    TargetEnv::kVulkan1_4, TargetEnv::kOpenCl2_2};

absl::string_view BytesOf(const std::vector<uint32_t>& words) {
  return {reinterpret_cast<const char*>(words.data()),
          words.size() * sizeof(uint32_t)};
}

class Surveyor {
 public:
  explicit Surveyor(const SurveyOptions& options) : options_(options) {}

  // The counts for a feature: a line "modules mutants", and one for each rule.
  std::string Run(const Feature& feature) {
    survey_ = Survey();
    for (const TargetEnv env : kEnvironments) {
      for (uint32_t seed = 1; seed <= options_.seeds; ++seed) {
        Request request;
        request.seed = seed;
        request.env = env;
        request.wanted = feature;
        request.row_count = 2;
        const auto module = Generate(request);
        if (!module.ok()) break;
        ++survey_.modules;
        Mutate(*module, env, seed);
      }
    }
    std::string text = absl::StrCat(survey_.modules, " ", survey_.mutants);
    for (const auto& [rule, count] : survey_.rules) {
      absl::StrAppend(&text, "\n", rule, " ", count);
    }
    return text;
  }

 private:
  void Mutate(const GeneratedModule& generated, TargetEnv env, uint32_t seed) {
    SessionOptions for_module;
    for_module.format = InputFormat::kBinary;
    for_module.validate = false;
    Session reader(std::move(for_module));
    if (!reader.Run(BytesOf(generated.words)).ok()) return;
    SetEnv(env);
    ForEachSingleChange(
        reader.module(),
        [&](const std::vector<uint32_t>& words) { Validate(words); });
    const IdGroups groups(reader.module());
    for (uint32_t i = 0; i < options_.mutations; ++i) {
      const Mutation mutation =
          plumb::Mutate(groups, seed * options_.mutations + i);
      if (!mutation.words.empty()) Validate(mutation.words);
    }
    // The environment is changed instead of the module.
    for (int e = 0; e < kTargetEnvCount; ++e) {
      SetEnv(static_cast<TargetEnv>(e));
      Validate(generated.words);
    }
  }

  void SetEnv(TargetEnv env) {
    SessionOptions options;
    options.env = env;
    options.format = InputFormat::kBinary;
    session_.set_options(std::move(options));
  }

  void Validate(const std::vector<uint32_t>& words) {
    ++survey_.mutants;
    if (!session_.Run(BytesOf(words)).ok()) return;
    std::set<const Rule*> rules;
    for (const Diagnostic& d : session_.diagnostics().diagnostics()) {
      rules.insert(d.rule);
    }
    for (const Rule* rule : rules) ++survey_.rules[std::string(rule->id)];
  }

  const SurveyOptions& options_;
  Session session_;
  Survey survey_;
};

size_t NumberIn(absl::string_view text) {
  size_t number = 0;
  return absl::SimpleAtoi(text, &number) ? number : 0;
}

}  // namespace

Survey RunSurvey(const SurveyOptions& options) {
  std::vector<Feature> features;
  const std::vector<Feature> all = AllFeatures();
  for (size_t i = 0; i < all.size(); i += options.step) {
    features.push_back(all[i]);
  }
  AllRows();  // read before the first child
  Surveyor surveyor(options);
  const std::vector<JobResult> results =
      RunForked(features.size(), options.forks,
                [&](size_t i) { return surveyor.Run(features[i]); });
  Survey survey;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].state != JobResult::State::kDone) {
      survey.failures.push_back(
          absl::StrCat(features[i].Name(), ": ", results[i].output));
      continue;
    }
    const std::vector<std::string> lines =
        absl::StrSplit(results[i].output, '\n');
    for (size_t k = 0; k < lines.size(); ++k) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(lines[k], ' ');
      if (k == 0) {
        survey.modules += NumberIn(parts.first);
        survey.mutants += NumberIn(parts.second);
      } else {
        survey.rules[parts.first] += NumberIn(parts.second);
      }
    }
  }
  return survey;
}

std::vector<std::string> ReadViolatedRules() {
  std::vector<std::string> rules;
  std::ifstream in("testdata/generator/violated_rules.txt");
  for (std::string line; std::getline(in, line);) rules.push_back(line);
  return rules;
}

}  // namespace plumb::generator
