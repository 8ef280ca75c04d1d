#include "parse/disassembly/damaged_module.h"

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "core/byte_order.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/binary_writer.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"
#include "parse/text/header_comment.h"

namespace plumb {
namespace {

std::string Text(const std::vector<uint32_t>& words) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_FALSE(reader.Read(words, &module, &list));
  return DisassembleDamaged(module, {});
}

// The assembled words of a text with header comments.
std::vector<uint32_t> Words(const std::string& text) {
  const HeaderComment header = ReadHeaderComment(text);
  EXPECT_TRUE(header.complete()) << text;
  AssembleOptions options;
  options.preserve_numeric_ids = true;
  options.version = header.version;
  options.generator = header.generator;
  options.bound = header.bound;
  options.schema = header.schema;
  Assembler assembler;
  Module module;
  DiagnosticList list;
  EXPECT_TRUE(assembler.Assemble(text, options, &module, &list)) << text;
  const std::string bytes = EncodeModule(module);  // with the original ids
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  for (uint32_t& word : words) word = LittleEndian(word);
  return words;
}

std::string Lines(const std::string& text) {
  return text.substr(text.find("; Schema"));
}

TEST(DamagedModuleTest, PrintsReadableInstructions) {
  ModuleWords m(10);
  m.Add(Op::kCapability, {1})
      .Raw({0x0002ffff, 7})          // no such opcode
      .Add(Op::kCapability, {9999})  // no such capability
      .Add(Op::kTypeInt, {1, 32, 0})
      .Add(Op::kTypePointer, {2, 77, 1})           // no such storage class
      .Add(Op::kLoad, {1, 3, 0})                   // id zero
      .Add(Op::kLoad, {1, 0, 3})                   // result zero
      .Add(Op::kLoad, {1, 4, 12})                  // beyond the bound
      .Raw({0x00020006, 0x00414141 | 0x41000000})  // unterminated string
      .Add(Op::kTypeVoid, {5})
      .Raw({0x00000000, 0x12345678});  // no word count
  const std::string text = Text(m.words());
  EXPECT_EQ(Lines(text), R"(; Schema: 0
               OpCapability Shader
               OpUnknown(65535, 2) !0x00000007
               OpCapability !0x0000270f
          %1 = OpTypeInt 32 0
          %2 = OpTypePointer !0x0000004d %1
          %3 = OpLoad %1 !0x00000000
               OpUnknown(61, 4) !0x00000001 !0x00000000 !0x00000003
          %4 = OpLoad %1 !0x0000000c
               OpUnknown(6, 2) !0x41414141
          %5 = OpTypeVoid
!0x00000000 !0x12345678
)");
  EXPECT_EQ(Words(text), m.words());
}

TEST(DamagedModuleTest, HeaderWithAnInvalidVersion) {
  ModuleWords m(10);
  m.Add(Op::kCapability, {1});
  m.words()[1] = 0x01060203;
  m.words()[2] = 0xffff1234;
  m.words()[4] = 5;
  const std::string text = Text(m.words());
  EXPECT_TRUE(absl::StrContains(text, "; Version word: 0x01060203\n")) << text;
  EXPECT_EQ(Words(text), m.words());
}

// In a malformed module, too, strings are printed so that a terminal can show
// them, and all else is the same.
TEST(DamagedModuleTest, PrintableStrings) {
  ModuleWords m(10);
  m.Add(Op::kName, {1}, "a\x1b[2J\xff")
      .Add(Op::kTypeVoid, {1})
      .Add(Op::kLoad, {1, 0, 3});  // result zero
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  reader.Read(m, &module, &list);
  const std::string raw = DisassembleDamaged(module, {});
  EXPECT_TRUE(absl::StrContains(raw, "\"a\x1b[2J\xff\""));
  EXPECT_EQ(DisassembleDamaged(module, {.printable_strings = true}),
            absl::StrReplaceAll(raw, {{"\x1b", "<U+001b>"}, {"\xff", "<ff>"}}));
  DisassemblerOptions options = {.friendly_names = false};
  const std::string raw_of_whole = DisassembleWhole(module, options);
  options.printable_strings = true;
  EXPECT_EQ(DisassembleWhole(module, options),
            absl::StrReplaceAll(raw_of_whole,
                                {{"\x1b", "<U+001b>"}, {"\xff", "<ff>"}}));
}

TEST(DamagedModuleTest, NoHeader) {
  EXPECT_EQ(Text({kMagicNumber, 0x10000, 0}), "");
  EXPECT_EQ(Text({}), "");
}

TEST(DamagedModuleTest, HugeBound) {
  ModuleWords m(0xffffffff);
  m.Add(Op::kTypeVoid, {0x7fffffff}).Raw({0x0002ffff, 0x7fffffff});
  EXPECT_EQ(Words(Text(m.words())), m.words());
}

// Ids that were renumbered before the instruction proved malformed.
TEST(DamagedModuleTest, HugeBoundAndOmittedInstructions) {
  ModuleWords m(0xffffffff);
  m.Add(Op::kTypeVoid, {0x7fffffff})
      .Add(Op::kEntryPoint, {0, 0x7ffffffe, 0x41414141})  // unterminated
      .Add(Op::kTypeBool, {0x7ffffffe});
  EXPECT_EQ(Words(Text(m.words())), m.words());
}

std::string WholeText(const ModuleWords& words) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_TRUE(reader.Read(words, &module, &list));
  DisassemblerOptions options;
  options.friendly_names = options.indent = false;
  return DisassembleWhole(module, options);
}

TEST(DamagedModuleTest, WholeModulesThatAssembleDifferently) {
  // A literal too wide for its type, so that nothing is known about its
  // result.
  ModuleWords wide(10);
  wide.Add(Op::kTypeInt, {1, 8, 0})
      .Add(Op::kConstant, {1, 2, 0x1ff})
      .Add(Op::kSwitch, {2, 3, 5, 4});
  EXPECT_EQ(Lines(WholeText(wide)), R"(; Schema: 0
%1 = OpTypeInt 8 0
%2 = OpConstant %1 !0x000001ff
OpUnknown(251, 5) !0x00000002 !0x00000003 !0x00000005 !0x00000004
)");
  EXPECT_EQ(Words(WholeText(wide)), wide.words());

  // An id that is first a set and then another one.
  ModuleWords twice(10);
  twice.Add(Op::kExtInstImport, {1}, "GLSL.std.450")
      .Add(Op::kExtInstImport, {1}, "OpenCL.std")
      .Add(Op::kExtInst, {2, 3, 1, 4, 5});
  EXPECT_EQ(Words(WholeText(twice)), twice.words());

  // Large ids, and a set that is not one.
  ModuleWords sparse(0xffffffff);
  sparse.Add(Op::kTypeVoid, {0x7fffffff})
      .Add(Op::kExtInst, {0x7fffffff, 3, 1, 31, 4});
  EXPECT_EQ(Words(WholeText(sparse)), sparse.words());
}

// Random changes of words: the text always gives the same words.
TEST(DamagedModuleTest, RandomDamageRoundTrips) {
  std::mt19937 random(7);
  const std::vector<uint32_t> good = SmallShader().words();
  int damaged = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<uint32_t> words = good;
    for (uint32_t n = random() % 4; n != ~0u; --n) {
      const uint32_t values[] = {0, static_cast<uint32_t>(random()),
                                 static_cast<uint32_t>(random() % 500),
                                 words[random() % words.size()]};
      words[5 + random() % (words.size() - 5)] = values[random() % 4];
    }
    if (random() % 4 == 0) words.resize(words.size() - 1 - random() % 20);
    BinaryReader reader;
    Module module;
    DiagnosticList list;
    if (reader.Read(words, &module, &list)) continue;
    ++damaged;
    EXPECT_EQ(Words(DisassembleDamaged(module, {})), words) << i;
  }
  EXPECT_GT(damaged, 200);
}

}  // namespace
}  // namespace plumb
