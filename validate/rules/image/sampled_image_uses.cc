// Uses of images, samplers and sampled images (section 2.16.1,
// SPV_NV_bindless_texture, SPV_INTEL_device_side_avc_motion_estimation): only
// instructions for them may use them, in the block that makes or loads them.
//
// The family of OpSelect checks that they are not selected.
//
// Tested by testdata/rule_test.cc.
#include "absl/base/attributes.h"
#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"

namespace plumb {
namespace {

namespace sampled = grammar::operand::SampledImage;
namespace tp = type_part;

constexpr char kVme[] = "SPV_INTEL_device_side_avc_motion_estimation";
constexpr char kOtherBlock[] =
    "the sampled image must be created in the block where it is used";
constexpr char kWrongConsumer[] = "{1} cannot take an operand of type {0}";
constexpr char kNoPhi[] =
    "OpPhi must not merge images or samplers, such as {0}";
constexpr Scope kWithoutBindless = {.unless = Capability::kBindlessTextureNV};
// In kernels implementations accept them anywhere.
constexpr Scope kInShaders = {.needs = Capability::kShader,
                              .unless = Capability::kBindlessTextureNV};

constexpr RuleTable R({
    {"image.sampledimage.no-phi", "2.16.1",
     "OpPhi must not merge sampled images, such as {0}", "", Severity::kError,
     kWithoutBindless},
    {"image.extract.no-phi-select", "2.16.1", kNoPhi, "", Severity::kError,
     kInShaders},
    {"image.vmeimage.no-phi-select", kVme, kNoPhi},
    Also("image.processing.sampled-image-consumer",
         {"image.sampledimage.consumers", "2.16.1", kWrongConsumer, "",
          Severity::kError, kWithoutBindless}),
    // Implementations accept copies, and objects that were loaded.
    {"image.sampledimage.consumers-tolerated", "2.16.1", kWrongConsumer, "",
     Severity::kPedantic, kInShaders},
    {"image.extract.consumers", "2.16.1", kWrongConsumer, "",
     Severity::kWarning, kInShaders},
    {"image.vmeimage.consumers", kVme, kWrongConsumer},
    {"image.sampledimage.same-block", "SPV_NV_bindless_texture", kOtherBlock,
     "", Severity::kError, kWithoutBindless},
    // Optimizers move loads, and implementations accept that.
    {"image.extract.same-block", "2.16.1",
     "{0} must be loaded in the block where it is used", "",
     Severity::kPedantic, kInShaders},
    {"image.vmeimage.same-block", kVme,
     "the VME image must be created in the block where it is used"},
});

// --- Types ---

bool IsVmeImage(const CheckContext& c, Id type) {
  return IsDefinedBy(c.module(), type, Op::kTypeVmeImageINTEL);
}

// The rules for one kind of object; null for other types.
struct ObjectRules {
  const Rule* no_phi = nullptr;
  const Rule* consumers = nullptr;
  const Rule* tolerated = nullptr;  // for uses that implementations accept
};

ObjectRules ObjectRulesOf(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return {};
  if (info.Is(tt::kSampledImage)) {
    return {&R("image.sampledimage.no-phi"), &R("image.sampledimage.consumers"),
            &R("image.sampledimage.consumers-tolerated")};
  }
  if (info.Is(tt::kImage | tt::kSampler)) {
    return {&R("image.extract.no-phi-select"), &R("image.extract.consumers"),
            &R("image.extract.consumers")};
  }
  if (info.Is(tt::kOpaque) && IsVmeImage(c, type)) {
    return {&R("image.vmeimage.no-phi-select"), &R("image.vmeimage.consumers"),
            &R("image.vmeimage.consumers")};
  }
  return {};
}

// --- Wrong consumers ---

void CheckPhi(const CheckContext& c) {
  // Legalization has yet to remove such phis.
  if (c.context().options().before_hlsl_legalization) return;
  const Rule* rule = ObjectRulesOf(c, c.inst().result_type()).no_phi;
  if (rule == nullptr) return;
  if (c.Report(*rule, operand::Phi::kResultType,
               {Arg::Type(c.inst().result_type())})) {
    c.PoisonResult();
  }
}

// Loaded objects may be used anywhere; objects made here may be copied:
// producers decorate the copies with NonUniform.
bool IsTolerated(const CheckContext& c, Id object) {
  return c.inst().op() == Op::kCopyObject ||
         !IsDefinedBy(c.module(), object, Op::kSampledImage);
}

void CheckConsumer(const CheckContext& c) {
  if (c.context().options().before_hlsl_legalization) return;
  const Inst& inst = c.inst();
  for (OperandIndex o = 0; o < inst.operand_count(); ++o) {
    if (inst.kind(o) != Kind::kIdRef) continue;
    const Id object = inst.id(o);
    const Id type = c.module().type_of(object);
    const ObjectRules rules = ObjectRulesOf(c, type);
    const Rule* rule =
        IsTolerated(c, object) ? rules.tolerated : rules.consumers;
    if (rule != nullptr) c.Report(*rule, o, {Arg::Type(type), inst.op()});
  }
}

// Stores and copies are common, and rarely use images.
void CheckStore(const CheckContext& c) {
  if (c.operand_type(operand::Store::kObject).Contains(tp::kOpaque)) {
    CheckConsumer(c);
  }
}
void CheckCopy(const CheckContext& c) {
  if (c.result_type().Contains(tp::kOpaque)) CheckConsumer(c);
}

// --- Other blocks ---

// The object at the operand if it was made in another block of the function;
// kNoId otherwise.
Id IdFromOtherBlock(const CheckContext& c, OperandIndex operand, Op maker) {
  const FunctionContext* function = c.function();
  const Id object = c.inst().id(operand);
  const InstIndex def = c.module().def(object);
  if (function == nullptr || def == kNoInst ||
      c.module().record(def).op != maker || !function->Contains(def) ||
      function->BlockOf(def) == function->BlockOf(c.index())) {
    return kNoId;
  }
  return object;
}

void ReportOtherBlock(const CheckContext& c, const Rule& rule,
                      OperandIndex operand, Id object) {
  c.Report(rule, operand, {object})
      .Note("it is defined here", Place::At(c.module().def(object)));
}

constexpr TypeTraits kObjects = tt::kSampledImage | tt::kImage | tt::kSampler;

// An image or sampler that was loaded, or a sampled image.
ABSL_ATTRIBUTE_NOINLINE void CheckBlockOf(const CheckContext& c,
                                          OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (type.unknown()) return;
  if (type.Is(tt::kSampledImage)) {
    const Id made = IdFromOtherBlock(c, operand, Op::kSampledImage);
    if (made != kNoId) {
      ReportOtherBlock(c, R("image.sampledimage.same-block"), operand, made);
      return;
    }
  }
  const Id loaded = IdFromOtherBlock(c, operand, Op::kLoad);
  if (loaded == kNoId) return;
  ReportOtherBlock(c, R("image.extract.same-block"), operand, loaded);
}

void CheckBlocks(const CheckContext& c) {
  const uint32_t count = c.inst().operand_count();
  for (OperandIndex o = ImageOperandOf(c.inst()); o < count; ++o) {
    if (c.inst().kind(o) == Kind::kIdRef && c.operand_type(o).Is(kObjects)) {
      CheckBlockOf(c, o);
    }
  }
}

// The VME image is the first operand of instructions that use one.
void CheckVmeBlocks(const CheckContext& c) {
  for (OperandIndex o = sampled::kImage; o < c.inst().operand_count(); ++o) {
    if (!IsVmeImage(c, c.type_of(o))) return;
    const Id made = IdFromOtherBlock(c, o, Op::kVmeImageINTEL);
    if (made == kNoId) continue;
    ReportOtherBlock(c, R("image.vmeimage.same-block"), o, made);
  }
}

// --- Instructions ---

// Instructions that take objects of any type.
constexpr Op kConsumers[] = {Op::kReturnValue, Op::kFunctionCall};
constexpr Op kCopies[] = {Op::kCopyObject, Op::kCopyLogical,
                          Op::kCompositeConstruct, Op::kCompositeInsert};
constexpr auto kImageOps = grammar::kOpsWith<OpTrait::kImage>;
constexpr Op kVmeOps[] = {
    Op::kImage,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL,
    Op::kSubgroupAvcRefEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithMultiReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL,
    Op::kSubgroupAvcSicEvaluateIpeINTEL,
    Op::kSubgroupAvcSicEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithMultiReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL,
};

bool HasImages(const ModuleContext& context) {
  return context.types().AnyIs(tt::kImage | tt::kSampler);
}
constexpr Check kChecks[] = {
    {Op::kPhi, CheckPhi, Requires(HasImages)},
    {Op::kStore, CheckStore, Requires(HasImages)},
    {kConsumers, CheckConsumer, Requires(HasImages)},
    {kCopies, CheckCopy, Requires(HasImages)},
    {kImageOps, CheckBlocks},
    {Op::kVmeImageINTEL, CheckBlocks},
    {kVmeOps, CheckVmeBlocks,
     Requires(Capability::kSubgroupAvcMotionEstimationINTEL)},
};

}  // namespace

extern constinit const Family kSampledImageUses(R, kChecks);

}  // namespace plumb
