// Races the disassembler against the peer's spvBinaryToText() over a corpus of
// binaries, in one process: words in memory to text in memory.  Of several
// passes the fastest counts for each.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>

#include "absl/status/statusor.h"
#include "bench/corpus.h"
#include "bench/peer.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "parse/binary_reader.h"
#include "parse/disassembler.h"

namespace plumb::bench {
namespace {

constexpr int kPasses = 5;

struct Figures {
  double seconds = std::numeric_limits<double>::infinity();
  size_t bytes = 0;  // of text, in one pass
};

template <typename Disassemble>
Figures Race(const Corpus& corpus, Disassemble disassemble) {
  using Clock = std::chrono::steady_clock;
  Figures figures;
  for (int pass = 0; pass < kPasses; ++pass) {
    size_t bytes = 0;
    const Clock::time_point start = Clock::now();
    for (const CorpusModule& module : corpus.modules) {
      bytes += disassemble(module);
    }
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    figures.seconds = std::min(figures.seconds, elapsed.count());
    figures.bytes = bytes;
  }
  return figures;
}

void RaceNames(const Corpus& corpus, const Peer& peer, bool friendly) {
  BinaryReader reader;
  Module words;
  const Figures ours = Race(corpus, [&](const CorpusModule& module) {
    DiagnosticList list;
    reader.Read(module.words, &words, &list);
    DisassemblerOptions options;
    options.header = false;
    options.friendly_names = friendly;
    return Disassembler(words, options).Disassemble().size();
  });
  const Figures theirs = Race(corpus, [&](const CorpusModule& module) {
    const absl::StatusOr<PeerText> text = peer.Disassemble(
        module.words, friendly ? PeerNames::kFriendly : PeerNames::kNumbers);
    return text.ok() ? text->text().size() : 0;
  });
  std::printf(
      "%-8s  Plumb %8.2f ms %7.1f MB/s   peer %8.2f ms %7.1f MB/s"
      "   %5.2f times\n",
      friendly ? "names" : "numbers", ours.seconds * 1e3,
      static_cast<double>(ours.bytes) / 1e6 / ours.seconds,
      theirs.seconds * 1e3,
      static_cast<double>(theirs.bytes) / 1e6 / theirs.seconds,
      theirs.seconds / ours.seconds);
}

int Main(int argc, char** argv) {
  absl::StatusOr<Corpus> corpus =
      LoadCorpus(argc > 1 ? argv[1] : DefaultCorpusFolder());
  const absl::StatusOr<Peer> peer = Peer::Create("spv1.6");
  if (!corpus.ok() || !peer.ok()) {
    const absl::Status& bad = corpus.ok() ? peer.status() : corpus.status();
    std::fprintf(stderr, "%s\n", std::string(bad.message()).c_str());
    return 1;
  }
  // Only what both can read.
  auto& modules = corpus->modules;
  modules.erase(std::remove_if(modules.begin(), modules.end(),
                               [&](const CorpusModule& module) {
                                 return module.words.empty() ||
                                        !peer->Disassemble(module.words).ok();
                               }),
                modules.end());
  std::printf("%zu modules\n", modules.size());
  RaceNames(*corpus, *peer, true);
  RaceNames(*corpus, *peer, false);
  return 0;
}

}  // namespace
}  // namespace plumb::bench

int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }
