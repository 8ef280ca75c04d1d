// Tests that runs end at the same byte as in a byte-by-byte search, for every
// byte and at every distance from the end.

#include "parse/text/byte_runs.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

using Predicate = bool (*)(char);
using Finder = const char* (*)(const char*, const char*);

bool IsVisible(char c) { return static_cast<unsigned char>(c) > ' '; }

bool IsPlain(char c) { return c != '"' && c != '\\' && c != '\0'; }

struct RunCase {
  const char* name;
  Finder find;
  Predicate belongs;
  char member;
};

class ByteRunsTest : public testing::TestWithParam<RunCase> {};

TEST_P(ByteRunsTest, EndsAtEachByteThatDoesNotBelong) {
  const RunCase& run = GetParam();
  for (int c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    for (size_t at : {0, 1, 15, 16, 17, 40}) {
      // On the heap, so that a read beyond the end is detected.
      std::string text(50, run.member);
      text[at] = byte;
      const char* begin = text.data();
      const char* end = begin + text.size();
      EXPECT_EQ(run.find(begin, end) - begin,
                run.belongs(byte) ? 50 : static_cast<int>(at))
          << "byte " << c << " at " << at;
    }
  }
}

TEST_P(ByteRunsTest, EndsAtTheEnd) {
  const RunCase& run = GetParam();
  for (size_t size = 0; size < 70; ++size) {
    const std::string text(size, run.member);
    const char* end = text.data() + size;
    EXPECT_EQ(run.find(text.data(), end), end) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Runs, ByteRunsTest,
    testing::Values(RunCase{"Name", FindNameEnd, IsNameByte, 'a'},
                    RunCase{"Blank", FindBlankEnd, IsBlankByte, ' '},
                    RunCase{"Plain", FindQuote, IsPlain, ' '},
                    RunCase{"Visible", FindBlank, IsVisible, 'a'}),
    [](const auto& info) { return std::string(info.param.name); });

using Counter = uint32_t (*)(const char*);

struct CounterCase {
  const char* name;
  Counter count;
  Predicate belongs;
  char member;
};

class LeadingBytesTest : public testing::TestWithParam<CounterCase> {};

TEST_P(LeadingBytesTest, EndAtEachByteThatDoesNotBelong) {
  const CounterCase& run = GetParam();
  for (int c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    for (uint32_t at = 0; at < 16; ++at) {
      std::string text(16, run.member);
      text[at] = byte;
      EXPECT_EQ(run.count(text.data()), run.belongs(byte) ? 16 : at)
          << "byte " << c << " at " << at;
    }
  }
}

bool IsSpace(char c) { return c == ' '; }

// With the machine's instructions, and without.
INSTANTIATE_TEST_SUITE_P(
    Counts, LeadingBytesTest,
    testing::Values(CounterCase{"Name", LeadingNameBytes, IsNameByte, 'a'},
                    CounterCase{"Visible", LeadingVisible, IsVisible, 'a'},
                    CounterCase{"Spaces", LeadingSpaces, IsSpace, ' '},
                    CounterCase{"PortableName", portable::LeadingNameBytes,
                                IsNameByte, 'a'},
                    CounterCase{"PortableVisible", portable::LeadingVisible,
                                IsVisible, 'a'},
                    CounterCase{"PortableSpaces", portable::LeadingSpaces,
                                IsSpace, ' '}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace plumb
