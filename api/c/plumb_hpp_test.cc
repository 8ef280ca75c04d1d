// The C++17 interface.
#include <stdexcept>
#include <string>
#include <vector>

#include "api/c/testing_session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plumb.hpp"

namespace {

using plumb::c_api::kInvalid;
using plumb::c_api::kValid;
using testing::HasSubstr;

TEST(PlumbHppTest, ValidatesAndWrites) {
  plumb::Options options;
  options.set_env("vulkan1.1").set_jobs(2).set_max_diagnostics(5);
  options.set_flag(PLUMB_FLAG_COPY_INPUT);
  plumb::Session session(options);
  ASSERT_EQ(session.Validate(kValid), plumb::Verdict::kInvalid);  // Linkage
  options.SelectRules(plumb::Action::kOff, "*");
  session.set_options(options);
  ASSERT_EQ(session.Validate(kValid), plumb::Verdict::kValid);
  const std::string little(session.Binary());
  std::string big;
  session.WriteBinary(plumb::ByteOrder::kBigEndian,
                      [&](std::string_view bytes) {
                        big += bytes;
                        return true;
                      });
  ASSERT_EQ(little.size(), big.size());
  EXPECT_EQ(little[0], big[3]);
  const std::string text(session.Text(PLUMB_TEXT_RAW_IDS));
  std::string written;
  session.WriteText(PLUMB_TEXT_RAW_IDS, [&](std::string_view bytes) {
    written += bytes;
    return true;
  });
  EXPECT_EQ(written, text);
  EXPECT_EQ(session.Read(big), plumb::Verdict::kValid);
}

TEST(PlumbHppTest, Diagnostics) {
  plumb::Session session;
  ASSERT_EQ(session.Validate(kInvalid), plumb::Verdict::kInvalid);
  const std::vector<plumb::Diagnostic> all = session.Diagnostics();
  ASSERT_EQ(all.size(), session.Counts().kept);
  const plumb::Diagnostic& d = all.front();
  EXPECT_EQ(d.severity, plumb::Severity::kError);
  EXPECT_EQ(d.place.line, 12u);
  EXPECT_EQ(d.function, "%f");
  EXPECT_EQ(d.block, "%entry");
  EXPECT_FALSE(d.message.empty());
  EXPECT_FALSE(d.notes.empty());
  EXPECT_EQ(d.notes.front().place.line, 7u);
  EXPECT_THAT(std::string(session.Report(plumb::ReportFormat::kText, "a.txt")),
              HasSubstr("a.txt:12:"));
  EXPECT_EQ(plumb::FindRuleByName(std::string(d.rule)).id, d.rule);
}

TEST(PlumbHppTest, FixesAndNeeds) {
  plumb::Session session;
  ASSERT_EQ(session.Validate("OpCapability Shader\nOpCapability Linkage\n"
                             "OpMemoryModel Logical GLSL450\n"
                             "%f64 = OpTypeFloat 64\n"),
            plumb::Verdict::kInvalid);
  const plumb::Diagnostic d = session.DiagnosticAt(0);
  ASSERT_EQ(d.edits.size(), 1u);
  EXPECT_TRUE(d.is_fix_safe);
  EXPECT_THAT(std::string(d.edits[0].replacement), HasSubstr("Float64"));
  size_t count = 0;
  const std::string fixed(session.FixedText(false, &count));
  EXPECT_EQ(count, 1u);
  ASSERT_EQ(session.Validate(fixed), plumb::Verdict::kValid);
  const std::vector<plumb::Need> needs = session.Needs();
  ASSERT_FALSE(needs.empty());
  EXPECT_EQ(needs[0].kind, PLUMB_NEED_VERSION);
  EXPECT_THAT(std::string(session.NeedsJson("a")), HasSubstr("Float64"));
}

TEST(PlumbHppTest, WalksTheModule) {
  plumb::Session session;
  ASSERT_EQ(session.Validate(kValid), plumb::Verdict::kValid);
  EXPECT_EQ(session.Module().instruction_count, 15u);
  const plumb::Instruction add = session.InstructionAt(11);
  EXPECT_EQ(add.name, "OpFAdd");
  EXPECT_EQ(session.OperandAt(11, 0).kind, "IdResultType");
  EXPECT_EQ(session.Definition(add.result), 11u);
  EXPECT_FALSE(session.Definition(999).has_value());
  ASSERT_EQ(session.Uses(add.result).size(), 1u);
  EXPECT_EQ(session.Uses(add.result)[0].instruction, 12u);
  EXPECT_EQ(session.InstructionText(11, PLUMB_TEXT_NO_INDENT),
            "%8 = OpFAdd %float %float_1 %float_1");
}

TEST(PlumbHppTest, Pipelines) {
  const std::string text =
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
      "OpEntryPoint GLCompute %main \"main\"\n"
      "OpExecutionMode %main LocalSize 4 2 1\n"
      "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
      "%main = OpFunction %void None %fn\n%entry = OpLabel\n"
      "OpReturn\nOpFunctionEnd\n";
  plumb::Session session;
  ASSERT_EQ(session.Validate(text), plumb::Verdict::kValid);
  EXPECT_THAT(std::string(session.InterfaceJson("a")), HasSubstr("[4,2,1]"));

  plumb::Pipeline pipeline;
  pipeline.Add("a.comp", text, "main");
  ASSERT_EQ(pipeline.Validate(), plumb::Verdict::kValid);
  EXPECT_EQ(pipeline.Report(plumb::ReportFormat::kText), "");
  const std::string made(pipeline.Template());
  EXPECT_THAT(made, HasSubstr("\"stage\": \"compute\""));
  pipeline.Describe(made);
  EXPECT_EQ(pipeline.Validate(), plumb::Verdict::kValid);
  pipeline.Reset();
  EXPECT_THROW(pipeline.Validate(), plumb::Error);
}

TEST(PlumbHppTest, FailuresAreErrors) {
  plumb::Options options;
  try {
    options.set_env("vulkan9");
    FAIL() << "no environment has this name";
  } catch (const plumb::Error& error) {
    EXPECT_EQ(error.result(), PLUMB_E_NAME);
    EXPECT_THAT(error.what(), HasSubstr("vulkan9"));
  }
  plumb::Session session;
  EXPECT_THROW(session.Counts(), plumb::Error);
  EXPECT_THROW(plumb::RuleAt(plumb_rule_count()), plumb::Error);
  EXPECT_THROW(options.Set("jobs", "x"), plumb::Error);
}

TEST(PlumbHppTest, WhatASinkThrowsIsThrown) {
  plumb::Session session;
  ASSERT_EQ(session.Validate(kValid), plumb::Verdict::kValid);
  EXPECT_THROW(session.WriteText(0,
                                 [](std::string_view) -> bool {
                                   throw std::runtime_error("full");
                                 }),
               std::runtime_error);
  EXPECT_THROW(session.WriteText(0, [](std::string_view) { return false; }),
               plumb::Error);
}

TEST(PlumbHppTest, OptionsAreValues) {
  plumb::Options options;
  options.SelectRules(plumb::Action::kOff, "*");
  plumb::Options copy = options;
  copy.SelectRules(plumb::Action::kError, "*");
  EXPECT_EQ(plumb::Session(options).Validate(kInvalid), plumb::Verdict::kValid);
  EXPECT_EQ(plumb::Session(copy).Validate(kInvalid), plumb::Verdict::kInvalid);
  options = copy;
  EXPECT_EQ(plumb::Session(options).Validate(kInvalid),
            plumb::Verdict::kInvalid);
}

TEST(PlumbHppTest, Cancellation) {
  int questions = 0;
  plumb::Options options;
  options.set_cancelled([&] { return ++questions > 3; });
  plumb::Session session(options);
  try {
    session.Validate(kValid);
    FAIL() << "it was not cancelled";
  } catch (const plumb::Error& error) {
    EXPECT_EQ(error.result(), PLUMB_E_CANCELLED);
  }
  options.set_cancelled(nullptr);
  session.set_options(options);
  EXPECT_EQ(session.Validate(kValid), plumb::Verdict::kValid);
}

TEST(PlumbHppTest, Reporters) {
  plumb::Session session;
  ASSERT_EQ(session.Validate(kInvalid), plumb::Verdict::kInvalid);
  plumb::Reporter reporter(plumb::ReportFormat::kJUnit);
  std::string document(reporter.Add(session, "a"));
  document += reporter.AddUnreadable("b", "is a folder");
  document += reporter.End();
  EXPECT_THAT(document, HasSubstr("is a folder"));
  EXPECT_THROW(reporter.End(), plumb::Error);
  EXPECT_FALSE(plumb::DeviceTemplate().empty());
}

}  // namespace
