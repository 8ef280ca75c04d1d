// Images that only fragment shaders may use: subpass inputs and tile images
// (section 3.3.6, SPV_EXT_shader_tile_image, SPV_HUAWEI_subpass_shading).
//
// An access to such an image loads it, and the load is reported.  Subpass
// inputs must be read at the coordinate of the fragment.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "core/execution_models.h"
#include "validate/engine/family.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

using grammar::Dim;

constexpr char kText[] =
    "an image with Dim {1} can be loaded only in fragment shaders, but an "
    "entry point with execution model {0} reaches this load";

// Uses of the rejected image are not reported.
constexpr RuleTable R({
    Also("image.typeimage.subpassdata-glcompute",
         {"image.typeimage.subpassdata-fragment", "3.3.6", kText}),
    {"image.typeimage.tileimage-fragment", "SPV_EXT_shader_tile_image", kText,
     "VUID-StandaloneSpirv-None-08720"},
    InVulkan("image.subpassdata.coordinates",
             "in Vulkan, the coordinates for an image with Dim SubpassData "
             "must be the constant (0, 0), not {0}",
             "VUID-StandaloneSpirv-SubpassData-04660"),
});

constexpr ModelSet kFragment = ExecutionModel::kFragment;
constexpr ModelSet kSubpassShading = {ExecutionModel::kFragment,
                                      ExecutionModel::kGLCompute};

void CheckLoad(const CheckContext& c) {
  if (!c.result_type().Is(type_trait::kImage)) return;
  const ImageType* image = c.context().images().Find(c.inst().result_type());
  if (image == nullptr) return;
  const Arg dim = Arg::Enumerant(Kind::kDim, image->dim);
  if (image->dim == Dim::kSubpassData) {
    const bool has_shading =
        c.context().features().Has(grammar::Extension::kHuaweiSubpassShading);
    c.ReportIfReached(R("image.typeimage.subpassdata-fragment"),
                      ~(has_shading ? kSubpassShading : kFragment), {dim});
  } else if (image->dim == Dim::kTileImageDataEXT) {
    c.ReportIfReached(R("image.typeimage.tileimage-fragment"), ~kFragment,
                      {dim});
  }
}

// --- Coordinates ---

// Whether an <id> may be a vector of zeros, as far as known before
// specialization.
bool MayBeZeros(const ModuleContext& context, Id id) {
  const InstIndex def = context.module().def(id);
  if (def == kNoInst) return true;
  const Inst vector = context.module().inst(def);
  if (vector.op() == Op::kConstantNull) return true;
  if (!MakesConstant(vector.op())) return false;
  if (vector.op() != Op::kConstantComposite) return true;
  for (OperandIndex o = operand::ConstantComposite::kConstituents;
       o < vector.operand_count(); ++o) {
    const ScalarConstant number = context.constants().Scalar(vector.id(o));
    if (number.fixed() && number.value != 0) return false;
  }
  return true;
}

void CheckCoordinates(const CheckContext& c) {
  constexpr OperandIndex kImage = operand::ImageRead::kImage;
  constexpr OperandIndex kCoordinate = operand::ImageRead::kCoordinate;
  const ImageType* image = c.context().images().Find(c.type_of(kImage));
  if (image == nullptr || image->dim != Dim::kSubpassData) return;
  const Id coordinates = c.inst().id(kCoordinate);
  if (c.operand_type(kCoordinate).unknown() ||
      MayBeZeros(c.context(), coordinates)) {
    return;
  }
  c.Report(R("image.subpassdata.coordinates"), kCoordinate, {coordinates});
}

bool HasSubpasses(const ModuleContext& context) {
  return IsVulkan(context) &&
         absl::c_any_of(context.images().types(), [](const ImageType& type) {
           return type.dim == Dim::kSubpassData;
         });
}

// Whether the module has such images, and entry points that must not use them.
bool MayMisuseImages(const ModuleContext& context) {
  return context.entry_points().models().Intersects(~kFragment) &&
         absl::c_any_of(context.images().types(), [](const ImageType& type) {
           return type.dim == Dim::kSubpassData ||
                  type.dim == Dim::kTileImageDataEXT;
         });
}

constexpr Check kChecks[] = {
    {Op::kLoad, CheckLoad, Requires(MayMisuseImages)},
    {Op::kImageRead, CheckCoordinates, Requires(HasSubpasses)}};

}  // namespace

extern constinit const Family kFragmentImages(R, kChecks);

}  // namespace plumb
