#include "core/option_names.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(OptionNamesTest, EveryLimitCanBeSetByName) {
  for (const LimitName& row : LimitNames()) {
    ValidatorOptions options;
    EXPECT_TRUE(SetValidatorOption(absl::StrCat(row.name, "=7"), &options));
    EXPECT_EQ(options.limits.*row.limit, 7u) << row.name;
  }
}

TEST(OptionNamesTest, EveryRelaxationCanBeSetByName) {
  for (const RelaxationName& row : RelaxationNames()) {
    ValidatorOptions options;
    EXPECT_FALSE(options.*row.flag) << row.name;
    EXPECT_TRUE(SetValidatorOption(row.name, &options));
    EXPECT_TRUE(options.*row.flag) << row.name;
  }
}

TEST(OptionNamesTest, EveryDescriptorLayoutCanBeSetByName) {
  for (const DescriptorLayoutName& row : DescriptorLayoutNames()) {
    ValidatorOptions options;
    EXPECT_TRUE(SetValidatorOption(absl::StrCat(row.name, "=48:16"), &options));
    EXPECT_EQ(options.*row.layout, (DescriptorLayout{48, 16})) << row.name;
  }
}

TEST(OptionNamesTest, OtherSettingsAreRefused) {
  ValidatorOptions options;
  for (const char* setting :
       {"", "max-struct-members", "max-struct-members=", "max-struct-members=x",
        "max-struct-members=-1", "max-struct-members=4294967296",
        "relax-block-layout=1", "no-such-option", "buffer-descriptor-layout",
        "buffer-descriptor-layout=8",
        "buffer-descriptor-layout=8:", "buffer-descriptor-layout=:8",
        "buffer-descriptor-layout=0:8", "buffer-descriptor-layout=8:0",
        "buffer-descriptor-layout=8:12", "buffer-descriptor-layout=8:8:8"}) {
    EXPECT_FALSE(SetValidatorOption(setting, &options)) << setting;
  }
}

}  // namespace
}  // namespace plumb
