// What each decoration may be applied to (section 3.2.19): tables of the
// definitions that may have it, of those that members must not have, and of
// storage classes.  Decorations without a row may stand anywhere.
//
// A decoration of a group is judged for each target of the group.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/family.h"
#include "validate/rules/decoration/decorated_place.h"

namespace plumb {
namespace {

Arg NameOf(const Decorated& d) {
  return Arg::Enumerant(Kind::kDecoration, d.kind);
}

// What is decorated is found by these.
constexpr Op kDecorateOps[] = {Op::kDecorate};

// --- Definitions ---

// Definitions that a decoration is for.
struct Definitions {
  // Null: none, for it is for members.
  bool (*include)(const ModuleContext& context, const Inst& def);
  absl::string_view text;
};
constexpr Definitions kMembersOnly = {
    nullptr, "{0} can only decorate members of structures"};

bool IsVariable(const ModuleContext& context, const Inst& def) {
  return Is(def.op(), OpTrait::kVariable);
}

bool IsGlobal(const ModuleContext& context, const Inst& def) {
  return IsVariable(context, def) &&
         def.index() < context.module().global_end();
}

// A parameter may also be a value; a buffer pointer stands for the memory that
// it points to.
bool IsMemoryObject(const ModuleContext& context, const Inst& def) {
  if (def.op() == Op::kFunctionParameter) {
    const TypeInfo& type = context.types().Get(def.result_type());
    return type.unknown() || type.Is(type_trait::kAnyPointer);
  }
  return IsVariable(context, def) || def.op() == Op::kBufferPointerEXT;
}

bool IsMemoryObjectOrAccess(const ModuleContext& context, const Inst& def) {
  return IsMemoryObject(context, def) || def.op() == Op::kRawAccessChainNV;
}

template <Op... kOps>
bool IsOneOf(const ModuleContext& context, const Inst& def) {
  return ((def.op() == kOps) || ...);
}

constexpr Definitions kVariables = {IsVariable,
                                    "{0} can only decorate variables, not {1}"};
constexpr Definitions kGlobals = {
    IsGlobal, "{0} can only decorate variables outside functions, not {1}"};
constexpr absl::string_view kForMemoryObjects =
    "{0} can only decorate variables and function parameters that are "
    "pointers, not {1}";
constexpr Definitions kMemoryObjects = {IsMemoryObject, kForMemoryObjects};
// Those that SPV_NV_raw_access_chains allows on one access.
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

// --- Results ---

// Consumers take types that are decorated with what is for values.
template <Op... kOps>
bool IsOneOfOrType(const ModuleContext& context, const Inst& def) {
  return IsOneOf<kOps...>(context, def) || context.types().IsType(def.result());
}

bool IsPointerOrType(const ModuleContext& context, const Inst& def) {
  const TypeInfo& type = context.types().Get(def.result_type());
  return type.Is(type_trait::kAnyPointer) ||
         (def.result_type() == kNoId && context.types().IsType(def.result()));
}

constexpr Definitions kWrapping = {
    IsOneOf<Op::kIAdd, Op::kISub, Op::kIMul, Op::kShiftLeftLogical,
            Op::kSNegate, Op::kExtInst>,
    "{0} can only decorate integer additions, subtractions, multiplications, "
    "shifts to the left, negations and extended instructions, not {1}"};
constexpr Definitions kConversionsToInteger = {
    IsOneOfOrType<Op::kConvertFToU, Op::kConvertFToS, Op::kUConvert,
                  Op::kSConvert, Op::kConvertPtrToU>,
    "{0} can only decorate conversions to integers that do not saturate by "
    "themselves, not {1}"};
constexpr Definitions kParametersAndFunctions = {
    IsOneOfOrType<Op::kFunctionParameter, Op::kFunction>,
    "{0} can only decorate function parameters and functions, not {1}"};
constexpr Definitions kPointers = {IsPointerOrType,
                                   "{0} can only decorate pointers, not {1}"};
constexpr Definitions kObjects = {
    [](const ModuleContext& context, const Inst& def) {
      return def.result_type() != kNoId;
    },
    "{0} can only decorate values, not {1}"};
constexpr Definitions kNotVoid = {
    [](const ModuleContext& context, const Inst& def) {
      const TypeInfo& type = context.types().Get(def.result_type());
      return type.unknown() || !type.Is(type_trait::kVoid);
    },
    "{0} cannot decorate {1}, which has type void"};
constexpr Definitions kValues = {
    [](const ModuleContext& context, const Inst& def) {
      return !context.types().IsType(def.result());
    },
    "{0} cannot decorate a type, such as {1}"};

// --- The rows ---

struct TargetRow {
  constexpr TargetRow(Decoration d, const Definitions& definitions,
                      absl::string_view id,
                      absl::string_view section = "3.2.19",
                      absl::string_view aliases = "")
      : decoration(d),
        only(definitions),
        rule{.id = id,
             .section = section,
             .text = definitions.text,
             .aliases = aliases} {
    rule = only.include == nullptr ? ReliesOn(kDecorateOps, rule)
                                   : Malformed(rule);
  }

  Decoration decoration;
  const Definitions& only;
  Rule rule;
};
constexpr TargetRow kTargetRows[] = {
    {Decoration::kSpecId, kSpecConstants, "decoration.specid.target"},
    {Decoration::kBlock, kStructs, "decoration.block.target"},
    {Decoration::kBufferBlock, kStructs, "decoration.bufferblock.target"},
    {Decoration::kRowMajor, kMembersOnly, "decoration.rowmajor.member-only"},
    {Decoration::kColMajor, kMembersOnly, "decoration.colmajor.member-only"},
    {Decoration::kArrayStride, kArrays, "decoration.arraystride.target"},
    {Decoration::kMatrixStride, kMembersOnly,
     "decoration.matrixstride.member-only"},
    {Decoration::kGLSLShared, kStructs, "decoration.glslshared.target"},
    {Decoration::kGLSLPacked, kStructs, "decoration.glslpacked.target"},
    {Decoration::kCPacked, kStructs, "decoration.cpacked.target"},
    {Decoration::kBuiltIn, kBuiltIns, "decoration.builtin.target", "3.2.20"},
    {Decoration::kNoPerspective, kMemoryObjects,
     "decoration.noperspective.target"},
    {Decoration::kFlat, kMemoryObjects, "decoration.flat.target"},
    {Decoration::kPatch, kMemoryObjects, "decoration.patch.target"},
    {Decoration::kCentroid, kMemoryObjects, "decoration.centroid.target"},
    {Decoration::kSample, kMemoryObjects, "decoration.sample.target"},
    {Decoration::kInvariant, kVariables, "decoration.invariant.target"},
    {Decoration::kRestrict, kMemoryObjectsOrAccesses,
     "decoration.restrict.target"},
    {Decoration::kAliased, kMemoryObjectsOrAccesses,
     "decoration.aliased.target"},
    {Decoration::kVolatile, kMemoryObjectsOrAccesses,
     "decoration.volatile.target"},
    {Decoration::kConstant, kGlobals, "decoration.constant.target"},
    {Decoration::kCoherent, kMemoryObjectsOrAccesses,
     "decoration.coherent.target"},
    {Decoration::kStream, kMemoryObjects, "decoration.stream.target"},
    {Decoration::kLocation, kVariables, "decoration.location.target"},
    {Decoration::kComponent, kMemoryObjects, "decoration.component.target"},
    {Decoration::kIndex, kVariables, "decoration.index.target"},
    {Decoration::kBinding, kVariables, "decoration.binding.target"},
    {Decoration::kDescriptorSet, kVariables, "decoration.descriptorset.target"},
    {Decoration::kXfbBuffer, kMemoryObjects, "decoration.xfbbuffer.target"},
    {Decoration::kXfbStride, kMemoryObjects, "decoration.xfbstride.target"},
    {Decoration::kInputAttachmentIndex, kVariables,
     "decoration.inputattachmentindex.target"},
    {Decoration::kRestrictPointer, kMemoryObjects,
     "decoration.restrictpointer.target"},
    {Decoration::kAliasedPointer, kMemoryObjects,
     "decoration.aliasedpointer.target"},
    {Decoration::kNonWritable, kMemoryObjectsOrAccesses,
     "decoration.nonwritable.target"},
    {Decoration::kNonReadable, kMemoryObjectsOrAccesses,
     "decoration.nonreadable.target"},
    {Decoration::kNoSignedWrap, kWrapping, "decoration.nosignedwrap.target"},
    {Decoration::kNoUnsignedWrap, kWrapping,
     "decoration.nounsignedwrap.target"},
    {Decoration::kSaturatedConversion, kConversionsToInteger,
     "decoration.saturatedconversion.conversion-to-integer", "3.2.19",
     "decoration.saturatedconversion.not-on-satconvert"},
    {Decoration::kFuncParamAttr, kParametersAndFunctions,
     "decoration.funcparamattr.target"},
    {Decoration::kAlignment, kPointers, "decoration.alignment.target"},
    {Decoration::kMaxByteOffset, kPointers, "decoration.maxbyteoffset.target"},
    {Decoration::kAlignmentId, kPointers, "decoration.alignmentid.target"},
    {Decoration::kMaxByteOffsetId, kPointers,
     "decoration.maxbyteoffsetid.target"},
    {Decoration::kUniform, kObjects, "decoration.uniform.target-is-object"},
    {Decoration::kUniform, kNotVoid, "decoration.uniform.not-void"},
    {Decoration::kUniformId, kObjects, "decoration.uniformid.target-is-object"},
    {Decoration::kUniformId, kNotVoid, "decoration.uniformid.not-void"},
    {Decoration::kNonUniform, kObjects,
     "decoration.nonuniform.target-is-object"},
    {Decoration::kNonUniform, kNotVoid, "decoration.nonuniform.not-void"},
    {Decoration::kRelaxedPrecision, kValues,
     "decoration.relaxedprecision.not-function-type", "2.14"},
    {Decoration::kCounterBuffer, kVariables, "decoration.counterbuffer.target"},
};

constexpr absl::string_view kForInterface =
    "{0} can only decorate variables in storage class Input or Output, but {1} "
    "is in {2}";

constexpr RuleTable R(
    {{"decoration.builtin.constant-only-if-constant-builtin", "3.2.20",
      "built-in {0} must decorate a variable, but {1} is a constant"},
     // Producers copy inputs to local variables with their decorations, and
     // consumers take that outside Vulkan.
     {"decoration.interpolation.storage-class",
      "3.2.19",
      kForInterface,
      "",
      Severity::kWarning,
      {.envs = kAnyEnv & ~kVulkanEnvs}}},
    kDecorateOps);

// Constants have one built-in only.
void CheckConstant(ModuleContext& context, const Decorated& d) {
  const Inst inst = context.module().inst(d.statement);
  if (d.parameter >= inst.operand_count()) return;
  const BuiltIn builtin{inst.operand_word(d.parameter)};
  if (builtin == BuiltIn::kWorkgroupSize) return;
  context.Report(R("decoration.builtin.constant-only-if-constant-builtin"),
                 d.by_group() ? PlaceOf(d) : Place::At(d.place, d.parameter),
                 {Arg::Enumerant(Kind::kBuiltIn, builtin), d.target});
}

void CheckTarget(ModuleContext& context, const TargetRow& row,
                 const Decorated& d) {
  const InstIndex def = context.module().def(d.target);
  if (def == kNoInst || d.member != kNoMember) return;
  // Groups for members are applied to structures as a whole, too.
  if (row.only.include == nullptr && d.by_group()) return;
  const Inst inst = context.module().inst(def);
  if (row.only.include == nullptr || !row.only.include(context, inst)) {
    context.Report(row.rule, PlaceOf(d), {NameOf(d), d.target})
        .Note("{0} is defined here", Place::At(def), {d.target});
  } else if (d.kind == Decoration::kBuiltIn && MakesConstant(inst.op())) {
    CheckConstant(context, d);
  }
}

// --- Members ---

struct MemberRow {
  constexpr MemberRow(Decoration d, absl::string_view id)
      : decoration(d),
        rule(ReliesOn(
            kDecorateOps,
            {id, "3.2.19", "{0} cannot decorate a member of a structure"})) {}

  Decoration decoration;
  Rule rule;
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
    {Decoration::kConstant, "decoration.constant.not-member"},
    {Decoration::kUniform, "decoration.uniform.not-member"},
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

void CheckMember(ModuleContext& context, const MemberRow& row,
                 const Decorated& d) {
  if (d.member == kNoMember) return;
  context.Report(row.rule, PlaceOf(d), {NameOf(d)});
}

// --- Storage classes ---

struct StorageClasses {
  absl::Span<const StorageClass> classes;
  absl::string_view text;
  absl::string_view vuid;
  const Rule* elsewhere = nullptr;  // outside Vulkan
};
constexpr StorageClass kInterfaceClasses[] = {StorageClass::kInput,
                                              StorageClass::kOutput};
constexpr StorageClasses kInterface = {
    kInterfaceClasses, kForInterface, "VUID-StandaloneSpirv-Flat-04670",
    &R("decoration.interpolation.storage-class")};
constexpr StorageClass kResourceClasses[] = {
    StorageClass::kUniform, StorageClass::kUniformConstant,
    StorageClass::kStorageBuffer, StorageClass::kTileAttachmentQCOM};
constexpr StorageClasses kResources = {
    kResourceClasses,
    "{0} can only decorate variables in storage class Uniform, UniformConstant "
    "or StorageBuffer, but {1} is in {2}",
    "VUID-StandaloneSpirv-DescriptorSet-06491"};

// Consumers ask where something stands in an interface.
constexpr StorageClasses kInputOrOutput = {kInterfaceClasses, kForInterface,
                                           ""};
constexpr StorageClass kOutputClass[] = {StorageClass::kOutput};
constexpr StorageClasses kOutput = {
    kOutputClass,
    "{0} can only decorate variables in storage class Output, but {1} is in "
    "{2}",
    ""};
constexpr StorageClass kCounterClasses[] = {StorageClass::kUniform,
                                            StorageClass::kStorageBuffer};
constexpr StorageClasses kCounters = {
    kCounterClasses,
    "{0} can only decorate variables in storage class Uniform or "
    "StorageBuffer, but {1} is in {2}",
    ""};

struct StorageRow {
  constexpr StorageRow(Decoration d, const StorageClasses& storage,
                       absl::string_view id, Scope scope = kInVulkan)
      : decoration(d),
        only(storage),
        rule(ReliesOn(kDecorateOps, {id, "3.2.19", storage.text, storage.vuid,
                                     Severity::kError, scope})) {}

  Decoration decoration;
  const StorageClasses& only;
  Rule rule;
};
constexpr StorageRow kStorageRows[] = {
    {Decoration::kNoPerspective, kInterface,
     "decoration.noperspective.storage-class"},
    {Decoration::kFlat, kInterface, "decoration.flat.storage-class"},
    {Decoration::kCentroid, kInterface, "decoration.centroid.storage-class"},
    {Decoration::kSample, kInterface, "decoration.sample.storage-class"},
    {Decoration::kBinding, kResources, "decoration.binding.storage-class"},
    {Decoration::kDescriptorSet, kResources,
     "decoration.descriptorset.storage-class"},
    {Decoration::kComponent,
     kInputOrOutput,
     "decoration.component.storage-class",
     {}},
    {Decoration::kPatch, kInputOrOutput, "decoration.patch.storage-class"},
    {Decoration::kIndex, kOutput, "decoration.index.storage-class"},
    {Decoration::kStream, kOutput, "decoration.stream.storage-class"},
    {Decoration::kXfbBuffer, kOutput, "decoration.xfbbuffer.storage-class"},
    {Decoration::kCounterBuffer,
     kCounters,
     "decoration.counterbuffer.storage-class",
     {}},
};

void CheckStorage(ModuleContext& context, const StorageRow& row,
                  const Decorated& d) {
  if (d.member != kNoMember) return;
  const TypeInfo& type = context.types().Of(context.module(), d.target);
  if (!type.Is(type_trait::kAnyPointer) ||
      absl::c_linear_search(row.only.classes, type.storage_class)) {
    return;
  }
  const auto report = [&](const Rule& rule) {
    context
        .Report(rule, PlaceOf(d),
                {NameOf(d), d.target,
                 Arg::Enumerant(Kind::kStorageClass, type.storage_class)})
        .Note("{0} is defined here", Place::At(context.module().def(d.target)),
              {d.target});
  };
  report(row.rule);
  // Their scopes exclude each other.
  if (row.only.elsewhere != nullptr) report(*row.only.elsewhere);
}

// --- The family ---

// Calls `check` with the decorations that each row of a table is about.
template <typename Row, size_t N>
void CheckRows(ModuleContext& context, const Row (&rows)[N],
               void (*check)(ModuleContext&, const Row&, const Decorated&)) {
  for (const Row& row : rows) {
    context.decorations().ForEach(row.decoration, [&](const Decorated& d) {
      if (!RepeatsItself(context, d)) check(context, row, d);
    });
  }
}

void CheckTargets(ModuleContext& context) {
  if (context.module().decorations().empty()) return;
  CheckRows(context, kTargetRows, CheckTarget);
  CheckRows(context, kMemberRows, CheckMember);
  CheckRows(context, kStorageRows, CheckStorage);
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckTargets}};
constexpr auto kRules =
    Join(RulesOf(kTargetRows, &TargetRow::rule),
         RulesOf(kMemberRows, &MemberRow::rule),
         RulesOf(kStorageRows, &StorageRow::rule), RulesOf(R));

}  // namespace

extern constinit const Family kTargets = {
    .rules = kRules.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
