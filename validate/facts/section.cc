#include "validate/facts/section.h"

#include "validate/facts/non_semantic.h"

namespace plumb {

absl::string_view NameOf(Section section) {
  constexpr absl::string_view kNames[] = {
      "block",
      "capability",
      "extension",
      "extended instruction import",
      "memory model",
      "sampler and image addressing mode",
      "entry point",
      "execution mode",
      "string and source",
      "name",
      "module processing",
      "annotation",
      "type, constant and global variable",
      "function",
      "graph",
  };
  static_assert(std::size(kNames) == kSectionCount);
  return kNames[static_cast<int>(section)];
}

namespace {

struct Row {
  Op op;
  Placement placement;
};

// The opcodes whose traits do not determine the placement.
constexpr Row kRows[] = {
    {Op::kCapability, Placement::kCapability},
    {Op::kConditionalCapabilityINTEL, Placement::kCapability},
    {Op::kExtension, Placement::kExtension},
    {Op::kConditionalExtensionINTEL, Placement::kExtension},
    {Op::kExtInstImport, Placement::kExtInstImport},
    {Op::kMemoryModel, Placement::kMemoryModel},
    {Op::kSamplerImageAddressingModeNV, Placement::kSamplerMode},
    {Op::kEntryPoint, Placement::kEntryPoint},
    {Op::kConditionalEntryPointINTEL, Placement::kEntryPoint},
    {Op::kExecutionMode, Placement::kExecutionMode},
    {Op::kExecutionModeId, Placement::kExecutionMode},
    {Op::kString, Placement::kSource},
    {Op::kSource, Placement::kSource},
    {Op::kSourceExtension, Placement::kSource},
    {Op::kSourceContinued, Placement::kSource},
    {Op::kName, Placement::kName},
    {Op::kMemberName, Placement::kName},
    {Op::kModuleProcessed, Placement::kModuleProcessed},
    // SPV_INTEL_memory_access_aliasing: decorations name them by <id>.
    {Op::kAliasDomainDeclINTEL, Placement::kAnnotation},
    {Op::kAliasScopeDeclINTEL, Placement::kAnnotation},
    {Op::kAliasScopeListDeclINTEL, Placement::kAnnotation},

    {Op::kTypeForwardPointer, Placement::kDeclaration},
    {Op::kGraphConstantARM, Placement::kDeclaration},
    {Op::kAsmTargetINTEL, Placement::kDeclaration},
    {Op::kAsmINTEL, Placement::kDeclaration},

    // Its name is that of a constant, but producers put it in functions.
    {Op::kConstantPipeStorage, Placement::kDeclarationOrBlock},
    {Op::kUndef, Placement::kDeclarationOrBlock},
    {Op::kPoisonKHR, Placement::kDeclarationOrBlock},
    {Op::kVariable, Placement::kDeclarationOrBlock},
    {Op::kUntypedVariableKHR, Placement::kDeclarationOrBlock},
    {Op::kLine, Placement::kLine},
    {Op::kNoLine, Placement::kLine},
    {Op::kExtInst, Placement::kExtInst},
    {Op::kExtInstWithForwardRefsKHR, Placement::kExtInst},

    {Op::kFunction, Placement::kFunction},
    {Op::kFunctionParameter, Placement::kParameter},
    {Op::kFunctionEnd, Placement::kFunctionEnd},
    {Op::kLabel, Placement::kLabel},
    {Op::kPhi, Placement::kPhi},

    {Op::kGraphEntryPointARM, Placement::kGraphEntryPoint},
    {Op::kGraphARM, Placement::kGraph},
    {Op::kGraphInputARM, Placement::kGraphInput},
    {Op::kGraphSetOutputARM, Placement::kGraphOutput},
    {Op::kGraphEndARM, Placement::kGraphEnd},
};

// The placement of opcodes that are not in kRows.
constexpr Placement PlacementByTraits(Op op) {
  if (Is(op, OpTrait::kTypeDeclaration | OpTrait::kConstantDeclaration)) {
    return Placement::kDeclaration;
  }
  if (Is(op, OpTrait::kAnnotation)) return Placement::kAnnotation;
  if (Is(op, OpTrait::kMerge)) return Placement::kMerge;
  if (Is(op, OpTrait::kTerminator)) return Placement::kTerminator;
  return Placement::kBlock;
}

constexpr std::array<Placement, grammar::kOpCount> MakePlacements() {
  std::array<Placement, grammar::kOpCount> placements{};
  for (int op = 0; op < grammar::kOpCount; ++op) {
    placements[op] = PlacementByTraits(static_cast<Op>(op));
  }
  for (const Row& row : kRows) {
    placements[static_cast<int>(row.op)] = row.placement;
  }
  return placements;
}

// Debug information about a place in a block, by instruction number; the sets
// share their numbers, and the non-semantic set adds more.
bool IsLocalDebugInfo(uint32_t number, bool non_semantic) {
  switch (number) {
    case 23:  // DebugScope
    case 24:  // DebugNoScope
    case 28:  // DebugDeclare
    case 29:  // DebugValue
      return true;
    case 101:  // DebugFunctionDefinition
    case 103:  // DebugLine
    case 104:  // DebugNoLine
      return non_semantic;
    default:
      return false;
  }
}

}  // namespace

namespace internal {

constexpr std::array<Placement, grammar::kOpCount> kPlacements =
    MakePlacements();

}  // namespace internal

ExtInstRole ExtInstRoles::RoleOf(InstIndex ext_inst) {
  const Inst inst = module_.inst(ext_inst);
  const Id set(inst.word(3));
  const bool imported = module_.def(set) < ext_inst;
  if (set != set_ || imported != imported_) {
    set_ = set;
    imported_ = imported;
    non_semantic_ = IsNonSemanticImport(module_, set);
    debug_info_ = kDebugInfoSets.Intersects(inst.ext_inst_set());
  }
  if (debug_info_) {
    return IsLocalDebugInfo(inst.word(4), non_semantic_)
               ? ExtInstRole::kDebugLocal
               : ExtInstRole::kDebugGlobal;
  }
  return non_semantic_ ? ExtInstRole::kNonSemantic : ExtInstRole::kSemantic;
}

InstIndex PrecedingInFunction(const Module& module, InstIndex i) {
  ExtInstRoles roles(module);
  for (;;) {
    i = InstIndex(i.value - 1);
    const Placement p = PlacementOf(module.record(i).op);
    if (p == Placement::kLine) continue;
    if (p != Placement::kExtInst) return i;
    const ExtInstRole role = roles.RoleOf(i);
    if (role != ExtInstRole::kDebugLocal && role != ExtInstRole::kDebugGlobal) {
      return i;
    }
  }
}

}  // namespace plumb
