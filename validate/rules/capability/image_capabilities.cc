// Capabilities that kernels need for images, and that shaders need for access
// to images of unknown format (section 3.2.30).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

using grammar::ImageOperands;

// Applies to kernels without a capability.
constexpr Scope InKernelsWithout(Capability capability) {
  return {.needs = Capability::kKernel, .unless = capability};
}
// Applies to shaders without a capability.  Implementations other than Vulkan
// leave formats to the client.
constexpr Scope InShadersWithout(Capability capability, EnvSet envs) {
  return {.envs = envs, .needs = Capability::kShader, .unless = capability};
}
constexpr EnvSet kOtherEnvs = kAnyEnv & ~kVulkanEnvs;
constexpr EnvSet kNeitherEnvs = kOtherEnvs & ~kOpenGlEnvs;

constexpr char kReadText[] =
    "reading an image of format Unknown requires capability "
    "StorageImageReadWithoutFormat";
constexpr char kWriteText[] =
    "writing an image of format Unknown requires capability "
    "StorageImageWriteWithoutFormat";
constexpr Fix kDeclareRead =
    Declare(Capability::kStorageImageReadWithoutFormat);
constexpr Fix kDeclareWrite =
    Declare(Capability::kStorageImageWriteWithoutFormat);

constexpr RuleTable R({
    // Implementations accept kernels with images that do not declare it.
    WithFix(Declare(Capability::kImageBasic),
            {"capability.imagebasic.image-type-in-kernel", "3.2.30",
             "an image type in a kernel requires capability ImageBasic", "",
             Severity::kWarning, InKernelsWithout(Capability::kImageBasic)}),
    WithFix(Declare(Capability::kImageBasic),
            {"capability.imagebasic.sampler-type-in-kernel", "3.2.30",
             "a sampler type in a kernel requires capability ImageBasic", "",
             Severity::kWarning, InKernelsWithout(Capability::kImageBasic)}),
    {"capability.imagemipmap.nonzero-lod", "3.2.30",
     "a level of detail other than 0 requires capability ImageMipmap in a "
     "kernel",
     "", Severity::kError, InKernelsWithout(Capability::kImageMipmap)},
    Also("image.imageread.unknown-format image.imagesparseread.unknown-format",
         WithFix(kDeclareRead,
                 {"capability.storageimagereadwithoutformat.read-unknown",
                  "3.2.30", kReadText, "", Severity::kError,
                  InShadersWithout(Capability::kStorageImageReadWithoutFormat,
                                   kVulkanEnvs)})),
    WithFix(kDeclareRead,
            {"capability.storageimagereadwithoutformat.read-tolerated",
             "3.2.30", kReadText, "", Severity::kWarning,
             InShadersWithout(Capability::kStorageImageReadWithoutFormat,
                              kOtherEnvs)}),
    Also("image.imagewrite.unknown-format",
         WithFix(kDeclareWrite,
                 {"capability.storageimagewritewithoutformat.write-unknown",
                  "3.2.30", kWriteText, "", Severity::kError,
                  InShadersWithout(Capability::kStorageImageWriteWithoutFormat,
                                   kVulkanEnvs)})),
    WithFix(kDeclareWrite,
            {"capability.storageimagewritewithoutformat.write-tolerated",
             "3.2.30", kWriteText, "", Severity::kWarning,
             InShadersWithout(Capability::kStorageImageWriteWithoutFormat,
                              kNeitherEnvs)}),
    WithFix(kDeclareWrite,
            {"capability.storageimagewritewithoutformat.opengl-write", kOpenGl,
             kWriteText, "", Severity::kError,
             InShadersWithout(Capability::kStorageImageWriteWithoutFormat,
                              kOpenGlEnvs)}),
    WithFix(
        Declare(Capability::kInt64ImageEXT),
        {.id = "capability.int64image.image-access",
         .section = "SPV_EXT_shader_image_int64",
         .text = "access to an image of 64-bit integers requires capability "
                 "Int64ImageEXT",
         .when = {.unless = Capability::kInt64ImageEXT}}),
});

// A module for both shaders and kernels is checked as one for shaders.
bool IsForShaders(const CheckContext& c) {
  return c.context().Has(Capability::kShader);
}

void CheckImageType(const CheckContext& c) {
  if (IsForShaders(c)) return;
  c.Report(R("capability.imagebasic.image-type-in-kernel"), Place::kWhole);
}

void CheckSamplerType(const CheckContext& c) {
  if (IsForShaders(c)) return;
  c.Report(R("capability.imagebasic.sampler-type-in-kernel"), Place::kWhole);
}

// Whether a constant is a number other than 0; false for other ids.
bool IsNonZero(const Module& module, Id id) {
  constexpr uint32_t kSign = 0x80000000;
  const InstIndex def = module.def(id);
  if (def == kNoInst || module.record(def).op != Op::kConstant) return false;
  const absl::Span<const uint32_t> words =
      module.inst(def).operand_words(operand::Constant::kValue);
  for (size_t i = 0; i < words.size(); ++i) {
    // Minus zero counts as zero.
    const bool is_last = i + 1 == words.size();
    if ((is_last ? words[i] & ~kSign : words[i]) != 0) return true;
  }
  return false;
}

void CheckLod(const CheckContext& c) {
  if (IsForShaders(c)) return;
  constexpr auto kBias = static_cast<uint32_t>(ImageOperands::kBias);
  constexpr auto kLod = static_cast<uint32_t>(ImageOperands::kLod);
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != grammar::Kind::kImageOperands) continue;
    const uint32_t mask = c.inst().operand_word(o);
    if ((mask & kLod) == 0) return;
    // The operands of the bits follow in the order of the bits.
    const OperandIndex lod = o + ((mask & kBias) != 0 ? 2 : 1);
    if (lod < c.inst().operand_count() &&
        IsNonZero(c.module(), c.inst().id(lod))) {
      c.Report(R("capability.imagemipmap.nonzero-lod"), lod);
    }
    return;
  }
}

// Reports an image of unknown format, by the rule that applies in the
// environment.  Subpass inputs have no other format.
void CheckFormat(const CheckContext& c, absl::Span<const Rule* const> rules,
                 OperandIndex operand) {
  const ImageType* type = c.context().images().Find(c.type_of(operand));
  if (type == nullptr || type->type != c.type_of(operand) ||
      type->format != grammar::ImageFormat::kUnknown ||
      type->dim == grammar::Dim::kSubpassData ||
      c.context().Has(Capability::kKernel)) {
    return;
  }
  for (const Rule* rule : rules) {
    c.Report(*rule, operand)
        .Note("the image type is declared here",
              Place::At(c.module().def(type->type)));
  }
}

void CheckRead(const CheckContext& c) {
  CheckFormat(c,
              {&R("capability.storageimagereadwithoutformat.read-unknown"),
               &R("capability.storageimagereadwithoutformat.read-tolerated")},
              operand::ImageRead::kImage);
}

void CheckWrite(const CheckContext& c) {
  CheckFormat(c,
              {&R("capability.storageimagewritewithoutformat.write-unknown"),
               &R("capability.storageimagewritewithoutformat.write-tolerated"),
               &R("capability.storageimagewritewithoutformat.opengl-write")},
              operand::ImageWrite::kImage);
}

// The 64-bit formats themselves need the capability.
void CheckInt64(const CheckContext& c) {
  const OperandIndex operand = grammar::OperandByName(c.inst().op(), "Image");
  const TypeInfo& info = c.operand_type(operand);
  if (info.poisoned()) return;
  const Id image =
      info.Is(type_trait::kPointer) ? info.element : c.type_of(operand);
  const ImageType* type = c.context().images().Find(image);
  if (type == nullptr || type->format == grammar::ImageFormat::kR64i ||
      type->format == grammar::ImageFormat::kR64ui) {
    return;
  }
  const TypeInfo& texel = c.context().types().Get(type->sampled_type);
  if (texel.poisoned() || !texel.Is(type_trait::kInt) || texel.width != 64) {
    return;
  }
  c.Report(R("capability.int64image.image-access"), operand)
      .Note("the image type is declared here",
            Place::At(c.module().def(type->type)));
}

constexpr Op kLods[] = {Op::kImageSampleExplicitLod, Op::kImageFetch,
                        Op::kImageRead, Op::kImageWrite};
constexpr Op kReads[] = {Op::kImageRead, Op::kImageSparseRead};
constexpr Op kAccesses[] = {Op::kImageRead, Op::kImageSparseRead,
                            Op::kImageWrite, Op::kImageTexelPointer};
constexpr Check kChecks[] = {{Op::kTypeImage, CheckImageType},
                             {Op::kTypeSampler, CheckSamplerType},
                             {kLods, CheckLod},
                             {kReads, CheckRead},
                             {Op::kImageWrite, CheckWrite},
                             {kAccesses, CheckInt64}};

}  // namespace

extern constinit const Family kImageCapabilities(R, kChecks);

}  // namespace plumb
