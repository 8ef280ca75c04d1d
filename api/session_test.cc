#include "api/session.h"

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "parse/binary/module_words.h"

namespace plumb {
namespace {

// A compute shader with `body` in its only block.
std::string Shader(absl::string_view body) {
  return absl::StrCat(
      "OpCapability Shader\n"
      "OpMemoryModel Logical GLSL450\n"
      "OpEntryPoint GLCompute %main \"main\"\n"
      "OpExecutionMode %main LocalSize 1 1 1\n"
      "OpDecorate %size SpecId 7\n"
      "%void = OpTypeVoid\n"
      "%fn = OpTypeFunction %void\n"
      "%uint = OpTypeInt 32 0\n"
      "%float = OpTypeFloat 32\n"
      "%size = OpSpecConstant %uint 4\n"
      "%half = OpConstant %float 0.5\n"
      "%main = OpFunction %void None %fn\n"
      "%entry = OpLabel\n",
      body, "OpReturn\nOpFunctionEnd\n");
}
constexpr absl::string_view kGood = "%sum = OpIAdd %uint %size %size\n";
constexpr absl::string_view kBad = "%sum = OpIAdd %uint %size %half\n";

std::string HexOf(absl::string_view bytes) {
  std::string hex;
  for (const char byte : bytes) {
    absl::StrAppend(
        &hex, absl::Hex(static_cast<uint8_t>(byte), absl::kZeroPad2), " ");
  }
  return hex;
}

// The verdict, which there must be.
Verdict Validate(Session* session, absl::string_view bytes) {
  const absl::StatusOr<Verdict> verdict = session->Run(bytes);
  EXPECT_TRUE(verdict.ok()) << verdict.status();
  return verdict.value_or(Verdict::kMalformed);
}

std::vector<std::string> RulesOf(const Session& session) {
  std::vector<std::string> rules;
  for (const ResolvedDiagnostic& d : session.Report("x").diagnostics) {
    rules.push_back(std::string(d.rule->id));
  }
  return rules;
}

TEST(SessionTest, TellsFormatsApart) {
  const std::string little("\x03\x02\x23\x07\x00\x06\x01\x00", 8);
  const std::string big("\x07\x23\x02\x03\x00\x01\x06\x00", 8);
  EXPECT_EQ(FormatOf(""), InputFormat::kText);
  EXPECT_EQ(FormatOf("OpNop"), InputFormat::kText);
  EXPECT_EQ(FormatOf("\x03\x02\x23"), InputFormat::kText);
  EXPECT_EQ(FormatOf(little), InputFormat::kBinary);
  EXPECT_EQ(FormatOf(big), InputFormat::kBinary);
  EXPECT_EQ(FormatOf(little.substr(0, 5)), InputFormat::kBinary);
  EXPECT_EQ(FormatOf("0x07230203"), InputFormat::kHex);
}

TEST(SessionTest, TakesTextBinaryAndHex) {
  Session session;
  const std::string text = Shader(kGood);
  EXPECT_EQ(Validate(&session, text), Verdict::kValid);
  EXPECT_EQ(session.format(), InputFormat::kText);
  EXPECT_EQ(session.module().text(), text);
  const std::string little = session.Binary();
  const std::string big = session.Binary(ByteOrder::kBigEndian);
  const std::string disassembly = session.Text({});
  ASSERT_EQ(little.size(), big.size());
  for (const std::string& binary : {little, big}) {
    EXPECT_EQ(Validate(&session, binary), Verdict::kValid);
    EXPECT_EQ(session.format(), InputFormat::kBinary);
    EXPECT_EQ(session.Binary(), little);
    EXPECT_EQ(session.Text({}), disassembly);
    const std::string hex = HexOf(binary);
    EXPECT_EQ(Validate(&session, hex), Verdict::kValid);
    EXPECT_EQ(session.format(), InputFormat::kHex);
    EXPECT_EQ(session.Binary(), little);
  }
  EXPECT_EQ(Validate(&session, disassembly), Verdict::kValid);
}

TEST(SessionTest, SaysWhatIsWrong) {
  Session session;
  const std::string text = Shader(kBad);
  EXPECT_EQ(Validate(&session, text), Verdict::kInvalid);
  const InputReport in_text = session.Report("bad.spvasm");
  EXPECT_EQ(in_text.file, "bad.spvasm");
  EXPECT_EQ(in_text.error_count, 1);
  EXPECT_EQ(in_text.warning_count, 0);
  ASSERT_EQ(in_text.diagnostics.size(), 1);
  const ResolvedDiagnostic& d = in_text.diagnostics[0];
  EXPECT_EQ(d.severity, Severity::kError);
  EXPECT_NE(d.message, "");
  EXPECT_EQ(d.function, "%main");
  EXPECT_EQ(d.block, "%entry");
  ASSERT_TRUE(d.place.text.has_value());
  EXPECT_EQ(d.place.text->begin.line, 14);
  EXPECT_EQ(text.substr(d.place.offsets->begin,
                        d.place.offsets->end - d.place.offsets->begin),
            "%half");

  // The same in the binary, but for the place.
  SessionOptions options;
  options.validate = false;
  Session assembler(options);
  EXPECT_EQ(Validate(&assembler, text), Verdict::kValid);
  const std::string binary = assembler.Binary();
  EXPECT_EQ(Validate(&session, binary), Verdict::kInvalid);
  const InputReport in_binary = session.Report("bad.spv");
  ASSERT_EQ(in_binary.diagnostics.size(), 1);
  EXPECT_EQ(in_binary.diagnostics[0].rule, d.rule);
  EXPECT_EQ(in_binary.diagnostics[0].place.instruction, d.place.instruction);
  EXPECT_EQ(in_binary.diagnostics[0].place.words->begin, d.place.words->begin);
  EXPECT_FALSE(in_binary.diagnostics[0].place.text.has_value());
}

TEST(SessionTest, MalformedInputs) {
  Session session;
  EXPECT_EQ(Validate(&session, "OpNonsense\n"), Verdict::kMalformed);
  EXPECT_EQ(RulesOf(session), std::vector<std::string>{"asm.opcode.unknown"});
  EXPECT_EQ(session.Binary(), "");
  EXPECT_EQ(session.Text({}), "");

  Validate(&session, Shader(kGood));
  std::string binary = session.Binary();
  binary.resize(binary.size() - 4);  // cuts OpFunctionEnd off: still readable
  EXPECT_EQ(Validate(&session, binary), Verdict::kInvalid);
  binary.resize(binary.size() - 3);  // of OpReturn, a byte is left
  EXPECT_EQ(Validate(&session, binary), Verdict::kMalformed);
  EXPECT_GT(session.diagnostics().error_count(), 0);
  EXPECT_EQ(session.Binary(), "");
  EXPECT_NE(session.Text({}), "");  // as far as it can be read
}

TEST(SessionTest, ErrorsThatAreNotTheModules) {
  Session session;
  const absl::Status hex = session.Run("07230203 q").status();
  EXPECT_EQ(hex.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(hex.message(),
            "1:10: 'q' is not a word of up to eight hexadecimal digits");
  EXPECT_TRUE(session.diagnostics().empty());
  EXPECT_EQ(session.Text({}), "");

  SessionOptions options;
  options.specialization = {{"8", "1"}};
  session.set_options(options);
  const std::string text = Shader(kGood);
  EXPECT_EQ(session.Run(text).status().code(),
            absl::StatusCode::kFailedPrecondition);
  options.specialization = {{"7", "1"}};
  session.set_options(options);
  EXPECT_EQ(Validate(&session, text), Verdict::kValid);
}

TEST(SessionTest, WordsGivenAsNumbersAreRead) {
  // OpCapability 77777: an instruction of two words.
  const std::string text = absl::StrCat("!0x00020011 !77777\n", Shader(kGood));
  Session session;
  EXPECT_EQ(Validate(&session, text), Verdict::kMalformed);
  EXPECT_EQ(RulesOf(session),
            std::vector<std::string>{"enum.capability.known-value"});
  // OpCapability Kernel makes sense.
  const std::string kernel = absl::StrCat("!0x00020011 !6\n", Shader(kGood));
  EXPECT_EQ(Validate(&session, kernel), Verdict::kValid) << session.Text({});
  // Without validation, raw words may be anything.
  SessionOptions options;
  options.validate = false;
  session.set_options(options);
  EXPECT_EQ(Validate(&session, text), Verdict::kValid);
  EXPECT_EQ(session.Binary().substr(20, 8),
            std::string("\x11\0\2\0\xd1\x2f\1\0", 8));
}

// The version of an assembled text, as "1.3", and the rules it violates.
std::string VersionAndRules(absl::string_view text, SessionOptions options) {
  Session session(std::move(options));
  if (!session.Run(text).ok()) return "not judged";
  const uint32_t version = session.module().header().version;
  std::string result = absl::StrCat(version >> 16, ".", (version >> 8) & 0xff);
  for (const std::string& rule : RulesOf(session)) {
    absl::StrAppend(&result, " ", rule);
  }
  return result;
}

TEST(SessionTest, ATextKeepsItsVersion) {
  const std::string plain = Shader(kGood);
  const std::string older = absl::StrCat("; Version: 1.2\n", plain);
  const std::string unknown = absl::StrCat("; Version: 1.9\n", plain);
  const std::string other = absl::StrCat("; Version: 2.0\n", plain);
  SessionOptions options;
  EXPECT_EQ(VersionAndRules(plain, options), "1.6");
  EXPECT_EQ(VersionAndRules(older, options), "1.2");
  EXPECT_EQ(VersionAndRules(unknown, options),
            "1.9 binary.header.version-supported");
  EXPECT_EQ(VersionAndRules(other, options), "1.6") << "of something else";

  options.env = TargetEnv::kSpirv1_3;
  EXPECT_EQ(VersionAndRules(plain, options), "1.3");
  EXPECT_EQ(VersionAndRules(older, options), "1.2");
  options.env = TargetEnv::kSpirv1_1;
  EXPECT_EQ(VersionAndRules(older, options),
            "1.2 binary.header.version-supported");

  // As assemblers have it.
  options.text.version_of_env = true;
  EXPECT_EQ(VersionAndRules(older, options), "1.1");
  options.env.reset();
  EXPECT_EQ(VersionAndRules(older, options), "1.2");

  options.env = TargetEnv::kSpirv1_3;
  options.text.minor_version = 0;
  EXPECT_EQ(VersionAndRules(older, options), "1.0");
  options.text.minor_version = 5;
  EXPECT_EQ(VersionAndRules(older, options),
            "1.5 binary.header.version-supported");
}

// Features that a version lacks are reported for a text as for its binary.
TEST(SessionTest, ValidatesATextAsItsBinary) {
  const std::string text = absl::StrCat(
      "; Version: 1.2\n",
      Shader(absl::StrCat(kGood, "%copy = OpCopyLogical %uint %size\n")));
  for (const auto env :
       {std::optional<TargetEnv>(), std::optional(TargetEnv::kSpirv1_6)}) {
    SessionOptions options;
    options.env = env;
    Session session(options);
    EXPECT_EQ(Validate(&session, text), Verdict::kInvalid);
    const std::vector<std::string> rules = RulesOf(session);
    EXPECT_TRUE(absl::c_linear_search(rules, "enum.token.missing-before"));
    const std::string binary = session.Binary();
    EXPECT_EQ(Validate(&session, binary), Verdict::kInvalid);
    EXPECT_EQ(RulesOf(session), rules);
  }
}

TEST(SessionTest, ChoosesTheEnvironment) {
  Session session;
  Validate(&session, Shader(kGood));
  EXPECT_EQ(session.env(), kDefaultTargetEnv);
  SessionOptions options;
  options.env = TargetEnv::kVulkan1_1;
  session.set_options(options);
  Validate(&session, Shader(kGood));
  EXPECT_EQ(session.env(), TargetEnv::kVulkan1_1);
  session.set_env(TargetEnv::kVulkan1_2);
  Validate(&session, Shader(kGood));
  EXPECT_EQ(session.env(), TargetEnv::kVulkan1_2);
  session.set_env(std::nullopt);
  Validate(&session, Shader(kGood));
  EXPECT_EQ(session.env(), kDefaultTargetEnv);
}

TEST(SessionTest, HeedsRulesAndLimits) {
  const std::string text =
      Shader(absl::StrCat(kBad, "%diff = OpISub %uint %size %half\n"));
  Session session;
  EXPECT_EQ(Validate(&session, text), Verdict::kInvalid);
  EXPECT_EQ(session.diagnostics().total_count(), 2);
  EXPECT_EQ(session.Report("x", /*max_shown=*/1).errors_left_out, 1);

  SessionOptions options;
  options.max_diagnostics = 1;
  session.set_options(options);
  EXPECT_EQ(Validate(&session, text), Verdict::kInvalid);
  EXPECT_EQ(session.diagnostics().size(), 1);
  EXPECT_EQ(session.Report("x").error_count, 2);

  options.rules.disabled.insert(session.Report("x").diagnostics[0].rule);
  session.set_options(options);
  EXPECT_EQ(Validate(&session, text), Verdict::kValid);
}

TEST(SessionTest, ServesOneInputAfterTheOther) {
  const std::string good = Shader(kGood);
  const std::string bad = Shader(kBad);
  const std::string large = Shader([] {
    std::string body;
    for (int i = 0; i < 5000; ++i) {
      absl::StrAppend(&body, "%x", i, " = OpIAdd %uint %size %size\n");
    }
    return body;
  }());
  Session session;
  const std::string inputs[] = {good, bad, "OpNonsense\n", large, "07230203 q"};
  for (int round = 0; round < 3; ++round) {
    for (const std::string& input : inputs) {
      Session fresh;
      const absl::StatusOr<Verdict> expected = fresh.Run(input);
      const absl::StatusOr<Verdict> verdict = session.Run(input);
      EXPECT_EQ(verdict.status(), expected.status());
      if (expected.ok() && verdict.ok()) {
        EXPECT_EQ(*verdict, *expected);
      }
      EXPECT_EQ(RulesOf(session), RulesOf(fresh));
      EXPECT_EQ(session.Binary(), fresh.Binary());
      EXPECT_EQ(session.Text({}), fresh.Text({}));
    }
  }
}

TEST(SessionTest, ManyAtATime) {
  const std::string inputs[] = {Shader(kGood), Shader(kBad), "OpNonsense\n"};
  constexpr Verdict kExpected[] = {Verdict::kValid, Verdict::kInvalid,
                                   Verdict::kMalformed};
  constexpr int kThreads = 4;
  std::vector<int> agreed(kThreads);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Session session;
      for (int i = 0; i < 300; ++i) {
        const size_t which = static_cast<size_t>(i + t) % std::size(inputs);
        const absl::StatusOr<Verdict> verdict = session.Run(inputs[which]);
        const size_t count = session.Report("x").diagnostics.size();
        agreed[static_cast<size_t>(t)] += verdict.ok() &&
                                          *verdict == kExpected[which] &&
                                          count == (which > 0 ? 1 : 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(agreed, std::vector<int>(kThreads, 300));
}

// Redirects a file descriptor to a file as long as it lives.
class Redirection {
 public:
  Redirection(int fd, std::FILE* file) : fd_(fd), saved_(dup(fd)) {
    dup2(fileno(file), fd);
  }
  ~Redirection() {
    dup2(saved_, fd_);
    close(saved_);
  }
  Redirection(const Redirection&) = delete;
  Redirection& operator=(const Redirection&) = delete;

 private:
  int fd_, saved_;
};

TEST(SessionTest, WritesTheTextInParts) {
  Session session;
  for (const std::string& input :
       {Shader(kGood), std::string("\x03\x02\x23\x07"), std::string("OpX\n")}) {
    (void)session.Run(input);
    for (const bool names : {true, false}) {
      DisassemblerOptions options;
      options.friendly_names = names;
      std::string text;
      session.WriteText(options, [&](absl::string_view part) {
        text.append(part.data(), part.size());
      });
      EXPECT_EQ(text, session.Text(options));
    }
  }
}

TEST(SessionTest, PrintsNothing) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  std::fflush(nullptr);
  {
    const Redirection out(STDOUT_FILENO, file);
    const Redirection err(STDERR_FILENO, file);
    Session session;
    for (const std::string& input :
         {Shader(kGood), Shader(kBad), std::string("OpNonsense\n"),
          std::string("07230203 q"), std::string()}) {
      const absl::StatusOr<Verdict> verdict = session.Run(input);
      (void)verdict;
      (void)session.Report("x");
      (void)session.Text({});
      (void)session.Binary();
    }
    std::fflush(nullptr);
  }
  EXPECT_EQ(lseek(fileno(file), 0, SEEK_END), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace plumb
