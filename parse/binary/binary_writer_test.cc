#include "parse/binary/binary_writer.h"

#include <string>
#include <vector>

#include "core/byte_order.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"

namespace plumb {
namespace {

std::string BytesOf(absl::Span<const uint32_t> words) {
  std::string bytes;
  for (const uint32_t word : words) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<char>(word >> shift));
    }
  }
  return bytes;
}

TEST(EncodeModuleTest, BothByteOrders) {
  const std::vector<uint32_t> words = SmallShader().words();
  std::vector<uint32_t> swapped = words;
  for (uint32_t& word : swapped) word = SwapBytes(word);
  for (const auto& input : {words, swapped}) {
    BinaryReader reader;
    Module module;
    DiagnosticList list;
    ASSERT_TRUE(reader.Read(input, &module, &list));
    EXPECT_EQ(EncodeModule(module), BytesOf(words));
    EXPECT_EQ(EncodeModule(module, ByteOrder::kBigEndian), BytesOf(swapped));
  }
}

TEST(EncodeModuleTest, RestoresIds) {
  std::vector<uint32_t> words = SmallShader().words();
  words[3] = 0x12345678;  // a bound out of proportion
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  ASSERT_TRUE(module.renumbered());
  EXPECT_EQ(EncodeModule(module), BytesOf(words));
  std::vector<uint32_t> swapped = words;
  for (uint32_t& word : swapped) word = SwapBytes(word);
  EXPECT_EQ(EncodeModule(module, ByteOrder::kBigEndian), BytesOf(swapped));
}

}  // namespace
}  // namespace plumb
