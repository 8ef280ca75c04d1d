// Conversions of pointers (section 3.3.11): to and from integers, to and from
// the Generic storage class, and from an address to an acceleration structure
// (SPV_KHR_ray_query).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"convert.convertptrtou.result-int", "3.3.11",
     "the result type must be an integer scalar, or a vector if the operand is "
     "a vector, not {0}"},
    {"convert.convertptrtou.result-signedness-0", "3.3.11",
     "the integers of the result type, {0}, must have signedness 0"},
    {"convert.convertptrtou.operand-pointer", "3.3.11",
     "{1} must be a pointer, not {0}"},
    {"convert.convertutoptr.result-pointer", "3.3.11",
     "the result type must be a pointer, not {0}"},
    {"convert.convertutoptr.operand-int-scalar", "3.3.11",
     "{1} must be an integer scalar, not {0}"},
    // Implementations accept signed ones.
    {"convert.convertutoptr.operand-signedness-0", "3.3.11",
     "the integers that become pointers, {0}, must have signedness 0", "",
     Severity::kWarning},
    Also("convert.pointerint.pointer-vector convert.genericcast.pointer-vector",
         {"convert.pointer.component-count", "3.3.11",
          "{2} must have as many components as the result, {1}, not {0}"}),
    ReliesOn(kMemoryModelOps, {"convert.pointer.logical-addressing", "3.3.11",
                               "{0} requires a physical pointer, but "
                               "addressing model Logical has none"}),
    ReliesOn(kMemoryModelOps,
             {"convert.pointer.physical-storage-buffer", "3.3.11",
              "with addressing model PhysicalStorageBuffer64, the pointer's "
              "storage class must be PhysicalStorageBuffer, not {0}"}),
    InVulkan("convert.pointer.width-64",
             "with addressing model PhysicalStorageBuffer64, an address must "
             "be 64 bits wide, but {0} is not",
             "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04710"),
    {"convert.genericcast.result-pointer", "3.3.11",
     "the result type must be a pointer, not {0}"},
    {"convert.genericcast.operand-pointer", "3.3.11",
     "{1} must be a pointer, not {0}"},
    Also("convert.genericcast.untyped-pointer",
         {"convert.genericcast.same-pointee", "3.3.11",
          "the pointers must point to the same type, but {0} and {1} do not"}),
    {"convert.ptrcasttogeneric.result-storage-generic", "3.3.11",
     "the storage class of the result type must be Generic, not {0}"},
    {"convert.ptrcasttogeneric.operand-storage", "3.3.11",
     "the storage class of operand Pointer must be Workgroup, CrossWorkgroup "
     "or Function, not {0}"},
    {"convert.genericcasttoptr.result-storage", "3.3.11",
     "the storage class of the result type must be Workgroup, CrossWorkgroup "
     "or Function, not {0}"},
    {"convert.genericcasttoptr.operand-storage-generic", "3.3.11",
     "the storage class of operand Pointer must be Generic, not {0}"},
    {"convert.genericcasttoptrexplicit.result-storage", "3.3.11",
     "the storage class of the result type must be operand Storage, {1}, not "
     "{0}"},
    {"convert.genericcasttoptrexplicit.storage-literal", "3.3.11",
     "operand Storage must be Workgroup, CrossWorkgroup or Function, not {0}"},
    {"convert.utoaccelerationstructure.result-type", "3.3.11",
     "the result type must be an acceleration structure, not {0}"},
    {"convert.utoaccelerationstructure.operand-type", "3.3.11",
     "the address must be an unsigned 64-bit integer or a vector of two "
     "unsigned 32-bit integers, not {0}"},
});

constexpr Op kGenericCasts[] = {Op::kPtrCastToGeneric, Op::kGenericCastToPtr,
                                Op::kGenericCastToPtrExplicit};

constexpr Signature kSignatures[] = {
    {.ops = Op::kConvertUToAccelerationStructureKHR,
     .result = kDeclaredBy<Op::kTypeAccelerationStructureKHR>,
     .result_rule = &R("convert.utoaccelerationstructure.result-type")},
};

// The same index in all conversions.
constexpr OperandIndex kOperand = operand::GenericCastToPtr::kPointer;
constexpr OperandIndex kResultType = operand::GenericCastToPtr::kResultType;

// The row of the pointer type of a pointer or vector of pointers
// (SPV_INTEL_masked_gather_scatter has these vectors), or null.
const TypeInfo* ScalarPointerTypeOf(const CheckContext& c,
                                    const TypeInfo& type) {
  if (type.Is(tt::kAnyPointer)) return &type;
  if (!type.Is(tt::kVector)) return nullptr;
  const TypeInfo& element = c.context().types().Get(type.element);
  return element.Is(tt::kAnyPointer) ? &element : nullptr;
}

bool HaveSameCount(const TypeInfo& a, const TypeInfo& b) {
  const bool a_vector = a.Is(tt::kVector);
  const bool b_vector = b.Is(tt::kVector);
  return a_vector == b_vector && (!a_vector || a.count == b.count);
}

Arg StorageArg(StorageClass storage) {
  return Arg::Enumerant(Kind::kStorageClass, storage);
}

// Checks the integers that a pointer is converted to or from.
void CheckAddressWidth(const CheckContext& c) {
  if (!c.context().memory_model().buffer_addresses()) return;
  const bool to_pointer = c.inst().op() == Op::kConvertUToPtr;
  const Id numbers = to_pointer ? c.type_of(kOperand) : c.inst().result_type();
  if (c.context().types().Get(numbers).width == 64) return;
  ReportType(c, R("convert.pointer.width-64"),
             to_pointer ? kOperand : kResultType, numbers);
}

// Checks the pointer at `operand` against the addressing model.
void CheckPhysical(const CheckContext& c, const TypeInfo& pointer,
                   OperandIndex operand) {
  const MemoryModel& model = c.context().memory_model();
  if (model.all_logical()) {
    c.Report(R("convert.pointer.logical-addressing"), Place::kWhole,
             {c.inst().op()});
    return;
  }
  if (!model.IsLogical(pointer.storage_class)) {
    CheckAddressWidth(c);
    return;
  }
  c.Report(R("convert.pointer.physical-storage-buffer"), operand,
           {StorageArg(pointer.storage_class)});
}

void CheckPtrToU(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (to.unknown() || from.unknown()) return;
  const TypeInfo* pointer = ScalarPointerTypeOf(c, from);
  const bool vectors = to.Is(tt::kVector) && from.Is(tt::kVector);
  if (!(vectors ? Vector(tt::kInt) : kIntScalar).MatchesTraits(to)) {
    ReportType(c, R("convert.convertptrtou.result-int"), kResultType, result);
    c.PoisonResult();
  } else if (to.Is(tt::kSigned)) {
    ReportType(c, R("convert.convertptrtou.result-signedness-0"), kResultType,
               result);
  } else if (pointer == nullptr) {
    ReportType(c, R("convert.convertptrtou.operand-pointer"), kOperand,
               c.type_of(kOperand));
  } else if (!HaveSameCount(to, from)) {
    ReportTypes(c, R("convert.pointer.component-count"), kOperand,
                c.type_of(kOperand), result);
  } else {
    CheckPhysical(c, *pointer, kOperand);
  }
}

void CheckUToPtr(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (to.unknown() || from.unknown()) return;
  const TypeInfo* pointer = ScalarPointerTypeOf(c, to);
  const TypeTraits shapes =
      to.Is(tt::kVector) ? tt::kScalar | tt::kVector : tt::kScalar;
  if (pointer == nullptr) {
    ReportType(c, R("convert.convertutoptr.result-pointer"), kResultType,
               result);
    c.PoisonResult();
  } else if (!from.Is(tt::kInt) || !from.Is(shapes)) {
    ReportType(c, R("convert.convertutoptr.operand-int-scalar"), kOperand,
               c.type_of(kOperand));
  } else if (!HaveSameCount(to, from)) {
    ReportTypes(c, R("convert.pointer.component-count"), kOperand,
                c.type_of(kOperand), result);
  } else {
    if (from.Is(tt::kSigned)) {
      ReportType(c, R("convert.convertutoptr.operand-signedness-0"), kOperand,
                 c.type_of(kOperand));
    }
    CheckPhysical(c, *pointer, kResultType);
  }
}

// The storage classes that Generic includes.
bool IsSpecific(const CheckContext& c, StorageClass storage) {
  switch (storage) {
    case StorageClass::kWorkgroup:
    case StorageClass::kCrossWorkgroup:
    case StorageClass::kFunction:
    case StorageClass::kCodeSectionINTEL:  // functions have addresses too
      return true;
    case StorageClass::kDeviceOnlyINTEL:
    case StorageClass::kHostOnlyINTEL:
      // Subsets of CrossWorkgroup.
      return c.inst().op() != Op::kGenericCastToPtrExplicit;
    default:
      return false;
  }
}

void CheckToGeneric(const CheckContext& c, StorageClass to, StorageClass from) {
  if (to != StorageClass::kGeneric) {
    c.Report(R("convert.ptrcasttogeneric.result-storage-generic"), kResultType,
             {StorageArg(to)});
  } else if (!IsSpecific(c, from)) {
    c.Report(R("convert.ptrcasttogeneric.operand-storage"), kOperand,
             {StorageArg(from)});
  }
}

void CheckFromGeneric(const CheckContext& c, StorageClass to,
                      StorageClass from) {
  if (c.inst().op() == Op::kGenericCastToPtrExplicit) {
    constexpr OperandIndex kStorage =
        operand::GenericCastToPtrExplicit::kStorage;
    const auto named = StorageClass{c.inst().operand_word(kStorage)};
    if (!IsSpecific(c, named)) {
      c.Report(R("convert.genericcasttoptrexplicit.storage-literal"), kStorage,
               {StorageArg(named)});
      return;
    }
    if (to != named) {
      c.Report(R("convert.genericcasttoptrexplicit.result-storage"),
               kResultType, {StorageArg(to), StorageArg(named)});
      return;
    }
  } else if (!IsSpecific(c, to)) {
    c.Report(R("convert.genericcasttoptr.result-storage"), kResultType,
             {StorageArg(to)});
    return;
  }
  if (from != StorageClass::kGeneric) {
    c.Report(R("convert.genericcasttoptr.operand-storage-generic"), kOperand,
             {StorageArg(from)});
  }
}

void CheckGenericCast(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kOperand);
  if (c.result_type().unknown() || c.operand_type(kOperand).unknown()) return;
  const TypeInfo* to = ScalarPointerTypeOf(c, c.result_type());
  const TypeInfo* from = ScalarPointerTypeOf(c, c.operand_type(kOperand));
  if (to == nullptr) {
    ReportType(c, R("convert.genericcast.result-pointer"), kResultType, result);
    c.PoisonResult();
    return;
  }
  if (from == nullptr) {
    ReportType(c, R("convert.genericcast.operand-pointer"), kOperand, operand);
    return;
  }
  if (!HaveSameCount(c.result_type(), c.operand_type(kOperand))) {
    ReportTypes(c, R("convert.pointer.component-count"), kOperand, operand,
                result);
    return;
  }
  if (to->Is(tt::kPointer) && from->Is(tt::kPointer) &&
      to->element != from->element) {
    ReportTypes(c, R("convert.genericcast.same-pointee"), kOperand, operand,
                result);
    return;
  }
  if (c.inst().op() == Op::kPtrCastToGeneric) {
    CheckToGeneric(c, to->storage_class, from->storage_class);
  } else {
    CheckFromGeneric(c, to->storage_class, from->storage_class);
  }
}

void CheckToAcceleration(const CheckContext& c) {
  const Id address = c.type_of(kOperand);
  if (IsUint64OrPair(c.context(), address)) return;
  ReportType(c, R("convert.utoaccelerationstructure.operand-type"), kOperand,
             address);
}

static_assert(AllHave(kGenericCasts, kOperand));
constexpr Check kChecks[] = {
    {Op::kConvertPtrToU, CheckPtrToU},
    {Op::kConvertUToPtr, CheckUToPtr},
    {kGenericCasts, CheckGenericCast},
    {Op::kConvertUToAccelerationStructureKHR, CheckToAcceleration}};

}  // namespace

extern constinit const Family kPointerConversion(R, kChecks, kSignatures);

}  // namespace plumb
