#include "api/resolve/type_text.h"

#include <string>

#include "core/diagnostic.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"

namespace plumb {
namespace {

TEST(TypeTextTest, Types) {
  ModuleWords words(99);
  words.Add(Op::kName, {12}, "Light")
      .Add(Op::kTypeVoid, {1})
      .Add(Op::kTypeBool, {2})
      .Add(Op::kTypeInt, {3, 32, 1})
      .Add(Op::kTypeInt, {4, 16, 0})
      .Add(Op::kTypeFloat, {5, 32})
      .Add(Op::kTypeVector, {6, 5, 3})
      .Add(Op::kTypeMatrix, {7, 6, 4})
      .Add(Op::kConstant, {3, 8, 8})
      .Add(Op::kTypeArray, {9, 6, 8})
      .Add(Op::kSpecConstant, {3, 10, 8})
      .Add(Op::kTypeArray, {11, 9, 10})
      .Add(Op::kTypeStruct, {12, 11})
      .Add(Op::kTypePointer, {13, 12, 12})
      .Add(Op::kTypeRuntimeArray, {14, 12})
      .Add(Op::kTypeSampler, {15})
      .Add(Op::kTypePointer, {16, 7, 5})
      .Add(Op::kTypeVector, {17, 90, 2})
      .Add(Op::kTypeFloat, {18, 8, 4214})
      .Add(Op::kConstant, {3, 21, 3})
      .Add(Op::kConstant, {3, 22, 16})
      .Add(Op::kConstant, {3, 23, 0})
      .Add(Op::kTypeCooperativeMatrixKHR, {24, 5, 21, 22, 8, 23})
      .Add(Op::kTypeCooperativeMatrixKHR, {25, 5, 10, 10, 8, 8})
      .Add(Op::kTypeCooperativeMatrixNV, {26, 5, 21, 22, 8})
      .Add(Op::kTypeTensorARM, {27, 3, 21})
      .Add(Op::kTypeTensorARM, {28, 3});
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  IdText ids(module);
  const struct {
    uint32_t id;
    const char* text;
  } kCases[] = {
      {1, "void"},
      {2, "bool"},
      {3, "i32"},
      {4, "u16"},
      {5, "f32"},
      {6, "vec3<f32>"},
      {7, "mat4x3<f32>"},
      {9, "array<vec3<f32>, 8>"},
      {11, "array<array<vec3<f32>, 8>, %10>"},
      {12, "struct %Light"},
      {13, "ptr<storage_buffer, struct %Light>"},
      {14, "array<struct %Light>"},
      {15, "sampler"},
      {16, "ptr<function, f32>"},
      {17, "vec2<undefined>"},
      {18, "float8e4m3"},
      {24, "cooperative_matrix<f32, Subgroup, 16x8, MatrixAKHR>"},
      {25, "cooperative_matrix<f32, %10, %10x8, 8>"},
      {26, "cooperative_matrix<f32, Subgroup, 16x8>"},
      {27, "tensor<i32, rank 3>"},
      {28, "tensor<i32>"},
      {8, "OpConstant"},
      {98, "undefined"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(TypeText(module, Id(test.id), &ids), test.text);
  }
}

TEST(TypeTextTest, DepthIsLimited) {
  ModuleWords words(1000);
  words.Add(Op::kTypeRuntimeArray, {1, 1});  // its own element
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  IdText ids(module);
  EXPECT_EQ(TypeText(module, Id(1), &ids),
            "array<array<array<array<array<array<array<array<...>>>>>>>>");
}

}  // namespace
}  // namespace plumb
