// The <id>s of Image Operands: their types, and the texel types that
// SignExtend and ZeroExtend require (section 3.2.13,
// SPV_AMD_gpu_shader_half_float_fetch, SPV_AMD_shader_image_load_store_lod,
// SPV_AMD_texture_gather_bias_lod, the SPIR-V environment of Vulkan).
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"
#include "validate/rules/image/image_formats.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

using grammar::ImageOperands;

constexpr char kRequiresIntegers[] =
    "image operand {1} requires integer texels, not {0}";
constexpr char kWrongCount[] =
    "this image operand must have {1} component{1s} for this image, but {0} "
    "does not";
constexpr char kRequiresConstant[] =
    "image operand {1} must be a constant, but {0} is not";
constexpr char kRequiresOffset[] =
    "image operand {1} must be a scalar or vector of 32-bit integers, not {0}";
constexpr char kRequiresFloat[] =
    "image operand {1} must be a 32-bit floating-point scalar, not {0}";
constexpr char kRequiresInt[] =
    "image operand {1} must be a 32-bit integer scalar, not {0}";
constexpr char kRequiresGradient[] =
    "a derivative of image operand {1} must be a 32-bit floating-point scalar "
    "or vector, not {0}";

constexpr RuleTable R({
    Also("image.float16.bias image.samplefootprint.lod-type",
         {"image.operands.bias-float-scalar", "3.2.13", kRequiresFloat}),
    Also("image.float16.lod image.gatherbiaslod.operand-type",
         {"image.operands.lod-sample-float-scalar", "3.2.13", kRequiresFloat}),
    {"image.operands.lod-fetch-int-scalar", "3.2.13", kRequiresInt},
    {"image.readwritelod.operand-type", "SPV_AMD_shader_image_load_store_lod",
     kRequiresInt},
    Also("image.float16.grad",
         {"image.operands.grad-dx-float", "3.2.13", kRequiresGradient}),
    {"image.operands.grad-dx-components", "3.2.13", kWrongCount},
    {"image.operands.grad-dy-float", "3.2.13", kRequiresGradient},
    {"image.operands.grad-dy-components", "3.2.13", kWrongCount},
    {"image.operands.constoffset-constant", "3.2.13", kRequiresConstant},
    {"image.operands.constoffset-int", "3.2.13", kRequiresOffset},
    {"image.operands.constoffset-components", "3.2.13", kWrongCount},
    {"image.operands.offset-int", "3.2.13", kRequiresOffset},
    {"image.operands.offset-components", "3.2.13", kWrongCount},
    {"image.operands.constoffsets-constant", "3.2.13", kRequiresConstant},
    {"image.operands.constoffsets-array-of-4", "3.2.13",
     "image operand {1} must be an array of four vectors, not {0}"},
    {"image.operands.constoffsets-element-ivec2", "3.2.13",
     "image operand {1} must be an array of vectors of two 32-bit integers, "
     "not {0}"},
    {"image.operands.sample-int-scalar", "3.2.13", kRequiresInt},
    Also("image.float16.minlod",
         {"image.operands.minlod-float-scalar", "3.2.13", kRequiresFloat}),
    {"image.operands.signextend-integer", "3.2.13", kRequiresIntegers},
    {"image.operands.zeroextend-integer", "3.2.13", kRequiresIntegers},
    {"image.operands.zeroextend-unsigned", "3.2.13",
     "image operand {1} requires integer texels with signedness 0, not {0}"},
    InVulkan("image.operands.format-signedness",
             "in Vulkan, format {0} is of {1} integers, but this access is {2}",
             "VUID-StandaloneSpirv-Image-04965"),
});

// --- Types ---

constexpr TypePattern kFloat = Ieee754(kFloat32);
constexpr TypePattern kHalf = Ieee754(Scalar(tt::kFloat, 16));
constexpr TypePattern kFloats = Ieee754(ScalarOrVector(tt::kFloat, 32));
constexpr TypePattern kHalves = Ieee754(ScalarOrVector(tt::kFloat, 16));
constexpr TypePattern kInts = ScalarOrVector(tt::kInt, 32);
constexpr TypePattern kInt2 = Vector(tt::kInt, 32, 2);
constexpr TypePattern kArray4 = {.shape = tt::kArray};

// The operands of an instruction: their positions, and the image.
struct Operands {
  const CheckContext& c;
  const ImageOperandList& list;
  const ImageType* image;  // null if unknown
};

// Reports at an operand; returns false.  Arguments: the type, the bit.
bool ReportOperand(const Operands& o, const Rule& rule, ImageOperands bit,
                   OperandIndex at, Arg what) {
  o.c.Report(rule, at, {what, Arg::Enumerant(Kind::kImageOperands, bit)});
  return false;
}

bool CheckType(const Operands& o, const Rule& rule, ImageOperands bit,
               OperandIndex at, const TypePattern& pattern) {
  const Id type = o.c.type_of(at);
  if (Fits(o.c.context(), pattern, type)) return true;
  return ReportOperand(o, rule, bit, at, Arg::Type(type));
}

// Checks a floating-point operand, which may be 16 bits wide if the capability
// is declared.
bool CheckFloat(const Operands& o, const Rule& rule, ImageOperands bit,
                OperandIndex at, const TypePattern& wide,
                const TypePattern& narrow) {
  if (o.c.context().Has(Capability::kFloat16ImageAMD) &&
      Fits(o.c.context(), narrow, o.c.type_of(at))) {
    return true;
  }
  return CheckType(o, rule, bit, at, wide);
}

void CheckCount(const Operands& o, const Rule& rule, OperandIndex at,
                Addressing addressing) {
  if (o.image != nullptr) {
    CheckSameComponents(o.c, rule, at, *o.image, addressing);
  }
}

// --- Each bit ---

void CheckBias(const Operands& o, OperandIndex at) {
  CheckFloat(o, R("image.operands.bias-float-scalar"), ImageOperands::kBias, at,
             kFloat, kHalf);
}

// The OpenCL extensions that allow a level of detail in reads and writes of
// kernels do not specify its type.
void CheckLod(const Operands& o, OperandIndex at) {
  switch (o.c.inst().op()) {
    case Op::kImageFetch:
    case Op::kImageSparseFetch:
      CheckType(o, R("image.operands.lod-fetch-int-scalar"),
                ImageOperands::kLod, at, kInt32);
      return;
    case Op::kImageRead:
    case Op::kImageSparseRead:
    case Op::kImageWrite:
      if (o.c.context().Has(Capability::kKernel)) return;
      CheckType(o, R("image.readwritelod.operand-type"), ImageOperands::kLod,
                at, kInt32);
      return;
    default:
      CheckFloat(o, R("image.operands.lod-sample-float-scalar"),
                 ImageOperands::kLod, at, kFloat, kHalf);
      return;
  }
}

void CheckGradient(const Operands& o, OperandIndex at, const Rule& type,
                   const Rule& count) {
  if (CheckFloat(o, type, ImageOperands::kGrad, at, kFloats, kHalves)) {
    CheckCount(o, count, at, Addressing::kGradient);
  }
}

void CheckGrad(const Operands& o, OperandIndex at) {
  CheckGradient(o, at, R("image.operands.grad-dx-float"),
                R("image.operands.grad-dx-components"));
  if (at + 1 >= o.c.inst().operand_count()) return;
  CheckGradient(o, at + 1, R("image.operands.grad-dy-float"),
                R("image.operands.grad-dy-components"));
}

bool CheckConstant(const Operands& o, const Rule& rule, ImageOperands bit,
                   OperandIndex at) {
  if (IsConstantOf(o.c, at, kAnyType)) return true;
  return ReportOperand(o, rule, bit, at, o.c.inst().id(at));
}

void CheckConstOffset(const Operands& o, OperandIndex at) {
  constexpr auto kBit = ImageOperands::kConstOffset;
  if (CheckType(o, R("image.operands.constoffset-int"), kBit, at, kInts) &&
      CheckConstant(o, R("image.operands.constoffset-constant"), kBit, at)) {
    CheckCount(o, R("image.operands.constoffset-components"), at,
               Addressing::kOffset);
  }
}

void CheckOffset(const Operands& o, OperandIndex at) {
  if (CheckType(o, R("image.operands.offset-int"), ImageOperands::kOffset, at,
                kInts)) {
    CheckCount(o, R("image.operands.offset-components"), at,
               Addressing::kOffset);
  }
}

void CheckConstOffsets(const Operands& o, OperandIndex at) {
  constexpr auto kBit = ImageOperands::kConstOffsets;
  const Id type = o.c.type_of(at);
  if (o.c.operand_type(at).unknown()) return;
  if (!Fits(o.c.context(), kArray4, type) ||
      CountOf(o.c, type).value_or(4) != 4) {
    ReportOperand(o, R("image.operands.constoffsets-array-of-4"), kBit, at,
                  Arg::Type(type));
  } else if (!Fits(o.c.context(), kInt2, o.c.operand_type(at).element)) {
    ReportOperand(o, R("image.operands.constoffsets-element-ivec2"), kBit, at,
                  Arg::Type(type));
  } else {
    CheckConstant(o, R("image.operands.constoffsets-constant"), kBit, at);
  }
}

void CheckSample(const Operands& o, OperandIndex at) {
  CheckType(o, R("image.operands.sample-int-scalar"), ImageOperands::kSample,
            at, kInt32);
}

void CheckMinLod(const Operands& o, OperandIndex at) {
  CheckFloat(o, R("image.operands.minlod-float-scalar"), ImageOperands::kMinLod,
             at, kFloat, kHalf);
}

struct BitRow {
  ImageOperands bit;
  void (*check)(const Operands&, OperandIndex);
};
constexpr BitRow kBits[] = {
    {ImageOperands::kBias, CheckBias},
    {ImageOperands::kLod, CheckLod},
    {ImageOperands::kGrad, CheckGrad},
    {ImageOperands::kConstOffset, CheckConstOffset},
    {ImageOperands::kOffset, CheckOffset},
    {ImageOperands::kConstOffsets, CheckConstOffsets},
    {ImageOperands::kSample, CheckSample},
    {ImageOperands::kMinLod, CheckMinLod},
};

// --- Texels ---

// Reports at the mask.
void ReportTexel(const Operands& o, const Rule& rule, ImageOperands bit,
                 Id texel) {
  ReportOperand(o, rule, bit, o.list.mask_operand(), Arg::Type(texel));
}

void CheckExtension(const Operands& o) {
  const bool has_zero = o.list.Has(ImageOperands::kZeroExtend);
  const auto bit =
      has_zero ? ImageOperands::kZeroExtend : ImageOperands::kSignExtend;
  if (!o.list.Has(bit)) return;
  const Id texel = TexelTypeOf(o.c);
  const TypeInfo& type = o.c.context().types().Get(texel);
  if (type.unknown()) return;
  if (!type.Is(tt::kScalar | tt::kVector) || !type.Is(tt::kInt)) {
    ReportTexel(o,
                has_zero ? R("image.operands.zeroextend-integer")
                         : R("image.operands.signextend-integer"),
                bit, texel);
  } else if (has_zero && type.Is(tt::kSigned)) {
    ReportTexel(o, R("image.operands.zeroextend-unsigned"), bit, texel);
  }
}

void CheckAll(const CheckContext& c) {
  const ImageOperandList list(c.inst());
  if (!list.present()) return;
  const Operands o = {c, list, AccessedImage(c)};
  for (const auto& [bit, check] : kBits) {
    const OperandIndex at = list.OperandOf(bit);
    if (at != kNoOperand && !c.operand_type(at).unknown()) check(o, at);
  }
  CheckExtension(o);
}

// --- Formats ---

// Section "Signedness of SPIR-V Image Accesses".
bool IsSignedAccess(const ImageOperandList& list, const TypeInfo& sampled) {
  if (list.Has(ImageOperands::kSignExtend)) return true;
  if (list.Has(ImageOperands::kZeroExtend)) return false;
  return sampled.Is(tt::kSigned);
}

void CheckSignedness(const CheckContext& c) {
  constexpr absl::string_view kNames[] = {"unsigned", "signed"};
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  const FormatType format = TypeOf(image->format);
  const TypeInfo& sampled = c.context().types().Get(image->sampled_type);
  if (format.component != tt::kInt || sampled.unknown() ||
      !sampled.Is(tt::kInt)) {
    return;
  }
  const bool is_signed = IsSignedAccess(ImageOperandList(c.inst()), sampled);
  if (is_signed == format.is_signed) return;
  ReportImage(c, R("image.operands.format-signedness"),
              ImageOperandOf(c.inst()), *image,
              {Arg::Enumerant(Kind::kImageFormat, image->format),
               kNames[format.is_signed], kNames[is_signed]});
}

// Whether the module is for Vulkan and has images of integers with a known
// format.
bool HasIntegerFormats(const ModuleContext& context) {
  return absl::c_any_of(context.images().types(), [](const ImageType& image) {
    return TypeOf(image.format).component == tt::kInt;
  });
}

constexpr auto kSamplers =
    grammar::kOpsWith<OpTrait::kImageSample, OpTrait::kImageGather>;
constexpr Op kOthers[] = {Op::kImageFetch,       Op::kImageRead,
                          Op::kImageWrite,       Op::kImageSparseRead,
                          Op::kImageSparseFetch, Op::kImageSampleFootprintNV,
                          Op::kImageGatherQCOM};
constexpr Check kChecks[] = {
    {kSamplers, CheckAll},
    {kOthers, CheckAll},
    {kSamplers, CheckSignedness, Requires(Api::kVulkan, HasIntegerFormats)},
    {kOthers, CheckSignedness, Requires(Api::kVulkan, HasIntegerFormats)},
};

}  // namespace

extern constinit const Family kImageOperandTypes(R, kChecks);

}  // namespace plumb
