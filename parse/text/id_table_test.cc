#include "parse/text/id_table.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// A table, and a text with all names that the test uses, each followed by a
// blank.
class IdTableTest : public testing::Test {
 protected:
  void Start(const std::vector<std::string>& names, bool preserve) {
    text_.clear();
    begins_.clear();
    for (const std::string& name : names) {
      begins_.emplace(name, text_.size());
      absl::StrAppend(&text_, name, " ");
    }
    table_.Start(text_, preserve);
  }
  absl::string_view InText(absl::string_view name) const {
    return absl::string_view(text_).substr(begins_.at(name), name.size());
  }
  Id Intern(absl::string_view name) { return table_.Intern(InText(name)); }
  IdTable::Number TakeNumber(absl::string_view name) {
    return table_.TakeNumber(InText(name));
  }

  std::string text_;
  absl::flat_hash_map<std::string, size_t> begins_;
  IdTable table_;
};

TEST_F(IdTableTest, NumbersByFirstAppearance) {
  Start({"main", "7", "007", "0", "4294967296"}, false);
  EXPECT_EQ(table_.bound(), 1u);
  EXPECT_EQ(Intern("main"), Id(1));
  EXPECT_EQ(Intern("7"), Id(2));
  EXPECT_EQ(Intern("main"), Id(1));
  EXPECT_EQ(Intern("007"), Id(3));  // another name
  EXPECT_EQ(Intern("7"), Id(2));
  EXPECT_EQ(Intern("0"), Id(4));
  EXPECT_EQ(Intern("4294967296"), Id(5));
  EXPECT_EQ(table_.bound(), 6u);
  EXPECT_EQ(table_.original_bound(), 6u);
  EXPECT_TRUE(table_.originals().empty());
}

TEST_F(IdTableTest, ManyNamesOfAllSizes) {
  std::vector<std::string> names;
  for (int i = 0; i < 20000; ++i) {
    names.push_back(absl::StrCat(std::string(i % 40, 'x'), "_", i));
    names.push_back(absl::StrCat(i));
  }
  for (int run = 0; run < 2; ++run) {
    Start(names, false);
    for (int pass = 0; pass < 2; ++pass) {
      for (uint32_t i = 0; i < names.size(); ++i) {
        ASSERT_EQ(Intern(names[i]), Id(i + 1)) << names[i];
      }
    }
  }
}

TEST_F(IdTableTest, KeepsNumbersAndGivesFreeOnesToNames) {
  Start({"1", "3", "003", "foo", "bar", "1a", "0", "4294967295",
         "99999999999999999999999"},
        true);
  for (absl::string_view name : {"1", "3", "003"}) {
    EXPECT_EQ(TakeNumber(name), IdTable::Number::kFits) << name;
  }
  EXPECT_EQ(TakeNumber("foo"), IdTable::Number::kNone);
  EXPECT_EQ(TakeNumber("1a"), IdTable::Number::kNone);
  EXPECT_EQ(TakeNumber("0"), IdTable::Number::kZero);
  EXPECT_EQ(TakeNumber("4294967295"), IdTable::Number::kTooLarge);
  EXPECT_EQ(TakeNumber("99999999999999999999999"), IdTable::Number::kTooLarge);
  EXPECT_EQ(Intern("foo"), Id(2));
  EXPECT_EQ(Intern("bar"), Id(4));
  EXPECT_EQ(Intern("3"), Id(3));
  EXPECT_EQ(Intern("003"), Id(3));
  EXPECT_EQ(Intern("foo"), Id(2));
  EXPECT_EQ(table_.bound(), 5u);
  EXPECT_TRUE(table_.originals().empty());
}

TEST_F(IdTableTest, AHugeNumberMakesIdsDenseInside) {
  Start({"4294967294", "1", "foo", "04294967294"}, true);
  EXPECT_EQ(TakeNumber("4294967294"), IdTable::Number::kFits);
  EXPECT_EQ(TakeNumber("1"), IdTable::Number::kFits);
  EXPECT_EQ(Intern("4294967294"), Id(1));
  EXPECT_EQ(Intern("foo"), Id(2));
  EXPECT_EQ(Intern("1"), Id(3));
  EXPECT_EQ(Intern("04294967294"), Id(1));
  EXPECT_EQ(table_.bound(), 4u);
  EXPECT_EQ(table_.original_bound(), 4294967295u);
  EXPECT_EQ(table_.originals(), (std::vector<uint32_t>{0, 4294967294u, 2, 1}));
}

// The tables by id do not grow for a number that the first pass did not find,
// for example in a text without the "%".
TEST_F(IdTableTest, AHugeNumberThatWasNotTakenIsNotKept) {
  const std::vector<std::string> names = {"259248433", "4294967294"};
  const std::string text = absl::StrJoin(names, " ");
  table_.Start(text, true);
  EXPECT_EQ(table_.Intern(absl::string_view(text).substr(0, 9)), Id(1));
  EXPECT_EQ(table_.Intern(absl::string_view(text).substr(10)), Id(2));
  EXPECT_EQ(table_.bound(), 3u);
  EXPECT_TRUE(table_.originals().empty());
}

// Names that differ only in their length or in one byte, at the lengths where
// the storage changes.
TEST_F(IdTableTest, DistinguishesNamesOfAnyLength) {
  std::vector<std::string> names;
  for (size_t length = 1; length <= 40; ++length) {
    names.push_back(std::string(length, 'a'));
    for (size_t at = 0; at < length; ++at) {
      names.push_back(std::string(length, 'a'));
      names.back()[at] = 'b';
    }
  }
  Start(names, false);
  for (int pass = 0; pass < 2; ++pass) {
    for (uint32_t i = 0; i < names.size(); ++i) {
      ASSERT_EQ(Intern(names[i]), Id(i + 1)) << names[i];
    }
  }
}

// No byte follows the last name of a text.
TEST_F(IdTableTest, FindsTheLastNameOfTheText) {
  for (size_t length = 1; length <= 40; ++length) {
    const std::string name(length, 'n');
    const std::string text = absl::StrCat(name, " ", name);
    table_.Start(text, false);
    const absl::string_view view = text;
    EXPECT_EQ(table_.Intern(view.substr(0, length)), Id(1));
    EXPECT_EQ(table_.Intern(view.substr(length + 1)), Id(1)) << length;
  }
}

TEST_F(IdTableTest, RejectsOtherBytes) {
  for (size_t length = 1; length <= 20; ++length) {
    for (size_t at = 0; at < length; ++at) {
      for (const char byte : {'\0', '-', '.', '\x80', '\xff'}) {
        std::string name(length, 'a');
        const std::string good = name;
        name[at] = byte;
        const std::string text = absl::StrCat(good, " ", name, " ");
        table_.Start(text, false);
        const absl::string_view view = text;
        EXPECT_EQ(table_.Intern(view.substr(0, length)), Id(1));
        EXPECT_EQ(table_.Intern(view.substr(length + 1, length)), kNoId)
            << length << " " << at;
        EXPECT_EQ(table_.bound(), 2u);
      }
    }
  }
}

// Stores v0 to v19999 as the table does; the number of slots that are tried in
// vain for a name, on average.
double CollisionsOfNumberedNames(uint64_t seed) {
  constexpr uint32_t kNames = 20'000;
  constexpr uint64_t kSlots = 1 << 15;
  std::vector<bool> used(kSlots);
  uint32_t collisions = 0;
  for (uint32_t i = 0; i < kNames; ++i) {
    const std::string name = absl::StrCat("v", i);
    uint64_t key = 0;
    for (size_t n = name.size(); n-- > 0;) {
      key = key << 8 | static_cast<unsigned char>(name[n]);
    }
    const uint64_t group = internal::GroupOfShort(
        key & internal::kGroupBytes[name.size()].low, 0, seed);
    const auto last = static_cast<unsigned char>(name.back());
    uint64_t at = (internal::Spread(group) << 2 | (last & 3)) % kSlots;
    for (; used[at]; at = (at + 1) % kSlots) ++collisions;
    used[at] = true;
  }
  return static_cast<double>(collisions) / kNames;
}

TEST(IdTableHashTest, NumberedNamesSpreadWithAnySeed) {
  uint64_t seed = 1;
  for (int i = 0; i < 300; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    EXPECT_LT(CollisionsOfNumberedNames(seed), 6) << seed;
  }
  // Products of two addresses.
  for (uint64_t i = 0; i < 300; ++i) {
    seed = internal::Fold(0x65cc40 + 16 * i, 0x7ffc12340000 + 4112 * i + 1);
    EXPECT_LT(CollisionsOfNumberedNames(seed), 6) << seed;
  }
}

}  // namespace
}  // namespace plumb
