// Types, constants and pointers of descriptor heaps (SPV_EXT_descriptor_heap).
//
// Pointers with another origin than a variable (parameters, phis) may point
// into any heap.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/texel_pointer_uses.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

using grammar::Dim;
namespace buffer_pointer = grammar::operand::BufferPointerEXT;
namespace texel_pointer = grammar::operand::UntypedImageTexelPointerEXT;

constexpr char kSection[] = "SPV_EXT_descriptor_heap";
constexpr Scope kInVulkanHeaps = {.envs = kVulkanEnvs,
                                  .needs = Capability::kDescriptorHeapEXT};

constexpr RuleTable R({
    {"heap.typebuffer.storage-class", kSection,
     "the storage class must be Uniform or StorageBuffer, not {0}"},
    {"heap.sizeof.result-type", kSection,
     "the result type must be a 32-bit or 64-bit integer, not {0}"},
    {"heap.sizeof.descriptor", kSection,
     "operand Type must be a descriptor type, but {0} is not one"},
    {"heap.bufferpointer.result-type", kSection,
     "the result must be a pointer into Uniform or StorageBuffer, not {0}"},
    {"heap.bufferpointer.buffer-type", kSection,
     "operand Buffer must be an untyped pointer, not {0}"},
    ReliesOn(kDecorateOps, {"heap.bufferpointer.resource-heap", kSection,
                            "operand Buffer must lead to a variable decorated "
                            "with ResourceHeapEXT, but {0} is not one"}),
    {"heap.texelpointer.result-type", kSection,
     "the result must be an untyped pointer into Image, not {0}"},
    {"heap.texelpointer.image-type", kSection,
     "operand Image Type must be an image type, not {0}"},
    {"heap.texelpointer.no-subpass", kSection,
     "the image must not have Dim SubpassData"},
    {"heap.texelpointer.image", kSection,
     "operand Image must be an untyped pointer, not {0}"},
    {"heap.texelpointer.coordinate-type", kSection,
     "operand Coordinate must be an integer scalar or vector, not {0}"},
    {"heap.texelpointer.coordinate-count", kSection,
     "the coordinate of this image must have {1} component{1s}, not {0}"},
    {"heap.texelpointer.arrayed-dim", kSection,
     "an arrayed image with Dim {0} has no coordinates"},
    {"heap.texelpointer.atomic-use-only", kSection,
     "{1} can be used only by atomic instructions, not by {0}"},
    {"heap.typebuffer.not-accessed", kSection,
     "{0} is or holds a buffer, which cannot be loaded, stored or copied: "
     "OpBufferPointerEXT makes a pointer to what is in it"},
    ReliesOn(kDecorateOps, {"heap.bufferpointer.nonwritable", kSection,
                            "NonWritable can decorate a pointer into "
                            "StorageBuffer, not {0}, which points into {1}"}),
    {"heap.texelpointer.sample", kSection,
     "operand Sample must be an integer scalar, not {0}"},
    ReliesOn(kDecorateOps, {"heap.variable.heap-or-type", kSection,
                            "{0} has no data type, so it must be decorated "
                            "with SamplerHeapEXT or ResourceHeapEXT",
                            "VUID-StandaloneSpirv-OpUntypedVariableKHR-11347",
                            Severity::kError, kInVulkanHeaps}),
    ReliesOn(kDecorateOps, {"heap.load.sampler", kSection,
                            "a sampler must come from a variable with a "
                            "binding or from the sampler heap, not from {0}",
                            "VUID-StandaloneSpirv-Result-11336",
                            Severity::kError, kInVulkan}),
    ReliesOn(kDecorateOps, {"heap.load.image", kSection,
                            "an image must come from a variable with a binding "
                            "or from the resource heap, not from {0}",
                            "VUID-StandaloneSpirv-Result-11337",
                            Severity::kError, kInVulkan}),
    ReliesOn(kDecorateOps,
             {"heap.load.acceleration-structure", kSection,
              "an acceleration structure must come from a variable with a "
              "binding or from the resource heap, not from {0}",
              "VUID-StandaloneSpirv-Result-11339", Severity::kError,
              kInVulkan}),
});

constexpr TypePattern kUntyped = {.shape = tt::kUntypedPointer};

constexpr Signature kSignatures[] = {
    {.ops = Op::kConstantSizeOfEXT,
     .result = kIntScalar,
     .result_rule = &R("heap.sizeof.result-type")},
    {.ops = Op::kBufferPointerEXT,
     .result = kAnyPointer,
     .result_rule = &R("heap.bufferpointer.result-type")},
    {.ops = Op::kUntypedImageTexelPointerEXT,
     .result = kUntyped,
     .result_rule = &R("heap.texelpointer.result-type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kBufferPointerEXT, buffer_pointer::kBuffer, kUntyped,
     &R("heap.bufferpointer.buffer-type")},
    {Op::kUntypedImageTexelPointerEXT, texel_pointer::kImage, kUntyped,
     &R("heap.texelpointer.image")},
    {Op::kUntypedImageTexelPointerEXT, texel_pointer::kCoordinate,
     ScalarOrVector(tt::kInt), &R("heap.texelpointer.coordinate-type")},
    {Op::kUntypedImageTexelPointerEXT, texel_pointer::kSample, kIntScalar,
     &R("heap.texelpointer.sample")},
};

// --- Pointers into heaps ---
void ProvidePointers(ModuleContext& context) {
  context.Provide(fact::kPointers);
}

// The variable that a pointer points into, through access chains and copies;
// kNoId if unknown.
Id VariableOf(const CheckContext& c, Id pointer) {
  constexpr PointerPath kFollowed =
      pointer_path::kChain | pointer_path::kElementChain | pointer_path::kCopy;
  const PointerOrigin origin = c.context().pointers().OriginOf(pointer);
  return origin.kind == PointerRoot::kVariable &&
                 (origin.path & ~kFollowed) == 0
             ? origin.root
             : kNoId;
}

// Whether a variable is decorated with a built-in.
bool IsBuiltIn(const CheckContext& c, Id variable, BuiltIn built_in) {
  return BuiltInAt(c.context(), variable) == built_in;
}

void CheckVariable(const CheckContext& c) {
  namespace variable = grammar::operand::UntypedVariableKHR;
  const Id id = c.inst().result();
  if (StorageClass{c.inst().operand_word(variable::kStorageClass)} !=
          StorageClass::kUniformConstant ||
      c.inst().operand_count() > variable::kDataType ||
      IsBuiltIn(c, id, BuiltIn::kSamplerHeapEXT) ||
      IsBuiltIn(c, id, BuiltIn::kResourceHeapEXT)) {
    return;
  }
  c.Report(R("heap.variable.heap-or-type"), Place::kWhole, {id});
}

// Checks that the buffer of an OpBufferPointerEXT is in the resource heap.
void CheckBuffer(const CheckContext& c) {
  if (!c.context().Has(Capability::kDescriptorHeapEXT)) return;
  const Id root = VariableOf(c, c.inst().id(buffer_pointer::kBuffer));
  if (root == kNoId || IsBuiltIn(c, root, BuiltIn::kResourceHeapEXT)) return;
  c.Report(R("heap.bufferpointer.resource-heap"), buffer_pointer::kBuffer,
           {root})
      .Note("it is defined here", Place::At(c.module().def(root)));
}

// Whether a storage class is for descriptors that have a binding, or a
// location (SPV_EXT_shader_tile_image).  entry/interface_types.cc checks
// interfaces.
bool IsForDescriptors(StorageClass storage) {
  return storage == StorageClass::kUniformConstant ||
         storage == StorageClass::kTileImageEXT ||
         storage == StorageClass::kTileAttachmentQCOM ||
         storage == StorageClass::kInput || storage == StorageClass::kOutput;
}

// Checks the source of a loaded descriptor: a heap, or a variable with a
// binding.
void CheckSource(const CheckContext& c, BuiltIn heap, const Rule& rule) {
  namespace load = grammar::operand::Load;
  const Id root = VariableOf(c, c.inst().id(load::kPointer));
  if (root == kNoId || IsBuiltIn(c, root, heap)) return;
  const Decorations& decorations = c.context().decorations();
  if (decorations.Has(root, Decoration::kBinding) &&
      decorations.Has(root, Decoration::kDescriptorSet)) {
    return;
  }
  const StorageClass storage =
      c.context().types().TypeOf(c.module(), root).storage_class;
  if (!IsForDescriptors(storage)) return;  // CheckCopied()
  c.Report(rule, load::kPointer, {root})
      .Note("it is defined here", Place::At(c.module().def(root)));
}

void CheckLoad(const CheckContext& c) {
  const InstIndex type = c.module().def(c.inst().result_type());
  if (type == kNoInst) return;
  switch (c.module().record(type).op) {
    case Op::kTypeSampler:
      return CheckSource(c, BuiltIn::kSamplerHeapEXT, R("heap.load.sampler"));
    case Op::kTypeImage:
      return CheckSource(c, BuiltIn::kResourceHeapEXT, R("heap.load.image"));
    case Op::kTypeAccelerationStructureKHR:
      return CheckSource(c, BuiltIn::kResourceHeapEXT,
                         R("heap.load.acceleration-structure"));
    default:
      return;
  }
}

// --- Copies of descriptors ---

// Whether a pointer points to descriptors that were copied.
bool HasCopies(const ModuleContext& context) {
  constexpr TypeParts kDescriptors = type_part::kImage | type_part::kSampler |
                                     type_part::kAccelerationStructure;
  const TypeTable& types = context.types();
  // Legalization has yet to remove copies.
  if (!IsVulkan(context) || !types.AnyContains(kDescriptors) ||
      context.options().before_hlsl_legalization) {
    return false;
  }
  return absl::c_any_of(types.types(), [&](Id id) {
    const TypeInfo& type = types.Get(id);
    return !type.poisoned() && type.Is(tt::kPointer) &&
           !IsForDescriptors(type.storage_class) &&
           types.Get(type.element).Contains(kDescriptors);
  });
}

// The rule that a load of a type from a storage class violates; null if none.
const Rule* RuleAgainstCopy(const TypeInfo& type, StorageClass storage) {
  if (type.Is(tt::kSampler)) return &R("heap.load.sampler");
  if (type.Is(tt::kImage)) return &R("heap.load.image");
  return type.Contains(type_part::kAccelerationStructure) &&
                 !type.Is(tt::kAggregate) &&
                 storage != StorageClass::kPrivate &&
                 storage != StorageClass::kFunction
             ? &R("heap.load.acceleration-structure")
             : nullptr;
}

void CheckCopied(const CheckContext& c) {
  namespace load = grammar::operand::Load;
  const TypeInfo& type = c.result_type();
  const TypeInfo& pointer = c.operand_type(load::kPointer);
  if (type.unknown() || pointer.unknown() ||
      IsForDescriptors(pointer.storage_class)) {
    return;
  }
  const Rule* rule = RuleAgainstCopy(type, pointer.storage_class);
  if (rule == nullptr) return;
  c.Report(*rule, load::kPointer, {c.inst().id(load::kPointer)});
}

// --- Types, sizes and buffers ---

bool IsBufferStorage(StorageClass storage) {
  return storage == StorageClass::kUniform ||
         storage == StorageClass::kStorageBuffer;
}

void CheckBufferType(const CheckContext& c) {
  constexpr OperandIndex kAt = grammar::operand::TypeBufferEXT::kStorageClass;
  const auto storage = StorageClass{c.inst().operand_word(kAt)};
  if (IsBufferStorage(storage)) return;
  c.Report(R("heap.typebuffer.storage-class"), kAt, {NameOf(storage)});
  c.PoisonResult();
}

bool IsDescriptor(Op op) {
  return op == Op::kTypeBufferEXT || op == Op::kTypeImage ||
         op == Op::kTypeAccelerationStructureKHR || op == Op::kTypeTensorARM ||
         op == Op::kTypeSampler;
}

void CheckSize(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (!result.unknown() && result.width != 32 && result.width != 64) {
    ReportType(c, R("heap.sizeof.result-type"), 0, c.inst().result_type());
    c.PoisonResult();
    return;
  }
  constexpr OperandIndex kAt = grammar::operand::ConstantSizeOfEXT::kType;
  const Id type = c.inst().id(kAt);
  if (c.context().types().Get(type).unknown() ||
      IsDescriptor(c.module().record(c.module().def(type)).op)) {
    return;
  }
  ReportType(c, R("heap.sizeof.descriptor"), kAt, type);
  c.PoisonResult();
}

void CheckBufferPointer(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (!result.unknown() && !IsBufferStorage(result.storage_class)) {
    c.Report(R("heap.bufferpointer.result-type"), buffer_pointer::kResultType,
             {NameOf(result.storage_class)});
    return c.PoisonResult();
  }
  CheckBuffer(c);
}

// --- Texel pointers ---

void CheckTexelPointer(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (!result.unknown() && result.storage_class != StorageClass::kImage) {
    c.Report(R("heap.texelpointer.result-type"), texel_pointer::kResultType,
             {NameOf(result.storage_class)});
    c.PoisonResult();
    return;
  }
  const Id type = c.inst().id(texel_pointer::kImageType);
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return;
  if (!info.Is(tt::kImage)) {
    ReportType(c, R("heap.texelpointer.image-type"), texel_pointer::kImageType,
               type);
    return;
  }
  const ImageType& image = *c.context().images().Find(type);
  const Place declared = Place::At(c.module().def(type));
  if (image.dim == Dim::kSubpassData) {
    c.Report(R("heap.texelpointer.no-subpass"), texel_pointer::kImageType)
        .Note("the image type is declared here", declared);
    return;
  }
  const TypeInfo& coordinate = c.operand_type(texel_pointer::kCoordinate);
  const uint32_t count = ComponentsOf(image, Addressing::kTexelPointer);
  if (count == 0 && image.arrayed != 0) {
    c.Report(R("heap.texelpointer.arrayed-dim"), texel_pointer::kImageType,
             {Arg::Enumerant(Kind::kDim, image.dim)})
        .Note("the image type is declared here", declared);
    return;
  }
  if (count == 0 || coordinate.unknown() || coordinate.Is(tt::kCountUnknown) ||
      coordinate.count == count) {
    return;
  }
  c.Report(R("heap.texelpointer.coordinate-count"), texel_pointer::kCoordinate,
           {coordinate.count, count})
      .Note("the image type is declared here", declared);
}

void CheckTexelUses(ModuleContext& context) {
  CheckTexelPointerUses(context, Op::kUntypedImageTexelPointerEXT,
                        R("heap.texelpointer.atomic-use-only"));
}

// --- Accesses ---

// Whether a type is or contains an OpTypeBufferEXT.
bool HoldsBuffer(const CheckContext& c, Id type) {
  constexpr TypeParts kOpaque = type_part::kOpaqueWithoutNull;
  if (!c.context().types().Get(type).Contains(kOpaque)) return false;
  return IsDefinedBy(c.module(),
                     c.context().types().FindPart(c.module(), type, kOpaque),
                     Op::kTypeBufferEXT);
}

void CheckAccess(const CheckContext& c, OperandIndex at, Id type) {
  if (!HoldsBuffer(c, type)) return;
  ReportType(c, R("heap.typebuffer.not-accessed"), at, type);
}

void CheckLoaded(const CheckContext& c) {
  CheckAccess(c, operand::Load::kResultType, c.inst().result_type());
}

void CheckStored(const CheckContext& c) {
  CheckAccess(c, operand::Store::kObject, c.type_of(operand::Store::kObject));
}

void CheckMemoryCopy(const CheckContext& c) {
  constexpr OperandIndex kSource = operand::CopyMemory::kSource;
  CheckAccess(c, kSource, c.operand_type(kSource).element);
}

// --- Decorations ---

void CheckNonWritable(ModuleContext& context) {
  const Module& module = context.module();
  context.decorations().ForEach(
      Decoration::kNonWritable, [&](const Decorated& d) {
        const StorageClass storage =
            context.types().TypeOf(module, d.target).storage_class;
        if (d.member != kNoMember || storage != StorageClass::kUniform ||
            !IsDefinedBy(module, d.target, Op::kBufferPointerEXT)) {
          return;
        }
        context
            .Report(R("heap.bufferpointer.nonwritable"),
                    Place::At(d.place, d.operand), {d.target, NameOf(storage)})
            .Note("it is defined here", Place::At(module.def(d.target)));
      });
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kIds, ProvidePointers, Requires(Capability::kDescriptorHeapEXT)},
    {Phase::kSummaries, CheckTexelUses,
     Requires(Op::kUntypedImageTexelPointerEXT)},
    {Phase::kSummaries, CheckNonWritable,
     Requires(Capability::kDescriptorHeapEXT)}};
constexpr Check kChecks[] = {
    {Op::kTypeBufferEXT, CheckBufferType},
    {Op::kConstantSizeOfEXT, CheckSize},
    {Op::kBufferPointerEXT, CheckBufferPointer},
    {Op::kUntypedImageTexelPointerEXT, CheckTexelPointer},
    {Op::kUntypedVariableKHR, CheckVariable},
    {Op::kLoad, CheckLoad, Requires(Capability::kDescriptorHeapEXT)},
    {Op::kLoad, CheckCopied, Requires(HasCopies)},
    {Op::kLoad, CheckLoaded, Requires(Capability::kDescriptorHeapEXT)},
    {Op::kStore, CheckStored, Requires(Capability::kDescriptorHeapEXT)},
    {Op::kCopyMemory, CheckMemoryCopy,
     Requires(Capability::kDescriptorHeapEXT)}};

}  // namespace

extern constinit const Family kDescriptorHeap(R, kModuleChecks, kChecks,
                                              kSignatures, kOperandRules);

}  // namespace plumb
