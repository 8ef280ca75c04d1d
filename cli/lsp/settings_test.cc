#include "cli/lsp/settings.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "cli/lsp/disk_files.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A folder with a plumb.json.
class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(fs::path(testing::TempDir()) / name) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }

  void Write(const std::string& config) const {
    std::ofstream(path_ / "plumb.json") << config;
  }
  std::string File(const std::string& name) const {
    return (path_ / name).string();
  }

 private:
  const fs::path path_;
};

TEST(SettingsTest, TheClientStatesTheEnvironment) {
  DiskFiles files;
  Settings settings(&files);
  EXPECT_EQ(settings.Set({{"targetEnv", "vulkan1.2"}, {"pedantic", true}}), "");
  const DocumentSettings found = settings.For("", "");
  EXPECT_EQ(found.options.env, TargetEnv::kVulkan1_2);
  EXPECT_TRUE(found.options.rules.reports_pedantic);
  EXPECT_EQ(settings.Set(nullptr), "");
  EXPECT_FALSE(settings.For("", "").options.env.has_value());
}

TEST(SettingsTest, TheClientStatesWhereThePagesOfRulesAre) {
  DiskFiles files;
  Settings settings(&files);
  EXPECT_EQ(settings.For("", "").rules_url, "");  // none is installed here
  settings.Set({{"rulesUrl", "https://example.org/rules/"}});
  EXPECT_EQ(settings.For("", "").rules_url, "https://example.org/rules");
}

TEST(SettingsTest, WrongSettingsAreNamed) {
  DiskFiles files;
  Settings settings(&files);
  EXPECT_THAT(settings.Set({{"targetEnv", "vulkan9"}}), HasSubstr("vulkan9"));
  EXPECT_EQ(settings.Set({{"targetEnv", 3}, {"pedantic", "x"}}), "");
  EXPECT_EQ(settings.Set({{"rulesUrl", "rules"}}),
            "rulesUrl must be a URL, not 'rules'");
  EXPECT_EQ(settings.For("", "").rules_url, "");
  EXPECT_EQ(settings.Set({{"rulesUrl", ""}}), "");
}

TEST(SettingsTest, ACommentPrecedesTheClient) {
  DiskFiles files;
  Settings settings(&files);
  settings.Set({{"targetEnv", "vulkan1.2"}});
  EXPECT_FALSE(
      settings.For("", "; plumb: env opencl2.0\n").options.env.has_value());
}

TEST(SettingsTest, AFilePrecedesBoth) {
  const Folder folder("settings_test_file");
  folder.Write(R"({"target-env": "vulkan1.3", "disable": ["^debug[.]"],
                   "target-env-of": ["kernel=opencl2.0"],
                   "max-struct-members": 7})");
  DiskFiles files;
  Settings settings(&files);
  settings.Set({{"targetEnv", "vulkan1.2"}});
  const DocumentSettings found =
      settings.For(folder.File("a.spvasm"), "; plumb: env opencl1.2\n");
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(found.options.env, TargetEnv::kVulkan1_3);
  EXPECT_FALSE(found.options.rules.disabled.empty());
  EXPECT_EQ(found.options.validator.limits.max_struct_members, 7u);
  EXPECT_EQ(settings.For(folder.File("kernel.spvasm"), "").options.env,
            TargetEnv::kOpenCl2_0);
}

TEST(SettingsTest, AFileIsReadAgainAfterItChanged) {
  const Folder folder("settings_test_again");
  folder.Write(R"({"target-env": "vulkan1.3"})");
  DiskFiles files;
  Settings settings(&files);
  const std::string path = folder.File("a.spvasm");
  EXPECT_EQ(settings.For(path, "").options.env, TargetEnv::kVulkan1_3);
  folder.Write(R"({"target-env": "vulkan1.0"})");
  files.Forget();
  EXPECT_EQ(settings.For(path, "").options.env, TargetEnv::kVulkan1_0);
}

TEST(SettingsTest, AWrongFileIsAProblem) {
  const Folder folder("settings_test_wrong");
  DiskFiles files;
  Settings settings(&files);
  for (const char* config :
       {"{", "[]", R"({"foo": 1})", R"({"device": "x.json"})"}) {
    folder.Write(config);
    files.Forget();
    EXPECT_THAT(settings.For(folder.File("a.spvasm"), "").problem,
                HasSubstr("plumb.json"))
        << config;
  }
}

}  // namespace
}  // namespace plumb::lsp
