// Tests the generator on small grammars: the tables of valid ones, and the
// errors of invalid overlays.
#include <bit>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "grammar/generator/hash_tables.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/operand_classes.h"
#include "grammar/generator/operand_names.h"
#include "grammar/generator/reader.h"
#include "grammar/generator/report.h"
#include "grammar/generator/snapshot_writer.h"
#include "grammar/generator/tables.h"
#include "grammar/generator/traits.h"
#include "grammar/generator/write_enums.h"
#include "grammar/generator/write_tables.h"
#include "grammar/hash.h"
#include "gtest/gtest.h"

namespace plumb::grammar::generator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A small core grammar; $I and $E stand for more instructions and more
// capabilities.
constexpr char kCore[] = R"({
  "instruction_printing_class": [{"tag": "@exclude"}, {"tag": "Mode-Setting"}],
  "instructions": [
    {"opname": "OpNop", "class": "@exclude", "opcode": 0}$I
  ],
  "operand_kinds": [
    {"category": "BitEnum", "kind": "Mask", "enumerants": [
      {"enumerant": "None", "value": "0x0000"},
      {"enumerant": "Near", "value": "0x0002",
       "parameters": [{"kind": "IdRef", "name": "'Far'"}]}]},
    {"category": "BitEnum", "kind": "PlainMask", "enumerants": [
      {"enumerant": "Low", "value": "0x0001"},
      {"enumerant": "High", "value": "0x80000000"},
      {"enumerant": "Both", "value": "0x80000001"}]},
    {"category": "ValueEnum", "kind": "Capability", "enumerants": [
      {"enumerant": "Shader", "value": 1},
      {"enumerant": "Big", "value": 5000, "capabilities": ["Shader"],
       "version": "1.4", "extensions": ["SPV_KHR_big_things"]}$E]},
    {"category": "Id", "kind": "IdResultType"},
    {"category": "Id", "kind": "IdResult"},
    {"category": "Id", "kind": "IdRef"},
    {"category": "Literal", "kind": "LiteralInteger"},
    {"category": "Literal", "kind": "LiteralString"},
    {"category": "Composite", "kind": "PairIdRefIdRef",
     "bases": ["IdRef", "IdRef"]}
  ]
})";

std::string Core(const std::string& instructions = "",
                 const std::string& capabilities = "") {
  const auto more = [](const std::string& entries) {
    return entries.empty() ? "" : absl::StrCat(",\n", entries);
  };
  return absl::StrReplaceAll(
      kCore, {{"$I", more(instructions)}, {"$E", more(capabilities)}});
}

Inputs WithGrammar(const JsonGrammar& grammar) {
  Report report;
  Inputs inputs = {
      {"snapshot.txt", WriteSnapshot(grammar, "Test 1.0", &report)},
      {"sets.json", "{}"},
      {"op_facts.json", "{}"},
      {}};
  EXPECT_THAT(report.errors(), IsEmpty());
  return inputs;
}

Inputs WithCore(const std::string& core) {
  return WithGrammar({{"tree/core.json", core}, {}});
}

// From the files to the text of the generated ones.
struct Result {
  Report report;
  Model model;
  Tables tables;
  std::string enums;
  std::string ext_inst_enums;
  std::string trait_bits;
  std::string operands;
  std::string source;
};

Result Generate(const Inputs& inputs) {
  Result run;
  run.model = ReadModel(inputs, &run.report);
  if (!run.report.ok()) return run;
  run.tables = BuildTables(run.model, &run.report);
  run.enums = WriteEnums(run.model, run.tables, &run.report);
  run.ext_inst_enums = WriteExtInstEnums(run.model, &run.report);
  run.trait_bits = WriteTraits(run.model);
  run.operands = WriteOperands(run.model);
  run.source = WriteTables(run.model, run.tables);
  return run;
}

std::vector<std::string> Errors(const Inputs& inputs) {
  return Generate(inputs).report.errors();
}

TEST(GeneratorTest, WritesASmallGrammar) {
  const Result run = Generate(WithCore(Core()));
  EXPECT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.report.notes(), IsEmpty());
  EXPECT_EQ(run.tables.ops.size(), 1u);
  EXPECT_EQ(run.tables.kinds.size(), 9u);
  EXPECT_THAT(run.enums, HasSubstr("  kNop = 0,\n"));
  EXPECT_THAT(run.enums, HasSubstr("enum class PlainMask : uint32_t {\n"
                                   "  kLow = 1,\n"
                                   "  kHigh = 2147483648,\n"
                                   "  kBoth = 2147483649,\n"
                                   "};\n"));
  EXPECT_THAT(run.enums,
              HasSubstr("inline constexpr Capability kValuesOfCapability[] = "
                        "{\n    Capability{1},\n    Capability{5000},\n};\n"));
  EXPECT_THAT(run.enums, HasSubstr("kKhrBigThings = 0"));
  EXPECT_THAT(run.enums, HasSubstr("  kModeSetting = 1,\n"));
  EXPECT_THAT(run.source,
              HasSubstr("constexpr char kRelease[] = \"Test 1.0\";"));
  EXPECT_THAT(run.source, HasSubstr("constexpr OpInfo kOps[]"));
}

TEST(GeneratorTest, DescribesLayouts) {
  const Result run = Generate(WithCore(Core(R"(
    {"opname": "OpPlain", "class": "@exclude", "opcode": 1, "operands": [
      {"kind": "IdResultType"}, {"kind": "IdResult"}, {"kind": "IdRef"},
      {"kind": "LiteralInteger"}, {"kind": "Capability"},
      {"kind": "PlainMask"}]},
    {"opname": "OpText", "class": "@exclude", "opcode": 2, "operands": [
      {"kind": "LiteralString"}]},
    {"opname": "OpMask", "class": "@exclude", "opcode": 3, "operands": [
      {"kind": "Mask"}]},
    {"opname": "OpPair", "class": "@exclude", "opcode": 4, "operands": [
      {"kind": "PairIdRefIdRef"}, {"kind": "IdRef", "quantifier": "?"},
      {"kind": "IdRef", "quantifier": "*"}]})")));
  ASSERT_THAT(run.report.errors(), IsEmpty());
  const auto& ops = run.tables.ops;
  ASSERT_EQ(ops.size(), 5u);
  EXPECT_TRUE(ops[1].fixed_layout);
  EXPECT_EQ(ops[1].min_words, 7u);
  EXPECT_TRUE(ops[1].has_result_type && ops[1].has_result);
  EXPECT_FALSE(ops[2].fixed_layout);
  EXPECT_EQ(ops[2].min_words, 2u);
  EXPECT_FALSE(ops[2].has_result_type || ops[2].has_result);
  EXPECT_FALSE(ops[3].fixed_layout);
  EXPECT_FALSE(ops[4].fixed_layout);
  EXPECT_EQ(ops[4].min_words, 3u);
}

TEST(GeneratorTest, SharesRowsOfEqualRequirements) {
  const Result run = Generate(WithCore(Core(R"(
    {"opname": "OpA", "class": "@exclude", "opcode": 1, "version": "1.4",
     "capabilities": ["Shader"], "extensions": ["SPV_KHR_big_things"]},
    {"opname": "OpB", "class": "@exclude", "opcode": 2, "version": "None",
     "lastVersion": "1.5"})")));
  ASSERT_THAT(run.report.errors(), IsEmpty());
  const Tables& t = run.tables;
  EXPECT_EQ(t.requirements.size(), 3u);
  EXPECT_EQ(t.ops[0].requirement, 0u);
  for (const EnumerantRow& e : t.enumerants) {
    EXPECT_EQ(e.requirement == t.ops[1].requirement, e.value == 5000)
        << e.value;
  }
  const RequirementRow& row = t.requirements[t.ops[2].requirement];
  EXPECT_EQ(row.min_version, kNeverCore);
  EXPECT_EQ(row.last_version, 5);
}

TEST(GeneratorTest, GivesAliasesTheSameRow) {
  const Result run = Generate(WithCore(Core(R"(
    {"opname": "OpFoo", "class": "@exclude", "opcode": 7, "version": "1.4",
     "extensions": ["SPV_NV_foo"], "aliases": ["OpFooNV"],
     "operands": [{"kind": "IdRef"}]})")));
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.enums, HasSubstr("  kFoo = 1,\n  kFooNV = 1,\n"));
  EXPECT_EQ(run.tables.op_names.size(), 3u);
}

TEST(GeneratorTest, WritesExtendedSets) {
  Inputs inputs =
      WithGrammar({{"core.json", Core()},
                   {{"tree/extinst.new.1.grammar.json", R"({"instructions": [
           {"opname": "two", "opcode": 2, "operands": [{"kind": "IdRef"}]},
           {"opname": "far", "opcode": 1000}]})"},
                    {"tree/extinst.listed.grammar.json", R"({"instructions": [
           {"opname": "One", "opcode": 1, "operands": [{"kind": "Mask"}]}],
           "operand_kinds": [{"category": "ValueEnum", "kind": "Mask",
             "enumerants": [{"enumerant": "X", "value": 3}]}]})"}}});
  inputs.sets.text = R"({
    "listed": {"name": "Listed.Set", "identifier": "ListedSet",
               "versioned": true}})";
  const Result run = Generate(inputs);
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.report.notes(),
              ElementsAre("snapshot.txt: new.1: not listed in "
                          "ext_inst_sets.json; imported as \"new.1\""));
  ASSERT_EQ(run.tables.sets.size(), 2u);
  EXPECT_TRUE(run.tables.sets[0].versioned);
  EXPECT_EQ(run.tables.sets[1].instruction_count, 2u);
  EXPECT_EQ(run.tables.sets[1].slot_count, 3u);
  // The set's own kind hides the core's, and gets a prefix.
  const Operand& operand = run.model.sets[0].instructions[0].operands[0];
  EXPECT_EQ(run.model.kinds[operand.kind].identifier, "ListedSetMask");
  EXPECT_THAT(run.enums, HasSubstr("enum class ListedSetMask : uint32_t {\n"
                                   "  kX = 3,\n};\n"));
  EXPECT_THAT(run.ext_inst_enums, HasSubstr("enum class New1 : uint32_t {\n"
                                            "  kTwo = 2,\n"
                                            "  kFar = 1000,\n};\n"));
}

TEST(OverlayTest, AddsFacts) {
  Inputs inputs = WithCore(Core());
  inputs.facts.text = R"({
    "extensions": ["SPV_EXT_registered"],
    "kinds": {"Wide": {"category": "Literal"}},
    "parameters": {"Mask": {
      "Near": [{"kind": "Wide", "name": "How Near"}, {"kind": "IdRef"}]}}})";
  const Result run = Generate(inputs);
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.enums, HasSubstr("  kExtRegistered = 0,\n"));
  const Enumerant* near = nullptr;
  for (const Kind& kind : run.model.kinds) {
    if (kind.name == "Mask") near = &kind.enumerants[1];
  }
  ASSERT_NE(near, nullptr);
  ASSERT_EQ(near->parameters.size(), 2u);
  EXPECT_EQ(run.model.kinds[near->parameters[0].kind].name, "Wide");
  EXPECT_EQ(near->parameters[0].name, "How Near");
}

TEST(OverlayTest, ReportsErrors) {
  Inputs inputs = WithCore(Core());
  inputs.facts.text = R"({
    "extensions": ["SPV EXT"],
    "kinds": {"IdRef": {"category": "Literal"}, "Odd": {"category": "Id"}},
    "parameters": {
      "Mask": {"Far": [], "Near": [{"kind": "Odder"}]}, "Odder": {}}})";
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre("op_facts.json: document: 'SPV EXT' is not a name",
                  "op_facts.json: kinds.IdRef: is in the grammar already",
                  "op_facts.json: kinds.Odd: 'category' must be Literal or "
                  "Composite",
                  "op_facts.json: parameters.Mask: no enumerant 'Far'",
                  "op_facts.json: parameters.Mask.Near[0]: unknown operand "
                  "kind 'Odder'",
                  "op_facts.json: parameters.Odder: no such operand kind"));
}

TEST(OverlayTest, ReportsErrorsInTheListOfSets) {
  Inputs inputs = WithCore(Core());
  inputs.sets.text = R"({"a": {"name": "A"}})";
  EXPECT_THAT(Errors(inputs),
              ElementsAre("sets.json: a: key 'identifier' is missing",
                          "snapshot.txt: a: is listed in ext_inst_sets.json, "
                          "but has no line"));
}

TEST(GeneratorTest, ReportsClashingNames) {
  EXPECT_THAT(
      Errors(WithCore(Core("", R"({"enumerant": "shader", "value": 2})"))),
      ElementsAre("grammar: Capability.shader: clashes with another name in "
                  "the generated code"));
}

TEST(NamingTest, OperandNames) {
  EXPECT_EQ(CleanOperandName("'Operand 1'"), "Operand 1");
  EXPECT_EQ(CleanOperandName("'Operand 1', +\n'Operand 2', +\n..."),
            "Operand 1, Operand 2, ...");
  EXPECT_EQ(CleanOperandName("Operand 1, Operand 2, ..."),
            "Operand 1, Operand 2, ...");
  EXPECT_EQ(CleanOperandName("'D~ref~'"), "Dref");
  EXPECT_EQ(CleanOperandName("'Number of <<Invocation,invocations>>'"),
            "Number of invocations");
  EXPECT_EQ(CleanOperandName("'id> Search Window Config'"),
            "Search Window Config");
  EXPECT_EQ(CleanOperandName("The name of the opaque type."),
            "The name of the opaque type");
  EXPECT_EQ(CleanOperandName(""), "");
  EXPECT_EQ(CleanOperandName("<<open"), "<<open");
}

TEST(NamingTest, Identifiers) {
  EXPECT_EQ(Enumerator("1D"), "k1D");
  EXPECT_EQ(Enumerator("half_cos"), "kHalf_cos");
  EXPECT_EQ(CamelCase("@exclude"), "Exclude");
  EXPECT_EQ(CamelCase("Relational_and_Logical"), "RelationalAndLogical");
  EXPECT_EQ(CamelCase("Device-Side_Enqueue"), "DeviceSideEnqueue");
  EXPECT_EQ(ExtensionIdentifier("SPV_KHR_16bit_storage"), "Khr16bitStorage");
  EXPECT_TRUE(IsName("a_1"));
  EXPECT_FALSE(IsName(""));
  EXPECT_FALSE(IsName("a b"));
  EXPECT_FALSE(IsName(std::string(256, 'a')));
}

TEST(HashTablesTest, FindsEachEntryAndNoOther) {
  for (const int count : {0, 1, 2, 3, 100, 1000}) {
    std::vector<std::string> names;
    std::vector<std::pair<uint64_t, uint16_t>> entries;
    for (int i = 0; i < count; ++i) {
      names.push_back(absl::StrCat("name", i * i));
      entries.emplace_back(HashName(names.back()), static_cast<uint16_t>(i));
    }
    const std::vector<NameSlot> slots = LayOut(entries);
    EXPECT_GE(slots.size(), 2 * entries.size());
    EXPECT_EQ(slots.size() & (slots.size() - 1), 0u);
    const auto find = [&](const std::string& name) {
      return FindRow(slots.data(), static_cast<uint32_t>(slots.size() - 1),
                     HashName(name),
                     [&](uint16_t row) { return names[row] == name; });
    };
    for (int i = 0; i < count; ++i) EXPECT_EQ(find(names[i]), i);
    EXPECT_EQ(find("missing"), kEmptySlot);
    EXPECT_EQ(find(""), kEmptySlot);
  }
}

TEST(HashTablesTest, SeedsSeparateEqualNames) {
  EXPECT_NE(HashName("Uniform", 1), HashName("Uniform", 2));
  EXPECT_NE(HashValue(5000, 1), HashValue(5000, 2));
  static_assert(HashName("OpIAdd") != HashName("OpISub"));
}

// Instructions with operands of every shape; $C is the class of OpTypeNew.
constexpr char kNamed[] = R"(
    {"opname": "OpTypeNew", "class": "Mode-Setting", "opcode": 1, "operands": [
      {"kind": "IdResult"},
      {"kind": "IdRef", "name": "'Member 0 type', +\n'member 1 type', +\n..."}]},
    {"opname": "OpTwice", "class": "@exclude", "opcode": 2,
     "aliases": ["OpTwiceEXT"], "operands": [
      {"kind": "IdResultType"}, {"kind": "IdResult"},
      {"kind": "PairIdRefIdRef", "name": "'Variable, Parent, ...'"},
      {"kind": "Mask", "quantifier": "?"}, {"kind": "Mask", "quantifier": "?"},
      {"kind": "IdRef", "quantifier": "*"}]})";

TEST(OperandNamesTest, AreConstants) {
  const Result run = Generate(WithCore(Core(kNamed)));
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.operands,
              HasSubstr("namespace Nop {\n}  // namespace Nop\n"));
  EXPECT_THAT(run.operands,
              HasSubstr("namespace TypeNew {\n"
                        "inline constexpr OperandIndex kResult{0};\n"
                        "inline constexpr OperandIndex kMemberTypes{1};\n"
                        "}  // namespace TypeNew\n"));
  // By row: OpNop, OpTypeNew and OpTwice.
  EXPECT_THAT(run.operands, HasSubstr("kOperandCounts[] = {\n"
                                      "    {0, 0},\n"
                                      "    {2, 2},\n"
                                      "    {4, 255},\n"
                                      "};\n"));
  // A pair is two operands; the second of two equal names gets a number.
  EXPECT_THAT(run.operands,
              HasSubstr("namespace Twice {\n"
                        "inline constexpr OperandIndex kResultType{0};\n"
                        "inline constexpr OperandIndex kResult{1};\n"
                        "inline constexpr OperandIndex kVariableParent{2};\n"
                        "inline constexpr OptionalOperandIndex kMask{4};\n"
                        "inline constexpr OptionalOperandIndex kMask2{5};\n"
                        "inline constexpr OptionalOperandIndex kOperands{6};\n"
                        "}  // namespace Twice\n"
                        "namespace TwiceEXT = Twice;\n"));
}

TEST(OperandNamesTest, ExceptionsAndErrors) {
  Inputs inputs = WithCore(Core(kNamed));
  inputs.facts.text = R"({"operand_names": {
      "OpTypeNew": {"MemberTypes": "Parts"}}})";
  EXPECT_THAT(Generate(inputs).operands,
              HasSubstr("inline constexpr OperandIndex kParts{1};\n"));
  inputs.facts.text = R"({"operand_names": {
      "OpNone": {"A": "B"},
      "OpTwice": {"Size": "Bytes", "Mask": "Mask2"}}})";
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre(
          "op_facts.json: operand_names.OpNone: no such instruction",
          "op_facts.json: operand_names.OpTwice: 'Mask2' is not a new name",
          "op_facts.json: operand_names.OpTwice: no operand 'Size'"));
}

uint32_t TraitsOf(const Model& model, absl::string_view name) {
  for (const Instruction& instruction : model.instructions) {
    if (instruction.name == name) return instruction.traits;
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(TraitsTest, ConventionsAndExceptions) {
  Inputs inputs = WithCore(Core(absl::StrCat(kNamed, R"(,
    {"opname": "OpTypeOdd", "class": "@exclude", "opcode": 3},
    {"opname": "OpStop", "class": "@exclude", "opcode": 4})")));
  inputs.facts.text = R"({"traits": {
      "Type": {"not": ["OpTypeOdd"]}, "Termination": {"also": ["OpStop"]}}})";
  const Result run = Generate(inputs);
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.trait_bits, HasSubstr("  kType = 1u,\n"));
  EXPECT_EQ(TraitsOf(run.model, "OpNop"), 0u);
  EXPECT_EQ(TraitsOf(run.model, "OpTypeNew") & 1, 1u);
  EXPECT_EQ(TraitsOf(run.model, "OpTypeOdd") & 1, 0u);
  // A trait builds on the exceptions of another: kTermination, kTerminator.
  EXPECT_EQ(std::popcount(TraitsOf(run.model, "OpStop")), 2);
}

TEST(TraitsTest, Errors) {
  Inputs inputs = WithCore(Core(kNamed));
  inputs.facts.text = R"({"traits": {
      "Colour": {"also": ["OpNop"]},
      "Type": {"also": ["OpTypeNew"], "not": ["OpNop", "OpNone"]}}})";
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre("op_facts.json: traits.Colour: no such trait",
                  "op_facts.json: traits.Type: 'OpTypeNew' is not an exception",
                  "op_facts.json: traits.Type: 'OpNop' is not an exception",
                  "op_facts.json: traits.Type: no instruction 'OpNone'"));
}

constexpr char kTakesIds[] = R"(
    {"opname": "OpTake", "class": "@exclude", "opcode": 1, "operands": [
      {"kind": "IdResultType"}, {"kind": "IdResult"},
      {"kind": "IdRef", "name": "'Base Type'"},
      {"kind": "Mask"},
      {"kind": "PairIdRefIdRef", "name": "'Pair'", "quantifier": "*"}]})";

TEST(OperandClassesTest, FollowFromNamesAndExceptions) {
  Inputs inputs = WithCore(Core(kTakesIds));
  inputs.classes = {"operand_classes.json", R"({
      "names": {"type": {"operands": ["Base Type"]},
                "label": {"operands": ["Far"]}},
      "instructions": {"OpTake": {"classes": ["type", "object", "label"]}}})"};
  const Result run = Generate(inputs);
  EXPECT_THAT(run.report.errors(), IsEmpty());
  const std::string text = WriteOperandClasses(run.model);
  // Any is 1, object 2, constant 3, type 4, label 5; the second of a pair is in
  // the higher four bits.
  EXPECT_THAT(text, HasSubstr("kOpClasses[] = {\n    4, 0, 4, 0, 82, 0};"));
  EXPECT_THAT(text, HasSubstr("kEnumerantClasses[] = {\n    5, 0};"));
}

TEST(OperandClassesTest, ReportsOperandsWithoutAClass) {
  Inputs inputs = WithCore(Core(kTakesIds));
  inputs.classes = {"operand_classes.json",
                    R"({"names": {"type": {"operands": ["Base Type"]}}})"};
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre("operand_classes.json: OpTake: operand 'Pair' has no class",
                  "operand_classes.json: OpTake: operand 'Pair' has no class",
                  "operand_classes.json: Mask.Near: operand 'Far' has no "
                  "class"));
  inputs.classes.text = R"({
      "names": {"kind": {"operands": []}},
      "instructions": {"OpTake": {"classes": ["type"]}}})";
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre("operand_classes.json: names.kind: no class is called "
                  "'kind'"));
}

TEST(NamingTest, OperandIdentifiers) {
  EXPECT_EQ(OperandIdentifier("Sampled Image"), "SampledImage");
  EXPECT_EQ(OperandIdentifier("Operand 1"), "Operand1");
  EXPECT_EQ(OperandIdentifier("Operand 1, Operand 2, ..."), "Operands");
  EXPECT_EQ(OperandIdentifier("Member 0 type, member 1 type, ..."),
            "MemberTypes");
  EXPECT_EQ(OperandIdentifier("Variable, Parent, ..."), "VariableParent");
  EXPECT_EQ(OperandIdentifier("Operands ..."), "Operands");
  EXPECT_EQ(OperandIdentifier("input1_zp"), "Input1Zp");
  EXPECT_EQ(OperandIdentifier(""), "");
}

}  // namespace
}  // namespace plumb::grammar::generator
