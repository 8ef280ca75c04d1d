// Decorations about memory access (read only, write only, coherent, volatile):
// storage images, storage buffers and, from SPIR-V 1.4 on, variables in
// Private and Function (section 3.2.19).
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kKinds[] =
    "{0} can only decorate storage images and storage buffers, but {1} is {2}";

constexpr char kUniformBlock[] =
    "{0} should only decorate storage images and storage buffers, but {1} is a "
    "uniform block";

constexpr Scope kInShaders = {.needs = Capability::kShader};

constexpr char kSection[] = "3.2.19";

// Warnings, because implementations accept these.
constexpr Rule Expected(absl::string_view id, absl::string_view text) {
  return {id, kSection, text, "", Severity::kWarning, kInShaders};
}

constexpr RuleTable R(
    {
        {"decoration.nonwritable.object-kind", kSection, kKinds},
        {"decoration.nonreadable.object-kind", kSection, kKinds},
        Expected("decoration.nonwritable.uniform-block", kUniformBlock),
        Expected("decoration.nonreadable.uniform-block", kUniformBlock),
        Expected("decoration.coherent.object-kind", kKinds),
        Expected("decoration.volatile.object-kind", kKinds),
        {.id = "decoration.coherent.tileimage-noncoherent",
         .section = "SPV_EXT_shader_tile_image",
         .text = "a tile image must not be decorated with Coherent if "
                 "NonCoherentColorAttachmentReadEXT is declared",
         .when = kInShaders},
    },
    kDecorateOps);

constexpr uint32_t kOwnMemoryVersion = 4;

// Whether an image is accessed without a sampler, as far as known.
bool IsStorageImage(const ModuleContext& context, Id type) {
  const ImageType* image = context.images().Find(type);
  return image == nullptr || image->sampled != 1;
}

bool IsSubpassData(const ModuleContext& context, Id type) {
  const ImageType* image = context.images().Find(type);
  return image != nullptr && image->dim == grammar::Dim::kSubpassData;
}

// Whether a decoration tells how memory is accessed, not whether.
bool IsAccess(Decoration kind) {
  return kind == Decoration::kCoherent || kind == Decoration::kVolatile;
}

// Some built-ins change while the shader reads them.
bool IsBuiltIn(const ModuleContext& context, const Decorated& d) {
  return context.decorations().Has(d.target, Decoration::kBuiltIn);
}

// The type of the objects that a variable or parameter gives access to,
// without its arrays; kNoId if unknown.
Id ObjectOf(const ModuleContext& context, Id target, const TypeInfo& pointer) {
  const Id held = ObjectTypeOf(context, target);
  return InnermostElement(context, held == kNoId ? pointer.element : held);
}

// Whether rules of the environment require blocks in these storage classes.
bool NeedsBlocks(const ModuleContext& context, Id target) {
  return (IsVulkan(context) || IsOpenGl(context)) &&
         ObjectTypeOf(context, target) != kNoId;
}

// A raw access chain may be decorated like the buffer that it points into.
bool IsChain(const ModuleContext& context, Id target) {
  return context.module().inst(context.module().def(target)).op() ==
         Op::kRawAccessChainNV;
}

// Types allowed in UniformConstant that are not accessed like images.
constexpr TypeTraits kNoImages =
    tt::kSampler | tt::kScalar | tt::kVector | tt::kMatrix;

constexpr absl::string_view kIsUniformBlock = "a uniform block";

// The reason why an object in Uniform or StorageBuffer cannot have the
// decoration: buffers must be blocks.
absl::string_view WrongBuffer(const ModuleContext& context, const Decorated& d,
                              StorageClass storage, Id held) {
  const Decorations& decorations = context.decorations();
  if (context.types().Get(held).unknown() || IsChain(context, d.target)) {
    return "";
  }
  const bool in_uniform = storage == StorageClass::kUniform;
  if (decorations.Has(
          held, in_uniform ? Decoration::kBufferBlock : Decoration::kBlock)) {
    return "";
  }
  if (in_uniform && decorations.Has(held, Decoration::kBlock)) {
    return kIsUniformBlock;
  }
  return NeedsBlocks(context, d.target) ? "" : "not a block";
}

// The reason why an object cannot have the decoration; empty if it can.
absl::string_view ReasonAgainst(const ModuleContext& context,
                                const Decorated& d) {
  const TypeInfo& pointer = context.types().TypeOf(context.module(), d.target);
  if (pointer.unknown() || !pointer.Is(tt::kAnyPointer)) return "";
  const Id held = ObjectOf(context, d.target, pointer);
  const TypeInfo& type = context.types().Get(held);
  switch (pointer.storage_class) {
    case StorageClass::kUniformConstant:
      if (type.Is(tt::kSampledImage)) return "a sampled image";
      if (!type.Is(tt::kImage)) {
        return context.Has(Capability::kShader) && type.Is(kNoImages)
                   ? "not an image"
                   : "";
      }
      if (!IsStorageImage(context, held)) return "an image that is sampled";
      return IsAccess(d.kind) && IsSubpassData(context, held)
                 ? "an image of Dim SubpassData"
                 : "";
    case StorageClass::kUniform:
    case StorageClass::kStorageBuffer:
      return WrongBuffer(context, d, pointer.storage_class, held);
    case StorageClass::kWorkgroup:
      return "in Workgroup";
    case StorageClass::kInput:
      return IsAccess(d.kind) && IsBuiltIn(context, d) ? "" : "in Input";
    case StorageClass::kOutput:
      return IsAccess(d.kind) && IsBuiltIn(context, d) ? "" : "in Output";
    case StorageClass::kPushConstant:
      return "in PushConstant";
    case StorageClass::kFunction:
    case StorageClass::kPrivate:
      // The decoration of a variable may apply to the buffer whose address it
      // holds.
      if (type.Contains(type_part::kPointer) ||
          (d.kind == Decoration::kNonWritable &&
           context.features().version() >= kOwnMemoryVersion)) {
        return "";
      }
      return pointer.storage_class == StorageClass::kPrivate ? "in Private"
                                                             : "in Function";
    default:
      return "";
  }
}

void CheckTileImages(ModuleContext& context) {
  if (!context.types().AnyPointsInto(StorageClass::kTileImageEXT) ||
      !context.decorations().HasAny(Decoration::kCoherent)) {
    return;
  }
  const bool is_noncoherent = absl::c_any_of(
      context.entry_points().functions(), [](const EntryFunction& f) {
        return f.Has(ExecutionMode::kNonCoherentColorAttachmentReadEXT);
      });
  if (!is_noncoherent) return;
  context.decorations().ForEach(Decoration::kCoherent, [&](const Decorated& d) {
    const TypeInfo& pointer =
        context.types().TypeOf(context.module(), d.target);
    if (d.member == kNoMember &&
        pointer.storage_class == StorageClass::kTileImageEXT) {
      context.Report(R("decoration.coherent.tileimage-noncoherent"),
                     PlaceOf(d));
    }
  });
}

// A decoration, and the rule that a wrong object violates.
struct KindRow {
  Decoration kind;
  const Rule& rule;
  const Rule& of_uniform_blocks;
};
constexpr KindRow kKindRows[] = {
    {Decoration::kNonWritable, R("decoration.nonwritable.object-kind"),
     R("decoration.nonwritable.uniform-block")},
    {Decoration::kNonReadable, R("decoration.nonreadable.object-kind"),
     R("decoration.nonreadable.uniform-block")},
    {Decoration::kCoherent, R("decoration.coherent.object-kind"),
     R("decoration.coherent.object-kind")},
    {Decoration::kVolatile, R("decoration.volatile.object-kind"),
     R("decoration.volatile.object-kind")},
};

void CheckKinds(ModuleContext& context) {
  for (const KindRow& row : kKindRows) {
    context.decorations().ForEach(row.kind, [&](const Decorated& d) {
      if (d.member != kNoMember || IsRepeatedDecoration(context, d)) return;
      const absl::string_view is = ReasonAgainst(context, d);
      if (is.empty()) return;
      context
          .Report(is == kIsUniformBlock ? row.of_uniform_blocks : row.rule,
                  PlaceOf(d),
                  {Arg::Enumerant(Kind::kDecoration, row.kind), d.target, is})
          .Note("{0} is defined here",
                Place::At(context.module().def(d.target)), {d.target});
    });
  }
  CheckTileImages(context);
}

}  // namespace

extern constinit const Family kAccessKinds(
    R, kModuleCheck<Phase::kSummaries, CheckKinds>);

}  // namespace plumb
