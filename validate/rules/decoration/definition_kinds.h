// Kinds of definitions and storage classes that the tables of several files
// share (Definitions and StorageClasses of decoration_rows.h).
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_DECORATION_DEFINITION_KINDS_H_
#define PLUMB_VALIDATE_RULES_DECORATION_DEFINITION_KINDS_H_

#include "validate/engine/family.h"

namespace plumb {

template <Op... kOps>
bool IsOneOf(const ModuleContext& context, const Inst& def) {
  return ((def.op() == kOps) || ...);
}

inline bool IsVariable(const ModuleContext& context, const Inst& def) {
  return Is(def.op(), OpTrait::kVariable);
}

inline bool IsGlobal(const ModuleContext& context, const Inst& def) {
  return IsVariable(context, def) &&
         def.index() < context.module().global_end();
}

// Whether it declares a memory object (section 2.2.1): a variable, or a
// parameter that is a pointer, as far as known.
inline bool DeclaresObject(const ModuleContext& context, const Inst& def) {
  if (def.op() != Op::kFunctionParameter) return IsVariable(context, def);
  const TypeInfo& type = context.types().Get(def.result_type());
  return type.unknown() || type.Is(type_trait::kAnyPointer);
}

inline constexpr StorageClass kInputClass[] = {StorageClass::kInput};
inline constexpr StorageClass kOutputClass[] = {StorageClass::kOutput};
inline constexpr StorageClass kInterfaceClasses[] = {StorageClass::kInput,
                                                     StorageClass::kOutput};
// The storage classes of objects with a Location: those of the core
// specification, and those of ray tracing, tile images and hit objects.
inline constexpr StorageClass kLinkageClasses[] = {
    StorageClass::kUniformConstant,
    StorageClass::kInput,
    StorageClass::kOutput,
    StorageClass::kRayPayloadKHR,
    StorageClass::kIncomingRayPayloadKHR,
    StorageClass::kHitAttributeKHR,
    StorageClass::kHitObjectAttributeNV,
    StorageClass::kHitObjectAttributeEXT,
    StorageClass::kCallableDataKHR,
    StorageClass::kIncomingCallableDataKHR,
    StorageClass::kShaderRecordBufferKHR,
    StorageClass::kTileImageEXT};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DECORATION_DEFINITION_KINDS_H_
