// Textures and samplers decorated for weighted sampling and for block matches
// (SPV_QCOM_image_processing, SPV_QCOM_image_processing2): those instructions
// require the decorations, and others do not allow them.
//
// An object is traced to its variable: from a sampled image to its image and
// sampler, and from there to the load.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/processing_ops.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

namespace match = grammar::operand::ImageBlockMatchSSDQCOM;
namespace sampled = grammar::operand::SampledImage;
namespace weighted = grammar::operand::ImageSampleWeightedQCOM;

constexpr char kFirst[] = "SPV_QCOM_image_processing";
constexpr char kSecond[] = "SPV_QCOM_image_processing2";
constexpr char kMissing[] =
    "the image must be loaded from a variable decorated with {1}, not from {0}";
constexpr char kMisused[] =
    "{0} is decorated with {1}, so it cannot be used by {2}";

constexpr RuleTable R(
    {
        {"image.processing.weight-decorated", kFirst, kMissing,
         "VUID-RuntimeSpirv-OpImageSampleWeightedQCOM-06981"},
        {"image.processing.match-decorated", kFirst, kMissing,
         "VUID-RuntimeSpirv-OpImageBlockMatchSSDQCOM-06984"},
        {"image.blockmatch.texture-decorated", kSecond, kMissing,
         "VUID-RuntimeSpirv-OpImageBlockMatchWindow-09221"},
        {"image.blockmatch.sampler-decorated", kSecond,
         "the sampler must be loaded from a variable decorated with {1}, not "
         "from {0}"},
        {"image.processing.weight-only-use", kFirst, kMisused},
        {"image.processing.match-only-use", kFirst, kMisused},
        {"image.blockmatch.sampler-only-use", kSecond, kMisused},
    },
    kDecorateOps);

// --- Variables ---

// The variables of an object; kNoId for an object that is not loaded from a
// variable.
struct Origins {
  Id texture;
  Id sampler;
};

Id VariableOf(const CheckContext& c, Id loaded) {
  if (!IsDefinedBy(c.module(), loaded, Op::kLoad)) return kNoId;
  const Inst load = c.module().inst(c.module().def(loaded));
  const PointerOrigin origin =
      c.context().pointers().OriginOf(load.id(operand::Load::kPointer));
  return origin.kind == PointerRoot::kVariable ? origin.root : kNoId;
}

Origins OriginsOf(const CheckContext& c, Id object) {
  if (!IsDefinedBy(c.module(), object, Op::kSampledImage)) {
    const Id variable = VariableOf(c, object);
    return {variable, variable};
  }
  const Inst made = c.module().inst(c.module().def(object));
  return {VariableOf(c, made.id(sampled::kImage)),
          VariableOf(c, made.id(sampled::kSampler))};
}

// --- Required and allowed decorations ---

// A bit for each decoration.
enum Marks : uint8_t {
  kNone = 0,
  kWeight = 1 << 0,
  kTexture = 1 << 1,
  kSampler = 1 << 2,
};

struct MarkRow {
  Marks mark;
  Decoration decoration;
  const Rule* only_use;
};
constexpr MarkRow kMarks[] = {
    {kWeight, Decoration::kWeightTextureQCOM,
     &R("image.processing.weight-only-use")},
    {kTexture, Decoration::kBlockMatchTextureQCOM,
     &R("image.processing.match-only-use")},
    {kSampler, Decoration::kBlockMatchSamplerQCOM,
     &R("image.blockmatch.sampler-only-use")},
};

bool Has(const CheckContext& c, Id variable, Decoration decoration) {
  return variable != kNoId &&
         c.context().decorations().Has(variable, decoration);
}

Arg NameOf(Decoration decoration) {
  return Arg::Enumerant(Kind::kDecoration, decoration);
}

// Reports decorations of the variables for other uses than `allowed`.
void CheckOnlyUse(const CheckContext& c, OperandIndex operand, int allowed) {
  const auto [texture, sampler] = OriginsOf(c, c.inst().id(operand));
  for (const auto& [mark, decoration, rule] : kMarks) {
    if ((allowed & mark) != 0) continue;
    const Id variable = mark == kSampler ? sampler : texture;
    if (!Has(c, variable, decoration)) continue;
    c.Report(*rule, operand, {variable, NameOf(decoration), c.inst().op()});
    return;
  }
}

// Reports a known variable that does not have a decoration.
void CheckNeeded(const CheckContext& c, const Rule& rule, OperandIndex operand,
                 Id variable, Decoration decoration) {
  if (variable == kNoId || Has(c, variable, decoration)) return;
  c.Report(rule, operand, {variable, NameOf(decoration)});
}

void CheckTexture(const CheckContext& c, const Rule& rule, OperandIndex operand,
                  Decoration decoration) {
  CheckNeeded(c, rule, operand, OriginsOf(c, c.inst().id(operand)).texture,
              decoration);
}

// --- Instructions ---

void CheckWeighted(const CheckContext& c) {
  CheckOnlyUse(c, weighted::kTexture, kNone);
  CheckOnlyUse(c, weighted::kWeights, kWeight);
  CheckTexture(c, R("image.processing.weight-decorated"), weighted::kWeights,
               Decoration::kWeightTextureQCOM);
}

void CheckMatch(const CheckContext& c) {
  for (const OperandIndex operand : {match::kTarget, match::kReference}) {
    CheckOnlyUse(c, operand, kTexture);
    CheckTexture(c, R("image.processing.match-decorated"), operand,
                 Decoration::kBlockMatchTextureQCOM);
  }
}

// The document states in two ways for which of the new instructions a
// decorated sampler is, so it is allowed for all of them.
void CheckNewMatch(const CheckContext& c) {
  for (const OperandIndex operand : {match::kTarget, match::kReference}) {
    CheckOnlyUse(c, operand, kTexture | kSampler);
    CheckTexture(c, R("image.blockmatch.texture-decorated"), operand,
                 Decoration::kBlockMatchTextureQCOM);
  }
}

void CheckWindow(const CheckContext& c) {
  for (const OperandIndex operand : {match::kTarget, match::kReference}) {
    CheckNeeded(c, R("image.blockmatch.sampler-decorated"), operand,
                OriginsOf(c, c.inst().id(operand)).sampler,
                Decoration::kBlockMatchSamplerQCOM);
  }
}

constexpr auto kNewMatches = JoinOps(kWindowMatches, kGatherMatches);
// OpSampledImage is traced to its operands.
constexpr auto kCheckedElsewhere =
    JoinOps(Op::kSampledImage, kWeightedSamples, kMatches, kWindowMatches,
            kGatherMatches);

void CheckOther(const CheckContext& c) {
  if (absl::c_linear_search(kCheckedElsewhere, c.inst().op())) return;
  CheckOnlyUse(c, ImageOperandOf(c.inst()), kNone);
}

bool IsDecorated(const ModuleContext& context) {
  return absl::c_any_of(kMarks, [&](const MarkRow& row) {
    return context.decorations().HasAny(row.decoration);
  });
}

bool MayProcess(const ModuleContext& context) {
  return IsDecorated(context) ||
         context.Has(Capability::kTextureSampleWeightedQCOM) ||
         context.Has(Capability::kTextureBlockMatchQCOM) ||
         context.Has(Capability::kTextureBlockMatch2QCOM);
}

// Access chains are traced to variables.
void ProvidePointers(ModuleContext& context) {
  if (MayProcess(context)) context.Provide(fact::kPointers);
}

constexpr Check kChecks[] = {
    {kWeightedSamples, CheckWeighted, Requires(MayProcess)},
    {kMatches, CheckMatch, Requires(MayProcess)},
    {kNewMatches, CheckNewMatch, Requires(MayProcess)},
    {kWindowMatches, CheckWindow, Requires(MayProcess)},
    {kImageConsumers, CheckOther, Requires(IsDecorated)},
};

}  // namespace

extern constinit const Family kProcessingDecorations(
    R, kModuleCheck<Phase::kIds, ProvidePointers>, kChecks);

}  // namespace plumb
