// What each decoration may be applied to (section 3.20): a table of the
// definitions that may have it, whether a member of a structure may, and the
// storage classes.  Decorations without a row may stand anywhere.
//
// A decoration of a group is judged for each target of the group; what a group
// has is kept as a set of rows, so the work is linear in the targets.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <bit>
#include <iterator>

#include "absl/container/flat_hash_map.h"
#include "core/constant.h"
#include "core/module.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::Decoration;
using grammar::Kind;
using grammar::Op;
using grammar::OpTrait;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr absl::string_view kOnVariable =
    "{0} is for variables, which {1} is not";
constexpr absl::string_view kOnMemoryObject =
    "{0} is for variables and function parameters, which {1} is not";
constexpr absl::string_view kOnStruct =
    "{0} is for structure types, which {1} is not";
constexpr absl::string_view kOnSpecConstant =
    "{0} is for scalar specialization constants, which {1} is not";
constexpr absl::string_view kOnArray =
    "{0} is for array and pointer types, which {1} is not";
constexpr absl::string_view kOnBuiltIn =
    "{0} is for variables, members of structures and constants, which {1} is "
    "not";
constexpr absl::string_view kMemberOnly =
    "{0} is for members of structures only";
constexpr absl::string_view kNotMember =
    "{0} must not be applied to a member of a structure";
constexpr absl::string_view kInterface =
    "{0} is for variables in storage class Input or Output, and {1} is in {2}";
constexpr absl::string_view kResource =
    "{0} is for variables in storage class Uniform, UniformConstant or "
    "StorageBuffer, and {1} is in {2}";
constexpr absl::string_view kInterfaceVuid = "VUID-StandaloneSpirv-Flat-04670";
constexpr absl::string_view kResourceVuid =
    "VUID-StandaloneSpirv-DescriptorSet-06491";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

// What is decorated is found by these.
constexpr grammar::Op kDecorateOps[] = {grammar::Op::kDecorate};

constexpr RuleTable R(
    {
        {"decoration.builtin.constant-only-if-constant-builtin", "3.21",
         "{0} is the built-in of a variable, so it must not decorate constant "
         "{1}"},
        Malformed({"decoration.specid.target", "3.20", kOnSpecConstant}),
        {"decoration.specid.not-member", "3.20", kNotMember},
        Malformed({"decoration.block.target", "3.20", kOnStruct}),
        {"decoration.block.not-member", "3.20", kNotMember},
        Malformed({"decoration.bufferblock.target", "3.20", kOnStruct}),
        {"decoration.bufferblock.not-member", "3.20", kNotMember},
        {"decoration.rowmajor.member-only", "3.20", kMemberOnly},
        {"decoration.colmajor.member-only", "3.20", kMemberOnly},
        Malformed({"decoration.arraystride.target", "3.20", kOnArray}),
        {"decoration.arraystride.not-member", "3.20", kNotMember},
        {"decoration.matrixstride.member-only", "3.20", kMemberOnly},
        Malformed({"decoration.glslshared.target", "3.20", kOnStruct}),
        {"decoration.glslshared.not-member", "3.20", kNotMember},
        Malformed({"decoration.glslpacked.target", "3.20", kOnStruct}),
        {"decoration.glslpacked.not-member", "3.20", kNotMember},
        Malformed({"decoration.cpacked.target", "3.20", kOnStruct}),
        {"decoration.cpacked.not-member", "3.20", kNotMember},
        Malformed({"decoration.builtin.target", "3.21", kOnBuiltIn}),
        Malformed({"decoration.noperspective.target", "3.20", kOnMemoryObject}),
        {"decoration.noperspective.storage-class", "3.20", kInterface,
         kInterfaceVuid, Severity::kError, kVulkan},
        Malformed({"decoration.flat.target", "3.20", kOnMemoryObject}),
        {"decoration.flat.storage-class", "3.20", kInterface, kInterfaceVuid,
         Severity::kError, kVulkan},
        Malformed({"decoration.patch.target", "3.20", kOnMemoryObject}),
        Malformed({"decoration.centroid.target", "3.20", kOnMemoryObject}),
        {"decoration.centroid.storage-class", "3.20", kInterface,
         kInterfaceVuid, Severity::kError, kVulkan},
        Malformed({"decoration.sample.target", "3.20", kOnMemoryObject}),
        {"decoration.sample.storage-class", "3.20", kInterface, kInterfaceVuid,
         Severity::kError, kVulkan},
        Malformed({"decoration.invariant.target", "3.20", kOnVariable}),
        Malformed({"decoration.restrict.target", "3.20", kOnMemoryObject}),
        Malformed({"decoration.aliased.target", "3.20", kOnMemoryObject}),
        {"decoration.aliased.not-member", "3.20", kNotMember},
        Malformed({"decoration.volatile.target", "3.20", kOnMemoryObject}),
        Malformed({"decoration.constant.target", "3.20", kOnVariable}),
        {"decoration.constant.not-member", "3.20", kNotMember},
        Malformed({"decoration.coherent.target", "3.20", kOnMemoryObject}),
        {"decoration.uniform.not-member", "3.20", kNotMember},
        {"decoration.saturatedconversion.not-member", "3.20", kNotMember},
        Malformed({"decoration.stream.target", "3.20", kOnMemoryObject}),
        Malformed({"decoration.location.target", "3.20", kOnVariable}),
        Malformed({"decoration.component.target", "3.20", kOnMemoryObject}),
        Malformed({"decoration.index.target", "3.20", kOnVariable}),
        {"decoration.index.not-member", "3.20", kNotMember},
        Malformed({"decoration.binding.target", "3.20", kOnVariable}),
        {"decoration.binding.not-member", "3.20", kNotMember},
        {"decoration.binding.storage-class", "3.20", kResource, kResourceVuid,
         Severity::kError, kVulkan},
        Malformed({"decoration.descriptorset.target", "3.20", kOnVariable}),
        {"decoration.descriptorset.not-member", "3.20", kNotMember},
        {"decoration.descriptorset.storage-class", "3.20", kResource,
         kResourceVuid, Severity::kError, kVulkan},
        Malformed({"decoration.xfbbuffer.target", "3.20", kOnMemoryObject}),
        Malformed({"decoration.xfbstride.target", "3.20", kOnMemoryObject}),
        {"decoration.funcparamattr.not-member", "3.20", kNotMember},
        {"decoration.fproundingmode.not-member", "3.20", kNotMember},
        {"decoration.fpfastmathmode.not-member", "3.20", kNotMember},
        {"decoration.linkageattributes.not-member", "3.20", kNotMember},
        {"decoration.nocontraction.not-member", "3.20", kNotMember},
        Malformed({"decoration.inputattachmentindex.target", "3.20",
                   kOnVariable}),
        {"decoration.inputattachmentindex.not-member", "3.20", kNotMember},
        {"decoration.alignment.not-member", "3.20", kNotMember},
        {"decoration.maxbyteoffset.not-member", "3.20", kNotMember},
        {"decoration.alignmentid.not-member", "3.20", kNotMember},
        {"decoration.maxbyteoffsetid.not-member", "3.20", kNotMember},
        {"decoration.nosignedwrap.not-member", "3.20", kNotMember},
        {"decoration.nounsignedwrap.not-member", "3.20", kNotMember},
        {"decoration.nonuniform.not-member", "3.20", kNotMember},
        Malformed({"decoration.restrictpointer.target", "3.20",
                   kOnMemoryObject}),
        {"decoration.restrictpointer.not-member", "3.20", kNotMember},
        Malformed({"decoration.aliasedpointer.target", "3.20",
                   kOnMemoryObject}),
        {"decoration.aliasedpointer.not-member", "3.20", kNotMember},
        {"decoration.counterbuffer.not-member", "3.20", kNotMember},
    },
    kDecorateOps);

// What a decoration may be applied to as a whole.
enum class Target : uint8_t {
  kAny,
  kVariable,
  kMemoryObject,
  kStruct,
  kSpecConstant,
  kArray,
  kBuiltIn,
  kMemberOnly
};

struct Row {
  Decoration decoration;
  Target target;
  const Rule* whole;    // what `target` violates
  const Rule* member;   // null: members may have it
  const Rule* storage;  // null: any storage class
};

// In the order of the values.
constexpr Row kRows[] = {
    {Decoration::kSpecId, Target::kSpecConstant, &R("decoration.specid.target"),
     &R("decoration.specid.not-member"), nullptr},
    {Decoration::kBlock, Target::kStruct, &R("decoration.block.target"),
     &R("decoration.block.not-member"), nullptr},
    {Decoration::kBufferBlock, Target::kStruct,
     &R("decoration.bufferblock.target"),
     &R("decoration.bufferblock.not-member"), nullptr},
    {Decoration::kRowMajor, Target::kMemberOnly,
     &R("decoration.rowmajor.member-only"), nullptr, nullptr},
    {Decoration::kColMajor, Target::kMemberOnly,
     &R("decoration.colmajor.member-only"), nullptr, nullptr},
    {Decoration::kArrayStride, Target::kArray,
     &R("decoration.arraystride.target"),
     &R("decoration.arraystride.not-member"), nullptr},
    {Decoration::kMatrixStride, Target::kMemberOnly,
     &R("decoration.matrixstride.member-only"), nullptr, nullptr},
    {Decoration::kGLSLShared, Target::kStruct,
     &R("decoration.glslshared.target"), &R("decoration.glslshared.not-member"),
     nullptr},
    {Decoration::kGLSLPacked, Target::kStruct,
     &R("decoration.glslpacked.target"), &R("decoration.glslpacked.not-member"),
     nullptr},
    {Decoration::kCPacked, Target::kStruct, &R("decoration.cpacked.target"),
     &R("decoration.cpacked.not-member"), nullptr},
    {Decoration::kBuiltIn, Target::kBuiltIn, &R("decoration.builtin.target"),
     nullptr, nullptr},
    {Decoration::kNoPerspective, Target::kMemoryObject,
     &R("decoration.noperspective.target"), nullptr,
     &R("decoration.noperspective.storage-class")},
    {Decoration::kFlat, Target::kMemoryObject, &R("decoration.flat.target"),
     nullptr, &R("decoration.flat.storage-class")},
    {Decoration::kPatch, Target::kMemoryObject, &R("decoration.patch.target"),
     nullptr, nullptr},
    {Decoration::kCentroid, Target::kMemoryObject,
     &R("decoration.centroid.target"), nullptr,
     &R("decoration.centroid.storage-class")},
    {Decoration::kSample, Target::kMemoryObject, &R("decoration.sample.target"),
     nullptr, &R("decoration.sample.storage-class")},
    {Decoration::kInvariant, Target::kVariable,
     &R("decoration.invariant.target"), nullptr, nullptr},
    {Decoration::kRestrict, Target::kMemoryObject,
     &R("decoration.restrict.target"), nullptr, nullptr},
    {Decoration::kAliased, Target::kMemoryObject,
     &R("decoration.aliased.target"), &R("decoration.aliased.not-member"),
     nullptr},
    {Decoration::kVolatile, Target::kMemoryObject,
     &R("decoration.volatile.target"), nullptr, nullptr},
    {Decoration::kConstant, Target::kVariable, &R("decoration.constant.target"),
     &R("decoration.constant.not-member"), nullptr},
    {Decoration::kCoherent, Target::kMemoryObject,
     &R("decoration.coherent.target"), nullptr, nullptr},
    {Decoration::kUniform, Target::kAny, nullptr,
     &R("decoration.uniform.not-member"), nullptr},
    {Decoration::kSaturatedConversion, Target::kAny, nullptr,
     &R("decoration.saturatedconversion.not-member"), nullptr},
    {Decoration::kStream, Target::kMemoryObject, &R("decoration.stream.target"),
     nullptr, nullptr},
    {Decoration::kLocation, Target::kVariable, &R("decoration.location.target"),
     nullptr, nullptr},
    {Decoration::kComponent, Target::kMemoryObject,
     &R("decoration.component.target"), nullptr, nullptr},
    {Decoration::kIndex, Target::kVariable, &R("decoration.index.target"),
     &R("decoration.index.not-member"), nullptr},
    {Decoration::kBinding, Target::kVariable, &R("decoration.binding.target"),
     &R("decoration.binding.not-member"),
     &R("decoration.binding.storage-class")},
    {Decoration::kDescriptorSet, Target::kVariable,
     &R("decoration.descriptorset.target"),
     &R("decoration.descriptorset.not-member"),
     &R("decoration.descriptorset.storage-class")},
    {Decoration::kXfbBuffer, Target::kMemoryObject,
     &R("decoration.xfbbuffer.target"), nullptr, nullptr},
    {Decoration::kXfbStride, Target::kMemoryObject,
     &R("decoration.xfbstride.target"), nullptr, nullptr},
    {Decoration::kFuncParamAttr, Target::kAny, nullptr,
     &R("decoration.funcparamattr.not-member"), nullptr},
    {Decoration::kFPRoundingMode, Target::kAny, nullptr,
     &R("decoration.fproundingmode.not-member"), nullptr},
    {Decoration::kFPFastMathMode, Target::kAny, nullptr,
     &R("decoration.fpfastmathmode.not-member"), nullptr},
    {Decoration::kLinkageAttributes, Target::kAny, nullptr,
     &R("decoration.linkageattributes.not-member"), nullptr},
    {Decoration::kNoContraction, Target::kAny, nullptr,
     &R("decoration.nocontraction.not-member"), nullptr},
    {Decoration::kInputAttachmentIndex, Target::kVariable,
     &R("decoration.inputattachmentindex.target"),
     &R("decoration.inputattachmentindex.not-member"), nullptr},
    {Decoration::kAlignment, Target::kAny, nullptr,
     &R("decoration.alignment.not-member"), nullptr},
    {Decoration::kMaxByteOffset, Target::kAny, nullptr,
     &R("decoration.maxbyteoffset.not-member"), nullptr},
    {Decoration::kAlignmentId, Target::kAny, nullptr,
     &R("decoration.alignmentid.not-member"), nullptr},
    {Decoration::kMaxByteOffsetId, Target::kAny, nullptr,
     &R("decoration.maxbyteoffsetid.not-member"), nullptr},
    {Decoration::kNoSignedWrap, Target::kAny, nullptr,
     &R("decoration.nosignedwrap.not-member"), nullptr},
    {Decoration::kNoUnsignedWrap, Target::kAny, nullptr,
     &R("decoration.nounsignedwrap.not-member"), nullptr},
    {Decoration::kNonUniform, Target::kAny, nullptr,
     &R("decoration.nonuniform.not-member"), nullptr},
    {Decoration::kRestrictPointer, Target::kMemoryObject,
     &R("decoration.restrictpointer.target"),
     &R("decoration.restrictpointer.not-member"), nullptr},
    {Decoration::kAliasedPointer, Target::kMemoryObject,
     &R("decoration.aliasedpointer.target"),
     &R("decoration.aliasedpointer.not-member"), nullptr},
    {Decoration::kCounterBuffer, Target::kAny, nullptr,
     &R("decoration.counterbuffer.not-member"), nullptr},
};
static_assert(std::size(kRows) <= 64);  // RowSet
static_assert(std::is_sorted(std::begin(kRows), std::end(kRows),
                             [](const Row& a, const Row& b) {
                               return a.decoration < b.decoration;
                             }));
using RowSet = uint64_t;

const Row* Find(uint32_t decoration) {
  const Row* row = std::lower_bound(
      std::begin(kRows), std::end(kRows), static_cast<Decoration>(decoration),
      [](const Row& a, Decoration d) { return a.decoration < d; });
  return row != std::end(kRows) &&
                 static_cast<uint32_t>(row->decoration) == decoration
             ? row
             : nullptr;
}

// Whether what `op` defines may have a decoration with this target.
bool Suits(Target target, Op op) {
  switch (target) {
    case Target::kAny:
      return true;
    case Target::kVariable:
      return Is(op, OpTrait::kVariable);
    case Target::kMemoryObject:
      // A buffer pointer stands for the memory that it points to.
      return Is(op, OpTrait::kVariable) || op == Op::kFunctionParameter ||
             op == Op::kBufferPointerEXT;
    case Target::kStruct:
      return op == Op::kTypeStruct;
    case Target::kSpecConstant:
      return op == Op::kSpecConstantTrue || op == Op::kSpecConstantFalse ||
             op == Op::kSpecConstant || op == Op::kSpecConstantStringAMDX ||
             op == Op::kSpecConstantDataKHR;
    case Target::kArray:
      return op == Op::kTypeArray || op == Op::kTypeRuntimeArray ||
             op == Op::kTypePointer || op == Op::kTypeUntypedPointerKHR;
    case Target::kBuiltIn:
      return Is(op, OpTrait::kVariable) || MakesConstant(op);
    case Target::kMemberOnly:
      return false;
  }
  return true;
}

// The storage classes that the rules of kRows are about.
bool StorageSuits(Decoration decoration, StorageClass storage) {
  if (decoration == Decoration::kBinding ||
      decoration == Decoration::kDescriptorSet) {
    return storage == StorageClass::kUniform ||
           storage == StorageClass::kUniformConstant ||
           storage == StorageClass::kStorageBuffer ||
           storage == StorageClass::kTileAttachmentQCOM;
  }
  return storage == StorageClass::kInput || storage == StorageClass::kOutput;
}

class Targets {
 public:
  explicit Targets(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    for (InstIndex i : module_.decorations()) CheckInstruction(module_.inst(i));
  }

 private:
  void CheckInstruction(const Inst& inst) {
    switch (inst.op()) {
      case Op::kDecorate:
      case Op::kDecorateId:
      case Op::kDecorateString:
        CheckDecorate(inst);
        return;
      case Op::kMemberDecorate:
      case Op::kMemberDecorateString:
        if (const Row* row = Find(inst.operand_word(2))) {
          CheckMember(*row, inst.index(), 2);
        }
        return;
      case Op::kGroupDecorate:
        CheckGroup(inst, 1, [&](const Row& row, OperandIndex operand) {
          // Groups for members are applied to structures as a whole, too.
          if (row.target == Target::kMemberOnly) return;
          CheckWhole(row, inst.id(operand), inst.index(), operand);
        });
        return;
      case Op::kGroupMemberDecorate:
        CheckGroup(inst, 2, [&](const Row& row, OperandIndex operand) {
          CheckMember(row, inst.index(), operand);
        });
        return;
      default:
        return;
    }
  }

  void CheckDecorate(const Inst& inst) {
    const Row* row = Find(inst.operand_word(1));
    const InstIndex def = module_.def(inst.id(0));
    if (row == nullptr || def == kNoInst) return;
    if (module_.record(def).op == Op::kDecorationGroup) {
      groups_[inst.operand_word(0)] |= RowSet{1} << (row - kRows);
      return;
    }
    if (!CheckWhole(*row, inst.id(0), inst.index(), 1)) return;
    if (row->decoration == Decoration::kBuiltIn &&
        MakesConstant(module_.record(def).op) && inst.operand_count() > 2 &&
        inst.operand_word(2) !=
            static_cast<uint32_t>(BuiltIn::kWorkgroupSize)) {
      context_.Report(
          R("decoration.builtin.constant-only-if-constant-builtin"),
          Place::At(inst.index(), 2),
          {Arg::Enumerant(Kind::kBuiltIn, inst.operand_word(2)), inst.id(0)});
    }
  }

  // Calls `check` for each decoration of a group and each of its targets,
  // which are `step` operands apart.
  template <typename CheckRow>
  void CheckGroup(const Inst& inst, uint32_t step, CheckRow check) {
    const auto group = groups_.find(inst.operand_word(0));
    if (group == groups_.end()) return;
    for (uint32_t o = 1; o < inst.operand_count(); o += step) {
      for (RowSet rest = group->second; rest != 0; rest &= rest - 1) {
        check(kRows[std::countr_zero(rest)], o);
      }
    }
  }

  Arg NameOf(const Row& row) const {
    return Arg::Enumerant(Kind::kDecoration,
                          static_cast<uint32_t>(row.decoration));
  }

  bool CheckWhole(const Row& row, Id target, InstIndex at,
                  OperandIndex operand) {
    const InstIndex def = module_.def(target);
    if (def == kNoInst) return true;
    const Place place = Place::At(at, operand);
    const Op op = module_.record(def).op;
    if (!Suits(row.target, op)) {
      context_.Report(*row.whole, place, {NameOf(row), target})
          .Note("{0} is defined here", Place::At(def), {target});
      return false;
    }
    const TypeInfo& type = context_.types().Of(module_, target);
    if (row.storage == nullptr || !type.Is(tt::kAnyPointer) ||
        StorageSuits(row.decoration, type.storage_class)) {
      return true;
    }
    context_
        .Report(*row.storage, place,
                {NameOf(row), target,
                 Arg::Enumerant(Kind::kStorageClass, type.storage_class)})
        .Note("{0} is defined here", Place::At(def), {target});
    return false;
  }

  void CheckMember(const Row& row, InstIndex at, OperandIndex operand) {
    if (row.member == nullptr) return;
    context_.Report(*row.member, Place::At(at, operand), {NameOf(row)});
  }

  ModuleContext& context_;
  const Module& module_;
  absl::flat_hash_map<uint32_t, RowSet> groups_;  // by id of the group
};

void CheckTargets(ModuleContext& context) { Targets(context).Check(); }

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckTargets}};

}  // namespace

extern constinit const Family kTargets = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
