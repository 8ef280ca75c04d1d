#include "validate/engine/misnomers.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "grammar/operands.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

namespace operand = grammar::operand;
using grammar::Op;

// What is found in a text, as "OPCODE OPERAND".
std::vector<std::string> Found(absl::string_view text) {
  Module module;
  DiagnosticList diagnostics;
  EXPECT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  std::vector<std::string> found;
  for (const Misnomer& misnomer : FindMisnomers(module)) {
    found.push_back(
        absl::StrCat(grammar::Text(module.inst(misnomer.at).info().name), " ",
                     static_cast<int32_t>(misnomer.operand)));
  }
  return found;
}

std::string Named(absl::string_view opcode, OperandIndex operand) {
  return absl::StrCat(opcode, " ", static_cast<int32_t>(operand));
}

using Strings = std::vector<std::string>;

TEST(MisnomersTest, NamesThatAreTrue) {
  EXPECT_EQ(Found(R"(
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %int = OpTypeInt 32 1
    %float = OpTypeFloat 32
    %v2float = OpTypeVector %float 2
    %mat3v2float = OpTypeMatrix %v2float 3
    %uint_4 = OpConstant %uint 4
    %int_n1 = OpConstant %int -1
    %float_0_5 = OpConstant %float 0.5
    %float_n1_25en10 = OpConstant %float -1.25e-10
    %_arr_v2float_uint_4 = OpTypeArray %v2float %uint_4
    %_runtimearr_float = OpTypeRuntimeArray %float
    %_ptr_Output__arr_v2float_uint_4 = OpTypePointer Output %_arr_v2float_uint_4
  )"),
            Strings());
}

TEST(MisnomersTest, OneOperandIsAnother) {
  EXPECT_EQ(Found("%uint = OpTypeInt 32 1"),
            Strings{Named("OpTypeInt", operand::TypeInt::kSignedness)});
  EXPECT_EQ(Found("%ushort = OpTypeInt 32 0"),
            Strings{Named("OpTypeInt", operand::TypeInt::kWidth)});
  EXPECT_EQ(Found("%half = OpTypeFloat 32"),
            Strings{Named("OpTypeFloat", operand::TypeFloat::kWidth)});
  const absl::string_view scalars =
      "%float = OpTypeFloat 32 %int = OpTypeInt 32 1 ";
  EXPECT_EQ(
      Found(absl::StrCat(scalars, "%v2float = OpTypeVector %float 3")),
      Strings{Named("OpTypeVector", operand::TypeVector::kComponentCount)});
  EXPECT_EQ(
      Found(absl::StrCat(scalars, "%v2float = OpTypeVector %int 2")),
      Strings{Named("OpTypeVector", operand::TypeVector::kComponentType)});
  EXPECT_EQ(
      Found(
          absl::StrCat(scalars, "%_ptr_Input_int = OpTypePointer Output %int")),
      Strings{Named("OpTypePointer", operand::TypePointer::kStorageClass)});
  EXPECT_EQ(Found(absl::StrCat(scalars,
                               "%_ptr_Input_int = OpTypePointer Input %float")),
            Strings{Named("OpTypePointer", operand::TypePointer::kType)});
  EXPECT_EQ(Found(absl::StrCat(scalars, "%int_2 = OpConstant %int 20")),
            Strings{Named("OpConstant", operand::Constant::kValue)});
  EXPECT_EQ(Found(absl::StrCat(scalars, "%int_2 = OpConstant %float 2")),
            Strings{Named("OpConstant", operand::Constant::kResultType)});
  EXPECT_EQ(Found(absl::StrCat(scalars, R"(
              %int_2 = OpConstant %int 2
              %int_3 = OpConstant %int 3
              %_arr_float_int_2 = OpTypeArray %float %int_3)")),
            Strings{Named("OpTypeArray", operand::TypeArray::kLength)});
}

// What is made of a declaration is named for its name.
TEST(MisnomersTest, OthersAreNamedForTheName) {
  EXPECT_EQ(
      Found(R"(
        %float = OpTypeFloat 32
        %v2float = OpTypeVector %float 3
        %_ptr_Function_v2float = OpTypePointer Function %v2float)"),
      Strings{Named("OpTypeVector", operand::TypeVector::kComponentCount)});
}

TEST(MisnomersTest, OtherNamesSayNothing) {
  EXPECT_EQ(Found(R"(
    %f32 = OpTypeFloat 32
    %i32 = OpTypeInt 32 1
    %long = OpTypeInt 32 0  ; not in one operand alone
    %vec2 = OpTypeVector %f32 2
    %v2double = OpTypeVector %f32 2  ; there is no such type
    %_ptr_Nowhere_f32 = OpTypePointer Input %f32
    %pi = OpConstant %f32 3
    %f32_0_50 = OpConstant %f32 0.5
    %f32_x = OpConstant %f32 0.5
    %vec2_0 = OpTypeVector %f32 3
  )"),
            Strings());
}

TEST(MisnomersTest, ABinaryHasNoNames) {
  EXPECT_TRUE(FindMisnomers(Module()).empty());
}

}  // namespace
}  // namespace plumb
