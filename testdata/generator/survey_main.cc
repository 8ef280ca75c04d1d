// Lists the rules that mutants of generated modules violate, and compares them
// with violated_rules.txt, or rewrites that file:
//
//   PLUMB_REWRITE=$PWD bazel run -c opt //testdata/generator:survey
//
// Takes some minutes.  Exits with 1 if validation crashed or hung, or if the
// file differs.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "testdata/generator/rule_survey.h"
#include "testdata/number_from_env.h"
#include "validate/registry.h"

namespace plumb::generator {
namespace {

int Main() {
  SurveyOptions options;
  options.seeds = NumberFromEnv("PLUMB_GENERATOR_SEEDS", 1);
  options.mutations = 500;
  options.step = NumberFromEnv("PLUMB_SURVEY_STEP", 1);
  options.forks.batch = 8;
  options.forks.time_limit_ms = 600000;
  const Survey survey = RunSurvey(options);
  for (const std::string& failure : survey.failures) {
    std::printf("%s\n", failure.c_str());
  }
  std::printf("%zu modules, %zu mutants, %zu of %zu rules\n", survey.modules,
              survey.mutants, survey.rules.size(), AllRules().size());
  std::string text;
  for (const auto& [rule, count] : survey.rules) {
    absl::StrAppend(&text, rule, "\n");
  }
  if (const char* const root = std::getenv("PLUMB_REWRITE")) {
    std::ofstream(absl::StrCat(root, "/testdata/generator/violated_rules.txt"),
                  std::ios::binary)
        << text;
    return survey.failures.empty() ? 0 : 1;
  }
  std::string listed;
  for (const std::string& rule : ReadViolatedRules()) {
    absl::StrAppend(&listed, rule, "\n");
  }
  return survey.failures.empty() && listed == text ? 0 : 1;
}

}  // namespace
}  // namespace plumb::generator

int main() {
  try {
    return plumb::generator::Main();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
