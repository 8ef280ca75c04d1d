// For tests: writes a binary module word by word, valid or not.
#ifndef PLUMB_PARSE_BINARY_MODULE_WORDS_H_
#define PLUMB_PARSE_BINARY_MODULE_WORDS_H_

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/byte_order.h"
#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

class ModuleWords {
 public:
  explicit ModuleWords(uint32_t bound, uint32_t version = 0x00010600)
      : words_{kMagicNumber, version, 0, bound, 0} {}

  static std::vector<uint32_t> String(absl::string_view text) {
    std::vector<uint32_t> words(text.size() / 4 + 1);
    std::memcpy(words.data(), text.data(), text.size());
    for (uint32_t& word : words) word = LittleEndian(word);
    return words;
  }

  // Adds an instruction: words, then a string, then more words.
  ModuleWords& Add(grammar::Op op, std::initializer_list<uint32_t> operands) {
    Begin(op);
    words_.insert(words_.end(), operands);
    return End();
  }
  ModuleWords& Add(grammar::Op op, std::initializer_list<uint32_t> operands,
                   absl::string_view string,
                   std::initializer_list<uint32_t> more = {}) {
    Begin(op);
    words_.insert(words_.end(), operands);
    const std::vector<uint32_t> text = String(string);
    words_.insert(words_.end(), text.begin(), text.end());
    words_.insert(words_.end(), more);
    return End();
  }
  ModuleWords& Raw(std::initializer_list<uint32_t> words) {
    words_.insert(words_.end(), words);
    return *this;
  }

  uint32_t size() const { return static_cast<uint32_t>(words_.size()); }
  std::vector<uint32_t>& words() { return words_; }
  operator absl::Span<const uint32_t>() const { return words_; }  // NOLINT

 private:
  void Begin(grammar::Op op) {
    begin_ = words_.size();
    words_.push_back(grammar::Info(op).opcode);
  }
  ModuleWords& End() {
    words_[begin_] |= static_cast<uint32_t>(words_.size() - begin_) << 16;
    return *this;
  }

  std::vector<uint32_t> words_;
  size_t begin_ = 0;
};

// A small fragment shader with most layouts: strings, enumerants with
// parameters, masks, extended instructions, wide literals, OpSwitch, OpPhi.
inline ModuleWords SmallShader() {
  using grammar::Op;
  ModuleWords m(40);
  m.Add(Op::kCapability, {1})
      .Add(Op::kCapability, {11})
      .Add(Op::kExtInstImport, {1}, "GLSL.std.450")
      .Add(Op::kMemoryModel, {0, 1})
      .Add(Op::kEntryPoint, {4, 2}, "main", {20})
      .Add(Op::kExecutionMode, {2, 7})
      .Add(Op::kSource, {2, 450})
      .Add(Op::kName, {2}, "main")
      .Add(Op::kDecorate, {20, 11, 15})  // BuiltIn FragCoord
      .Add(Op::kDecorate, {21, 40, 3})   // FPFastMathMode NotNaN|NotInf
      .Add(Op::kTypeVoid, {3})
      .Add(Op::kTypeFunction, {4, 3})
      .Add(Op::kTypeFloat, {5, 32})
      .Add(Op::kTypeVector, {6, 5, 4})
      .Add(Op::kTypePointer, {7, 1, 6})
      .Add(Op::kTypeInt, {8, 64, 1})
      .Add(Op::kConstant, {8, 9, 0xfffffffb, 0xffffffff})
      .Add(Op::kConstant, {5, 10, 0x3fc00000})
      .Add(Op::kSpecConstantOp, {8, 11, 128, 9, 9})  // IAdd
      .Add(Op::kVariable, {7, 20, 1})
      .Add(Op::kFunction, {3, 2, 0, 4})
      .Add(Op::kLabel, {12})
      .Add(Op::kLoad, {6, 21, 20, 3, 16})  // Volatile|Aligned 16
      .Add(Op::kExtInst, {6, 22, 1, 31, 21})
      .Add(Op::kSelectionMerge, {15, 0})
      .Add(Op::kSwitch, {9, 15, 0xffffffff, 0xffffffff, 13})
      .Add(Op::kLabel, {13})
      .Add(Op::kBranch, {15})
      .Add(Op::kLabel, {15})
      .Add(Op::kPhi, {6, 23, 21, 12, 22, 13})
      .Add(Op::kReturn, {})
      .Add(Op::kFunctionEnd, {});
  return m;
}

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_MODULE_WORDS_H_
