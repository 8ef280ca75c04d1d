// Asynchronous copies by a group (section 3.3.21, SPV_KHR_untyped_pointers).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace copy = grammar::operand::GroupAsyncCopy;
namespace untyped = grammar::operand::UntypedGroupAsyncCopyKHR;
namespace wait = grammar::operand::GroupWaitEvents;

constexpr char kSection[] = "3.3.21";
constexpr char kUntyped[] = "SPV_KHR_untyped_pointers";
constexpr char kRequiresEvent[] = "the result type must be an event, not {0}";
constexpr char kEventOperand[] = "operand Event must be an event, not {0}";
constexpr char kRequiresClass[] =
    "operand Destination must point into Workgroup or CrossWorkgroup, but {0} "
    "does not";
constexpr char kFromCross[] =
    "to copy to Workgroup, operand Source must point into CrossWorkgroup, not "
    "{0}";
constexpr char kRequiresSize[] =
    "{1} must be an integer as wide as an address, not {0}";

constexpr RuleTable R({
    {"group.asynccopy.result-type", kSection, kRequiresEvent},
    {"group.asynccopy.destination-pointer", kSection,
     "operand Destination must be a pointer, not {0}"},
    {"group.asynccopy.destination-pointee", kSection,
     "operand Destination must point to a scalar or vector of numbers, but {0} "
     "does not"},
    {"group.asynccopy.destination-storage-class", kSection, kRequiresClass},
    {"group.asynccopy.source-pointer", kSection,
     "operand Source must be a pointer, not {0}"},
    {"group.asynccopy.source-pointee", kSection,
     "operand Source must point to the same type as Destination, {1}, not to "
     "{0}"},
    {"group.asynccopy.source-class-from-cross", kSection, kFromCross},
    {"group.asynccopy.source-class-from-workgroup", kSection,
     "to copy to CrossWorkgroup, operand Source must point into Workgroup, not "
     "{0}"},
    {"group.asynccopy.num-elements-type", kSection, kRequiresSize},
    {"group.asynccopy.stride-type", kSection, kRequiresSize},
    {"group.asynccopy.event-type", kSection, kEventOperand},
    {"group.waitevents.num-events-type", kSection,
     "operand Num Events must be a 32-bit integer scalar, not {0}"},
    {"group.waitevents.events-list-type", kSection,
     "operand Events List must be a pointer to an event, not {0}"},
    {"group.untypedasynccopy.result-type", kUntyped, kRequiresEvent},
    {"group.untypedasynccopy.destination-pointer", kUntyped,
     "operand Destination must be an untyped pointer, not {0}"},
    {"group.untypedasynccopy.destination-storage-class", kUntyped,
     kRequiresClass},
    {"group.untypedasynccopy.source-pointer", kUntyped,
     "operand Source must be an untyped pointer, not {0}"},
    {"group.untypedasynccopy.source-storage-class", kUntyped,
     "operand Source must point into Workgroup if operand Destination points "
     "into CrossWorkgroup, and vice versa, not into {0}"},
    {"group.untypedasynccopy.size-types", kUntyped, kRequiresSize},
    {"group.untypedasynccopy.event-type", kUntyped, kEventOperand},
    {"group.untypedasynccopy.memory-operands", kUntyped,
     "memory operands must be given for both Destination and Source, or for "
     "neither"},
});

constexpr TypePattern kEvent = kDeclaredBy<Op::kTypeEvent>;
constexpr TypePattern kTypedPointer = {.shape = tt::kPointer};
constexpr TypePattern kUntypedPointer = {.shape = tt::kUntypedPointer};
constexpr TypePattern kNumbers = ScalarOrVector(tt::kNumeric);
constexpr StorageClass kClasses[] = {StorageClass::kWorkgroup,
                                     StorageClass::kCrossWorkgroup};

constexpr OperandRule kOperandRules[] = {
    {Op::kGroupAsyncCopy, copy::kResultType, kEvent,
     &R("group.asynccopy.result-type")},
    {Op::kGroupAsyncCopy, copy::kDestination, kTypedPointer,
     &R("group.asynccopy.destination-pointer")},
    {Op::kGroupAsyncCopy, copy::kDestination, PointerTo(kNumbers),
     &R("group.asynccopy.destination-pointee")},
    {Op::kGroupAsyncCopy, copy::kDestination,
     kTypedPointer.InStorageClass(kClasses),
     &R("group.asynccopy.destination-storage-class")},
    {Op::kGroupAsyncCopy, copy::kSource, kTypedPointer,
     &R("group.asynccopy.source-pointer")},
    {Op::kGroupAsyncCopy, copy::kEvent, kEvent,
     &R("group.asynccopy.event-type")},
    {Op::kGroupWaitEvents, wait::kNumEvents, kInt32,
     &R("group.waitevents.num-events-type")},
    {Op::kGroupWaitEvents, wait::kEventsList, PointerTo(kEvent),
     &R("group.waitevents.events-list-type")},
    {Op::kUntypedGroupAsyncCopyKHR, untyped::kResultType, kEvent,
     &R("group.untypedasynccopy.result-type")},
    {Op::kUntypedGroupAsyncCopyKHR, untyped::kDestination, kUntypedPointer,
     &R("group.untypedasynccopy.destination-pointer")},
    {Op::kUntypedGroupAsyncCopyKHR, untyped::kDestination,
     kUntypedPointer.InStorageClass(kClasses),
     &R("group.untypedasynccopy.destination-storage-class")},
    {Op::kUntypedGroupAsyncCopyKHR, untyped::kSource, kUntypedPointer,
     &R("group.untypedasynccopy.source-pointer")},
    {Op::kUntypedGroupAsyncCopyKHR, untyped::kEvent, kEvent,
     &R("group.untypedasynccopy.event-type")},
};

// Checks that a size is as wide as addresses, if the addressing model gives a
// width.
bool CheckSize(const CheckContext& c, const Rule& rule, OperandIndex operand) {
  const MemoryModel& model = c.context().memory_model();
  if (!model.all_physical() ||
      Scalar(tt::kInt, model.address_width())
          .MatchesTraits(c.operand_type(operand)) ||
      c.operand_type(operand).unknown()) {
    return true;
  }
  c.Report(rule, operand,
           {Arg::Type(c.type_of(operand)),
            Arg::Operand(c.inst(), static_cast<uint32_t>(operand))});
  return false;
}

void CheckSource(const CheckContext& c) {
  const TypeInfo& to = c.operand_type(copy::kDestination);
  const TypeInfo& from = c.operand_type(copy::kSource);
  if (to.unknown() || from.unknown()) return;
  if (to.element != from.element) {
    ReportTypes(c, R("group.asynccopy.source-pointee"), copy::kSource,
                from.element, to.element);
    return;
  }
  const bool to_workgroup = to.storage_class == StorageClass::kWorkgroup;
  const StorageClass expected =
      to_workgroup ? StorageClass::kCrossWorkgroup : StorageClass::kWorkgroup;
  if (from.storage_class == expected) return;
  c.Report(to_workgroup ? R("group.asynccopy.source-class-from-cross")
                        : R("group.asynccopy.source-class-from-workgroup"),
           copy::kSource, {NameOf(from.storage_class)});
}

void CheckCopy(const CheckContext& c) {
  CheckSource(c);
  CheckSize(c, R("group.asynccopy.num-elements-type"), copy::kNumElements);
  CheckSize(c, R("group.asynccopy.stride-type"), copy::kStride);
}

void CheckUntypedSource(const CheckContext& c) {
  const TypeInfo& to = c.operand_type(untyped::kDestination);
  const TypeInfo& from = c.operand_type(untyped::kSource);
  if (to.unknown() || from.unknown() ||
      from.storage_class == (to.storage_class == StorageClass::kWorkgroup
                                 ? StorageClass::kCrossWorkgroup
                                 : StorageClass::kWorkgroup)) {
    return;
  }
  c.Report(R("group.untypedasynccopy.source-storage-class"), untyped::kSource,
           {NameOf(from.storage_class)});
}

void CheckUntypedCopy(const CheckContext& c) {
  CheckUntypedSource(c);
  for (const OperandIndex size :
       {untyped::kElementNumBytes, untyped::kNumElements, untyped::kStride}) {
    CheckSize(c, R("group.untypedasynccopy.size-types"), size);
  }
  int masks = 0;
  for (OperandIndex o = untyped::kDestinationMemoryOperands;
       o < c.inst().operand_count(); ++o) {
    masks += c.inst().kind(o) == Kind::kMemoryAccess;
  }
  if (masks == 1) {
    c.Report(R("group.untypedasynccopy.memory-operands"),
             untyped::kDestinationMemoryOperands);
  }
}

constexpr Check kChecks[] = {{Op::kGroupAsyncCopy, CheckCopy},
                             {Op::kUntypedGroupAsyncCopyKHR, CheckUntypedCopy}};

}  // namespace

extern constinit const Family kAsyncCopy(R, kChecks, kOperandRules);

}  // namespace plumb
