#include "parse/binary/binary_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "absl/numeric/bits.h"
#include "core/byte_order.h"
#include "core/call_context.h"
#include "core/module_builder.h"
#include "parse/binary/binary_rules.h"
#include "parse/binary/instruction_decoder.h"
#include "parse/binary/literal_widths.h"

namespace plumb {
namespace {

// Reading stops here: a user reads the first few errors, and after so many the
// positions are unlikely to be those of instructions.
constexpr size_t kMaxDiagnostics = 10000;

// A few thousand instructions.
constexpr uint32_t kPolledWords = 1 << 15;

static_assert(SwapBytes(kMagicNumber) == 0x03022307);

// The maximum size of tables by id.  Ids of a module with a larger bound are
// renumbered.
constexpr uint64_t LargestIdTable(uint64_t word_count) {
  return 4 * word_count + 1024;
}

}  // namespace

class BinaryReader::Impl {
 public:
  bool Read(absl::string_view bytes, Module* module,
            DiagnosticList* diagnostics);

 private:
  bool CheckSize(absl::string_view bytes);
  void ReadHeader();
  void ReadInstructions();
  void Report(const Rule& rule, uint32_t begin, uint32_t end,
              std::initializer_list<Arg> args) {
    diagnostics_->Add(rule, Place::Input(begin, end), args);
  }

  InstructionDecoder decoder_;
  ModuleBuilder builder_;

  DiagnosticList* diagnostics_ = nullptr;
  absl::Span<const uint32_t> words_;
  ModuleHeader header_;
};

bool BinaryReader::Impl::Read(absl::string_view bytes, Module* module,
                              DiagnosticList* diagnostics) {
  diagnostics_ = diagnostics;
  const size_t errors_before = diagnostics->error_count();
  builder_.Start(module);
  if (!CheckSize(bytes)) return false;

  const size_t word_count = bytes.size() / sizeof(uint32_t);
  uint32_t magic = 0;
  std::memcpy(&magic, bytes.data(), sizeof(magic));
  if (magic != kMagicNumber && magic != SwapBytes(kMagicNumber)) {
    Report(BinaryRule("binary.header.magic"), 0, 1, {Arg::Hex(magic)});
    return false;
  }
  const bool swapped = magic != kMagicNumber;
  const bool aligned =
      reinterpret_cast<uintptr_t>(bytes.data()) % alignof(uint32_t) == 0;
  const uint32_t bound = [&] {
    uint32_t word = 0;
    std::memcpy(&word, bytes.data() + 3 * sizeof(word), sizeof(word));
    return swapped ? SwapBytes(word) : word;
  }();
  const bool renumber = bound > LargestIdTable(word_count);

  if (swapped || renumber || !aligned) {
    Buffer<uint32_t>& owned = builder_.owned_words();
    owned.ResizeUninitialized(word_count);
    std::memcpy(owned.data(), bytes.data(), word_count * sizeof(uint32_t));
    if (swapped) {
      for (uint32_t& word : owned) word = SwapBytes(word);
    }
    words_ = owned;
  } else {
    words_ = absl::MakeConstSpan(
        reinterpret_cast<const uint32_t*>(bytes.data()), word_count);
    builder_.BorrowWords(words_);
  }

  ReadHeader();
  decoder_.Start(words_, bound, &builder_, diagnostics);
  if (renumber) {
    builder_.SetIdBound(1);
    decoder_.Renumber(absl::MakeSpan(builder_.owned_words()));
  } else {
    builder_.SetIdBound(bound);
  }
  builder_.Reserve(static_cast<uint32_t>(word_count),
                   static_cast<uint32_t>(word_count / 4));
  ReadInstructions();
  decoder_.ReportIdsBeyondBound();
  if (renumber) builder_.set_original_ids(decoder_.original_ids());
  builder_.Finish();
  if (diagnostics->error_count() == errors_before) return true;
  MergeErrorsOfLiteralWidths(*module, diagnostics);
  return false;
}

bool BinaryReader::Impl::CheckSize(absl::string_view bytes) {
  const uint64_t word_count = bytes.size() / sizeof(uint32_t);
  constexpr uint64_t kMaxWords = std::numeric_limits<int32_t>::max();
  if (bytes.size() % sizeof(uint32_t) != 0 && word_count >= kHeaderWords) {
    const uint32_t end = static_cast<uint32_t>(std::min(word_count, kMaxWords));
    Report(BinaryRule("binary.module.word-multiple"), end, end + 1,
           {Arg(uint64_t{bytes.size()})});
  }
  if (word_count < kHeaderWords) {
    Report(BinaryRule("binary.header.size"), 0,
           static_cast<uint32_t>(word_count), {Arg(word_count)});
    return false;
  }
  if (word_count > kMaxWords) {
    Report(BinaryRule("binary.module.size"), 0, 1,
           {Arg(word_count), Arg(kMaxWords)});
    return false;
  }
  return true;
}

void BinaryReader::Impl::ReadHeader() {
  header_.version = words_[1];
  header_.generator = words_[2];
  header_.bound = words_[3];
  header_.schema = words_[4];
  builder_.set_header(header_);
  const uint32_t version = header_.version;
  if ((version & 0xff0000ff) != 0) {
    Report(BinaryRule("binary.header.version-zero-bytes"), 1, 2,
           {Arg::Hex(version)});
  } else if (header_.major_version() != 1 || header_.minor_version() > 6) {
    Report(BinaryRule("binary.header.version-exists"), 1, 2,
           {header_.major_version(), header_.minor_version()});
  }
  if (header_.schema != 0) {
    Report(BinaryRule("binary.header.schema-zero"), 4, 5,
           {Arg::Hex(header_.schema)});
  }
}

void BinaryReader::Impl::ReadInstructions() {
  const uint32_t end = static_cast<uint32_t>(words_.size());
  const size_t last_diagnostic = diagnostics_->total_count() + kMaxDiagnostics;
  uint32_t at = kHeaderWords;
  uint32_t stop = at;
  while (diagnostics_->total_count() < last_diagnostic) {
    if (at >= stop) {
      ThrowIfCancelled();
      stop = at + std::min(end - at, kPolledWords);
    }
    at = decoder_.DecodeFastRun(at, stop);
    if (at == end) return;
    if (at >= stop) continue;
    const uint32_t word_count = words_[at] >> 16;
    if (word_count == 0) {
      // The start of the next instruction is unknown.
      Report(BinaryRule("binary.instruction.word-count-nonzero"), at, at + 1,
             {});
      return;
    }
    if (word_count > end - at) {
      Report(BinaryRule("binary.instruction.within-module"), at, end,
             {word_count, end - at});
      return;
    }
    const uint32_t opcode = words_[at] & 0xffff;
    const grammar::Op op = grammar::OpFromOpcode(opcode);
    if (op == grammar::kNoOp) {
      Report(BinaryRule("enum.instruction.opcode-known"), at, at + word_count,
             {opcode});
    } else {
      decoder_.Decode(op, at, word_count);
    }
    at += word_count;
  }
}

BinaryReader::BinaryReader() : impl_(std::make_unique<Impl>()) {}
BinaryReader::~BinaryReader() = default;

bool BinaryReader::Read(absl::Span<const uint32_t> words, Module* module,
                        DiagnosticList* diagnostics) {
  return ReadBytes(
      absl::string_view(reinterpret_cast<const char*>(words.data()),
                        words.size() * sizeof(uint32_t)),
      module, diagnostics);
}

bool BinaryReader::ReadBytes(absl::string_view bytes, Module* module,
                             DiagnosticList* diagnostics) {
  return impl_->Read(bytes, module, diagnostics);
}

}  // namespace plumb
