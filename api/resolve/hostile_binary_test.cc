// Damaged binaries: reading any words and printing the rest must end, within
// bounds.  Run it with --config=asan and --config=ubsan.

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "api/resolve/diagnostic_resolver.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/binary_writer.h"
#include "parse/binary/module_words.h"
#include "parse/disassembly/disassembler.h"

namespace plumb {
namespace {

// Reads `words`, prints whatever came of them, and returns whether they are
// well-formed.
class HostileTest : public testing::Test {
 protected:
  bool Try(absl::Span<const uint32_t> words) {
    list_.Clear();
    const bool ok = reader_.Read(words, &module_, &list_);
    EXPECT_EQ(ok, list_.error_count() == 0);
    const Disassembler disassembler(module_);
    EXPECT_LE(module_.size(), words.size());
    text_ = disassembler.Disassemble();
    constexpr size_t kMaxShown = 3;
    const auto resolved =
        ResolveDiagnostics(module_, list_, kDefaultTargetEnv, kMaxShown);
    EXPECT_EQ(resolved.size(), std::min(kMaxShown, list_.size()));
    for (const ResolvedDiagnostic& d : resolved) EXPECT_NE(d.message, "");
    if (ok) {
      const std::string encoded = EncodeModule(module_);
      EXPECT_EQ(encoded.size(), words.size() * sizeof(uint32_t));
    }
    return ok;
  }

  BinaryReader reader_;
  Module module_;
  DiagnosticList list_;
  std::string text_;
};

TEST_F(HostileTest, EveryPrefix) {
  const std::vector<uint32_t> words = SmallShader().words();
  int accepted = 0;
  for (size_t size = 0; size < words.size(); ++size) {
    // A separate allocation, so that a read past its end is detected.
    const std::vector<uint32_t> prefix(words.begin(), words.begin() + size);
    accepted += Try(prefix);
  }
  // The prefixes that end at an instruction: the header, and 31 more.
  EXPECT_EQ(accepted, 32);
}

TEST_F(HostileTest, EveryPrefixInBytes) {
  const std::vector<uint32_t> words = SmallShader().words();
  const std::string bytes(reinterpret_cast<const char*>(words.data()),
                          words.size() * sizeof(uint32_t));
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::string prefix = bytes.substr(0, size);
    list_.Clear();
    const bool ok = reader_.ReadBytes(prefix, &module_, &list_);
    EXPECT_TRUE(!ok || size % 4 == 0) << size;
  }
}

TEST_F(HostileTest, EveryWordReplaced) {
  const std::vector<uint32_t> good = SmallShader().words();
  constexpr uint32_t kValues[] = {
      0,       1,       2,          0x7f,       0xff,       0xffff,
      0x10000, 0x20000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  for (size_t at = 0; at < good.size(); ++at) {
    std::vector<uint32_t> words = good;
    for (const uint32_t value : kValues) {
      words[at] = value;
      Try(words);
    }
    for (const uint32_t bit : {0, 1, 7, 8, 15, 16, 17, 20, 24, 31}) {
      words[at] = good[at] ^ (uint32_t{1} << bit);
      Try(words);
    }
  }
}

TEST_F(HostileTest, EveryOpcodeWithEveryLength) {
  constexpr uint32_t kFills[] = {0, 1, 3, 0xffffffff, 0x61616161};
  for (uint32_t opcode = 0; opcode < 0x2000; ++opcode) {
    if (grammar::OpFromOpcode(opcode) == grammar::kNoOp) continue;
    for (uint32_t count = 1; count < 12; ++count) {
      for (const uint32_t fill : kFills) {
        ModuleWords words(4);
        words.Add(grammar::Op::kTypeInt, {1, 64, 1})
            .Raw({count << 16 | opcode});
        for (uint32_t i = 1; i < count; ++i) words.Raw({fill});
        list_.Clear();
        reader_.Read(words, &module_, &list_);
        if (fill == 1) Disassembler(module_).Disassemble();
      }
    }
  }
}

TEST_F(HostileTest, RandomMutations) {
  std::mt19937 random(20240229);
  const std::vector<uint32_t> good = SmallShader().words();
  for (int round = 0; round < 4000; ++round) {
    std::vector<uint32_t> words = good;
    const uint32_t count = random() % 4 + 1;
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t& word = words[random() % words.size()];
      switch (random() % 4) {
        case 0:
          word = random();
          break;
        case 1:
          word = random() % 64;
          break;
        case 2:
          word = words[random() % words.size()];
          break;
        default:
          word ^= uint32_t{1} << (random() % 32);
      }
    }
    words[0] = random() % 16 == 0 ? 0x03022307 : kMagicNumber;
    Try(words);
  }
}

TEST_F(HostileTest, HugeBoundCostsNothing) {
  std::vector<uint32_t> words = SmallShader().words();
  words[3] = 0xffffffff;
  EXPECT_TRUE(Try(words));
  EXPECT_LT(module_.id_bound(), 64u);
}

TEST_F(HostileTest, HugeLiteralWidth) {
  EXPECT_FALSE(Try(ModuleWords(9)
                       .Add(grammar::Op::kTypeInt, {1, 0xffffffff, 0})
                       .Add(grammar::Op::kConstant, {1, 2, 3})));
  // No words at all would do for a type without bits.
  EXPECT_TRUE(Try(ModuleWords(9)
                      .Add(grammar::Op::kTypeInt, {1, 0, 0})
                      .Add(grammar::Op::kConstant, {1, 2, 3})));
}

TEST_F(HostileTest, NestedOpcodesDoNotPileUp) {
  // OpSpecConstantOp OpSpecConstantOp OpSpecConstantOp ...
  ModuleWords words(9);
  constexpr uint32_t kCount = 60000;
  words.Raw({kCount << 16 | 52, 1, 2});
  for (uint32_t i = 3; i < kCount; ++i) words.Raw({52});
  EXPECT_FALSE(Try(words));
}

TEST_F(HostileTest, LongChainOfTypes) {
  // Each name would contain the one before.
  ModuleWords words(20001);
  words.Add(grammar::Op::kTypeVoid, {1});
  for (uint32_t id = 2; id <= 20000; ++id) {
    words.Add(grammar::Op::kTypePointer, {id, 7, id - 1});
  }
  EXPECT_TRUE(Try(words));
  EXPECT_LT(text_.size(), words.size() * FriendlyNames::kMaxNameSize);
}

TEST_F(HostileTest, ManyEqualNames) {
  ModuleWords words(50001);
  for (uint32_t id = 1; id <= 50000; ++id) {
    words.Add(grammar::Op::kName, {id}, "same");
  }
  EXPECT_TRUE(Try(words));
}

}  // namespace
}  // namespace plumb
