#include "cli/option_groups.h"

#include <set>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "cli/options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : AllOptions(app)) {
    names.push_back(option->get_name());
  }
  return names;
}

TEST(OptionGroupsTest, OptionsOfTheProgramComeFirst) {
  CLI::App app;
  app.set_help_flag();
  CLI::App* const group = AddGroup(&app, "Limits");
  group->add_flag("--small");
  AddGroup(&app, "Others")->add_flag("--other");
  app.add_flag("--own");
  group->add_flag("--large");
  EXPECT_THAT(Names(app),
              ElementsAre("--own", "--small", "--large", "--other"));
  for (CLI::Option* option : AllOptions(&app)) option->description("same");
  EXPECT_EQ(app.get_option("--large")->get_description(), "same");
  EXPECT_EQ(app.get_option("--large")->get_group(), "Limits");
}

TEST(OptionGroupsTest, CommandLinesNameOptionsOfGroups) {
  CLI::App app;
  std::vector<std::string> files;
  app.add_option("FILE", files);
  CLI::App* const group = AddGroup(&app, "Limits");
  int max_widths = 0;
  bool strict = false;
  group->add_option("--most", max_widths);
  group->add_flag("--strict", strict);
  app.parse("a --most 3 b --strict c");
  EXPECT_EQ(max_widths, 3);
  EXPECT_TRUE(strict);
  EXPECT_THAT(files, ElementsAre("a", "b", "c"));
}

// The library does not compare the names of options in different groups.
TEST(OptionGroupsTest, NamesAreUnique) {
  CLI::App app;
  CommonOptions options;
  AddCommonOptions(&app, &options);
  std::set<std::string> seen;
  for (const std::string& name : Names(app)) {
    EXPECT_TRUE(seen.insert(name).second) << name << " stands twice";
  }
  EXPECT_GT(seen.size(), 20u);
}

}  // namespace
}  // namespace plumb
