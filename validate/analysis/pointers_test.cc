#include "validate/analysis/pointers.h"

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

// The pointers of a module and their origins.
class Found {
 public:
  explicit Found(absl::string_view text) : module_(text) {
    types_.Build(*module_);
    memory_model_.Build(*module_);
    pointers_.Build(*module_, types_, memory_model_);
  }
  PointerOrigin OriginOf(uint32_t id) const {
    return pointers_.OriginOf(Id(id));
  }
  const Pointers& pointers() const { return pointers_; }
  const Module& module() const { return *module_; }

 private:
  TestModule module_;
  TypeTable types_;
  MemoryModel memory_model_;
  Pointers pointers_;
};

// "kind root path", with "variable" and "null" where they apply.
std::string Show(const PointerOrigin& origin) {
  static constexpr const char* kKinds[] = {"unknown", "variable", "parameter",
                                           "null",    "undef",    "load",
                                           "call",    "other",    "several"};
  static constexpr const char* kPaths[] = {
      "chain", "element", "copy", "choice", "cast", "texel", "buffer", "part"};
  std::string out = absl::StrCat(kKinds[static_cast<int>(origin.kind)], " ",
                                 origin.root.value);
  for (int bit = 0; bit < 8; ++bit) {
    if ((origin.path >> bit & 1) != 0) absl::StrAppend(&out, " ", kPaths[bit]);
  }
  if (origin.is_variable) out += " +variable";
  if (origin.may_be_null) out += " +null";
  return out;
}

constexpr absl::string_view kHead = R"(
    OpMemoryModel Logical GLSL450
    %1 = OpTypeVoid
    %2 = OpTypeInt 32 0
    %3 = OpTypePointer StorageBuffer %2
    %4 = OpConstant %2 0
    %5 = OpTypeUntypedPointerKHR StorageBuffer
    %6 = OpTypeFunction %1 %3
    %7 = OpTypePointer Function %3
    %8 = OpTypeBool
    %9 = OpConstantTrue %8
    %10 = OpVariable %3 StorageBuffer
    %11 = OpVariable %3 StorageBuffer
    %12 = OpUntypedVariableKHR %5 StorageBuffer %2
    %13 = OpConstantNull %3
    %14 = OpUndef %3
    %16 = OpTypePointer Image %2
)";

std::string WithHead(absl::string_view body) {
  return absl::StrCat(kHead, body);
}

TEST(PointersTest, FollowEachInstruction) {
  struct Row {
    const char* instruction;
    const char* origin;  // of %99
  };
  constexpr Row kRows[] = {
      {"OpAccessChain %3 %10 %4", "variable 10 chain"},
      {"OpInBoundsAccessChain %3 %10 %4", "variable 10 chain"},
      {"OpUntypedAccessChainKHR %5 %2 %12 %4", "variable 12 chain"},
      {"OpUntypedInBoundsAccessChainKHR %5 %2 %12 %4", "variable 12 chain"},
      {"OpPtrAccessChain %3 %10 %4", "variable 10 element +variable"},
      {"OpInBoundsPtrAccessChain %3 %10 %4", "variable 10 element"},
      {"OpUntypedPtrAccessChainKHR %5 %2 %12 %4",
       "variable 12 element +variable"},
      {"OpUntypedInBoundsPtrAccessChainKHR %5 %2 %12 %4",
       "variable 12 element"},
      {"OpRawAccessChainNV %3 %10 %4 %4 %4", "variable 10 element"},
      {"OpCopyObject %3 %10", "variable 10 copy"},
      {"OpSelect %3 %9 %10 %10", "variable 10 choice +variable"},
      {"OpSelect %3 %9 %10 %11", "several 10 choice +variable"},
      {"OpSelect %3 %9 %13 %11", "variable 11 choice +variable +null"},
      {"OpSelect %3 %9 %11 %14", "variable 11 choice +variable"},
      {"OpSelect %3 %9 %14 %13", "null 13 choice +variable +null"},
      {"OpSelect %3 %9 %98 %11", "several 11 choice +variable"},
      {"OpPhi %3 %10 %90 %11 %91", "several 10 choice +variable"},
      {"OpBitcast %5 %10", "variable 10 cast"},
      {"OpBitcast %3 %4", "other 99"},
      {"OpGenericCastToPtr %3 %10", "variable 10 cast"},
      {"OpGenericCastToPtrExplicit %3 %10 Function", "variable 10 cast"},
      {"OpPtrCastToGeneric %3 %10", "variable 10 cast"},
      {"OpImageTexelPointer %16 %10 %4 %4", "variable 10 texel"},
      {"OpBufferPointerEXT %3 %12", "variable 12 buffer"},
      {"OpLoad %3 %97", "load 99 +variable"},
      {"OpFunctionCall %3 %96", "call 99 +variable"},
      {"OpConvertUToPtr %3 %4", "other 99"},
      {"OpUndef %3", "undef 99"},
      {"OpLoad %2 %10", "unknown 0"},
      {"OpAccessChain %2 %10 %4", "unknown 0"},
      {"OpAccessChain %3 %4 %4", "other 99"},
  };
  for (const Row& row : kRows) {
    const Found found(WithHead(absl::StrCat(
        "%97 = OpVariable %7 Function\n%98 = OpLoad %3 %97\n%99 = ",
        row.instruction)));
    EXPECT_EQ(Show(found.OriginOf(99)), row.origin) << row.instruction;
  }
}

TEST(PointersTest, StartWhereTheyAreMade) {
  const Found found(WithHead(R"(
      %20 = OpFunction %1 None %6
      %21 = OpFunctionParameter %3
      %22 = OpLabel
      %23 = OpCopyObject %3 %21
      OpReturn
      OpFunctionEnd
  )"));
  EXPECT_EQ(Show(found.OriginOf(10)), "variable 10");
  EXPECT_EQ(Show(found.OriginOf(12)), "variable 12");
  EXPECT_EQ(Show(found.OriginOf(13)), "null 13 +variable +null");
  EXPECT_EQ(Show(found.OriginOf(14)), "undef 14");
  EXPECT_EQ(Show(found.OriginOf(21)), "parameter 21");
  EXPECT_EQ(Show(found.OriginOf(23)), "parameter 21 copy");
  for (uint32_t id : {0u, 2u, 3u, 4u, 20u, 22u, 1000u, 0xffffffffu}) {
    EXPECT_EQ(Show(found.OriginOf(id)), "unknown 0") << id;
  }
  EXPECT_TRUE(found.pointers().IsMemoryObjectDeclaration(Id(10)));
  EXPECT_TRUE(found.pointers().IsMemoryObjectDeclaration(Id(21)));
  EXPECT_FALSE(found.pointers().IsMemoryObjectDeclaration(Id(23)));
  EXPECT_FALSE(found.pointers().IsMemoryObjectDeclaration(Id(13)));
}

TEST(PointersTest, VariablePointersLeadToVariablePointers) {
  const Found found(WithHead(R"(
      %20 = OpSelect %3 %9 %10 %11
      %21 = OpAccessChain %3 %20 %4
      %22 = OpCopyObject %3 %21
      %23 = OpImageTexelPointer %16 %22 %4 %4
  )"));
  EXPECT_EQ(Show(found.OriginOf(21)), "several 10 chain choice +variable");
  EXPECT_EQ(Show(found.OriginOf(22)), "several 10 chain copy choice +variable");
  EXPECT_EQ(Show(found.OriginOf(23)), "several 10 chain copy choice texel");
}

TEST(PointersTest, OnlyLogicalPointersAreVariablePointers) {
  constexpr absl::string_view kBody = R"(
      %1 = OpTypeInt 32 0
      %2 = OpTypePointer PhysicalStorageBuffer %1
      %3 = OpTypePointer Workgroup %1
      %4 = OpConstantNull %2
      %5 = OpConstantNull %3
  )";
  const Found buffers(
      absl::StrCat("OpMemoryModel PhysicalStorageBuffer64 GLSL450\n", kBody));
  EXPECT_FALSE(buffers.OriginOf(4).is_variable);
  EXPECT_TRUE(buffers.OriginOf(5).is_variable);
  const Found kernel(absl::StrCat("OpMemoryModel Physical64 OpenCL\n", kBody));
  EXPECT_FALSE(kernel.OriginOf(5).is_variable);
}

TEST(PointersTest, FollowOperandsThatAreDefinedLater) {
  const Found found(WithHead(R"(
      %20 = OpPhi %3 %10 %90 %22 %91
      %21 = OpAccessChain %3 %20 %4
      %22 = OpPtrAccessChain %3 %21 %4
      %23 = OpPhi %3 %24 %90 %10 %91
      %24 = OpPhi %3 %23 %90 %11 %91
      %25 = OpPhi %3 %25 %90
  )"));
  EXPECT_EQ(Show(found.OriginOf(20)),
            "variable 10 chain element choice +variable");
  EXPECT_EQ(Show(found.OriginOf(21)),
            "variable 10 chain element choice +variable");
  EXPECT_EQ(Show(found.OriginOf(23)), "several 10 choice +variable");
  EXPECT_EQ(Show(found.OriginOf(24)), "several 10 choice +variable");
  EXPECT_EQ(Show(found.OriginOf(25)), "unknown 0 choice +variable");
}

TEST(PointersTest, ArgumentsMakeVariableParameters) {
  const Found found(WithHead(R"(
      %20 = OpFunction %1 None %6
      OpLine %90 1 1
      %21 = OpFunctionParameter %3
      %22 = OpLabel
      %23 = OpAccessChain %3 %21 %4
      %24 = OpFunctionCall %1 %30 %23
      OpReturn
      OpFunctionEnd
      %30 = OpFunction %1 None %6
      %31 = OpFunctionParameter %3
      %32 = OpLabel
      %33 = OpCopyObject %3 %31
      OpReturn
      OpFunctionEnd
      %40 = OpFunction %1 None %6
      %41 = OpFunctionParameter %3
      %42 = OpLabel
      %43 = OpSelect %3 %9 %10 %11
      %44 = OpFunctionCall %1 %20 %43
      %45 = OpFunctionCall %1 %40 %10
      %46 = OpFunctionCall %1 %90 %43
      OpReturn
      OpFunctionEnd
  )"));
  EXPECT_EQ(Show(found.OriginOf(21)), "parameter 21 +variable");
  EXPECT_EQ(Show(found.OriginOf(23)), "parameter 21 chain +variable");
  EXPECT_EQ(Show(found.OriginOf(31)), "parameter 31 +variable");
  EXPECT_EQ(Show(found.OriginOf(33)), "parameter 31 copy +variable");
  EXPECT_EQ(Show(found.OriginOf(41)), "parameter 41");
}

// Typed and untyped, and on through copies, choices and calls.
TEST(PointersTest, KnowPartsOfMatrices) {
  const Found found(R"(
    OpMemoryModel Logical GLSL450
    %1 = OpTypeVoid
    %2 = OpTypeInt 32 0
    %3 = OpTypeFloat 32
    %4 = OpTypeVector %3 2
    %5 = OpTypeMatrix %4 2
    %6 = OpConstant %2 0
    %7 = OpConstant %2 1
    %8 = OpTypeStruct %3 %5
    %9 = OpTypePointer StorageBuffer %8
    %10 = OpTypePointer StorageBuffer %5
    %11 = OpTypePointer StorageBuffer %4
    %12 = OpTypePointer StorageBuffer %3
    %13 = OpTypeUntypedPointerKHR StorageBuffer
    %14 = OpTypeFunction %1 %12
    %20 = OpVariable %9 StorageBuffer
    %21 = OpUntypedVariableKHR %13 StorageBuffer %8
    %30 = OpFunction %1 None %14
    %31 = OpFunctionParameter %12
    %32 = OpLabel
    %40 = OpAccessChain %12 %20 %6
    %41 = OpAccessChain %10 %20 %7
    %42 = OpAccessChain %11 %20 %7 %6
    %43 = OpAccessChain %12 %42 %6
    %44 = OpCopyObject %12 %43
    %45 = OpUntypedAccessChainKHR %13 %8 %21 %6
    %46 = OpUntypedAccessChainKHR %13 %8 %21 %7
    %47 = OpUntypedAccessChainKHR %13 %8 %21 %7 %6
    %48 = OpFunctionCall %1 %30 %44
      OpReturn
      OpFunctionEnd
  )");
  EXPECT_EQ(Show(found.OriginOf(40)), "variable 20 chain");
  EXPECT_EQ(Show(found.OriginOf(41)), "variable 20 chain");
  EXPECT_EQ(Show(found.OriginOf(42)), "variable 20 chain part");
  EXPECT_EQ(Show(found.OriginOf(43)), "variable 20 chain part");
  EXPECT_EQ(Show(found.OriginOf(44)), "variable 20 chain copy part");
  EXPECT_EQ(Show(found.OriginOf(45)), "variable 21 chain");
  EXPECT_EQ(Show(found.OriginOf(46)), "variable 21 chain");
  EXPECT_EQ(Show(found.OriginOf(47)), "variable 21 chain part");
  EXPECT_EQ(Show(found.OriginOf(31)), "parameter 31 part");
}

TEST(PointersTest, FollowChainsInSpecializationConstants) {
  const Found found(R"(
      OpMemoryModel Physical64 OpenCL
      %1 = OpTypeInt 32 0
      %2 = OpTypePointer CrossWorkgroup %1
      %3 = OpConstant %1 0
      %4 = OpVariable %2 CrossWorkgroup
      %5 = OpSpecConstantOp %2 InBoundsPtrAccessChain %4 %3
  )");
  EXPECT_EQ(Show(found.OriginOf(5)), "variable 4 element");
}

TEST(PointersTest, RejectedTypesAreUnknown) {
  const TestModule module(WithHead("%20 = OpCopyObject %3 %10\n"));
  TypeTable types;
  types.Build(*module);
  MemoryModel memory_model;
  memory_model.Build(*module);
  types.Poison(Id(3));
  Pointers pointers;
  pointers.Build(*module, types, memory_model);
  EXPECT_EQ(Show(pointers.OriginOf(Id(20))), "unknown 0");
  EXPECT_EQ(Show(pointers.OriginOf(Id(10))), "unknown 0");
}

// Random choices, copies and chains, against a search from each pointer.
class RandomPointers {
 public:
  static constexpr uint32_t kFirst = 100;

  explicit RandomPointers(uint32_t seed) : random_(seed) {
    const uint32_t count = 2 + Below(14);
    operands_.resize(count);
    for (uint32_t n = 0; n < count; ++n) AddPointer(n, count);
  }

  const std::string& text() const { return text_; }
  uint32_t count() const { return static_cast<uint32_t>(operands_.size()); }

  // The roots that a pointer can be, variables and nulls.
  std::set<uint32_t> RootsOf(uint32_t n) const {
    std::set<uint32_t> seen = {kFirst + n};
    std::vector<uint32_t> open = {kFirst + n};
    std::set<uint32_t> roots;
    while (!open.empty()) {
      const uint32_t id = open.back();
      open.pop_back();
      if (id < kFirst) {
        roots.insert(id);
        continue;
      }
      for (uint32_t operand : operands_[id - kFirst]) {
        if (seen.insert(operand).second) open.push_back(operand);
      }
    }
    return roots;
  }

 private:
  uint32_t Below(uint32_t limit) { return random_() % limit; }

  void AddPointer(uint32_t n, uint32_t count) {
    static constexpr uint32_t kRoots[] = {10, 11, 13};
    // Only an OpPhi may use what is defined later.
    const bool is_phi = Below(2) == 0;
    const uint32_t operands = is_phi ? 1 + Below(3) : 1;
    for (uint32_t o = 0; o < operands; ++o) {
      const uint32_t limit = is_phi ? count : n;
      operands_[n].push_back(limit == 0 || Below(4) == 0
                                 ? kRoots[Below(3)]
                                 : kFirst + Below(limit));
    }
    absl::StrAppend(&text_, "%", kFirst + n,
                    is_phi ? " = OpPhi %3" : " = OpCopyObject %3");
    for (uint32_t operand : operands_[n]) {
      absl::StrAppend(&text_, " %", operand, is_phi ? " %90" : "");
    }
    text_ += "\n";
  }

  std::mt19937 random_;
  std::vector<std::vector<uint32_t>> operands_;
  std::string text_;
};

TEST(PointersTest, AgreeWithASearch) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    const RandomPointers random(seed);
    const Found found(WithHead(random.text()));
    for (uint32_t n = 0; n < random.count(); ++n) {
      const PointerOrigin origin = found.OriginOf(RandomPointers::kFirst + n);
      std::set<uint32_t> roots = random.RootsOf(n);
      constexpr uint32_t kNull = 13;
      ASSERT_EQ(origin.may_be_null, roots.count(kNull) != 0)
          << random.text() << n;
      if (roots.size() > 1) roots.erase(kNull);
      if (roots.empty()) {
        ASSERT_EQ(origin.kind, PointerRoot::kUnknown) << random.text() << n;
      } else {
        ASSERT_EQ(origin.kind == PointerRoot::kSeveral, roots.size() > 1)
            << random.text() << n;
        ASSERT_TRUE(roots.count(origin.root.value)) << random.text() << n;
      }
    }
  }
}

}  // namespace
}  // namespace plumb
