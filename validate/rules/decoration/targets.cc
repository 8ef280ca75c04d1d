// Targets of decorations of objects and types (section 3.2.19): tables of the
// allowed definitions, of the decorations that members must not have, and of
// storage classes.  Decorations without a row are allowed everywhere.
// result_targets.cc has those of results, extension_targets.cc those of
// extensions.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/object_types.h"
#include "validate/rules/decoration/decoration_rows.h"
#include "validate/rules/decoration/definition_kinds.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

// --- Definitions ---

constexpr Definitions kMembersOnly = {
    nullptr, "{0} can only decorate members of structures"};

// A buffer pointer represents the memory that it points to.
bool IsMemoryObject(const ModuleContext& context, const Inst& def) {
  return DeclaresObject(context, def) || def.op() == Op::kBufferPointerEXT;
}

bool IsMemoryObjectOrAccess(const ModuleContext& context, const Inst& def) {
  return IsMemoryObject(context, def) || def.op() == Op::kRawAccessChainNV;
}

constexpr Definitions kVariables = {IsVariable,
                                    "{0} can only decorate variables, not {1}"};
constexpr Definitions kGlobals = {
    IsGlobal, "{0} can only decorate variables outside functions, not {1}"};
constexpr absl::string_view kForMemoryObjects =
    "{0} can only decorate variables and function parameters that are "
    "pointers, not {1}";
constexpr Definitions kMemoryObjects = {IsMemoryObject, kForMemoryObjects};
// SPV_NV_raw_access_chains allows these decorations on a single access.
constexpr Definitions kMemoryObjectsOrAccesses = {IsMemoryObjectOrAccess,
                                                  kForMemoryObjects};
constexpr Definitions kStructs = {
    IsOneOf<Op::kTypeStruct>, "{0} can only decorate structure types, not {1}"};
constexpr Definitions kSpecConstants = {
    IsOneOf<Op::kSpecConstantTrue, Op::kSpecConstantFalse, Op::kSpecConstant,
            Op::kSpecConstantStringAMDX, Op::kSpecConstantDataKHR>,
    "{0} can only decorate scalar specialization constants, not {1}"};
constexpr Definitions kArrays = {
    IsOneOf<Op::kTypeArray, Op::kTypeRuntimeArray, Op::kTypePointer,
            Op::kTypeUntypedPointerKHR>,
    "{0} can only decorate array and pointer types, not {1}"};
constexpr Definitions kBuiltIns = {
    [](const ModuleContext& context, const Inst& def) {
      return IsVariable(context, def) || MakesConstant(def.op());
    },
    "{0} can only decorate variables, members of structures and constants, not "
    "{1}"};
constexpr Definitions kSemantics = {
    IsVariable,
    "{0} can only decorate variables and members of structures, not {1}"};

// Whether a variable may hold images of subpasses.  True if its type is
// unknown, and for ids that are not variables.
bool MayHoldSubpassData(const ModuleContext& context, const Inst& def) {
  if (!IsVariable(context, def)) return true;
  const Id held =
      InnermostElement(context, ObjectTypeOf(context, def.result()));
  const TypeInfo& type = context.types().Get(held);
  if (type.unknown()) return true;
  const ImageType* image = context.images().Find(held);
  return type.Is(tt::kImage) &&
         (image == nullptr || image->dim == grammar::Dim::kSubpassData);
}
constexpr Definitions kSubpassInputs = {
    MayHoldSubpassData,
    "{0} should decorate variables that hold images with Dim SubpassData, but "
    "{1} does not"};

// --- Members by their types ---

bool IsAnything(const ModuleContext& /*context*/, const Inst& /*def*/) {
  return true;
}

bool IsMadeOfMatrices(const ModuleContext& context, Id type) {
  return context.types().Get(InnermostElement(context, type)).Is(tt::kMatrix);
}
constexpr Definitions kMatrixMembers = {
    IsAnything,
    "{0} can only decorate members that are matrices or arrays of them, not "
    "{3}",
    IsMadeOfMatrices};

// --- The rows ---

constexpr TargetRow kTargetRows[] = {
    OnWhole(Decoration::kSpecId, kSpecConstants,
            Also("decoration.specid.scalar-spec-constant "
                 "decoration.specid.constantdata",
                 {"decoration.specid.target", "3.2.19", ""})),
    OnWhole(Decoration::kBlock, kStructs, "decoration.block.target"),
    OnWhole(Decoration::kBufferBlock, kStructs,
            "decoration.bufferblock.target"),
    OnWhole(Decoration::kRowMajor, kMembersOnly,
            "decoration.rowmajor.member-only"),
    OnWhole(Decoration::kColMajor, kMembersOnly,
            "decoration.colmajor.member-only"),
    OnWhole(Decoration::kArrayStride, kArrays, "decoration.arraystride.target"),
    OnWhole(Decoration::kOffset, kVariables, "decoration.offset.target"),
    OnWhole(Decoration::kMatrixStride, kMembersOnly,
            "decoration.matrixstride.member-only"),
    OnWhole(Decoration::kGLSLShared, kStructs, "decoration.glslshared.target"),
    OnWhole(Decoration::kGLSLPacked, kStructs, "decoration.glslpacked.target"),
    OnWhole(Decoration::kCPacked, kStructs, "decoration.cpacked.target"),
    OnWhole(Decoration::kBuiltIn, kBuiltIns, "decoration.builtin.target",
            "3.2.20"),
    OnWhole(Decoration::kNoPerspective, kMemoryObjects,
            "decoration.noperspective.target"),
    OnWhole(Decoration::kFlat, kMemoryObjects,
            Also("decoration.memoryobject.parameter-pointer",
                 {"decoration.flat.target", "3.2.19", ""})),
    OnWhole(Decoration::kPatch, kMemoryObjects, "decoration.patch.target"),
    OnWhole(Decoration::kCentroid, kMemoryObjects,
            "decoration.centroid.target"),
    OnWhole(Decoration::kSample, kMemoryObjects, "decoration.sample.target"),
    OnWhole(Decoration::kInvariant, kVariables, "decoration.invariant.target"),
    OnWhole(Decoration::kRestrict, kMemoryObjectsOrAccesses,
            "decoration.restrict.target"),
    OnWhole(Decoration::kAliased, kMemoryObjectsOrAccesses,
            "decoration.aliased.target"),
    OnWhole(Decoration::kVolatile, kMemoryObjectsOrAccesses,
            "decoration.volatile.target"),
    OnWhole(Decoration::kConstant, kGlobals, "decoration.constant.target"),
    OnWhole(Decoration::kCoherent, kMemoryObjectsOrAccesses,
            "decoration.coherent.target"),
    OnWhole(Decoration::kStream, kMemoryObjects, "decoration.stream.target"),
    OnWhole(Decoration::kLocation, kVariables, "decoration.location.target"),
    OnWhole(Decoration::kComponent, kMemoryObjects,
            "decoration.component.target"),
    OnWhole(Decoration::kIndex, kVariables, "decoration.index.target"),
    OnWhole(Decoration::kBinding, kVariables, "decoration.binding.target"),
    OnWhole(Decoration::kDescriptorSet, kVariables,
            "decoration.descriptorset.target"),
    OnWhole(Decoration::kXfbBuffer, kMemoryObjects,
            "decoration.xfbbuffer.target"),
    OnWhole(Decoration::kXfbStride, kMemoryObjects,
            "decoration.xfbstride.target"),
    OnWhole(Decoration::kInputAttachmentIndex, kVariables,
            "decoration.inputattachmentindex.target"),
    OnWhole(Decoration::kInputAttachmentIndex, kSubpassInputs,
            "decoration.inputattachmentindex.image-type", "3.2.19",
            Severity::kWarning),
    OnWhole(Decoration::kRestrictPointer, kMemoryObjects,
            "decoration.restrictpointer.target"),
    OnWhole(Decoration::kAliasedPointer, kMemoryObjects,
            "decoration.aliasedpointer.target"),
    OnWhole(Decoration::kNonWritable, kMemoryObjectsOrAccesses,
            "decoration.nonwritable.target"),
    OnWhole(Decoration::kNonReadable, kMemoryObjectsOrAccesses,
            "decoration.nonreadable.target"),
    OnWhole(Decoration::kCounterBuffer, kVariables,
            "decoration.counterbuffer.target"),
    OnWhole(Decoration::kUserSemantic, kSemantics,
            "decoration.usersemantic.target"),
    Everywhere(Decoration::kRowMajor, kMatrixMembers,
               "decoration.rowmajor.matrix-member", "3.2.19"),
    Everywhere(Decoration::kColMajor, kMatrixMembers,
               "decoration.colmajor.matrix-member", "3.2.19"),
    Everywhere(Decoration::kMatrixStride, kMatrixMembers,
               "decoration.matrixstride.matrix-member", "3.2.19"),
};

constexpr MemberRow kMemberRows[] = {
    {Decoration::kSpecId, "decoration.specid.not-member"},
    {Decoration::kBlock, "decoration.block.not-member"},
    {Decoration::kBufferBlock, "decoration.bufferblock.not-member"},
    {Decoration::kArrayStride, "decoration.arraystride.not-member"},
    {Decoration::kGLSLShared, "decoration.glslshared.not-member"},
    {Decoration::kGLSLPacked, "decoration.glslpacked.not-member"},
    {Decoration::kCPacked, "decoration.cpacked.not-member"},
    {Decoration::kAliased, "decoration.aliased.not-member"},
    // Producers decorate members of buffers.
    {Decoration::kRestrict, "decoration.restrict.not-member",
     Severity::kPedantic},
    {Decoration::kConstant, "decoration.constant.not-member"},
    {Decoration::kUniform, "decoration.uniform.not-member"},
    {Decoration::kUniformId, "decoration.uniformid.not-member"},
    {Decoration::kSaturatedConversion,
     "decoration.saturatedconversion.not-member"},
    {Decoration::kIndex, "decoration.index.not-member"},
    {Decoration::kBinding, "decoration.binding.not-member"},
    {Decoration::kDescriptorSet, "decoration.descriptorset.not-member"},
    {Decoration::kFuncParamAttr, "decoration.funcparamattr.not-member"},
    {Decoration::kFPRoundingMode, "decoration.fproundingmode.not-member"},
    {Decoration::kFPFastMathMode, "decoration.fpfastmathmode.not-member"},
    {Decoration::kLinkageAttributes, "decoration.linkageattributes.not-member"},
    {Decoration::kNoContraction, "decoration.nocontraction.not-member"},
    {Decoration::kInputAttachmentIndex,
     "decoration.inputattachmentindex.not-member"},
    {Decoration::kAlignment, "decoration.alignment.not-member"},
    {Decoration::kMaxByteOffset, "decoration.maxbyteoffset.not-member"},
    {Decoration::kAlignmentId, "decoration.alignmentid.not-member"},
    {Decoration::kMaxByteOffsetId, "decoration.maxbyteoffsetid.not-member"},
    {Decoration::kNoSignedWrap, "decoration.nosignedwrap.not-member"},
    {Decoration::kNoUnsignedWrap, "decoration.nounsignedwrap.not-member"},
    {Decoration::kNonUniform, "decoration.nonuniform.not-member"},
    {Decoration::kRestrictPointer, "decoration.restrictpointer.not-member"},
    {Decoration::kAliasedPointer, "decoration.aliasedpointer.not-member"},
    {Decoration::kCounterBuffer, "decoration.counterbuffer.not-member"},
};

// --- Constants ---

constexpr absl::string_view kForInterface =
    "{0} can only decorate variables in storage class Input or Output, but {1} "
    "is in {2}";
constexpr absl::string_view kForLinkage =
    "{0} can only decorate interface variables, but {1} is in storage class "
    "{2}";
// Where the rules of Vulkan do not apply, implementations accept other storage
// classes.
constexpr Scope kElsewhere = {.envs = kAnyEnv & ~kVulkanEnvs};

constexpr RuleTable R(
    {{"decoration.builtin.constant-only-if-constant-builtin", "3.2.20",
      "built-in {0} must decorate a variable, but {1} is a constant"},
     // Producers copy inputs to local variables with their decorations.
     {"decoration.interpolation.storage-class", "3.2.19", kForInterface, "",
      Severity::kWarning, kElsewhere}},
    kStatingOps);

// Constants may have one built-in only.
void CheckConstant(ModuleContext& context, const Decorated& d) {
  const InstIndex def = context.module().def(d.target);
  const auto builtin = BuiltInOf(context.module(), d);
  if (d.member != kNoMember || def == kNoInst ||
      !MakesConstant(context.module().record(def).op) || !builtin ||
      builtin == BuiltIn::kWorkgroupSize || IsRepeatedDecoration(context, d)) {
    return;
  }
  context.Report(R("decoration.builtin.constant-only-if-constant-builtin"),
                 d.by_group() ? PlaceOf(d) : Place::At(d.place, d.parameter),
                 {Arg::Enumerant(Kind::kBuiltIn, *builtin), d.target});
}

// --- Storage classes ---

constexpr StorageClasses kInterface = {kInterfaceClasses, kForInterface};
// For attachments, see memory.tileattachment.no-component.
constexpr StorageClass kInterfaceOrAttachmentClasses[] = {
    StorageClass::kInput, StorageClass::kOutput,
    StorageClass::kTileAttachmentQCOM};
constexpr StorageClasses kInterfaceOrAttachment = {
    kInterfaceOrAttachmentClasses, kForInterface};
constexpr StorageClasses kOutput = {kOutputClass,
                                    "{0} can only decorate variables in "
                                    "storage class Output, but {1} is in {2}"};
constexpr StorageClass kResourceClasses[] = {
    StorageClass::kUniform, StorageClass::kUniformConstant,
    StorageClass::kStorageBuffer, StorageClass::kTileAttachmentQCOM};
constexpr StorageClasses kResources = {
    kResourceClasses,
    "{0} can only decorate variables in storage class Uniform, UniformConstant "
    "or StorageBuffer, but {1} is in {2}"};
constexpr StorageClass kConstantClass[] = {StorageClass::kUniformConstant};
constexpr StorageClasses kAttachments = {
    kConstantClass,
    "{0} can only decorate variables in storage class UniformConstant, but {1} "
    "is in {2}"};
constexpr StorageClass kCounterClasses[] = {StorageClass::kUniform,
                                            StorageClass::kStorageBuffer};
constexpr StorageClasses kCounters = {
    kCounterClasses,
    "{0} can only decorate variables in storage class Uniform or "
    "StorageBuffer, but {1} is in {2}"};
constexpr StorageClasses kLinkage = {kLinkageClasses, kForLinkage};
// Only OpenGL gives locations to the first of them.
static_assert(kLinkageClasses[0] == StorageClass::kUniformConstant);
constexpr StorageClasses kVulkanLinkage = {
    absl::MakeConstSpan(kLinkageClasses).subspan(1), kForLinkage};

constexpr Rule InVulkan(absl::string_view id, absl::string_view vuid = "") {
  return {.id = id,
          .section = vuid.empty() ? "3.2.19" : kVulkan,
          .text = "",
          .vuid = vuid,
          .when = kInVulkan};
}
constexpr StorageRow Interpolation(Decoration kind, absl::string_view id) {
  return {kind, kInterface, InVulkan(id, "VUID-StandaloneSpirv-Flat-04670"),
          &R("decoration.interpolation.storage-class")};
}
constexpr char kResourceVuid[] = "VUID-StandaloneSpirv-DescriptorSet-06491";

constexpr Rule kExpectedLocation = {
    "decoration.location.expected-storage-class",
    "3.2.19",
    "",
    "",
    Severity::kWarning,
    kElsewhere};

constexpr StorageRow kStorageRows[] = {
    Interpolation(Decoration::kNoPerspective,
                  "decoration.noperspective.storage-class"),
    Interpolation(Decoration::kFlat, "decoration.flat.storage-class"),
    Interpolation(Decoration::kCentroid, "decoration.centroid.storage-class"),
    Interpolation(Decoration::kSample, "decoration.sample.storage-class"),
    {Decoration::kBinding, kResources,
     InVulkan("decoration.binding.storage-class", kResourceVuid)},
    {Decoration::kDescriptorSet, kResources,
     InVulkan("decoration.descriptorset.storage-class", kResourceVuid)},
    // Implementations require the place of an object in an interface.
    {Decoration::kComponent, kInterfaceOrAttachment,
     Rule{.id = "decoration.component.storage-class",
          .section = "3.2.19",
          .text = "",
          .vuid = "VUID-StandaloneSpirv-Location-06672"}},
    {Decoration::kLocation, kVulkanLinkage,
     InVulkan("decoration.location.storage-class",
              "VUID-StandaloneSpirv-Location-06672")},
    {Decoration::kLocation, kLinkage, kExpectedLocation},
    {Decoration::kPatch, kInterface,
     InVulkan("decoration.patch.storage-class")},
    {Decoration::kIndex, kOutput, InVulkan("decoration.index.storage-class")},
    {Decoration::kStream, kOutput, InVulkan("decoration.stream.storage-class")},
    {Decoration::kXfbBuffer, kOutput,
     InVulkan("decoration.xfbbuffer.storage-class")},
    {Decoration::kInvariant, kInterface,
     InVulkan("decoration.invariant.storage-class",
              "VUID-StandaloneSpirv-Invariant-04677")},
    {Decoration::kInputAttachmentIndex, kAttachments,
     InVulkan("decoration.inputattachmentindex.storage-class",
              "VUID-StandaloneSpirv-InputAttachmentIndex-06678")},
    {Decoration::kCounterBuffer, kCounters,
     "decoration.counterbuffer.storage-class"},
    {Decoration::kUserSemantic, kInterface,
     "decoration.usersemantic.storage-class"},
};

// --- The family ---

void CheckTargets(ModuleContext& context) {
  if (context.module().decorations().empty()) return;
  CheckRows<kTargetRows>(context);
  CheckRows<kMemberRows>(context);
  CheckRows<kStorageRows>(context);
  context.decorations().ForEach(Decoration::kBuiltIn, [&](const Decorated& d) {
    CheckConstant(context, d);
  });
}
constexpr auto kRules =
    Join(RulesOf(kTargetRows, &TargetRow::rule),
         RulesOf(kMemberRows, &MemberRow::rule),
         RulesOf(kStorageRows, &StorageRow::rule), RulesOf(R));

}  // namespace

extern constinit const Family kTargets(
    kRules, kModuleCheck<Phase::kSummaries, CheckTargets>);

}  // namespace plumb
