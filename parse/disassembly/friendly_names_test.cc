#include "parse/disassembly/friendly_names.h"

#include <iterator>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"

namespace plumb {
namespace {

// The names of ids 1 to n, in the order of the requests.
class FriendlyNamesTest : public testing::Test {
 protected:
  void Read(const ModuleWords& words) {
    DiagnosticList list;
    words_ = words;
    ASSERT_TRUE(reader_.Read(words_, &module_, &list));
    names_.emplace(module_);
  }
  std::string Name(uint32_t id) { return names_->Name(Id(id)); }

  ModuleWords words_{1};
  BinaryReader reader_;
  Module module_;
  std::optional<FriendlyNames> names_;
};

TEST_F(FriendlyNamesTest, Names) {
  Read(ModuleWords(99)
           .Add(Op::kName, {1}, "foo bar!")
           .Add(Op::kName, {2}, "foo_bar_")
           .Add(Op::kName, {1}, "too late")
           .Add(Op::kName, {3}, "")
           .Add(Op::kName, {4}, "_")
           .Add(Op::kName, {5}, "0123")
           .Add(Op::kName, {6}, "9")
           .Add(Op::kTypeVoid, {1})
           .Add(Op::kTypeFunction, {9, 1}));
  EXPECT_EQ(Name(1), "foo_bar_");
  EXPECT_EQ(Name(2), "foo_bar__0");
  EXPECT_EQ(Name(3), "_");
  EXPECT_EQ(Name(4), "__0");
  EXPECT_EQ(Name(5), "0123");
  EXPECT_EQ(Name(6), "9");
  EXPECT_EQ(Name(9), "9_0");
  EXPECT_EQ(Name(50), "50");
}

// The first requested id has the same name as among all.
TEST_F(FriendlyNamesTest, DoNotDependOnQueries) {
  Read(ModuleWords(99)
           .Add(Op::kName, {1}, "taken")
           .Add(Op::kName, {2}, "taken")
           .Add(Op::kTypeFloat, {3, 32})
           .Add(Op::kTypeFloat, {4, 32})
           .Add(Op::kTypeVoid, {1})
           .Add(Op::kTypeVoid, {2})
           .Add(Op::kName, {3}, "late"));
  EXPECT_EQ(Name(50), "50");  // searches to the end for it
  const std::string all[] = {Name(1), Name(2), Name(3), Name(4)};
  for (uint32_t id = 4; id >= 1; --id) {
    names_.emplace(module_);
    EXPECT_EQ(Name(id), all[id - 1]) << id;
  }
  EXPECT_EQ(all[1], "taken_0");
  EXPECT_EQ(all[2], "float");
  EXPECT_EQ(all[3], "float_0");
}

// Blocks and values are named without the types and constants before them.
TEST_F(FriendlyNamesTest, NumbersDoNotDependOnQueries) {
  Read(ModuleWords(99)
           .Add(Op::kName, {9}, "8")
           .Add(Op::kDecorate, {10, 11, 15})
           .Add(Op::kTypeVoid, {1})
           .Add(Op::kTypeInt, {2, 32, 0})
           .Add(Op::kConstant, {2, 3, 7})
           .Add(Op::kConstant, {2, 4, 7})
           .Add(Op::kTypePointer, {5, 7, 2})
           .Add(Op::kTypeFunction, {6, 1})
           .Add(Op::kFunction, {1, 7, 0, 6})
           .Add(Op::kLabel, {8})
           .Add(Op::kVariable, {5, 9, 7})
           .Add(Op::kVariable, {5, 10, 7})
           .Add(Op::kLoad, {2, 11, 9}));
  const char* const kNames[] = {
      "void", "uint", "uint_7", "uint_7_0", "_ptr_Function_uint",
      "6",    "7",    "8_0",    "8",        "gl_FragCoord",
      "11"};
  for (uint32_t first = 1; first <= std::size(kNames); ++first) {
    names_.emplace(module_);
    EXPECT_EQ(Name(first), kNames[first - 1]);
    for (uint32_t id = std::size(kNames); id >= 1; --id) {
      EXPECT_EQ(Name(id), kNames[id - 1]) << "after " << first;
    }
  }
}

TEST_F(FriendlyNamesTest, BuiltIns) {
  Read(ModuleWords(99)
           .Add(Op::kDecorate, {1, 11, 15})
           .Add(Op::kDecorate, {2, 11, 15})
           .Add(Op::kDecorate, {3, 11, 5})
           .Add(Op::kDecorate, {4, 11, 24})
           .Add(Op::kDecorate, {5, 11, 30})
           .Add(Op::kDecorate, {6, 11, 4416})
           .Add(Op::kDecorate, {7, 11, 4424})
           .Add(Op::kDecorate, {8, 11, 4425}));
  EXPECT_EQ(Name(1), "gl_FragCoord");
  EXPECT_EQ(Name(2), "gl_FragCoord_0");
  EXPECT_EQ(Name(3), "gl_VertexID");
  EXPECT_EQ(Name(4), "gl_NumWorkGroups");
  EXPECT_EQ(Name(5), "WorkDim");
  EXPECT_EQ(Name(6), "SubgroupEqMaskKHR");
  EXPECT_EQ(Name(7), "7");
  EXPECT_EQ(Name(8), "gl_BaseInstance");
}

TEST_F(FriendlyNamesTest, TypesAndConstants) {
  Read(ModuleWords(99)
           .Add(Op::kTypeVoid, {1})
           .Add(Op::kTypeBool, {2})
           .Add(Op::kTypeInt, {3, 32, 1})
           .Add(Op::kTypeInt, {4, 16, 0})
           .Add(Op::kTypeInt, {5, 21, 0})
           .Add(Op::kTypeFloat, {6, 32})
           .Add(Op::kTypeFloat, {7, 16, 0})
           .Add(Op::kTypeVector, {8, 6, 4})
           .Add(Op::kTypeMatrix, {9, 8, 3})
           .Add(Op::kConstant, {3, 10, 0xfffffffb})
           .Add(Op::kConstant, {6, 11, 0xbfc00000})
           .Add(Op::kConstant, {6, 12, 0x7f800000})
           .Add(Op::kTypeArray, {13, 8, 10})
           .Add(Op::kTypeRuntimeArray, {14, 8})
           .Add(Op::kTypeStruct, {15, 8})
           .Add(Op::kTypePointer, {16, 2, 15})
           .Add(Op::kTypePointer, {17, 2, 40})
           .Add(Op::kTypeOpaque, {18}, "a b")
           .Add(Op::kTypePipe, {19, 1})
           .Add(Op::kConstantTrue, {2, 20})
           .Add(Op::kConstantTrue, {2, 21})
           .Add(Op::kSpecConstant, {3, 22, 5})
           .Add(Op::kTypeSampler, {23})
           .Add(Op::kTypeFloat, {24, 8, 4214})
           .Add(Op::kTypeNodePayloadArrayAMDX, {25, 15}));
  const char* kNames[] = {"void",
                          "bool",
                          "int",
                          "ushort",
                          "u21",
                          "float",
                          "bfloat16",
                          "v4float",
                          "mat3v4float",
                          "int_n5",
                          "float_n1_5",
                          "float_0x1p_128",
                          "_arr_v4float_int_n5",
                          "_runtimearr_v4float",
                          "_struct_15",
                          "_ptr_Uniform__struct_15",
                          "_ptr_Uniform_40",
                          "Opaque_a_b",
                          "PipeWriteOnly",
                          "true",
                          "true_0",
                          "22",
                          "23",
                          "fp8e4m3",
                          "_payloadarr__struct_15"};
  uint32_t id = 1;
  for (const char* name : kNames) EXPECT_EQ(Name(id++), name);
}

TEST_F(FriendlyNamesTest, LongNamesAreCut) {
  const std::string longest(FriendlyNames::kMaxNameSize, 'a');
  Read(ModuleWords(9)
           .Add(Op::kName, {1}, longest + "b")
           .Add(Op::kName, {2}, longest + "c")
           .Add(Op::kTypePointer, {3, 2, 1}));
  EXPECT_EQ(Name(1), longest);
  EXPECT_EQ(Name(2), longest + "_0");
  EXPECT_EQ(Name(3), "3");
}

TEST_F(FriendlyNamesTest, DeepTypesHaveNumbers) {
  constexpr uint32_t kDepth = FriendlyNames::kMaxNesting + 3;
  ModuleWords words(kDepth + 1);
  words.Add(Op::kTypeFloat, {1, 32});
  for (uint32_t id = 2; id <= kDepth; ++id) {
    words.Add(Op::kTypeRuntimeArray, {id, id - 1});
  }
  Read(words);
  std::string name = "float";
  for (uint32_t id = 1; id < kDepth - 1; ++id) {
    EXPECT_EQ(Name(id), name);
    name = "_runtimearr_" + name;
  }
  EXPECT_EQ(Name(kDepth - 1), absl::StrCat(kDepth - 1));
  EXPECT_EQ(Name(kDepth), absl::StrCat("_runtimearr_", kDepth - 1));
}

}  // namespace
}  // namespace plumb
