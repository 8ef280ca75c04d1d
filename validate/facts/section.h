// The allowed places of each instruction in a module: the sections of the
// logical layout (section 2.4, with those that extensions add), and the parts
// of a function.
//
// A table by opcode has the special cases; the grammar's class of an opcode
// decides the others, so that types and constants of future extensions need no
// row.
//
// Tested by section_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_SECTION_H_
#define PLUMB_VALIDATE_FACTS_SECTION_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/engine/precondition.h"

namespace plumb {

// The sections in the required order.
enum class Section : uint8_t {
  kNone,  // not before the functions
  kCapability,
  kExtension,
  kExtInstImport,
  kMemoryModel,
  kSamplerMode,  // SPV_NV_bindless_texture
  kEntryPoint,
  kExecutionMode,
  kSource,
  kName,
  kModuleProcessed,
  kAnnotation,
  kDeclaration,
  kFunction,
  kGraph,  // SPV_ARM_graph
};
inline constexpr int kSectionCount = static_cast<int>(Section::kGraph) + 1;

// The name of a section in messages: "the <name> section".
absl::string_view NameOf(Section section);

// The allowed places of an opcode.
enum class Placement : uint8_t {
  kBlock,  // all others, which must be in a block
  // One section of the module, with the same value as the section.
  kCapability,
  kExtension,
  kExtInstImport,
  kMemoryModel,
  kSamplerMode,
  kEntryPoint,
  kExecutionMode,
  kSource,
  kName,
  kModuleProcessed,
  kAnnotation,
  kDeclaration,
  // Several places.
  kDeclarationOrBlock,  // OpUndef, OpVariable
  kLine,                // anywhere from the declarations on
  kExtInst,             // depends on the set
  // The parts of a function.
  kFunction,
  kParameter,
  kFunctionEnd,
  kLabel,
  kPhi,
  kMerge,
  kTerminator,
  // The parts of a graph.
  kGraphEntryPoint,
  kGraph,
  kGraphInput,
  kGraphOutput,
  kGraphEnd,
};
static_assert(static_cast<int>(Placement::kCapability) ==
              static_cast<int>(Section::kCapability));
static_assert(static_cast<int>(Placement::kDeclaration) ==
              static_cast<int>(Section::kDeclaration));

namespace internal {
extern const std::array<Placement, grammar::kOpCount> kPlacements;
}  // namespace internal

inline Placement PlacementOf(grammar::Op op) {
  return internal::kPlacements[static_cast<int>(op)];
}

// Whether an opcode must be in one section before the functions.
constexpr bool IsSectionOnly(Placement p) {
  return p >= Placement::kCapability && p <= Placement::kDeclaration;
}
constexpr bool IsGraphPart(Placement p) {
  return p >= Placement::kGraphEntryPoint;
}

// The sets that describe the source code of a module.
inline constexpr ImportOf kDebugInfoSets(
    grammar::ExtInstSet::kDebugInfo, grammar::ExtInstSet::kOpenClDebugInfo100,
    grammar::ExtInstSet::kNonSemanticShaderDebugInfo,
    grammar::ExtInstSet::kNonSemanticShaderDebugInfo100);

// The role of an OpExtInst, by its set.
enum class ExtInstRole : uint8_t {
  kSemantic,     // in blocks only
  kNonSemantic,  // from the declarations on (SPV_KHR_non_semantic_info)
  kDebugLocal,   // debug information about a place in a function
  kDebugGlobal,  // other debug information
};

// Determines the roles of extended instructions.  Looks up a set only if it
// differs from that of the last instruction.
class ExtInstRoles {
 public:
  explicit ExtInstRoles(const Module& module) : module_(module) {}
  ExtInstRole RoleOf(InstIndex ext_inst);

 private:
  const Module& module_;
  Id set_;                 // of the last instruction
  bool imported_ = false;  // whether the set's import precedes it
  bool debug_info_ = false;
  bool non_semantic_ = false;
};

// The instruction before one in a function, ignoring lines and debug
// information: debug information has no semantics, and producers put scopes
// first in a block.  Linear in the skipped instructions.
InstIndex PrecedingInFunction(const Module& module, InstIndex i);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_SECTION_H_
