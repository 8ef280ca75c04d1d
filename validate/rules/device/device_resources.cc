// Images and buffers that a device supports only with certain decorations.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    DeviceRule(
        "device.image-format.write",
        "{0} has no image format, so it must be decorated with NonWritable: "
        "the device lacks shaderStorageImageWriteWithoutFormat",
        "VUID-RuntimeSpirv-apiVersion-07954"),
    DeviceRule(
        "device.image-format.read",
        "{0} has no image format, so it must be decorated with NonReadable: "
        "the device lacks shaderStorageImageReadWithoutFormat",
        "VUID-RuntimeSpirv-apiVersion-07955"),
    DeviceRule("device.fragment-stores.non-writable",
               "{0} must be decorated with NonWritable in fragment shaders, as "
               "the device lacks fragmentStoresAndAtomics",
               "VUID-RuntimeSpirv-NonWritable-06340"),
    DeviceRule(
        "device.vertex-stores.non-writable",
        "{0} must be decorated with NonWritable in vertex, tessellation and "
        "geometry shaders, as the device lacks vertexPipelineStoresAndAtomics",
        "VUID-RuntimeSpirv-NonWritable-06341"),
    DeviceRule("device.input-attachment.index",
               "{0} must be decorated with InputAttachmentIndex, as the device "
               "lacks dynamicRenderingLocalRead",
               "VUID-RuntimeSpirv-None-09558"),
    DeviceRule("device.input-attachment.array-index",
               "{0} is an array of input attachments, so it must be decorated "
               "with InputAttachmentIndex",
               "VUID-RuntimeSpirv-OpTypeImage-09644"),
});

// The image type of a variable or of its array elements; null if none.
const ImageType* ImageOf(const ModuleContext& context, Id variable) {
  const Id type = InnermostElement(context, ObjectTypeOf(context, variable));
  const TypeInfo& info = context.types().Get(type);
  if (info.poisoned() || !info.Is(tt::kImage)) return nullptr;
  return context.images().Find(type);
}

// Storage images and storage texel buffers.
bool IsStorageImage(const ImageType& image) {
  return image.sampled == 2 && image.dim != grammar::Dim::kSubpassData &&
         image.dim != grammar::Dim::kTileImageDataEXT;
}

// --- Formats ---

void CheckFormat(const CheckContext& c, const ImageType& image) {
  const Device& device = *DeviceOf(c.context());
  if (!IsStorageImage(image) ||
      image.format != grammar::ImageFormat::kUnknown ||
      OffersVersion(c.context(), device, 13) ||
      device.Has(DeviceExtension("VK_KHR_format_feature_flags2"))) {
    return;
  }
  const Decorations& decorations = c.context().decorations();
  const Id variable = c.inst().result();
  if (!device.Has(DeviceFeature("shaderStorageImageWriteWithoutFormat")) &&
      !decorations.Has(variable, Decoration::kNonWritable)) {
    c.Report(R("device.image-format.write"), Place::kWhole, {variable});
  }
  if (!device.Has(DeviceFeature("shaderStorageImageReadWithoutFormat")) &&
      !decorations.Has(variable, Decoration::kNonReadable)) {
    c.Report(R("device.image-format.read"), Place::kWhole, {variable});
  }
}

void CheckAttachment(const CheckContext& c, const ImageType& image) {
  const Id variable = c.inst().result();
  if (image.dim != grammar::Dim::kSubpassData ||
      c.context().decorations().Has(variable,
                                    Decoration::kInputAttachmentIndex)) {
    return;
  }
  if (!DeviceOf(c.context())->Has(DeviceFeature("dynamicRenderingLocalRead"))) {
    c.Report(R("device.input-attachment.index"), Place::kWhole, {variable});
  } else if (ObjectTypeOf(c.context(), variable) != image.type) {
    c.Report(R("device.input-attachment.array-index"), Place::kWhole,
             {variable});
  }
}

void CheckVariable(const CheckContext& c) {
  const ImageType* const image = ImageOf(c.context(), c.inst().result());
  if (image == nullptr) return;
  CheckFormat(c, *image);
  CheckAttachment(c, *image);
}

// --- Stores ---

constexpr ModelSet kFragment = ExecutionModel::kFragment;
constexpr ModelSet kVertexPipeline = {
    ExecutionModel::kVertex, ExecutionModel::kTessellationControl,
    ExecutionModel::kTessellationEvaluation, ExecutionModel::kGeometry};

class Stores {
 public:
  Stores(ModuleContext& context, const Device& device) : context_(context) {
    if (!device.Has(DeviceFeature("fragmentStoresAndAtomics"))) {
      wrong_ |= kFragment;
    }
    if (!device.Has(DeviceFeature("vertexPipelineStoresAndAtomics"))) {
      wrong_ |= kVertexPipeline;
    }
  }

  void Check() {
    if (!context_.entry_points().models().Intersects(wrong_)) return;
    FindWritable();
    if (!any_) return;
    const absl::Span<const FunctionRange> functions =
        context_.module().functions();
    for (uint32_t f = 0; f < functions.size(); ++f) {
      const ModelSet models =
          context_.reach().models(cfg::FunctionIndex(f)) & wrong_;
      if (!models.Empty()) CheckFunction(cfg::FunctionIndex(f), models);
    }
  }

 private:
  // Finds variables that are not read only.
  void FindWritable() {
    const Module& module = context_.module();
    writable_.assign(module.id_bound(), 0);
    for (const InstIndex i : module.global_variables()) {
      const InstRecord& record = module.record(i);
      if (!IsWritable(record.result)) continue;
      writable_[record.result.value] = 1;
      any_ = true;
    }
  }

  bool IsWritable(Id variable) const {
    const Decorations& decorations = context_.decorations();
    if (decorations.Has(variable, Decoration::kNonWritable)) return false;
    if (const ImageType* const image = ImageOf(context_, variable)) {
      return IsStorageImage(*image);
    }
    const Id block =
        InnermostElement(context_, ObjectTypeOf(context_, variable));
    const TypeInfo& type = context_.types().Get(block);
    if (type.poisoned() || !type.Is(tt::kStruct)) return false;
    const StorageClass storage =
        context_.types().TypeOf(context_.module(), variable).storage_class;
    if (storage != StorageClass::kStorageBuffer &&
        (storage != StorageClass::kUniform ||
         !decorations.Has(block, Decoration::kBufferBlock))) {
      return false;
    }
    for (uint32_t m = 0; m < type.count; ++m) {
      if (!decorations.Find(block, m, Decoration::kNonWritable)) return true;
    }
    return type.count == 0;
  }

  void CheckFunction(cfg::FunctionIndex f, ModelSet models) {
    const Module& module = context_.module();
    const FunctionRange& function = module.functions()[f.value];
    const bool in_fragment = models.Intersects(kFragment);
    for (InstIndex i = function.first; i < function.last; ++i) {
      module.ForEachIdOperand(i, [&](OperandIndex operand, Id id) {
        if (id.value >= writable_.size() || writable_[id.value] == 0) return;
        // Report each variable once.
        writable_[id.value] = 0;
        AddCallPathNotes(
            context_, f, in_fragment ? kFragment : kVertexPipeline,
            context_.Report(in_fragment
                                ? R("device.fragment-stores.non-writable")
                                : R("device.vertex-stores.non-writable"),
                            Place::At(i, operand), {id}));
      });
    }
  }

  ModuleContext& context_;
  ModelSet wrong_;
  bool any_ = false;
  std::vector<uint8_t> writable_;  // by id
};

void CheckStores(ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  Stores(context, *device).Check();
}
constexpr Op kVariables[] = {Op::kVariable, Op::kUntypedVariableKHR};
constexpr Check kChecks[] = {
    {kVariables, CheckVariable, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceResources(
    R, kModuleCheck<Phase::kSummaries, CheckStores, ValidationInput::kDevice>,
    kChecks);

}  // namespace plumb
