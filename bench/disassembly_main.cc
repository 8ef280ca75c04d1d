// Compares the speed of the disassembler with the peer's spvBinaryToText(),
// with names for ids and with numbers, in one process: words in memory to text
// in memory.  The fastest of several passes counts for each.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bench/options.h"
#include "bench/peer.h"
#include "bench/workload.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "parse/binary/binary_reader.h"
#include "parse/disassembly/disassembler.h"

namespace plumb::bench {
namespace {

constexpr int kPasses = 5;

using Modules = std::vector<const TimedModule*>;

struct Figures {
  double seconds = std::numeric_limits<double>::infinity();
  size_t bytes = 0;  // of text, in one pass
};

template <typename Disassemble>
Figures Race(const Modules& modules, Disassemble disassemble) {
  using Clock = std::chrono::steady_clock;
  Figures figures;
  for (int pass = 0; pass < kPasses; ++pass) {
    size_t bytes = 0;
    const Clock::time_point start = Clock::now();
    for (const TimedModule* module : modules) bytes += disassemble(*module);
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    figures.seconds = std::min(figures.seconds, elapsed.count());
    figures.bytes = bytes;
  }
  return figures;
}

void RaceNames(const std::string& name, const Modules& modules,
               const Peer& peer, bool friendly) {
  BinaryReader reader;
  Module words;
  const Figures ours = Race(modules, [&](const TimedModule& module) {
    DiagnosticList list;
    reader.Read(module.words, &words, &list);
    DisassemblerOptions options;
    options.header = false;
    options.friendly_names = friendly;
    return Disassembler(words, options).Disassemble().size();
  });
  const Figures theirs = Race(modules, [&](const TimedModule& module) {
    const absl::StatusOr<PeerText> text = peer.Disassemble(
        module.words, friendly ? PeerNames::kFriendly : PeerNames::kNumbers);
    return text.ok() ? text->text().size() : 0;
  });
  std::printf(
      "%-20s %-8s  Plumb %8.2f ms %7.1f MB/s   peer %8.2f ms %7.1f MB/s"
      "   %5.2f times\n",
      name.c_str(), friendly ? "names" : "numbers", ours.seconds * 1e3,
      static_cast<double>(ours.bytes) / 1e6 / ours.seconds,
      theirs.seconds * 1e3,
      static_cast<double>(theirs.bytes) / 1e6 / theirs.seconds,
      theirs.seconds / ours.seconds);
}

int Main(int argc, char** argv) {
  CLI::App app("Races the disassembler against SPIRV-Tools");
  WorkloadOptions options;
  options.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  WorkloadSet set;
  const absl::Status loaded = options.Load(&set);
  const absl::StatusOr<Peer> peer = Peer::Create("spv1.6");
  if (!loaded.ok() || !peer.ok()) {
    const absl::Status& bad = loaded.ok() ? peer.status() : loaded;
    std::fprintf(stderr, "%s\n", std::string(bad.message()).c_str());
    return 1;
  }
  for (const Workload& workload : set.workloads()) {
    Modules modules;  // that both can read
    for (const TimedModule* module : workload.modules) {
      if (peer->Disassemble(module->words).ok()) modules.push_back(module);
    }
    RaceNames(workload.name, modules, *peer, true);
    RaceNames(workload.name, modules, *peer, false);
  }
  return 0;
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }
