#include "validate/analysis/memory_model.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

namespace part = type_part;

struct Case {
  const char* text;
  bool known, all_logical, has_logical, all_physical, buffer_addresses;
  bool logical_uniform, logical_buffer;  // pointers into these classes
  uint32_t width, uniform_width, buffer_width;
  TypeParts logical_parts, physical_parts;
};

constexpr TypeParts kAll = part::kPointer;
constexpr Case kCases[] = {
    {"OpMemoryModel Logical GLSL450", true, true, true, false, false, true,
     true, 0, 0, 0, kAll, 0},
    {"OpMemoryModel PhysicalStorageBuffer64 GLSL450", true, false, true, false,
     true, true, false, 0, 0, 64, part::kOtherPointer, part::kBufferPointer},
    {"OpMemoryModel Physical32 OpenCL", true, false, false, true, false, false,
     false, 32, 32, 32, 0, kAll},
    {"OpMemoryModel Physical64 OpenCL", true, false, false, true, false, false,
     false, 64, 64, 64, 0, kAll},
    // Nothing is known without OpMemoryModel; the first of several counts.
    {"", false, false, false, false, false, false, false, 0, 0, 0, 0, 0},
    {"OpMemoryModel Physical32 OpenCL\nOpMemoryModel Logical Vulkan", true,
     false, false, true, false, false, false, 32, 32, 32, 0, kAll},
};

TEST(MemoryModelTest, AnswersEachQuery) {
  MemoryModel model;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.text);
    const TestModule module(c.text);
    model.Build(*module);
    EXPECT_EQ(model.known(), c.known);
    EXPECT_EQ(model.all_logical(), c.all_logical);
    EXPECT_EQ(model.has_logical_pointers(), c.has_logical);
    EXPECT_EQ(model.all_physical(), c.all_physical);
    EXPECT_EQ(model.buffer_addresses(), c.buffer_addresses);
    EXPECT_EQ(model.IsLogical(StorageClass::kUniform), c.logical_uniform);
    EXPECT_EQ(model.IsLogical(StorageClass::kPhysicalStorageBuffer),
              c.logical_buffer);
    EXPECT_EQ(model.address_width(), c.width);
    EXPECT_EQ(model.AddressWidth(StorageClass::kUniform), c.uniform_width);
    EXPECT_EQ(model.AddressWidth(StorageClass::kPhysicalStorageBuffer),
              c.buffer_width);
    EXPECT_EQ(model.logical_parts(), c.logical_parts);
    EXPECT_EQ(model.physical_parts(), c.physical_parts);
  }
}

TEST(MemoryModelTest, ReturnsTheMemoryModel) {
  struct Row {
    const char* name;
    bool vulkan, opencl;
  };
  constexpr Row kRows[] = {{"Simple", false, false},
                           {"GLSL450", false, false},
                           {"OpenCL", false, true},
                           {"Vulkan", true, false}};
  for (const Row& row : kRows) {
    const TestModule module(absl::StrCat("OpMemoryModel Logical ", row.name));
    MemoryModel model;
    model.Build(*module);
    EXPECT_EQ(model.vulkan(), row.vulkan) << row.name;
    EXPECT_EQ(model.opencl(), row.opencl) << row.name;
    EXPECT_EQ(model.at(), InstIndex(0));
  }
  MemoryModel none;
  EXPECT_FALSE(none.Is(grammar::MemoryModel::kSimple));
  EXPECT_EQ(none.at(), kNoInst);
}

}  // namespace
}  // namespace plumb
