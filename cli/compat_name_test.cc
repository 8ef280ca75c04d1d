#include "cli/compat_name.h"

#include "cli/exit_status.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(CompatNameTest, Names) {
  const struct {
    const char* called;
    bool is_compat;
    const char* name;
  } kCases[] = {
      {"spirv-as", true, "spirv-as"},
      {"/usr/bin/spirv-as", true, "spirv-as"},
      {"../spirv-as", true, "spirv-as"},
      {"spv-as", false, "spv-as"},
      {"spirv-dis", false, "spv-as"},
      {"spirv-as/spv-as", false, "spv-as"},
      {"spirv-as-2", false, "spv-as"},
      {"my-spirv-as", false, "spv-as"},
      {"", false, "spv-as"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(IsCompatName("spv-as", c.called), c.is_compat) << c.called;
    EXPECT_EQ(NameInMessages("spv-as", c.called), c.name) << c.called;
  }
}

TEST(CompatNameTest, Statuses) {
  const struct {
    const char *program, *called;
    int valid, invalid, trouble, interrupted;
  } kCases[] = {
      {"spv-as", "spv-as", 0, 1, 2, 130},
      {"spv-as", "spirv-as", 0, 251, 1, 130},
      {"spv-cfg", "spirv-cfg", 0, 252, 1, 130},
      {"spv-dis", "/bin/spirv-dis", 0, 252, 1, 130},
      {"spv-val", "spirv-val", 0, 1, 1, 130},
  };
  for (const auto& c : kCases) {
    const auto status = [&c](int of) {
      return StatusOfName(c.program, c.called, of);
    };
    EXPECT_EQ(status(kExitValid), c.valid) << c.called;
    EXPECT_EQ(status(kExitInvalid), c.invalid) << c.called;
    EXPECT_EQ(status(kExitTrouble), c.trouble) << c.called;
    EXPECT_EQ(status(kExitInterrupted), c.interrupted) << c.called;
  }
}

TEST(CompatNameTest, Inputs) {
  EXPECT_TRUE(CheckCompatInputs("spirv-as", 1, false).ok());
  EXPECT_FALSE(CheckCompatInputs("spirv-as", 1, true).ok());  // a folder
  EXPECT_EQ(CheckCompatInputs("spirv-as", 2, true).message(),
            "there must be one input, not several, which spv-as takes");
}

}  // namespace
}  // namespace plumb
