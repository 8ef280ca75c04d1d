// See text_comparer.h.
#include "testdata/text_comparer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "api/report/report_writer.h"
#include "api/report/text_report.h"
#include "parse/binary/binary_writer.h"
#include "parse/disassembly/damaged_module.h"
#include "parse/text/header_comment.h"

namespace plumb {
namespace {

using bench::PeerTextOptions;

constexpr size_t kGeneratorWord = 2;  // each has its own
// The options that both have: header, indent, names, then those for
// comments and colors.
constexpr uint32_t kPlainCombinations = 4;
constexpr uint32_t kCombinations = 64;

// One of the combinations of the options that both have.
PeerTextOptions PeerOptions(uint32_t bits) {
  PeerTextOptions options;
  options.header = (bits & 1) == 0;
  options.indent = (bits & 2) == 0;
  options.friendly_names = (bits & 4) == 0;
  options.offsets = (bits & 8) != 0;
  options.comment = (bits & 16) != 0;
  options.color = (bits & 32) != 0;
  return options;
}

DisassemblerOptions ToPlumbOptions(const PeerTextOptions& peer) {
  DisassemblerOptions options;
  options.header = peer.header;
  options.indent = peer.indent;
  options.friendly_names = peer.friendly_names;
  options.offsets = peer.offsets;
  options.comment = peer.comment;
  options.color = peer.color;
  return options;
}

// As flags of the programs.
std::string Flags(const PeerTextOptions& options) {
  return absl::StrCat(options.header ? "" : " --no-header",
                      options.indent ? "" : " --no-indent",
                      options.friendly_names ? "" : " --raw-id",
                      options.offsets ? " --offsets" : "",
                      options.comment ? " --comment" : "",
                      options.color ? " --color" : "");
}

// The first line that differs, from both texts.
std::string FirstDifference(absl::string_view ours, absl::string_view peers) {
  const auto at = static_cast<size_t>(
      std::mismatch(ours.begin(), ours.end(), peers.begin(), peers.end())
          .first -
      ours.begin());
  const auto line = [at](absl::string_view text) {
    const size_t before =
        at == 0 ? absl::string_view::npos : text.substr(0, at).rfind('\n');
    const size_t begin = before == absl::string_view::npos ? 0 : before + 1;
    return text.substr(begin, text.find('\n', at) - begin);
  };
  return absl::StrCat("  ours: ", line(ours), "\n  peer: ", line(peers), "\n");
}

std::string FirstDifference(absl::Span<const uint32_t> ours,
                            absl::Span<const uint32_t> other) {
  const size_t size = std::min(ours.size(), other.size());
  for (size_t i = 0; i < size; ++i) {
    if (ours[i] == other[i]) continue;
    return absl::StrCat("  word ", i, ": 0x", absl::Hex(ours[i]),
                        " instead of 0x", absl::Hex(other[i]), "\n");
  }
  return absl::StrCat("  ", ours.size(), " words instead of ", other.size(),
                      "\n");
}

std::string WithoutColors(absl::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size());
    } else {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

// Whether lines differ only in words that are not ids, literals or comments.
bool DifferInWordsOnly(absl::string_view a, absl::string_view b) {
  const std::vector<absl::string_view> a_parts =
      absl::StrSplit(a, absl::ByAnyChar(" |"));
  const std::vector<absl::string_view> b_parts =
      absl::StrSplit(b, absl::ByAnyChar(" |"));
  if (a_parts.size() != b_parts.size()) return false;
  const auto is_word = [](absl::string_view text) {
    return !text.empty() && absl::ascii_isalpha(text[0]);
  };
  for (size_t i = 0; i < a_parts.size(); ++i) {
    if (a_parts[i] == ";") return true;
    if (a_parts[i] != b_parts[i] &&
        !(is_word(a_parts[i]) && is_word(b_parts[i]))) {
      return false;
    }
  }
  return true;
}

// Sorted, and without indentation.
std::vector<absl::string_view> SortedLines(absl::string_view text) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  for (absl::string_view& line : lines) {
    line = absl::StripLeadingAsciiWhitespace(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

void AddDifference(const TextInput& input, absl::string_view what,
                   absl::string_view details, TextOutcome* outcome) {
  ++(*outcome)[TextCount::kDifferences];
  outcome->differences.push_back(
      absl::StrCat(input.name, ": ", what, "\n", details));
}

}  // namespace

TextComparer::TextComparer() = default;

std::optional<TextComparer::Words> TextComparer::Assemble(
    absl::string_view text, const AssembleOptions& options,
    std::string* error) {
  diagnostics_.Clear();
  if (assembler_.Assemble(text, options, &assembled_, &diagnostics_)) {
    // The bytes of a file, with the ids of the text.
    const std::string bytes = EncodeModule(assembled_);
    Words words(bytes.size() / sizeof(uint32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
  }
  error->clear();
  TextReport().Add(MakeReport("", assembled_, diagnostics_, kDefaultTargetEnv,
                              /*max_shown=*/1),
                   error);
  return std::nullopt;
}

std::optional<TextComparer::Words> TextComparer::Reassemble(
    absl::string_view text, bool preserve_ids, std::string* error) {
  const HeaderComment header = ReadHeaderComment(text);
  AssembleOptions options;
  options.preserve_numeric_ids = preserve_ids;
  if (preserve_ids) {
    options.version = header.version;
    options.generator = header.generator;
    options.bound = header.bound;
    options.schema = header.schema;
  }
  return Assemble(text, options, error);
}

const bench::Peer& TextComparer::PeerFor(TargetEnv env) {
  const auto known = peers_.find(env);
  if (known != peers_.end()) return known->second;
  absl::StatusOr<bench::Peer> peer = bench::Peer::Create(Info(env).name);
  // The peer does not have the environment yet: only the version matters.
  if (!peer.ok()) {
    peer = bench::Peer::Create(Info(SpirvEnv(Info(env).spirv_minor)).name);
  }
  return peers_.emplace(env, *std::move(peer)).first->second;
}

TextOutcome TextComparer::Compare(const TextInput& input) {
  TextOutcome outcome;
  outcome[TextCount::kModules] = 1;
  Words words = input.words;
  if (input.text.has_value()) {
    CompareWords(input, &outcome);
    if (words.empty()) {
      AssembleOptions options;
      options.env = input.env;
      options.preserve_numeric_ids = input.preserve_ids;
      std::string error;
      words = Assemble(*input.text, options, &error).value_or(Words());
      if (words.empty()) return outcome;
    }
  }
  diagnostics_.Clear();
  const bool well_formed = reader_.Read(words, &module_, &diagnostics_);
  if (well_formed) {
    CompareTexts(input, words, &outcome);
  } else {
    ++outcome[TextCount::kWrongForm];
  }
  RoundTrip(input, words, well_formed, &outcome);
  return outcome;
}

TextOutcome TextComparer::CompareRoundTrip(const TextInput& input) {
  TextOutcome outcome;
  outcome[TextCount::kModules] = 1;
  diagnostics_.Clear();
  const bool well_formed = reader_.Read(input.words, &module_, &diagnostics_);
  if (!well_formed) ++outcome[TextCount::kWrongForm];
  RoundTrip(input, input.words, well_formed, &outcome);
  return outcome;
}

void TextComparer::CompareWords(const TextInput& input, TextOutcome* outcome) {
  AssembleOptions options;
  options.env = input.env;
  options.preserve_numeric_ids = input.preserve_ids;
  std::string error;
  std::optional<Words> ours = Assemble(*input.text, options, &error);
  const absl::StatusOr<bench::PeerBinary> peers = PeerFor(input.env).Assemble(
      *input.text, input.preserve_ids ? bench::PeerIds::kPreserve
                                      : bench::PeerIds::kRenumber);
  if (!peers.ok()) {
    ++(*outcome)[ours.has_value() ? TextCount::kOnlyPeerRejects
                                  : TextCount::kBothReject];
    if (ours.has_value()) {
      outcome->rejections.push_back(
          absl::StrCat(input.name, ": ", peers.status().message(), "\n"));
    }
    return;
  }
  if (!ours.has_value()) {
    return AddDifference(input, "only we reject the text", error, outcome);
  }
  Words expected(peers->words().begin(), peers->words().end());
  (*ours)[kGeneratorWord] = expected[kGeneratorWord];
  if (*ours == expected) {
    ++(*outcome)[TextCount::kSameWords];
  } else {
    AddDifference(input, "other words", FirstDifference(*ours, expected),
                  outcome);
  }
}

// Releases up to 2023.1 do not align comments.
uint32_t TextComparer::combinations() {
  if (combinations_ != 0) return combinations_;
  constexpr uint32_t kCapability[] = {0x07230203, 0x00010000, 0, 1,
                                      0,          0x00020011, 1};
  PeerTextOptions options;
  options.offsets = true;
  const auto text =
      PeerFor(kDefaultTargetEnv).Disassemble(kCapability, options);
  const bool aligns = text.ok() && absl::StrContains(text->text(), "  ; 0x");
  return combinations_ = aligns ? kCombinations : kPlainCombinations;
}

void TextComparer::CompareTexts(const TextInput& input,
                                absl::Span<const uint32_t> words,
                                TextOutcome* outcome) {
  const bench::Peer& peer = PeerFor(kDefaultTargetEnv);
  // Older releases have older names of enumerants, also in the names of types.
  const uint32_t first =
      combinations() == kPlainCombinations ? kPlainCombinations : 0;
  for (uint32_t bits = first; bits < first + combinations(); ++bits) {
    const PeerTextOptions options = PeerOptions(bits);
    const absl::StatusOr<bench::PeerText> peers =
        peer.Disassemble(words, options);
    if (!peers.ok()) {
      ++(*outcome)[TextCount::kPeerCannotPrint];
      outcome->rejections.push_back(
          absl::StrCat(input.name, ": ", peers.status().message(), "\n"));
      return;
    }
    const std::string ours =
        Disassembler(module_, ToPlumbOptions(options)).Disassemble();
    if (ours == peers->text()) {
      ++(*outcome)[TextCount::kSameTexts];
    } else if (IsExplained(ours, peers->text(), options.friendly_names)) {
      ++(*outcome)[TextCount::kExplainedTexts];
    } else if (PeerLoses(words)) {
      ++(*outcome)[TextCount::kPeerLoses];
      return;
    } else {
      return AddDifference(input,
                           absl::StrCat("other text with", Flags(options)),
                           FirstDifference(ours, peers->text()), outcome);
    }
  }
}

bool TextComparer::PeerLoses(absl::Span<const uint32_t> words) {
  PeerTextOptions options;
  options.friendly_names = false;
  const absl::StatusOr<bench::PeerText> text =
      PeerFor(kDefaultTargetEnv).Disassemble(words, options);
  if (!text.ok()) return true;
  std::string error;
  const std::optional<Words> again = Reassemble(text->text(), true, &error);
  return !again.has_value() || !absl::c_equal(*again, words);
}

bool TextComparer::IsExplained(absl::string_view ours, absl::string_view peers,
                               bool friendly_names) {
  const std::string our_text = WithoutColors(ours);
  const std::string peer_text = WithoutColors(peers);
  const std::vector<absl::string_view> our_lines =
      absl::StrSplit(our_text, '\n');
  const std::vector<absl::string_view> peer_lines =
      absl::StrSplit(peer_text, '\n');
  if (our_lines.size() != peer_lines.size()) return false;
  for (size_t i = 0; i < our_lines.size(); ++i) {
    if (!DifferInWordsOnly(our_lines[i], peer_lines[i])) return false;
  }
  std::string error;
  const std::optional<Words> our_words =
      Reassemble(our_text, !friendly_names, &error);
  return our_words.has_value() &&
         our_words == Reassemble(peer_text, !friendly_names, &error);
}

void TextComparer::RoundTrip(const TextInput& input, const Words& words,
                             bool well_formed, TextOutcome* outcome) {
  const auto expect = [&](absl::string_view what,
                          const std::optional<Words>& got,
                          const Words& expected, const std::string& error) {
    if (!got.has_value()) {
      AddDifference(input, absl::StrCat(what, " is rejected"), error, outcome);
    } else if (*got != expected) {
      AddDifference(input, absl::StrCat(what, " gives other words"),
                    FirstDifference(*got, expected), outcome);
    } else {
      ++(*outcome)[TextCount::kRoundTrips];
    }
  };
  std::string error;
  if (!well_formed) {
    if (words.size() < kHeaderWords) return;
    const std::string text = DisassembleDamaged(module_, {});
    return expect("text of a damaged module", Reassemble(text, true, &error),
                  words, error);
  }
  DisassemblerOptions options;
  options.friendly_names = false;
  const std::string plain_text = DisassembleWhole(module_, options);
  expect("text with numbers", Reassemble(plain_text, true, &error), words,
         error);
  options.offsets = options.comment = options.nested_indent = true;
  const std::string numbers = DisassembleWhole(module_, options);
  expect("text with comments", Reassemble(numbers, true, &error), words, error);
  // Reordered blocks are the same instructions.
  DisassemblerOptions reordered;
  reordered.header = reordered.friendly_names = false;
  const std::string plain = Disassembler(module_, reordered).Disassemble();
  reordered.indent = false;
  reordered.reorder_blocks = true;
  const std::string moved = Disassembler(module_, reordered).Disassemble();
  if (SortedLines(plain) != SortedLines(moved)) {
    AddDifference(input, "other instructions with blocks reordered", "",
                  outcome);
  }
  // Names are compared with renumbered ids.  If DisassembleWhole() cannot
  // print the module unchanged, nothing is guaranteed.
  if (module_.renumbered() || !module_.redefinitions().empty() ||
      absl::StrContains(numbers, " !0x")) {
    return;
  }
  const std::optional<Words> renumbered = Reassemble(numbers, false, &error);
  if (!renumbered.has_value()) return;  // that has been reported
  options.friendly_names = true;
  const std::string names = DisassembleWhole(module_, options);
  expect("text with names", Reassemble(names, false, &error), *renumbered,
         error);
}

}  // namespace plumb
