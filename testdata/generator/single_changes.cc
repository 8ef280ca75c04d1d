// See single_changes.h.
#include "testdata/generator/single_changes.h"

#include <cstddef>

#include "testdata/mutations.h"

namespace plumb::generator {
namespace {

constexpr size_t kVersionWord = 1;
constexpr uint32_t kLastMinorVersion = 6;
constexpr size_t kMaxEnumerants = 160;

class Changer {
 public:
  using Words = std::vector<uint32_t>;

  Changer(const Module& module, const std::function<void(const Words&)>& visit)
      : module_(module),
        groups_(module),
        visit_(visit),
        original_(module.words().begin(), module.words().end()) {}

  void Run() {
    for (uint32_t minor = 0; minor <= kLastMinorVersion; ++minor) {
      Replace(kVersionWord, 0x00010000 | minor << 8);
    }
    for (uint32_t i = 0; i < module_.size(); ++i) {
      const Inst inst = module_.inst(InstIndex(i));
      Remove(inst);
      Repeat(inst);
      ChangeLength(inst);
      for (const Operand& operand : inst.operands()) {
        ChangeOperand(inst, operand);
      }
    }
  }

 private:
  size_t FirstWord(const Inst& inst) const {
    return module_.record(inst.index()).first_word;
  }
  void Replace(size_t at, uint32_t word) {
    if (original_[at] == word) return;
    Words words = original_;
    words[at] = word;
    visit_(words);
  }
  void Remove(const Inst& inst) {
    Words words = original_;
    const auto first =
        words.begin() + static_cast<std::ptrdiff_t>(FirstWord(inst));
    words.erase(first, first + inst.word_count());
    visit_(words);
  }
  void Repeat(const Inst& inst) {
    Words words = original_;
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(FirstWord(inst)),
                 inst.words().begin(), inst.words().end());
    visit_(words);
  }
  // Without its last word, and with that word twice.
  void ChangeLength(const Inst& inst) {
    const size_t first = FirstWord(inst);
    const auto end = static_cast<std::ptrdiff_t>(first + inst.word_count());
    Words words = original_;
    words.insert(words.begin() + end, original_[static_cast<size_t>(end) - 1]);
    words[first] += 1u << 16;
    visit_(words);
    if (inst.word_count() < 2) return;
    words = original_;
    words.erase(words.begin() + end - 1);
    words[first] -= 1u << 16;
    visit_(words);
  }

  void ChangeOperand(const Inst& inst, const Operand& operand) {
    const size_t at = FirstWord(inst) + operand.word;
    if (IsIdKind(operand.kind)) return ChangeId(at);
    const grammar::Category category = grammar::Info(operand.kind).category;
    switch (category) {
      case grammar::Category::kValueEnum:
      case grammar::Category::kBitEnum:
        ChangeEnumerant(at, operand.kind,
                        category == grammar::Category::kBitEnum);
        return;
      case grammar::Category::kLiteral:
        for (uint32_t number : {0u, 1u, 2u, 3u, 4u, 5u, 8u, 16u, 33u, 64u, ~0u,
                                original_[at] + 1}) {
          Replace(at, number);
        }
        return;
      default:
        return;
    }
  }
  void ChangeEnumerant(size_t at, Kind kind, bool is_mask) {
    const auto all = grammar::Enumerants(kind);
    // Of a large kind, some that differ from operand to operand.
    const size_t step = all.size() / kMaxEnumerants + 1;
    for (size_t i = at % step; i < all.size(); i += step) {
      Replace(at, is_mask ? original_[at] ^ all[i].value : all[i].value);
    }
    Replace(at, 0x7fffffff);
  }
  void ChangeId(size_t at) {
    const Id id(original_[at]);
    constexpr uint32_t kTries = 12;
    for (uint32_t i = 0; i < kTries; ++i) {
      Replace(at, groups_.ReplacementFor(id, i * 7919).value);
    }
    // Of any class.
    for (uint32_t i = 1; i <= kTries; ++i) {
      Replace(at, i * 31 % module_.header().bound);
    }
    Replace(at, module_.header().bound);
  }

  const Module& module_;
  IdGroups groups_;
  const std::function<void(const Words&)>& visit_;
  Words original_;
};

}  // namespace

void ForEachSingleChange(
    const Module& module,
    const std::function<void(const std::vector<uint32_t>& words)>& visit) {
  Changer(module, visit).Run();
}

}  // namespace plumb::generator
