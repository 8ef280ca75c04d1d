// The requirements of a module.
#include <string>
#include <vector>

#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "api/needs/module_needs.h"
#include "api/session.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

TEST(NeedsTest, NeedsAreThoseOfTheSession) {
  const std::string text =
      std::string("OpCapability Matrix\nOpCapability Float64\n") + kValid;
  Session expected_session;
  ASSERT_TRUE(expected_session.Run(text).ok());
  const absl::StatusOr<ModuleNeeds> expected =
      FindNeeds(expected_session, "a.spvasm");
  ASSERT_TRUE(expected.ok());
  const SessionPtr session = NewSession();
  ASSERT_EQ(Validate(session.get(), text), PLUMB_VALID);
  size_t needed = 0, unneeded = 0;
  ASSERT_EQ(plumb_need_count(session.get(), &needed, &unneeded), PLUMB_OK);
  ASSERT_EQ(needed, expected->needed.size());
  ASSERT_EQ(unneeded, expected->unneeded.size());
  EXPECT_GT(unneeded, 0u);
  for (size_t i = 0; i < needed + unneeded; ++i) {
    const bool is_needed = i < needed;
    const Need& need =
        is_needed ? expected->needed[i] : expected->unneeded[i - needed];
    auto record = Sized<plumb_need>();
    ASSERT_EQ(plumb_need_get(session.get(), i, &record), PLUMB_OK);
    EXPECT_EQ(record.is_needed, is_needed ? 1 : 0);
    EXPECT_EQ(record.kind, static_cast<plumb_need_kind>(need.kind));
    EXPECT_EQ(ToText(record.name), need.name);
    EXPECT_EQ(ToText(record.rule),
              need.reason.has_value() ? need.reason->rule->id : "");
    EXPECT_EQ(ToText(record.message),
              need.reason.has_value() ? need.reason->message : "");
  }
  plumb_string json = {};
  ASSERT_EQ(plumb_needs_json(session.get(), "a.spvasm", &json), PLUMB_OK);
  EXPECT_EQ(ToText(json), NeedsJson("a.spvasm", *expected));
}

TEST(NeedsTest, OnlyOfValidModulesAndWithArguments) {
  const SessionPtr owned = NewSession();
  plumb_session* const s = owned.get();
  size_t count = 0;
  plumb_string json = {};
  auto need = Sized<plumb_need>();
  EXPECT_EQ(plumb_need_count(nullptr, &count, &count), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_need_get(nullptr, 0, &need), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_needs_json(nullptr, "", &json), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_need_count(s, &count, &count), PLUMB_E_STATE);
  ASSERT_EQ(Read(s, kValid), PLUMB_VALID);
  EXPECT_EQ(plumb_need_count(s, &count, &count), PLUMB_E_STATE);
  ASSERT_EQ(Validate(s, kInvalid), PLUMB_INVALID);
  EXPECT_EQ(plumb_need_get(s, 0, &need), PLUMB_E_STATE);
  EXPECT_EQ(plumb_needs_json(s, "", &json), PLUMB_E_STATE);
  ASSERT_EQ(Validate(s, kValid), PLUMB_VALID);
  EXPECT_EQ(plumb_need_count(s, nullptr, &count), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_need_count(s, &count, nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_need_get(s, 1000, &need), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_needs_json(s, nullptr, &json), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_needs_json(s, "", nullptr), PLUMB_E_ARGUMENT);
}

}  // namespace
}  // namespace plumb::c_api
