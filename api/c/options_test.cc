// Every option has its effect, and the one that the programs' option has.
#include "api/c/options.h"

#include <string>
#include <utility>
#include <vector>

#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "core/option_names.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

TEST(OptionsTest, FlagsOfRelaxationsAreInTheOrderOfTheirNames) {
  const std::pair<plumb_flag, const char*> kFlags[] = {
      {PLUMB_FLAG_RELAX_LOGICAL_POINTER, "relax-logical-pointer"},
      {PLUMB_FLAG_RELAX_BLOCK_LAYOUT, "relax-block-layout"},
      {PLUMB_FLAG_UNIFORM_BUFFER_STANDARD_LAYOUT,
       "uniform-buffer-standard-layout"},
      {PLUMB_FLAG_SCALAR_BLOCK_LAYOUT, "scalar-block-layout"},
      {PLUMB_FLAG_WORKGROUP_SCALAR_BLOCK_LAYOUT,
       "workgroup-scalar-block-layout"},
      {PLUMB_FLAG_SKIP_BLOCK_LAYOUT, "skip-block-layout"},
      {PLUMB_FLAG_RELAX_STRUCT_STORE, "relax-struct-store"},
      {PLUMB_FLAG_ALLOW_LOCALSIZEID, "allow-localsizeid"},
      {PLUMB_FLAG_ALLOW_OFFSET_TEXTURE_OPERAND, "allow-offset-texture-operand"},
      {PLUMB_FLAG_ALLOW_VULKAN_32_BIT_BITWISE, "allow-vulkan-32-bit-bitwise"},
      {PLUMB_FLAG_BEFORE_HLSL_LEGALIZATION, "before-hlsl-legalization"},
  };
  ASSERT_EQ(RelaxationNames().size(), std::size(kFlags));
  for (const auto& [flag, name] : kFlags) {
    bool ValidatorOptions::*member = nullptr;
    for (const RelaxationName& row : RelaxationNames()) {
      if (row.name == name) member = row.flag;
    }
    ASSERT_NE(member, nullptr) << name;
    const OptionsPtr options = NewOptions();
    EXPECT_FALSE(options->session.validator.*member);
    EXPECT_EQ(plumb_options_set_flag(options.get(), flag, 1), PLUMB_OK);
    EXPECT_TRUE(options->session.validator.*member) << name;
    EXPECT_EQ(plumb_options_set(options.get(), name, "false"), PLUMB_OK);
    EXPECT_FALSE(options->session.validator.*member) << name;
    EXPECT_EQ(plumb_options_set(options.get(), name, "true"), PLUMB_OK);
    EXPECT_TRUE(options->session.validator.*member) << name;
    EXPECT_EQ(plumb_options_set(options.get(), name, "1"), PLUMB_E_ARGUMENT);
  }
}

TEST(OptionsTest, LimitsHaveTheirNames) {
  const std::pair<plumb_limit, const char*> kLimits[] = {
      {PLUMB_LIMIT_STRUCT_MEMBERS, "max-struct-members"},
      {PLUMB_LIMIT_STRUCT_DEPTH, "max-struct-depth"},
      {PLUMB_LIMIT_LOCAL_VARIABLES, "max-local-variables"},
      {PLUMB_LIMIT_GLOBAL_VARIABLES, "max-global-variables"},
      {PLUMB_LIMIT_SWITCH_BRANCHES, "max-switch-branches"},
      {PLUMB_LIMIT_FUNCTION_ARGS, "max-function-args"},
      {PLUMB_LIMIT_CONTROL_FLOW_NESTING_DEPTH,
       "max-control-flow-nesting-depth"},
      {PLUMB_LIMIT_ACCESS_CHAIN_INDEXES, "max-access-chain-indexes"},
      {PLUMB_LIMIT_ID_BOUND, "max-id-bound"},
  };
  ASSERT_EQ(LimitNames().size(), std::size(kLimits));
  for (const auto& [limit, name] : kLimits) {
    uint32_t Limits::*const member = LimitNames()[limit].limit;
    const OptionsPtr options = NewOptions();
    const Limits& limits = options->session.validator.limits;
    plumb_string text;
    ASSERT_EQ(plumb_limit_name(limit, &text), PLUMB_OK);
    EXPECT_EQ(ToText(text), name);
    EXPECT_EQ(plumb_options_set_limit(options.get(), limit, 12), PLUMB_OK);
    EXPECT_EQ(limits.*member, 12u) << name;
    EXPECT_EQ(plumb_options_set(options.get(), name, "34"), PLUMB_OK);
    EXPECT_EQ(limits.*member, 34u) << name;
    EXPECT_EQ(plumb_options_set(options.get(), name, "-1"), PLUMB_E_ARGUMENT);
  }
  plumb_string text;
  EXPECT_EQ(plumb_limit_name(9, &text), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_limit_name(-1, &text), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_limit_name(0, nullptr), PLUMB_E_ARGUMENT);
}

TEST(OptionsTest, DescriptorLayouts) {
  const std::pair<plumb_descriptor, const char*> kDescriptors[] = {
      {PLUMB_DESCRIPTOR_BUFFER, "buffer-descriptor-layout"},
      {PLUMB_DESCRIPTOR_IMAGE, "image-descriptor-layout"},
      {PLUMB_DESCRIPTOR_SAMPLER, "sampler-descriptor-layout"},
      {PLUMB_DESCRIPTOR_TENSOR, "tensor-descriptor-layout"},
  };
  ASSERT_EQ(DescriptorLayoutNames().size(), std::size(kDescriptors));
  for (const auto& [descriptor, name] : kDescriptors) {
    ASSERT_EQ(DescriptorLayoutNames()[descriptor].name, name);
    const auto member = DescriptorLayoutNames()[descriptor].layout;
    const OptionsPtr options = NewOptions();
    const ValidatorOptions& validator = options->session.validator;
    EXPECT_EQ(
        plumb_options_set_descriptor_layout(options.get(), descriptor, 24, 8),
        PLUMB_OK);
    EXPECT_EQ(validator.*member, (DescriptorLayout{24, 8}));
    EXPECT_EQ(plumb_options_set(options.get(), name, "64:32"), PLUMB_OK);
    EXPECT_EQ(validator.*member, (DescriptorLayout{64, 32}));
    EXPECT_EQ(plumb_options_set(options.get(), name, "64:3"), PLUMB_E_ARGUMENT);
  }
}

// A name and a value, and whether the options then are as they must be.
struct Setting {
  const char* name;
  const char* value;
  bool (*is_set)(const plumb_options& options);
};

TEST(OptionsTest, OptionsByName) {
  const Setting kSettings[] = {
      {"target-env", "vulkan1.2",
       [](const auto& o) { return o.session.env == TargetEnv::kVulkan1_2; }},
      {"input-format", "hex",
       [](const auto& o) { return o.session.format == InputFormat::kHex; }},
      {"input-format", "binary",
       [](const auto& o) { return o.session.format == InputFormat::kBinary; }},
      {"input-format", "text",
       [](const auto& o) { return o.session.format == InputFormat::kText; }},
      {"input-format", "any",
       [](const auto& o) { return !o.session.format.has_value(); }},
      {"jobs", "7",
       [](const auto& o) { return o.session.validator.jobs == 7; }},
      {"max-diagnostics", "3",
       [](const auto& o) { return o.session.max_diagnostics == 3; }},
      {"spirv-version", "1.4",
       [](const auto& o) { return o.session.text.minor_version == 4u; }},
      {"generator", "6",
       [](const auto& o) { return o.session.text.generator == 6u << 16; }},
      {"generator", "keep",
       [](const auto& o) { return o.session.text.keep_generator; }},
      {"spec", "a=b=3",
       [](const auto& o) {
         return o.session.specialization.size() == 1 &&
                o.session.specialization[0].constant == "a=b" &&
                o.session.specialization[0].value == "3";
       }},
      {"syntax", "extended",
       [](const auto& o) { return o.session.text.extended; }},
      {"syntax", "standard",
       [](const auto& o) { return !o.session.text.extended; }},
      {"preserve-numeric-ids", "true",
       [](const auto& o) { return o.session.text.preserve_numeric_ids; }},
      {"version-of-env", "true",
       [](const auto& o) { return o.session.text.version_of_env; }},
      {"all-errors", "true",
       [](const auto& o) { return o.session.keep_follow_ups; }},
      {"suppressions", "false",
       [](const auto& o) { return !o.session.text.has_suppressions; }},
      {"werror", "true",
       [](const auto& o) { return o.session.rules.warnings_are_errors; }},
      {"pedantic", "true",
       [](const auto& o) { return o.session.rules.reports_pedantic; }},
      {"check-fixes", "false",
       [](const auto& o) { return !o.session.checks_fixes; }},
      {"copy-input", "true", [](const auto& o) { return o.copies_input; }},
  };
  for (const Setting& setting : kSettings) {
    const OptionsPtr options = NewOptions();
    EXPECT_EQ(plumb_options_set(options.get(), setting.name, setting.value),
              PLUMB_OK)
        << setting.name;
    EXPECT_TRUE(setting.is_set(*options)) << setting.name;
    if (std::string(setting.name) == "spec") continue;  // "x" has no "="
    EXPECT_NE(plumb_options_set(options.get(), setting.name, "x"), PLUMB_OK)
        << setting.name;
  }
  const OptionsPtr options = NewOptions();
  EXPECT_EQ(plumb_options_set(options.get(), "spec", "x"), PLUMB_E_ARGUMENT);
}

// The verdict on the invalid module with a selection of rules.
int32_t VerdictWith(
    std::initializer_list<std::pair<plumb_action, const char*>> selections) {
  const OptionsPtr options = NewOptions();
  for (const auto& [action, pattern] : selections) {
    EXPECT_EQ(plumb_options_select_rules(options.get(), action, pattern),
              PLUMB_OK)
        << plumb_last_failure();
  }
  const SessionPtr session = NewSession(options.get());
  return Validate(session.get(), kInvalid);
}

TEST(OptionsTest, RulesAreSelectedInOrder) {
  EXPECT_EQ(VerdictWith({}), PLUMB_INVALID);
  EXPECT_EQ(VerdictWith({{PLUMB_ACTION_OFF, "*"}}), PLUMB_VALID);
  EXPECT_EQ(VerdictWith({{PLUMB_ACTION_WARNING, "arith.*"},
                         {PLUMB_ACTION_WARNING, "*"}}),
            PLUMB_VALID);
  EXPECT_EQ(VerdictWith({{PLUMB_ACTION_OFF, "*"}, {PLUMB_ACTION_ERROR, "*"}}),
            PLUMB_INVALID);
  EXPECT_EQ(VerdictWith({{PLUMB_ACTION_ERROR, "*"}, {PLUMB_ACTION_OFF, "*"}}),
            PLUMB_VALID);
  EXPECT_EQ(VerdictWith({{PLUMB_ACTION_ONLY, "cfg.*"}}), PLUMB_VALID);
  EXPECT_EQ(
      VerdictWith({{PLUMB_ACTION_ONLY, "cfg.*"}, {PLUMB_ACTION_ONLY, "*"}}),
      PLUMB_INVALID);
}

TEST(OptionsTest, AClonedObjectIsIndependent) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_jobs(options.get(), 3), PLUMB_OK);
  plumb_options* made = nullptr;
  ASSERT_EQ(plumb_options_clone(options.get(), &made), PLUMB_OK);
  const OptionsPtr clone(made);
  ASSERT_EQ(plumb_options_set_jobs(options.get(), 4), PLUMB_OK);
  EXPECT_EQ(clone->session.validator.jobs, 3);
}

constexpr char kProfile[] = R"({"capabilities": {"a": {"features": {
  "VkPhysicalDeviceFeatures": {"shaderFloat64": false}}}},
  "profiles": {"VP_ONE": {"api-version": "1.1.0", "capabilities": ["a"]}}})";

// A module that needs a feature of the device.
constexpr char kFloat64[] =
    "OpCapability Shader\nOpCapability Float64\n"
    "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %f \"f\"\n"
    "OpExecutionMode %f LocalSize 1 1 1\n%v = OpTypeVoid\n%d = OpTypeFloat 64\n"
    "%t = OpTypeFunction %v\n%f = OpFunction %v None %t\n%l = OpLabel\n"
    "OpReturn\nOpFunctionEnd\n";

TEST(OptionsTest, ADeviceAppliesItsFeaturesAndVersion) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_device(options.get(), kProfile,
                                     sizeof kProfile - 1, "VP_ONE"),
            PLUMB_OK)
      << plumb_last_failure();
  const SessionPtr session = NewSession(options.get());
  EXPECT_EQ(Validate(session.get(), kFloat64), PLUMB_INVALID);
  auto module = Sized<plumb_module>();
  ASSERT_EQ(plumb_module_get(session.get(), &module), PLUMB_OK);
  EXPECT_EQ(ToText(module.env), "vulkan1.1");
  EXPECT_EQ(plumb_options_set_device(options.get(), nullptr, 0, nullptr),
            PLUMB_OK);
  ASSERT_EQ(plumb_session_set_options(session.get(), options.get()), PLUMB_OK);
  EXPECT_EQ(Validate(session.get(), kFloat64), PLUMB_VALID);
  EXPECT_EQ(plumb_options_set_device(options.get(), kProfile,
                                     sizeof kProfile - 1, "VP_TWO"),
            PLUMB_E_INPUT);
}

TEST(OptionsTest, OptionsThatExcludeEachOther) {
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_device(options.get(), kProfile,
                                     sizeof kProfile - 1, nullptr),
            PLUMB_OK);
  ASSERT_EQ(plumb_options_set_env(options.get(), "opencl2.0"), PLUMB_OK);
  plumb_session* session = nullptr;
  EXPECT_EQ(plumb_session_new(options.get(), nullptr, &session),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(session, nullptr);
  const OptionsPtr only = NewOptions();
  ASSERT_EQ(
      plumb_options_select_rules(only.get(), PLUMB_ACTION_ONLY, "device.*"),
      PLUMB_OK);
  EXPECT_EQ(plumb_session_new(only.get(), nullptr, &session), PLUMB_E_ARGUMENT);
  // A session whose options could not be set is as it was.
  const SessionPtr kept = NewSession();
  ASSERT_EQ(Validate(kept.get(), kInvalid), PLUMB_INVALID);
  EXPECT_EQ(plumb_session_set_options(kept.get(), only.get()),
            PLUMB_E_ARGUMENT);
  auto counts = Sized<plumb_counts>();
  EXPECT_EQ(plumb_counts_get(kept.get(), &counts), PLUMB_OK);
  EXPECT_EQ(counts.errors, 1u);
}

}  // namespace
}  // namespace plumb::c_api
