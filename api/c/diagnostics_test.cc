// Records of diagnostics: every member.
#include <string>

#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

plumb_counts CountsOf(plumb_session* session) {
  auto counts = Sized<plumb_counts>();
  EXPECT_EQ(plumb_counts_get(session, &counts), PLUMB_OK);
  return counts;
}

TEST(DiagnosticsTest, AnErrorOfAText) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
  const plumb_counts counts = CountsOf(session.get());
  EXPECT_EQ(counts.kept, 1u);
  EXPECT_EQ(counts.errors, 1u);
  EXPECT_EQ(counts.warnings, 0u);
  auto d = Sized<plumb_diagnostic>();
  ASSERT_EQ(plumb_diagnostic_get(session.get(), 0, &d), PLUMB_OK);
  EXPECT_EQ(d.severity, PLUMB_ERROR);
  EXPECT_EQ(d.is_follow_up, 0);
  EXPECT_STRNE(d.rule.data, "");
  EXPECT_THAT(ToText(d.reference), StartsWith("SPIR-V 1.6, section "));
  EXPECT_THAT(ToText(d.reference), HasSubstr(ToText(d.section)));
  EXPECT_STREQ(d.vuid.data, "");
  EXPECT_THAT(ToText(d.message), HasSubstr("integer"));
  EXPECT_STREQ(d.function.data, "%f");
  EXPECT_STREQ(d.function_name.data, "f");
  EXPECT_STREQ(d.block.data, "%entry");
  EXPECT_EQ(d.source_count, 0u);
  auto place = Sized<plumb_place>();
  ASSERT_EQ(plumb_place_get(session.get(), 0, PLUMB_NO_NOTE, &place), PLUMB_OK);
  EXPECT_EQ(place.line, 12u);
  EXPECT_EQ(place.end_line, 12u);
  EXPECT_LT(place.column, place.end_column);
  EXPECT_EQ(place.character, place.column);
  EXPECT_EQ(place.offset - place.column + 1,
            std::string(kInvalid).find("%sum = "));
  EXPECT_EQ(place.end_offset - place.offset, place.end_column - place.column);
  EXPECT_EQ(place.instruction, 11u);
  EXPECT_LT(place.word, place.end_word);
  EXPECT_LE(place.instruction_word, place.word);
  EXPECT_STREQ(place.excerpt.data, "%sum = OpIAdd %float %one %one");
  EXPECT_THAT(ToText(place.caret), HasSubstr("^"));
  ASSERT_GE(d.note_count, 1u);
  auto note = Sized<plumb_note>();
  ASSERT_EQ(plumb_note_get(session.get(), 0, 0, &note), PLUMB_OK);
  EXPECT_THAT(ToText(note.message), HasSubstr("declared here"));
  ASSERT_EQ(plumb_place_get(session.get(), 0, 0, &place), PLUMB_OK);
  EXPECT_EQ(place.line, 7u);
}

TEST(DiagnosticsTest, AnErrorOfABinaryHasNoLine) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
  plumb_string out = {};
  ASSERT_EQ(plumb_binary(session.get(), PLUMB_LITTLE_ENDIAN, &out), PLUMB_OK);
  const std::string binary = ToText(out);
  ASSERT_EQ(Validate(session.get(), binary), PLUMB_INVALID);
  auto place = Sized<plumb_place>();
  ASSERT_EQ(plumb_place_get(session.get(), 0, PLUMB_NO_NOTE, &place), PLUMB_OK);
  EXPECT_EQ(place.line, 0u);
  EXPECT_EQ(place.column, 0u);
  EXPECT_EQ(place.offset, PLUMB_NONE);
  EXPECT_EQ(place.instruction, 11u);
  EXPECT_NE(place.word, PLUMB_NONE);
  EXPECT_THAT(ToText(place.excerpt), HasSubstr("OpIAdd"));
}

TEST(DiagnosticsTest, TheModuleAsAWholeHasNoPlace) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), ""), PLUMB_MALFORMED);
  auto place = Sized<plumb_place>();
  ASSERT_EQ(plumb_place_get(session.get(), 0, PLUMB_NO_NOTE, &place), PLUMB_OK);
  EXPECT_EQ(place.line, 0u);
  EXPECT_EQ(place.word, PLUMB_NONE);
  EXPECT_EQ(place.instruction, PLUMB_NONE);
  EXPECT_STREQ(place.excerpt.data, "");
}

constexpr char kWithoutCapability[] =
    "OpCapability Shader\nOpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n%f64 = OpTypeFloat 64\n";

TEST(DiagnosticsTest, AFixIsItsEdits) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kWithoutCapability), PLUMB_INVALID);
  EXPECT_EQ(CountsOf(session.get()).fixes, 1u);
  auto d = Sized<plumb_diagnostic>();
  ASSERT_EQ(plumb_diagnostic_get(session.get(), 0, &d), PLUMB_OK);
  ASSERT_EQ(d.edit_count, 1u);
  EXPECT_EQ(d.is_fix_safe, 1);
  auto edit = Sized<plumb_edit>();
  ASSERT_EQ(plumb_edit_get(session.get(), 0, 0, &edit), PLUMB_OK);
  EXPECT_THAT(ToText(edit.replacement), HasSubstr("OpCapability Float64"));
  EXPECT_GT(edit.line, 0u);
  std::string fixed = kWithoutCapability;
  fixed.replace(edit.offset, edit.end_offset - edit.offset,
                ToText(edit.replacement));
  EXPECT_EQ(Validate(session.get(), fixed), PLUMB_VALID);
}

TEST(DiagnosticsTest, VuidsOfVulkan) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_env(options.get(), "vulkan1.3"), PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  ASSERT_EQ(Validate(session.get(),
                     "OpCapability Shader\nOpCapability Linkage\n"
                     "OpMemoryModel Physical32 GLSL450\n"),
            PLUMB_INVALID);
  bool has_vuid = false;
  for (size_t i = 0; i < CountsOf(session.get()).kept; ++i) {
    auto d = Sized<plumb_diagnostic>();
    ASSERT_EQ(plumb_diagnostic_get(session.get(), i, &d), PLUMB_OK);
    has_vuid |= ToText(d.vuid).rfind("VUID-", 0) == 0;
  }
  EXPECT_TRUE(has_vuid);
}

TEST(DiagnosticsTest, CountsOfWhatIsNotKept) {
  std::string text =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n";
  for (int i = 0; i < 5; ++i) {
    text += "%t" + std::to_string(i) + " = OpTypeInt 32 " +
            std::to_string(i + 2) + "\n";
  }
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_max_diagnostics(options.get(), 2), PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  ASSERT_EQ(Validate(session.get(), text), PLUMB_INVALID);
  EXPECT_EQ(CountsOf(session.get()).kept, 2u);
  EXPECT_EQ(CountsOf(session.get()).errors, 5u);
}

TEST(DiagnosticsTest, WarningsAndSuppressedOnes) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kWithoutCapability), PLUMB_INVALID);
  auto d = Sized<plumb_diagnostic>();
  ASSERT_EQ(plumb_diagnostic_get(session.get(), 0, &d), PLUMB_OK);
  const std::string rule = ToText(d.rule);
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_select_rules(options.get(), PLUMB_ACTION_WARNING,
                                       rule.c_str()),
            PLUMB_OK);
  ASSERT_EQ(plumb_session_set_options(session.get(), options.get()), PLUMB_OK);
  ASSERT_EQ(Validate(session.get(), kWithoutCapability), PLUMB_VALID);
  EXPECT_EQ(CountsOf(session.get()).warnings, 1u);
  EXPECT_EQ(CountsOf(session.get()).errors, 0u);
  ASSERT_EQ(plumb_diagnostic_get(session.get(), 0, &d), PLUMB_OK);
  EXPECT_EQ(d.severity, PLUMB_WARNING);
  const std::string text =
      "; plumb: off " + rule + " -- known\n" + kWithoutCapability;
  ASSERT_EQ(Validate(session.get(), text), PLUMB_VALID);
  EXPECT_EQ(CountsOf(session.get()).suppressed, 1u);
  EXPECT_EQ(CountsOf(session.get()).kept, 0u);
}

constexpr char kWithLines[] = R"(OpCapability Shader
OpCapability Linkage
OpMemoryModel Logical GLSL450
%file = OpString "shader.glsl"
%void = OpTypeVoid
%float = OpTypeFloat 32
%one = OpConstant %float 1
%fn = OpTypeFunction %float
%f = OpFunction %float None %fn
%entry = OpLabel
OpLine %file 42 7
%sum = OpIAdd %float %one %one
OpReturnValue %sum
OpFunctionEnd
)";

TEST(DiagnosticsTest, ThePlaceInTheSource) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kWithLines), PLUMB_INVALID);
  auto d = Sized<plumb_diagnostic>();
  ASSERT_EQ(plumb_diagnostic_get(session.get(), 0, &d), PLUMB_OK);
  ASSERT_EQ(d.source_count, 1u);
  auto source = Sized<plumb_source>();
  ASSERT_EQ(plumb_source_get(session.get(), 0, 0, &source), PLUMB_OK);
  EXPECT_STREQ(source.file.data, "shader.glsl");
  EXPECT_EQ(source.line, 42u);
  EXPECT_EQ(source.column, 7u);
  EXPECT_STREQ(source.excerpt.data, "");
  EXPECT_EQ(plumb_source_get(session.get(), 0, 1, &source), PLUMB_E_RANGE);
}

}  // namespace
}  // namespace plumb::c_api
