// Image Operands: which instructions and images allow which bits, and which
// bits require or exclude each other (section 3.2.13,
// SPV_AMD_shader_image_load_store_lod, SPV_AMD_texture_gather_bias_lod,
// SPV_NV_shader_image_footprint, SPV_QCOM_image_processing3, the SPIR-V
// environments of Vulkan and OpenCL).
//
// image_operand_types.cc checks the <id>s after the mask.
//
// Tested by testdata/rule_test.cc.
#include <bit>

#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"
#include "validate/rules/image/dimension_set.h"
#include "validate/rules/opencl_section.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

using grammar::Dim;
using grammar::ImageOperands;

constexpr char kGatherLod[] = "SPV_AMD_texture_gather_bias_lod";
constexpr char kNotHere[] = "{0} cannot have image operand {1}";
constexpr char kWrongDim[] =
    "image operand {1} requires an image with Dim 1D, 2D, 3D or Cube, not {0}";
constexpr char kNotCube[] =
    "image operand {1} cannot be used on an image with Dim {0}";
constexpr char kMultisampled[] =
    "image operand {1} cannot be used on a multisampled image";
constexpr char kExclusive[] =
    "image operands {0} and {1} are mutually exclusive";
constexpr char kNeedsNonPrivate[] =
    "image operand {0} requires image operand {1}";

constexpr RuleTable R({
    {"image.operands.not-none", "3.2.13",
     "the image operands must not be empty", "", Severity::kPedantic},
    Also("image.gatherbiaslod.bias-instructions "
         "image.samplefootprint.operand-instructions",
         {"image.operands.bias-implicit-only", "3.2.13", kNotHere}),
    Also("image.readwritelod.instructions image.gatherbiaslod.lod-instructions "
         "image.gatherqcom.image-operands",
         {"image.operands.lod-explicit-only", "3.2.13", kNotHere}),
    WithFix(Declare(Capability::kImageReadWriteLodAMD),
            {.id = "image.readwritelod.capability",
             .section = "SPV_AMD_shader_image_load_store_lod",
             .text = "image operand Lod of {0} requires capability "
                     "ImageReadWriteLodAMD",
             .when = {.unless = Capability::kImageReadWriteLodAMD}}),
    WithFix(Declare(Capability::kImageGatherBiasLodAMD),
            {.id = "image.gatherbiaslod.capability",
             .section = kGatherLod,
             .text = "image operand {1} of {0} requires capability "
                     "ImageGatherBiasLodAMD",
             .when = {.unless = Capability::kImageGatherBiasLodAMD}}),
    {"image.operands.grad-explicit-only", "3.2.13", kNotHere},
    {"image.operands.constoffsets-gather-only", "3.2.13", kNotHere},
    {"image.operands.sample-instructions", "3.2.13", kNotHere},
    {"image.operands.minlod-instructions", "3.2.13",
     "image operand {1} requires an implicit level of detail or image operand "
     "Grad"},
    {"image.operands.maketexelavailable-write-only", "3.2.13", kNotHere},
    {"image.operands.maketexelvisible-read-only", "3.2.13", kNotHere},
    {"image.operands.bias-dim", "3.2.13", kWrongDim},
    {"image.operands.lod-dim", "3.2.13", kWrongDim},
    {"image.operands.minlod-dim", "3.2.13", kWrongDim},
    {"image.operands.constoffset-not-cube", "3.2.13", kNotCube},
    {"image.operands.offset-not-cube", "3.2.13", kNotCube},
    {"image.operands.constoffsets-not-cube", "3.2.13", kNotCube},
    {"image.operands.lod-ms-0", "3.2.13", kMultisampled},
    {"image.operands.sample-ms-1", "3.2.13",
     "image operand {1} requires a multisampled image"},
    {"image.operands.sample-required", "3.2.13",
     "{0} of a multisampled image requires image operand Sample"},
    {"image.operands.lod-bias-exclusive", kGatherLod, kExclusive},
    {"image.operands.lod-grad-exclusive", "3.2.13", kExclusive},
    {"image.operands.offset-exclusive", "3.2.13", kExclusive},
    {"image.operands.signextend-zeroextend-exclusive", "3.2.13", kExclusive},
    {"image.operands.maketexelavailable-nonprivate", "3.2.13",
     kNeedsNonPrivate},
    {"image.operands.maketexelvisible-nonprivate", "3.2.13", kNeedsNonPrivate},
    InVulkan("image.operands.offset-sampled-1",
             "in Vulkan, image operand {1} requires an image with Sampled 1",
             "VUID-StandaloneSpirv-Offset-04865"),
    InVulkan("image.operands.offset-gather-only",
             "in Vulkan without feature maintenance8, {0} cannot have image "
             "operand {1}",
             "VUID-RuntimeSpirv-Offset-10213"),
    {"image.operands.opencl-constoffset", kOpenCl,
     "in OpenCL, {0} cannot have image operand {1}", "", Severity::kError,
     kInOpenCl},
});

// --- Instructions ---

// One bit for each kind of instruction that the rules distinguish.
using Users = uint16_t;
constexpr Users kImplicit = 1 << 0;  // sampling with an implicit level
constexpr Users kExplicit = 1 << 1;  // with an explicit level
constexpr Users kFetch = 1 << 2;
constexpr Users kGather = 1 << 3;  // of one component
constexpr Users kDrefGather = 1 << 4;
constexpr Users kRead = 1 << 5;
constexpr Users kWrite = 1 << 6;
constexpr Users kFootprint = 1 << 7;
constexpr Users kModeGather = 1 << 8;  // SPV_QCOM_image_processing3

constexpr Users kSampling =
    kImplicit | kExplicit | kGather | kDrefGather | kModeGather;
constexpr Users kTexels = kFetch | kRead | kWrite;

// Sparse instructions count as their other forms.  0 for other instructions.
Users UserOf(Op op) {
  if (Is(op, OpTrait::kImplicitLod)) return kImplicit;
  if (Is(op, OpTrait::kExplicitLod)) return kExplicit;
  switch (op) {
    case Op::kImageFetch:
    case Op::kImageSparseFetch:
      return kFetch;
    case Op::kImageGather:
    case Op::kImageSparseGather:
      return kGather;
    case Op::kImageDrefGather:
    case Op::kImageSparseDrefGather:
      return kDrefGather;
    case Op::kImageRead:
    case Op::kImageSparseRead:
      return kRead;
    case Op::kImageWrite:
      return kWrite;
    case Op::kImageSampleFootprintNV:
      return kFootprint;
    case Op::kImageGatherQCOM:
      return kModeGather;
    default:
      return 0;
  }
}

// --- Bits ---

constexpr DimensionSet kNoCubes = {Dim::k1D,   Dim::k2D,     Dim::k3D,
                                   Dim::kRect, Dim::kBuffer, Dim::kSubpassData};

// A bit, and the instructions and images that allow it.
struct BitRow {
  ImageOperands bit;
  Users users;
  const Rule* user_rule = nullptr;
  // Further instructions that a capability allows, and the rule without it.
  Users more_users = 0;
  const Rule* capability_rule = nullptr;
  DimensionSet dims = {};
  const Rule* dim_rule = nullptr;  // null: allowed on all images
};

constexpr BitRow kBits[] = {
    {.bit = ImageOperands::kBias,
     .users = kImplicit | kFootprint,
     .user_rule = &R("image.operands.bias-implicit-only"),
     .more_users = kGather,
     .capability_rule = &R("image.gatherbiaslod.capability"),
     .dims = kDimensionsWithLevels,
     .dim_rule = &R("image.operands.bias-dim")},
    {.bit = ImageOperands::kLod,
     .users = kExplicit | kFetch | kRead | kWrite | kFootprint,
     .user_rule = &R("image.operands.lod-explicit-only"),
     .more_users = kGather,
     .capability_rule = &R("image.gatherbiaslod.capability"),
     .dims = kDimensionsWithLevels,
     .dim_rule = &R("image.operands.lod-dim")},
    {.bit = ImageOperands::kGrad,
     .users = kExplicit | kFootprint,
     .user_rule = &R("image.operands.grad-explicit-only")},
    {.bit = ImageOperands::kConstOffset,
     .users = kSampling | kTexels | kFootprint,
     .dims = kNoCubes,
     .dim_rule = &R("image.operands.constoffset-not-cube")},
    {.bit = ImageOperands::kOffset,
     .users = kSampling | kTexels | kFootprint,
     .dims = kNoCubes,
     .dim_rule = &R("image.operands.offset-not-cube")},
    {.bit = ImageOperands::kConstOffsets,
     .users = kGather | kDrefGather,
     .user_rule = &R("image.operands.constoffsets-gather-only"),
     .dims = kNoCubes,
     .dim_rule = &R("image.operands.constoffsets-not-cube")},
    {.bit = ImageOperands::kSample,
     .users = kTexels,
     .user_rule = &R("image.operands.sample-instructions")},
    {.bit = ImageOperands::kMinLod,
     .users = kImplicit | kExplicit | kFootprint,
     .user_rule = &R("image.operands.minlod-instructions"),
     .dims = kDimensionsWithLevels,
     .dim_rule = &R("image.operands.minlod-dim")},
    {.bit = ImageOperands::kMakeTexelAvailable,
     .users = kWrite,
     .user_rule = &R("image.operands.maketexelavailable-write-only")},
    {.bit = ImageOperands::kMakeTexelVisible,
     .users = kRead | kFetch,
     .user_rule = &R("image.operands.maketexelvisible-read-only")},
};

constexpr Arg NameOf(ImageOperands bit) {
  return Arg::Enumerant(Kind::kImageOperands, bit);
}

// The instruction, its kind and its mask.  The checks below return whether it
// is valid: one error is reported for each mask.
struct MaskedOperands {
  const CheckContext& c;
  const ImageOperandList& list;
  Users user;
  const ImageType* image;  // null if unknown
};

// Reports the mask if the rule applies; returns whether it does not.
bool IsValid(const MaskedOperands& m, const Rule& rule, Arg what,
             ImageOperands bit) {
  return !m.c.Report(rule, m.list.mask_operand(), {what, NameOf(bit)})
              .is_error();
}
// The same, with the opcode as an argument.
bool IsValid(const MaskedOperands& m, const Rule& rule, ImageOperands bit) {
  return IsValid(m, rule, m.c.inst().op(), bit);
}
// The same, with the type of the image in a note.
bool IsValidForImage(const MaskedOperands& m, const Rule& rule,
                     ImageOperands bit) {
  return !ReportImage(m.c, rule, m.list.mask_operand(), *m.image,
                      {Arg::Enumerant(Kind::kDim, m.image->dim), NameOf(bit)})
              .is_error();
}

// --- Which instructions and images ---

bool CheckUser(const MaskedOperands& m, const BitRow& row) {
  if (row.user_rule == nullptr || (row.users & m.user) != 0) return true;
  const bool needs_capability = (row.more_users & m.user) != 0;
  return IsValid(m, needs_capability ? *row.capability_rule : *row.user_rule,
                 row.bit);
}

// Whether the instruction does not allow images of this dimension at all,
// which another rule reports.
bool IsReportedElsewhere(Users user, Dim dim) {
  if (dim == Dim::kTileImageDataEXT) return true;
  if ((user & kSampling) != 0) {
    return dim == Dim::kBuffer || dim == Dim::kSubpassData;
  }
  return user == kFetch && dim == Dim::kCube;
}

bool CheckDim(const MaskedOperands& m, const BitRow& row) {
  if (m.image == nullptr || row.dim_rule == nullptr ||
      row.dims.Contains(m.image->dim) ||
      IsReportedElsewhere(m.user, m.image->dim)) {
    return true;
  }
  return IsValidForImage(m, *row.dim_rule, row.bit);
}

bool CheckBits(const MaskedOperands& m) {
  for (const BitRow& row : kBits) {
    if (!m.list.Has(row.bit)) continue;
    if (!CheckUser(m, row) || !CheckDim(m, row)) return false;
  }
  return true;
}

// OpenCL extensions allow levels of detail in reads and writes of kernels.
bool CheckLod(const MaskedOperands& m) {
  if (!m.list.Has(ImageOperands::kLod) || (m.user & (kRead | kWrite)) == 0 ||
      m.c.context().Has(Capability::kKernel)) {
    return true;
  }
  return IsValid(m, R("image.readwritelod.capability"), ImageOperands::kLod);
}

// Offsets that are not constant are for gathering only, unless a feature allows
// them.  If a device is given, device.image-offset.maintenance8 applies.
bool CheckVariableOffset(const MaskedOperands& m) {
  constexpr Users kGathers = kGather | kDrefGather | kModeGather;
  const ValidatorOptions& options = m.c.context().options();
  if ((m.user & kGathers) != 0 || !m.list.Has(ImageOperands::kOffset) ||
      options.allow_offset_texture_operand || options.device != nullptr ||
      options.before_hlsl_legalization) {
    return true;
  }
  return IsValid(m, R("image.operands.offset-gather-only"),
                 ImageOperands::kOffset);
}

// Vulkan does not allow offsets into images accessed without a sampler, and
// OpenCL does not allow constant offsets at all.
bool CheckOffsets(const MaskedOperands& m) {
  constexpr ImageOperands kOffsets[] = {ImageOperands::kConstOffset,
                                        ImageOperands::kOffset,
                                        ImageOperands::kConstOffsets};
  const bool has_sampled = m.image == nullptr || m.image->sampled == 1;
  for (const ImageOperands bit : kOffsets) {
    if (has_sampled || !m.list.Has(bit)) continue;
    if (!IsValidForImage(m, R("image.operands.offset-sampled-1"), bit)) {
      return false;
    }
  }
  if (!CheckVariableOffset(m)) return false;
  return !m.list.Has(ImageOperands::kConstOffset) ||
         IsValid(m, R("image.operands.opencl-constoffset"),
                 ImageOperands::kConstOffset);
}

// Instructions with a sampler do not allow multisampled images at all.
bool CheckSamples(const MaskedOperands& m) {
  if (m.image == nullptr || (m.user & kTexels) == 0) return true;
  const bool has_sample = m.list.Has(ImageOperands::kSample);
  if (m.image->multisampled == 0) {
    return !has_sample || IsValidForImage(m, R("image.operands.sample-ms-1"),
                                          ImageOperands::kSample);
  }
  if (m.list.Has(ImageOperands::kLod)) {
    return IsValidForImage(m, R("image.operands.lod-ms-0"),
                           ImageOperands::kLod);
  }
  if (has_sample) return true;
  ReportImage(m.c, R("image.operands.sample-required"),
              m.list.present() ? m.list.mask_operand() : Place::kWhole,
              *m.image, {m.c.inst().op()});
  return false;
}

// --- Which bits together ---

struct PairRow {
  ImageOperands first;
  ImageOperands second;
  const Rule* rule;
};
constexpr PairRow kExclusivePairs[] = {
    {ImageOperands::kBias, ImageOperands::kLod,
     &R("image.operands.lod-bias-exclusive")},
    {ImageOperands::kLod, ImageOperands::kGrad,
     &R("image.operands.lod-grad-exclusive")},
    {ImageOperands::kConstOffset, ImageOperands::kOffset,
     &R("image.operands.offset-exclusive")},
    {ImageOperands::kConstOffset, ImageOperands::kConstOffsets,
     &R("image.operands.offset-exclusive")},
    {ImageOperands::kOffset, ImageOperands::kConstOffsets,
     &R("image.operands.offset-exclusive")},
    {ImageOperands::kSignExtend, ImageOperands::kZeroExtend,
     &R("image.operands.signextend-zeroextend-exclusive")},
};
// The first bit requires the second.
constexpr PairRow kNeededPairs[] = {
    {ImageOperands::kMakeTexelAvailable, ImageOperands::kNonPrivateTexel,
     &R("image.operands.maketexelavailable-nonprivate")},
    {ImageOperands::kMakeTexelVisible, ImageOperands::kNonPrivateTexel,
     &R("image.operands.maketexelvisible-nonprivate")},
};

bool CheckPairs(const MaskedOperands& m) {
  // Most masks have one bit.
  const bool several = !std::has_single_bit(m.list.mask());
  for (const auto& [first, second, rule] : kExclusivePairs) {
    if (!several) break;
    if (m.list.Has(first) && m.list.Has(second)) {
      return IsValid(m, *rule, NameOf(first), second);
    }
  }
  for (const auto& [first, second, rule] : kNeededPairs) {
    if (m.list.Has(first) && !m.list.Has(second)) {
      return IsValid(m, *rule, NameOf(first), second);
    }
  }
  if (m.user != kExplicit || !m.list.Has(ImageOperands::kMinLod) ||
      m.list.Has(ImageOperands::kGrad)) {
    return true;
  }
  return IsValid(m, R("image.operands.minlod-instructions"),
                 ImageOperands::kMinLod);
}

void CheckOperands(const CheckContext& c) {
  const Users user = UserOf(c.inst().op());
  const ImageOperandList list(c.inst());
  if (!list.present() && (user & kTexels) == 0) return;
  const MaskedOperands m = {c, list, user, AccessedImage(c)};
  if (list.present() && list.mask() == 0) {
    c.Report(R("image.operands.not-none"), list.mask_operand());
  }
  if (!list.present()) {
    CheckSamples(m);
  } else if (user != 0) {
    // The first error is reported.
    (void)(CheckBits(m) && CheckPairs(m) && CheckLod(m) && CheckOffsets(m) &&
           CheckSamples(m));
  }
}

constexpr auto kSamplers =
    grammar::kOpsWith<OpTrait::kImageSample, OpTrait::kImageGather>;
constexpr Op kOthers[] = {Op::kImageFetch,       Op::kImageRead,
                          Op::kImageWrite,       Op::kImageSparseRead,
                          Op::kImageSparseFetch, Op::kImageSampleFootprintNV,
                          Op::kImageGatherQCOM};
constexpr Check kChecks[] = {{kSamplers, CheckOperands},
                             {kOthers, CheckOperands}};

}  // namespace

extern constinit const Family kImageOperands(R, kChecks);

}  // namespace plumb
