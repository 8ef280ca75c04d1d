// Times whole runs of the command-line programs on a module of one function,
// Plumb's against the peer's of the same name.
//
// Uses process_time.h, which has the tests.

#ifndef PLUMB_BENCH_PROGRAMS_H_
#define PLUMB_BENCH_PROGRAMS_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "bench/report.h"

namespace plumb::bench {

struct ProgramOptions {
  std::string bin;  // the folder of Plumb's programs
  std::string peer_bin = "/usr/bin";
  int runs = 300;  // of each program; 0: do not run any

  void AddTo(CLI::App* app);
};

// Medians of spv-as and spv-val against spirv-as and spirv-val.  Empty, with a
// message on standard error, if Plumb's programs do not exist.
absl::StatusOr<std::vector<ProgramFigures>> MeasurePrograms(
    const ProgramOptions& options);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_PROGRAMS_H_
