// Conversions of pointers between CrossWorkgroup and its subsets
// (SPV_ALTERA_usm_storage_classes).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_ALTERA_usm_storage_classes";

constexpr RuleTable R({
    {"convert.usmcast.result-pointer", kSection,
     "the result type must be a pointer to a type, not {0}"},
    {"convert.usmcast.same-pointee", kSection,
     "the pointers must point to the same type, but {0} and {1} do not"},
    {"convert.ptrcasttocrossworkgroup.result-storage", kSection,
     "the result type must be a pointer into CrossWorkgroup, not {0}"},
    {"convert.ptrcasttocrossworkgroup.operand-storage", kSection,
     "{1} must be a pointer into DeviceOnlyALTERA or HostOnlyALTERA, not {0}"},
    {"convert.crossworkgroupcasttoptr.result-storage", kSection,
     "the result type must be a pointer into DeviceOnlyALTERA or "
     "HostOnlyALTERA, not {0}"},
    {"convert.crossworkgroupcasttoptr.operand-storage", kSection,
     "{1} must be a pointer into CrossWorkgroup, not {0}"},
});

constexpr Op kCasts[] = {Op::kPtrCastToCrossWorkgroupALTERA,
                         Op::kCrossWorkgroupCastToPtrALTERA};

constexpr StorageClass kWhole[] = {StorageClass::kCrossWorkgroup};
constexpr StorageClass kSubsets[] = {StorageClass::kDeviceOnlyALTERA,
                                     StorageClass::kHostOnlyALTERA};

// Both casts have these at the same indexes.
constexpr OperandIndex kResultType =
    operand::PtrCastToCrossWorkgroupALTERA::kResultType;
constexpr OperandIndex kPointer =
    operand::PtrCastToCrossWorkgroupALTERA::kPointer;

constexpr OperandRule kOperandRules[] = {
    {kCasts,
     kResultType,
     {.shape = tt::kPointer},
     &R("convert.usmcast.result-pointer")},
    {Op::kPtrCastToCrossWorkgroupALTERA, kResultType,
     kAnyPointer.InStorageClass(kWhole),
     &R("convert.ptrcasttocrossworkgroup.result-storage")},
    {Op::kPtrCastToCrossWorkgroupALTERA, kPointer,
     kAnyPointer.InStorageClass(kSubsets),
     &R("convert.ptrcasttocrossworkgroup.operand-storage")},
    {Op::kCrossWorkgroupCastToPtrALTERA, kResultType,
     kAnyPointer.InStorageClass(kSubsets),
     &R("convert.crossworkgroupcasttoptr.result-storage")},
    {Op::kCrossWorkgroupCastToPtrALTERA, kPointer,
     kAnyPointer.InStorageClass(kWhole),
     &R("convert.crossworkgroupcasttoptr.operand-storage")},
};

void CheckPointee(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kPointer);
  if (to.unknown() || from.unknown() || !to.Is(tt::kPointer) ||
      !from.Is(tt::kPointer) || to.element == from.element) {
    return;
  }
  ReportTypes(c, R("convert.usmcast.same-pointee"), kPointer,
              c.type_of(kPointer), c.inst().result_type());
}

static_assert(AllHave(kCasts, kPointer));
constexpr Check kChecks[] = {{kCasts, CheckPointee}};

}  // namespace

extern constinit const Family kUsmPointers(R, kChecks, kOperandRules);

}  // namespace plumb
