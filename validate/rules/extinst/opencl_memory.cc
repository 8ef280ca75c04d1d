// Instructions of OpenCL.std that access memory: loads and stores of vectors
// and halves, prefetch and printf (its sections 2.6 and 2.8).
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/ext_inst_rows.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

using grammar::OpenClStd;
namespace ocl = grammar::ext_operand::OpenClStd;

constexpr char kAll[] = "OpenCL.std 2";
constexpr char kMemory[] = "OpenCL.std 2.6";
constexpr char kMisc[] = "OpenCL.std 2.8";
constexpr char kPointer[] = "{1} must be a pointer, not {0}";
constexpr char kPointsToComponent[] =
    "operand p must point to the component type, {1}, not to {0}";

constexpr RuleTable R({
    ReliesOn(kMemoryModelOps, {"extinst.opencl.size-t.addressing-model", kAll,
                               "this instruction requires addressing model "
                               "Physical32 or Physical64"}),
    ReliesOn(kMemoryModelOps,
             {"extinst.opencl.size-t.operand-type", kMemory,
              "{1} must be an integer as wide as an address, not {0}"}),
    {"extinst.opencl.load.pointer", kMemory, kPointer},
    {"extinst.opencl.load.storage-class", kMemory,
     "{1} must point into CrossWorkgroup, Workgroup, Function, UniformConstant "
     "or Generic, but {0} does not"},
    {"extinst.opencl.load.literal-count", kMemory,
     "operand n must be the number of components of the result, {0}, not {1}"},
    {"extinst.opencl.store.pointer", kMemory, kPointer},
    {"extinst.opencl.store.result-type", kMemory,
     "the result type must be void, not {0}"},
    {"extinst.opencl.store.storage-class", kMemory,
     "{1} must point into CrossWorkgroup, Workgroup, Function or Generic, but "
     "{0} does not"},
    {"extinst.opencl.half-memory.pointee-type", kMemory,
     "{1} must point to a 16-bit floating-point scalar, but {0} does not"},
    {"extinst.opencl.vloadn.result-type", kMemory,
     "the result type must be a vector of numbers, not {0}"},
    {"extinst.opencl.vloadn.pointee-type", kMemory, kPointsToComponent},
    {"extinst.opencl.vload-half.result-type", kMemory,
     "the result type must be a floating-point scalar, not {0}"},
    {"extinst.opencl.vload-halfn.result-type", kMemory,
     "the result type must be a floating-point vector, not {0}"},
    // Implementations accept every width.
    {"extinst.opencl.vload-half.width-32", kMemory,
     "the components of the result, of type {0}, should be 32 bits wide", "",
     Severity::kWarning},
    {"extinst.opencl.vstoren.data-type", kMemory,
     "{1} must be a vector of numbers, not {0}"},
    {"extinst.opencl.vstoren.pointee-type", kMemory, kPointsToComponent},
    {"extinst.opencl.vstore-half.data-type", kMemory,
     "{1} must be a 32-bit or 64-bit floating-point scalar, not {0}"},
    {"extinst.opencl.vstore-halfn.data-type", kMemory,
     "{1} must be a vector of 32-bit or 64-bit floats, not {0}"},
    {"extinst.opencl.prefetch.pointer", kMisc,
     "{1} must be a typed pointer, not {0}"},
    {"extinst.opencl.prefetch.storage-class", kMisc,
     "{1} must point into CrossWorkgroup, but {0} does not"},
    {"extinst.opencl.prefetch.pointee-type", kMisc,
     "{1} must point to a scalar or vector of numbers, but {0} does not"},
    {"extinst.opencl.printf.result-type", kMisc,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"extinst.opencl.printf.format-pointer", kMisc, kPointer},
    {"extinst.opencl.printf.format-storage-class", kMisc,
     "operand format must point into UniformConstant, but {0} does not"},
    {"extinst.opencl.printf.format-pointee-type", kMisc,
     "operand format must point to an 8-bit integer scalar, but {0} does not"},
});

constexpr auto kVloadnNumbers = NumbersOf({OpenClStd::kVloadn});
constexpr auto kVloadHalfNumbers = NumbersOf({OpenClStd::kVload_half});
constexpr auto kVloadHalfnNumbers =
    NumbersOf({OpenClStd::kVload_halfn, OpenClStd::kVloada_halfn});
constexpr auto kHalfLoadNumbers =
    JoinNumbers(kVloadHalfNumbers, kVloadHalfnNumbers);
constexpr auto kVectorLoadNumbers =
    JoinNumbers(kVloadnNumbers, kVloadHalfnNumbers);
constexpr auto kLoadNumbers = JoinNumbers(kVloadnNumbers, kHalfLoadNumbers);
constexpr auto kVstorenNumbers = NumbersOf({OpenClStd::kVstoren});
constexpr auto kVstoreHalfNumbers =
    NumbersOf({OpenClStd::kVstore_half, OpenClStd::kVstore_half_r});
constexpr auto kVstoreHalfnNumbers =
    NumbersOf({OpenClStd::kVstore_halfn, OpenClStd::kVstore_halfn_r,
               OpenClStd::kVstorea_halfn, OpenClStd::kVstorea_halfn_r});
constexpr auto kHalfStoreNumbers =
    JoinNumbers(kVstoreHalfNumbers, kVstoreHalfnNumbers);
constexpr auto kStoreNumbers = JoinNumbers(kVstorenNumbers, kHalfStoreNumbers);
constexpr auto kHalfMemoryNumbers =
    JoinNumbers(kHalfLoadNumbers, kHalfStoreNumbers);
constexpr auto kPrefetchNumbers = NumbersOf({OpenClStd::kPrefetch});
constexpr auto kPrintfNumbers = NumbersOf({OpenClStd::kPrintf});
constexpr auto kVoidNumbers = JoinNumbers(kStoreNumbers, kPrefetchNumbers);

constexpr ExtInstSet kSet = ExtInstSet::kOpenClStd;
constexpr Instructions kVloadn = {kSet, kVloadnNumbers};
constexpr Instructions kVloadHalf = {kSet, kVloadHalfNumbers};
constexpr Instructions kVloadHalfn = {kSet, kVloadHalfnNumbers};
constexpr Instructions kHalfLoads = {kSet, kHalfLoadNumbers};
constexpr Instructions kVectorLoads = {kSet, kVectorLoadNumbers};
constexpr Instructions kLoads = {kSet, kLoadNumbers};
constexpr Instructions kVstoren = {kSet, kVstorenNumbers};
constexpr Instructions kVstoreHalf = {kSet, kVstoreHalfNumbers};
constexpr Instructions kVstoreHalfn = {kSet, kVstoreHalfnNumbers};
constexpr Instructions kStores = {kSet, kStoreNumbers};
constexpr Instructions kHalfMemory = {kSet, kHalfMemoryNumbers};
constexpr Instructions kPrefetch = {kSet, kPrefetchNumbers};
constexpr Instructions kPrintf = {kSet, kPrintfNumbers};
constexpr Instructions kVoid = {kSet, kVoidNumbers};

constexpr StorageClass kReadable[] = {
    StorageClass::kCrossWorkgroup, StorageClass::kWorkgroup,
    StorageClass::kFunction, StorageClass::kUniformConstant,
    StorageClass::kGeneric};
constexpr StorageClass kGlobal[] = {StorageClass::kCrossWorkgroup};

constexpr TypePattern kFloat16 = Scalar(tt::kFloat, 16);
constexpr TypePattern kNumbers = Vector(tt::kNumeric);
constexpr TypePattern kNumber = ScalarOrVector(tt::kNumeric);
constexpr TypePattern kTypedPointer = {.shape = tt::kPointer};

constexpr OperandIndex kResultType = operand::ExtInst::kResultType;

constexpr OperandRule kOperandRules[] = {
    {kVloadn, kResultType, kNumbers, &R("extinst.opencl.vloadn.result-type")},
    {kVloadHalf, kResultType, Scalar(tt::kFloat),
     &R("extinst.opencl.vload-half.result-type")},
    {kVloadHalfn, kResultType, Vector(tt::kFloat),
     &R("extinst.opencl.vload-halfn.result-type")},
    {kLoads, "p", kAnyPointer, &R("extinst.opencl.load.pointer")},
    {kLoads, "p", kAnyPointer.InStorageClass(kReadable),
     &R("extinst.opencl.load.storage-class")},

    {kVoid,
     kResultType,
     {.shape = tt::kVoid},
     &R("extinst.opencl.store.result-type")},
    {kVstoren, "data", kNumbers, &R("extinst.opencl.vstoren.data-type")},
    {kVstoreHalf, "data", Scalar(tt::kFloat),
     &R("extinst.opencl.vstore-half.data-type")},
    {kVstoreHalfn, "data", Vector(tt::kFloat),
     &R("extinst.opencl.vstore-halfn.data-type")},
    {kStores, "p", kAnyPointer, &R("extinst.opencl.store.pointer")},
    {kStores, "p", kAnyPointer.InStorageClass(kWritableByOpenCl),
     &R("extinst.opencl.store.storage-class")},

    {kHalfMemory, "p", AnyPointerTo(kFloat16),
     &R("extinst.opencl.half-memory.pointee-type")},

    {kPrefetch, "ptr", kTypedPointer, &R("extinst.opencl.prefetch.pointer")},
    {kPrefetch, "ptr", kTypedPointer.InStorageClass(kGlobal),
     &R("extinst.opencl.prefetch.storage-class")},
    {kPrefetch, "ptr", PointerTo(kNumber),
     &R("extinst.opencl.prefetch.pointee-type")},

    {kPrintf, kResultType, kInt32, &R("extinst.opencl.printf.result-type")},
    {kPrintf, "format", kAnyPointer,
     &R("extinst.opencl.printf.format-pointer")},
};

// Checks an operand of type size_t, which is as wide as an address.
void CheckSizeT(const CheckContext& c, OperandIndex operand) {
  const MemoryModel& model = c.context().memory_model();
  if (!model.known()) return;
  if (!model.all_physical()) {
    c.Report(R("extinst.opencl.size-t.addressing-model"),
             operand::ExtInst::kInstruction);
    return;
  }
  const Id type = c.type_of(operand);
  if (!Fits(c.context(), Scalar(tt::kInt, model.address_width()), type)) {
    ReportType(c, R("extinst.opencl.size-t.operand-type"), operand, type);
  }
}

void CheckLoad(const CheckContext& c) { CheckSizeT(c, ocl::Vloadn::kOffset); }
void CheckStore(const CheckContext& c) { CheckSizeT(c, ocl::Vstoren::kOffset); }
void CheckPrefetch(const CheckContext& c) {
  CheckSizeT(c, ocl::Prefetch::kNumElements);
}

void CheckLiteralCount(const CheckContext& c) {
  constexpr OperandIndex kCount = ocl::Vloadn::kN;
  const std::optional<uint32_t> count = CountOf(c, c.inst().result_type());
  if (!count || c.inst().operand_count() <= kCount ||
      *count == c.inst().operand_word(kCount)) {
    return;
  }
  c.Report(R("extinst.opencl.load.literal-count"), kCount,
           {*count, c.inst().operand_word(kCount)});
}

void CheckVloadn(const CheckContext& c) {
  constexpr OperandIndex kP = ocl::Vloadn::kP;
  CheckSame(c, R("extinst.opencl.vloadn.pointee-type"), kP, PointeeOf(c, kP),
            ComponentOf(c.context(), c.inst().result_type()));
}

void CheckVstoren(const CheckContext& c) {
  constexpr OperandIndex kP = ocl::Vstoren::kP;
  CheckSame(c, R("extinst.opencl.vstoren.pointee-type"), kP, PointeeOf(c, kP),
            ComponentOf(c.context(), c.type_of(ocl::Vstoren::kData)));
}

void CheckHalfLoad(const CheckContext& c) {
  CheckResultWidth32(c, R("extinst.opencl.vload-half.width-32"));
}

// Other instructions store halves.
void CheckData(const CheckContext& c, const Rule& rule) {
  constexpr OperandIndex kData = ocl::Vstore_half::kData;
  const TypeInfo& data = c.operand_type(kData);
  if (!data.unknown() && data.width == 16) {
    ReportType(c, rule, kData, c.type_of(kData));
  }
}
void CheckVstoreHalf(const CheckContext& c) {
  CheckData(c, R("extinst.opencl.vstore-half.data-type"));
}
void CheckVstoreHalfn(const CheckContext& c) {
  CheckData(c, R("extinst.opencl.vstore-halfn.data-type"));
}

// An extension allows the string in any storage class except that of images.
bool MayHoldFormat(const CheckContext& c, StorageClass storage) {
  return storage == StorageClass::kUniformConstant ||
         (c.context().features().Has(
              Extension::kExtRelaxedPrintfStringAddressSpace) &&
          absl::c_linear_search(kReadable, storage));
}

// A string is often passed as an array.
bool IsString(const ModuleContext& context, Id type) {
  constexpr TypePattern kInt8 = Scalar(tt::kInt, 8);
  return Fits(context, kInt8, type) || Fits(context, ArrayOf(kInt8), type);
}

void CheckFormat(const CheckContext& c) {
  constexpr OperandIndex kFormat = ocl::Printf::kFormat;
  const Id type = c.type_of(kFormat);
  const TypeInfo& pointer = c.context().types().Get(type);
  if (pointer.unknown()) return;
  if (!MayHoldFormat(c, pointer.storage_class)) {
    ReportType(c, R("extinst.opencl.printf.format-storage-class"), kFormat,
               type);
  } else if (!IsString(c.context(), PointeeOf(c, kFormat))) {
    ReportType(c, R("extinst.opencl.printf.format-pointee-type"), kFormat,
               type);
  }
}

static_assert(AllHave(kVectorLoads, ocl::Vloadn::kN));
static_assert(AllHave(kVstoren, ocl::Vstoren::kData));
static_assert(AllHave(kPrintf, ocl::Printf::kFormat));
constexpr Check kChecks[] = {
    {kLoads, CheckLoad},
    {kVectorLoads, CheckLiteralCount},
    {kVloadn, CheckVloadn},
    {kHalfLoads, CheckHalfLoad,
     Requires(TypesWith{type_part::kFloat16 | type_part::kFloat64})},
    {kStores, CheckStore},
    {kVstoren, CheckVstoren},
    {kVstoreHalf, CheckVstoreHalf,
     Requires(TypesWith{type_part::kFloat16 | type_part::kFloat64})},
    {kVstoreHalfn, CheckVstoreHalfn,
     Requires(TypesWith{type_part::kFloat16 | type_part::kFloat64})},
    {kPrefetch, CheckPrefetch},
    {kPrintf, CheckFormat}};

}  // namespace

extern constinit const Family kOpenclMemory(R, kChecks, kOperandRules);

}  // namespace plumb
