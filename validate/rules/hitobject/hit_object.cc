// Hit objects and reordering of invocations
// (SPV_EXT_shader_invocation_reorder, SPV_NV_shader_invocation_reorder, and
// the additions of other extensions).
//
// Operands with the same meaning have the same name in the grammar, whatever
// the instruction: the rows use these names.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "validate/engine/family.h"
#include "validate/facts/hit_object_ops.h"
#include "validate/facts/opaque_objects.h"

namespace plumb {
namespace {

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
    {"hitobject.operand.unsigned", kSection,
     "{1} must be an unsigned 32-bit integer scalar, not {0}"},
    {"hitobject.operand.same-extension", kSection,
     "the operand must be {1}, of the same extension as the instruction, not "
     "{0}"},
    {"hitobject.instruction.model", kSection,
     "hit objects can be used only in ray generation, closest hit and miss "
     "shaders, not in execution model {0}"},
    {"hitobject.reorder.model", kSection,
     "invocations can be reordered only in ray generation shaders, not in "
     "execution model {0}"},
    {"hitobject.reorder.hint-bits", kSection,
     "operand Hint must be followed by operand Bits"},
    // Producers omit it.
    WithFix(Declare(Extension::kNvRayTracingMotionBlur),
            {"hitobject.motion.extension", kSection,
             "{0} requires extension SPV_NV_ray_tracing_motion_blur", "",
             Severity::kPedantic}),
    {"hitobject.type.pointer-storage-class", kSection,
     "hit objects must be in storage class Private or Function, not {1}"},
    {"hitobject.type.no-load", kSection, "a hit object must not be loaded"},
    {"hitobject.type.no-store", kSection, "a hit object must not be stored"},
    {"hitobject.type.no-copy", kSection, "a hit object must not be copied"},
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

// --- Types ---

constexpr TypePattern kHandle = Vector(tt::kInt, 32, 2);
constexpr TypePattern kThreePositions = ArrayOf(kFloat32Vector3, 3);
constexpr TypePattern kTwoPositions = ArrayOf(kFloat32Vector3, 2);
constexpr TypePattern kTwoRadii = ArrayOf(kFloat32, 2);

constexpr Op kHitObjectTypes[] = {Op::kTypeHitObjectEXT, Op::kTypeHitObjectNV};
constexpr TypePattern kHitObjectType = DeclaredBy(kHitObjectTypes);
constexpr TypePattern kHitObjectPointer = PointerTo(kHitObjectType);
constexpr TypePattern kQueryType = kDeclaredBy<Op::kTypeRayQueryKHR>;
constexpr TypePattern kQueryPointer = PointerTo(kQueryType);
constexpr TypePattern kAccel = kDeclaredBy<Op::kTypeAccelerationStructureKHR>;

constexpr StorageClass kPayloads[] = {StorageClass::kRayPayloadKHR,
                                      StorageClass::kIncomingRayPayloadKHR};
constexpr StorageClass kAttributes[] = {StorageClass::kHitObjectAttributeEXT,
                                        StorageClass::kHitObjectAttributeNV};
constexpr TypePattern kPayload = kAnyPointer.InStorageClass(kPayloads);
constexpr TypePattern kAttribute = kAnyPointer.InStorageClass(kAttributes);

constexpr Signature kSignatures[] = {
    {.ops = hit_object::kBools,
     .result = kBoolScalar,
     .result_rule = &R("hitobject.result.bool")},
    {.ops = hit_object::kInts,
     .result = kInt32,
     .result_rule = &R("hitobject.result.int")},
    {.ops = hit_object::kFloats,
     .result = kFloat32,
     .result_rule = &R("hitobject.result.float")},
    {.ops = hit_object::kVectors,
     .result = kFloat32Vector3,
     .result_rule = &R("hitobject.result.vector")},
    {.ops = hit_object::kHandles,
     .result = kHandle,
     .result_rule = &R("hitobject.result.handle")},
    {.ops = hit_object::kMatrices,
     .result = kFloat32Matrix4x3,
     .result_rule = &R("hitobject.result.matrix")},
    {.ops = hit_object::kTrianglePositions,
     .result = kThreePositions,
     .result_rule = &R("hitobject.result.array")},
    {.ops = hit_object::kLinePositions,
     .result = kTwoPositions,
     .result_rule = &R("hitobject.result.array")},
    {.ops = hit_object::kLineRadii,
     .result = kTwoRadii,
     .result_rule = &R("hitobject.result.array")},
};

constexpr OperandRule Int(const char* name) {
  return {hit_object::kAll, name, kInt32, &R("hitobject.operand.int")};
}
constexpr OperandRule Float(const char* name) {
  return {hit_object::kAll, name, kFloat32, &R("hitobject.operand.float")};
}
constexpr OperandRule Vector3(const char* name) {
  return {hit_object::kAll, name, kFloat32Vector3,
          &R("hitobject.operand.vector")};
}
constexpr OperandRule Attribute(const char* name) {
  return {hit_object::kAll, name, kAttribute,
          &R("hitobject.operand.attributes"), DefinedBy::kVariable};
}

// The records of hits and misses.
constexpr Op kHitRecords[] = {
    Op::kHitObjectRecordHitNV, Op::kHitObjectRecordHitMotionNV,
    Op::kHitObjectRecordHitWithIndexNV,
    Op::kHitObjectRecordHitWithIndexMotionNV, Op::kHitObjectRecordFromQueryEXT};
constexpr Op kMissRecords[] = {
    Op::kHitObjectRecordMissNV, Op::kHitObjectRecordMissMotionNV,
    Op::kHitObjectRecordMissEXT, Op::kHitObjectRecordMissMotionEXT};
constexpr OperandRule UnsignedInt(absl::Span<const Op> ops, const char* name) {
  return {ops, name, Unsigned(kInt32), &R("hitobject.operand.unsigned")};
}

constexpr OperandRule kOperandRules[] = {
    {hit_object::kAll, "Hit Object", kHitObjectPointer,
     &R("hitobject.operand.object")},
    {hit_object::kAll, "Acceleration Structure", kAccel,
     &R("hitobject.operand.accel")},
    {hit_object::kAll, "Ray Query", kQueryPointer,
     &R("hitobject.operand.query")},
    Int("InstanceId"),
    Int("PrimitiveId"),
    Int("GeometryIndex"),
    Int("Hit Kind"),
    Int("SBT Record Offset"),
    Int("SBT Record Stride"),
    Int("SBT Record Index"),
    Int("SBT Index"),
    Int("SBT Offset"),
    Int("SBT Stride"),
    Int("Miss Index"),
    Int("RayFlags"),
    Int("Ray Flags"),
    Int("Cullmask"),
    Int("Cull Mask"),
    Int("Hint"),
    Int("Bits"),
    Float("TMin"),
    Float("TMax"),
    Float("Ray Tmin"),
    Float("Ray Tmax"),
    Float("Time"),
    Float("Current Time"),
    Vector3("Origin"),
    Vector3("Direction"),
    Vector3("Ray Origin"),
    Vector3("Ray Direction"),
    {hit_object::kAll, "Payload", kPayload, &R("hitobject.operand.payload"),
     DefinedBy::kVariable},
    UnsignedInt(kHitRecords, "Hit Kind"),
    UnsignedInt(kHitRecords, "SBT Record Index"),
    UnsignedInt(kMissRecords, "SBT Index"),
    UnsignedInt(kMissRecords, "Miss Index"),
    Attribute("HitObject Attributes"),
    Attribute("Hit Object Attribute"),
    Attribute("Hit Object Attributes"),
};

// --- Execution models ---

constexpr ModelSet kUsers = {ExecutionModel::kRayGenerationKHR,
                             ExecutionModel::kClosestHitKHR,
                             ExecutionModel::kMissKHR};

void CheckModel(const CheckContext& c) {
  if (absl::c_linear_search(hit_object::kReorders, c.inst().op())) {
    c.ReportIfReached(R("hitobject.reorder.model"),
                      ~ModelSet(ExecutionModel::kRayGenerationKHR));
  } else {
    c.ReportIfReached(R("hitobject.instruction.model"), ~kUsers);
  }
}

// --- Operands ---

void CheckHint(const CheckContext& c) {
  const OperandIndex hint = grammar::OperandByName(c.inst().op(), "Hint");
  if (hint + 1 != c.inst().operand_count()) return;
  c.Report(R("hitobject.reorder.hint-bits"), hint);
}

void CheckMotion(const CheckContext& c) {
  if (c.context().features().Has(grammar::Extension::kNvRayTracingMotionBlur)) {
    return;
  }
  c.Report(R("hitobject.motion.extension"), Place::kWhole, {c.inst().op()});
}

// The extension of an instruction; both extensions have the queries of
// spheres, swept spheres and clusters.
enum class Origin : uint8_t { kEither, kNv, kExt };

Origin OriginOf(Op op) {
  switch (op) {
    case Op::kHitObjectGetClusterIdNV:
    case Op::kHitObjectGetSpherePositionNV:
    case Op::kHitObjectGetSphereRadiusNV:
    case Op::kHitObjectGetLSSPositionsNV:
    case Op::kHitObjectGetLSSRadiiNV:
    case Op::kHitObjectIsSphereHitNV:
    case Op::kHitObjectIsLSSHitNV:
      return Origin::kEither;
    default:
      return absl::EndsWith(grammar::Text(grammar::Info(op).name), "NV")
                 ? Origin::kNv
                 : Origin::kExt;
  }
}

void CheckOrigin(const CheckContext& c) {
  const Origin origin = OriginOf(c.inst().op());
  if (origin == Origin::kEither) return;
  const bool nv = origin == Origin::kNv;
  const OperandIndex at = grammar::OperandByName(c.inst().op(), "Hit Object");
  if (at != kNoOperand && !c.operand_type(at).unknown()) {
    const Id type = c.operand_type(at).element;
    const InstIndex def = c.module().def(type);
    const Op other = nv ? Op::kTypeHitObjectEXT : Op::kTypeHitObjectNV;
    if (def != kNoInst && c.module().record(def).op == other) {
      c.Report(R("hitobject.operand.same-extension"), at,
               {other, nv ? Op::kTypeHitObjectNV : Op::kTypeHitObjectEXT})
          .Note("the type is declared here", Place::At(def));
    }
  }
  const StorageClass other = nv ? StorageClass::kHitObjectAttributeEXT
                                : StorageClass::kHitObjectAttributeNV;
  const StorageClass own = nv ? StorageClass::kHitObjectAttributeNV
                              : StorageClass::kHitObjectAttributeEXT;
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    if (!IsIdUse(c.inst().kind(o))) continue;
    const TypeInfo& pointer = c.operand_type(o);
    if (pointer.unknown() || pointer.storage_class != other) continue;
    c.Report(R("hitobject.operand.same-extension"), o,
             {NameOf(other), NameOf(own)});
  }
}

// --- Hit objects in memory ---

constexpr OpaqueObjectRules kOpaqueRules = {
    R("hitobject.type.pointer-storage-class"), R("hitobject.type.no-load"),
    R("hitobject.type.no-store"), R("hitobject.type.no-copy")};

void CheckPointer(const CheckContext& c) {
  CheckOpaquePointer(c, kHitObjectType, kOpaqueRules);
}
void CheckDirectAccess(const CheckContext& c) {
  CheckNotAccessedDirectly(c, kHitObjectType, kOpaqueRules);
}

constexpr Op kWithHint[] = {
    Op::kReorderThreadWithHitObjectNV, Op::kReorderThreadWithHitObjectEXT,
    Op::kHitObjectReorderExecuteShaderEXT, Op::kHitObjectTraceReorderExecuteEXT,
    Op::kHitObjectTraceMotionReorderExecuteEXT};
constexpr Op kMotions[] = {Op::kHitObjectTraceRayMotionNV,
                           Op::kHitObjectRecordHitMotionNV,
                           Op::kHitObjectRecordHitWithIndexMotionNV,
                           Op::kHitObjectRecordMissMotionNV,
                           Op::kHitObjectTraceRayMotionEXT,
                           Op::kHitObjectRecordMissMotionEXT,
                           Op::kHitObjectTraceMotionReorderExecuteEXT};

constexpr Check kChecks[] = {
    {hit_object::kAll, CheckModel},
    {hit_object::kAll, CheckOrigin},
    {kWithHint, CheckHint},
    {kMotions, CheckMotion},
    {kPointerTypeOps, CheckPointer,
     Requires(TypesWith{type_part::kOpaqueWithoutNull})},
    {kMemoryAccessOps, CheckDirectAccess,
     Requires(TypesWith{type_part::kOpaqueWithoutNull})}};

}  // namespace

extern constinit const Family kHitObject(R, kChecks, kSignatures,
                                         kOperandRules);

}  // namespace plumb
