// Vulkan's rules for operands and types that do not depend on the device, but
// that the specification lists among those that do.
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/processing_ops.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

namespace add = operand::CooperativeVectorMatrixMulAddNV;
namespace mul = operand::CooperativeVectorMatrixMulNV;

constexpr char kAligned[] = "{2} must be a multiple of {1}, but is {0}";
constexpr char kTexture[] =
    "the image must have Dim 2D, Depth 0, Arrayed 0, MS 0 and Sampled 1, but "
    "{0} does not";

constexpr Rule AsWarning(Rule rule) {
  rule.severity = Severity::kWarning;
  return rule;
}

constexpr RuleTable R({
    DeviceRule("device.tensor.no-shape",
               "a tensor type of a shader must not have a shape",
               "VUID-RuntimeSpirv-OpTypeTensorARM-09902"),
    DeviceRule("device.tensor.rank",
               "a tensor type of a shader must have a rank",
               "VUID-RuntimeSpirv-OpTypeTensorARM-09907"),
    DeviceRule(
        "device.enqueue.models",
        "capability ShaderEnqueueAMDX is allowed only in compute and mesh "
        "shaders, not in execution model {0}",
        "VUID-RuntimeSpirv-ShaderEnqueueAMDX-09191"),
    // A front end writes three components to all formats, and implementations
    // accept it.
    AsWarning(
        DeviceRule("device.image-write.components",
                   "the texel has {0} component{0s}, but format {1} has {2}",
                   "VUID-RuntimeSpirv-OpImageWrite-07112")),
    DeviceRule("device.image-weights.type",
               "the weights must be an image with Dim 2D, Depth 0, Arrayed 1, "
               "MS 0 and Sampled 1, but {0} does not",
               "VUID-RuntimeSpirv-OpImageSampleWeightedQCOM-06980"),
    DeviceRule("device.block-match.image", kTexture,
               "VUID-RuntimeSpirv-OpImageBlockMatchSSDQCOM-06983"),
    DeviceRule("device.block-match-window.image", kTexture,
               "VUID-RuntimeSpirv-OpImageBlockMatchWindow-09220"),
    DeviceRule(
        "device.enqueue.payload-models",
        "storage class NodePayloadAMDX of {0} is allowed only in compute "
        "and mesh shaders, not in execution model {1}",
        "VUID-RuntimeSpirv-NodePayloadAMDX-09192"),
    DeviceRule("device.tile-shading.image-processing",
               "{0} of a tile attachment requires feature "
               "tileShadingImageProcessing, which the device lacks",
               "VUID-RuntimeSpirv-tileShadingImageProcessing-10712"),
    DeviceRule("device.sub-array.start",
               "operand Index must be a multiple of {1}, the length of the "
               "result, but is {0}",
               "VUID-RuntimeSpirv-OpExtractSubArrayQCOM-12354"),
    DeviceRule("device.cooperative-vector.float8-layout",
               "a matrix of 8-bit floats must have one of the optimal layouts, "
               "not layout {0}",
               "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10090"),
});

// --- Constant offsets and strides ---

// The offset added to a pointer is checked, not the pointer.
struct AlignedRow {
  Op op;
  OperandIndex operand;
  uint32_t multiple;
  const Rule* rule;
};
constexpr RuleTable kAlignedRules({
    DeviceRule("device.cooperative-vector.matrix-stride", kAligned,
               "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10096"),
    DeviceRule("device.cooperative-vector.matrix-offset", kAligned,
               "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10097"),
    DeviceRule("device.cooperative-vector.bias-offset", kAligned,
               "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulAddNV-10098"),
    DeviceRule("device.cooperative-vector.load-offset", kAligned,
               "VUID-RuntimeSpirv-OpCooperativeVectorLoadNV-10099"),
    DeviceRule(
        "device.cooperative-vector.sum-offset", kAligned,
        "VUID-RuntimeSpirv-OpCooperativeVectorReduceSumAccumulateNV-10100"),
    DeviceRule(
        "device.cooperative-vector.product-offset", kAligned,
        "VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10101"),
});
constexpr AlignedRow kAlignedRows[] = {
    {Op::kCooperativeVectorMatrixMulNV, mul::kMatrixOffset, 64,
     &kAlignedRules("device.cooperative-vector.matrix-offset")},
    {Op::kCooperativeVectorMatrixMulAddNV, add::kMatrixOffset, 64,
     &kAlignedRules("device.cooperative-vector.matrix-offset")},
    {Op::kCooperativeVectorMatrixMulAddNV, add::kBiasOffset, 16,
     &kAlignedRules("device.cooperative-vector.bias-offset")},
    {Op::kCooperativeVectorLoadNV, operand::CooperativeVectorLoadNV::kOffset,
     16, &kAlignedRules("device.cooperative-vector.load-offset")},
    {Op::kCooperativeVectorStoreNV, operand::CooperativeVectorStoreNV::kOffset,
     16, &kAlignedRules("device.cooperative-vector.load-offset")},
    {Op::kCooperativeVectorReduceSumAccumulateNV,
     operand::CooperativeVectorReduceSumAccumulateNV::kOffset, 16,
     &kAlignedRules("device.cooperative-vector.sum-offset")},
    {Op::kCooperativeVectorOuterProductAccumulateNV,
     operand::CooperativeVectorOuterProductAccumulateNV::kOffset, 64,
     &kAlignedRules("device.cooperative-vector.product-offset")},
};
constexpr auto kRules = Join(RulesOf(R), RulesOf(kAlignedRules));

// Reports a constant that is not a multiple.
void CheckMultiple(const CheckContext& c, const Rule& rule,
                   OperandIndex operand, uint32_t multiple) {
  const auto value = FixedValue(c, c.inst().id(operand));
  if (!value || *value % multiple == 0) return;
  c.Report(rule, operand,
           {*value, multiple, Arg::Operand(c.inst(), operand.value)});
}

void CheckAligned(const CheckContext& c) {
  for (const AlignedRow& row : kAlignedRows) {
    if (row.op != c.inst().op()) continue;
    CheckMultiple(c, *row.rule, row.operand, row.multiple);
  }
}

// VkCooperativeVectorMatrixLayoutNV.
constexpr uint32_t kColumnMajor = 1;
constexpr uint32_t kInferencingOptimal = 2;
constexpr uint32_t kTrainingOptimal = 3;
// VkComponentTypeKHR.
constexpr uint32_t kFloatE4M3 = 1000491002;
constexpr uint32_t kFloatE5M2 = 1000491003;

void CheckMultiply(const CheckContext& c) {
  const bool adds = c.inst().op() == Op::kCooperativeVectorMatrixMulAddNV;
  const OperandIndex layout_at = adds ? add::kMemoryLayout : mul::kMemoryLayout;
  const auto layout = FixedValue(c, c.inst().id(layout_at));
  const auto kind =
      FixedValue(c, c.inst().id(adds ? add::kMatrixInterpretation
                                     : mul::kMatrixInterpretation));
  if (!layout) return;
  if (kind && (*kind == kFloatE4M3 || *kind == kFloatE5M2) &&
      *layout != kInferencingOptimal && *layout != kTrainingOptimal) {
    c.Report(R("device.cooperative-vector.float8-layout"), layout_at,
             {*layout});
    return;
  }
  const OperandIndex stride_at = adds ? add::kMatrixStride : mul::kMatrixStride;
  constexpr uint32_t kMultiple = 16;
  if (*layout > kColumnMajor || !HasIdAt(c, stride_at)) return;
  CheckMultiple(c, kAlignedRules("device.cooperative-vector.matrix-stride"),
                stride_at, kMultiple);
}

// --- Types and capabilities of shaders ---

void CheckTensor(const CheckContext& c) {
  const uint32_t operands = c.inst().operand_count();
  if (operands > operand::TypeTensorARM::kShape) {
    c.Report(R("device.tensor.no-shape"), operand::TypeTensorARM::kShape);
  } else if (operands <= operand::TypeTensorARM::kRank) {
    c.Report(R("device.tensor.rank"), Place::kWhole);
  }
}

constexpr ModelSet kWithPayloads = {ExecutionModel::kGLCompute,
                                    ExecutionModel::kMeshEXT};

void CheckCapability(const CheckContext& c) {
  constexpr OperandIndex kCapability = operand::Capability::kCapability;
  const Capability capability{c.inst().operand_word(kCapability)};
  if (capability != Capability::kShaderEnqueueAMDX) return;
  const ModelSet models = c.context().entry_points().models();
  if (models.Intersects(kWithPayloads)) return;
  const EntryPoint entry(c.module(), c.module().entry_points()[0]);
  c.Report(R("device.enqueue.models"), kCapability,
           {Arg::Enumerant(grammar::Kind::kExecutionModel, entry.model())});
}

void CheckPayloads(ModuleContext& context) {
  if (!context.types().AnyPointsInto(StorageClass::kNodePayloadAMDX)) {
    return;
  }
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    if (kWithPayloads.Contains(entry.model())) continue;
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (context.types().TypeOf(context.module(), variable).storage_class !=
          StorageClass::kNodePayloadAMDX) {
        continue;
      }
      context.Report(R("device.enqueue.payload-models"),
                     Place::At(at, entry.interface_operand(n)),
                     {variable, Arg::Enumerant(grammar::Kind::kExecutionModel,
                                               entry.model())});
      break;
    }
  }
}

// --- Images ---

uint32_t ComponentsOf(grammar::ImageFormat format) {
  using F = grammar::ImageFormat;
  switch (format) {
    case F::kUnknown:
      return 0;
    case F::kR32f:
    case F::kR16f:
    case F::kR16:
    case F::kR8:
    case F::kR16Snorm:
    case F::kR8Snorm:
    case F::kR32i:
    case F::kR16i:
    case F::kR8i:
    case F::kR32ui:
    case F::kR16ui:
    case F::kR8ui:
    case F::kR64ui:
    case F::kR64i:
      return 1;
    case F::kRg32f:
    case F::kRg16f:
    case F::kRg16:
    case F::kRg8:
    case F::kRg16Snorm:
    case F::kRg8Snorm:
    case F::kRg32i:
    case F::kRg16i:
    case F::kRg8i:
    case F::kRg32ui:
    case F::kRg16ui:
    case F::kRg8ui:
      return 2;
    case F::kR11fG11fB10f:
      return 3;
    default:
      return 4;
  }
}

void CheckWrite(const CheckContext& c) {
  constexpr OperandIndex kTexel = operand::ImageWrite::kTexel;
  const ImageType* const image = AccessedImage(c);
  const TypeInfo& texel = c.operand_type(kTexel);
  if (image == nullptr || texel.poisoned() ||
      !texel.Is(type_trait::kScalar | type_trait::kVector) ||
      texel.Is(type_trait::kCountUnknown)) {
    return;
  }
  const uint32_t expected = ComponentsOf(image->format);
  if (texel.count >= expected) return;
  c.Report(R("device.image-write.components"), kTexel,
           {texel.count,
            Arg::Enumerant(grammar::Kind::kImageFormat,
                           static_cast<uint32_t>(image->format)),
            expected});
}

bool IsPlain(const ImageType& image, uint32_t arrayed) {
  return image.depth == 0 && image.dim == grammar::Dim::k2D &&
         image.arrayed == arrayed && image.multisampled == 0 &&
         image.sampled == 1;
}

// Checks an image; false if it is invalid.
bool CheckImage(const CheckContext& c, const Rule& rule, OperandIndex operand,
                uint32_t arrayed) {
  const ImageType* const image = c.context().images().Find(c.type_of(operand));
  if (image == nullptr || IsPlain(*image, arrayed)) return true;
  c.Report(rule, operand, {Arg::Type(image->type)});
  return false;
}

void CheckWeights(const CheckContext& c) {
  CheckImage(c, R("device.image-weights.type"),
             operand::ImageSampleWeightedQCOM::kWeights, 1);
}
void CheckPair(const CheckContext& c, const Rule& rule) {
  namespace match = operand::ImageBlockMatchSSDQCOM;
  for (const OperandIndex image : {match::kTarget, match::kReference}) {
    if (!CheckImage(c, rule, image, 0)) return;
  }
}
void CheckMatch(const CheckContext& c) {
  CheckPair(c, R("device.block-match.image"));
}
void CheckWindow(const CheckContext& c) {
  CheckPair(c, R("device.block-match-window.image"));
}

// Whether a sampled image was loaded from a tile attachment.
bool IsLoadedFromTile(const CheckContext& c, Id image) {
  const InstIndex def = c.module().def(image);
  if (def == kNoInst) return false;
  const Inst load = c.module().inst(def);
  return load.op() == Op::kLoad &&
         c.context()
                 .types()
                 .TypeOf(c.module(), load.id(operand::Load::kPointer))
                 .storage_class == StorageClass::kTileAttachmentQCOM;
}

void CheckProcessing(const CheckContext& c) {
  constexpr OperandIndex kFirst = operand::ImageSampleWeightedQCOM::kTexture;
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    if (!HasIdAt(c, o) || !IsLoadedFromTile(c, c.inst().id(o))) continue;
    c.Report(R("device.tile-shading.image-processing"), o, {c.inst().op()});
    return;
  }
}

void CheckSubArray(const CheckContext& c) {
  constexpr OperandIndex kIndex = operand::ExtractSubArrayQCOM::kIndex;
  const TypeInfo& type = c.result_type();
  if (type.poisoned() || !type.Is(type_trait::kArray)) return;
  const Inst array = c.module().inst(c.module().def(c.inst().result_type()));
  const auto length = FixedValue(c, array.id(operand::TypeArray::kLength));
  const auto index = FixedValue(c, c.inst().id(kIndex));
  if (!length || !index || *length == 0 || *index % *length == 0) return;
  c.Report(R("device.sub-array.start"), kIndex, {*index, *length});
}

constexpr Op kMultiplies[] = {Op::kCooperativeVectorMatrixMulNV,
                              Op::kCooperativeVectorMatrixMulAddNV};
constexpr Op kAlignedOps[] = {Op::kCooperativeVectorMatrixMulNV,
                              Op::kCooperativeVectorMatrixMulAddNV,
                              Op::kCooperativeVectorLoadNV,
                              Op::kCooperativeVectorStoreNV,
                              Op::kCooperativeVectorReduceSumAccumulateNV,
                              Op::kCooperativeVectorOuterProductAccumulateNV};
constexpr auto kWindows = JoinOps(kWindowMatches, kGatherMatches);
constexpr auto kProcessing = JoinOps(kWeightedSamples, kBoxFilters, kMatches,
                                     kWindowMatches, kGatherMatches);
constexpr Check kChecks[] = {
    // The types of graphs have shapes.
    {Op::kTypeTensorARM, CheckTensor,
     Requires(ValidationInput::kDevice, Op::kEntryPoint,
              Without{Capability::kGraphARM})},
    {Op::kCapability, CheckCapability,
     Requires(ValidationInput::kDevice, Op::kEntryPoint)},
    {Op::kImageWrite, CheckWrite, Requires(ValidationInput::kDevice)},
    {kMultiplies, CheckMultiply, Requires(ValidationInput::kDevice)},
    {kAlignedOps, CheckAligned, Requires(ValidationInput::kDevice)},
    {kWeightedSamples, CheckWeights, Requires(ValidationInput::kDevice)},
    {kMatches, CheckMatch, Requires(ValidationInput::kDevice)},
    {kWindows, CheckWindow, Requires(ValidationInput::kDevice)},
    {kProcessing, CheckProcessing,
     Requires(Lacks<"tileShadingImageProcessing">)},
    {Op::kExtractSubArrayQCOM, CheckSubArray,
     Requires(ValidationInput::kDevice)},
};

}  // namespace

extern constinit const Family kDeviceOperands(
    kRules,
    kModuleCheck<Phase::kSummaries, CheckPayloads, ValidationInput::kDevice>,
    kChecks);

}  // namespace plumb
