#include "api/resolve/diagnostic_resolver.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

constexpr Rule kRule = {"test.some-rule", "3.3.13", "{0} is odd"};

// "3:30-3:35", and so on; empty if the place has no lines.
std::string LinesOf(const ResolvedPlace& place) {
  if (!place.text.has_value()) return "";
  const auto& [begin, end] = *place.text;
  return absl::StrCat(begin.line, ":", begin.column, "-", end.line, ":",
                      end.column);
}
std::string WordsOf(const ResolvedPlace& place) {
  if (!place.words.has_value()) return "";
  return absl::StrCat(place.words->begin, "-", place.words->end);
}

class ResolverTest : public testing::Test {
 protected:
  void ReadText(absl::string_view text) {
    ASSERT_TRUE(assembler_.Assemble(text, {}, &module_, &list_));
  }
  std::vector<ResolvedDiagnostic> Resolve(size_t max = 0) {
    return ResolveDiagnostics(module_, list_, env_, max);
  }

  Assembler assembler_;
  Module module_;
  DiagnosticList list_;
  TargetEnv env_ = kDefaultTargetEnv;
};

TEST_F(ResolverTest, ErrorsComeFirstIntoTheCount) {
  constexpr Rule kWarning = {"test.careful", "", "odd", "", Severity::kWarning};
  ReadText("OpNop\nOpNop\nOpNop\nOpNop\n");
  list_.Add(kWarning, Place::At(InstIndex(0)));
  list_.Add(kWarning, Place::At(InstIndex(1)));
  list_.Add(kRule, Place::At(InstIndex(2)), {Op::kNop});
  list_.Add(kRule, Place::At(InstIndex(3)), {Op::kNop});
  const auto shown = [this](size_t max) {
    std::string lines;
    for (const ResolvedDiagnostic& d : Resolve(max)) {
      absl::StrAppend(&lines, d.place.text->begin.line);
    }
    return lines;
  };
  EXPECT_EQ(shown(1), "3");
  EXPECT_EQ(shown(2), "34");
  EXPECT_EQ(shown(3), "134");
  EXPECT_EQ(shown(4), "1234");
  EXPECT_EQ(shown(9), "1234");
  EXPECT_EQ(shown(0), "1234");
}

TEST_F(ResolverTest, VulkansIdsAreVulkans) {
  constexpr Rule kVulkanRule = {"test.client-rule", "", "odd", "VUID-test-1"};
  list_.Add(kVulkanRule, Place::WholeModule());
  EXPECT_EQ(Resolve()[0].vuid, "");
  env_ = TargetEnv::kOpenCl2_2;
  EXPECT_EQ(Resolve()[0].vuid, "");
  env_ = TargetEnv::kVulkan1_0;
  EXPECT_EQ(Resolve()[0].vuid, "VUID-test-1");
}

TEST_F(ResolverTest, Fixes) {
  const std::string text = "OpCapability Shader\nOpNop\n";
  ReadText(text);
  list_.Add(kRule, Place::Input(0, 12), {"OpCapability"});
  list_.AddFix("did you mean {0}", Place::Input(0, 12), {"OpOther"});
  list_.Add(kRule, Place::Input(13, 19), {"Shader"});
  list_.AddFix("", Place::Input(13, 19));
  list_.Add(kRule, Place::At(InstIndex(1)), {"OpNop"});
  list_.AddNote("see {0}", Place::At(InstIndex(1)), {"OpNop"});
  const std::vector<ResolvedDiagnostic> all = Resolve();
  ASSERT_EQ(all.size(), 3);
  ASSERT_TRUE(all[0].fix.has_value());
  ASSERT_EQ(all[0].fix->edits.size(), 1);
  const ResolvedEdit& edit = all[0].fix->edits[0];
  EXPECT_EQ(edit.replacement, "OpOther");
  EXPECT_EQ(edit.offsets.begin, 0);
  EXPECT_EQ(edit.offsets.end, 12);
  EXPECT_EQ(edit.text.end.column, 13);
  ASSERT_EQ(all[0].notes.size(), 1);
  EXPECT_EQ(all[0].notes[0].message, "did you mean OpOther");
  ASSERT_TRUE(all[1].fix.has_value());
  EXPECT_EQ(all[1].fix->edits[0].replacement, "");
  EXPECT_TRUE(all[1].notes.empty());
  EXPECT_FALSE(all[2].fix.has_value());
}

TEST_F(ResolverTest, RangesOfAText) {
  const std::string text =
      "%truth = OpTypeBool\n"
      "  %some = OpUndef %truth\n"
      "OpName %some \"two\nlines\"\n";
  ReadText(text);
  list_.Add(kRule, Place::At(InstIndex(1), 0), {Id(2)});
  list_.AddNote("{0} is declared here", Place::At(InstIndex(0)), {Id(1)});
  list_.Add(kRule, Place::At(InstIndex(1)), {Id(2)});
  list_.Add(kRule, Place::At(InstIndex(2), 1), {Id(2)});
  list_.Add(kRule, Place::WholeModule(), {Id(2)});
  const std::vector<ResolvedDiagnostic> all = Resolve();
  ASSERT_EQ(all.size(), 4);

  const ResolvedDiagnostic& operand = all[0];
  EXPECT_EQ(operand.rule, &kRule);
  EXPECT_EQ(operand.message, "%some is odd");
  EXPECT_EQ(LinesOf(operand.place), "2:19-2:25");
  EXPECT_EQ(text.substr(operand.place.offsets->begin, 6), "%truth");
  EXPECT_EQ(operand.place.offsets->end - operand.place.offsets->begin, 6);
  EXPECT_EQ(WordsOf(operand.place), "8-9");
  EXPECT_EQ(operand.place.instruction, 1);
  EXPECT_EQ(operand.place.excerpt.source, "  %some = OpUndef %truth");
  EXPECT_EQ(operand.function, "");
  EXPECT_FALSE(operand.source.has_value());
  ASSERT_EQ(operand.notes.size(), 1);
  EXPECT_EQ(operand.notes[0].message, "%truth is declared here");
  EXPECT_EQ(LinesOf(operand.notes[0].place), "1:1-1:7");

  EXPECT_EQ(LinesOf(all[1].place), "2:11-2:18");  // the opcode
  EXPECT_EQ(WordsOf(all[1].place), "7-10");       // the instruction
  EXPECT_EQ(LinesOf(all[2].place), "3:14-4:7");   // over a line end

  const ResolvedPlace& module = all[3].place;
  EXPECT_EQ(LinesOf(module), "");
  EXPECT_EQ(WordsOf(module), "");
  EXPECT_FALSE(module.instruction.has_value());
  EXPECT_EQ(module.excerpt.source, "");
}

TEST_F(ResolverTest, RangesOfABinary) {
  const ModuleWords words = SmallShader();
  BinaryReader reader;
  ASSERT_TRUE(reader.Read(words, &module_, &list_));
  const InstIndex load = module_.def(Id(21));
  list_.Add(kRule, Place::At(load, 2), {Id(20)});
  list_.Add(kRule, Place::At(load), {Id(20)});
  const uint32_t first = module_.record(load).first_word;
  list_.Add(kRule, Place::Input(first + 2, first + 4), {Id(20)});
  list_.Add(kRule, Place::Input(2, 3), {Id(20)});  // in the header
  const std::vector<ResolvedDiagnostic> all = Resolve();
  ASSERT_EQ(all.size(), 4);
  EXPECT_EQ(LinesOf(all[0].place), "");
  EXPECT_EQ(WordsOf(all[0].place), absl::StrCat(first + 3, "-", first + 4));
  EXPECT_EQ(all[0].place.instruction, load.value);
  EXPECT_EQ(all[0].function, "%main");
  EXPECT_EQ(all[0].function_name, "main");
  EXPECT_EQ(all[0].block, "%12");
  EXPECT_EQ(WordsOf(all[1].place),
            absl::StrCat(first, "-", first + module_.word_count(load)));
  EXPECT_EQ(WordsOf(all[2].place), absl::StrCat(first + 2, "-", first + 4));
  EXPECT_EQ(all[2].place.instruction, load.value);
  EXPECT_EQ(WordsOf(all[3].place), "2-3");
  EXPECT_FALSE(all[3].place.instruction.has_value());
}

TEST_F(ResolverTest, PlacesInTheSource) {
  ReadText(
      "%file = OpString \"a.frag\"\n"
      "%void = OpTypeVoid\n"
      "%fn = OpTypeFunction %void\n"
      "%4 = OpFunction %void None %fn\n"
      "%first = OpLabel\n"
      "OpLine %file 7 9\n"
      "OpReturn\n"
      "OpFunctionEnd\n");
  list_.Add(kRule, Place::At(InstIndex(6)), {Id(4)});
  const std::vector<ResolvedDiagnostic> all = Resolve();
  ASSERT_EQ(all.size(), 1);
  ASSERT_TRUE(all[0].source.has_value());
  EXPECT_EQ(all[0].source->position.file, "a.frag");
  EXPECT_EQ(all[0].source->position.line, 7);
  EXPECT_EQ(all[0].source->position.column, 9);
  EXPECT_EQ(all[0].function, "%4");
  EXPECT_EQ(all[0].block, "%first");
}

TEST_F(ResolverTest, OutlivesTheModule) {
  std::vector<ResolvedDiagnostic> all;
  {
    Assembler assembler;
    Module module;
    DiagnosticList list;
    const std::string text = "%name = OpTypeBool\n";
    ASSERT_TRUE(assembler.Assemble(text, {}, &module, &list));
    list.Add(kRule, Place::At(InstIndex(0)), {Id(1)});
    list.Add(kRule, Place::At(InstIndex(0)), {Id(1)});
    EXPECT_EQ(ResolveDiagnostics(module, list, kDefaultTargetEnv).size(), 2);
    all = ResolveDiagnostics(module, list, kDefaultTargetEnv, /*max=*/1);
  }
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].message, "%name is odd");
  EXPECT_EQ(all[0].place.excerpt.source, "%name = OpTypeBool");
}

// The size of all strings that a diagnostic owns.
size_t SizeOf(const ResolvedPosition& position) { return position.file.size(); }
size_t SizeOf(const ResolvedPlace& place) {
  return place.excerpt.source.size() + place.excerpt.caret.size();
}
size_t SizeOf(const ResolvedDiagnostic& d) {
  size_t size = d.message.size() + SizeOf(d.place) + d.function.size() +
                d.function_name.size() + d.block.size();
  if (d.source.has_value()) {
    size += SizeOf(d.source->position);
    for (const auto& call : d.source->inlined_at) size += SizeOf(call);
  }
  for (const ResolvedNote& note : d.notes) {
    size += note.message.size() + SizeOf(note.place);
  }
  if (d.fix.has_value()) {
    for (const ResolvedEdit& edit : d.fix->edits) {
      size += edit.replacement.size();
    }
  }
  return size;
}

// A module in which every name has `size` bytes, with diagnostics of all kinds.
std::string LongNames(size_t size) {
  const std::string name(size, 'n');
  return absl::StrCat(
      "%f", name, " = OpString \"", name, "\"\nOpName %m", name, " \"", name,
      "\"\n%void = OpTypeVoid\n%u = OpTypeInt 32 0\n%c = OpConstant %u 4\n%a",
      name, " = OpTypeArray %s", name, " %c\n%s", name,
      " = OpTypeStruct %u\n%t = OpTypeFunction %void\n%m", name,
      " = OpFunction %void None %t\n%l", name, " = OpLabel\nOpLine %f", name,
      " 1 2\nOpReturn\nOpFunctionEnd\n");
}

TEST_F(ResolverTest, SizeIsBounded) {
  constexpr size_t kSizes[] = {10, 10'000, 100'000};
  std::vector<size_t> sizes;
  for (const size_t size : kSizes) {
    const std::string text = LongNames(size);
    list_.Clear();
    ReadText(text);
    InstIndex end(0);
    while (module_.inst(end).op() != Op::kReturn) ++end;
    const std::string long_text(size, 'x');
    const absl::string_view any = long_text;
    constexpr Rule kLong = {"test.long", "", "{0} {1} {2} {3}"};
    const Id array = module_.inst(InstIndex(5)).result();
    list_.Add(kLong, Place::At(end), {any, Arg::Type(array), array, any});
    for (size_t i = 0; i < size / 100; ++i) {
      list_.AddNote("{0}", Place::At(InstIndex(0)), {any});
    }
    const ResolvedDiagnostic found = Resolve()[0];
    EXPECT_NE(found.function_name, "");
    EXPECT_TRUE(found.source.has_value());
    sizes.push_back(SizeOf(found));
    if (size == kSizes[0]) continue;
    EXPECT_EQ(found.function_name, std::string(200, 'n') + "...");
    EXPECT_EQ(found.block.size(), 203);
    EXPECT_EQ(found.source->position.file.size(), 1003);
    ASSERT_EQ(found.notes.size(), 64);
    EXPECT_EQ(found.notes[63].message,
              absl::StrCat(size / 100 - 63, " more notes are not shown"));
  }
  EXPECT_LT(sizes[0], sizes[1]);
  EXPECT_LE(sizes[2], sizes[1] + 8) << "only numbers may have more digits";
}

TEST_F(ResolverTest, NamesOfBinariesAreCut) {
  ModuleWords words(10);
  const std::string name(5000, 'n');
  words.Add(Op::kName, {1}, name).Add(Op::kTypeVoid, {1});
  BinaryReader reader;
  ASSERT_TRUE(reader.Read(words.words(), &module_, &list_));
  list_.Add(kRule, Place::WholeModule(), {Id(1)});
  EXPECT_EQ(Resolve()[0].message,
            absl::StrCat("%", std::string(199, 'n'), "... is odd"));
}

TEST_F(ResolverTest, FixesAreNotCut) {
  const std::string text = "OpNop\n";
  ReadText(text);
  const std::string text_of_fix(1001, 'x');
  const absl::string_view too_long = text_of_fix;
  const absl::string_view longest = too_long.substr(1);
  for (const absl::string_view replacement : {longest, too_long}) {
    list_.Add(kRule, Place::At(InstIndex(0)), {Op::kNop});
    list_.AddFix("", Place::At(InstIndex(0)), {replacement});
  }
  const auto found = Resolve();
  ASSERT_TRUE(found[0].fix.has_value());
  EXPECT_EQ(found[0].fix->edits[0].replacement, longest);
  EXPECT_FALSE(found[1].fix.has_value());
}

}  // namespace
}  // namespace plumb
