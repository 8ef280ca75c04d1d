// Rules, environments, versions and names of the grammar.
#include <set>
#include <string>

#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "api/device/device_profile.h"
#include "api/explain/explanation.h"
#include "api/explain/gists.h"
#include "core/target_env.h"
#include "gmock/gmock.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "validate/registry.h"

namespace plumb::c_api {
namespace {

using testing::HasSubstr;

int Append(void* context, const void* bytes, size_t size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(bytes),
                                             size);
  return 0;
}

TEST(CatalogueTest, EveryRule) {
  ASSERT_EQ(plumb_rule_count(), AllRules().size());
  for (size_t i = 0; i < AllRules().size(); ++i) {
    const Rule& rule = *AllRules()[i];
    auto out = Sized<plumb_rule>();
    ASSERT_EQ(plumb_rule_get(i, &out), PLUMB_OK);
    EXPECT_EQ(ToText(out.id), rule.id);
    EXPECT_EQ(out.id.data[out.id.size], '\0');
    EXPECT_EQ(ToText(out.area), AreaOf(rule.id));
    EXPECT_EQ(ToText(out.section), rule.section);
    EXPECT_EQ(out.section.data[out.section.size], '\0');
    EXPECT_EQ(ToText(out.message), NamedPlaceholders(rule.text));
    EXPECT_EQ(ToText(out.gist), GistOf(rule.id));
    EXPECT_EQ(out.gist.data[out.gist.size], '\0');
    EXPECT_EQ(ToText(out.vuid), rule.vuid);
    EXPECT_EQ(out.vuid.data[out.vuid.size], '\0');
    EXPECT_EQ(ToText(out.aliases), rule.aliases);
    EXPECT_EQ(out.aliases.data[out.aliases.size], '\0');
    EXPECT_EQ(ToText(out.since), FirstVersion(rule));
    EXPECT_EQ(ToText(out.until), LastVersion(rule));
    EXPECT_EQ(out.can_be_disabled, CanBeDisabled(rule) ? 1 : 0);
    EXPECT_EQ(out.severity, static_cast<plumb_severity>(rule.severity));
    size_t index = 0;
    ASSERT_EQ(plumb_rule_find(out.id.data, &index), PLUMB_OK);
    EXPECT_EQ(index, i);
  }
}

TEST(CatalogueTest, RulesThatDoNotExist) {
  auto out = Sized<plumb_rule>();
  size_t index = 0;
  std::string text;
  EXPECT_EQ(plumb_rule_get(plumb_rule_count(), &out), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_rule_get(SIZE_MAX, &out), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_rule_find("cfg.merge.unique-blok", &index), PLUMB_E_NAME);
  EXPECT_THAT(plumb_last_failure(), HasSubstr("cfg.merge.unique-block"));
  EXPECT_EQ(plumb_rule_find(nullptr, &index), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_rule_find("", nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_rule_find("", &index), PLUMB_E_NAME);
  EXPECT_EQ(plumb_rule_explain(SIZE_MAX, 0, Append, &text), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_rule_explain(0, 0, nullptr, nullptr), PLUMB_E_ARGUMENT);
}

TEST(CatalogueTest, Explanations) {
  size_t index = 0;
  ASSERT_EQ(plumb_rule_find("cfg.merge.unique-block", &index), PLUMB_OK);
  const RuleExplanation explanation = Explain(*AllRules()[index]);
  std::string text, json;
  ASSERT_EQ(plumb_rule_explain(index, 0, Append, &text), PLUMB_OK);
  ASSERT_EQ(plumb_rule_explain(index, 1, Append, &json), PLUMB_OK);
  EXPECT_EQ(text, ExplanationText(explanation));
  EXPECT_EQ(json, ExplanationJson(explanation));
  const auto refuse = [](void*, const void*, size_t) { return 1; };
  EXPECT_EQ(plumb_rule_explain(index, 0, refuse, nullptr), PLUMB_E_SINK);
}

TEST(CatalogueTest, Environments) {
  ASSERT_EQ(plumb_env_count(), size_t{kTargetEnvCount});
  std::set<std::string> names;
  for (size_t i = 0; i < plumb_env_count(); ++i) {
    auto env = Sized<plumb_env>();
    ASSERT_EQ(plumb_env_get(i, &env), PLUMB_OK);
    const TargetEnvInfo& info = Info(static_cast<TargetEnv>(i));
    EXPECT_EQ(ToText(env.name), info.name);
    EXPECT_EQ(ToText(env.description), info.description);
    EXPECT_EQ(env.minor_version, info.spirv_minor);
    const OptionsPtr options = NewOptions();
    EXPECT_EQ(plumb_options_set_env(options.get(), env.name.data), PLUMB_OK);
    names.insert(env.name.data);
  }
  EXPECT_EQ(names.size(), size_t{kTargetEnvCount});
  auto env = Sized<plumb_env>();
  EXPECT_EQ(plumb_env_get(plumb_env_count(), &env), PLUMB_E_RANGE);
}

TEST(CatalogueTest, TheDeviceTemplateIsAProfile) {
  plumb_string out = {};
  ASSERT_EQ(plumb_device_template(&out), PLUMB_OK);
  EXPECT_EQ(ToText(out), DeviceProfileTemplate());
  const OptionsPtr options = NewOptions();
  EXPECT_EQ(
      plumb_options_set_device(options.get(), out.data, out.size, nullptr),
      PLUMB_OK)
      << plumb_last_failure();
  EXPECT_EQ(plumb_device_template(nullptr), PLUMB_E_ARGUMENT);
}

TEST(CatalogueTest, NamesOfTheGrammar) {
  plumb_string name = {};
  uint32_t number = 0;
  ASSERT_EQ(plumb_opcode_name(128, &name), PLUMB_OK);
  EXPECT_STREQ(name.data, "OpIAdd");
  ASSERT_EQ(plumb_opcode_number("OpIAdd", &number), PLUMB_OK);
  EXPECT_EQ(number, 128u);
  EXPECT_EQ(plumb_opcode_name(65535, &name), PLUMB_E_NAME);
  EXPECT_EQ(plumb_opcode_name(PLUMB_NONE, &name), PLUMB_E_NAME);
  EXPECT_EQ(plumb_opcode_name(1, nullptr), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_opcode_number("OpNothing", &number), PLUMB_E_NAME);
  EXPECT_EQ(plumb_opcode_number(nullptr, &number), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_opcode_number("OpIAdd", nullptr), PLUMB_E_ARGUMENT);
  ASSERT_EQ(plumb_enumerant_name("StorageClass", 7, &name), PLUMB_OK);
  EXPECT_STREQ(name.data, "Function");
  ASSERT_EQ(plumb_enumerant_name("MemoryAccess", 2, &name), PLUMB_OK);
  EXPECT_STREQ(name.data, "Aligned");
  EXPECT_EQ(plumb_enumerant_name("StorageClass", 99999, &name), PLUMB_E_NAME);
  EXPECT_EQ(plumb_enumerant_name("IdRef", 0, &name), PLUMB_E_NAME);
  EXPECT_EQ(plumb_enumerant_name("Nothing", 0, &name), PLUMB_E_NAME);
  EXPECT_EQ(plumb_enumerant_name(nullptr, 0, &name), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_enumerant_name("StorageClass", 7, nullptr), PLUMB_E_ARGUMENT);
}

TEST(CatalogueTest, Versions) {
  EXPECT_EQ(plumb_version(), 0x00010001u);
  EXPECT_STREQ(plumb_version_text(), "1.0.0");
  EXPECT_EQ(plumb_grammar_release(), grammar::Release());
  EXPECT_STRNE(plumb_grammar_release(), "");
}

}  // namespace
}  // namespace plumb::c_api
