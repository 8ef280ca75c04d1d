// The summary of a run: the numbers of inputs by result, violations by rule,
// the slowest inputs, and the speed.
//
// Tested by batch_summary_test.cc.
#ifndef PLUMB_CLI_BATCH_SUMMARY_H_
#define PLUMB_CLI_BATCH_SUMMARY_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "api/report/report_writer.h"
#include "core/rule.h"

namespace plumb {

// The time and size of an input.
struct InputCost {
  uint64_t bytes = 0;
  std::chrono::steady_clock::duration time{};
  bool is_kept = false;  // the result is from --cache
};

class BatchSummary {
 public:
  // The time of the run begins here.
  BatchSummary() : start_(std::chrono::steady_clock::now()) {}

  void Add(const InputReport& report, const InputCost& cost);
  void AddUnreadable() { ++unreadable_; }

  // Some lines.
  std::string Text() const;

 private:
  struct Slow {
    std::string file;
    InputCost cost;
  };
  struct ViolationCounts {
    size_t violations = 0, inputs = 0;
  };

  void KeepIfSlow(const std::string& file, const InputCost& cost);
  std::string RulesText() const;

  const std::chrono::steady_clock::time_point start_;
  size_t valid_ = 0, invalid_ = 0, unreadable_ = 0, kept_ = 0;
  size_t errors_ = 0, warnings_ = 0, pedantic_ = 0;
  size_t suppressed_ = 0;
  uint64_t bytes_ = 0;
  absl::flat_hash_map<const Rule*, ViolationCounts> rules_;
  std::vector<Slow> slowest_;  // the slowest first
};

}  // namespace plumb

#endif  // PLUMB_CLI_BATCH_SUMMARY_H_
