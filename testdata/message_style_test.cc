// The style of the messages of all rules (docs/contributor/style.md), as a
// table of forbidden patterns.
#include <algorithm>
#include <bitset>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "core/message_template.h"
#include "core/rule.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "validate/registry.h"

namespace plumb {
namespace {

struct ForbiddenPattern {
  const char* pattern;  // RE2, anywhere in a text
  const char* why;
  const char* example;  // a text that matches it
};

constexpr ForbiddenPattern kForbidden[] = {
    {R"(^\s|\s$|\s\s|[\t\n])", "one blank between words, none at the ends",
     "a  type"},
    {R"([.!?]$|\. )", "one sentence without a full stop", "it is wrong."},
    {R"((\}|\b(which|that|it|this|type|block)) (is|are) (no|none)\b)",
     R"(write "is not a ...")", "{0} is no structure type"},
    {R"(there is none|of number \{)", R"(write "index {0} is out of range")",
     "so that there is none of number {0}"},
    {R"(so none has|so there is no)", R"(write "{0} is out of range")",
     "{0} has {2} members, so none has the number {1}"},
    {R"(, not be (\{|those)|, not (on )?those of)",
     "say what it is after a comma", "must have 2 components, not be {0}"},
    {R"(, which \{\d\} is not)", R"(write ", but {0} is not one")",
     "must be a label, which {0} is not"},
    {R"(\b(has|have|is|are|does|do) (not as|not so)\b)",
     R"(write "does not have as many")", "{0} has not as many bits"},
    {R"(\b[Ii]nvalid\b|\billegal\b|\bbad\b)", "say what must be",
     "invalid vector"},
    {R"('\{\d[a-z]*\}')", "arguments stand without quotation marks",
     "operand '{0}' must be an id"},
    {R"(["`])", "no quotation marks", "the \"name\""},
    // Image operands are enumerants, whose names do not.
    {R"((^|[^e] |[^g]e )operand \{)", "an operand's name brings the word along",
     "operand {1} must be a pointer"},
    // Articles.
    {R"(\b(is|be|become|not) (structure|vector|scalar|pointer|matrix|array)"
     R"(|variable|function|label|block|loop|image|type|composite)\b)",
     "an article is missing", "must be pointer"},
    {R"(\ba ([aeio]|un[^i]|8|11\b|18\b))", R"("an" before a vowel)",
     "a integer"},
    {R"(\ban [bcdfghjklmnpqrtvwxyz])", R"("a" before a consonant)",
     "an vector"},
    {R"(\b(needs?|lacks?|declares?) the capability\b)",
     R"("capability X" has no article)", "needs the capability Kernel"},
    // Numbers.
    {R"(\{\d\} (more )?(execution )?(argument|bit|byte|character|column)"
     R"(|component|constituent|decoration|dimension|element|index|input)"
     R"(|instruction|member|operand|output|parameter|row|type|variable|word)"
     R"()(e?s)\b)",
     R"(a counted word takes its ending from the count: "word{0s}")",
     "it has {0} words"},
    {R"(\b1 (\w+s)\b)", "one of them has no plural", "1 members"},
    {R"(\(s\))", R"(write "word{0s}")", "{0} word(s)"},
    {R"(\b(is|are) there for\b)", R"(write "is for")",
     "{0} is there for storage"},
    {R"(\bstands? (twice|together|in)\b)",
     R"(write "is listed twice", "is in")", "{0} stands twice"},
    // One phrase for each concept.
    {R"(\b\d+-bit unsigned|with [Ss]ignedness [01] |of [Ss]ignedness [01]\b)",
     R"(write "an unsigned 32-bit integer")", "a 32-bit unsigned integer"},
    {R"(\bof dimension(ality)? |\bdimensionality\b)", R"(write "with Dim 2D")",
     "an image of dimension 2D"},
    {R"(vector of \d components of|components of \d+-bit)",
     R"(write "a vector of three 32-bit floats")",
     "a vector of 3 components of 32-bit floating-point"},
    {R"(\boperand Sampled [012]\b)", R"(write "an image with Sampled 1")",
     "an image with operand Sampled 1"},
    {R"(exclude each other)", R"(write "are mutually exclusive")",
     "{0} and {1} exclude each other"},
    {R"(\bneeds? |\basks? for)", R"(write "requires")", "{0} needs {1}"},
    {R"(\bunder (the )?[Ll]ogical)", R"(write "with logical addressing")",
     "under logical addressing"},
    {R"(\bfrom SPIR-V [^ ]+ on\b)", R"(write "since SPIR-V 1.4")",
     "from SPIR-V 1.4 on"},
    // Words with another meaning, or without a specific one.
    {R"(\b(behind|alone|anew|unlike|goes? with|judged?|blamed?|nobody)\b)",
     R"(write "after", "only", "again", "but {0} is not")",
     "only the part behind {0}"},
    {R"(\b(says?|said)\b)", R"(write "declares", "specifies")",
     "as OutputVertices says"},
    {R"(\b(has|have) not\b|\b(is|are) no\b)",
     R"(write "does not have", "is not a")", "{0} has not"},
};

class MessageStyleTest : public testing::Test {
 protected:
  const std::vector<const Rule*> rules_ = AllRules();
};

// A pattern that does not match its example would match nothing at all.
TEST_F(MessageStyleTest, PatternsFindTheirExamples) {
  for (const ForbiddenPattern& forbidden : kForbidden) {
    const RE2 pattern(forbidden.pattern);
    ASSERT_TRUE(pattern.ok()) << forbidden.pattern;
    EXPECT_TRUE(RE2::PartialMatch(forbidden.example, pattern))
        << forbidden.pattern;
  }
}

TEST_F(MessageStyleTest, HasNothingForbidden) {
  for (const ForbiddenPattern& forbidden : kForbidden) {
    const RE2 pattern(forbidden.pattern);
    for (const Rule* rule : rules_) {
      EXPECT_FALSE(RE2::PartialMatch(std::string(rule->text), pattern))
          << rule->id << ": " << rule->text << "\n  " << forbidden.why;
    }
  }
}

TEST_F(MessageStyleTest, StartsInLowerCase) {
  // An opcode, an enumerant or extension, "SPIR-V", "DecodeFunc", or an
  // operand of one letter.
  const RE2 name(R"(Op[A-Z]\w*|SPIR-V|[A-Z][a-z]+([A-Z0-9]\w*)+|)"
                 R"([A-Z]{2,}[A-Z0-9]*[a-z]\w*|[A-Z]+|[B-Z])");
  for (const Rule* rule : rules_) {
    ASSERT_FALSE(rule->text.empty()) << rule->id;
    const std::string first(*absl::StrSplit(rule->text, ' ').begin());
    EXPECT_TRUE(!absl::ascii_isupper(first[0]) || RE2::FullMatch(first, name))
        << rule->id << ": " << rule->text;
  }
}

TEST_F(MessageStyleTest, HasNoWordTwice) {
  for (const Rule* rule : rules_) {
    const std::vector<absl::string_view> words =
        absl::StrSplit(rule->text, ' ');
    const auto twice = std::adjacent_find(words.begin(), words.end());
    EXPECT_EQ(twice, words.end()) << rule->id << ": " << rule->text;
  }
}

// Arguments are {0} to {3}, in any order.  Not all must be used, because rules
// that are reported together have the same arguments.  Other braces are
// errors, and only printed numbers have plural forms.
TEST_F(MessageStyleTest, NumbersArguments) {
  for (const Rule* rule : rules_) {
    std::bitset<5> printed, counted;
    const std::string rest =
        FillTemplate(rule->text, [&](const Placeholder& p, std::string*) {
          (p.ending.empty() ? printed : counted).set(p.argument);
        });
    EXPECT_FALSE(absl::StrContains(rest, "{") || absl::StrContains(rest, "}"))
        << rule->id << ": " << rule->text;
    EXPECT_FALSE(printed[4]) << rule->id << ": " << rule->text;
    EXPECT_TRUE((counted & ~printed).none()) << rule->id << ": " << rule->text;
  }
}

}  // namespace
}  // namespace plumb
