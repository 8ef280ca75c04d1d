// Rules that no text can violate, because the assembler always writes such
// words correctly: modules are assembled, one word is changed, and they are
// read as binaries.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/text/assembler.h"
#include "validate/validator.h"

namespace plumb {
namespace {

constexpr absl::string_view kHead = R"(
    OpCapability Shader
    OpCapability Linkage
    OpCapability Int8
    OpCapability Float16
    OpCapability ArbitraryPrecisionIntegersALTERA
    OpExtension "SPV_ALTERA_arbitrary_precision_integers"
)";
constexpr absl::string_view kMemoryModel = "OpMemoryModel Logical GLSL450\n";

// The rules that a module violates after the word `from_end` words before its
// end is replaced by `word`.
std::vector<std::string> RulesAfterChange(absl::string_view declarations,
                                          size_t from_end, uint32_t word) {
  Module assembled;
  DiagnosticList diagnostics;
  AssembleOptions assemble_options;
  assemble_options.env = TargetEnv::kSpirv1_6;
  const std::string text = absl::StrCat(kHead, declarations);
  if (!Assembler().Assemble(text, assemble_options, &assembled, &diagnostics)) {
    return {"not assembled"};
  }
  std::vector<uint32_t> words(assembled.words().begin(),
                              assembled.words().end());
  words[words.size() - from_end] = word;
  Module module;
  if (!BinaryReader().Read(words, &module, &diagnostics)) return {"not read"};
  ValidatorOptions options;
  options.env = TargetEnv::kSpirv1_6;
  Validator().Validate(module, options, &diagnostics);
  std::vector<std::string> rules;
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    rules.emplace_back(d.rule->id);
  }
  return rules;
}

TEST(LiteralNumbersTest, TheUnusedBitsAreZeroOrTheSign) {
  struct Case {
    absl::string_view type, literal, rule;
    uint32_t good, bad;
  };
  for (const Case& c : {
           Case{"OpTypeInt 8 0", "1", "binary.number.unsigned-high-bits", 0xff,
                0x100},
           Case{"OpTypeInt 8 0", "1", "binary.number.unsigned-high-bits", 0,
                0xffffffff},
           Case{"OpTypeInt 8 1", "1", "binary.number.signed-high-bits",
                0xffffff80, 0x80},
           Case{"OpTypeInt 8 1", "1", "binary.number.signed-high-bits", 0x7f,
                0xffffff7f},
           Case{"OpTypeFloat 16", "1", "binary.number.float-high-bits", 0xbc00,
                0xffffbc00},
           Case{"OpTypeInt 48 0", "1", "binary.number.wide-high-bits", 0xffff,
                0x10000},
           Case{"OpTypeInt 48 1", "1", "binary.number.wide-high-bits",
                0xffff8000, 0x8000},
       }) {
    const std::string text =
        absl::StrCat(kMemoryModel, "%t = ", c.type, "\n%c = OpConstant %t ",
                     c.literal, "\n");
    EXPECT_EQ(RulesAfterChange(text, 1, c.good), std::vector<std::string>())
        << text << c.good;
    EXPECT_EQ(RulesAfterChange(text, 1, c.bad),
              std::vector<std::string>{std::string(c.rule)})
        << text << c.bad;
  }
}

TEST(LiteralNumbersTest, CasesOfASwitchAreLiteralsOfItsSelector) {
  constexpr absl::string_view kSwitch = R"(
    OpMemoryModel Logical GLSL450
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %t = OpTypeInt 8 0
    %c = OpConstant %t 1
    %f = OpFunction %void None %fn
    %entry = OpLabel
    OpSelectionMerge %merge None
    OpSwitch %c %merge 7 %merge
    %merge = OpLabel
    OpReturn
    OpFunctionEnd
  )";
  // OpLabel, OpReturn and OpFunctionEnd are the last four words; the literal
  // and its target precede them.
  constexpr size_t kLiteral = 6;
  EXPECT_EQ(RulesAfterChange(kSwitch, kLiteral, 0xff),
            std::vector<std::string>());
  EXPECT_EQ(RulesAfterChange(kSwitch, kLiteral, 0x107),
            std::vector<std::string>{"binary.number.unsigned-high-bits"});
}

TEST(ExtendedSetsTest, TheSetIsTheResultOfAnImport) {
  constexpr absl::string_view kExp = R"(
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %one = OpConstant %float 1
    %f = OpFunction %void None %fn
    %entry = OpLabel
    %x = OpExtInst %float %set Exp %one
    OpReturn
    OpFunctionEnd
  )";
  // OpReturn and OpFunctionEnd are the last two words; the last three of
  // OpExtInst, which are the set, the instruction and its operand, precede
  // them.
  constexpr size_t kSet = 5;
  const std::string text = absl::StrCat(
      "%set = OpExtInstImport \"GLSL.std.450\"\n", kMemoryModel, kExp);
  constexpr uint32_t kImport = 1;  // ids are numbered in order of appearance
  constexpr uint32_t kVoid = 2;
  EXPECT_EQ(RulesAfterChange(text, kSet, kImport), std::vector<std::string>());
  EXPECT_EQ(RulesAfterChange(text, kSet, kVoid),
            std::vector<std::string>{"ssa.instruction.operand-class"});
}

TEST(ConstantTest, LiteralsAreNumbers) {
  const std::string text = absl::StrCat(kMemoryModel, R"(
    %bool = OpTypeBool
    %t = OpTypeInt 32 0
    %x = OpConstant %t 1
  )");
  constexpr size_t kResultType = 3;
  constexpr uint32_t kBool = 1;
  constexpr uint32_t kInt = 2;
  EXPECT_EQ(RulesAfterChange(text, kResultType, kInt),
            std::vector<std::string>());
  EXPECT_EQ(RulesAfterChange(text, kResultType, kBool),
            std::vector<std::string>{"const.constant.result-type"});
}

TEST(SpecConstantOpTest, TakesSomeOpcodesOnly) {
  constexpr absl::string_view kCompare = R"(
    OpMemoryModel Logical GLSL450
    %bool = OpTypeBool
    %t = OpTypeInt 32 0
    %x = OpSpecConstant %t 1
    %c = OpSpecConstantOp %bool IEqual %x %x
  )";
  constexpr size_t kOpcode = 3;
  constexpr uint32_t kINotEqual = 171;
  constexpr uint32_t kFOrdEqual = 180;
  EXPECT_EQ(RulesAfterChange(kCompare, kOpcode, kINotEqual),
            std::vector<std::string>());
  EXPECT_EQ(RulesAfterChange(kCompare, kOpcode, kFOrdEqual),
            std::vector<std::string>{"const.specconstantop.opcode-allowed"});
}

}  // namespace
}  // namespace plumb
