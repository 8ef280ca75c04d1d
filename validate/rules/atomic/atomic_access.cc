// Atomic instructions: types and storage classes (sections 2.16.1, 2.16.2 and
// 3.3.18, SPV_EXT_shader_atomic_float_add,
// SPV_EXT_shader_atomic_float_min_max, SPV_NV_shader_atomic_fp16_vector,
// SPV_KHR_untyped_pointers).
//
// Rows of memory/scopes.cc and memory/semantics.cc have the allowed scopes and
// semantics; capability/atomic_capabilities.cc checks the capabilities that
// widths need, and the operations on atomic counters.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opencl_section.h"

namespace plumb {
namespace {

namespace exchange = grammar::operand::AtomicCompareExchange;
namespace modify = grammar::operand::AtomicIAdd;
namespace store = grammar::operand::AtomicStore;

constexpr char kFloatAdd[] = "SPV_EXT_shader_atomic_float_add";
constexpr char kFloatMinMax[] = "SPV_EXT_shader_atomic_float_min_max";
constexpr char kFloatVector[] = "SPV_NV_shader_atomic_fp16_vector";
constexpr char kRequiresFloat[] =
    "the result type must be a floating-point scalar, not {0}";
constexpr char kWrongClass[] =
    "an atomic instruction must not access the storage class of {0}";

constexpr RuleTable R({
    Also("atomic.pointer.untyped",
         {"atomic.pointer.is-pointer", "3.3.18",
          "operand Pointer must be a pointer, not {0}"}),
    {"atomic.pointer.storage-class", "2.16.1", kWrongClass,
     "VUID-StandaloneSpirv-None-04686"},
    {"atomic.pointer.not-function",
     "2.16.2",
     "in a shader, an atomic instruction must not access the storage class of "
     "{0}",
     "VUID-StandaloneSpirv-None-04686",
     Severity::kError,
     {.needs = Capability::kShader}},
    {"atomic.pointer.opencl-storage-class", kOpenCl, kWrongClass, "",
     Severity::kError, kInOpenCl},
    {"atomic.pointer.uniform-bufferblock", "2.16.1",
     "an atomic instruction can access storage class Uniform only in a "
     "structure that is decorated with BufferBlock, but {0} is not"},
    {"atomic.pointer.vulkan-uniform-block", "2.16.1",
     "in Vulkan, storage class Uniform is read-only in {0}, which is decorated "
     "with Block",
     "VUID-StandaloneSpirv-Uniform-06925", Severity::kError, kInVulkan},
    {"atomic.pointer.texel-format", "3.3.10",
     "an atomic instruction requires an image with format R64i, R64ui, R32f, "
     "R32i or R32ui, not {0}",
     "VUID-StandaloneSpirv-OpImageTexelPointer-04658", Severity::kError,
     kInVulkan},
    {"atomic.pointer.untyped-texel-format", "SPV_EXT_descriptor_heap",
     "an atomic instruction requires an image with format R64i, R64ui, R32f, "
     "R32i or R32ui, not {0}",
     "VUID-StandaloneSpirv-OpUntypedImageTexelPointerEXT-11416",
     Severity::kError, kInVulkan},
    {"atomic.load-exchange.result-type", "3.3.18",
     "the result type must be an integer or floating-point scalar, not {0}"},
    {"atomic.integer-op.result-type", "3.3.18",
     "the result type must be an integer scalar, not {0}"},
    {"atomic.fadd.result-type", kFloatAdd, kRequiresFloat},
    {"atomic.fminmax.result-type", kFloatMinMax, kRequiresFloat},
    Also("atomic.float16vector.result-type",
         {"atomic.float16vector.component-count", kFloatVector,
          "a vector must have two or four components, of a 16-bit "
          "floating-point type, but {0} does not"}),
    WithFix(
        Declare(Capability::kAtomicFloat16VectorNV),
        {.id = "atomic.float16vector.capability",
         .section = kFloatVector,
         .text = "{0} of a vector requires capability AtomicFloat16VectorNV",
         .when = {.unless = Capability::kAtomicFloat16VectorNV}}),
    {"atomic.flagtestandset.result-type", "3.3.18",
     "the result type must be a Boolean scalar, not {0}"},
    {"atomic.flag.pointee-type", "3.3.18",
     "operand Pointer must point to a 32-bit integer scalar, but {0} does not"},
    Also("atomic.fadd.pointer-pointee atomic.fminmax.pointer-pointee",
         {"atomic.pointer.pointee-matches-result", "3.3.18",
          "operand Pointer must point to the result type, {1}, not to {0}"}),
    Also("atomic.fadd.value-type atomic.fminmax.value-type",
         {"atomic.value.type", "3.3.18",
          "operand Value must have the result type, {1}, not {0}"}),
    {"atomic.compareexchange.comparator-type", "3.3.18",
     "operand Comparator must have the result type, {1}, not {0}"},
    {"atomic.store.pointee-type", "3.3.18",
     "operand Pointer must point to an integer or floating-point scalar, but "
     "{0} does not"},
    {"atomic.store.value-type", "3.3.18",
     "operand Value must have the type that Pointer points to, {1}, not {0}"},
    {"atomic.store.untyped-value-type", "SPV_KHR_untyped_pointers",
     "operand Value must be an integer or floating-point scalar, not {0}"},
});

// --- Instructions ---

constexpr auto kAtomics = grammar::kOpsWith<OpTrait::kAtomic>;
constexpr Op kCounts[] = {Op::kAtomicIIncrement, Op::kAtomicIDecrement};
constexpr Op kIntegers[] = {Op::kAtomicIAdd, Op::kAtomicISub, Op::kAtomicSMin,
                            Op::kAtomicUMin, Op::kAtomicSMax, Op::kAtomicUMax,
                            Op::kAtomicAnd,  Op::kAtomicOr,   Op::kAtomicXor};
constexpr Op kCompares[] = {Op::kAtomicCompareExchange,
                            Op::kAtomicCompareExchangeWeak};
constexpr Op kMinMaxes[] = {Op::kAtomicFMinEXT, Op::kAtomicFMaxEXT};
constexpr Op kFlags[] = {Op::kAtomicFlagTestAndSet, Op::kAtomicFlagClear};
// The instructions that may work on vectors, and those that return the value
// that Pointer points to.
constexpr auto kVectorOps =
    JoinOps(Op::kAtomicExchange, Op::kAtomicFAddEXT, kMinMaxes);
constexpr auto kReturning =
    JoinOps(Op::kAtomicLoad, Op::kAtomicExchange, kCounts, kIntegers, kCompares,
            Op::kAtomicFAddEXT, kMinMaxes);

// --- Types ---

constexpr TypePattern kNumber = Scalar(tt::kNumeric);
// CheckVector() checks which vectors are allowed.
constexpr TypePattern kNumberOrVector = {.shape = tt::kScalar | tt::kVector,
                                         .component = tt::kNumeric};
constexpr TypePattern kPointerToNumber = {.shape = tt::kAnyPointer,
                                          .element = &kNumber};
constexpr TypePattern kPointerToFlag = {.shape = tt::kAnyPointer,
                                        .element = &kInt32};

// Operand Value, after the semantics, must have the type of the result.
constexpr Signature Modify(Instructions ops, TypePattern result,
                           const Rule& rule,
                           OperandIndex value = modify::kValue) {
  return {.ops = ops,
          .result = result,
          .result_rule = &rule,
          .first_operand = static_cast<uint8_t>(value),
          .operand_count = 1,
          .relation = Relation::kResultType,
          .relation_rule = &R("atomic.value.type")};
}

constexpr Signature kSignatures[] = {
    {.ops = Op::kAtomicLoad,
     .result = kNumber,
     .result_rule = &R("atomic.load-exchange.result-type")},
    Modify(Op::kAtomicExchange, kNumberOrVector,
           R("atomic.load-exchange.result-type")),
    {.ops = kCounts,
     .result = kIntScalar,
     .result_rule = &R("atomic.integer-op.result-type")},
    Modify(kIntegers, kIntScalar, R("atomic.integer-op.result-type")),
    Modify(kCompares, kIntScalar, R("atomic.integer-op.result-type"),
           exchange::kValue),
    {.ops = kCompares,
     .first_operand = exchange::kComparator,
     .relation = Relation::kResultType,
     .relation_rule = &R("atomic.compareexchange.comparator-type")},
    Modify(Op::kAtomicFAddEXT, ScalarOrVector(tt::kFloat),
           R("atomic.fadd.result-type")),
    Modify(kMinMaxes, ScalarOrVector(tt::kFloat),
           R("atomic.fminmax.result-type")),
    {.ops = Op::kAtomicFlagTestAndSet,
     .result = kBoolScalar,
     .result_rule = &R("atomic.flagtestandset.result-type")},
};

// The classes of section 2.16.1, and those that extensions add.
constexpr StorageClass kAnyClass[] = {
    StorageClass::kFunction,        StorageClass::kUniform,
    StorageClass::kStorageBuffer,   StorageClass::kPhysicalStorageBuffer,
    StorageClass::kWorkgroup,       StorageClass::kCrossWorkgroup,
    StorageClass::kGeneric,         StorageClass::kAtomicCounter,
    StorageClass::kImage,           StorageClass::kTaskPayloadWorkgroupEXT,
    StorageClass::kNodePayloadAMDX, StorageClass::kDeviceOnlyALTERA,
    StorageClass::kHostOnlyALTERA};
constexpr absl::Span<const StorageClass> kNotFunction =
    absl::Span<const StorageClass>(kAnyClass).subspan(1);
constexpr StorageClass kOpenClClasses[] = {
    StorageClass::kFunction,         StorageClass::kWorkgroup,
    StorageClass::kCrossWorkgroup,   StorageClass::kGeneric,
    StorageClass::kDeviceOnlyALTERA, StorageClass::kHostOnlyALTERA};

constexpr OperandRule kOperandRules[] = {
    {kAtomics, "Pointer", kAnyPointer, &R("atomic.pointer.is-pointer")},
    {kAtomics, "Pointer", kAnyPointer.InStorageClass(kAnyClass),
     &R("atomic.pointer.storage-class")},
    {kAtomics, "Pointer", kAnyPointer.InStorageClass(kNotFunction),
     &R("atomic.pointer.not-function")},
    {kAtomics, "Pointer", kAnyPointer.InStorageClass(kOpenClClasses),
     &R("atomic.pointer.opencl-storage-class")},
    {kFlags, "Pointer", kPointerToFlag, &R("atomic.flag.pointee-type")},
    {Op::kAtomicStore, store::kPointer, kPointerToNumber,
     &R("atomic.store.pointee-type")},
};

// The pointer of an instruction with a result; in the others it is the first
// operand.
OperandIndex PointerOf(const CheckContext& c) {
  return c.inst().info().has_result_type ? modify::kPointer : store::kPointer;
}

void CheckPointee(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(modify::kPointer);
  const Id result = c.inst().result_type();
  if (pointer.unknown() || !pointer.Is(tt::kPointer) ||
      pointer.element == result ||
      c.context().types().Get(pointer.element).poisoned()) {
    return;
  }
  // If Value does not have the result type, report the result type.
  const bool value_fits = modify::kValue < c.inst().operand_count() &&
                          c.type_of(modify::kValue) == result;
  ReportTypes(c, R("atomic.pointer.pointee-matches-result"),
              value_fits ? modify::kPointer : modify::kResultType,
              pointer.element, result);
  c.PoisonResult();
}

void CheckStored(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(store::kPointer);
  const TypeInfo& value = c.operand_type(store::kValue);
  const Id type = c.type_of(store::kValue);
  if (pointer.unknown() || value.unknown()) return;
  if (!pointer.Is(tt::kPointer)) {
    if (kNumber.MatchesTraits(value)) return;
    ReportType(c, R("atomic.store.untyped-value-type"), store::kValue, type);
  } else if (pointer.element != type) {
    ReportTypes(c, R("atomic.store.value-type"), store::kValue, type,
                pointer.element);
  }
}

void CheckVector(const CheckContext& c) {
  const Id type = c.inst().result_type();
  const TypeInfo& vector = c.result_type();
  if (vector.unknown() || !vector.Is(tt::kVector)) return;
  constexpr TypePattern kHalf2 = Ieee754(Vector(tt::kFloat, 16, 2));
  constexpr TypePattern kHalf4 = Ieee754(Vector(tt::kFloat, 16, 4));
  if (!Fits(c.context(), kHalf2, type) && !Fits(c.context(), kHalf4, type)) {
    ReportType(c, R("atomic.float16vector.component-count"),
               modify::kResultType, type);
    return;
  }
  c.Report(R("atomic.float16vector.capability"), Place::kWhole,
           {c.inst().op()});
}

// --- Images ---

bool HasAtomicFormat(grammar::ImageFormat format) {
  switch (format) {
    case grammar::ImageFormat::kR64i:
    case grammar::ImageFormat::kR64ui:
    case grammar::ImageFormat::kR32f:
    case grammar::ImageFormat::kR32i:
    case grammar::ImageFormat::kR32ui:
      return true;
    default:
      return false;
  }
}

// Whether images of a dimension, which have no format, also have no such
// pointers, which another rule reports.
bool IsAttachment(grammar::Dim dim) {
  return dim == grammar::Dim::kSubpassData ||
         dim == grammar::Dim::kTileImageDataEXT;
}

void CheckFormat(const CheckContext& c, const Rule& rule, OperandIndex operand,
                 Id image_type) {
  const ImageType* image = c.context().images().Find(image_type);
  if (image == nullptr || HasAtomicFormat(image->format) ||
      IsAttachment(image->dim)) {
    return;
  }
  c.Report(rule, operand, {Arg::Enumerant(Kind::kImageFormat, image->format)})
      .Note("the image type is declared here",
            Place::At(c.module().def(image->type)));
}

// Checks that only atomic instructions use a pointer to a texel; whether the
// instruction allows one is a separate rule.
void CheckTexelPointer(const CheckContext& c) {
  constexpr OperandIndex kImage = operand::ImageTexelPointer::kImage;
  const TypeInfo& pointer = c.operand_type(kImage);
  if (pointer.unknown() || !pointer.Is(tt::kPointer)) return;
  CheckFormat(c, R("atomic.pointer.texel-format"), kImage, pointer.element);
}

void CheckUntypedTexelPointer(const CheckContext& c) {
  constexpr OperandIndex kType =
      operand::UntypedImageTexelPointerEXT::kImageType;
  CheckFormat(c, R("atomic.pointer.untyped-texel-format"), kType,
              c.inst().id(kType));
}

// --- Buffers ---

// Whether a type is a pointer into Uniform to a type that atomic instructions
// allow.
bool IsInUniform(const ModuleContext& context, Id id) {
  constexpr TypePattern kAny = {.shape = tt::kAnyPointer,
                                .element = &kNumberOrVector};
  const TypeInfo& type = context.types().Get(id);
  return !type.unknown() && type.Is(tt::kAnyPointer) &&
         type.storage_class == StorageClass::kUniform &&
         Fits(context, kAny, id);
}

// Whether an atomic instruction of the module may access storage class
// Uniform.
bool MayHaveUniformAtomics(const ModuleContext& context) {
  return context.types().AnyPointsInto(StorageClass::kUniform) &&
         context.module().HasAny(kAtomics);
}

void ProvidePointers(ModuleContext& context) {
  if (MayHaveUniformAtomics(context)) context.Provide(fact::kPointers);
}

void CheckUniform(const CheckContext& c) {
  // The layout rules report an instruction outside functions.
  if (c.function() == nullptr) return;
  const OperandIndex operand = PointerOf(c);
  if (!IsInUniform(c.context(), c.type_of(operand))) return;
  const PointerOrigin origin =
      c.context().pointers().OriginOf(c.inst().id(operand));
  if (origin.kind != PointerRoot::kVariable) return;
  const TypeTable& types = c.context().types();
  const Id type = InnermostElement(
      c.context(), types.TypeOf(c.module(), origin.root).element);
  if (types.Get(type).unknown() ||
      c.context().decorations().Has(type, grammar::Decoration::kBufferBlock)) {
    return;
  }
  const bool is_written_block =
      IsVulkan(c.context()) && c.inst().op() != Op::kAtomicLoad &&
      c.context().decorations().Has(type, grammar::Decoration::kBlock);
  c.Report(is_written_block ? R("atomic.pointer.vulkan-uniform-block")
                            : R("atomic.pointer.uniform-bufferblock"),
           operand, {Arg::Type(type)})
      .Note("the variable is declared here",
            Place::At(c.module().def(origin.root)));
}
static_assert(AllHave(kReturning, modify::kPointer));
constexpr Check kChecks[] = {
    {kReturning, CheckPointee},
    {Op::kAtomicStore, CheckStored},
    {kVectorOps, CheckVector},
    {Op::kImageTexelPointer, CheckTexelPointer},
    {Op::kUntypedImageTexelPointerEXT, CheckUntypedTexelPointer},
    {kAtomics, CheckUniform, Requires(MayHaveUniformAtomics)},
};

}  // namespace

extern constinit const Family kAtomicAccess(
    R, kModuleCheck<Phase::kIds, ProvidePointers>, kChecks, kSignatures,
    kOperandRules);

}  // namespace plumb
