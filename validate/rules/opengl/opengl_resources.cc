// The resources of shaders that OpenGL does not have; for those that it has,
// their types and the decorations that identify them (ARB_gl_spirv).  Vulkan
// has most of the others, and most modules that violate these rules were made
// for it.
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/images.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

namespace tp = type_part;

// Handles of samplers and textures may have any type.
constexpr Rule WithoutHandles(Rule rule) {
  rule.when.unless = Capability::kBindlessTextureNV;
  return rule;
}

constexpr Rule CounterPlacementRule(absl::string_view id,
                                    absl::string_view text) {
  return ReliesOn(kDecorateOps, ExpectedInOpenGl(id, text));
}

constexpr RuleTable R({
    InOpenGl("opengl.variable.push-constant",
             "in OpenGL, a variable must not be in storage class PushConstant"),
    WithoutHandles(InOpenGl("opengl.variable.sampler",
                            "in OpenGL, a sampler must be part of a sampled "
                            "image, but {0} is a separate sampler")),
    WithoutHandles(InOpenGl("opengl.variable.separate-image",
                            "in OpenGL, a sampled image must have type "
                            "OpTypeSampledImage, but {0} holds {1}")),
    // A uniform without it cannot be set.
    ReliesOn(kDecorateOps,
             {.id = "opengl.variable.uniform-location",
              .section = kOpenGl,
              .text = "in OpenGL, uniform {0} is outside blocks, so it must be "
                      "decorated with Location",
              .severity = Severity::kWarning,
              .when = {.envs = kOpenGlEnvs, .needs = Capability::kShader}}),
    InOpenGl("opengl.descriptor-set.zero",
             "in OpenGL, DescriptorSet must be 0, not {0}"),
    ReliesOn(kDecorateOps,
             ExpectedInOpenGl("opengl.variable.block",
                              "in OpenGL, a variable in storage class {2} must "
                              "hold {3}, but {0} holds {1}")),
    InOpenGl("opengl.atomic-counter.type",
             "in OpenGL, an atomic counter must be an unsigned 32-bit integer "
             "or an array of them, but {0} holds {1}"),
    CounterPlacementRule(
        "opengl.atomic-counter.binding",
        "in OpenGL, atomic counter {0} must be decorated with Binding"),
    CounterPlacementRule(
        "opengl.atomic-counter.offset",
        "in OpenGL, atomic counter {0} must be decorated with Offset"),
    InOpenGl("opengl.block.explicit-layout",
             "in OpenGL, a block must have an explicit layout, so {0} is not "
             "allowed"),
});

// --- Variables ---

// A variable in UniformConstant: a resource, or a uniform outside of blocks.
void CheckUniform(const CheckContext& c, Id variable) {
  const ModuleContext& context = c.context();
  const Id held = InnermostElement(context, ObjectTypeOf(context, variable));
  const TypeInfo& type = context.types().Get(held);
  if (type.unknown()) return;
  if (type.Is(tt::kSampler)) {
    c.Report(R("opengl.variable.sampler"), Place::kWhole, {variable});
  } else if (type.Is(tt::kImage)) {
    const ImageType* const image = context.images().Find(held);
    // Buffers are fetched from without a sampler.
    if (image != nullptr && image->sampled == 1 &&
        image->dim != grammar::Dim::kBuffer) {
      c.Report(R("opengl.variable.separate-image"), Place::kWhole,
               {variable, Arg::Type(held)});
    }
  } else if (type.Contains(tp::kNumber | tp::kBool) &&
             !context.decorations().Has(variable, Decoration::kLocation) &&
             !context.decorations().Has(variable, Decoration::kBuiltIn)) {
    c.Report(R("opengl.variable.uniform-location"), Place::kWhole, {variable});
  }
}

// A uniform block or a storage block, in one of their storage classes.
void CheckBlock(const CheckContext& c, Id variable, StorageClass storage) {
  const ModuleContext& context = c.context();
  const Id held = InnermostElement(context, ObjectTypeOf(context, variable));
  const TypeInfo& type = context.types().Get(held);
  const Decorations& decorations = context.decorations();
  const bool is_uniform = storage == StorageClass::kUniform;
  if (type.unknown() ||
      (type.Is(tt::kStruct) &&
       (is_uniform ? decorations.IsBlock(held)
                   : decorations.Has(held, Decoration::kBlock)))) {
    return;
  }
  c.Report(
      R("opengl.variable.block"), Place::kWhole,
      {variable, Arg::Type(held), NameOf(storage),
       is_uniform ? "structures that are decorated with Block or BufferBlock"
                  : "structures that are decorated with Block"});
}

void CheckCounter(const CheckContext& c, Id variable) {
  const ModuleContext& context = c.context();
  const Id held = InnermostElement(context, ObjectTypeOf(context, variable));
  const TypeInfo& type = context.types().Get(held);
  if (type.unknown()) return;
  if (!type.IsAll(tt::kScalar | tt::kInt) || type.Is(tt::kSigned) ||
      type.width != 32) {
    c.Report(R("opengl.atomic-counter.type"), Place::kWhole,
             {variable, Arg::Type(held)});
  }
  const Decorations& decorations = context.decorations();
  if (!decorations.Has(variable, Decoration::kBinding)) {
    c.Report(R("opengl.atomic-counter.binding"), Place::kWhole, {variable});
  } else if (!decorations.Has(variable, Decoration::kOffset)) {
    c.Report(R("opengl.atomic-counter.offset"), Place::kWhole, {variable});
  }
}

void CheckVariable(const CheckContext& c) {
  const Id variable = c.inst().result();
  const StorageClass storage =
      c.context().types().TypeOf(c.module(), variable).storage_class;
  switch (storage) {
    case StorageClass::kPushConstant:
      c.Report(R("opengl.variable.push-constant"),
               operand::Variable::kStorageClass);
      return;
    case StorageClass::kUniformConstant:
      CheckUniform(c, variable);
      return;
    case StorageClass::kUniform:
    case StorageClass::kStorageBuffer:
      CheckBlock(c, variable, storage);
      return;
    case StorageClass::kAtomicCounter:
      CheckCounter(c, variable);
      return;
    default:
      return;
  }
}

// --- Descriptor sets ---

void CheckSets(ModuleContext& context) {
  context.decorations().ForEach(
      Decoration::kDescriptorSet, [&](const Decorated& d) {
        const Inst inst = context.module().inst(d.statement);
        if (d.parameter >= inst.operand_count() ||
            IsRepeatedDecoration(context, d) ||
            inst.operand_word(d.parameter) == 0) {
          return;
        }
        context.Report(R("opengl.descriptor-set.zero"),
                       Place::At(d.statement, d.parameter),
                       {uint64_t{inst.operand_word(d.parameter)}});
      });
}

// --- Layouts ---

// Decorations that leave layouts to the implementation.
constexpr Decoration kImplicitLayouts[] = {Decoration::kGLSLShared,
                                           Decoration::kGLSLPacked};

void CheckLayouts(ModuleContext& context) {
  for (const Decoration kind : kImplicitLayouts) {
    context.decorations().ForEach(kind, [&](const Decorated& d) {
      if (IsRepeatedDecoration(context, d)) return;
      context.Report(R("opengl.block.explicit-layout"), PlaceOf(d),
                     {Arg::Enumerant(Kind::kDecoration, kind)});
    });
  }
}

constexpr Check kChecks[] = {{grammar::kOpsWith<OpTrait::kVariable>,
                              CheckVariable, Requires(Api::kOpenGl)}};
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckSets,
     Requires(Api::kOpenGl, Decoration::kDescriptorSet)},
    {Phase::kSummaries, CheckLayouts, Requires(Api::kOpenGl)}};

}  // namespace

extern constinit const Family kOpenglResources(R, kModuleChecks, kChecks);

}  // namespace plumb
