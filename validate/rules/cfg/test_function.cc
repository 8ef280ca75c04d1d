#include "validate/rules/cfg/test_function.h"

#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "core/module.h"

namespace plumb {
namespace {

// Opcodes and ids that TestModule writes.
constexpr uint32_t kOpCapability = 17, kOpMemoryModel = 14, kOpTypeVoid = 19,
                   kOpTypeBool = 20, kOpTypeInt = 21, kOpTypeFunction = 33,
                   kOpConstantTrue = 41, kOpConstant = 43, kOpFunction = 54,
                   kOpFunctionEnd = 56, kOpLoopMerge = 246,
                   kOpSelectionMerge = 247, kOpLabel = 248, kOpBranch = 249,
                   kOpBranchConditional = 250, kOpSwitch = 251, kOpReturn = 253;
constexpr uint32_t kVoid = 1, kBool = 2, kInt = 3, kFunctionType = 4, kFlag = 5,
                   kOne = 6, kFirstFreeId = 7;
constexpr uint32_t kVersion = 0x00010500;
constexpr uint32_t kBoundWord = 3;  // of the header

}  // namespace

std::string ToString(const TestFunction& function) {
  std::string text;
  for (size_t b = 0; b < function.size(); ++b) {
    const TestBlock& block = function[b];
    constexpr const char* kKinds[] = {"return", "branch", "conditional",
                                      "switch"};
    absl::StrAppend(&text, "  ", b, ":");
    if (block.merge != TestBlock::kNone) {
      absl::StrAppend(&text, " merge ", block.merge);
    }
    if (block.is_loop()) absl::StrAppend(&text, " continue ", block.next);
    absl::StrAppend(&text, " ", kKinds[block.kind]);
    for (int to : block.targets) absl::StrAppend(&text, " ", to);
    absl::StrAppend(&text, "\n");
  }
  return text;
}

void TestModule::AddInstruction(uint32_t opcode,
                                absl::Span<const uint32_t> operands) {
  const uint32_t count = static_cast<uint32_t>(operands.size()) + 1;
  words_.push_back(count << 16 | opcode);
  words_.insert(words_.end(), operands.begin(), operands.end());
}

void TestModule::Clear() {
  constexpr uint32_t kShader = 1, kLinkage = 5;
  words_.assign({kMagicNumber, kVersion, 0, 0, 0});
  next_id_ = kFirstFreeId;
  function_count_ = 0;
  AddInstruction(kOpCapability, {kShader});
  AddInstruction(kOpCapability, {kLinkage});
  AddInstruction(kOpMemoryModel, {0, 1});  // Logical GLSL450
  AddInstruction(kOpTypeVoid, {kVoid});
  AddInstruction(kOpTypeBool, {kBool});
  AddInstruction(kOpTypeInt, {kInt, 32, 0});
  AddInstruction(kOpTypeFunction, {kFunctionType, kVoid});
  AddInstruction(kOpConstantTrue, {kBool, kFlag});
  AddInstruction(kOpConstant, {kInt, kOne, 1});
}

void TestModule::Add(const TestFunction& function) {
  AddInstruction(kOpFunction, {kVoid, next_id_++, 0, kFunctionType});
  const uint32_t labels = next_id_;
  next_id_ += static_cast<uint32_t>(function.size());
  const auto label = [&](int b) { return labels + static_cast<uint32_t>(b); };
  for (size_t b = 0; b < function.size(); ++b) {
    const TestBlock& block = function[b];
    AddInstruction(kOpLabel, {label(static_cast<int>(b))});
    if (block.is_loop()) {
      AddInstruction(kOpLoopMerge, {label(block.merge), label(block.next), 0});
    } else if (block.merge != TestBlock::kNone) {
      AddInstruction(kOpSelectionMerge, {label(block.merge), 0});
    }
    const std::vector<int>& to = block.targets;
    switch (block.kind) {
      case TestBlock::kReturn:
        AddInstruction(kOpReturn, {});
        break;
      case TestBlock::kBranch:
        AddInstruction(kOpBranch, {label(to[0])});
        break;
      case TestBlock::kConditional:
        AddInstruction(kOpBranchConditional,
                       {kFlag, label(to[0]), label(to[1])});
        break;
      case TestBlock::kSwitch:
        operands_.assign({kOne, label(to[0])});
        for (uint32_t i = 1; i < to.size(); ++i) {
          operands_.push_back(i);
          operands_.push_back(label(to[i]));
        }
        AddInstruction(kOpSwitch, operands_);
        break;
    }
  }
  AddInstruction(kOpFunctionEnd, {});
  ++function_count_;
}

absl::Span<const uint32_t> TestModule::Words() {
  words_[kBoundWord] = next_id_;
  return words_;
}

}  // namespace plumb
