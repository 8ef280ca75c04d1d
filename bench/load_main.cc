// Prints the peak of heap memory of each load, as a multiple of its input.
//
//   load_main --scale 8 validate block_chain
//
// With --work, runs each load with a tiny input, once more with it, with an
// input and with one of twice the size, for a profiler that counts the
// instructions of RunLoad() (work_test.sh), and prints the two sizes.  The
// first run pays for what is made once.

#include <cstddef>
#include <cstdio>
#include <string>

#include "CLI/CLI.hpp"
#include "bench/load.h"
#include "bench/memory.h"

namespace plumb::bench {
namespace {

std::string InputOf(const Load& load, double scale) {
  return load.generate(static_cast<int>(load.n * scale));
}

void PrintMemory(const Load& load, double scale) {
  const std::string input = InputOf(load, scale);
  const HeapUse use = MeasureHeap([&] { RunLoad(load.task, input); });
  std::printf(
      "%-12s %-20s %9zu bytes %6.2f times, %zu allocations\n",
      std::string(NameOf(load.task)).c_str(), load.name.c_str(), input.size(),
      static_cast<double>(use.peak_bytes) / static_cast<double>(input.size()),
      use.allocations);
}

void RunAtTwoSizes(const Load& load, double scale) {
  std::printf("%s %s", std::string(NameOf(load.task)).c_str(),
              load.name.c_str());
  const std::string tiny = InputOf(load, scale / 64);
  for (int i = 0; i < 2; ++i) RunLoad(load.task, tiny);
  for (const double size : {scale, 2 * scale}) {
    const std::string input = InputOf(load, size);
    RunLoad(load.task, input);
    std::printf(" %zu", input.size());
  }
  std::printf("\n");
}

int Main(int argc, char** argv) {
  CLI::App app("Prints the memory that loads take");
  std::string task, name;
  double scale = 1;
  bool work = false;
  app.add_option("TASK", task, "validate, assemble or disassemble");
  app.add_option("NAME", name, "the load (default: all)");
  app.add_option("--scale", scale, "multiplies the sizes of the inputs");
  app.add_flag("--work", work, "run each load at two sizes");
  CLI11_PARSE(app, argc, argv);
  for (const Load& load : Loads()) {
    if (!task.empty() && task != NameOf(load.task)) continue;
    if (!name.empty() && name != load.name) continue;
    work ? RunAtTwoSizes(load, scale) : PrintMemory(load, scale);
  }
  return 0;
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }
