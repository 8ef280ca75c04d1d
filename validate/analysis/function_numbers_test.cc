#include "validate/analysis/function_numbers.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

class FunctionNumbersTest : public testing::TestWithParam<uint32_t> {};

TEST_P(FunctionNumbersTest, MatchTheModule) {
  std::string text = "%void = OpTypeVoid\n%type = OpTypeFunction %void\n";
  for (uint32_t f = 0; f < GetParam(); ++f) {
    absl::StrAppend(&text, "%f", f, " = OpFunction %void None %type\n%b", f,
                    " = OpLabel\nOpReturn\nOpFunctionEnd\n");
  }
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(
      assembler.Assemble(text, AssembleOptions(), &module, &diagnostics));
  FunctionNumbers numbers;
  numbers.Build(module);
  uint32_t found = 0;
  for (uint32_t id = 0; id < module.id_bound() + 2; ++id) {
    const InstIndex def = module.def(Id(id));
    const bool is_function =
        def != kNoInst && module.record(def).op == grammar::Op::kFunction;
    const cfg::FunctionIndex f = numbers.of(Id(id));
    ASSERT_EQ(f != cfg::kNoFunction, is_function) << id;
    if (!is_function) continue;
    EXPECT_EQ(module.functions()[f.value].first, def);
    ++found;
  }
  EXPECT_EQ(found, GetParam());
}

INSTANTIATE_TEST_SUITE_P(FewAndMany, FunctionNumbersTest,
                         testing::Values(0, 1, 16, 17, 100));

}  // namespace
}  // namespace plumb
