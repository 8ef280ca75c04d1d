// The boundary: what every function does with missing, wrong and late
// arguments, and with structs of other sizes.
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "api/c/call.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "core/call_context.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

int Accept(void*, const void*, size_t) { return 0; }

// A call, and the result that it must have.
struct Call {
  const char* name;
  plumb_result expected;
  std::function<plumb_result()> run;
};

void Check(const std::vector<Call>& calls) {
  for (const Call& call : calls) {
    EXPECT_EQ(call.run(), call.expected)
        << call.name << ": " << plumb_last_failure();
    if (call.expected != PLUMB_OK) {
      EXPECT_STRNE(plumb_last_failure(), "") << call.name;
    }
  }
}

TEST(CallsTest, ResultsHaveTexts) {
  EXPECT_STREQ(plumb_result_text(PLUMB_OK), "success");
  for (plumb_result result = PLUMB_E_INTERNAL; result < 0; ++result) {
    EXPECT_STRNE(plumb_result_text(result), "unknown result") << result;
  }
  EXPECT_STREQ(plumb_result_text(1), "unknown result");
  EXPECT_STREQ(plumb_result_text(-1000), "unknown result");
}

TEST(CallsTest, FailuresAreCutAndBelongToTheirThread) {
  EXPECT_EQ(Fail(PLUMB_E_NAME, std::string(10000, 'x')), PLUMB_E_NAME);
  EXPECT_EQ(std::string(plumb_last_failure()), std::string(500, 'x'));
  EXPECT_EQ(Fail(PLUMB_E_NAME, "short"), PLUMB_E_NAME);
  EXPECT_STREQ(plumb_last_failure(), "short");
}

TEST(CallsTest, ExceptionsBecomeResults) {
  const auto result_of = [](const std::function<void()>& thrower) {
    return Guarded([&] {
      thrower();
      return kOk;
    });
  };
  EXPECT_EQ(result_of([] {}), PLUMB_OK);
  EXPECT_EQ(result_of([] { throw std::bad_alloc(); }), PLUMB_E_MEMORY);
  EXPECT_EQ(result_of([] { std::string().reserve(SIZE_MAX); }), PLUMB_E_MEMORY);
  EXPECT_EQ(result_of([] { throw Cancelled(); }), PLUMB_E_CANCELLED);
  EXPECT_EQ(result_of([] { throw std::runtime_error("why"); }),
            PLUMB_E_INTERNAL);
  EXPECT_STREQ(plumb_last_failure(), "why");
  EXPECT_EQ(result_of([] { throw 1; }), PLUMB_E_INTERNAL);
}

TEST(CallsTest, OptionsThatAreMissing) {
  plumb_options* out = nullptr;
  const OptionsPtr options = NewOptions();
  const std::vector<std::function<plumb_result(plumb_options*)>> setters = {
      [](auto* o) { return plumb_options_set(o, "jobs", "1"); },
      [](auto* o) { return plumb_options_set_env(o, "spv1.0"); },
      [](auto* o) { return plumb_options_set_format(o, PLUMB_FORMAT_ANY); },
      [](auto* o) { return plumb_options_set_flag(o, PLUMB_FLAG_PEDANTIC, 1); },
      [](auto* o) {
        return plumb_options_set_limit(o, PLUMB_LIMIT_ID_BOUND, 9);
      },
      [](auto* o) {
        return plumb_options_set_descriptor_layout(o, PLUMB_DESCRIPTOR_IMAGE, 4,
                                                   4);
      },
      [](auto* o) { return plumb_options_set_jobs(o, 2); },
      [](auto* o) { return plumb_options_set_max_diagnostics(o, 0); },
      [](auto* o) { return plumb_options_set_version(o, 3); },
      [](auto* o) { return plumb_options_set_generator(o, 3); },
      [](auto* o) {
        return plumb_options_select_rules(o, PLUMB_ACTION_OFF, "cfg.*");
      },
      [](auto* o) { return plumb_options_add_spec_constant(o, "1", "2"); },
      [](auto* o) { return plumb_options_set_device(o, nullptr, 0, nullptr); },
      [](auto* o) { return plumb_options_set_cancelled(o, nullptr, nullptr); },
      [&](const auto* o) { return plumb_options_clone(o, &out); },
  };
  for (size_t i = 0; i < setters.size(); ++i) {
    EXPECT_EQ(setters[i](nullptr), PLUMB_E_ARGUMENT) << i;
    EXPECT_EQ(setters[i](options.get()), PLUMB_OK) << i << plumb_last_failure();
  }
  plumb_options_free(out);
  plumb_options_free(nullptr);
  EXPECT_EQ(plumb_options_new(nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_options_clone(options.get(), nullptr), PLUMB_E_ARGUMENT);
}

TEST(CallsTest, ArgumentsOfOptions) {
  const OptionsPtr owned = NewOptions();
  plumb_options* const o = owned.get();
  Check({
      {"env", PLUMB_E_NAME, [=] { return plumb_options_set_env(o, "x"); }},
      {"env", PLUMB_E_NAME, [=] { return plumb_options_set_env(o, ""); }},
      {"no env", PLUMB_OK, [=] { return plumb_options_set_env(o, nullptr); }},
      {"format", PLUMB_E_RANGE, [=] { return plumb_options_set_format(o, 4); }},
      {"format", PLUMB_E_RANGE,
       [=] { return plumb_options_set_format(o, -1); }},
      {"flag", PLUMB_E_RANGE, [=] { return plumb_options_set_flag(o, 63, 1); }},
      {"flag", PLUMB_E_RANGE, [=] { return plumb_options_set_flag(o, -1, 1); }},
      {"flag", PLUMB_E_RANGE,
       [=] { return plumb_options_set_flag(o, 1000, 1); }},
      {"limit", PLUMB_E_RANGE,
       [=] { return plumb_options_set_limit(o, 9, 1); }},
      {"limit", PLUMB_E_RANGE,
       [=] { return plumb_options_set_limit(o, -1, 1); }},
      {"descriptor", PLUMB_E_RANGE,
       [=] { return plumb_options_set_descriptor_layout(o, 4, 1, 1); }},
      {"alignment", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_set_descriptor_layout(o, 0, 8, 3); }},
      {"size", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_set_descriptor_layout(o, 0, 0, 4); }},
      {"unknown", PLUMB_OK,
       [=] { return plumb_options_set_descriptor_layout(o, 0, 0, 0); }},
      {"jobs", PLUMB_E_RANGE, [=] { return plumb_options_set_jobs(o, 0); }},
      {"jobs", PLUMB_E_RANGE, [=] { return plumb_options_set_jobs(o, 1025); }},
      {"version", PLUMB_E_RANGE,
       [=] { return plumb_options_set_version(o, 7); }},
      {"no version", PLUMB_OK,
       [=] { return plumb_options_set_version(o, PLUMB_NONE); }},
      {"generator", PLUMB_E_RANGE,
       [=] { return plumb_options_set_generator(o, 65536); }},
      {"no generator", PLUMB_OK,
       [=] { return plumb_options_set_generator(o, PLUMB_NONE); }},
      {"action", PLUMB_E_RANGE,
       [=] { return plumb_options_select_rules(o, 4, "cfg.*"); }},
      {"pattern", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_select_rules(o, 0, nullptr); }},
      {"no rule", PLUMB_E_NAME,
       [=] { return plumb_options_select_rules(o, 0, "cfg.nothing"); }},
      {"no rule", PLUMB_E_NAME,
       [=] { return plumb_options_select_rules(o, 0, ""); }},
      {"fixed rule", PLUMB_E_NAME,
       [=] { return plumb_options_select_rules(o, 0, "binary.header.magic"); }},
      {"constant", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_add_spec_constant(o, nullptr, "1"); }},
      {"value", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_add_spec_constant(o, "1", nullptr); }},
      {"empty", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_add_spec_constant(o, "", "1"); }},
      {"device", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_set_device(o, nullptr, 1, nullptr); }},
      {"device", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_set_device(o, "{}", SIZE_MAX, nullptr); }},
      {"device", PLUMB_E_INPUT,
       [=] { return plumb_options_set_device(o, "{", 1, nullptr); }},
      {"name", PLUMB_E_NAME, [=] { return plumb_options_set(o, "x", "1"); }},
      {"name", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_set(o, nullptr, "1"); }},
      {"value", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_set(o, "jobs", nullptr); }},
      {"value", PLUMB_E_ARGUMENT,
       [=] { return plumb_options_set(o, "jobs", "many"); }},
  });
}

TEST(CallsTest, ArgumentsOfSessions) {
  plumb_session* out = nullptr;
  plumb_verdict verdict = PLUMB_VALID;
  const SessionPtr owned = NewSession();
  plumb_session* const s = owned.get();
  Check({
      {"new", PLUMB_E_ARGUMENT,
       [=] { return plumb_session_new(nullptr, nullptr, nullptr); }},
      {"session", PLUMB_E_ARGUMENT,
       [&] { return plumb_session_validate(nullptr, "", 0, &verdict); }},
      {"session", PLUMB_E_ARGUMENT,
       [&] { return plumb_session_read(nullptr, "", 0, &verdict); }},
      {"bytes", PLUMB_E_ARGUMENT,
       [&] { return plumb_session_validate(s, nullptr, 1, &verdict); }},
      {"no bytes", PLUMB_OK,
       [&] { return plumb_session_validate(s, nullptr, 0, &verdict); }},
      {"size", PLUMB_E_ARGUMENT,
       [&] { return plumb_session_validate(s, "", SIZE_MAX, &verdict); }},
      {"verdict", PLUMB_E_ARGUMENT,
       [&] { return plumb_session_validate(s, "", 0, nullptr); }},
      {"reset", PLUMB_E_ARGUMENT, [] { return plumb_session_reset(nullptr); }},
      {"set", PLUMB_E_ARGUMENT,
       [] { return plumb_session_set_options(nullptr, nullptr); }},
      {"set", PLUMB_OK, [&] { return plumb_session_set_options(s, nullptr); }},
  });
  plumb_session_free(nullptr);
  EXPECT_EQ(out, nullptr);
}

TEST(CallsTest, AllocatorsAreChecked) {
  struct Larger {
    plumb_allocator allocator;
    void* member;
  } larger = {};
  const auto result_of = [](const plumb_allocator& allocator) {
    plumb_session* session = nullptr;
    const plumb_result result =
        plumb_session_new(nullptr, &allocator, &session);
    plumb_session_free(session);
    return result;
  };
  plumb_allocator& allocator = larger.allocator;
  allocator.reallocate = [](void*, void* block, size_t, size_t size) -> void* {
    if (size != 0) return std::realloc(block, size);
    std::free(block);
    return nullptr;
  };
  EXPECT_EQ(result_of(allocator), PLUMB_E_STRUCT_SIZE);
  allocator.size = sizeof allocator - 1;
  EXPECT_EQ(result_of(allocator), PLUMB_E_STRUCT_SIZE);
  allocator.size = SIZE_MAX;
  EXPECT_EQ(result_of(allocator), PLUMB_E_STRUCT_SIZE);
  allocator.size = sizeof allocator;
  EXPECT_EQ(result_of(allocator), PLUMB_OK);
  allocator.size = sizeof larger;
  EXPECT_EQ(result_of(allocator), PLUMB_OK);
  larger.member = &larger;
  EXPECT_EQ(result_of(allocator), PLUMB_E_STRUCT_SIZE);
  larger.member = nullptr;
  allocator.reallocate = nullptr;
  EXPECT_EQ(result_of(allocator), PLUMB_E_ARGUMENT);
}

// All functions of the last input, with valid arguments.
std::vector<std::function<plumb_result(plumb_session*)>> CallsOfInput() {
  static plumb_string string;
  static size_t size;
  static uint32_t number;
  static const plumb_use* uses;
  static ReporterPtr reporter;
  plumb_reporter* made = nullptr;
  EXPECT_EQ(plumb_reporter_new(PLUMB_REPORT_TEXT, &made), PLUMB_OK);
  reporter.reset(made);
  const auto sized = [](auto call) {
    return [=](plumb_session* s) { return call(s); };
  };
  return {
      sized([](auto* s) {
        auto out = Sized<plumb_counts>();
        return plumb_counts_get(s, &out);
      }),
      sized([](auto* s) {
        auto out = Sized<plumb_diagnostic>();
        return plumb_diagnostic_get(s, 0, &out);
      }),
      sized([](auto* s) {
        auto out = Sized<plumb_note>();
        return plumb_note_get(s, 0, 0, &out);
      }),
      sized([](auto* s) {
        auto out = Sized<plumb_place>();
        return plumb_place_get(s, 0, PLUMB_NO_NOTE, &out);
      }),
      sized([](auto* s) {
        auto out = Sized<plumb_module>();
        return plumb_module_get(s, &out);
      }),
      sized([](auto* s) {
        auto out = Sized<plumb_instruction>();
        return plumb_instruction_get(s, 0, &out);
      }),
      sized([](auto* s) {
        auto out = Sized<plumb_operand>();
        return plumb_operand_get(s, 0, 0, &out);
      }),
      [](auto* s) { return plumb_report(s, PLUMB_REPORT_TEXT, "a", &string); },
      [](auto* s) {
        return plumb_reporter_add(reporter.get(), s, "a", &string);
      },
      [](auto* s) { return plumb_binary(s, PLUMB_LITTLE_ENDIAN, &string); },
      [](auto* s) {
        return plumb_write_binary(s, PLUMB_BIG_ENDIAN, Accept, nullptr);
      },
      [](auto* s) { return plumb_text(s, 0, &string); },
      [](auto* s) { return plumb_write_text(s, 0, Accept, nullptr); },
      [](auto* s) { return plumb_fixed_text(s, 0, &string, nullptr); },
      [](auto* s) { return plumb_instruction_text(s, 0, 0, &string); },
      [](auto* s) { return plumb_definition_get(s, 1, &number); },
      [](auto* s) { return plumb_uses_get(s, 1, &uses, &size); },
      [](auto* s) { return plumb_original_id(s, 1, &number); },
  };
}

TEST(CallsTest, FunctionsOfTheInputNeedASessionAndAnInput) {
  const SessionPtr session = NewSession();
  const auto calls = CallsOfInput();
  for (size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(calls[i](nullptr), PLUMB_E_ARGUMENT) << i;
    EXPECT_EQ(calls[i](session.get()), PLUMB_E_STATE) << i;
  }
  ASSERT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
  for (size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(calls[i](session.get()), PLUMB_OK)
        << i << " " << plumb_last_failure();
  }
  EXPECT_EQ(plumb_session_reset(session.get()), PLUMB_OK);
  for (size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(calls[i](session.get()), PLUMB_E_STATE) << i;
  }
}

TEST(CallsTest, FunctionsOfTheInputCheckTheirArguments) {
  const SessionPtr owned = NewSession();
  plumb_session* const s = owned.get();
  ASSERT_EQ(Validate(s, kInvalid), PLUMB_INVALID);
  plumb_string string;
  size_t size = 0;
  uint32_t number = 0;
  const plumb_use* uses = nullptr;
  auto diagnostic = Sized<plumb_diagnostic>();
  auto note = Sized<plumb_note>();
  auto place = Sized<plumb_place>();
  auto source = Sized<plumb_source>();
  auto edit = Sized<plumb_edit>();
  auto instruction = Sized<plumb_instruction>();
  auto operand = Sized<plumb_operand>();
  Check({
      {"diagnostic", PLUMB_E_RANGE,
       [&] { return plumb_diagnostic_get(s, 1, &diagnostic); }},
      {"diagnostic", PLUMB_E_RANGE,
       [&] { return plumb_diagnostic_get(s, SIZE_MAX, &diagnostic); }},
      {"note", PLUMB_E_RANGE, [&] { return plumb_note_get(s, 1, 0, &note); }},
      {"note", PLUMB_E_RANGE, [&] { return plumb_note_get(s, 0, 9, &note); }},
      {"place", PLUMB_E_RANGE,
       [&] { return plumb_place_get(s, 1, PLUMB_NO_NOTE, &place); }},
      {"place", PLUMB_E_RANGE,
       [&] { return plumb_place_get(s, 0, 9, &place); }},
      {"source", PLUMB_E_RANGE,
       [&] { return plumb_source_get(s, 0, 0, &source); }},
      {"edit", PLUMB_E_RANGE, [&] { return plumb_edit_get(s, 0, 9, &edit); }},
      {"instruction", PLUMB_E_RANGE,
       [&] { return plumb_instruction_get(s, 14, &instruction); }},
      {"instruction", PLUMB_E_RANGE,
       [&] { return plumb_instruction_get(s, PLUMB_NONE, &instruction); }},
      {"operand", PLUMB_E_RANGE,
       [&] { return plumb_operand_get(s, 0, 1, &operand); }},
      {"report", PLUMB_E_RANGE,
       [&] { return plumb_report(s, 6, "", &string); }},
      {"report", PLUMB_E_RANGE,
       [&] { return plumb_report(s, -1, "", &string); }},
      {"report", PLUMB_E_ARGUMENT,
       [&] { return plumb_report(s, 0, nullptr, &string); }},
      {"report", PLUMB_E_ARGUMENT,
       [&] { return plumb_report(s, 0, "", nullptr); }},
      {"binary", PLUMB_E_RANGE, [&] { return plumb_binary(s, 2, &string); }},
      {"binary", PLUMB_E_ARGUMENT, [&] { return plumb_binary(s, 0, nullptr); }},
      {"binary", PLUMB_E_ARGUMENT,
       [&] { return plumb_write_binary(s, 0, nullptr, nullptr); }},
      {"text", PLUMB_E_ARGUMENT, [&] { return plumb_text(s, 4096, &string); }},
      {"text", PLUMB_E_ARGUMENT, [&] { return plumb_text(s, 0, nullptr); }},
      {"text", PLUMB_E_ARGUMENT,
       [&] { return plumb_write_text(s, 0, nullptr, nullptr); }},
      {"fixed", PLUMB_E_ARGUMENT,
       [&] { return plumb_fixed_text(s, 0, nullptr, &size); }},
      {"needs of an invalid module", PLUMB_E_STATE,
       [&] { return plumb_need_count(s, &size, &size); }},
      {"instruction text", PLUMB_E_ARGUMENT,
       [&] { return plumb_instruction_text(s, 0, 4096, &string); }},
      {"instruction text", PLUMB_E_ARGUMENT,
       [&] { return plumb_instruction_text(s, 0, 0, nullptr); }},
      {"definition", PLUMB_E_ARGUMENT,
       [&] { return plumb_definition_get(s, 1, nullptr); }},
      {"uses", PLUMB_E_ARGUMENT,
       [&] { return plumb_uses_get(s, 1, nullptr, &size); }},
      {"uses", PLUMB_E_ARGUMENT,
       [&] { return plumb_uses_get(s, 1, &uses, nullptr); }},
      {"original id", PLUMB_E_ARGUMENT,
       [&] { return plumb_original_id(s, 1, nullptr); }},
      {"definition", PLUMB_OK,
       [&] { return plumb_definition_get(s, PLUMB_NONE, &number); }},
  });
  EXPECT_EQ(number, PLUMB_NONE);
}

// A sink that calls the session.
int Reenter(void* context, const void*, size_t) {
  return plumb_session_reset(static_cast<plumb_session*>(context)) ==
                 PLUMB_E_STATE
             ? 0
             : 1;
}
int Refuse(void*, const void*, size_t) { return 7; }

TEST(CallsTest, CallbacksCannotUseTheSession) {
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), kValid), PLUMB_VALID);
  EXPECT_EQ(plumb_write_text(session.get(), 0, Reenter, session.get()),
            PLUMB_OK);
  EXPECT_EQ(plumb_write_text(session.get(), 0, Refuse, nullptr), PLUMB_E_SINK);
  EXPECT_EQ(plumb_write_binary(session.get(), 0, Refuse, nullptr),
            PLUMB_E_SINK);
}

// Structs of a newer header get zeros, those of no header are refused, and
// nothing is written after them.
template <typename T, typename Get>
void CheckSizes(const Get& get) {
  struct Newer {
    T known;
    unsigned char more[64];
  } newer;
  std::memset(static_cast<void*>(&newer), 0xee, sizeof newer);
  newer.known.size = sizeof(T);
  EXPECT_EQ(get(&newer.known), PLUMB_OK) << plumb_last_failure();
  EXPECT_EQ(newer.known.size, sizeof(T));
  EXPECT_EQ(newer.more[0], 0xee);
  newer.known.size = sizeof(T) + 32;
  EXPECT_EQ(get(&newer.known), PLUMB_OK);
  EXPECT_EQ(newer.known.size, sizeof(T) + 32);
  EXPECT_EQ(newer.more[0], 0);
  EXPECT_EQ(newer.more[31], 0);
  EXPECT_EQ(newer.more[32], 0xee);
  for (const size_t size : {size_t{0}, sizeof(T) - 1, size_t{4097}, SIZE_MAX}) {
    newer.known.size = size;
    EXPECT_EQ(get(&newer.known), PLUMB_E_STRUCT_SIZE) << size;
  }
  EXPECT_EQ(get(static_cast<T*>(nullptr)), PLUMB_E_ARGUMENT);
}

TEST(CallsTest, SizesOfStructs) {
  const SessionPtr owned = NewSession();
  plumb_session* const s = owned.get();
  // With a fix.
  ASSERT_EQ(Validate(s,
                     "OpCapability Shader\nOpCapability Linkage\n"
                     "OpMemoryModel Logical GLSL450\n"
                     "%f64 = OpTypeFloat 64\n"),
            PLUMB_INVALID);
  CheckSizes<plumb_counts>([&](auto* p) { return plumb_counts_get(s, p); });
  CheckSizes<plumb_diagnostic>(
      [&](auto* p) { return plumb_diagnostic_get(s, 0, p); });
  CheckSizes<plumb_place>(
      [&](auto* p) { return plumb_place_get(s, 0, PLUMB_NO_NOTE, p); });
  CheckSizes<plumb_edit>([&](auto* p) { return plumb_edit_get(s, 0, 0, p); });
  CheckSizes<plumb_module>([&](auto* p) { return plumb_module_get(s, p); });
  CheckSizes<plumb_instruction>(
      [&](auto* p) { return plumb_instruction_get(s, 0, p); });
  CheckSizes<plumb_operand>(
      [&](auto* p) { return plumb_operand_get(s, 0, 0, p); });
  CheckSizes<plumb_rule>([&](auto* p) { return plumb_rule_get(0, p); });
  CheckSizes<plumb_env>([&](auto* p) { return plumb_env_get(0, p); });
  ASSERT_EQ(Validate(s, kInvalid), PLUMB_INVALID);
  CheckSizes<plumb_note>([&](auto* p) { return plumb_note_get(s, 0, 0, p); });
  ASSERT_EQ(Validate(s, kValid), PLUMB_VALID);
  CheckSizes<plumb_need>([&](auto* p) { return plumb_need_get(s, 0, p); });
}

// The ABI: sizes and values that must not change in 1.x, on 64-bit machines.
TEST(CallsTest, SizesAreThoseOfVersion1) {
  if (sizeof(void*) != 8) GTEST_SKIP() << "the table is for 64 bits";
  EXPECT_EQ(sizeof(plumb_string), 16u);
  EXPECT_EQ(sizeof(plumb_allocator), 24u);
  EXPECT_EQ(sizeof(plumb_counts), 64u);
  EXPECT_EQ(sizeof(plumb_diagnostic), 176u);
  EXPECT_EQ(sizeof(plumb_place), 88u);
  EXPECT_EQ(sizeof(plumb_source), 64u);
  EXPECT_EQ(sizeof(plumb_note), 24u);
  EXPECT_EQ(sizeof(plumb_edit), 48u);
  EXPECT_EQ(sizeof(plumb_need), 64u);
  EXPECT_EQ(sizeof(plumb_module), 72u);
  EXPECT_EQ(sizeof(plumb_instruction), 88u);
  EXPECT_EQ(sizeof(plumb_operand), 80u);
  EXPECT_EQ(sizeof(plumb_use), 8u);
  EXPECT_EQ(sizeof(plumb_rule), 176u);
  EXPECT_EQ(sizeof(plumb_env), 48u);
}

}  // namespace
}  // namespace plumb::c_api
