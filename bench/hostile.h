// Hostile inputs: each repeats what costs most for its size in one part of the
// programs.  They may be invalid or malformed.
//
// Tested by load_test.cc.

#ifndef PLUMB_BENCH_HOSTILE_H_
#define PLUMB_BENCH_HOSTILE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb::bench {

// The program that gets an input.
enum class Task {
  kValidate,     // spv-val
  kAssemble,     // spv-as
  kReportAll,    // spv-as --max-errors 0
  kDisassemble,  // spv-dis
};

struct Hostile {
  Task task;
  absl::string_view name;
  absl::string_view grows;  // the unit of n
  // A text for kAssemble, a binary for the other tasks.  O(n) time and size.
  std::string (*generate)(int n);
  int n;  // makes an input of some hundred kilobytes
};

absl::Span<const Hostile> HostileInputs();

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_HOSTILE_H_
