// Variables, typed and untyped: their types, storage classes and initializers
// (sections 3.2.6 and 3.3.8; SPV_KHR_untyped_pointers).
//
// layout/variable_layout.cc checks which storage classes variables may have
// inside and outside of functions.  A variable with a class that is invalid in
// its place is not checked here.
//
// Tested by testdata/rule_test.cc.
#include "absl/base/attributes.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace typed = operand::Variable;
namespace untyped = operand::UntypedVariableKHR;

constexpr char kUntypedPointers[] = "SPV_KHR_untyped_pointers";
constexpr char kTileShading[] = "SPV_QCOM_tile_shading";
constexpr char kGather[] = "SPV_INTEL_masked_gather_scatter";

constexpr char kRuntimeArrayVuid[] =
    "VUID-StandaloneSpirv-OpTypeRuntimeArray-04680";
// The VUID's list of storage classes omits those that have rules of their own.
constexpr char kInitializerVuid[] = "VUID-StandaloneSpirv-OpVariable-04651";

constexpr RuleTable R({
    {"memory.variable.result-type",
     "3.3.8",
     "the result type must be a typed pointer, not {0}",
     "",
     Severity::kError,
     {.unless = Capability::kMaskedGatherScatterINTEL}},
    {"memory.variable.pointer-vector",
     kGather,
     "the result type must be a typed pointer or a vector of physical ones, "
     "not {0}",
     "",
     Severity::kError,
     {.needs = Capability::kMaskedGatherScatterINTEL}},
    {"memory.untypedvariable.result-type", kUntypedPointers,
     "the result type must be an untyped pointer, not {0}"},
    Malformed(Also("memory.untypedvariable.not-generic",
                   {"memory.variable.not-generic", "3.3.8",
                    "a variable must not be in storage class Generic"})),
    Malformed(Also(
        "memory.untypedvariable.not-physicalstoragebuffer",
        {"memory.physicalstoragebuffer.no-variable", "2.16.1",
         "a variable must not be in storage class PhysicalStorageBuffer"})),
    Contradicts(Contradicted::kResultType,
                Malformed(Also("memory.untypedvariable.storage-class-match",
                               {"memory.variable.storage-class-match", "3.3.8",
                                "the variable is in storage class {0}, but its "
                                "result type points into {1}"}))),
    Contradicts(
        Contradicted::kOperand,
        Also("memory.untypedvariable.data-type-object",
             {"memory.variable.object-type", "3.3.8",
              "a variable must not hold {0}: no object has this type"})),
    {"memory.untypedvariable.data-type-required", kUntypedPointers,
     "a variable in storage class {0} requires a data type"},
    {"memory.untypedvariable.data-type-required-vulkan", kUntypedPointers,
     "in Vulkan, a variable in storage class {0} requires a data type",
     "VUID-StandaloneSpirv-OpUntypedVariableKHR-11167", Severity::kError,
     kInVulkan},
    Also("memory.untypedvariable.initializer-kind",
         {"memory.variable.initializer-kind", "3.3.8",
          "the initializer must be a constant or a variable outside functions, "
          "but {0} is made by {1}"}),
    Also("memory.untypedvariable.initializer-type",
         {"memory.variable.initializer-type", "3.3.8",
          "the initializer must have the type of the variable's object, {1}, "
          "not {0}"}),
    {"memory.input.no-initializer", "3.2.6",
     "a variable in storage class Input must not have an initializer",
     kInitializerVuid},
    {"memory.pushconstant.no-initializer", "3.2.6",
     "a variable in storage class PushConstant must not have an initializer",
     kInitializerVuid},
    // Storage classes of extensions, which state the same for each.
    Also(
        "raytracing.variable.no-initializer hitobject.attribute.no-initializer "
        "mesh.taskpayload.no-initializer nodepayload.variable.no-initializer",
        {"memory.variable.no-initializer", "3.2.6",
         "a variable in storage class {0} must not have an initializer",
         kInitializerVuid}),
    // The text states only the purpose of the class.
    {"memory.tileattachment.no-initializer", kTileShading,
     "a variable in storage class TileAttachmentQCOM must not have an "
     "initializer",
     kInitializerVuid, Severity::kWarning},
    {"memory.variable.initializer-class", "3.3.8",
     "in Vulkan, a variable with an initializer must be in storage class "
     "Output, Private, Function or Workgroup, not {0}",
     kInitializerVuid, Severity::kError, kInVulkan},
    {"memory.variable.initializer-workgroup", "3.3.8",
     "in Vulkan, a variable in storage class Workgroup can be initialized only "
     "by OpConstantNull, not by {0}",
     "VUID-StandaloneSpirv-OpVariable-04734", Severity::kError, kInVulkan},
    Contradicts(Contradicted::kOperand,
                {"memory.tileimage.variable-type", "SPV_EXT_shader_tile_image",
                 "a variable in storage class TileImageEXT must hold an image "
                 "with Dim TileImageDataEXT or an array of them, not {0}",
                 "VUID-StandaloneSpirv-None-08724"}),
    Contradicts(Contradicted::kOperand,
                {"memory.tileattachment.variable-type", kTileShading,
                 "a variable in storage class TileAttachmentQCOM must hold a "
                 "2D image or sampled image, or an array of them, not {0}",
                 "VUID-StandaloneSpirv-OpTypeImage-10693"}),
    ReliesOn(kDecorateOps,
             {"memory.tileattachment.binding", kTileShading,
              "in Vulkan, a variable in storage class TileAttachmentQCOM must "
              "be decorated with DescriptorSet and Binding",
              "VUID-StandaloneSpirv-TileAttachmentQCOM-10695", Severity::kError,
              kInVulkan}),
    ReliesOn(kDecorateOps,
             {"memory.tileattachment.no-component", kTileShading,
              "a variable in storage class TileAttachmentQCOM must not be "
              "decorated with Component",
              "VUID-StandaloneSpirv-TileAttachmentQCOM-10696"}),
    // A heap may hold more than one descriptor.
    Contradicts(Contradicted::kOperand,
                {"memory.uniformconstant.variable-type",
                 "3.2.6",
                 "in Vulkan, a variable in storage class UniformConstant must "
                 "hold an image, a sampler, a sampled image, an acceleration "
                 "structure or a tensor, or an array of them, not {0}",
                 "VUID-StandaloneSpirv-UniformConstant-04655",
                 Severity::kError,
                 {.envs = kVulkanEnvs,
                  .unless = Capability::kDescriptorHeapEXT}}),
    Contradicts(Contradicted::kOperand,
                {"memory.uniform.variable-type", "3.2.6",
                 "in Vulkan, a variable in storage class {1} must hold a "
                 "structure, or an array of structures, not {0}",
                 "VUID-StandaloneSpirv-Uniform-06807", Severity::kError,
                 kInVulkan}),
    Contradicts(
        Contradicted::kOperand,
        {"memory.pushconstant.variable-type", "3.2.6",
         "in Vulkan, a variable in storage class PushConstant must hold a "
         "structure, not {0}",
         "VUID-StandaloneSpirv-PushConstant-06808", Severity::kError,
         kInVulkan}),
    {"memory.variable.runtime-array", kVulkan,
     "in Vulkan, a variable in storage class {1} must not hold a run-time "
     "array, but {0} does",
     kRuntimeArrayVuid, Severity::kError, kInVulkan},
    {"memory.variable.runtime-array-outermost", kVulkan,
     "in Vulkan, a run-time array must be the outermost dimension of a "
     "variable's type, but {0} has one inside",
     kRuntimeArrayVuid, Severity::kError, kInVulkan},
});

constexpr OperandIndex kStorageClass = typed::kStorageClass;
static_assert(kStorageClass == untyped::kStorageClass);

// A variable and its operands.
struct Variable {
  const CheckContext& c;
  StorageClass storage;
  Id type;                   // of the object; kNoId if not given
  OperandIndex type_at;      // the operand that gives the type
  OperandIndex initializer;  // past the last operand if there is none

  bool has_initializer() const {
    return initializer < c.inst().operand_count();
  }
};

// --- The storage class ---

// Whether a storage class is allowed where the variable is.
bool IsInAllowedSection(const CheckContext& c, StorageClass storage) {
  return (storage == StorageClass::kFunction) == (c.function() != nullptr);
}

ABSL_ATTRIBUTE_NOINLINE void RejectStorageClass(const CheckContext& c,
                                                StorageClass storage) {
  if (storage == StorageClass::kGeneric) {
    c.Report(R("memory.variable.not-generic"), kStorageClass);
  } else if (storage == StorageClass::kPhysicalStorageBuffer) {
    c.Report(R("memory.physicalstoragebuffer.no-variable"), kStorageClass);
  } else {
    c.Report(R("memory.variable.storage-class-match"), kStorageClass,
             {NameOf(storage), NameOf(c.result_type().storage_class)})
        .Note("the result type is declared here",
              Place::At(c.module().def(c.inst().result_type()),
                        operand::TypePointer::kStorageClass));
  }
  c.PoisonResult();
}

// Checks the storage class; true if it is valid.
inline bool CheckStorageClass(const CheckContext& c, StorageClass storage) {
  if (!IsInAllowedSection(c, storage)) return false;
  if (storage == c.result_type().storage_class &&
      storage != StorageClass::kGeneric &&
      storage != StorageClass::kPhysicalStorageBuffer) {
    return true;
  }
  RejectStorageClass(c, storage);
  return false;
}

// --- The initializer ---

const Rule* RuleAgainstInitializer(const ModuleContext& context,
                                   StorageClass storage) {
  switch (storage) {
    case StorageClass::kShaderRecordBufferKHR:
    case StorageClass::kHitObjectAttributeNV:
    case StorageClass::kHitObjectAttributeEXT:
    case StorageClass::kTaskPayloadWorkgroupEXT:
    case StorageClass::kNodePayloadAMDX:
      return &R("memory.variable.no-initializer");
    // SPV_NV_ray_tracing has no rule for these.
    case StorageClass::kCallableDataKHR:
    case StorageClass::kIncomingCallableDataKHR:
    case StorageClass::kRayPayloadKHR:
    case StorageClass::kIncomingRayPayloadKHR:
    case StorageClass::kHitAttributeKHR:
      return context.Has(Capability::kRayTracingKHR)
                 ? &R("memory.variable.no-initializer")
                 : nullptr;
    case StorageClass::kInput:
      return &R("memory.input.no-initializer");
    case StorageClass::kPushConstant:
      return &R("memory.pushconstant.no-initializer");
    case StorageClass::kTileAttachmentQCOM:
      return &R("memory.tileattachment.no-initializer");
    default:
      return nullptr;
  }
}

bool MayBeInitializedInVulkan(StorageClass storage) {
  switch (storage) {
    case StorageClass::kOutput:
    case StorageClass::kPrivate:
    case StorageClass::kFunction:
    case StorageClass::kWorkgroup:
      return true;
    default:
      return false;
  }
}

// A constant, or a variable outside of functions.
bool MayInitialize(const Module& module, InstIndex def) {
  const Op op = module.record(def).op;
  return Is(op, OpTrait::kTypedConstant) ||
         (Is(op, OpTrait::kVariable) && def < module.global_end());
}

// Checks the initializer of a variable that has one.
ABSL_ATTRIBUTE_NOINLINE void CheckInitializer(const Variable& v) {
  const CheckContext& c = v.c;
  if (const Rule* rule = RuleAgainstInitializer(c.context(), v.storage)) {
    c.Report(*rule, v.initializer, {NameOf(v.storage)});
    return;
  }
  const Id id = c.inst().id(v.initializer);
  const InstIndex def = c.module().def(id);
  const TypeInfo& type = c.operand_type(v.initializer);
  if (def == kNoInst || type.unknown()) return;
  const Place defined = Place::At(def);
  if (!MayInitialize(c.module(), def)) {
    c.Report(R("memory.variable.initializer-kind"), v.initializer,
             {id, c.module().record(def).op})
        .Note("it is defined here", defined);
  } else if (v.type != kNoId && c.type_of(v.initializer) != v.type &&
             !c.context().types().Get(v.type).unknown()) {
    ReportTypes(c, R("memory.variable.initializer-type"), v.initializer,
                c.type_of(v.initializer), v.type);
  } else if (!MayBeInitializedInVulkan(v.storage)) {
    c.Report(R("memory.variable.initializer-class"), v.initializer,
             {NameOf(v.storage)});
  } else if (v.storage == StorageClass::kWorkgroup &&
             c.module().record(def).op != Op::kConstantNull) {
    c.Report(R("memory.variable.initializer-workgroup"), v.initializer,
             {c.module().record(def).op})
        .Note("the initializer is defined here", defined);
  }
}

// --- The object ---

// Whether a type is an image or sampled image of a dimension.
bool IsImageOf(const CheckContext& c, Id type, grammar::Dim dim) {
  const ImageType* image = c.context().images().Find(type);
  return image != nullptr && image->dim == dim;
}

bool IsTileImage(const CheckContext& c, Id type) {
  return IsImageOf(c, type, grammar::Dim::kTileImageDataEXT);
}

bool IsTileAttachment(const CheckContext& c, Id type) {
  return IsImageOf(c, type, grammar::Dim::k2D);
}

bool IsUniformConstant(const CheckContext& c, Id type) {
  constexpr TypeParts kDescriptors =
      type_part::kImage | type_part::kSampler | type_part::kSampledImage |
      type_part::kAccelerationStructure | type_part::kTensor;
  const TypeInfo& info = c.context().types().Get(type);
  return info.Contains(kDescriptors) && !info.Is(tt::kAggregate);
}

bool IsStructure(const CheckContext& c, Id type) {
  return c.context().types().Get(type).Is(tt::kStruct);
}

// How many array dimensions a variable may have.
enum class Arrays { kNone, kOne, kAny };

// The objects that variables of a storage class hold, or arrays of which they
// hold.
struct ObjectTypeRow {
  StorageClass storage;
  bool (*fits)(const CheckContext&, Id);
  const Rule* rule;
  Arrays arrays = Arrays::kOne;
};
constexpr ObjectTypeRow kObjectTypes[] = {
    {StorageClass::kTileImageEXT, IsTileImage,
     &R("memory.tileimage.variable-type"), Arrays::kAny},
    {StorageClass::kTileAttachmentQCOM, IsTileAttachment,
     &R("memory.tileattachment.variable-type"), Arrays::kAny},
    {StorageClass::kUniformConstant, IsUniformConstant,
     &R("memory.uniformconstant.variable-type")},
    {StorageClass::kUniform, IsStructure, &R("memory.uniform.variable-type")},
    {StorageClass::kStorageBuffer, IsStructure,
     &R("memory.uniform.variable-type")},
    {StorageClass::kPushConstant, IsStructure,
     &R("memory.pushconstant.variable-type"), Arrays::kNone},
};

ABSL_ATTRIBUTE_NOINLINE void ReportObjectType(const Variable& v,
                                              const Rule& rule) {
  v.c.Report(rule, v.type_at, {Arg::Type(v.type), NameOf(v.storage)})
      .Note("its type is declared here", Place::At(v.c.module().def(v.type)));
}

// The type to check: of the object, or of each element of it.
Id CheckedType(const CheckContext& c, Id type, Arrays arrays) {
  if (arrays == Arrays::kAny) return InnermostElement(c.context(), type);
  const TypeInfo& info = c.context().types().Get(type);
  return arrays == Arrays::kOne && !info.poisoned() &&
                 info.Is(tt::kArray | tt::kRuntimeArray)
             ? info.element
             : type;
}

// Whether the object is of the kind that its storage class requires.
bool HasRequiredType(const Variable& v) {
  const CheckContext& c = v.c;
  for (const ObjectTypeRow& row : kObjectTypes) {
    if (row.storage != v.storage) continue;
    const Id object = CheckedType(c, v.type, row.arrays);
    if (c.context().types().Get(object).unknown() || row.fits(c, object)) break;
    ReportObjectType(v, *row.rule);
    return !c.context().Applies(*row.rule);
  }
  return true;
}

// Buffers end with one, descriptors may be in one, and a node's payloads are
// one.
bool MayHoldRuntimeArray(StorageClass storage) {
  switch (storage) {
    case StorageClass::kUniformConstant:
    case StorageClass::kUniform:
    case StorageClass::kStorageBuffer:
    case StorageClass::kNodePayloadAMDX:
      return true;
    default:
      return false;
  }
}

// Whether one of the dimensions of an array of arrays is a run-time array.
bool HasRuntimeDimension(const ModuleContext& context, Id type) {
  bool has = false;
  ForEachArrayDimension(context, type, [&has](const TypeInfo& array) {
    has |= array.Is(tt::kRuntimeArray);
  });
  return has;
}

// Checks an object that contains a run-time array.
ABSL_ATTRIBUTE_NOINLINE void CheckRuntimeArrays(const Variable& v) {
  const TypeInfo& type = v.c.context().types().Get(v.type);
  if (!MayHoldRuntimeArray(v.storage)) {
    ReportObjectType(v, R("memory.variable.runtime-array"));
  } else if (type.Is(tt::kArray | tt::kRuntimeArray) &&
             HasRuntimeDimension(v.c.context(), type.element)) {
    ReportObjectType(v, R("memory.variable.runtime-array-outermost"));
  }
}

void CheckObjectType(const Variable& v, const TypeInfo& type) {
  // Before legalization, objects may not be in their proper storage classes
  // yet.
  if (v.c.context().options().before_hlsl_legalization) return;
  if (HasRequiredType(v) && type.Contains(type_part::kRuntimeArray)) {
    CheckRuntimeArrays(v);
  }
}

// Checks the decorations of a variable in TileAttachmentQCOM.
ABSL_ATTRIBUTE_NOINLINE void CheckAttachment(const Variable& v) {
  const Decorations& decorations = v.c.context().decorations();
  const Id id = v.c.inst().result();
  if (!decorations.Has(id, Decoration::kDescriptorSet) ||
      !decorations.Has(id, Decoration::kBinding)) {
    v.c.Report(R("memory.tileattachment.binding"), Place::kWhole);
  }
  if (decorations.Has(id, Decoration::kComponent)) {
    v.c.Report(R("memory.tileattachment.no-component"), Place::kWhole);
  }
}

void CheckObject(const Variable& v) {
  const TypeInfo& type = v.c.context().types().Get(v.type);
  if (!type.unknown() && type.Is(tt::kVoid | tt::kFunction)) {
    ReportType(v.c, R("memory.variable.object-type"), v.type_at, v.type);
    v.c.PoisonResult();
    return;
  }
  if (v.has_initializer()) CheckInitializer(v);
  if (!type.unknown()) CheckObjectType(v, type);
  if (v.storage == StorageClass::kTileAttachmentQCOM) CheckAttachment(v);
}

// --- Typed and untyped ---

bool IsVectorOfPhysical(const CheckContext& c, const TypeInfo& type) {
  const TypeInfo& element = c.context().types().Get(type.element);
  return type.Is(tt::kVector) && element.Is(tt::kAnyPointer) &&
         !c.context().memory_model().IsLogical(element.storage_class);
}

StorageClass DeclaredClass(const CheckContext& c) {
  return StorageClass{c.inst().operand_word(kStorageClass)};
}

void CheckTyped(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (type.unknown()) return;
  if (!type.Is(tt::kPointer)) {
    const Id id = c.inst().result_type();
    ReportType(c, R("memory.variable.result-type"), typed::kResultType, id);
    if (!IsVectorOfPhysical(c, type)) {
      ReportType(c, R("memory.variable.pointer-vector"), typed::kResultType,
                 id);
    } else if (c.context().Has(Capability::kMaskedGatherScatterINTEL)) {
      return;
    }
    c.PoisonResult();
    return;
  }
  const StorageClass storage = DeclaredClass(c);
  if (!CheckStorageClass(c, storage)) return;
  CheckObject(
      {c, storage, type.element, typed::kResultType, typed::kInitializer});
}

bool NeedsDataType(StorageClass storage) {
  return storage == StorageClass::kFunction ||
         storage == StorageClass::kPrivate ||
         storage == StorageClass::kWorkgroup;
}

void CheckUntyped(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (type.unknown()) return;
  if (!type.Is(tt::kUntypedPointer)) {
    ReportType(c, R("memory.untypedvariable.result-type"), untyped::kResultType,
               c.inst().result_type());
    c.PoisonResult();
    return;
  }
  const StorageClass storage = DeclaredClass(c);
  if (!CheckStorageClass(c, storage)) return;
  if (const auto data_type = c.inst().Find(untyped::kDataType)) {
    CheckObject({c, storage, c.inst().id(*data_type), *data_type,
                 untyped::kInitializer});
  } else if (NeedsDataType(storage)) {
    c.Report(R("memory.untypedvariable.data-type-required"), Place::kWhole,
             {NameOf(storage)});
  } else if (storage != StorageClass::kUniformConstant) {
    c.Report(R("memory.untypedvariable.data-type-required-vulkan"),
             Place::kWhole, {NameOf(storage)});
  }
}

constexpr Check kChecks[] = {{Op::kVariable, CheckTyped},
                             {Op::kUntypedVariableKHR, CheckUntyped}};

}  // namespace

extern constinit const Family kVariables(R, kChecks);

}  // namespace plumb
