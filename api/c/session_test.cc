// Inputs: formats, order of calls, lifetimes, and the session after a failure.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "core/byte_order.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

std::string BinaryOf(const char* text, plumb_byte_order order) {
  const SessionPtr session = NewSession();
  EXPECT_EQ(Validate(session.get(), text), PLUMB_VALID);
  plumb_string out = {};
  EXPECT_EQ(plumb_binary(session.get(), order, &out), PLUMB_OK);
  return ToText(out);
}

std::string HexOf(absl::string_view bytes) {
  std::string hex;
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, 4);
    absl::StrAppend(&hex, "0x", absl::Hex(LittleEndian(word), absl::kZeroPad8),
                    ", ");
  }
  return hex;
}

plumb_module ModuleOf(plumb_session* session) {
  auto module = Sized<plumb_module>();
  EXPECT_EQ(plumb_module_get(session, &module), PLUMB_OK);
  return module;
}

// The words of a module as a little-endian file.
std::string FileOf(const plumb_module& module) {
  std::string file(module.word_count * 4, '\0');
  for (size_t i = 0; i < module.word_count; ++i) {
    const uint32_t word = LittleEndian(module.words[i]);
    std::memcpy(&file[4 * i], &word, 4);
  }
  return file;
}

TEST(SessionTest, EveryFormatIsTheSameModule) {
  const std::string little = BinaryOf(kValid, PLUMB_LITTLE_ENDIAN);
  const std::string big = BinaryOf(kValid, PLUMB_BIG_ENDIAN);
  const struct {
    std::string input;
    plumb_format format;
  } kInputs[] = {{kValid, PLUMB_FORMAT_TEXT},
                 {little, PLUMB_FORMAT_BINARY},
                 {big, PLUMB_FORMAT_BINARY},
                 {HexOf(little), PLUMB_FORMAT_HEX}};
  const SessionPtr session = NewSession();
  for (const auto& [input, format] : kInputs) {
    ASSERT_EQ(Validate(session.get(), input), PLUMB_VALID) << format;
    const plumb_module module = ModuleOf(session.get());
    EXPECT_EQ(module.format, format);
    EXPECT_EQ(FileOf(module), little);
    plumb_string out = {};
    ASSERT_EQ(plumb_binary(session.get(), PLUMB_BIG_ENDIAN, &out), PLUMB_OK);
    EXPECT_EQ(ToText(out), big);
  }
}

TEST(SessionTest, AnyAlignment) {
  const std::string binary = BinaryOf(kValid, PLUMB_LITTLE_ENDIAN);
  for (size_t shift = 0; shift < 4; ++shift) {
    const std::string shifted = std::string(shift, ' ') + binary;
    const SessionPtr session = NewSession();
    EXPECT_EQ(Validate(session.get(), absl::string_view(shifted).substr(shift)),
              PLUMB_VALID);
  }
}

TEST(SessionTest, AFormatThatIsGivenIsNotDetected) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_format(options.get(), PLUMB_FORMAT_BINARY),
            PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  EXPECT_EQ(Validate(session.get(), kValid), PLUMB_MALFORMED);
}

TEST(SessionTest, Verdicts) {
  const SessionPtr session = NewSession();
  EXPECT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  EXPECT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
  EXPECT_EQ(Read(session.get(), kInvalid), PLUMB_VALID);
  EXPECT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
  EXPECT_EQ(Read(session.get(), "OpNothing"), PLUMB_MALFORMED);
  EXPECT_EQ(Validate(session.get(), ""), PLUMB_MALFORMED);
}

TEST(SessionTest, InputsThatCannotBeProcessed) {
  const SessionPtr session = NewSession();
  EXPECT_EQ(Validate(session.get(), "0x07230203, what"), PLUMB_E_INPUT);
  EXPECT_STRNE(plumb_last_failure(), "");
  auto counts = Sized<plumb_counts>();
  EXPECT_EQ(plumb_counts_get(session.get(), &counts), PLUMB_E_STATE);
  EXPECT_EQ(Validate(session.get(), kValid), PLUMB_VALID);

  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_add_spec_constant(options.get(), "7", "1"), PLUMB_OK);
  ASSERT_EQ(plumb_session_set_options(session.get(), options.get()), PLUMB_OK);
  EXPECT_EQ(Validate(session.get(), kValid), PLUMB_E_INPUT);
  EXPECT_EQ(plumb_counts_get(session.get(), &counts), PLUMB_E_STATE);
  ASSERT_EQ(plumb_session_set_options(session.get(), nullptr), PLUMB_OK);
  EXPECT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
}

TEST(SessionTest, ASpecConstantHasTheValueOfTheOptions) {
  constexpr char kText[] =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\nOpDecorate %n SpecId 7\n"
      "%u32 = OpTypeInt 32 0\n%n = OpSpecConstant %u32 4\n"
      "%a = OpTypeArray %u32 %n\n";
  for (const auto& [value, verdict] :
       {std::pair("4", PLUMB_VALID), std::pair("0", PLUMB_INVALID)}) {
    const OptionsPtr options = NewOptions();
    ASSERT_EQ(plumb_options_add_spec_constant(options.get(), "7", value),
              PLUMB_OK);
    const SessionPtr session = NewSession(options.get());
    EXPECT_EQ(Validate(session.get(), kText), verdict) << value;
  }
}

TEST(SessionTest, ACopiedInputNeedNotLive) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_flag(options.get(), PLUMB_FLAG_COPY_INPUT, 1),
            PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  for (const char* text : {kInvalid, kValid}) {
    std::string input = text;
    ASSERT_GE(Validate(session.get(), input), PLUMB_VALID);
    input.assign(input.size(), '!');
    plumb_string out = {};
    ASSERT_EQ(plumb_fixed_text(session.get(), 0, &out, nullptr), PLUMB_OK);
    EXPECT_EQ(ToText(out), text);
    ASSERT_EQ(plumb_report(session.get(), PLUMB_REPORT_TEXT, "a", &out),
              PLUMB_OK);
    EXPECT_EQ(absl::string_view(out.data, out.size).find('!'),
              absl::string_view::npos);
  }
}

TEST(SessionTest, OptionsAreCopied) {
  OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_select_rules(options.get(), PLUMB_ACTION_OFF, "*"),
            PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  options.reset();
  EXPECT_EQ(Validate(session.get(), kInvalid), PLUMB_VALID);
  ASSERT_EQ(plumb_session_set_options(session.get(), nullptr), PLUMB_OK);
  EXPECT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
}

TEST(SessionTest, VersionAndGeneratorOfTexts) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_version(options.get(), 3), PLUMB_OK);
  ASSERT_EQ(plumb_options_set_generator(options.get(), 20), PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  EXPECT_EQ(ModuleOf(session.get()).version, 0x00010300u);
  EXPECT_EQ(ModuleOf(session.get()).generator, 20u << 16);
}

TEST(SessionTest, SessionsRunInParallel) {
  constexpr int kThreads = 4;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  std::atomic<int> valid = 0;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      const OptionsPtr options = NewOptions();
      plumb_options_set_jobs(options.get(), 2);
      const SessionPtr session = NewSession(options.get());
      for (int i = 0; i < 50; ++i) {
        if (Validate(session.get(), kValid) == PLUMB_VALID &&
            Validate(session.get(), kInvalid) == PLUMB_INVALID) {
          ++valid;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(valid, 200);
}

}  // namespace
}  // namespace plumb::c_api
