// Capabilities that kernels need for images at all, and shaders for access to
// images whose format is not known (section 3.31).
//
// Modules that declare what a check asks for are done at once.
//
// Tested by testdata/rule_test.cc.
#include "core/module.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Op;

// Consumers other than Vulkan read such images without the capability: formats
// are for the client there.
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    // Consumers take kernels with images that do not declare it.
    {"capability.imagebasic.image-type-in-kernel", "3.31",
     "an image type in a kernel needs capability ImageBasic", "",
     Severity::kWarning},
    {"capability.imagebasic.sampler-type-in-kernel", "3.31",
     "a sampler type in a kernel needs capability ImageBasic", "",
     Severity::kWarning},
    {"capability.imagemipmap.nonzero-lod", "3.31",
     "a level of detail other than 0 needs capability ImageMipmap in a kernel"},
    {"capability.storageimagereadwithoutformat.read-unknown", "3.31",
     "reading an image of format Unknown needs capability "
     "StorageImageReadWithoutFormat",
     "", Severity::kError, kVulkan},
    {"capability.storageimagewritewithoutformat.write-unknown", "3.31",
     "writing an image of format Unknown needs capability "
     "StorageImageWriteWithoutFormat",
     "", Severity::kError, kVulkan},
});

// Whether the module is for kernels alone.
bool IsKernel(const CheckContext& c) {
  return c.context().Has(Capability::kKernel) &&
         !c.context().Has(Capability::kShader);
}

void CheckImageType(const CheckContext& c) {
  if (!IsKernel(c) || c.context().Has(Capability::kImageBasic)) return;
  c.Report(R("capability.imagebasic.image-type-in-kernel"), Place::kWhole);
}

void CheckSamplerType(const CheckContext& c) {
  if (!IsKernel(c) || c.context().Has(Capability::kImageBasic)) return;
  c.Report(R("capability.imagebasic.sampler-type-in-kernel"), Place::kWhole);
}

// Whether a constant is a number other than 0; false if it is no constant.
bool IsNonZero(const Module& module, Id id) {
  constexpr uint32_t kSign = 0x80000000;
  const InstIndex def = module.def(id);
  if (def == kNoInst || module.record(def).op != Op::kConstant) return false;
  const absl::Span<const uint32_t> words = module.inst(def).operand_words(2);
  for (size_t i = 0; i < words.size(); ++i) {
    // Minus zero is zero, too.
    const bool is_last = i + 1 == words.size();
    if ((is_last ? words[i] & ~kSign : words[i]) != 0) return true;
  }
  return false;
}

void CheckLod(const CheckContext& c) {
  if (!IsKernel(c) || c.context().Has(Capability::kImageMipmap)) return;
  constexpr uint32_t kBias = 1;
  constexpr uint32_t kLod = 2;
  for (uint32_t o = 0; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != grammar::Kind::kImageOperands) continue;
    const uint32_t mask = c.inst().operand_word(o);
    if ((mask & kLod) == 0) return;
    const uint32_t lod = o + 1 + (mask & kBias);
    if (lod < c.inst().operand_count() &&
        IsNonZero(c.module(), c.inst().id(lod))) {
      c.Report(R("capability.imagemipmap.nonzero-lod"), lod);
    }
    return;
  }
}

// Whether the format of the image that an operand is says nothing.  The input
// of a subpass has no other.
bool HasUnknownFormat(const CheckContext& c, OperandIndex operand) {
  constexpr uint32_t kDim = 2;
  constexpr uint32_t kFormat = 7;
  const InstIndex def = c.module().def(c.type_of(operand));
  if (def == kNoInst || c.module().record(def).op != Op::kTypeImage) {
    return false;
  }
  const Inst type = c.module().inst(def);
  return type.operand_word(kFormat) ==
             static_cast<uint32_t>(grammar::ImageFormat::kUnknown) &&
         type.operand_word(kDim) !=
             static_cast<uint32_t>(grammar::Dim::kSubpassData);
}

void CheckRead(const CheckContext& c) {
  constexpr int32_t kImage = 2;
  if (c.context().Has(Capability::kStorageImageReadWithoutFormat) ||
      !c.context().Has(Capability::kShader) || !HasUnknownFormat(c, kImage)) {
    return;
  }
  c.Report(R("capability.storageimagereadwithoutformat.read-unknown"), kImage)
      .Note("the image type is declared here",
            Place::At(c.module().def(c.type_of(kImage))));
}

void CheckWrite(const CheckContext& c) {
  constexpr int32_t kImage = 0;
  if (c.context().Has(Capability::kStorageImageWriteWithoutFormat) ||
      !c.context().Has(Capability::kShader) || !HasUnknownFormat(c, kImage)) {
    return;
  }
  c.Report(R("capability.storageimagewritewithoutformat.write-unknown"), kImage)
      .Note("the image type is declared here",
            Place::At(c.module().def(c.type_of(kImage))));
}

constexpr Op kImageTypes[] = {Op::kTypeImage};
constexpr Op kSamplerTypes[] = {Op::kTypeSampler};
constexpr Op kLods[] = {Op::kImageSampleExplicitLod, Op::kImageFetch,
                        Op::kImageRead, Op::kImageWrite};
constexpr Op kReads[] = {Op::kImageRead};
constexpr Op kWrites[] = {Op::kImageWrite};
constexpr Check kChecks[] = {{kImageTypes, CheckImageType},
                             {kSamplerTypes, CheckSamplerType},
                             {kLods, CheckLod},
                             {kReads, CheckRead},
                             {kWrites, CheckWrite}};

}  // namespace

extern constinit const Family kImageCapabilities = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
