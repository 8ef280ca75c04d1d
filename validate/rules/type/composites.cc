// Arrays, structures, pointers, functions and sampled images: the types of
// their parts (sections 2.16.1 and 3.3.6).
//
// Tested by testdata/rule_test.cc.
#include "absl/base/attributes.h"
#include "validate/engine/constituents.h"
#include "validate/engine/family.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("type.array.element-nonvoid type.struct.member-nonvoid "
         "type.structcontinued.members",
         {"type.aggregate.element-not-void", "3.3.6",
          "an element or a member must not be void"}),
    {"type.typefunction.only-opfunction-use", "2.2.2",
     "a function type must not be part of another type"},
    {"type.typefunction.parameter-not-void", "3.3.6",
     "a parameter must not be void"},
    {"type.typearray.length-type", "3.3.6",
     "the length must be an integer scalar, not {0}"},
    Contradicts(Contradicted::kOperand,
                {"type.typearray.length-minimum", "3.3.6",
                 "an array must have at least one element"}),
    InVulkan("type.runtimearray.last-member",
             "a run-time array must be the last member of its structure",
             "VUID-StandaloneSpirv-OpTypeRuntimeArray-04680"),
    {"type.typeruntimearray.largest-offset", "3.3.6",
     "a run-time array must have the largest offset of all members, but member "
     "{0} has offset {1} and member {2} has offset {3}"},
    {"type.structcontinued.position", "SPV_INTEL_long_composites",
     "{0} must come right after OpTypeStruct or another {0}"},
    {"type.typesampledimage.image-type", "3.3.6", "{0} must be an image type"},
    {"type.typesampledimage.not-subpassdata", "3.3.6",
     "the image must not have Dim SubpassData"},
    {.id = "type.typesampledimage.not-buffer",
     .section = "3.3.6",
     .text = "the image must not have Dim Buffer",
     .when = {.min_version = 6}},
    Contradicts(Contradicted::kOperand,
                {"type.typesampledimage.sampled", "SPV_EXT_shader_tile_image",
                 "the image must have Sampled 0 or 1, not {0}",
                 "VUID-StandaloneSpirv-OpTypeSampledImage-06671"}),
    {"type.vmeimage.image-type", "SPV_INTEL_device_side_avc_motion_estimation",
     "{0} must be an image type"},
    {"type.vmeimage.dim", "SPV_INTEL_device_side_avc_motion_estimation",
     "the image must have Dim 2D, not {0}"},
    Also("type.struct.forward-is-pointer "
         "type.typestruct.forward-member-is-pointer",
         Malformed({"type.typeforwardpointer.names-pointer", "3.3.6",
                    "{0} must be a pointer type"})),
    {"type.typeforwardpointer.before-pointer", "3.3.6",
     "OpTypeForwardPointer must come before pointer type {0}"},
    {"type.typepointer.forward-storage-class", "3.3.6",
     "the storage class must be that of the pointer type, {0}, not {1}"},
    Also("type.struct.forward-points-to-struct "
         "type.typeforwardpointer.pointee-is-struct",
         {"type.typestruct.forward-pointee-is-struct", "3.3.6",
          "a pointer that is declared later must point to a structure, but {0} "
          "does not"}),
    {"type.undef.result-type", "3.3.1",
     "an undefined value cannot have type {0}"},
    InVulkan("type.undef.opaque",
             "in Vulkan, {0} must not be undefined: it has no value",
             "VUID-StandaloneSpirv-OpUndef-12464"),
});

inline const TypeInfo& TypeAt(const CheckContext& c, OperandIndex operand) {
  return c.context().types().Get(c.inst().id(operand));
}

// A forward reference that OpTypeForwardPointer may have declared; ssa/uses.cc
// reports others.
bool RefersForward(const CheckContext& c, OperandIndex operand) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return true;
  const Op op = c.module().record(def).op;
  return def > c.index() && op != Op::kFunction && op != Op::kLabel;
}

// Checks a part that is not a type, or is a type that is not allowed
// everywhere.
ABSL_ATTRIBUTE_NOINLINE bool CheckSpecialPart(const CheckContext& c,
                                              OperandIndex operand) {
  if (c.module().def(c.inst().id(operand)) == kNoInst) return false;
  const Id id = c.inst().id(operand);
  if (c.context().poisoned(id)) return false;
  const TypeInfo& type = TypeAt(c, operand);
  if (type.poisoned()) return true;
  if (type.unknown()) return false;  // ssa/operand_class.cc reports it
  if (!type.Is(tt::kFunction)) return true;
  c.Report(R("type.typefunction.only-opfunction-use"), operand);
  c.PoisonResult();
  return false;
}

// Reports an operand that is a function type; false if it is not a type.
bool CheckIsPart(const CheckContext& c, OperandIndex operand) {
  const Id id = c.inst().id(operand);
  const TypeInfo& type = TypeAt(c, operand);
  // A poisoned type also counts as a function type.
  const bool is_simple =
      type.traits != 0 && !type.Is(tt::kFunction) && !c.context().poisoned(id);
  return is_simple || CheckSpecialPart(c, operand);
}

bool CheckElement(const CheckContext& c, OperandIndex operand) {
  if (!CheckIsPart(c, operand)) return false;
  const TypeInfo& type = TypeAt(c, operand);
  if (!type.Is(tt::kVoid) || type.poisoned()) return true;
  c.Report(R("type.aggregate.element-not-void"), operand);
  c.PoisonResult();
  return false;
}

// --- Arrays ---

constexpr OperandIndex kElement = operand::TypeArray::kElementType;
static_assert(kElement == operand::TypeRuntimeArray::kElementType &&
              kElement == operand::TypeTensorARM::kElementType);

void CheckArray(const CheckContext& c) {
  constexpr OperandIndex kLength = operand::TypeArray::kLength;
  if (!CheckElement(c, kElement)) return;
  const Id length = c.inst().id(kLength);
  const InstIndex def = c.module().def(length);
  if (def == kNoInst) return;
  if (!Is(c.module().record(def).op, OpTrait::kSizeConstant)) return;
  const TypeInfo& type = c.operand_type(kLength);
  if (!type.IsAll(tt::kScalar | tt::kInt)) {
    ReportType(c, R("type.typearray.length-type"), kLength, c.type_of(kLength));
    c.PoisonResult();
    return;
  }
  const ScalarConstant value = c.context().constants().Scalar(length);
  if (!value.fixed()) return;
  if (value.value == 0 || (value.value < 0 && type.Is(tt::kSigned))) {
    c.Report(R("type.typearray.length-minimum"), kLength)
        .Note("the length is declared here", Place::At(def));
    c.PoisonResult();
  }
}

void CheckRuntimeArray(const CheckContext& c) { CheckElement(c, kElement); }

// --- Structures and pointers ---

// The offsets of the members of a structure, as far as they matter to its
// run-time arrays.
struct Offsets {
  struct MemberOffset {
    uint32_t member = kNoMember;
    uint32_t offset = 0;
  };
  MemberOffset array;    // the first run-time array that is not the last member
  MemberOffset largest;  // the member with the largest offset
};

// Linear in the decorations of the structure.
Offsets ReadOffsets(const CheckContext& c) {
  const TypeTable& types = c.context().types();
  const Id structure = c.inst().result();
  const auto for_each_offset = [&](auto visit) {
    c.context().decorations().ForEachOf(structure, [&](const Decorated& d) {
      const Inst statement = c.module().inst(d.statement);
      if (d.kind != grammar::Decoration::kOffset || d.member == kNoMember ||
          d.parameter >= statement.operand_count()) {
        return;
      }
      visit(
          Offsets::MemberOffset{d.member, statement.operand_word(d.parameter)});
    });
  };
  const auto is_array = [&](uint32_t member) {
    const TypeInfo& type =
        types.Get(types.MemberOf(c.module(), structure, member));
    return type.Is(tt::kRuntimeArray) && !type.poisoned();
  };
  Offsets result;
  for_each_offset([&](Offsets::MemberOffset of) {
    // Of equal ones, that of a member that is not a run-time array counts.
    const bool larger =
        of.offset > result.largest.offset ||
        result.largest.member == kNoMember ||
        (of.offset == result.largest.offset && is_array(result.largest.member));
    if (larger) result.largest = of;
  });
  for_each_offset([&](Offsets::MemberOffset of) {
    if (result.array.member == kNoMember &&
        of.member != result.largest.member && is_array(of.member)) {
      result.array = of;
    }
  });
  return result;
}

void CheckOffsets(const CheckContext& c) {
  if (!c.context()
           .types()
           .Get(c.inst().result())
           .Contains(type_part::kRuntimeArray)) {
    return;
  }
  const auto [array, largest] = ReadOffsets(c);
  if (array.member == kNoMember) return;
  const OperandIndex operand = operand::TypeStruct::kMemberTypes + array.member;
  c.Report(R("type.typeruntimearray.largest-offset"),
           operand < c.inst().operand_count() ? operand : Place::kWhole,
           {array.member, array.offset, largest.member, largest.offset});
}

// Checks the members of a structure, and of its continuation instructions.
void CheckStruct(const CheckContext& c) {
  const uint32_t count = ConstituentCount(c, operand::TypeStruct::kMemberTypes);
  const bool right = ForEachConstituent(
      c, operand::TypeStruct::kMemberTypes,
      [&](const CheckContext& part, OperandIndex o, uint32_t member) {
        // ssa/uses.cc reports a structure that contains itself.
        if (part.inst().id(o) == c.inst().result()) return false;
        if (RefersForward(part, o)) return true;
        if (!CheckElement(part, o)) {
          c.PoisonResult();
          return false;
        }
        if (member + 1 < count && TypeAt(part, o).Is(tt::kRuntimeArray)) {
          part.Report(R("type.runtimearray.last-member"), o);
        }
        return true;
      });
  if (right) CheckOffsets(c);
}

void CheckContinued(const CheckContext& c) {
  CheckContinuation(c, R("type.structcontinued.position"));
}

void CheckPointer(const CheckContext& c) {
  constexpr OperandIndex kPointee = operand::TypePointer::kType;
  if (c.module().def(c.inst().id(kPointee)) == kNoInst) return;
  // Pointers to functions come from SPV_INTEL_function_pointers.
  if (TypeAt(c, kPointee).Is(tt::kFunction) &&
      c.context().Has(Capability::kFunctionPointersINTEL)) {
    return;
  }
  CheckIsPart(c, kPointee);
}

void CheckForwardPointer(const CheckContext& c) {
  constexpr OperandIndex kPointer = operand::TypeForwardPointer::kPointerType;
  constexpr OperandIndex kStorageClass =
      operand::TypeForwardPointer::kStorageClass;
  constexpr OperandIndex kPointeeStorageClass =
      operand::TypePointer::kStorageClass;
  const Id id = c.inst().id(kPointer);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return;
  const Inst pointer = c.module().inst(def);
  if (pointer.op() != Op::kTypePointer) {
    c.Report(R("type.typeforwardpointer.names-pointer"), kPointer, {id})
        .Note("it is defined here", Place::At(def));
    return;
  }
  if (def < c.index()) {
    c.Report(R("type.typeforwardpointer.before-pointer"), kPointer, {id})
        .Note("it is declared here", Place::At(def));
    return;
  }
  const InstIndex pointee =
      c.module().def(pointer.id(operand::TypePointer::kType));
  if (pointee != kNoInst && c.module().record(pointee).op != Op::kTypeStruct) {
    c.Report(R("type.typestruct.forward-pointee-is-struct"), kPointer, {id})
        .Note("the pointer type is declared here",
              Place::At(def, operand::TypePointer::kType));
  }
  const uint32_t here = c.inst().operand_word(kStorageClass);
  const uint32_t there = pointer.operand_word(kPointeeStorageClass);
  if (here == there) return;
  c.Report(R("type.typepointer.forward-storage-class"), kStorageClass,
           {Arg::Enumerant(Kind::kStorageClass, there),
            Arg::Enumerant(Kind::kStorageClass, here)})
      .Note("the pointer type is declared here",
            Place::At(def, kPointeeStorageClass));
}

// --- Functions and others ---

void CheckFunction(const CheckContext& c) {
  constexpr OperandIndex kReturn = operand::TypeFunction::kReturnType;
  if (!CheckIsPart(c, kReturn)) return;
  for (OperandIndex o = operand::TypeFunction::kParameterTypes;
       o < c.inst().operand_count(); ++o) {
    if (!CheckIsPart(c, o)) return;
    const TypeInfo& type = TypeAt(c, o);
    if (!type.Is(tt::kVoid) || type.poisoned()) continue;
    c.Report(R("type.typefunction.parameter-not-void"), o);
    c.PoisonResult();
    return;
  }
}

// The image type at an operand; null, after a report, if it is not an image
// type.
const ImageType* ImageAt(const CheckContext& c, OperandIndex operand,
                         const Rule& rule) {
  const Id id = c.inst().id(operand);
  if (c.module().def(id) == kNoInst) return nullptr;
  if (TypeAt(c, operand).Is(tt::kImage)) return c.context().images().Find(id);
  c.Report(rule, operand, {id});
  c.PoisonResult();
  return nullptr;
}

void CheckSampledImage(const CheckContext& c) {
  constexpr OperandIndex kImage = operand::TypeSampledImage::kImageType;
  const ImageType* image =
      ImageAt(c, kImage, R("type.typesampledimage.image-type"));
  if (image == nullptr) return;
  if (image->dim == grammar::Dim::kSubpassData) {
    c.Report(R("type.typesampledimage.not-subpassdata"), kImage);
  } else if (image->dim == grammar::Dim::kBuffer &&
             c.context().Applies(R("type.typesampledimage.not-buffer"))) {
    c.Report(R("type.typesampledimage.not-buffer"), kImage);
  } else if (image->sampled > 1) {
    c.Report(R("type.typesampledimage.sampled"), kImage, {image->sampled});
  }
}

void CheckVmeImage(const CheckContext& c) {
  constexpr OperandIndex kImage = operand::TypeVmeImageINTEL::kImageType;
  const ImageType* image = ImageAt(c, kImage, R("type.vmeimage.image-type"));
  if (image == nullptr || image->dim == grammar::Dim::k2D) return;
  c.Report(R("type.vmeimage.dim"), kImage,
           {Arg::Enumerant(Kind::kDim, static_cast<uint32_t>(image->dim))});
}

void CheckUndef(const CheckContext& c) {
  constexpr TypeParts kHandles = type_part::kImage | type_part::kSampler |
                                 type_part::kSampledImage | type_part::kTensor |
                                 type_part::kAccelerationStructure;
  const TypeInfo& type = c.result_type();
  if (type.poisoned()) return;
  if (type.Contains(kHandles) && !type.Is(tt::kAggregate)) {
    ReportType(c, R("type.undef.opaque"), 0, c.inst().result_type());
    return;
  }
  if (!type.Is(tt::kVoid)) return;
  ReportType(c, R("type.undef.result-type"), 0, c.inst().result_type());
  c.PoisonResult();
}

// tensors.cc checks the other requirements of tensors.
void CheckTensor(const CheckContext& c) { CheckIsPart(c, kElement); }

// Checks the inputs and outputs.
void CheckGraph(const CheckContext& c) {
  for (OperandIndex o = operand::TypeGraphARM::kNumInputs;
       o < c.inst().operand_count(); ++o) {
    if (IsIdUse(c.inst().kind(o)) && !CheckIsPart(c, o)) return;
  }
}

constexpr Check kChecks[] = {
    {Op::kTypeTensorARM, CheckTensor},
    {Op::kTypeGraphARM, CheckGraph},
    {Op::kTypeArray, CheckArray},
    {Op::kTypeRuntimeArray, CheckRuntimeArray},
    {Op::kTypeStruct, CheckStruct},
    {Op::kTypePointer, CheckPointer},
    {Op::kTypeForwardPointer, CheckForwardPointer},
    {Op::kTypeFunction, CheckFunction},
    {Op::kTypeStructContinuedINTEL, CheckContinued},
    {Op::kTypeSampledImage, CheckSampledImage},
    {Op::kTypeVmeImageINTEL, CheckVmeImage},
    {Op::kUndef, CheckUndef},
};

}  // namespace

extern constinit const Family kComposites(R, kChecks);

}  // namespace plumb
