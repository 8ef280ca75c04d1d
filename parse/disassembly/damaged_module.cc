// See damaged_module.h.
#include "parse/disassembly/damaged_module.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/byte_order.h"
#include "core/diagnostic.h"
#include "parse/binary/binary_writer.h"
#include "parse/text/assembler.h"
#include "parse/text/header_comment.h"

namespace plumb {
namespace {

// Each round costs as much as assembling the text.
constexpr int kMaxRounds = 6;
constexpr size_t kWordSize = sizeof(uint32_t);
// A larger module is disassembled twice rather than held as text.
constexpr size_t kLargeWords = 1 << 18;

std::string BytesAfterHeader(const Module& module) {
  std::string bytes = EncodeModule(module);
  bytes.erase(0, kHeaderWords * kWordSize);
  return bytes;
}

// Whether the text is to assemble to the same words.
bool IsPromised(const DisassemblerOptions& options) {
  return !options.friendly_names && !options.reorder_blocks && !options.color;
}

// Whether text without immediate words assembles to the same words.
bool IsOrdinary(const Module& module) {
  return !module.renumbered() && module.redefinitions().empty();
}

bool HasImmediateWords(absl::string_view text) {
  return text.find(" !0x") != text.npos;
}

// Assembles `text`; its bytes after the header, or the error.
std::string Reassemble(absl::string_view text, DiagnosticList* diagnostics) {
  AssembleOptions options;
  options.preserve_numeric_ids = true;
  Module module;
  if (!Assembler().Assemble(text, options, &module, diagnostics)) return "";
  return BytesAfterHeader(module);
}

// The instruction whose text contains this offset.
uint32_t InstructionAt(const std::vector<size_t>& begins, size_t offset) {
  const auto after = std::upper_bound(begins.begin(), begins.end(), offset);
  return static_cast<uint32_t>(
      std::max<std::ptrdiff_t>(after - begins.begin() - 1, 0));
}

// The instruction that contains this word.
uint32_t InstructionWith(const Module& module, uint32_t word) {
  const absl::Span<const InstRecord> records = module.records();
  const auto after = std::upper_bound(
      records.begin(), records.end(), word,
      [](uint32_t at, const InstRecord& r) { return at < r.first_word; });
  return static_cast<uint32_t>(
      std::max<std::ptrdiff_t>(after - records.begin() - 1, 0));
}

// Whether the result of an instruction cannot be written as one.
bool HasInvalidResult(const Inst& inst, uint32_t bound) {
  if (!inst.info().has_result) return false;
  const uint32_t id = inst.id(inst.info().has_result_type ? 1 : 0).value;
  return id == 0 || id >= bound;
}

// The header's comments, and every other word as a number.
std::string AllWords(const Module& module, const std::string& bytes,
                     const DisassemblerOptions& options) {
  std::string text;
  if (options.header) {
    text = Disassembler(module, options).HeaderText();
  }
  constexpr size_t kTextOfWord = 12;
  text.reserve(text.size() + bytes.size() / kWordSize * kTextOfWord);
  for (size_t at = 0; at < bytes.size(); at += kWordSize) {
    uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, kWordSize);
    absl::StrAppend(&text, "!0x",
                    absl::Hex(LittleEndian(word), absl::kZeroPad8),
                    (at / kWordSize) % 8 == 7 ? "\n" : " ");
  }
  if (!text.empty()) text.back() = '\n';
  return text;
}

}  // namespace

std::string DisassembleDamaged(const Module& module,
                               DisassemblerOptions options) {
  if (module.words().size() < kHeaderWords) return "";
  options.friendly_names = false;
  options.reorder_blocks = options.nested_indent = options.color = false;
  options.bad_ids_as_words = true;
  const DisassemblerOptions printed = options;
  options.printable_strings = false;  // the text itself is assembled
  const std::string bytes = BytesAfterHeader(module);
  const Disassembler disassembler(module, options);
  std::vector<bool> as_words(module.size());
  for (uint32_t i = 0; i < module.size(); ++i) {
    as_words[i] =
        HasInvalidResult(module.inst(InstIndex(i)), module.header().bound);
  }
  std::vector<size_t> begins;
  for (int round = 0; round < kMaxRounds; ++round) {
    std::string text = disassembler.Disassemble(as_words, &begins);
    DiagnosticList diagnostics;
    const std::string again = Reassemble(text, &diagnostics);
    if (diagnostics.error_count() == 0) {
      if (again == bytes) {
        if (!printed.printable_strings) return text;
        return Disassembler(module, printed).Disassemble(as_words);
      }
      const auto differs =
          std::mismatch(bytes.begin(), bytes.end(), again.begin(), again.end());
      const auto at = static_cast<size_t>(differs.first - bytes.begin());
      if (module.size() == 0) break;
      as_words[InstructionWith(
          module, static_cast<uint32_t>(at / kWordSize) + kHeaderWords)] = true;
      continue;
    }
    for (const Diagnostic& diagnostic : diagnostics.diagnostics()) {
      if (begins.empty() || diagnostic.place.kind != Place::Kind::kInput) break;
      as_words[InstructionAt(begins, diagnostic.place.begin)] = true;
    }
  }
  return AllWords(module, bytes, options);
}

void WriteWhole(const Module& module, const DisassemblerOptions& options,
                Disassembler::WritePart write) {
  const Disassembler disassembler(module, options);
  bool may_differ = IsPromised(options);
  if (may_differ && IsOrdinary(module) && module.words().size() > kLargeWords) {
    may_differ = false;
    disassembler.Write([&](absl::string_view part) {
      may_differ = may_differ || HasImmediateWords(part);
    });
  }
  if (may_differ) {
    const std::string text = DisassembleWhole(module, options);
    if (!text.empty()) write(text);
  } else {
    disassembler.Write(write);
  }
}

std::string DisassembleWhole(const Module& module,
                             const DisassemblerOptions& options) {
  std::string text = Disassembler(module, options).Disassemble();
  if (!IsPromised(options) ||
      (IsOrdinary(module) && !HasImmediateWords(text))) {
    return text;
  }
  DisassemblerOptions assembled = options;
  assembled.printable_strings = false;
  DiagnosticList diagnostics;
  const std::string again = Reassemble(
      options.printable_strings ? Disassembler(module, assembled).Disassemble()
                                : text,
      &diagnostics);
  if (again == BytesAfterHeader(module)) return text;
  return DisassembleDamaged(module, options);
}

}  // namespace plumb
