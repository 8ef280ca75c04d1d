// The rules that mutants of generated modules violate.
//
// Tested by rule_survey_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_RULE_SURVEY_H_
#define PLUMB_TESTDATA_GENERATOR_RULE_SURVEY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "testdata/forked_runner.h"

namespace plumb::generator {

struct SurveyOptions {
  // A module of each feature whose number is a multiple of `step`, in each of a
  // few environments, for each of so many seeds.
  size_t step = 1;
  uint32_t seeds = 1;
  // Changes at random (mutations.h) of each, besides all single ones
  // (single_changes.h).
  uint32_t mutations = 200;
  ForkOptions forks;
};

struct Survey {
  size_t modules = 0;
  size_t mutants = 0;
  // The number of mutants that violate each rule.
  std::map<std::string, size_t> rules;
  // The features for which validation crashed or hung.
  std::vector<std::string> failures;
};

Survey RunSurvey(const SurveyOptions& options);

// The rules of violated_rules.txt.
std::vector<std::string> ReadViolatedRules();

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_RULE_SURVEY_H_
