// Cooperative matrices and vectors, long vectors and tensors: the stages,
// sizes and component types that a device supports.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/device/device_rules.h"
#include "validate/rules/device/shader_stages.h"

namespace plumb {
namespace {

namespace matrix = operand::TypeCooperativeMatrixKHR;

constexpr char kKhr[] = "VkPhysicalDeviceCooperativeMatrixPropertiesKHR";
constexpr char kNv[] = "VkPhysicalDeviceCooperativeMatrixPropertiesNV";

// --- Stages ---

constexpr char kStageText[] =
    "an entry point with execution model {0} reaches this, but {1} of the "
    "device does not include its stage";

struct StageRow {
  absl::Span<const Op> ops;
  DeviceLimit stages;
  Rule rule;
};
constexpr Op kMatrixOps[] = {
    Op::kCooperativeMatrixLoadKHR,       Op::kCooperativeMatrixStoreKHR,
    Op::kCooperativeMatrixMulAddKHR,     Op::kCooperativeMatrixLengthKHR,
    Op::kCooperativeMatrixConvertNV,     Op::kCooperativeMatrixReduceNV,
    Op::kCooperativeMatrixTransposeNV,   Op::kCooperativeMatrixLoadTensorNV,
    Op::kCooperativeMatrixStoreTensorNV, Op::kCooperativeMatrixPerElementOpNV};
constexpr Op kNvMatrixOps[] = {
    Op::kCooperativeMatrixLoadNV, Op::kCooperativeMatrixStoreNV,
    Op::kCooperativeMatrixMulAddNV, Op::kCooperativeMatrixLengthNV};
constexpr Op kVectorOps[] = {Op::kCooperativeVectorLoadNV,
                             Op::kCooperativeVectorStoreNV,
                             Op::kCooperativeVectorMatrixMulNV,
                             Op::kCooperativeVectorMatrixMulAddNV,
                             Op::kCooperativeVectorOuterProductAccumulateNV,
                             Op::kCooperativeVectorReduceSumAccumulateNV};
constexpr Op kTensorOps[] = {Op::kTensorReadARM, Op::kTensorWriteARM,
                             Op::kTensorQuerySizeARM};
constexpr StageRow kStageRows[] = {
    {kMatrixOps, DeviceLimit("cooperativeMatrixSupportedStages", kKhr),
     DeviceRule("device.cooperative-matrix.stages", kStageText,
                "VUID-RuntimeSpirv-cooperativeMatrixSupportedStages-08985")},
    {kNvMatrixOps, DeviceLimit("cooperativeMatrixSupportedStages", kNv),
     DeviceRule("device.cooperative-matrix-nv.stages", kStageText,
                "VUID-RuntimeSpirv-OpTypeCooperativeMatrixNV-06322")},
    {kVectorOps, "cooperativeVectorSupportedStages",
     DeviceRule("device.cooperative-vector.stages", kStageText,
                "VUID-RuntimeSpirv-cooperativeVectorSupportedStages-10091")},
    {kTensorOps, "shaderTensorSupportedStages",
     DeviceRule("device.tensor.stages", kStageText,
                "VUID-RuntimeSpirv-shaderTensorSupportedStages-09901")},
};

// --- Types ---

constexpr char kSizeText[] =
    "{0} has {1} component{1s}, but {2} of the device is {3}";
constexpr RuleTable R({
    DeviceRule("device.cooperative-matrix.workgroup-scope",
               "a matrix with scope Workgroup requires feature "
               "cooperativeMatrixWorkgroupScope, which the device lacks",
               "VUID-RuntimeSpirv-cooperativeMatrixWorkgroupScope-10164"),
    DeviceRule("device.cooperative-matrix.dimension",
               "a dimension is {0}, but {1} of the device is {2}",
               "VUID-RuntimeSpirv-"
               "cooperativeMatrixFlexibleDimensionsMaxDimension-10167"),
    DeviceRule("device.cooperative-vector.components", kSizeText,
               "VUID-RuntimeSpirv-maxCooperativeVectorComponents-10094"),
    DeviceRule("device.long-vector.components", kSizeText,
               "VUID-RuntimeSpirv-longVector-12296"),
    DeviceRule(
        "device.cooperative-vector.reduce-sum",
        "a sum of {0}-bit floats requires {1}, which the device lacks",
        "VUID-RuntimeSpirv-OpCooperativeVectorReduceSumAccumulateNV-10092"),
    DeviceRule(
        "device.cooperative-vector.outer-product",
        "a product of {0}-bit floats requires {1}, which the device lacks",
        "VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10093"),
    DeviceRule(
        "device.tensor.array-length",
        "an access has an array of {0} element{0s}, but {1} of the device "
        "is {2}",
        "VUID-RuntimeSpirv-maxTensorShaderAccessArrayLength-09903"),
    DeviceRule("device.tensor.access-size",
               "an access has {0} byte{0s}, but {1} of the device is {2}",
               "VUID-RuntimeSpirv-maxTensorShaderAccessSize-09904"),
});
constexpr auto kRules = Join(RulesOf(R), RulesOf(kStageRows, &StageRow::rule));

void CheckStages(const CheckContext& c) {
  const Device& device = *DeviceOf(c.context());
  for (const StageRow& row : kStageRows) {
    if (!absl::c_linear_search(row.ops, c.inst().op())) continue;
    c.ReportIfReached(row.rule, ModelsWithout(device, row.stages),
                      {row.stages.name()});
  }
}

void CheckMatrix(const CheckContext& c) {
  const Device& device = *DeviceOf(c.context());
  const auto scope = FixedValue(c, c.inst().id(matrix::kScope));
  if (scope && grammar::Scope{*scope} == grammar::Scope::kWorkgroup &&
      !device.Has(DeviceFeature("cooperativeMatrixWorkgroupScope"))) {
    c.Report(R("device.cooperative-matrix.workgroup-scope"), matrix::kScope);
  }
  constexpr DeviceLimit kLimit(
      "cooperativeMatrixFlexibleDimensionsMaxDimension");
  const auto max = NumberOf(device, kLimit);
  if (!max) return;
  for (const OperandIndex dimension : {matrix::kRows, matrix::kColumns}) {
    const auto size = FixedValue(c, c.inst().id(dimension));
    if (!size || *size <= *max) continue;
    c.Report(R("device.cooperative-matrix.dimension"), dimension,
             {*size, kLimit.name(), static_cast<uint64_t>(*max)});
  }
}

void CheckCount(const CheckContext& c, const Rule& rule, DeviceLimit limit,
                uint32_t count) {
  const auto max = NumberOf(*DeviceOf(c.context()), limit);
  if (!max || count <= *max) return;
  c.Report(rule, operand::TypeVector::kComponentCount,
           {Arg::Type(c.inst().result()), count, limit.name(),
            static_cast<uint64_t>(*max)});
}

void CheckLength(const CheckContext& c, uint32_t count) {
  if (DeviceOf(c.context())->Has(DeviceFeature("longVector"))) {
    CheckCount(c, R("device.long-vector.components"), "maxVectorComponents",
               count);
  }
}

void CheckVector(const CheckContext& c) {
  CheckLength(c, c.inst().operand_word(operand::TypeVector::kComponentCount));
}

// Cooperative vectors and long vectors have the same opcode.
void CheckVectorById(const CheckContext& c) {
  const auto count =
      FixedValue(c, c.inst().id(operand::TypeVectorIdEXT::kComponentCount));
  if (!count) return;
  if (c.context().Has(Capability::kCooperativeVectorNV)) {
    CheckCount(c, R("device.cooperative-vector.components"),
               "maxCooperativeVectorComponents", *count);
  }
  CheckLength(c, *count);
}

// --- Training ---

struct Training {
  uint32_t width;
  DeviceFeature feature;
};
constexpr Training kTraining[] = {
    {16, "cooperativeVectorTrainingFloat16Accumulation"},
    {32, "cooperativeVectorTrainingFloat32Accumulation"},
};

void CheckAccumulation(const CheckContext& c, const Rule& rule,
                       OperandIndex operand, uint32_t width) {
  for (const Training& row : kTraining) {
    if (row.width != width || DeviceOf(c.context())->Has(row.feature)) continue;
    c.Report(rule, operand, {width, row.feature.name()});
  }
}

void CheckSum(const CheckContext& c) {
  constexpr OperandIndex kVector =
      operand::CooperativeVectorReduceSumAccumulateNV::kV;
  const TypeInfo& type = c.operand_type(kVector);
  if (type.poisoned() || !type.Is(tt::kFloat)) return;
  CheckAccumulation(c, R("device.cooperative-vector.reduce-sum"), kVector,
                    type.width);
}

void CheckProduct(const CheckContext& c) {
  constexpr OperandIndex kKind =
      operand::CooperativeVectorOuterProductAccumulateNV::kMatrixInterpretation;
  const auto kind = FixedValue(c, c.inst().id(kKind));
  if (!kind) return;
  // VK_COMPONENT_TYPE_FLOAT16_KHR and VK_COMPONENT_TYPE_FLOAT32_KHR.
  CheckAccumulation(c, R("device.cooperative-vector.outer-product"), kKind,
                    *kind == 0   ? 16
                    : *kind == 1 ? 32
                                 : 0);
}

// --- Tensors ---

void CheckAccess(const CheckContext& c, OperandIndex operand, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.poisoned()) return;
  uint64_t length = 1;
  const TypeInfo* element = &info;
  if (info.Is(tt::kArray)) {
    const Inst array = c.module().inst(c.module().def(type));
    const auto fixed = FixedValue(c, array.id(operand::TypeArray::kLength));
    if (!fixed) return;
    length = *fixed;
    element = &c.context().types().Get(info.element);
  }
  const Device& device = *DeviceOf(c.context());
  constexpr DeviceLimit kLength("maxTensorShaderAccessArrayLength");
  constexpr DeviceLimit kSize("maxTensorShaderAccessSize");
  const auto longest = NumberOf(device, kLength);
  if (longest && info.Is(tt::kArray) &&
      length > static_cast<uint64_t>(*longest)) {
    c.Report(R("device.tensor.array-length"), operand,
             {length, kLength.name(), static_cast<uint64_t>(*longest)});
    return;
  }
  const auto largest = NumberOf(device, kSize);
  if (!largest || element->poisoned() || !element->Is(tt::kScalar)) return;
  const uint64_t size =
      length * (element->Is(tt::kBool) ? 1 : element->width / 8);
  if (size <= static_cast<uint64_t>(*largest)) return;
  c.Report(R("device.tensor.access-size"), operand,
           {size, kSize.name(), static_cast<uint64_t>(*largest)});
}

void CheckRead(const CheckContext& c) {
  CheckAccess(c, operand::TensorReadARM::kResultType, c.inst().result_type());
}
void CheckWrite(const CheckContext& c) {
  constexpr OperandIndex kObject = operand::TensorWriteARM::kObject;
  CheckAccess(c, kObject, c.type_of(kObject));
}

constexpr auto kStageOps =
    JoinOps(kMatrixOps, kNvMatrixOps, kVectorOps, kTensorOps);
constexpr Check kChecks[] = {
    {kStageOps, CheckStages, Requires(ValidationInput::kDevice)},
    {Op::kTypeCooperativeMatrixKHR, CheckMatrix,
     Requires(ValidationInput::kDevice)},
    {Op::kTypeVector, CheckVector, Requires(ValidationInput::kDevice)},
    {Op::kTypeVectorIdEXT, CheckVectorById, Requires(ValidationInput::kDevice)},
    {Op::kCooperativeVectorReduceSumAccumulateNV, CheckSum,
     Requires(ValidationInput::kDevice)},
    {Op::kCooperativeVectorOuterProductAccumulateNV, CheckProduct,
     Requires(ValidationInput::kDevice)},
    {Op::kTensorReadARM, CheckRead, Requires(ValidationInput::kDevice)},
    {Op::kTensorWriteARM, CheckWrite, Requires(ValidationInput::kDevice)},
};

}  // namespace

extern constinit const Family kDeviceMatrices(kRules, kChecks);

}  // namespace plumb
