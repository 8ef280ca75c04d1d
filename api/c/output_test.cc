// Binaries, texts and fixed texts.
#include <string>

#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "api/c/text_flags.h"
#include "api/session.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

int Append(void* context, const void* bytes, size_t size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(bytes),
                                             size);
  return 0;
}

TEST(OutputTest, BinariesAreThoseOfTheSession) {
  Session expected;
  ASSERT_TRUE(expected.Run(kValid).ok());
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  for (const auto& [order, expected_order] :
       {std::pair(PLUMB_LITTLE_ENDIAN, ByteOrder::kLittleEndian),
        std::pair(PLUMB_BIG_ENDIAN, ByteOrder::kBigEndian)}) {
    plumb_string out = {};
    ASSERT_EQ(plumb_binary(session.get(), order, &out), PLUMB_OK);
    EXPECT_EQ(ToText(out), expected.Binary(expected_order));
    std::string written;
    ASSERT_EQ(plumb_write_binary(session.get(), order, Append, &written),
              PLUMB_OK);
    EXPECT_EQ(written, expected.Binary(expected_order));
  }
}

TEST(OutputTest, AMalformedInputHasNoBinary) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), "OpNothing"), PLUMB_MALFORMED);
  plumb_string out = {};
  EXPECT_EQ(plumb_binary(session.get(), PLUMB_LITTLE_ENDIAN, &out),
            PLUMB_E_STATE);
  EXPECT_EQ(plumb_text(session.get(), 0, &out), PLUMB_E_STATE);
}

TEST(OutputTest, EveryFlagIsAnOptionOfItsOwn) {
  bool DisassemblerOptions::*const kMembers[] = {
      &DisassemblerOptions::header,
      &DisassemblerOptions::indent,
      &DisassemblerOptions::friendly_names,
      &DisassemblerOptions::offsets,
      &DisassemblerOptions::comment,
      &DisassemblerOptions::color,
      &DisassemblerOptions::printable_strings,
      &DisassemblerOptions::keep_line_ends,
      &DisassemblerOptions::nested_indent,
      &DisassemblerOptions::reorder_blocks,
      &DisassemblerOptions::unknown_as_numbers,
      &DisassemblerOptions::bad_ids_as_words,
  };
  for (size_t flag = 0; flag < std::size(kMembers); ++flag) {
    const auto options = OptionsOfText(1u << flag);
    ASSERT_TRUE(options.has_value());
    for (size_t i = 0; i < std::size(kMembers); ++i) {
      const bool by_default = DisassemblerOptions().*kMembers[i];
      EXPECT_EQ((*options).*kMembers[i], by_default != (i == flag)) << flag;
    }
  }
  EXPECT_FALSE(OptionsOfText(1u << std::size(kMembers)).has_value());
  EXPECT_FALSE(OptionsOfText(1u << 31).has_value());
}

TEST(OutputTest, TextsAreThoseOfTheSession) {
  Session expected;
  ASSERT_TRUE(expected.Run(kValid).ok());
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  for (uint32_t flags = 0; flags < 4096; flags += 37) {
    plumb_string out = {};
    ASSERT_EQ(plumb_text(session.get(), flags, &out), PLUMB_OK);
    EXPECT_EQ(ToText(out), expected.Text(*OptionsOfText(flags))) << flags;
    std::string written;
    ASSERT_EQ(plumb_write_text(session.get(), flags, Append, &written),
              PLUMB_OK);
    EXPECT_EQ(written, ToText(out));
  }
}

TEST(OutputTest, ADamagedBinaryHasATextThatHasItsWords) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  plumb_string out = {};
  ASSERT_EQ(plumb_binary(session.get(), PLUMB_LITTLE_ENDIAN, &out), PLUMB_OK);
  std::string damaged = ToText(out);
  damaged += std::string("\xff\xff\x09\x00", 4);
  ASSERT_EQ(Validate(session.get(), damaged), PLUMB_MALFORMED);
  ASSERT_EQ(plumb_text(session.get(), PLUMB_TEXT_NO_HEADER, &out), PLUMB_OK);
  EXPECT_NE(ToText(out).find("OpFAdd"), std::string::npos);
}

TEST(OutputTest, FixedTexts) {
  constexpr char kText[] =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n%f64 = OpTypeFloat 64\n"
      "%v = OpTypeVector %f46 2\n";
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kText), PLUMB_INVALID);
  plumb_string out = {};
  size_t safe = 0;
  ASSERT_EQ(plumb_fixed_text(session.get(), 0, &out, &safe), PLUMB_OK);
  EXPECT_EQ(safe, 1u);
  EXPECT_NE(ToText(out).find("OpCapability Float64"), std::string::npos);
  EXPECT_NE(ToText(out).find("%f46"), std::string::npos);
  size_t all = 0;
  ASSERT_EQ(plumb_fixed_text(session.get(), 1, &out, &all), PLUMB_OK);
  EXPECT_EQ(all, 2u);
  const std::string fixed = ToText(out);
  EXPECT_EQ(fixed.find("%f46"), std::string::npos);
  EXPECT_EQ(Validate(session.get(), fixed), PLUMB_VALID);
  ASSERT_EQ(plumb_binary(session.get(), PLUMB_LITTLE_ENDIAN, &out), PLUMB_OK);
  const std::string binary = ToText(out);
  ASSERT_EQ(Validate(session.get(), binary), PLUMB_VALID);
  EXPECT_EQ(plumb_fixed_text(session.get(), 0, &out, nullptr), PLUMB_E_STATE);
}

}  // namespace
}  // namespace plumb::c_api
