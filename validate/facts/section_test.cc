#include "validate/facts/section.h"

#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

TEST(Section, ReturnsThePlacementOfOpcodes) {
  constexpr struct {
    Op op;
    Placement placement;
  } kRows[] = {
      {Op::kCapability, Placement::kCapability},
      {Op::kConditionalEntryPointINTEL, Placement::kEntryPoint},
      {Op::kExecutionModeId, Placement::kExecutionMode},
      {Op::kSourceContinued, Placement::kSource},
      {Op::kDecorateString, Placement::kAnnotation},
      {Op::kAliasScopeDeclINTEL, Placement::kAnnotation},
      {Op::kTypeForwardPointer, Placement::kDeclaration},
      {Op::kTypeVmeImageINTEL, Placement::kDeclaration},
      {Op::kSpecConstantOp, Placement::kDeclaration},
      {Op::kUndef, Placement::kDeclarationOrBlock},
      {Op::kUntypedVariableKHR, Placement::kDeclarationOrBlock},
      {Op::kNop, Placement::kBlock},
      {Op::kAsmCallINTEL, Placement::kBlock},
      {Op::kLoopMerge, Placement::kMerge},
      {Op::kEmitMeshTasksEXT, Placement::kTerminator},
      // Some terminators have similar instructions of other extensions that
      // are not terminators.
      {Op::kTerminateRayKHR, Placement::kTerminator},
      {Op::kTerminateRayNV, Placement::kBlock},
      {Op::kGraphEndARM, Placement::kGraphEnd},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(PlacementOf(row.op), row.placement) << grammar::NameOf(row.op);
  }
}

TEST(Section, EveryTypeIsADeclaration) {
  for (int row = 0; row < grammar::kOpCount; ++row) {
    const Op op = static_cast<Op>(row);
    const absl::string_view name = grammar::NameOf(op);
    if (name.substr(0, 6) != "OpType") continue;
    EXPECT_EQ(PlacementOf(op), Placement::kDeclaration) << name;
  }
}

TEST(Section, DeterminesTheRolesOfExtendedInstructions) {
  constexpr absl::string_view kText = R"(
      OpCapability Shader
      OpCapability Linkage
      OpExtension "SPV_KHR_non_semantic_info"
      %glsl = OpExtInstImport "GLSL.std.450"
      %dbg = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
      %any = OpExtInstImport "NonSemantic.Any"
      OpMemoryModel Logical GLSL450
      %file = OpString "a"
      %void = OpTypeVoid
      %int = OpTypeInt 32 0
      %one = OpConstant %int 1
      %source = OpExtInst %void %dbg DebugSource %file
      %scope = OpExtInst %void %dbg DebugNoScope
      %note = OpExtInst %void %any 1 %one
      %max = OpExtInst %int %glsl UMax %one %one
  )";
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(kText, {}, &module, &diagnostics));
  ExtInstRoles roles(module);
  EXPECT_EQ(roles.RoleOf(InstIndex(11)), ExtInstRole::kDebugGlobal);
  EXPECT_EQ(roles.RoleOf(InstIndex(12)), ExtInstRole::kDebugLocal);
  EXPECT_EQ(roles.RoleOf(InstIndex(13)), ExtInstRole::kNonSemantic);
  EXPECT_EQ(roles.RoleOf(InstIndex(14)), ExtInstRole::kSemantic);
}

}  // namespace
}  // namespace plumb
