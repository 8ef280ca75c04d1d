// Tests the snapshot of the grammar: from JSON to lines, and from lines to the
// model.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "grammar/generator/read_file.h"
#include "grammar/generator/report.h"
#include "grammar/generator/snapshot_line.h"
#include "grammar/generator/snapshot_reader.h"
#include "grammar/generator/snapshot_writer.h"
#include "gtest/gtest.h"

namespace plumb::grammar::generator {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// --- Writing -----------------------------------------------------------------

// A core grammar; $I and $E stand for further instructions and enumerants.
constexpr char kCore[] = R"({
  "instruction_printing_class": [{"tag": "Memory"}, {"tag": "@exclude"}],
  "instructions": [
    {"opname": "OpNop", "class": "@exclude", "opcode": 0}$I
  ],
  "operand_kinds": [
    {"category": "ValueEnum", "kind": "Capability", "enumerants": [
      {"enumerant": "Shader", "value": 1}$E]},
    {"category": "Id", "kind": "IdResultType"},
    {"category": "Id", "kind": "IdResult"},
    {"category": "Id", "kind": "IdRef"},
    {"category": "Composite", "kind": "PairIdRefIdRef",
     "bases": ["IdRef", "IdRef"]}
  ]
})";

constexpr char kCoreLines[] = R"(core class @exclude
core class Memory
core kind ValueEnum Capability
core enumerant Capability 1 Shader
core kind Id IdRef
core kind Id IdResult
core kind Id IdResultType
core kind Composite PairIdRefIdRef IdRef IdRef
core instruction 0 OpNop class=@exclude
)";

std::string Core(const std::string& instruction = "",
                 const std::string& enumerant = "") {
  const auto more = [](const std::string& entry) {
    return entry.empty() ? "" : absl::StrCat(",\n", entry);
  };
  return absl::StrReplaceAll(
      kCore, {{"$I", more(instruction)}, {"$E", more(enumerant)}});
}

std::vector<std::string> WriteErrors(const std::string& core) {
  Report report;
  WriteSnapshot({{"tree/core.json", core}, {}}, "1", &report);
  return report.errors();
}

TEST(SnapshotWriterTest, WritesOneLineAnEntry) {
  Report report;
  const std::string text = WriteSnapshot(
      {{"core.json", Core(R"(
          {"opname": "OpLoad", "class": "Memory", "opcode": 61,
           "version": "1.3", "lastVersion": "1.5", "provisional": true,
           "capabilities": ["Shader", "Kernel"], "aliases": ["OpLoadKHR"],
           "extensions": ["SPV_KHR_load"],
           "operands": [{"kind": "IdResultType"}, {"kind": "IdResult"},
             {"kind": "IdRef", "name": "'Pointer'"},
             {"kind": "IdRef", "quantifier": "?"},
             {"kind": "IdRef", "quantifier": "*", "name": "'A 1', +\n..."}]})",
                          R"({"enumerant": "Kernel", "value": "0x6",
                              "version": "None"})")},
       {{"tree/extinst.b.1.grammar.json", R"({"instructions": [
           {"opname": "Round", "opcode": 1}],
           "operand_kinds": [{"kind": "Flags", "category": "BitEnum",
             "enumerants": [{"enumerant": "High", "value": "0x10"},
                            {"enumerant": "Low", "value": "0x2"}]}]})"},
        {"tree/extinst.a.grammar.json", R"({"instructions": []})"}}},
      "SPIRV-Headers 1.0", &report);
  EXPECT_THAT(report.errors(), IsEmpty());
  EXPECT_THAT(text, EndsWith(R"(
release SPIRV-Headers 1.0
core class @exclude
core class Memory
core kind ValueEnum Capability
core enumerant Capability 1 Shader
core enumerant Capability 6 Kernel version=never
core kind Id IdRef
core kind Id IdResult
core kind Id IdResultType
core kind Composite PairIdRefIdRef IdRef IdRef
core instruction 0 OpNop class=@exclude
core instruction 61 OpLoad aliases=OpLoadKHR capabilities=Shader,Kernel class=Memory extensions=SPV_KHR_load last=1.5 version=1.3 provisional : IdResultType IdResult IdRef "Pointer" IdRef? IdRef* "A 1, ..."
b.1 kind BitEnum Flags
b.1 enumerant Flags 0x2 Low
b.1 enumerant Flags 0x10 High
b.1 instruction 1 Round
)"));
}

TEST(SnapshotWriterTest, ReportsTextThatIsNotJson) {
  EXPECT_THAT(WriteErrors("{\n  \"instructions\": [,]\n}"),
              ElementsAre("core.json: line 2: not JSON"));
  EXPECT_THAT(WriteErrors(""), ElementsAre("core.json: line 1: not JSON"));
  EXPECT_THAT(WriteErrors("[]"),
              ElementsAre("core.json: document: must be an object"));
}

TEST(SnapshotWriterTest, ReportsMissingLists) {
  EXPECT_THAT(
      WriteErrors("{}"),
      ElementsAre(
          "core.json: document: key 'instruction_printing_class' is missing",
          "core.json: document: key 'operand_kinds' is missing",
          "core.json: document: key 'instructions' is missing"));
}

struct ErrorCase {
  const char* text;
  const char* error;
};

TEST(SnapshotWriterTest, ReportsErrorsInInstructions) {
  constexpr ErrorCase kCases[] = {
      {R"({"class": "Memory", "opcode": 1})",
       "core.json: instructions[1]: key 'opname' is missing"},
      {R"({"opname": "OpA", "class": "Memory"})",
       "core.json: OpA: key 'opcode' is missing"},
      {R"({"opname": "OpA", "opcode": 1})",
       "core.json: OpA: key 'class' is missing"},
      {R"({"opname": 7, "class": "Memory", "opcode": 1})",
       "core.json: instructions[1]: 'opname' must be a string"},
      {R"({"opname": "Op A", "class": "Memory", "opcode": 1})",
       "core.json: instructions[1]: 'Op A' is not a name"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": "one"})",
       "core.json: OpA: 'opcode' must be a number of 32 bits"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": -1})",
       "core.json: OpA: 'opcode' must be a number of 32 bits"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1.5})",
       "core.json: OpA: 'opcode' must be a number of 32 bits"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "operands": [{"kind": "IdRef"}, {"name": "B"}]})",
       "core.json: OpA.operands[1]: key 'kind' is missing"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "operands": [{"kind": "IdRef", "quantifier": "+"}]})",
       "core.json: OpA.operands[0]: unknown quantifier '+'"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "operands": [{"kind": "IdRef", "name": "a \"b\""}]})",
       "core.json: OpA.operands[0]: 'name' must not have a quote in it"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "operands": ["IdRef"]})",
       "core.json: OpA.operands[0]: must be an object"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "operands": {}})",
       "core.json: OpA: 'operands' must be a list"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "capabilities": [1]})",
       "core.json: OpA: 'capabilities' must be a list of strings"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "extensions": ["SPV A"]})",
       "core.json: OpA: 'SPV A' is not a name"},
      {R"({"opname": "OpA", "class": "Memory", "opcode": 1,
           "provisional": "yes"})",
       "core.json: OpA: 'provisional' must be true or false"},
  };
  for (const ErrorCase& c : kCases) {
    EXPECT_THAT(WriteErrors(Core(c.text)), ElementsAre(c.error)) << c.text;
  }
}

TEST(SnapshotWriterTest, ReportsErrorsInEnumerants) {
  constexpr ErrorCase kCases[] = {
      {R"({"value": 2})",
       "core.json: Capability.enumerants[1]: key 'enumerant' is missing"},
      {R"({"enumerant": "New"})",
       "core.json: Capability.New: key 'value' is missing"},
      {R"({"enumerant": "New", "value": "0xgg"})",
       "core.json: Capability.New: 'value' must be a number of 32 bits"},
      {R"({"enumerant": "New", "value": 4294967296})",
       "core.json: Capability.New: 'value' must be a number of 32 bits"},
  };
  for (const ErrorCase& c : kCases) {
    EXPECT_THAT(WriteErrors(Core("", c.text)), ElementsAre(c.error)) << c.text;
  }
}

TEST(SnapshotWriterTest, ReportsAllErrorsOfAFile) {
  EXPECT_THAT(WriteErrors(Core(R"({"opname": "OpA", "opcode": 1},
                                  {"opname": "OpB", "class": "Memory"})")),
              ElementsAre("core.json: OpA: key 'class' is missing",
                          "core.json: OpB: key 'opcode' is missing"));
}

TEST(SnapshotWriterTest, ReportsLostNames) {
  const auto lost = [](const std::string& older, const std::string& newer) {
    Report report;
    CheckNothingIsLost({"older", older}, {"newer", newer}, &report);
    return report.errors();
  };
  EXPECT_THAT(lost(kCoreLines, kCoreLines), IsEmpty());
  EXPECT_THAT(lost(kCoreLines, absl::StrCat(kCoreLines, "a instruction 1 B\n")),
              IsEmpty());
  // An alias will do.
  EXPECT_THAT(lost("a instruction 1 B\n", "a instruction 1 C aliases=B\n"),
              IsEmpty());
  EXPECT_THAT(lost("a instruction 1 B\na enumerant K 1 B\n",
                   "b instruction 1 B\na enumerant L 1 B\n"),
              ElementsAre("newer: a enumerant K B: is missing: the grammar "
                          "must not be older than the pinned snapshot",
                          "newer: a instruction B: is missing: the grammar "
                          "must not be older than the pinned snapshot"));
}

// --- Lines -------------------------------------------------------------------

TEST(SnapshotLineTest, FormatIsTheInverseOfParse) {
  for (const char* text : {
           "core class @exclude",
           "core kind Composite PairIdRefIdRef IdRef IdRef",
           "a.1 enumerant Flags 0x2 Low aliases=Lo,L provisional",
           "core instruction 1 OpA class=X : IdRef \"Two Words\" IdRef? IdRef* "
           "\"B\"",
       }) {
    SnapshotLine line;
    EXPECT_EQ(ParseSnapshotLine(text, &line), "") << text;
    EXPECT_EQ(FormatSnapshotLine(line), text);
  }
}

TEST(SnapshotLineTest, ReportsErrors) {
  constexpr ErrorCase kCases[] = {
      {"", "words must be separated by single spaces"},
      {"core", "a scope and a type must come first"},
      {"core  class A", "words must be separated by single spaces"},
      {"core class A ", "words must be separated by single spaces"},
      {"core instruction 1 A : IdRef \"B", "a quote is not closed"},
      {"core instruction 1 A : IdRef \"B\"C",
       "a space must follow a quoted text"},
      {"core instruction 1 A : \"B\"", "\"B\" must follow an operand kind"},
      {"core instruction 1 A : IdRef \"B\" \"C\"",
       "\"C\" must follow an operand kind"},
      {"core instruction 1 A : IdRef \"\"", "\"\" must follow an operand kind"},
      {"core instruction 1 \"A\"",
       "a quoted text must be the name of an operand"},
      {"core instruction 1 A class=B class=C",
       "'class' must be there only once"},
  };
  for (const ErrorCase& c : kCases) {
    SnapshotLine line;
    EXPECT_EQ(ParseSnapshotLine(c.text, &line), c.error) << c.text;
  }
}

// --- Reading -----------------------------------------------------------------

struct ReadResult {
  Model model;
  std::map<std::string, ExtInstSet> sets;
  Report report;
};

ReadResult Read(const std::string& text) {
  ReadResult result;
  ReadSnapshot({"snapshot.txt", text}, &result.sets, &result.model,
               &result.report);
  return result;
}

// The release is line 1, so that `line`, after the nine core lines, is line 11.
std::vector<std::string> ReadErrors(const std::string& line) {
  return Read(absl::StrCat("release 1\n", kCoreLines, line, "\n"))
      .report.errors();
}

TEST(SnapshotReaderTest, ReadsEachTypeOfLine) {
  const ReadResult result = Read(absl::StrCat(
      "# A comment.\nrelease Test 1\n", kCoreLines,
      "core instruction 7 OpB class=Memory capabilities=Shader last=1.5 "
      "version=1.3 : IdRef \"Base\" PairIdRefIdRef*\n"
      "core instruction 3 OpA class=Memory aliases=OpC provisional\n"
      "set.1 kind BitEnum Flags\n"
      "set.1 enumerant Flags 0x4 High version=never : IdRef\n"
      "set.1 enumerant Flags 0x2 Low\n"
      "set.1 instruction 1 Round : Flags\n"));
  EXPECT_THAT(result.report.errors(), IsEmpty());
  EXPECT_THAT(result.report.notes(),
              ElementsAre("snapshot.txt: set.1: not listed in "
                          "ext_inst_sets.json; imported as \"set.1\""));
  const Model& model = result.model;
  EXPECT_EQ(model.release, "Test 1");
  EXPECT_THAT(model.classes, ElementsAre("@exclude", "Memory"));
  ASSERT_EQ(model.instructions.size(), 3u);  // sorted by opcode
  EXPECT_EQ(model.instructions[1].name, "OpA");
  EXPECT_THAT(model.instructions[1].aliases, ElementsAre("OpC"));
  EXPECT_TRUE(model.instructions[1].provisional);
  const Instruction& b = model.instructions[2];
  EXPECT_EQ(b.need.min_version, 3);
  EXPECT_EQ(b.need.last_version, 5);
  EXPECT_THAT(b.need.capabilities, ElementsAre("Shader"));
  ASSERT_EQ(b.operands.size(), 2u);
  EXPECT_EQ(b.operands[0].name, "Base");
  EXPECT_EQ(b.operands[1].quantifier, Quantifier::kAny);
  EXPECT_EQ(model.kinds[b.operands[1].kind].bases.size(), 2u);
  const Kind& flags = model.kinds.back();
  EXPECT_EQ(flags.identifier, "Set1Flags");
  ASSERT_EQ(flags.enumerants.size(), 2u);  // sorted by value
  EXPECT_EQ(flags.enumerants[0].name, "Low");
  EXPECT_EQ(flags.enumerants[1].need.min_version, kNeverCore);
  ASSERT_EQ(result.sets.count("set.1"), 1u);
  const ExtInstSet& set = result.sets.at("set.1");
  ASSERT_EQ(set.instructions.size(), 1u);
  EXPECT_EQ(model.kinds[set.instructions[0].operands[0].kind].identifier,
            "Set1Flags");
}

TEST(SnapshotReaderTest, ReportsErrorsInLines) {
  constexpr ErrorCase kCases[] = {
      {"core", "a scope and a type must come first"},
      {"release 2", "there must be only one release"},
      {"core thing A", "unknown type 'thing'"},
      {"core class A B", "a line of type class must not have 2 words"},
      {"core kind Id", "a line of type kind must not have 1 words"},
      {"core enumerant Capability Kernel",
       "a line of type enumerant must not have 2 words"},
      {"core instruction 1",
       "a line of type instruction must not have 1 words"},
      {"core kind Id IdNew version=1.1", "unknown attribute 'version'"},
      {"core instruction 1 OpA class=Memory color=Red",
       "unknown attribute 'color'"},
      {"core instruction 1 OpA class=Memory extensions=", "'' is not a name"},
      {"core kind Odd IdNew", "unknown category 'Odd'"},
      {"core kind Id IdRef", "kind 'IdRef' again"},
      {"core kind Id Id-New", "'Id-New' is not a name"},
      {"core kind Composite Pair",
       "a composite, and only a composite, must have parts"},
      {"core kind Id IdNew IdRef",
       "a composite, and only a composite, must have parts"},
      {"core kind Composite Pair IdReef", "unknown operand kind 'IdReef'"},
      {"core enumerant Odd 1 A", "unknown operand kind 'Odd'"},
      {"core enumerant Capability x A", "'x' is not a number of 32 bits"},
      {"core enumerant Capability 4294967296 A",
       "'4294967296' is not a number of 32 bits"},
      {"core enumerant Capability 2 Shader", "name 'Shader' again"},
      {"core enumerant Capability 2 A aliases=Shader", "name 'Shader' again"},
      {"core enumerant Capability 1 A", "number 1 again"},
      {"core instruction 1 OpNop class=Memory", "name 'OpNop' again"},
      {"core instruction 0 OpA class=Memory", "number 0 again"},
      {"core instruction 65536 OpA class=Memory",
       "an opcode must fit into 16 bits"},
      {"core instruction 1 OpA class=Odd", "unknown class 'Odd'"},
      {"core instruction 1 OpA",
       "an instruction must have a class if and only if it is a core "
       "instruction"},
      {"core instruction 1 OpA class=Memory capabilities=Sheder",
       "unknown capability 'Sheder'"},
      {"core instruction 1 OpA class=Memory version=2.0",
       "'version' must be like 1.3, or never, not '2.0'"},
      {"core instruction 1 OpA class=Memory : IdReef",
       "unknown operand kind 'IdReef'"},
  };
  for (const ErrorCase& c : kCases) {
    EXPECT_THAT(ReadErrors(c.text),
                ElementsAre(absl::StrCat("snapshot.txt: line 11: ", c.error)))
        << c.text;
  }
  EXPECT_THAT(
      ReadErrors("core kind BitEnum M\ncore enumerant M 0x3 A : IdRef"),
      ElementsAre(HasSubstr("a group of bits must not have parameters")));
}

TEST(SnapshotReaderTest, ReportsMissingFacts) {
  EXPECT_THAT(
      Read("core kind Id IdRef\n").report.errors(),
      ElementsAre("snapshot.txt: document: the release is missing",
                  "snapshot.txt: document: operand kind 'Capability' is "
                  "missing",
                  "snapshot.txt: document: operand kind 'IdResult' is missing",
                  "snapshot.txt: document: operand kind 'IdResultType' is "
                  "missing"));
  ReadResult result;
  result.sets["a"].name = "A";
  ReadSnapshot({"snapshot.txt", absl::StrCat("release 1\n", kCoreLines)},
               &result.sets, &result.model, &result.report);
  EXPECT_THAT(result.report.errors(),
              ElementsAre("snapshot.txt: a: is listed in ext_inst_sets.json, "
                          "but has no line"));
}

}  // namespace
}  // namespace plumb::grammar::generator
