// OpCopyMemory and OpCopyMemorySized (section 3.3.8;
// SPV_KHR_untyped_pointers).
//
// Other families check which storage classes may be written to and which
// numeric types may be copied.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/memory/memory_masks.h"

namespace plumb {
namespace {

using grammar::MemoryAccess;
namespace copy = grammar::operand::CopyMemory;
namespace sized = grammar::operand::CopyMemorySized;

constexpr char kSection[] = "3.3.8";

constexpr RuleTable R({
    {"memory.copymemory.pointers", kSection, "{1} must be a pointer, not {0}"},
    {"memory.copymemory.one-typed", "SPV_KHR_untyped_pointers",
     "at least one of {0} and {1} must be a typed pointer, to determine the "
     "size to copy"},
    {"memory.copymemory.non-void", kSection, "{0} must point to an object"},
    {"memory.copymemory.fixed-size", kSection,
     "{0} has no fixed size: it is or holds a run-time array"},
    Also("memory.copymemory.untyped-pointee",
         {"memory.copymemory.same-pointee", kSection,
          "{2} must point to the type that Target points to, {1}, not to {0}"}),
    {.id = "memory.copymemory.single-access-mask",
     .section = kSection,
     .text =
         "before SPIR-V 1.4, a copy can have only one mask of memory operands",
     .when = {.max_version = 3}},
    {"memory.copymemory.first-mask-no-visible", kSection,
     "the first of two masks is that of Target, which is only written: it must "
     "not have MakePointerVisible"},
    {"memory.copymemory.second-mask-no-available", kSection,
     "the second of two masks is that of Source, which is only read: it must "
     "not have MakePointerAvailable"},
    {"memory.copymemorysized.size-type", kSection,
     "{1} must be an integer scalar, not {0}"},
    {"memory.copymemorysized.size-nonzero", kSection,
     "a constant number of bytes must not be 0"},
    {"memory.copymemorysized.size-not-negative", kSection,
     "the number of bytes, {0}, is negative"},
});

constexpr Op kBoth[] = {Op::kCopyMemory, Op::kCopyMemorySized};
static_assert(copy::kTarget == sized::kTarget &&
              copy::kSource == sized::kSource);

constexpr OperandRule kOperandRules[] = {
    {kBoth, copy::kTarget, kAnyPointer, &R("memory.copymemory.pointers")},
    {kBoth, copy::kSource, kAnyPointer, &R("memory.copymemory.pointers")},
    {Op::kCopyMemorySized, sized::kSize, kIntScalar,
     &R("memory.copymemorysized.size-type")},
};

// --- What is copied ---

// Whether an operand points to an object that can be copied.
bool CheckPointee(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& pointer = c.operand_type(operand);
  if (!pointer.Is(tt::kPointer)) return true;
  const Id pointee = pointer.element;
  const TypeInfo& type = c.context().types().Get(pointee);
  if (type.poisoned()) return true;
  if (type.Is(tt::kVoid)) {
    c.Report(R("memory.copymemory.non-void"), operand, {c.inst().id(operand)});
    return false;
  }
  if (!type.Contains(type_part::kRuntimeArray)) return true;
  ReportType(c, R("memory.copymemory.fixed-size"), operand, pointee);
  return false;
}

void CheckCopy(const CheckContext& c) {
  const TypeInfo& target = c.operand_type(copy::kTarget);
  const TypeInfo& source = c.operand_type(copy::kSource);
  if (target.unknown() || source.unknown() || !target.Is(tt::kAnyPointer) ||
      !source.Is(tt::kAnyPointer)) {
    return;
  }
  if (target.Is(tt::kUntypedPointer) && source.Is(tt::kUntypedPointer)) {
    c.Report(R("memory.copymemory.one-typed"), Place::kWhole,
             {c.inst().id(copy::kTarget), c.inst().id(copy::kSource)});
    return;
  }
  const bool fits = CheckPointee(c, copy::kTarget);
  if (target.Is(tt::kPointer) && source.Is(tt::kPointer)) {
    if (!fits) return;
    if (target.element != source.element) {
      ReportTypes(c, R("memory.copymemory.same-pointee"), copy::kSource,
                  source.element, target.element);
    }
    return;
  }
  CheckPointee(c, copy::kSource);
}

// --- How much ---

void CheckSize(const CheckContext& c) {
  const Id size = c.inst().id(sized::kSize);
  const ScalarConstant value = c.context().constants().Scalar(size);
  if (!value.fixed() || !c.operand_type(sized::kSize).Is(tt::kInt)) return;
  if (value.value == 0) {
    c.Report(R("memory.copymemorysized.size-nonzero"), sized::kSize);
  } else if (value.value < 0 && c.operand_type(sized::kSize).Is(tt::kSigned)) {
    c.Report(R("memory.copymemorysized.size-not-negative"), sized::kSize,
             {size});
  }
}

// --- Memory operands ---

void CheckMasks(const CheckContext& c) {
  const OperandIndex first = MaskFrom(c.inst(), copy::kMemoryAccess);
  if (first >= c.inst().operand_count()) return;
  const OperandIndex second = MaskFrom(c.inst(), first + 1);
  if (second >= c.inst().operand_count()) return;
  if (c.context().Applies(R("memory.copymemory.single-access-mask"))) {
    c.Report(R("memory.copymemory.single-access-mask"), second);
    return;
  }
  if (HasBit(c.inst().operand_word(first), MemoryAccess::kMakePointerVisible)) {
    c.Report(R("memory.copymemory.first-mask-no-visible"), first);
  }
  if (HasBit(c.inst().operand_word(second),
             MemoryAccess::kMakePointerAvailable)) {
    c.Report(R("memory.copymemory.second-mask-no-available"), second);
  }
}

constexpr Check kChecks[] = {{Op::kCopyMemory, CheckCopy},
                             {Op::kCopyMemorySized, CheckSize},
                             {kBoth, CheckMasks}};

}  // namespace

extern constinit const Family kMemoryCopies(R, kChecks, kOperandRules);

}  // namespace plumb
