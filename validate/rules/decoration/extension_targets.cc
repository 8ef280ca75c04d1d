// Targets of decorations of extensions: tables of definitions, members and
// storage classes.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/object_types.h"
#include "validate/rules/decoration/decoration_rows.h"
#include "validate/rules/decoration/definition_kinds.h"

namespace plumb {
namespace {

bool IsAnyMember(const ModuleContext& /*context*/, Id /*type*/) { return true; }

template <TypeTraits kAny>
bool IsMemberOf(const ModuleContext& context, Id type) {
  return context.types().Get(type).Is(kAny);
}

// --- Definitions ---

constexpr Definitions kVariables = {
    IsVariable, "{0} can only decorate variables, not {2}{1}"};
constexpr Definitions kVariablesAndMembers = {
    IsVariable,
    "{0} can only decorate variables and members of structures, not {1}",
    IsAnyMember};
constexpr Definitions kMemoryObjects = {
    DeclaresObject,
    "{0} can only decorate variables, function parameters that are pointers, "
    "and members of structures, not {1}",
    IsAnyMember};
constexpr Definitions kGlobals = {
    IsGlobal, "{0} can only decorate variables outside functions, not {2}{1}"};
constexpr Definitions kInitialized = {
    [](const ModuleContext& context, const Inst& def) {
      return IsGlobal(context, def) && IsOneOf<Op::kVariable>(context, def) &&
             def.operand_count() > operand::Variable::kInitializer;
    },
    "{0} can only decorate variables outside functions that have an "
    "initializer, not {2}{1}"};
constexpr Definitions kFunctions = {
    IsOneOf<Op::kFunction>, "{0} can only decorate functions, not {2}{1}"};
constexpr Definitions kPipeStorages = {
    IsOneOf<Op::kConstantPipeStorage>,
    "{0} can only decorate results of OpConstantPipeStorage, not {2}{1}"};
constexpr Definitions kNamedTypes = {
    [](const ModuleContext& context, const Inst& def) {
      return IsVariable(context, def) || context.types().IsType(def.result());
    },
    "{0} can only decorate variables, types and members of structures, not {1}",
    IsAnyMember};
constexpr Definitions kPayloadArrays = {
    IsOneOf<Op::kTypeNodePayloadArrayAMDX>,
    "{0} can only decorate types of OpTypeNodePayloadArrayAMDX, not {2}{1}"};
constexpr Definitions kStructs = {
    IsOneOf<Op::kTypeStruct>,
    "{0} can only decorate structure types, not {2}{1}"};

// Whether a variable holds an object with these traits, as far as known.
template <TypeTraits kAny>
bool IsVariableOf(const ModuleContext& context, const Inst& def) {
  if (!IsVariable(context, def)) return false;
  const TypeInfo& type = context.types().Get(
      InnermostElement(context, ObjectTypeOf(context, def.result())));
  return type.unknown() || type.Is(kAny);
}
// 64-bit handles represent images and samplers without a binding.
constexpr TypeTraits kHandle = tt::kScalar | tt::kVector;
constexpr char kOnImages[] =
    "{0} can only decorate variables that hold images, not {2}{1}";
constexpr char kOnSamplers[] =
    "{0} can only decorate variables that hold samplers, not {2}{1}";
constexpr Definitions kImages = {IsVariableOf<tt::kImage | tt::kSampledImage>,
                                 kOnImages};
constexpr Definitions kSamplers = {
    IsVariableOf<tt::kSampler | tt::kSampledImage>, kOnSamplers};
constexpr Definitions kImagesOrHandles = {
    IsVariableOf<tt::kImage | tt::kSampledImage | kHandle>, kOnImages,
    IsMemberOf<tt::kImage | tt::kSampledImage | kHandle>};
constexpr Definitions kSamplersOrHandles = {
    IsVariableOf<tt::kSampler | tt::kSampledImage | kHandle>, kOnSamplers,
    IsMemberOf<tt::kSampler | tt::kSampledImage | kHandle>};

// Whether a variable is the built-in SampleMask.
bool IsSampleMask(const ModuleContext& context, const Inst& def) {
  return IsVariable(context, def) &&
         BuiltInAt(context, def.result()) == BuiltIn::kSampleMask;
}
constexpr Definitions kSampleMask = {IsSampleMask,
                                     "{0} can only decorate the variable that "
                                     "is built-in SampleMask, not {2}{1}"};

// --- Values ---

template <TypeTraits kAny>
bool IsValueOf(const ModuleContext& context, const Inst& def) {
  const TypeInfo& type = context.types().Get(def.result_type());
  return type.Is(kAny) || (type.unknown() && def.result_type() != kNoId);
}
constexpr Definitions kPointers = {IsValueOf<tt::kAnyPointer>,
                                   "{0} can only decorate pointers, not {2}{1}",
                                   IsMemberOf<tt::kAnyPointer>};
constexpr Definitions kPointerValues = {
    IsValueOf<tt::kAnyPointer>, "{0} can only decorate pointers, not {2}{1}"};
constexpr Definitions kPointersAndPipes = {
    [](const ModuleContext& context, const Inst& def) {
      const InstIndex type = context.module().def(def.result_type());
      return IsValueOf<tt::kAnyPointer>(context, def) ||
             (type != kNoInst &&
              context.module().record(type).op == Op::kTypePipe);
    },
    "{0} can only decorate pointers and pipes, not {2}{1}"};

// Function parameters, if their function is known to be an entry point.
bool IsKernelArgument(const ModuleContext& context, const Inst& def) {
  if (def.op() != Op::kFunctionParameter) return false;
  for (const FunctionRange& function : context.module().functions()) {
    if (def.index() < function.first || def.index() >= function.last) continue;
    const Id id = context.module().record(function.first).result;
    return !context.entry_points().Get(id).entry_points.empty();
  }
  return true;
}
constexpr Definitions kKernelArguments = {
    IsKernelArgument,
    "{0} should decorate parameters of entry points, not {2}{1}"};
constexpr Definitions kPointerParameters = {
    [](const ModuleContext& context, const Inst& def) {
      return def.op() != Op::kFunctionParameter ||
             IsValueOf<tt::kAnyPointer>(context, def);
    },
    "{0} can only decorate parameters that are pointers, not {1}", IsAnyMember};

// Results of instructions that compute floating-point numbers.
constexpr Definitions kFloatResults = {
    [](const ModuleContext& context, const Inst& def) {
      const TypeInfo& type = context.types().Get(def.result_type());
      return type.poisoned() ||
             (type.Is(tt::kFloat) && !MakesConstant(def.op()));
    },
    "{0} can only decorate instructions that compute floating-point numbers, "
    "not {2}{1}"};

constexpr Definitions kArraysOrMembers = {
    [](const ModuleContext& context, const Inst& def) {
      const TypeInfo& type =
          context.types().Get(ObjectTypeOf(context, def.result()));
      return !IsVariable(context, def) || type.unknown() ||
             type.Is(tt::kArray | tt::kRuntimeArray);
    },
    "{0} should decorate objects of array type, not {2}{1}",
    IsMemberOf<tt::kArray | tt::kRuntimeArray>};

// Whether a member may hold the number of dispatched groups.
bool MayHoldGroupCount(const ModuleContext& context, Id type) {
  const TypeInfo& info = context.types().Get(type);
  return info.Is(tt::kScalar | tt::kVector) && info.Is(tt::kInt) &&
         !info.Is(tt::kSigned) && info.width <= 32 && info.count <= 3;
}
constexpr Definitions kGroupCountMembers = {
    nullptr, "{0} can only decorate members of structures", IsAnyMember};
constexpr Definitions kGroupCounts = {
    [](const ModuleContext& /*context*/, const Inst& /*def*/) { return true; },
    "{0} can only decorate unsigned integers of at most 32 bits and vectors of "
    "two or three of them, not {3}",
    MayHoldGroupCount};

// --- The rows ---

constexpr Decoration kMemoryAttributes[] = {
    Decoration::kRegisterALTERA,         Decoration::kMemoryALTERA,
    Decoration::kNumbanksALTERA,         Decoration::kBankwidthALTERA,
    Decoration::kMaxPrivateCopiesALTERA, Decoration::kSinglepumpALTERA,
    Decoration::kDoublepumpALTERA,       Decoration::kMaxReplicatesALTERA,
    Decoration::kSimpleDualPortALTERA,   Decoration::kMergeALTERA,
    Decoration::kBankBitsALTERA,         Decoration::kForcePow2DepthALTERA,
    Decoration::kStridesizeALTERA,       Decoration::kWordsizeALTERA,
    Decoration::kTrueDualPortALTERA};
constexpr Decoration kArrayAttributes[] = {Decoration::kStridesizeALTERA,
                                           Decoration::kWordsizeALTERA};
constexpr Decoration kMemoryAccesses[] = {
    Decoration::kBurstCoalesceALTERA, Decoration::kCacheSizeALTERA,
    Decoration::kDontStaticallyCoalesceALTERA, Decoration::kPrefetchALTERA};
constexpr Decoration kStalls[] = {Decoration::kStallEnableALTERA,
                                  Decoration::kStallFreeALTERA};
constexpr Decoration kPipelining[] = {Decoration::kInitiationIntervalALTERA,
                                      Decoration::kMaxConcurrencyALTERA,
                                      Decoration::kPipelineEnableALTERA};
constexpr Decoration kLatencyControls[] = {
    Decoration::kLatencyControlLabelALTERA,
    Decoration::kLatencyControlConstraintALTERA};
constexpr Decoration kArguments[] = {
    Decoration::kConduitKernelArgumentALTERA,
    Decoration::kRegisterMapKernelArgumentALTERA,
    Decoration::kMMHostInterfaceAddressWidthALTERA,
    Decoration::kMMHostInterfaceDataWidthALTERA,
    Decoration::kMMHostInterfaceLatencyALTERA,
    Decoration::kMMHostInterfaceReadWriteModeALTERA,
    Decoration::kMMHostInterfaceMaxBurstALTERA,
    Decoration::kMMHostInterfaceWaitRequestALTERA,
    Decoration::kStableKernelArgumentALTERA};
constexpr Decoration kHostInterfaces[] = {
    Decoration::kMMHostInterfaceAddressWidthALTERA,
    Decoration::kMMHostInterfaceDataWidthALTERA,
    Decoration::kMMHostInterfaceLatencyALTERA,
    Decoration::kMMHostInterfaceReadWriteModeALTERA,
    Decoration::kMMHostInterfaceMaxBurstALTERA,
    Decoration::kMMHostInterfaceWaitRequestALTERA};

constexpr char kAmdx[] = "SPV_AMDX_shader_enqueue";
constexpr char kBindless[] = "SPV_NV_bindless_texture";
constexpr char kBanks[] = "SPV_NV_push_constant_bank";
constexpr char kMesh[] = "SPV_NV_mesh_shader";
constexpr char kPassthrough[] = "SPV_NV_geometry_shader_passthrough";
constexpr char kGlobalsOfFpga[] = "SPV_ALTERA_global_variable_fpga_decorations";
constexpr char kMemoryOfFpga[] = "SPV_ALTERA_fpga_memory_attributes";
constexpr char kImageProcessing[] = "SPV_QCOM_image_processing";
constexpr char kCaches[] = "SPV_INTEL_cache_controls";
constexpr char kBarycentric[] = "SPV_KHR_fragment_shader_barycentric";
constexpr char kExplicitVertex[] = "SPV_AMD_shader_explicit_vertex_parameter";
constexpr char kCoverage[] = "SPV_NV_sample_mask_override_coverage";

constexpr TargetRow kTargetRows[] = {
    // Shaders.
    Everywhere(Decoration::kPerPrimitiveEXT, kMemoryObjects,
               "decoration.perprimitive.target", "SPV_EXT_mesh_shader"),
    Everywhere(Decoration::kPerViewNV, kMemoryObjects,
               "decoration.perview.target", kMesh),
    Everywhere(Decoration::kPerTaskNV, kMemoryObjects,
               "decoration.pertask.target", kMesh),
    Everywhere(Decoration::kPerVertexKHR, kMemoryObjects,
               Also("decoration.pervertexnv.target",
                    {"decoration.pervertexkhr.target", kBarycentric, ""})),
    Everywhere(Decoration::kExplicitInterpAMD, kVariablesAndMembers,
               "decoration.explicitinterpamd.target", kExplicitVertex),
    Everywhere(Decoration::kPassthroughNV, kVariablesAndMembers,
               "decoration.passthroughnv.target", kPassthrough),
    Everywhere(Decoration::kViewportRelativeNV, kVariablesAndMembers,
               "decoration.viewportrelativenv.target", "SPV_NV_viewport_array2",
               Severity::kWarning),
    Everywhere(Decoration::kSecondaryViewportRelativeNV, kVariablesAndMembers,
               "decoration.secondaryviewportrelativenv.target",
               "SPV_NV_stereo_view_rendering"),
    Everywhere(Decoration::kOverrideCoverageNV, kSampleMask,
               "decoration.overridecoveragenv.target", kCoverage,
               Severity::kWarning),
    Everywhere(Decoration::kUserTypeGOOGLE, kNamedTypes,
               "decoration.usertype.target", "SPV_GOOGLE_user_type"),
    Everywhere(Decoration::kBankNV, kVariables, "decoration.banknv.target",
               kBanks),
    Everywhere(Decoration::kMemberOffsetNV, kVariables,
               "decoration.memberoffsetnv.target", kBanks),
    Everywhere(Decoration::kBindlessImageNV, kImagesOrHandles,
               "decoration.bindlessimagenv.target", kBindless),
    Everywhere(Decoration::kBindlessSamplerNV, kSamplersOrHandles,
               "decoration.bindlesssamplernv.target", kBindless),
    Everywhere(Decoration::kBoundImageNV, kImagesOrHandles,
               "decoration.boundimagenv.target", kBindless),
    Everywhere(Decoration::kBoundSamplerNV, kSamplersOrHandles,
               "decoration.boundsamplernv.target", kBindless),
    Everywhere(Decoration::kWeightTextureQCOM, kImages,
               "decoration.weighttextureqcom.target", kImageProcessing),
    Everywhere(Decoration::kBlockMatchTextureQCOM, kImages,
               "decoration.blockmatchtextureqcom.target", kImageProcessing),
    Everywhere(Decoration::kBlockMatchSamplerQCOM, kSamplers,
               "decoration.blockmatchsamplerqcom.target",
               "SPV_QCOM_image_processing2"),
    Everywhere(Decoration::kNodeMaxPayloadsAMDX, kPayloadArrays,
               "decoration.nodemaxpayloadsamdx.target", kAmdx),
    Everywhere(Decoration::kNodeSharesPayloadLimitsWithAMDX, kPayloadArrays,
               "decoration.nodesharespayloadlimitswithamdx.target", kAmdx),
    Everywhere(Decoration::kPayloadNodeNameAMDX, kPayloadArrays,
               "decoration.payloadnodenameamdx.target", kAmdx),
    Everywhere(Decoration::kPayloadNodeBaseIndexAMDX, kPayloadArrays,
               "decoration.payloadnodebaseindexamdx.target", kAmdx),
    Everywhere(Decoration::kPayloadNodeSparseArrayAMDX, kPayloadArrays,
               "decoration.payloadnodesparsearrayamdx.target", kAmdx),
    Everywhere(Decoration::kPayloadNodeArraySizeAMDX, kPayloadArrays,
               "decoration.payloadnodearraysizeamdx.target", kAmdx),
    Everywhere(Decoration::kTrackFinishWritingAMDX, kStructs,
               "decoration.trackfinishwritingamdx.target", kAmdx),
    Everywhere(Decoration::kPayloadDispatchIndirectAMDX, kGroupCountMembers,
               "decoration.payloaddispatchindirectamdx.member-only", kAmdx),
    Everywhere(Decoration::kPayloadDispatchIndirectAMDX, kGroupCounts,
               "decoration.payloaddispatchindirectamdx.member-type", kAmdx),
    // Kernels.
    Everywhere(Decoration::kFPMaxErrorDecorationINTEL, kFloatResults,
               "decoration.fpmaxerror.target", "SPV_INTEL_fp_max_error"),
    Everywhere(Decoration::kCacheControlLoadINTEL, kPointerValues,
               "decoration.cachecontrolload.target", kCaches),
    Everywhere(Decoration::kCacheControlStoreINTEL, kPointerValues,
               "decoration.cachecontrolstore.target", kCaches),
    Everywhere(Decoration::kHostAccessINTEL, kGlobals,
               "decoration.hostaccess.target",
               "SPV_INTEL_global_variable_host_access"),
    Everywhere(Decoration::kInitModeALTERA, kInitialized,
               "decoration.initmode.target", kGlobalsOfFpga),
    Everywhere(Decoration::kImplementInRegisterMapALTERA, kGlobals,
               "decoration.implementinregistermap.target", kGlobalsOfFpga),
    Everywhere(Decoration::kFuseLoopsInFunctionALTERA, kFunctions,
               "decoration.fuseloopsinfunction.target", "SPV_ALTERA_loop_fuse"),
    Everywhere(Decoration::kMathOpDSPModeALTERA, kFunctions,
               "decoration.mathopdspmode.target",
               "SPV_ALTERA_fpga_dsp_control"),
    Everywhere(kStalls, kFunctions, "decoration.stall.target",
               "SPV_ALTERA_fpga_cluster_attributes"),
    Everywhere(kPipelining, kFunctions,
               "decoration.invocationpipelining.target",
               "SPV_ALTERA_fpga_invocation_pipelining_attributes"),
    Everywhere(Decoration::kIOPipeStorageALTERA, kPipeStorages,
               "decoration.iopipestorage.target", "SPV_ALTERA_io_pipes"),
    Everywhere(kLatencyControls, kPointersAndPipes,
               "decoration.latencycontrol.target",
               "SPV_ALTERA_fpga_latency_control"),
    Everywhere(Decoration::kBufferLocationALTERA, kPointers,
               "decoration.bufferlocation.target",
               "SPV_ALTERA_fpga_buffer_location"),
    Everywhere(kArguments, kKernelArguments, "decoration.kernelargument.target",
               "SPV_ALTERA_fpga_argument_interfaces", Severity::kWarning),
    Everywhere(kHostInterfaces, kPointerParameters,
               "decoration.mmhostinterface.pointer",
               "SPV_ALTERA_fpga_argument_interfaces"),
    // Decorations whose documents do not say "only".
    Everywhere(kMemoryAttributes, kVariablesAndMembers,
               "decoration.fpgamemory.target", kMemoryOfFpga,
               Severity::kWarning),
    Everywhere(kArrayAttributes, kArraysOrMembers,
               "decoration.fpgamemory.array-member", kMemoryOfFpga,
               Severity::kWarning),
    Everywhere(kMemoryAccesses, kPointerValues,
               "decoration.fpgamemoryaccess.target",
               "SPV_ALTERA_fpga_memory_accesses", Severity::kWarning),
};

// --- Storage classes ---

constexpr StorageClass kConstantClass[] = {StorageClass::kPushConstant};
constexpr StorageClass kStoredClasses[] = {
    StorageClass::kFunction, StorageClass::kCrossWorkgroup,
    StorageClass::kDeviceOnlyALTERA, StorageClass::kHostOnlyALTERA,
    StorageClass::kGeneric};
constexpr StorageClass kLoadedClasses[] = {
    StorageClass::kFunction,       StorageClass::kUniformConstant,
    StorageClass::kCrossWorkgroup, StorageClass::kDeviceOnlyALTERA,
    StorageClass::kHostOnlyALTERA, StorageClass::kGeneric};

constexpr StorageClasses kInputs = {kInputClass,
                                    "{0} can only decorate variables in "
                                    "storage class Input, but {1} is in {2}"};
constexpr StorageClasses kOutputs = {kOutputClass,
                                     "{0} can only decorate variables in "
                                     "storage class Output, but {1} is in {2}"};
constexpr StorageClasses kInterface = {
    kInterfaceClasses,
    "{0} can only decorate variables in storage class Input or Output, but {1} "
    "is in {2}"};
constexpr StorageClasses kPushConstants = {
    kConstantClass,
    "{0} can only decorate variables in storage class PushConstant, but {1} is "
    "in {2}"};
constexpr char kNotCached[] =
    "{0} cannot decorate pointers into storage class {2}, as {1} is";
constexpr StorageClasses kLoaded = {kLoadedClasses, kNotCached};
constexpr StorageClasses kStored = {kStoredClasses, kNotCached};

constexpr StorageRow kStorageRows[] = {
    {Decoration::kExplicitInterpAMD, kInterface,
     "decoration.explicitinterpamd.storage-class", kExplicitVertex},
    {Decoration::kPassthroughNV, kInputs,
     "decoration.passthroughnv.storage-class", kPassthrough},
    // Vulkan follows the newer document, which omits Output.
    {Decoration::kPerVertexKHR, kInterface,
     Rule{.id = "decoration.pervertexnv.storage-class",
          .section = "SPV_NV_fragment_shader_barycentric",
          .text = "",
          .when = {.envs = kAnyEnv & ~kVulkanEnvs}}},
    {Decoration::kPerVertexKHR, kInputs,
     Rule{.id = "decoration.pervertexkhr.storage-class",
          .section = kBarycentric,
          .text = "",
          .vuid = "VUID-StandaloneSpirv-PerVertexKHR-06777",
          .when = kInVulkan}},
    {Decoration::kViewportRelativeNV, kOutputs,
     "decoration.viewportrelativenv.storage-class", "SPV_NV_viewport_array2"},
    {Decoration::kSecondaryViewportRelativeNV, kOutputs,
     "decoration.secondaryviewportrelativenv.storage-class",
     "SPV_NV_stereo_view_rendering"},
    {Decoration::kOverrideCoverageNV, kOutputs,
     "decoration.overridecoveragenv.storage-class", kCoverage},
    {Decoration::kBankNV, kPushConstants, "decoration.banknv.storage-class",
     kBanks},
    {Decoration::kMemberOffsetNV, kPushConstants,
     "decoration.memberoffsetnv.storage-class", kBanks},
    {Decoration::kCacheControlLoadINTEL, kLoaded,
     "decoration.cachecontrolload.storage-class", kCaches},
    {Decoration::kCacheControlStoreINTEL, kStored,
     "decoration.cachecontrolstore.storage-class", kCaches},
};

// --- Capabilities ---

// A requirement that the document of a decoration states and the grammar does
// not.
struct NeedRow {
  Decoration kind;
  absl::Span<const Capability> one_of;
  Rule rule;
};
constexpr Capability kForWeights[] = {Capability::kTextureSampleWeightedQCOM};
constexpr Capability kForBlocks[] = {Capability::kTextureBlockMatchQCOM,
                                     Capability::kTextureBlockMatch2QCOM};
constexpr Capability kForSamplers[] = {Capability::kTextureBlockMatch2QCOM};
constexpr NeedRow kNeedRows[] = {
    {Decoration::kWeightTextureQCOM, kForWeights,
     WithFix(Declare(Capability::kTextureSampleWeightedQCOM),
             {"decoration.weighttextureqcom.capability", kImageProcessing,
              "{0} requires capability TextureSampleWeightedQCOM"})},
    {Decoration::kBlockMatchTextureQCOM,
     kForBlocks,
     {"decoration.blockmatchtextureqcom.capability", kImageProcessing,
      "{0} requires capability TextureBlockMatchQCOM or "
      "TextureBlockMatch2QCOM"}},
    {Decoration::kBlockMatchSamplerQCOM, kForSamplers,
     WithFix(Declare(Capability::kTextureBlockMatch2QCOM),
             {"decoration.blockmatchsamplerqcom.capability",
              "SPV_QCOM_image_processing2",
              "{0} requires capability TextureBlockMatch2QCOM"})},
};

// Reports the first decoration whose requirement is not met.
void CheckNeeds(ModuleContext& context) {
  for (const NeedRow& row : kNeedRows) {
    if (absl::c_any_of(row.one_of,
                       [&](Capability c) { return context.Has(c); })) {
      continue;
    }
    bool reported = false;
    context.decorations().ForEach(row.kind, [&](const Decorated& d) {
      if (reported) return;
      reported = true;
      context.Report(row.rule, PlaceOf(d), {NameOf(d.kind)});
    });
  }
}

void CheckTargets(ModuleContext& context) {
  if (context.module().decorations().empty()) return;
  CheckRows<kTargetRows>(context);
  CheckRows<kStorageRows>(context);
  CheckNeeds(context);
}
constexpr auto kRules = Join(RulesOf(kTargetRows, &TargetRow::rule),
                             RulesOf(kStorageRows, &StorageRow::rule),
                             RulesOf(kNeedRows, &NeedRow::rule));

}  // namespace

extern constinit const Family kExtensionTargets(
    kRules, kModuleCheck<Phase::kSummaries, CheckTargets>);

}  // namespace plumb
