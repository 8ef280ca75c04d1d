// Types, constants and pointers of descriptor heaps (SPV_EXT_descriptor_heap).
//
// Which variable a pointer leads into is remembered per id while the functions
// are walked; pointers that come from elsewhere (parameters, phis) are unknown.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "validate/analysis/decorated.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::Capability;
using grammar::Decoration;
using grammar::Dim;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_descriptor_heap";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

// What is decorated is found by these.
constexpr grammar::Op kDecorateOps[] = {grammar::Op::kDecorate};

constexpr RuleTable R({
    {"heap.typebuffer.storage-class", kSection,
     "the storage class must be Uniform or StorageBuffer, not {0}"},
    {"heap.sizeof.result-type", kSection,
     "the result type must be a 32-bit or 64-bit integer, not {0}"},
    {"heap.sizeof.descriptor", kSection,
     "operand Type must be a descriptor type, which {0} is not"},
    {"heap.bufferpointer.result-type", kSection,
     "the result must be a pointer into Uniform or StorageBuffer, not {0}"},
    {"heap.bufferpointer.buffer-type", kSection,
     "operand Buffer must be an untyped pointer, not {0}"},
    ReliesOn(kDecorateOps, {"heap.bufferpointer.resource-heap", kSection,
                            "operand Buffer must lead into a variable "
                            "decorated with ResourceHeapEXT, "
                            "which {0} is not"}),
    {"heap.texelpointer.result-type", kSection,
     "the result must be an untyped pointer into Image, not {0}"},
    {"heap.texelpointer.image-type", kSection,
     "operand Image Type must be an image type, not {0}"},
    {"heap.texelpointer.no-subpass", kSection,
     "no pointer leads to the texels of an image of dimension SubpassData"},
    {"heap.texelpointer.image", kSection,
     "operand Image must be an untyped pointer, not {0}"},
    {"heap.texelpointer.coordinate-type", kSection,
     "operand Coordinate must be an integer scalar or vector, not {0}"},
    {"heap.texelpointer.coordinate-count", kSection,
     "a coordinate of this image has {1} components, not {0}"},
    {"heap.texelpointer.sample", kSection,
     "operand Sample must be an integer scalar, not {0}"},
    ReliesOn(
        kDecorateOps,
        {"heap.variable.heap-or-type", kSection,
         "{0} has no data type, so it must be decorated with SamplerHeapEXT or "
         "ResourceHeapEXT",
         "VUID-StandaloneSpirv-OpUntypedVariableKHR-11347", Severity::kError,
         kVulkan}),
    {"heap.load.sampler", kSection,
     "a sampler must come from a variable with a binding or from the sampler "
     "heap, not from {0}",
     "VUID-StandaloneSpirv-Result-11336", Severity::kError, kVulkan},
    {"heap.load.image", kSection,
     "an image must come from a variable with a binding or from the resource "
     "heap, not from {0}",
     "VUID-StandaloneSpirv-Result-11337", Severity::kError, kVulkan},
    {"heap.load.acceleration-structure", kSection,
     "an acceleration structure must come from a variable with a binding or "
     "from the resource heap, not from {0}",
     "VUID-StandaloneSpirv-Result-11339", Severity::kError, kVulkan},
});

constexpr Op kBufferTypes[] = {Op::kTypeBufferEXT};
constexpr Op kSizes[] = {Op::kConstantSizeOfEXT};
constexpr Op kBufferPointers[] = {Op::kBufferPointerEXT};
constexpr Op kTexelPointers[] = {Op::kUntypedImageTexelPointerEXT};
// Operands of OpUntypedImageTexelPointerEXT.
constexpr uint32_t kImageType = 2, kImage = 3, kCoordinate = 4, kSample = 5;
// Operands of OpBufferPointerEXT, and of OpConstantSizeOfEXT.
constexpr uint32_t kBuffer = 2, kSizedType = 2;

constexpr TypePattern kUntyped = {.shape = tt::kUntypedPointer};

constexpr Signature kSignatures[] = {
    {.ops = kSizes,
     .result = {.shape = tt::kScalar, .component = tt::kInt},
     .result_rule = &R("heap.sizeof.result-type")},
    {.ops = kBufferPointers,
     .result = {.shape = tt::kAnyPointer},
     .result_rule = &R("heap.bufferpointer.result-type"),
     .operands = kUntyped,
     .operand_rule = &R("heap.bufferpointer.buffer-type"),
     .first_operand = kBuffer},
    {.ops = kTexelPointers,
     .result = kUntyped,
     .result_rule = &R("heap.texelpointer.result-type"),
     .operands = kUntyped,
     .operand_rule = &R("heap.texelpointer.image"),
     .first_operand = kImage,
     .operand_count = 1},
    {.ops = kTexelPointers,
     .operands = {.shape = tt::kScalar | tt::kVector, .component = tt::kInt},
     .operand_rule = &R("heap.texelpointer.coordinate-type"),
     .first_operand = kCoordinate,
     .operand_count = 1},
    {.ops = kTexelPointers,
     .operands = {.shape = tt::kScalar, .component = tt::kInt},
     .operand_rule = &R("heap.texelpointer.sample"),
     .first_operand = kSample,
     .operand_count = 1},
};

bool IsBufferStorage(StorageClass storage) {
  return storage == StorageClass::kUniform ||
         storage == StorageClass::kStorageBuffer;
}

void CheckBufferType(const CheckContext& c) {
  const auto storage = StorageClass{c.inst().operand_word(1)};
  if (IsBufferStorage(storage)) return;
  c.Report(R("heap.typebuffer.storage-class"), 1,
           {Arg::Enumerant(grammar::Kind::kStorageClass, storage)});
  c.PoisonResult();
}

bool IsDescriptor(Op op) {
  return op == Op::kTypeBufferEXT || op == Op::kTypeImage ||
         op == Op::kTypeAccelerationStructureKHR || op == Op::kTypeTensorARM ||
         op == Op::kTypeSampler;
}

void CheckSize(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (!IsUnknown(result) && result.IsAll(tt::kScalar | tt::kInt) &&
      result.width != 32 && result.width != 64) {
    ReportType(c, R("heap.sizeof.result-type"), 0, c.inst().result_type());
    c.PoisonResult();
    return;
  }
  const Id type = c.inst().id(kSizedType);
  if (IsUnknown(c.context().types().Get(type)) ||
      IsDescriptor(c.module().record(c.module().def(type)).op)) {
    return;
  }
  ReportType(c, R("heap.sizeof.descriptor"), kSizedType, type);
  c.PoisonResult();
}

void CheckBufferPointer(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (IsUnknown(result) || !result.Is(tt::kAnyPointer) ||
      IsBufferStorage(result.storage_class)) {
    return;
  }
  c.Report(
      R("heap.bufferpointer.result-type"), 0,
      {Arg::Enumerant(grammar::Kind::kStorageClass, result.storage_class)});
  c.PoisonResult();
}

// --- Texel pointers
// --------------------------------------------------------------

// Components of a coordinate of an image; 0 if there is no such image.
uint32_t CoordinateCount(Dim dim, bool arrayed) {
  switch (dim) {
    case Dim::k1D:
      return arrayed ? 2 : 1;
    case Dim::k2D:
      return arrayed ? 3 : 2;
    case Dim::kCube:
      return 3;
    case Dim::k3D:
      return arrayed ? 0 : 3;
    case Dim::kRect:
      return arrayed ? 0 : 2;
    case Dim::kBuffer:
      return arrayed ? 0 : 1;
    default:
      return 0;
  }
}

void CheckTexelPointer(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (!IsUnknown(result) && result.Is(tt::kUntypedPointer) &&
      result.storage_class != StorageClass::kImage) {
    c.Report(
        R("heap.texelpointer.result-type"), 0,
        {Arg::Enumerant(grammar::Kind::kStorageClass, result.storage_class)});
    c.PoisonResult();
    return;
  }
  const Id type = c.inst().id(kImageType);
  const TypeInfo& info = c.context().types().Get(type);
  if (IsUnknown(info)) return;
  if (!info.Is(tt::kImage)) {
    ReportType(c, R("heap.texelpointer.image-type"), kImageType, type);
    return;
  }
  const Inst image = c.module().inst(c.module().def(type));
  const auto dim = Dim{image.operand_word(2)};
  if (dim == Dim::kSubpassData) {
    c.Report(R("heap.texelpointer.no-subpass"), kImageType)
        .Note("the image type is declared here", Place::At(image.index()));
    return;
  }
  const TypeInfo& coordinate = c.operand_type(kCoordinate);
  const uint32_t count = CoordinateCount(dim, image.operand_word(4) != 0);
  if (count == 0 || IsUnknown(coordinate) ||
      !coordinate.Is(tt::kScalar | tt::kVector) ||
      coordinate.Is(tt::kCountUnknown) || coordinate.count == count) {
    return;
  }
  c.Report(R("heap.texelpointer.coordinate-count"), kCoordinate,
           {coordinate.count, count})
      .Note("the image type is declared here", Place::At(image.index()));
}

// --- Pointers into heaps
// -----------------------------------------------------------

class Heaps {
 public:
  explicit Heaps(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    traits_.assign(module_.id_bound(), 0);
    Mark(Decoration::kBinding, kBound);
    Mark(Decoration::kDescriptorSet, kInSet);
    ForEachDecorated(module_, Decoration::kBuiltIn,
                     [this](Id id, const Inst& inst) { MarkHeap(id, inst); });
    root_.assign(module_.id_bound(), kNoId);
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const Op op = module_.record(i).op;
      const Id id = module_.record(i).result;
      if (Is(op, grammar::OpTrait::kVariable)) {
        root_[id.value] = id;
      }
      if (op == Op::kUntypedVariableKHR) CheckVariable(i);
    }
    for (const FunctionRange& function : module_.functions()) {
      for (InstIndex i = function.first; i < function.last; ++i) Step(i);
    }
  }

 private:
  // What a variable is decorated with.
  enum Trait : uint8_t {
    kBound = 1,
    kInSet = 2,
    kSamplerHeap = 4,
    kResourceHeap = 8,
  };

  void Mark(Decoration decoration, Trait trait) {
    ForEachDecorated(module_, decoration, [&](Id id, const Inst&) {
      if (id.value < traits_.size()) traits_[id.value] |= trait;
    });
  }
  void MarkHeap(Id id, const Inst& inst) {
    if (id.value >= traits_.size() || inst.operand_count() < 3) return;
    const auto built_in = BuiltIn{inst.operand_word(2)};
    if (built_in == BuiltIn::kSamplerHeapEXT) traits_[id.value] |= kSamplerHeap;
    if (built_in == BuiltIn::kResourceHeapEXT) {
      traits_[id.value] |= kResourceHeap;
    }
  }

  Id RootOf(Id id) const {
    return id.value < root_.size() ? root_[id.value] : kNoId;
  }
  bool Has(Id variable, uint8_t any) const {
    return (traits_[variable.value] & any) != 0;
  }

  void CheckVariable(InstIndex i) {
    const Inst inst = module_.inst(i);
    if (inst.operand_word(2) !=
            static_cast<uint32_t>(StorageClass::kUniformConstant) ||
        inst.operand_count() > 3 ||
        Has(inst.result(), kSamplerHeap | kResourceHeap)) {
      return;
    }
    context_.Report(R("heap.variable.heap-or-type"), Place::At(i),
                    {inst.result()});
  }

  void Step(InstIndex i) {
    const Inst inst = module_.inst(i);
    switch (inst.op()) {
      case Op::kVariable:
      case Op::kUntypedVariableKHR:
        root_[inst.result().value] = inst.result();
        return;
      case Op::kAccessChain:
      case Op::kInBoundsAccessChain:
      case Op::kPtrAccessChain:
      case Op::kInBoundsPtrAccessChain:
      case Op::kCopyObject:
        root_[inst.result().value] = RootOf(inst.id(2));
        return;
      case Op::kUntypedAccessChainKHR:
      case Op::kUntypedInBoundsAccessChainKHR:
      case Op::kUntypedPtrAccessChainKHR:
      case Op::kUntypedInBoundsPtrAccessChainKHR:
        root_[inst.result().value] = RootOf(inst.id(3));
        return;
      case Op::kBufferPointerEXT:
        CheckBuffer(inst);
        return;
      case Op::kLoad:
        CheckLoad(inst);
        return;
      default:
        return;
    }
  }

  void CheckBuffer(const Inst& inst) {
    const Id root = RootOf(inst.id(kBuffer));
    if (root == kNoId || Has(root, kResourceHeap)) return;
    context_
        .Report(R("heap.bufferpointer.resource-heap"),
                Place::At(inst.index(), kBuffer), {root})
        .Note("it is defined here", Place::At(module_.def(root)));
  }

  void CheckLoad(const Inst& inst) {
    const InstIndex type = module_.def(inst.result_type());
    if (type == kNoInst) return;
    switch (module_.record(type).op) {
      case Op::kTypeSampler:
        CheckRoot(inst, kSamplerHeap, R("heap.load.sampler"));
        return;
      case Op::kTypeImage:
        CheckRoot(inst, kResourceHeap, R("heap.load.image"));
        return;
      case Op::kTypeAccelerationStructureKHR:
        CheckRoot(inst, kResourceHeap, R("heap.load.acceleration-structure"));
        return;
      default:
        return;
    }
  }

  void CheckRoot(const Inst& inst, Trait heap, const Rule& rule) {
    const Id root = RootOf(inst.id(2));
    if (root == kNoId || Has(root, heap)) return;
    constexpr uint8_t kBinding = kBound | kInSet;
    if ((traits_[root.value] & kBinding) == kBinding) return;
    const auto storage = context_.types().Of(module_, root).storage_class;
    if (storage == StorageClass::kFunction ||
        storage == StorageClass::kPrivate) {
      return;
    }
    context_.Report(rule, Place::At(inst.index(), 2), {root})
        .Note("it is defined here", Place::At(module_.def(root)));
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<uint8_t> traits_;  // by id
  std::vector<Id> root_;         // by id of a pointer: the variable
};

void CheckHeaps(ModuleContext& context) {
  if (context.Has(Capability::kDescriptorHeapEXT)) Heaps(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckHeaps}};
constexpr Check kChecks[] = {{kBufferTypes, CheckBufferType},
                             {kSizes, CheckSize},
                             {kBufferPointers, CheckBufferPointer},
                             {kTexelPointers, CheckTexelPointer}};

}  // namespace

extern constinit const Family kDescriptorHeap = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
