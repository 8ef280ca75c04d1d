// Tests the generator on small grammars: its output for valid ones, old and
// new, and its messages for broken ones.
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
using ::testing::Not;

// A small core grammar; $I and $E are replaced by more instructions and more
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

Inputs WithCore(const std::string& core) {
  return {{"tree/core.json", core},
          {},
          {"sets.json", "{}"},
          {"names.json", "{}"},
          {"op_facts.json", "{}"},
          {"operands.json", "{}"},
          {}};
}

// Everything from the files to the text of the generated ones.
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

std::vector<std::string> CoreErrors(const std::string& instructions,
                                    const std::string& capabilities = "") {
  return Errors(WithCore(Core(instructions, capabilities)));
}

const OpRow* FindOp(const Tables& tables, uint32_t opcode) {
  for (const OpRow& op : tables.ops) {
    if (op.opcode == opcode) return &op;
  }
  return nullptr;
}

TEST(GoodGrammarTest, SmallGrammar) {
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
  EXPECT_THAT(run.source, HasSubstr("constexpr OpInfo kOps[]"));
}

TEST(GoodGrammarTest, Layouts) {
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

TEST(GoodGrammarTest, EqualRequirementsShareARow) {
  const Result run = Generate(WithCore(Core(R"(
    {"opname": "OpA", "class": "@exclude", "opcode": 1, "version": "1.4",
     "capabilities": ["Shader"], "extensions": ["SPV_KHR_big_things"]},
    {"opname": "OpB", "class": "@exclude", "opcode": 2, "version": "None",
     "lastVersion": "1.5"})")));
  ASSERT_THAT(run.report.errors(), IsEmpty());
  const Tables& t = run.tables;
  EXPECT_EQ(t.requirements.size(), 3u);
  EXPECT_EQ(t.ops[0].requirement, 0u);
  const EnumerantRow& big = t.enumerants.back();
  EXPECT_EQ(big.value, 5000u);
  EXPECT_EQ(t.ops[1].requirement, big.requirement);
  const RequirementRow& row = t.requirements[t.ops[2].requirement];
  EXPECT_EQ(row.min_version, kNeverCore);
  EXPECT_EQ(row.last_version, 5);
}

// The same aliases in the form of newer and of older grammars.
TEST(GoodGrammarTest, AliasesOfBothStyles) {
  const std::string kNew = R"(
    {"opname": "OpFoo", "class": "@exclude", "opcode": 7, "version": "1.4",
     "extensions": ["SPV_NV_foo"], "aliases": ["OpFooNV"],
     "operands": [{"kind": "IdRef"}]})";
  const std::string kOld = R"(
    {"opname": "OpFooNV", "class": "@exclude", "opcode": 7, "version": "None",
     "extensions": ["SPV_NV_foo"], "operands": [{"kind": "IdRef"}]},
    {"opname": "OpFoo", "class": "@exclude", "opcode": 7, "version": "1.4",
     "operands": [{"kind": "IdRef", "name": "'Bar'"}]})";
  for (const std::string& instructions : {kNew, kOld}) {
    const Result run = Generate(WithCore(Core(instructions)));
    ASSERT_THAT(run.report.errors(), IsEmpty());
    ASSERT_EQ(run.model.instructions.size(), 2u);
    const Instruction& foo = run.model.instructions[1];
    EXPECT_EQ(foo.name, "OpFoo");
    EXPECT_THAT(foo.aliases, ElementsAre("OpFooNV"));
    EXPECT_EQ(foo.need.min_version, 4);
    EXPECT_THAT(foo.need.extensions, ElementsAre("SPV_NV_foo"));
    EXPECT_THAT(run.enums, HasSubstr("  kFoo = 1,\n  kFooNV = 1,\n"));
    EXPECT_EQ(run.tables.op_names.size(), 3u);
  }
}

TEST(GoodGrammarTest, ACapabilityRequiresLessThanAnExtension) {
  const Result run = Generate(WithCore(Core(R"(
    {"opname": "OpFooKHR", "class": "@exclude", "opcode": 7,
     "version": "None", "capabilities": ["Shader"]},
    {"opname": "OpFooNV", "class": "@exclude", "opcode": 7,
     "version": "None", "capabilities": ["Shader"],
     "extensions": ["SPV_NV_foo"]})")));
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.model.instructions[1].need.extensions, IsEmpty());
}

TEST(GoodGrammarTest, ExtendedSets) {
  Inputs inputs = WithCore(Core());
  inputs.sets.text = R"({
    "listed": {"name": "Listed.Set", "identifier": "ListedSet",
               "versioned": true},
    "missing": {"name": "Missing", "identifier": "Missing"}})";
  inputs.ext_inst = {{"tree/extinst.new.1.grammar.json", R"({"instructions": [
         {"opname": "two", "opcode": 2, "operands": [{"kind": "IdRef"}]},
         {"opname": "far", "opcode": 1000}]})"},
                     {"tree/extinst.listed.grammar.json", R"({"instructions": [
         {"opname": "One", "opcode": 1, "operands": [{"kind": "Mask"}]}],
         "operand_kinds": [{"category": "ValueEnum", "kind": "Mask",
           "enumerants": [{"enumerant": "X", "value": 3}]}]})"}};
  const Result run = Generate(inputs);
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.report.notes(),
              ElementsAre("extinst.new.1.grammar.json: new.1: not listed in "
                          "ext_inst_sets.json; imported as \"new.1\""));
  ASSERT_EQ(run.tables.sets.size(), 3u);
  EXPECT_TRUE(run.tables.sets[0].known);
  EXPECT_TRUE(run.tables.sets[0].versioned);
  EXPECT_FALSE(run.tables.sets[1].known);
  EXPECT_EQ(run.tables.sets[2].instruction_count, 2u);
  EXPECT_EQ(run.tables.sets[2].slot_count, 3u);
  // The set's own kind takes precedence over the core's, and gets a prefix.
  const Operand& operand = run.model.sets[0].instructions[0].operands[0];
  EXPECT_EQ(run.model.kinds[operand.kind].identifier, "ListedSetMask");
  EXPECT_THAT(run.enums, HasSubstr("enum class ListedSetMask : uint32_t {\n"
                                   "  kX = 3,\n};\n"));
  EXPECT_THAT(run.ext_inst_enums, HasSubstr("enum class New1 : uint32_t {\n"
                                            "  kTwo = 2,\n"
                                            "  kFar = 1000,\n};\n"));
}

TEST(GoodGrammarTest, PlaceholdersForNewerNames) {
  Inputs inputs = WithCore(Core(R"(
    {"opname": "OpOldINTEL", "class": "@exclude", "opcode": 9})"));
  inputs.names.text = R"({
    "classes": ["Tensor"],
    "extensions": ["SPV_EXT_newer"],
    "opcodes": {"OpNewer": 8, "OpOldEXT": 9, "OpNop": 0},
    "kinds": {
      "Capability": {"category": "ValueEnum",
                     "enumerants": {"Newer": 77, "Shader": 1}},
      "NewKind": {"category": "BitEnum", "enumerants": {"Bit": 4}}}})";
  const Result run = Generate(inputs);
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.report.notes(), IsEmpty());
  const OpRow* newer = FindOp(run.tables, 8);
  ASSERT_NE(newer, nullptr);
  EXPECT_FALSE(newer->known);
  EXPECT_EQ(run.tables.op_of_opcode[8], kEmptySlot);
  EXPECT_EQ(run.tables.op_names.size(), 2u);
  EXPECT_THAT(run.enums, HasSubstr("  kNop = 0,\n  kNewer = 1,\n"
                                   "  kOldINTEL = 2,\n  kOldEXT = 2,\n"));
  EXPECT_THAT(run.enums, HasSubstr("  kNewer = 77,\n"));
  EXPECT_THAT(run.enums, HasSubstr("enum class NewKind : uint32_t {\n"
                                   "  kBit = 4,\n};\n"));
  EXPECT_THAT(run.enums, HasSubstr("  kTensor = "));
  EXPECT_THAT(run.enums, HasSubstr("  kExtNewer = "));
  for (const EnumerantRow& e : run.tables.enumerants) EXPECT_NE(e.value, 77u);
}

TEST(GoodGrammarTest, TheGrammarGoesBeforeThePlaceholders) {
  Inputs inputs = WithCore(Core());
  inputs.names.text = R"({"opcodes": {"OpNop": 5}})";
  const Result run = Generate(inputs);
  EXPECT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.report.notes(),
              ElementsAre("names.json: OpNop: is 5 here, but 0 in the "
                          "grammar"));
  EXPECT_EQ(run.tables.ops.size(), 1u);
}

TEST(GoodGrammarTest, ParametersAsTheOverlayHasThem) {
  Inputs inputs = WithCore(Core());
  inputs.names.text = R"({"kinds": {
    "Wide": {"category": "Literal"},
    "Mask": {"category": "BitEnum", "enumerants": {"NearEXT": 2, "Newer": 4}}
  }})";
  // By a name that only newer grammars have; names that only they have are
  // skipped.
  inputs.facts.text = R"({"parameters": {"Mask": {
    "NearEXT": [{"kind": "Wide", "name": "How Near"}, {"kind": "IdRef"}],
    "Newer": [{"kind": "IdRef"}]
  }}})";
  const Result run = Generate(inputs);
  ASSERT_THAT(run.report.errors(), IsEmpty());
  const std::vector<Enumerant>& mask = run.model.kinds[0].enumerants;
  ASSERT_EQ(mask.size(), 2u);
  ASSERT_EQ(mask[1].parameters.size(), 2u);
  EXPECT_EQ(run.model.kinds[mask[1].parameters[0].kind].name, "Wide");
  EXPECT_EQ(mask[1].parameters[0].name, "How Near");

  inputs.facts.text = R"({"parameters": {
    "Mask": {"Far": [], "Near": [{"kind": "Odd"}]}, "Odd": {}}})";
  EXPECT_THAT(Errors(inputs),
              ElementsAre("op_facts.json: parameters.Mask: no enumerant 'Far'",
                          "op_facts.json: parameters.Mask.Near[0]: unknown "
                          "operand kind 'Odd'",
                          "op_facts.json: parameters.Odd: no such operand "
                          "kind"));
}

// One broken file each, with all of its messages.
TEST(BrokenGrammarTest, NoJson) {
  EXPECT_THAT(Errors(WithCore("{\n  \"instructions\": [,]\n}")),
              ElementsAre("core.json: line 2: not JSON"));
  EXPECT_THAT(Errors(WithCore("")), ElementsAre("core.json: line 1: not JSON"));
  EXPECT_THAT(Errors(WithCore("[]")),
              ElementsAre("core.json: document: must be an object"));
}

TEST(BrokenGrammarTest, EmptyFile) {
  EXPECT_THAT(
      Errors(WithCore("{}")),
      ElementsAre(
          "core.json: document: key 'instruction_printing_class' is missing",
          "core.json: document: key 'operand_kinds' is missing",
          "core.json: document: operand kind 'Capability' is missing",
          "core.json: document: operand kind 'IdResult' is missing",
          "core.json: document: operand kind 'IdResultType' is missing",
          "core.json: document: key 'instructions' is missing"));
}

struct BrokenCase {
  const char* instruction;
  const char* error;
};

TEST(BrokenGrammarTest, Instructions) {
  constexpr BrokenCase kCases[] = {
      {R"({"class": "@exclude", "opcode": 1})",
       "core.json: instructions[1]: key 'opname' is missing"},
      {R"({"opname": "OpA", "class": "@exclude"})",
       "core.json: OpA: key 'opcode' is missing"},
      {R"({"opname": "OpA", "opcode": 1})",
       "core.json: OpA: key 'class' is missing"},
      {R"({"opname": "OpA", "class": "Odd", "opcode": 1})",
       "core.json: OpA: unknown class 'Odd'"},
      {R"({"opname": 7, "class": "@exclude", "opcode": 1})",
       "core.json: instructions[1]: 'opname' must be a string"},
      {R"({"opname": "Op A", "class": "@exclude", "opcode": 1})",
       "core.json: instructions[1]: 'Op A' is not a name"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": "one"})",
       "core.json: OpA: 'opcode' must be a number of 32 bits"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": -1})",
       "core.json: OpA: 'opcode' must be a number of 32 bits"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1.5})",
       "core.json: OpA: 'opcode' must be a number of 32 bits"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 65536})",
       "core.json: OpA: 'opcode' must fit in 16 bits"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "operands": [{"kind": "IdReef"}]})",
       "core.json: OpA.operands[0]: unknown operand kind 'IdReef'"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "operands": [{"kind": "IdRef"}, {"name": "B"}]})",
       "core.json: OpA.operands[1]: key 'kind' is missing"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "operands": [{"kind": "IdRef", "quantifier": "+"}]})",
       "core.json: OpA.operands[0]: unknown quantifier '+'"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "operands": ["IdRef"]})",
       "core.json: OpA.operands[0]: must be an object"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "operands": {}})",
       "core.json: OpA: 'operands' must be a list"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "capabilities": ["Sheder"]})",
       "core.json: OpA: unknown capability 'Sheder'"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "capabilities": [1]})",
       "core.json: OpA: 'capabilities' must be a list of strings"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "version": "2.0"})",
       "core.json: OpA: 'version' must be like 1.3 or None, not '2.0'"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "provisional": "yes"})",
       "core.json: OpA: 'provisional' must be true or false"},
      {R"({"opname": "OpNop", "class": "@exclude", "opcode": 1})",
       "core.json: OpNop: named twice"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 1,
           "aliases": ["OpNop"]})",
       "core.json: OpNop: named twice"},
      {R"({"opname": "OpA", "class": "@exclude", "opcode": 0,
           "operands": [{"kind": "IdRef"}]})",
       "core.json: OpA: has the number of OpNop, but other operands"},
  };
  for (const BrokenCase& c : kCases) {
    EXPECT_THAT(CoreErrors(c.instruction), ElementsAre(c.error))
        << c.instruction;
  }
}

TEST(BrokenGrammarTest, Enumerants) {
  constexpr BrokenCase kCases[] = {
      {R"({"value": 2})",
       "core.json: Capability.enumerants[2]: key 'enumerant' is missing"},
      {R"({"enumerant": "New"})",
       "core.json: Capability.New: key 'value' is missing"},
      {R"({"enumerant": "New", "value": "0xgg"})",
       "core.json: Capability.New: 'value' must be a number of 32 bits"},
      {R"({"enumerant": "New", "value": 4294967296})",
       "core.json: Capability.New: 'value' must be a number of 32 bits"},
      {R"({"enumerant": "New", "value": 2, "parameters": [{"kind": "Odd"}]})",
       "core.json: Capability.New.parameters[0]: unknown operand kind 'Odd'"},
      {R"({"enumerant": "Shader", "value": 2})",
       "core.json: Capability.Shader: named twice"},
      {R"({"enumerant": "New", "value": 1, "parameters": [{"kind": "IdRef"}]})",
       "core.json: Capability.New: has the number of Shader, but other "
       "operands"},
      {R"({"enumerant": "shader", "value": 2})",
       "grammar: Capability.shader: clashes with another name in the generated "
       "code"},
  };
  for (const BrokenCase& c : kCases) {
    EXPECT_THAT(CoreErrors("", c.instruction), ElementsAre(c.error))
        << c.instruction;
  }
}

// Replaces one part of the small grammar.
std::vector<std::string> ErrorsAfter(const char* part, const char* other) {
  const std::string core = Core();
  EXPECT_TRUE(absl::StrContains(core, part)) << part;
  return Errors(WithCore(absl::StrReplaceAll(core, {{part, other}})));
}

TEST(BrokenGrammarTest, Kinds) {
  EXPECT_THAT(
      ErrorsAfter(R"("category": "Literal", "kind": "LiteralInteger")",
                  R"("category": "Literary", "kind": "LiteralInteger")"),
      ElementsAre("core.json: LiteralInteger: unknown category 'Literary'"));
  EXPECT_THAT(
      ErrorsAfter(R"("category": "Id", "kind": "IdRef")", R"("kind": "IdRef")"),
      ElementsAre("core.json: IdRef: key 'category' is missing"));
  EXPECT_THAT(ErrorsAfter(R"("kind": "LiteralString")", R"("kind": "Mask")"),
              ElementsAre("core.json: Mask: named twice"));
  EXPECT_THAT(
      ErrorsAfter(R"("bases": ["IdRef", "IdRef"])", R"("bases": ["Odd"])"),
      ElementsAre("core.json: PairIdRefIdRef: unknown operand kind 'Odd'"));
  EXPECT_THAT(ErrorsAfter(R"("bases": ["IdRef", "IdRef"])", R"("base": [])"),
              ElementsAre("core.json: PairIdRefIdRef: key 'bases' is missing"));
  EXPECT_THAT(
      ErrorsAfter(R"("enumerant": "Near", "value": "0x0002")",
                  R"("enumerant": "Near", "value": "0x0003")"),
      ElementsAre(
          "core.json: Mask.Near: a group of bits must have no parameters"));
}

TEST(BrokenGrammarTest, ExtendedSetsAndOverlay) {
  Inputs inputs = WithCore(Core());
  inputs.ext_inst = {{"extinst.a.grammar.json", "{}"},
                     {"extinst.b.grammar.json", R"({"instructions": [
                        {"opname": "X", "opcode": 1},
                        {"opname": "Y", "opcode": 2,
                         "operands": [{"kind": "Odd"}]}]})"}};
  EXPECT_THAT(Errors(inputs),
              ElementsAre("extinst.a.grammar.json: document: key "
                          "'instructions' is missing",
                          "extinst.b.grammar.json: Y.operands[0]: unknown "
                          "operand kind 'Odd'"));
  inputs = WithCore(Core());
  inputs.sets.text = R"({"a": {"name": "A"}})";
  EXPECT_THAT(Errors(inputs),
              ElementsAre("sets.json: a: key 'identifier' is missing"));
  inputs = WithCore(Core());
  inputs.names.text = R"({"opcodes": {"OpNew": "x"},
                          "kinds": {"New": {"enumerants": {}}},
                          "ext_inst_sets": {"Odd": {}}})";
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre("names.json: opcodes.OpNew: must be a number of 32 bits",
                  "names.json: kinds.New: key 'category' is missing",
                  "names.json: ext_inst_sets.Odd: no such set in "
                  "ext_inst_sets.json"));
}

TEST(BrokenGrammarTest, ReportsEveryErrorOfAFile) {
  EXPECT_THAT(CoreErrors(R"({"opname": "OpA", "opcode": 1},
                            {"opname": "OpB", "class": "@exclude"})"),
              ElementsAre("core.json: OpA: key 'class' is missing",
                          "core.json: OpB: key 'opcode' is missing"));
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

TEST(HashTablesTest, EveryEntryIsFoundAndNoOther) {
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
    EXPECT_EQ(find("nobody"), kEmptySlot);
    EXPECT_EQ(find(""), kEmptySlot);
  }
}

TEST(HashTablesTest, SeedsDistinguishEqualNames) {
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
  // A pair is two operands; repeated names are numbered.
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

TEST(OperandNamesTest, OfNewerGrammars) {
  Inputs inputs = WithCore(Core(kNamed));
  inputs.sets.text = R"({"few": {"name": "Few", "identifier": "Few"}})";
  inputs.names.text = R"({"opcodes": {"OpLater": 7}})";
  inputs.operands.text = R"({"instructions": {
      "Core": {"OpTypeNew": ["Result", "MemberTypes", "Size?"],
               "OpLater": ["Pointer", "Value"]},
      "Few": {"mix": ["X", "Y?"]}}})";
  const Result run = Generate(inputs);
  ASSERT_THAT(run.report.errors(), IsEmpty());
  EXPECT_THAT(run.operands,
              HasSubstr("inline constexpr OperandIndex kMemberTypes{1};\n"
                        "inline constexpr OptionalOperandIndex kSize{2};\n"));
  EXPECT_THAT(run.operands,
              HasSubstr("namespace Later {\n"
                        "inline constexpr OperandIndex kPointer{0};\n"
                        "inline constexpr OperandIndex kValue{1};\n"));
  EXPECT_THAT(run.operands,
              HasSubstr("namespace Few {\n"
                        "namespace Mix {\n"
                        "inline constexpr ExtOperandIndex kX{0};\n"
                        "inline constexpr OptionalExtOperandIndex kY{1};\n"));
}

TEST(OperandNamesTest, TheOverlayAddsWhatTheOlderGrammarLacks) {
  const Inputs newer = WithCore(Core(kNamed));
  Inputs older = WithCore(Core(R"(
    {"opname": "OpTypeNew", "class": "@exclude", "opcode": 1, "operands": [
      {"kind": "IdResult"}]})"));
  const Result old_run = Generate(older);
  const Result new_run = Generate(newer);
  const std::string overlay = WriteOperandOverlay(old_run.model, new_run.model);
  EXPECT_THAT(overlay,
              HasSubstr("\"OpTypeNew\": [\"Result\", \"MemberTypes\"]"));
  EXPECT_THAT(overlay, HasSubstr("\"OpTwice\""));
  EXPECT_THAT(overlay, Not(HasSubstr("OpNop")));
  // With it the older grammar has the same names as the newer one.
  older.names.text = R"({"opcodes": {"OpTwice": 2, "OpTwiceEXT": 2}})";
  older.operands.text = overlay;
  const Result both = Generate(older);
  ASSERT_THAT(both.report.errors(), IsEmpty());
  EXPECT_THAT(both.operands, HasSubstr("OperandIndex kMemberTypes{1}"));
  EXPECT_THAT(both.operands, HasSubstr("OptionalOperandIndex kMask2"));
  EXPECT_THAT(both.operands, HasSubstr("namespace TwiceEXT = Twice;"));
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
          "op_facts.json: operand_names.OpTwice: 'Mask2' is no new name",
          "op_facts.json: operand_names.OpTwice: no operand 'Size'"));
  inputs = WithCore(Core(kNamed));
  inputs.operands.text = R"({"instructions": {
      "Core": {"OpNone": ["A"]}, "Few": {"mix": ["X"]}}})";
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre("operands.json: instructions.Core: no instruction 'OpNone'",
                  "operands.json: instructions.Few: no such set in "
                  "ext_inst_sets.json"));
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
  // A trait is based on the exceptions of another: kTermination, kTerminator.
  EXPECT_EQ(std::popcount(TraitsOf(run.model, "OpStop")), 2);
}

TEST(TraitsTest, ErrorsAreReported) {
  Inputs inputs = WithCore(Core(kNamed));
  inputs.facts.text = R"({"traits": {
      "Colour": {"also": ["OpNop"]},
      "Type": {"also": ["OpTypeNew"], "not": ["OpNop", "OpNone"]}}})";
  EXPECT_THAT(
      Errors(inputs),
      ElementsAre("op_facts.json: traits.Colour: no such trait",
                  "op_facts.json: traits.Type: 'OpTypeNew' is no exception",
                  "op_facts.json: traits.Type: 'OpNop' is no exception",
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
  // Any is 1, object 2, constant 3, type 4, label 5; the second of a pair is
  // in the higher four bits.
  EXPECT_THAT(text, HasSubstr("kOpClasses[] = {\n    4, 0, 4, 0, 82, 0};"));
  EXPECT_THAT(text, HasSubstr("kEnumerantClasses[] = {\n    5, 0};"));
}

TEST(OperandClassesTest, OneWithoutAClassStopsTheBuild) {
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
