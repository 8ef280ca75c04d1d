#include "validate/pipeline/same_type.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/pipeline/testing_module.h"

namespace plumb {
namespace {

// A module with a type %9 that is made of `declaration`.
std::string ModuleWith(absl::string_view declaration) {
  return absl::StrCat(R"(
      OpCapability Shader
      OpCapability Linkage
      OpMemoryModel Logical GLSL450
      %1 = OpTypeFloat 32
      %2 = OpTypeInt 32 0
      %3 = OpTypeInt 32 1
      %4 = OpConstant %2 2
      %5 = OpConstant %2 3
      %6 = OpSpecConstant %2 2
      %7 = OpTypeVector %1 3
      %8 = OpTypeStruct %7 %2
      %9 = )",
                      declaration, "\n");
}

bool AreSame(absl::string_view a, absl::string_view b) {
  const ValidatedModule a_module(ModuleWith(a));
  const ValidatedModule b_module(ModuleWith(b));
  return AreSameType(a_module.context(), Id(9), b_module.context(), Id(9));
}

TEST(SameTypeTest, ComparesEveryPart) {
  for (const char* type :
       {"OpTypeVector %1 2", "OpTypeVector %1 4", "OpTypeVector %2 2",
        "OpTypeVector %3 2", "OpTypeMatrix %7 2", "OpTypeMatrix %7 3",
        "OpTypeArray %1 %4", "OpTypeArray %1 %5", "OpTypeArray %7 %4",
        "OpTypeRuntimeArray %1", "OpTypeStruct %1", "OpTypeStruct %1 %2",
        "OpTypeStruct %8 %2", "OpTypeStruct %7 %2"}) {
    for (const char* other :
         {"OpTypeVector %1 2", "OpTypeVector %1 4", "OpTypeVector %2 2",
          "OpTypeVector %3 2", "OpTypeMatrix %7 2", "OpTypeMatrix %7 3",
          "OpTypeArray %1 %4", "OpTypeArray %1 %5", "OpTypeArray %7 %4",
          "OpTypeRuntimeArray %1", "OpTypeStruct %1", "OpTypeStruct %1 %2",
          "OpTypeStruct %8 %2", "OpTypeStruct %7 %2"}) {
      EXPECT_EQ(AreSame(type, other), absl::string_view(type) == other)
          << type << ", " << other;
    }
  }
}

TEST(SameTypeTest, ComparesLengthsByValue) {
  EXPECT_TRUE(AreSame("OpTypeArray %1 %4", "OpTypeArray %1 %6"));
  EXPECT_FALSE(AreSame("OpTypeArray %1 %5", "OpTypeArray %1 %6"));
}

}  // namespace
}  // namespace plumb
