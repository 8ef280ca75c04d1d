// Tests that each layout error is one diagnostic, wherever instructions are
// misplaced.
#include <string>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/validator.h"

namespace plumb {
namespace {

// The reported errors as "rule@instruction", in order; instructions count from
// 1.
std::string Report(absl::string_view text) {
  Module module;
  DiagnosticList diagnostics;
  if (!Assembler().Assemble(text, {}, &module, &diagnostics)) return "form";
  Validator().Validate(module, ValidatorOptions(), &diagnostics);
  std::string report;
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    absl::StrAppend(&report, report.empty() ? "" : " ", d.rule->id);
    if (d.place.kind == Place::Kind::kInstruction) {
      absl::StrAppend(&report, "@", d.place.inst.value + 1);
    }
  }
  return report;
}

struct Case {
  absl::string_view text;
  absl::string_view report;
};

constexpr absl::string_view kHead =
    "OpCapability Shader OpCapability Linkage OpMemoryModel Logical GLSL450 "
    "%void = OpTypeVoid %fn = OpTypeFunction %void %int = OpTypeInt 32 0 %one "
    "= OpConstant %int 1 ";  // 7 instructions

TEST(Layout, ModuleSections) {
  constexpr Case kCases[] = {
      // An instruction that comes too early is reported, not all that follow
      // it.
      {"OpName %v \"v\" OpCapability Shader OpCapability Linkage OpMemoryModel "
       "Logical GLSL450 %v = OpTypeVoid",
       "layout.name.order@1"},
      // If either of two could be at fault, the later one is reported.
      {"OpCapability Linkage OpCapability Shader OpMemoryModel Logical GLSL450 "
       "OpModuleProcessed \"a\" OpName %v \"v\" %v = OpTypeVoid",
       "layout.name.order@5"},
      // A run is reported once.
      {"OpCapability Shader OpCapability Linkage OpMemoryModel Logical GLSL450 "
       "%v = OpTypeVoid %i = OpTypeInt 32 0 %f = OpTypeFloat 32 OpName %v "
       "\"v\" OpName %i \"i\" %s = OpTypeStruct %i OpName %f \"f\"",
       "layout.name.order@7 layout.name.order@10"},
      {"OpCapability Shader OpCapability Linkage",
       "layout.memorymodel.required"},
      {"", "entry.module.at-least-one layout.memorymodel.required"},
      // A stray block is one error.
      {"OpCapability Shader OpCapability Linkage OpMemoryModel Logical GLSL450 "
       "%a = OpLabel OpNop OpReturn",
       "layout.preamble.only-listed@4"},
  };
  for (const Case& c : kCases) EXPECT_EQ(Report(c.text), c.report) << c.text;
}

TEST(Layout, Functions) {
  constexpr Case kCases[] = {
      {"%f = OpFunction %void None %fn %a = OpLabel OpReturn OpFunctionEnd",
       ""},
      // If the end is missing, its last block is not reported.
      {"%f = OpFunction %void None %fn %a = OpLabel OpNop",
       "layout.function.ended@8"},
      {"%f = OpFunction %void None %fn %a = OpLabel OpNop %g = OpFunction "
       "%void None %fn %b = OpLabel OpReturn OpFunctionEnd",
       "layout.function.ended@8"},
      // Effects of an unfinished block on the control-flow graph are not
      // reported.
      {"%f = OpFunction %void None %fn %a = OpLabel OpBranch %b OpNop %x = "
       "OpIAdd %int %one %one OpReturn %b = OpLabel %y = OpIAdd %int %x %x "
       "OpReturn OpFunctionEnd",
       "cfg.block.starts-with-label@11"},
      {"%f = OpFunction %void None %fn %a = OpLabel OpReturn OpReturn OpReturn "
       "OpFunctionEnd",
       "cfg.terminator.only-last@11"},
      // A merge instruction at the end of a block is a missing terminator.
      {"%f = OpFunction %void None %fn %a = OpLabel OpSelectionMerge %b None "
       "%b = OpLabel OpReturn OpFunctionEnd",
       "cfg.block.ends-with-terminator@11"},
      // All misplaced instructions in one run, and again after it.
      {"%f = OpFunction %void None %fn %a = OpLabel %x = OpTypeFloat 32 %y = "
       "OpConstant %int 2 OpNop %z = OpConstant %int 3 OpReturn OpFunctionEnd",
       "layout.type.not-in-function@10 layout.constant.not-in-function@13"},
      {"%f = OpFunction %void None %fn %a = OpLabel OpReturn OpFunctionEnd "
       "OpFunctionEnd OpFunctionEnd",
       "layout.functionend.open-function@12"},
      {"%f = OpFunction %void None %fn %a = OpLabel OpReturn OpFunctionEnd %b "
       "= OpLabel OpNop OpReturn",
       "cfg.label.in-function@12"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Report(absl::StrCat(kHead, c.text)), c.report) << c.text;
  }
}

}  // namespace
}  // namespace plumb
