// Hit objects and reordering of invocations (SPV_EXT_shader_invocation_reorder,
// SPV_NV_shader_invocation_reorder, and what other extensions add).
//
// Operands that mean the same have the same name in the grammar, whatever the
// instruction: a table of names says what each must be.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_shader_invocation_reorder";

constexpr RuleTable R({
    {"hitobject.operand.object", kSection,
     "operand Hit Object must be a pointer to a hit object, not {0}"},
    {"hitobject.operand.accel", kSection,
     "the operand must be an acceleration structure, not {0}"},
    {"hitobject.operand.query", kSection,
     "operand Ray Query must be a pointer to a ray query, not {0}"},
    {"hitobject.operand.int", kSection,
     "the operand must be a 32-bit integer scalar, not {0}"},
    {"hitobject.operand.float", kSection,
     "the operand must be a 32-bit float scalar, not {0}"},
    {"hitobject.operand.vector", kSection,
     "the operand must be a vector of three 32-bit floats, not {0}"},
    {"hitobject.operand.payload", kSection,
     "operand Payload, {0}, must be a variable in RayPayloadKHR or "
     "IncomingRayPayloadKHR"},
    {"hitobject.operand.attributes", kSection,
     "the attributes, {0}, must be a variable in HitObjectAttributeEXT"},
    {"hitobject.result.bool", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"hitobject.result.int", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"hitobject.result.float", kSection,
     "the result type must be a 32-bit float scalar, not {0}"},
    {"hitobject.result.vector", kSection,
     "the result type must be a vector of three 32-bit floats, not {0}"},
    {"hitobject.result.handle", kSection,
     "the result type must be a vector of two 32-bit integers, not {0}"},
    {"hitobject.result.matrix", kSection,
     "the result type must be a matrix of four columns of three 32-bit floats, "
     "not {0}"},
    {"hitobject.result.array", kSection,
     "the result type must be an array of positions or radii, two for a line "
     "and three for a triangle, not {0}"},
});

constexpr Op kOps[] = {Op::kHitObjectRecordHitMotionNV,
                       Op::kHitObjectRecordHitWithIndexMotionNV,
                       Op::kHitObjectRecordMissMotionNV,
                       Op::kHitObjectGetWorldToObjectNV,
                       Op::kHitObjectGetObjectToWorldNV,
                       Op::kHitObjectGetObjectRayDirectionNV,
                       Op::kHitObjectGetObjectRayOriginNV,
                       Op::kHitObjectTraceRayMotionNV,
                       Op::kHitObjectGetShaderRecordBufferHandleNV,
                       Op::kHitObjectGetShaderBindingTableRecordIndexNV,
                       Op::kHitObjectRecordEmptyNV,
                       Op::kHitObjectTraceRayNV,
                       Op::kHitObjectRecordHitNV,
                       Op::kHitObjectRecordHitWithIndexNV,
                       Op::kHitObjectRecordMissNV,
                       Op::kHitObjectExecuteShaderNV,
                       Op::kHitObjectGetCurrentTimeNV,
                       Op::kHitObjectGetAttributesNV,
                       Op::kHitObjectGetHitKindNV,
                       Op::kHitObjectGetPrimitiveIndexNV,
                       Op::kHitObjectGetGeometryIndexNV,
                       Op::kHitObjectGetInstanceIdNV,
                       Op::kHitObjectGetInstanceCustomIndexNV,
                       Op::kHitObjectGetWorldRayDirectionNV,
                       Op::kHitObjectGetWorldRayOriginNV,
                       Op::kHitObjectGetRayTMaxNV,
                       Op::kHitObjectGetRayTMinNV,
                       Op::kHitObjectIsEmptyNV,
                       Op::kHitObjectIsHitNV,
                       Op::kHitObjectIsMissNV,
                       Op::kReorderThreadWithHitObjectNV,
                       Op::kReorderThreadWithHintNV,
                       Op::kHitObjectRecordFromQueryEXT,
                       Op::kHitObjectRecordMissEXT,
                       Op::kHitObjectRecordMissMotionEXT,
                       Op::kHitObjectGetIntersectionTriangleVertexPositionsEXT,
                       Op::kHitObjectGetRayFlagsEXT,
                       Op::kHitObjectSetShaderBindingTableRecordIndexEXT,
                       Op::kHitObjectReorderExecuteShaderEXT,
                       Op::kHitObjectTraceReorderExecuteEXT,
                       Op::kHitObjectTraceMotionReorderExecuteEXT,
                       Op::kReorderThreadWithHintEXT,
                       Op::kReorderThreadWithHitObjectEXT,
                       Op::kHitObjectTraceRayEXT,
                       Op::kHitObjectTraceRayMotionEXT,
                       Op::kHitObjectRecordEmptyEXT,
                       Op::kHitObjectExecuteShaderEXT,
                       Op::kHitObjectGetCurrentTimeEXT,
                       Op::kHitObjectGetAttributesEXT,
                       Op::kHitObjectGetHitKindEXT,
                       Op::kHitObjectGetPrimitiveIndexEXT,
                       Op::kHitObjectGetGeometryIndexEXT,
                       Op::kHitObjectGetInstanceIdEXT,
                       Op::kHitObjectGetInstanceCustomIndexEXT,
                       Op::kHitObjectGetObjectRayOriginEXT,
                       Op::kHitObjectGetObjectRayDirectionEXT,
                       Op::kHitObjectGetWorldRayDirectionEXT,
                       Op::kHitObjectGetWorldRayOriginEXT,
                       Op::kHitObjectGetObjectToWorldEXT,
                       Op::kHitObjectGetWorldToObjectEXT,
                       Op::kHitObjectGetRayTMaxEXT,
                       Op::kHitObjectGetClusterIdNV,
                       Op::kHitObjectGetRayTMinEXT,
                       Op::kHitObjectGetShaderBindingTableRecordIndexEXT,
                       Op::kHitObjectGetShaderRecordBufferHandleEXT,
                       Op::kHitObjectIsEmptyEXT,
                       Op::kHitObjectIsHitEXT,
                       Op::kHitObjectIsMissEXT,
                       Op::kHitObjectGetSpherePositionNV,
                       Op::kHitObjectGetSphereRadiusNV,
                       Op::kHitObjectGetLSSPositionsNV,
                       Op::kHitObjectGetLSSRadiiNV,
                       Op::kHitObjectIsSphereHitNV,
                       Op::kHitObjectIsLSSHitNV};

// --- Types
// -----------------------------------------------------------------------

bool IsMadeBy(const CheckContext& c, Id type, Op op) {
  const InstIndex def = c.module().def(type);
  return def != kNoInst && c.module().record(def).op == op;
}

bool IsInt32(const TypeInfo& type) {
  return type.IsAll(tt::kScalar | tt::kInt) && type.width == 32;
}
bool IsFloat32(const TypeInfo& type) {
  return type.IsAll(tt::kScalar | tt::kFloat) && type.width == 32;
}
bool IsVector(const TypeInfo& type, TypeTraits component, uint32_t count) {
  return type.IsAll(tt::kVector | component) && type.width == 32 &&
         type.count == count;
}

// --- Operands
// --------------------------------------------------------------------

enum class Is : uint8_t {
  kHitObject,
  kAccel,
  kQuery,
  kInt,
  kFloat,
  kVector,
  kPayload,
  kAttributes,
};
struct Meaning {
  absl::string_view name;  // of the operand in the grammar
  Is what;
};
constexpr Meaning kMeanings[] = {
    {"Hit Object", Is::kHitObject},
    {"Acceleration Structure", Is::kAccel},
    {"Ray Query", Is::kQuery},
    {"InstanceId", Is::kInt},
    {"PrimitiveId", Is::kInt},
    {"GeometryIndex", Is::kInt},
    {"Hit Kind", Is::kInt},
    {"SBT Record Offset", Is::kInt},
    {"SBT Record Stride", Is::kInt},
    {"SBT Record Index", Is::kInt},
    {"SBT Index", Is::kInt},
    {"SBT Offset", Is::kInt},
    {"SBT Stride", Is::kInt},
    {"Miss Index", Is::kInt},
    {"RayFlags", Is::kInt},
    {"Ray Flags", Is::kInt},
    {"Cullmask", Is::kInt},
    {"Cull Mask", Is::kInt},
    {"Hint", Is::kInt},
    {"Bits", Is::kInt},
    {"TMin", Is::kFloat},
    {"TMax", Is::kFloat},
    {"Ray Tmin", Is::kFloat},
    {"Ray Tmax", Is::kFloat},
    {"Time", Is::kFloat},
    {"Current Time", Is::kFloat},
    {"Origin", Is::kVector},
    {"Direction", Is::kVector},
    {"Ray Origin", Is::kVector},
    {"Ray Direction", Is::kVector},
    {"Payload", Is::kPayload},
    {"HitObject Attributes", Is::kAttributes},
    {"Hit Object Attribute", Is::kAttributes},
    {"Hit Object Attributes", Is::kAttributes},
};

bool PointsTo(const CheckContext& c, const TypeInfo& pointer, Op a, Op b) {
  return pointer.Is(tt::kPointer) &&
         (IsMadeBy(c, pointer.element, a) || IsMadeBy(c, pointer.element, b));
}

// Whether an operand is a variable in one of two storage classes.
bool IsVariableIn(const CheckContext& c, OperandIndex operand, StorageClass a,
                  StorageClass b) {
  const Inst variable = c.module().inst(c.module().def(c.inst().id(operand)));
  if (variable.op() != Op::kVariable &&
      variable.op() != Op::kUntypedVariableKHR) {
    return false;
  }
  const auto storage = StorageClass{variable.operand_word(2)};
  return storage == a || storage == b;
}

void CheckOperand(const CheckContext& c, OperandIndex operand, Is what) {
  const TypeInfo& type = c.operand_type(operand);
  if (c.module().def(c.inst().id(operand)) == kNoInst || IsUnknown(type)) {
    return;
  }
  const OperandIndex at = operand;
  const auto require = [&](bool right, const Rule& rule) {
    if (!right) ReportType(c, rule, at, c.type_of(operand));
  };
  switch (what) {
    case Is::kHitObject:
      return require(
          PointsTo(c, type, Op::kTypeHitObjectEXT, Op::kTypeHitObjectNV),
          R("hitobject.operand.object"));
    case Is::kAccel:
      return require(
          IsMadeBy(c, c.type_of(operand), Op::kTypeAccelerationStructureKHR),
          R("hitobject.operand.accel"));
    case Is::kQuery:
      return require(
          PointsTo(c, type, Op::kTypeRayQueryKHR, Op::kTypeRayQueryKHR),
          R("hitobject.operand.query"));
    case Is::kInt:
      return require(IsInt32(type), R("hitobject.operand.int"));
    case Is::kFloat:
      return require(IsFloat32(type), R("hitobject.operand.float"));
    case Is::kVector:
      return require(IsVector(type, tt::kFloat, 3),
                     R("hitobject.operand.vector"));
    case Is::kPayload:
      if (!IsVariableIn(c, operand, StorageClass::kRayPayloadKHR,
                        StorageClass::kIncomingRayPayloadKHR)) {
        c.Report(R("hitobject.operand.payload"), at, {c.inst().id(operand)});
      }
      return;
    case Is::kAttributes:
      if (!IsVariableIn(c, operand, StorageClass::kHitObjectAttributeEXT,
                        StorageClass::kHitObjectAttributeNV)) {
        c.Report(R("hitobject.operand.attributes"), at, {c.inst().id(operand)});
      }
      return;
  }
}

// --- Results
// ---------------------------------------------------------------------

enum class Result : uint8_t {
  kBool,
  kInt,
  kFloat,
  kVector,
  kHandle,
  kMatrix,
  kPositions2,
  kPositions3,
  kFloats2,
};

Result ResultOf(Op op) {
  switch (op) {
    case Op::kHitObjectGetWorldToObjectNV:
    case Op::kHitObjectGetObjectToWorldNV:
    case Op::kHitObjectGetObjectToWorldEXT:
    case Op::kHitObjectGetWorldToObjectEXT:
      return Result::kMatrix;
    case Op::kHitObjectGetObjectRayDirectionNV:
    case Op::kHitObjectGetObjectRayOriginNV:
    case Op::kHitObjectGetWorldRayDirectionNV:
    case Op::kHitObjectGetWorldRayOriginNV:
    case Op::kHitObjectGetObjectRayOriginEXT:
    case Op::kHitObjectGetObjectRayDirectionEXT:
    case Op::kHitObjectGetWorldRayDirectionEXT:
    case Op::kHitObjectGetWorldRayOriginEXT:
    case Op::kHitObjectGetSpherePositionNV:
      return Result::kVector;
    case Op::kHitObjectGetShaderRecordBufferHandleNV:
    case Op::kHitObjectGetShaderRecordBufferHandleEXT:
      return Result::kHandle;
    case Op::kHitObjectGetCurrentTimeNV:
    case Op::kHitObjectGetRayTMaxNV:
    case Op::kHitObjectGetRayTMinNV:
    case Op::kHitObjectGetCurrentTimeEXT:
    case Op::kHitObjectGetRayTMaxEXT:
    case Op::kHitObjectGetRayTMinEXT:
    case Op::kHitObjectGetSphereRadiusNV:
      return Result::kFloat;
    case Op::kHitObjectIsEmptyNV:
    case Op::kHitObjectIsHitNV:
    case Op::kHitObjectIsMissNV:
    case Op::kHitObjectIsEmptyEXT:
    case Op::kHitObjectIsHitEXT:
    case Op::kHitObjectIsMissEXT:
    case Op::kHitObjectIsSphereHitNV:
    case Op::kHitObjectIsLSSHitNV:
      return Result::kBool;
    case Op::kHitObjectGetIntersectionTriangleVertexPositionsEXT:
      return Result::kPositions3;
    case Op::kHitObjectGetLSSPositionsNV:
      return Result::kPositions2;
    case Op::kHitObjectGetLSSRadiiNV:
      return Result::kFloats2;
    default:
      return Result::kInt;
  }
}

// Whether a type is an array of so many floats, or vectors of three.
bool IsArray(const CheckContext& c, Id id, uint32_t length, bool positions) {
  const TypeInfo& type = c.context().types().Get(id);
  const TypeInfo& element = c.context().types().Get(type.element);
  const auto count = CountOf(c, id);
  return type.Is(tt::kArray) && (!count || *count == length) &&
         (IsUnknown(element) ||
          (positions ? IsVector(element, tt::kFloat, 3) : IsFloat32(element)));
}

void CheckResult(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  const Id id = c.inst().result_type();
  if (IsUnknown(type)) return;
  const auto require = [&](bool right, const Rule& rule) {
    if (right) return;
    ReportType(c, rule, 0, id);
    c.PoisonResult();
  };
  switch (ResultOf(c.inst().op())) {
    case Result::kBool:
      return require(type.IsAll(tt::kScalar | tt::kBool),
                     R("hitobject.result.bool"));
    case Result::kInt:
      return require(IsInt32(type), R("hitobject.result.int"));
    case Result::kFloat:
      return require(IsFloat32(type), R("hitobject.result.float"));
    case Result::kVector:
      return require(IsVector(type, tt::kFloat, 3),
                     R("hitobject.result.vector"));
    case Result::kHandle:
      return require(IsVector(type, tt::kInt, 2), R("hitobject.result.handle"));
    case Result::kMatrix:
      return require(
          type.Is(tt::kMatrix) && type.count == 4 &&
              IsVector(c.context().types().Get(type.element), tt::kFloat, 3),
          R("hitobject.result.matrix"));
    case Result::kPositions2:
      return require(IsArray(c, id, 2, true), R("hitobject.result.array"));
    case Result::kPositions3:
      return require(IsArray(c, id, 3, true), R("hitobject.result.array"));
    case Result::kFloats2:
      return require(IsArray(c, id, 2, false), R("hitobject.result.array"));
  }
}

void CheckInstruction(const CheckContext& c) {
  if (c.inst().result_type() != kNoId) CheckResult(c);
  const auto patterns = grammar::Operands(c.inst().info());
  for (uint32_t o = 0; o < c.inst().operand_count() && o < patterns.size();
       ++o) {
    if (c.inst().kind(o) != grammar::Kind::kIdRef) continue;
    const absl::string_view name = grammar::Text(patterns[o].name);
    for (const Meaning& meaning : kMeanings) {
      if (meaning.name == name) CheckOperand(c, o, meaning.what);
    }
  }
}

constexpr Check kChecks[] = {{kOps, CheckInstruction}};

}  // namespace

extern constinit const Family kHitObject = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
