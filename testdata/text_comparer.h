// Compares assembler and disassembler with those of SPIRV-Tools on one module:
//
//   - a text gives the same words, except for the generator in the header;
//   - words give the same text, with each combination of the options that the
//     peer has;
//   - the text of the words gives them back: with numbers for ids all of them,
//     including the header; with friendly names all except the numbers of the
//     ids;
//   - reordered blocks are the same instructions.
//
// The peer's grammar is older.  Modules that it cannot assemble or print are
// only counted.  A different text of the peer is explained
//
//   - if only words differ that are neither ids nor literals, and their
//     meaning is the same: it assembles to the same words; or
//   - if the peer's text loses information: with numbers for ids, it does not
//     give the words back.
//
// Tested by text_differential_test.cc.
#ifndef PLUMB_TESTDATA_TEXT_COMPARER_H_
#define PLUMB_TESTDATA_TEXT_COMPARER_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "bench/peer.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/target_env.h"
#include "parse/binary/binary_reader.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"

namespace plumb {

// A module to compare: a text, words or both.
struct TextInput {
  std::string name;
  TargetEnv env = kDefaultTargetEnv;  // for which the text is assembled
  bool preserve_ids = false;
  std::optional<std::string> text;
  std::vector<uint32_t> words;  // empty: those assembled from the text
};

// The counted results.
enum class TextCount : uint8_t {
  kModules,
  kSameWords,        // texts that both assemble, to the same words
  kBothReject,       // texts
  kOnlyPeerRejects,  // texts
  kSameTexts,        // one for each combination of options
  kExplainedTexts,   // differ in names of the same meaning
  kPeerLoses,        // modules that the peer's text does not give back
  kPeerCannotPrint,  // modules whose form is valid
  kWrongForm,        // modules: only the round trip is tested
  kRoundTrips,       // texts that gave the words back
  kDifferences,      // anything else
};
inline constexpr size_t kTextCounts = 11;
using TextCounts = std::array<uint64_t, kTextCounts>;

struct TextOutcome {
  TextCounts counts = {};
  std::vector<std::string> differences;  // each some lines
  std::vector<std::string> rejections;   // messages of the peer
  uint64_t& operator[](TextCount count) {
    return counts[static_cast<size_t>(count)];
  }
};

// Keeps its memory between modules.
class TextComparer {
 public:
  TextComparer();
  TextOutcome Compare(const TextInput& input);
  // Compares only words, and only whether the text gives them back.
  TextOutcome CompareRoundTrip(const TextInput& input);

  // The number of option combinations for this release of the peer.
  uint32_t combinations();

 private:
  using Words = std::vector<uint32_t>;

  // Nullopt, with the reason in `error`, if the text is rejected.
  std::optional<Words> Assemble(absl::string_view text,
                                const AssembleOptions& options,
                                std::string* error);
  // Like spv-as --preserve-numeric-ids: with the header of the text.
  std::optional<Words> Reassemble(absl::string_view text, bool preserve_ids,
                                  std::string* error);
  const bench::Peer& PeerFor(TargetEnv env);

  void CompareWords(const TextInput& input, TextOutcome* outcome);
  void CompareTexts(const TextInput& input, absl::Span<const uint32_t> words,
                    TextOutcome* outcome);
  // Whether the peer's text with numbers for ids does not give the words back.
  bool PeerLoses(absl::Span<const uint32_t> words);
  // Whether the peer's text has the same meaning with other names.
  bool IsExplained(absl::string_view ours, absl::string_view peers,
                   bool friendly_names);
  void RoundTrip(const TextInput& input, const Words& words, bool well_formed,
                 TextOutcome* outcome);

  Assembler assembler_;
  BinaryReader reader_;
  Module assembled_, module_;
  DiagnosticList diagnostics_;
  std::map<TargetEnv, bench::Peer> peers_;
  uint32_t combinations_ = 0;  // 0: not computed yet
};

}  // namespace plumb

#endif  // PLUMB_TESTDATA_TEXT_COMPARER_H_
