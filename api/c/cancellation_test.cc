// Cancellation at every question, in every phase.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

// Answers with 1 from the question number `stop` on, and counts all.
struct Asker {
  static int Ask(void* context) {
    auto& asker = *static_cast<Asker*>(context);
    return ++asker.questions >= asker.stop ? 1 : 0;
  }
  std::atomic<int64_t> questions = 0;
  int64_t stop = INT64_MAX;
};

// A module with this many functions and instructions in each.
std::string LargeText(int functions, int instructions) {
  std::string text =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n%v = OpTypeVoid\n"
      "%u32 = OpTypeInt 32 0\n%c = OpConstant %u32 7\n"
      "%t = OpTypeFunction %v\n";
  for (int f = 0; f < functions; ++f) {
    absl::StrAppend(&text, "%f", f, " = OpFunction %v None %t\n%l", f,
                    " = OpLabel\n");
    for (int i = 0; i < instructions; ++i) {
      absl::StrAppend(&text, "%a", f, "_", i, " = OpIAdd %u32 %c %c\n");
    }
    absl::StrAppend(&text, "OpReturn\nOpFunctionEnd\n");
  }
  return text;
}

SessionPtr CancellableSession(Asker* asker, uint32_t jobs = 1) {
  const OptionsPtr options = NewOptions();
  EXPECT_EQ(plumb_options_set_cancelled(options.get(), Asker::Ask, asker),
            PLUMB_OK);
  EXPECT_EQ(plumb_options_set_jobs(options.get(), jobs), PLUMB_OK);
  return NewSession(options.get());
}

std::string BinaryOf(const std::string& text) {
  const SessionPtr session = NewSession();
  EXPECT_EQ(Read(session.get(), text), PLUMB_VALID);
  plumb_string out = {};
  EXPECT_EQ(plumb_binary(session.get(), PLUMB_LITTLE_ENDIAN, &out), PLUMB_OK);
  return ToText(out);
}

constexpr int kInstructions = 60000;

TEST(CancellationTest, EachPhaseAsksOften) {
  const std::string text = LargeText(1, kInstructions);
  const std::string binary = BinaryOf(text);
  Asker asker;
  const SessionPtr session = CancellableSession(&asker);
  const auto questions_of = [&](const auto& call) {
    asker.questions = 0;
    call();
    return asker.questions.load();
  };
  const int64_t of_text =
      questions_of([&] { ASSERT_EQ(Read(session.get(), text), PLUMB_VALID); });
  const int64_t of_binary = questions_of(
      [&] { ASSERT_EQ(Read(session.get(), binary), PLUMB_VALID); });
  const int64_t of_validation = questions_of(
      [&] { ASSERT_EQ(Validate(session.get(), binary), PLUMB_VALID); });
  const int64_t of_output = questions_of([&] {
    plumb_string out = {};
    ASSERT_EQ(plumb_text(session.get(), 0, &out), PLUMB_OK);
  });
  // Once per 8,192 instructions, and not for each of them.
  constexpr int64_t kMin = kInstructions / 8192;
  constexpr int64_t kMax = kInstructions / 512;
  for (const int64_t questions :
       {of_text, of_binary, of_validation - of_binary, of_output}) {
    EXPECT_GE(questions, kMin);
    EXPECT_LE(questions, kMax);
  }
}

TEST(CancellationTest, AtEveryQuestion) {
  const std::string text = LargeText(3, 4500);
  const std::string binary = BinaryOf(text);
  for (const uint32_t jobs : {1u, 3u}) {
    for (const std::string& input : {text, binary}) {
      Asker asker;
      const SessionPtr session = CancellableSession(&asker, jobs);
      ASSERT_EQ(Validate(session.get(), input), PLUMB_VALID);
      const int64_t all = asker.questions;
      ASSERT_GT(all, 10);
      // With several threads, the number of questions varies.
      const int64_t last = jobs == 1 ? all : all / 2;
      for (int64_t stop = 1; stop <= last; ++stop) {
        asker.questions = 0;
        asker.stop = stop;
        ASSERT_EQ(Validate(session.get(), input), PLUMB_E_CANCELLED) << stop;
        EXPECT_EQ(asker.questions, stop);  // it is not asked again
        auto counts = Sized<plumb_counts>();
        EXPECT_EQ(plumb_counts_get(session.get(), &counts), PLUMB_E_STATE);
      }
      asker.stop = INT64_MAX;
      EXPECT_EQ(Validate(session.get(), input), PLUMB_VALID);
      EXPECT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
    }
  }
}

TEST(CancellationTest, CallsThatValidateAgain) {
  Asker asker;
  const SessionPtr session = CancellableSession(&asker);
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  size_t needed = 0, unneeded = 0;
  asker.stop = 0;
  EXPECT_EQ(plumb_need_count(session.get(), &needed, &unneeded),
            PLUMB_E_CANCELLED);
  asker.stop = INT64_MAX;
  EXPECT_EQ(plumb_need_count(session.get(), &needed, &unneeded), PLUMB_OK);

  constexpr char kFixable[] =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n%f64 = OpTypeFloat 64\n";
  ASSERT_EQ(Validate(session.get(), kFixable), PLUMB_INVALID);
  auto counts = Sized<plumb_counts>();
  plumb_string out = {};
  asker.stop = 0;
  EXPECT_EQ(plumb_counts_get(session.get(), &counts), PLUMB_E_CANCELLED);
  EXPECT_EQ(plumb_fixed_text(session.get(), 0, &out, nullptr),
            PLUMB_E_CANCELLED);
  EXPECT_EQ(plumb_text(session.get(), 0, &out), PLUMB_E_CANCELLED);
  asker.stop = INT64_MAX;
  EXPECT_EQ(plumb_counts_get(session.get(), &counts), PLUMB_OK);
  EXPECT_EQ(counts.fixes, 1u);
}

TEST(CancellationTest, WorkEndsSoon) {
  using Clock = std::chrono::steady_clock;
  struct Timer {
    static int Ask(void* context) {
      auto& timer = *static_cast<Timer*>(context);
      if (++timer.questions < 100) return 0;
      timer.asked = Clock::now();
      return 1;
    }
    int questions = 0;
    Clock::time_point asked;
  } timer;
  const std::string text = LargeText(1, 400000);
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_cancelled(options.get(), Timer::Ask, &timer),
            PLUMB_OK);
  const SessionPtr session = NewSession(options.get());
  ASSERT_EQ(Validate(session.get(), text), PLUMB_E_CANCELLED);
  EXPECT_LT(Clock::now() - timer.asked, std::chrono::milliseconds(500));
}

}  // namespace
}  // namespace plumb::c_api
