#include "parse/binary/binary_reader.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/allocation_count.h"
#include "core/byte_order.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_rules.h"
#include "parse/binary/module_words.h"

namespace plumb {
namespace {

// The reported errors as "rule@begin-end", separated by blanks.
std::string Reports(absl::Span<const uint32_t> words) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  const bool ok = reader.Read(words, &module, &list);
  EXPECT_EQ(ok, list.error_count() == 0);
  std::vector<std::string> reports;
  for (const Diagnostic& d : list.diagnostics()) {
    EXPECT_EQ(d.place.kind, Place::Kind::kInput);
    reports.push_back(
        absl::StrCat(d.rule->id, "@", d.place.begin, "-", d.place.end));
  }
  return absl::StrJoin(reports, " ");
}

TEST(BinaryReaderTest, ReadsAShader) {
  const ModuleWords words = SmallShader();
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(module.words().data(), absl::Span<const uint32_t>(words).data());
  EXPECT_EQ(module.size(), 32u);
  EXPECT_EQ(module.header().minor_version(), 6u);
  EXPECT_EQ(module.id_bound(), 40u);
  EXPECT_EQ(module.functions().size(), 1u);
  EXPECT_EQ(module.functions()[0].block_count, 3u);
  EXPECT_EQ(module.capabilities().size(), 2u);
  EXPECT_EQ(module.type_of(Id(21)), Id(6));

  const Inst load = module.inst(module.def(Id(21)));
  ASSERT_EQ(load.operand_count(), 5u);
  EXPECT_EQ(load.kind(3), Kind::kMemoryAccess);
  EXPECT_EQ(load.kind(4), Kind::kLiteralInteger);
  EXPECT_EQ(load.operand_word(4), 16u);

  const Inst entry = module.inst(module.entry_points()[0]);
  EXPECT_EQ(entry.string(2), "main");
  EXPECT_EQ(entry.id(3), Id(20));
}

TEST(BinaryReaderTest, LiteralsHaveTheWidthOfTheirType) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  const ModuleWords words = SmallShader();
  ASSERT_TRUE(reader.Read(words, &module, &list));
  const Inst constant = module.inst(module.def(Id(9)));
  ASSERT_EQ(constant.operand_count(), 3u);
  EXPECT_EQ(constant.operand_words(2).size(), 2u);
  for (const InstRecord& record : module.records()) {
    if (record.op != Op::kSwitch) continue;
    const Inst inst = module.inst(
        InstIndex(static_cast<uint32_t>(&record - module.records().data())));
    ASSERT_EQ(inst.operand_count(), 4u);
    EXPECT_EQ(inst.kind(2), Kind::kLiteralInteger);
    EXPECT_EQ(inst.operand_words(2).size(), 2u);
    EXPECT_EQ(inst.id(3), Id(13));
  }
}

TEST(BinaryReaderTest, NestedPatterns) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ModuleWords words(20);
  words
      .Add(Op::kTypeInt, {1, 32, 0})
      // CompositeExtract %5 7: a literal, by the nested opcode's pattern.
      .Add(Op::kSpecConstantOp, {1, 2, 81, 5, 7})
      // Bias|Grad: one parameter for the lower bit, two for the higher.
      .Add(Op::kImageSampleImplicitLod, {1, 3, 4, 5, 5, 6, 7, 8})
      // LinkageAttributes "f" Export
      .Add(Op::kDecorate, {4, 41}, "f", {0})
      // Two masks, each with its own parameter.
      .Add(Op::kCopyMemory, {1, 2, 2, 4, 2, 8});
  ASSERT_TRUE(reader.Read(words, &module, &list)) << Reports(words);
  const auto kinds = [&](uint32_t inst) {
    std::vector<Kind> kinds;
    for (const Operand& o : module.operands(InstIndex(inst))) {
      kinds.push_back(o.kind);
    }
    return kinds;
  };
  EXPECT_EQ(kinds(1), (std::vector<Kind>{Kind::kIdResultType, Kind::kIdResult,
                                         Kind::kLiteralSpecConstantOpInteger,
                                         Kind::kIdRef, Kind::kLiteralInteger}));
  EXPECT_EQ(kinds(2),
            (std::vector<Kind>{Kind::kIdResultType, Kind::kIdResult,
                               Kind::kIdRef, Kind::kIdRef, Kind::kImageOperands,
                               Kind::kIdRef, Kind::kIdRef, Kind::kIdRef}));
  EXPECT_EQ(kinds(3),
            (std::vector<Kind>{Kind::kIdRef, Kind::kDecoration,
                               Kind::kLiteralString, Kind::kLinkageType}));
  EXPECT_EQ(kinds(4),
            (std::vector<Kind>{Kind::kIdRef, Kind::kIdRef, Kind::kMemoryAccess,
                               Kind::kLiteralInteger, Kind::kMemoryAccess,
                               Kind::kLiteralInteger}));
}

// Parameters of SPV_ALTERA_fpga_loop_controls: a count and so many pairs, and
// 64-bit numbers.
TEST(BinaryReaderTest, ParametersOfTheOverlay) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ModuleWords words(20);
  // DependencyArray|PipelineEnable|LoopCount
  words
      .Add(Op::kLoopMerge, {1, 2, 0x10c0000, 2, 3, 0, 4, 7, 1, 0xffffffff,
                            0xffffffff, 9, 0, 5, 0})
      .Add(Op::kDecorate, {4, 5907, 1, 0});
  ASSERT_TRUE(reader.Read(words, &module, &list)) << Reports(words);
  std::vector<Kind> kinds;
  for (const Operand& o : module.operands(InstIndex(0))) {
    kinds.push_back(o.kind);
  }
  EXPECT_EQ(
      kinds,
      (std::vector<Kind>{
          Kind::kIdRef, Kind::kIdRef, Kind::kLoopControl, Kind::kLiteralInteger,
          Kind::kIdRef, Kind::kLiteralInteger, Kind::kIdRef,
          Kind::kLiteralInteger, Kind::kLiteralInteger, Kind::kLiteralInteger64,
          Kind::kLiteralInteger64, Kind::kLiteralInteger64}));
  EXPECT_EQ(module.inst(InstIndex(0)).operand_word(10), 9u);
  EXPECT_EQ(module.inst(InstIndex(1)).operand_count(), 4u);
}

TEST(BinaryReaderTest, OpposingByteOrder) {
  ModuleWords words = SmallShader();
  const std::vector<uint32_t> original = words.words();
  for (uint32_t& word : words.words()) word = SwapBytes(word);
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  EXPECT_EQ(std::vector<uint32_t>(module.words().begin(), module.words().end()),
            original);
  EXPECT_EQ(module.inst(module.entry_points()[0]).string(2), "main");
  EXPECT_EQ(module.inst(module.ext_inst_imports()[0]).string(1),
            "GLSL.std.450");
}

TEST(BinaryReaderTest, UnalignedBytes) {
  const ModuleWords words = SmallShader();
  const absl::Span<const uint32_t> span = words;
  std::string bytes(1, 'x');
  bytes.append(reinterpret_cast<const char*>(span.data()), span.size() * 4);
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_TRUE(
      reader.ReadBytes(absl::string_view(bytes).substr(1), &module, &list));
  EXPECT_EQ(module.size(), 32u);
}

TEST(BinaryReaderTest, HugeBoundIsRenumbered) {
  ModuleWords words(0xffffffff);
  words.Add(Op::kTypeVoid, {0xfffffffe})
      .Add(Op::kTypeFunction, {77, 0xfffffffe})
      .Add(Op::kName, {77}, "fn");
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list)) << Reports(words);
  EXPECT_TRUE(module.renumbered());
  EXPECT_EQ(module.id_bound(), 3u);
  EXPECT_EQ(module.header().bound, 0xffffffffu);
  EXPECT_EQ(module.original_id(Id(1)), 0xfffffffeu);
  EXPECT_EQ(module.original_id(Id(2)), 77u);
  EXPECT_EQ(module.inst(InstIndex(1)).id(1), Id(1));
  EXPECT_EQ(module.inst(InstIndex(2)).id(0), Id(2));
  EXPECT_EQ(words.words()[6], 0xfffffffeu) << "the input must stay as it was";
}

// The operands of each instruction: the opcode, then a word and a kind for
// each.
std::string Operands(const Module& module) {
  std::string all;
  for (uint32_t i = 0; i < module.size(); ++i) {
    const InstIndex at(i);
    absl::StrAppend(&all, grammar::NameOf(module.record(at).op));
    for (const Operand& operand : module.operands(at)) {
      absl::StrAppend(&all, " ", operand.word, ":",
                      grammar::NameOf(operand.kind));
    }
    absl::StrAppend(&all, "\n");
  }
  return all;
}

// Renumbered ids are read one by one, and so are their instructions: the
// result must be the same.
TEST(BinaryReaderTest, InstructionsAreReadTheSameStepByStep) {
  ModuleWords words = SmallShader();
  words.Add(Op::kMemberDecorate, {4, 0, 35, 16})
      .Add(Op::kDecorate, {20, 41}, "linked", {1})
      .Add(Op::kExecutionMode, {2, 17, 1, 1, 1})
      .Add(Op::kGroupNonUniformIAdd, {8, 24, 9, 3, 9, 9})
      .Add(Op::kStore, {20, 21, 2, 16})
      .Add(Op::kStore, {20, 21, 0})
      .Add(Op::kLoopMerge, {12, 13, 8, 2})
      .Add(Op::kExtInst, {6, 25, 1, 26, 21, 22})
      .Add(Op::kExtInst, {6, 27, 1, 13, 21});
  BinaryReader reader;
  Module unrenumbered;
  Module renumbered;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &unrenumbered, &list)) << Reports(words);
  words.words()[3] = 0xffffffff;
  ASSERT_TRUE(reader.Read(words, &renumbered, &list)) << Reports(words);
  ASSERT_TRUE(renumbered.renumbered());
  EXPECT_EQ(Operands(unrenumbered), Operands(renumbered));
  EXPECT_EQ(unrenumbered.used_requirements(), renumbered.used_requirements());
  for (uint32_t id = 1; id < renumbered.id_bound(); ++id) {
    const Id old(renumbered.original_id(Id(id)));
    EXPECT_EQ(unrenumbered.def(old), renumbered.def(Id(id))) << old.value;
    EXPECT_EQ(unrenumbered.type_of(old).value,
              renumbered.original_id(renumbered.type_of(Id(id))));
  }
}

TEST(BinaryReaderTest, HeaderErrors) {
  EXPECT_EQ(Reports({}), "binary.header.size@0-0");
  EXPECT_EQ(Reports(std::vector<uint32_t>{kMagicNumber, 0x10000, 0, 1}),
            "binary.header.size@0-4");
  EXPECT_EQ(Reports(std::vector<uint32_t>{1, 2, 3, 4, 5}),
            "binary.header.magic@0-1");
  // Neither byte order.
  EXPECT_EQ(Reports(std::vector<uint32_t>{0x02070323, 2, 3, 4, 5}),
            "binary.header.magic@0-1");
  EXPECT_EQ(Reports(ModuleWords(1, 0x01010300)),
            "binary.header.version-zero-bytes@1-2");
  EXPECT_EQ(Reports(ModuleWords(1, 0x00010301)),
            "binary.header.version-zero-bytes@1-2");
  EXPECT_EQ(Reports(ModuleWords(1, 0x00010700)),
            "binary.header.version-exists@1-2");
  EXPECT_EQ(Reports(ModuleWords(1, 0x00020000)),
            "binary.header.version-exists@1-2");
  ModuleWords schema(1);
  schema.words()[4] = 1;
  EXPECT_EQ(Reports(schema), "binary.header.schema-zero@4-5");
  EXPECT_EQ(Reports(ModuleWords(1)), "");
  EXPECT_EQ(Reports(ModuleWords(0)), "");
}

TEST(BinaryReaderTest, BytesThatAreNotWords) {
  const ModuleWords words(1);
  const absl::Span<const uint32_t> span = words;
  std::string bytes(reinterpret_cast<const char*>(span.data()),
                    span.size() * 4);
  bytes.push_back('\0');
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_FALSE(reader.ReadBytes(bytes, &module, &list));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list.diagnostics()[0].rule->id, "binary.module.word-multiple");
}

TEST(BinaryReaderTest, FormErrors) {
  const struct {
    ModuleWords words;
    const char* reports;
  } kCases[] = {
      {ModuleWords(9).Raw({0x00000013}),
       "binary.instruction.word-count-nonzero@5-6"},
      {ModuleWords(9).Raw({0x00030013, 1}),
       "binary.instruction.within-module@5-7"},
      {ModuleWords(9).Raw({0x0001fffe}).Add(Op::kTypeVoid, {0}),
       "enum.instruction.opcode-known@5-6 binary.id.nonzero@7-8"},
      {ModuleWords(9).Add(Op::kTypeVoid, {}),
       "binary.instruction.word-count-fixed@5-6"},
      {ModuleWords(9).Add(Op::kTypeVoid, {1, 2}),
       "binary.instruction.word-count-fixed@5-8"},
      {ModuleWords(9).Add(Op::kTypeVoid, {9}), "binary.id.below-bound@6-7"},
      {ModuleWords(9).Add(Op::kLoad, {1, 2}),
       "binary.instruction.word-count-minimum@5-8"},
      // Aligned requires a number.
      {ModuleWords(9).Add(Op::kLoad, {1, 2, 3, 2}),
       "binary.instruction.operands-fill-words@5-10"},
      {ModuleWords(9).Add(Op::kLoad, {1, 2, 3, 0, 4}),
       "binary.instruction.left-over-words@10-11"},
      {ModuleWords(9).Add(Op::kPhi, {1, 2, 3}),
       "binary.instruction.operands-fill-words@5-9"},
      {ModuleWords(9).Add(Op::kName, {1, 0x61616161}),
       "binary.string.terminated@7-8"},
      {ModuleWords(9).Add(Op::kName, {1, 0x61006161}),
       "binary.string.zero-padded@7-8"},
      {ModuleWords(9).Add(Op::kName, {1, 0x000000ff}),
       "binary.string.utf8@7-8"},
      {ModuleWords(9).Add(Op::kCapability, {0x7fffffff}),
       "enum.capability.known-value@6-7"},
      {ModuleWords(9).Add(Op::kExecutionMode, {1, 13, 5}),
       "enum.execution-mode.known-value@7-8"},
      {ModuleWords(9).Add(Op::kLoad, {1, 2, 3, 0x40000000}),
       "enum.memory-access.known-bits@9-10"},
      {ModuleWords(9).Add(Op::kLoopMerge, {1, 2, 0x80000000}),
       "enum.loop-control.known-bits@8-9"},
      // Two pairs are missing, a word of the last number, or a pair is too
      // many.
      {ModuleWords(9).Add(Op::kLoopMerge, {1, 2, 0x40000, 3, 4, 0}),
       "binary.instruction.operands-fill-words@5-12"},
      {ModuleWords(9).Add(Op::kLoopMerge, {1, 2, 0x40000, 0xffffffff, 4, 0}),
       "binary.instruction.operands-fill-words@5-12"},
      {ModuleWords(9).Add(Op::kLoopMerge, {1, 2, 0x1000000, 0, 0, 1, 0, 1}),
       "binary.instruction.operands-fill-words@5-14"},
      {ModuleWords(9).Add(Op::kLoopMerge, {1, 2, 0x40000, 1, 4, 0, 5, 0}),
       "binary.instruction.left-over-words@12-14"},
      // The width of the type is an error, like each of its constants.
      {ModuleWords(9)
           .Add(Op::kTypeInt, {1, 64, 0})
           .Add(Op::kConstant, {1, 2, 5})
           .Add(Op::kConstant, {1, 3, 6}),
       "binary.instruction.operands-fill-words@9-13"},
      {ModuleWords(9)
           .Add(Op::kTypeInt, {1, 32, 0})
           .Add(Op::kConstant, {1, 2, 5, 0})
           .Add(Op::kConstant, {1, 3, 6, 0}),
       "binary.instruction.left-over-words@13-14"},
      // One constant has the right number of words.
      {ModuleWords(9)
           .Add(Op::kTypeInt, {1, 64, 0})
           .Add(Op::kConstant, {1, 2, 5})
           .Add(Op::kConstant, {1, 3, 6})
           .Add(Op::kConstant, {1, 4, 7, 0}),
       "binary.instruction.operands-fill-words@9-13 "
       "binary.instruction.operands-fill-words@13-17"},
      {ModuleWords(9).Add(Op::kTypeFloat, {1, 16, 12345}),
       "enum.operand.value-listed@8-9"},
      {ModuleWords(9).Add(Op::kSpecConstantOp, {1, 2, 65000, 3}),
       "enum.instruction.opcode-known@8-9"},
      {ModuleWords(9)
           .Add(Op::kExtInstImport, {1}, "GLSL.std.450")
           .Add(Op::kExtInst, {2, 3, 1, 9999, 4}),
       "enum.ext-inst.number-known@15-16"},
      {ModuleWords(9)
           .Add(Op::kExtInstImport, {1}, "GLSL.std.450")
           .Add(Op::kExtInst, {2, 3, 1, 31, 4, 5}),  // Sqrt
       "binary.instruction.left-over-words@17-18"},
      // A value with all bits set is a pointer without an address space.
      {ModuleWords(9)
           .Add(Op::kExtInstImport, {1}, "OpenCL.DebugInfo.100")
           .Add(Op::kExtInst, {2, 3, 1, 3, 4, 0xffffffff, 0}),
       ""},
      {ModuleWords(9)
           .Add(Op::kExtInstImport, {1}, "OpenCL.DebugInfo.100")
           .Add(Op::kExtInst, {2, 3, 1, 3, 4, 0xfffffffe, 0}),
       "enum.storage-class.known-value@19-20"},
      {ModuleWords(9).Add(Op::kVariable, {1, 2, 0xffffffff}),
       "enum.storage-class.known-value@8-9"},
      // The set is unknown, so its operands are read as ids.
      {ModuleWords(9)
           .Add(Op::kExtInstImport, {1}, "NonSemantic.Nobody")
           .Add(Op::kExtInst, {2, 3, 1, 9999, 4, 0}),
       "binary.id.nonzero@18-19"},
      {ModuleWords(9)
           .Add(Op::kTypeInt, {1, 64, 0})
           .Add(Op::kConstant, {1, 2, 3}),
       "binary.instruction.operands-fill-words@9-13"},
      {ModuleWords(9)
           .Add(Op::kTypeInt, {1, 32, 0})
           .Add(Op::kConstant, {1, 2, 3, 4}),
       "binary.instruction.left-over-words@13-14"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(Reports(test.words), test.reports);
  }
}

TEST(BinaryReaderTest, ReportsAllErrorsInOneRun) {
  ModuleWords words(4);
  words.Add(Op::kTypeVoid, {7})
      .Add(Op::kCapability, {99999})
      .Raw({0x0002fffe, 0})
      .Add(Op::kLabel, {0});
  EXPECT_EQ(Reports(words),
            "enum.capability.known-value@8-9 "
            "enum.instruction.opcode-known@9-11 binary.id.nonzero@12-13 "
            "binary.id.below-bound@6-7");
}

TEST(BinaryReaderTest, ABoundThatIsTooSmallIsOneError) {
  ModuleWords small = SmallShader();
  small.words()[3] = 5;
  EXPECT_EQ(Reports(small), "binary.header.bound-covers-ids@3-4");
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_FALSE(reader.Read(small, &module, &list));
  ASSERT_EQ(list.size(), 1u);
  const Args& args = list.diagnostics()[0].args;
  EXPECT_EQ(args[0].number, 5u);
  EXPECT_EQ(args[1].number, 23u);
  EXPECT_EQ(args[2].number, 24u);
}

TEST(BinaryReaderTest, AnIdBeyondTheBoundIsReportedOnce) {
  ModuleWords words(9);
  words.Add(Op::kName, {90}, "").Add(Op::kTypeVoid, {1});
  words.Add(Op::kTypeStruct, {2, 90, 90, 70, 90});
  EXPECT_EQ(Reports(words),
            "binary.id.below-bound@6-7 binary.id.below-bound@14-15");
}

TEST(BinaryReaderTest, EnumerantsAreRecordedAsRequirements) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ModuleWords words(9);
  // NonWritable has no requirement; FPFastMathMode requires Kernel or another
  // capability.
  words.Add(Op::kDecorate, {1, 40, 1}).Add(Op::kTypePipe, {2, 0});
  ASSERT_TRUE(reader.Read(words, &module, &list));
  const auto requirement_of = [](Kind kind, uint32_t value) {
    return grammar::EnumerantByValue(kind, value)->requirement;
  };
  EXPECT_TRUE(module.requirement_used(requirement_of(Kind::kDecoration, 40)));
  EXPECT_TRUE(
      module.requirement_used(requirement_of(Kind::kAccessQualifier, 0)));
  EXPECT_TRUE(
      module.requirement_used(grammar::Info(Op::kTypePipe).requirement));
  EXPECT_FALSE(
      module.requirement_used(grammar::Info(Op::kTypeDeviceEvent).requirement));
}

TEST(BinaryReaderTest, ErrorsAreLimited) {
  ModuleWords words(2);
  for (int i = 0; i < 50000; ++i) words.Add(Op::kLabel, {0});
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_FALSE(reader.Read(words, &module, &list));
  EXPECT_EQ(list.total_count(), 10000u);
  EXPECT_LE(list.size(), 2 * DiagnosticList::kDefaultCapacity);
}

TEST(BinaryReaderTest, ReadingAgainAllocatesNothing) {
  if (!kIsLittleEndian) GTEST_SKIP() << "literal strings are copied";
  const ModuleWords words = SmallShader();
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  const size_t before = allocation_count;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  EXPECT_EQ(allocation_count, before);
}

TEST(BinaryRulesTest, TextsFollowTheStyle) {
  for (const Rule* rule : kBinaryRules.rules()) {
    EXPECT_FALSE(rule->section.empty()) << rule->id;
    EXPECT_NE(rule->text.back(), '.') << rule->id;
    EXPECT_FALSE(absl::ascii_isupper(rule->text.front())) << rule->id;
  }
}

// The set of each extended instruction in `words`.
std::vector<ExtInstSet> SetsOf(absl::Span<const uint32_t> words) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_TRUE(reader.Read(words, &module, &list));
  std::vector<ExtInstSet> sets;
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const Inst inst = module.inst(i);
    if (inst.op() != Op::kExtInst) continue;
    sets.push_back(inst.ext_inst_set());
    EXPECT_EQ(inst.ext_inst() == grammar::ExtInst::kNone,
              inst.ext_inst_set() == ExtInstSet::kNone);
  }
  return sets;
}

TEST(BinaryReaderTest, TheSetOfAnExtendedInstructionIsImportedBeforeIt) {
  // Sin; the first one does not have its operand.
  ModuleWords late(9);
  late.Add(Op::kExtInst, {2, 3, 1, 13})
      .Add(Op::kExtInstImport, {1}, "GLSL.std.450")
      .Add(Op::kExtInst, {2, 4, 1, 13, 5});
  EXPECT_EQ(SetsOf(late), (std::vector<ExtInstSet>{ExtInstSet::kNone,
                                                   ExtInstSet::kGlslStd450}));
  // The first definition of the id counts.
  ModuleWords twice(9);
  twice.Add(Op::kExtInstImport, {1}, "GLSL.std.450")
      .Add(Op::kExtInstImport, {1}, "OpenCL.std")
      .Add(Op::kExtInst, {2, 4, 1, 13, 5});
  EXPECT_EQ(SetsOf(twice), std::vector<ExtInstSet>{ExtInstSet::kGlslStd450});
  ModuleWords other(9);
  other.Add(Op::kTypeVoid, {1})
      .Add(Op::kExtInstImport, {1}, "GLSL.std.450")
      .Add(Op::kExtInst, {2, 4, 1, 13});
  EXPECT_EQ(SetsOf(other), std::vector<ExtInstSet>{ExtInstSet::kNone});
}

}  // namespace
}  // namespace plumb
