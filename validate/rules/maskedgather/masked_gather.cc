// Gathers and scatters under a mask (SPV_INTEL_masked_gather_scatter).
//
// Tested by testdata/rule_test.cc.
#include <bit>

#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

namespace gather = grammar::operand::MaskedGatherINTEL;
namespace scatter = grammar::operand::MaskedScatterINTEL;

constexpr char kSection[] = "SPV_INTEL_masked_gather_scatter";

constexpr RuleTable R({
    {"maskedgather.gather.result-type", kSection,
     "the result type must be a vector, not {0}"},
    {"maskedgather.gather.component-type", kSection,
     "operand PtrVector must hold pointers to the component type of the "
     "result, {1}, not to {0}"},
    {"maskedgather.gather.pointer-count", kSection,
     "operand PtrVector must have {0} component{0s}, as the result has, not "
     "{1}"},
    {"maskedgather.gather.fill-type", kSection,
     "operand FillEmpty must have the component type of the result, {1}, not "
     "{0}"},
    {"maskedgather.scatter.input-type", kSection,
     "operand InputVector must be a vector, not {0}"},
    {"maskedgather.scatter.pointee", kSection,
     "operand PtrVector must hold as many pointers as InputVector has "
     "components, to their type"},
    {"maskedgather.pointers.type", kSection,
     "{1} must be a vector of physical pointers, not {0}"},
    {"maskedgather.mask.type", kSection,
     "operand Mask must be a vector of {1} Booleans, not {0}"},
    {"maskedgather.alignment.value", kSection,
     "the alignment must be 0 or a power of two, not {0}"},
});

constexpr Op kBoth[] = {Op::kMaskedGatherINTEL, Op::kMaskedScatterINTEL};

constexpr TypePattern kPointers = {.shape = tt::kVector,
                                   .element = &kAnyPointer};

constexpr OperandRule kOperandRules[] = {
    {Op::kMaskedGatherINTEL, gather::kResultType, Vector(0),
     &R("maskedgather.gather.result-type")},
    {Op::kMaskedScatterINTEL, scatter::kInputVector, Vector(0),
     &R("maskedgather.scatter.input-type")},
    {kBoth, "PtrVector", kPointers, &R("maskedgather.pointers.type")},
};

// The type that the pointers in such a vector point to; kNoId if unknown.
Id PointeeOf(const CheckContext& c, const TypeInfo& pointers) {
  const TypeInfo& pointer = c.context().types().Get(pointers.element);
  return pointer.Is(tt::kPointer) && !pointer.unknown() ? pointer.element
                                                        : kNoId;
}

void CheckMask(const CheckContext& c, OperandIndex operand, Id values) {
  const TypeInfo& mask = c.operand_type(operand);
  const auto count = CountOf(c, values);
  if (mask.unknown() || !count) return;
  if (mask.Is(tt::kVector) && mask.Is(tt::kBool) &&
      CountOf(c, c.type_of(operand)).value_or(*count) == *count) {
    return;
  }
  c.Report(R("maskedgather.mask.type"), operand,
           {Arg::Type(c.type_of(operand)), *count});
}

void CheckAlignment(const CheckContext& c, OperandIndex operand) {
  const uint32_t alignment = c.inst().operand_word(operand);
  if (alignment == 0 || std::has_single_bit(alignment)) return;
  c.Report(R("maskedgather.alignment.value"), operand, {alignment});
}

void CheckGather(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const TypeInfo& pointers = c.operand_type(gather::kPtrVector);
  CheckAlignment(c, gather::kAlignment);
  if (result.unknown() || !result.Is(tt::kVector)) return;
  CheckMask(c, gather::kMask, c.inst().result_type());
  // Producers also fill with a vector (testdata/disputed.md).
  const Id fill = c.type_of(gather::kFillEmpty);
  if (!c.operand_type(gather::kFillEmpty).unknown() && fill != result.element &&
      fill != c.inst().result_type()) {
    ReportTypes(c, R("maskedgather.gather.fill-type"), gather::kFillEmpty, fill,
                result.element);
  }
  if (pointers.unknown() || !pointers.Is(tt::kVector)) return;
  const Id pointee = PointeeOf(c, pointers);
  if (pointee != kNoId && pointee != result.element) {
    ReportTypes(c, R("maskedgather.gather.component-type"), gather::kPtrVector,
                pointee, result.element);
    return;
  }
  const auto count = CountOf(c, c.inst().result_type());
  const auto pointer_count = CountOf(c, c.type_of(gather::kPtrVector));
  if (count && pointer_count && *count != *pointer_count) {
    c.Report(R("maskedgather.gather.pointer-count"), gather::kPtrVector,
             {*count, *pointer_count});
  }
}

void CheckScatter(const CheckContext& c) {
  const TypeInfo& input = c.operand_type(scatter::kInputVector);
  const TypeInfo& pointers = c.operand_type(scatter::kPtrVector);
  CheckAlignment(c, scatter::kAlignment);
  if (input.unknown() || !input.Is(tt::kVector)) return;
  CheckMask(c, scatter::kMask, c.type_of(scatter::kInputVector));
  if (pointers.unknown() || !pointers.Is(tt::kVector)) return;
  const Id pointee = PointeeOf(c, pointers);
  const auto count = CountOf(c, c.type_of(scatter::kInputVector));
  const auto pointer_count = CountOf(c, c.type_of(scatter::kPtrVector));
  if ((pointee != kNoId && pointee != input.element) ||
      (count && pointer_count && *count != *pointer_count)) {
    c.Report(R("maskedgather.scatter.pointee"), scatter::kPtrVector);
  }
}

constexpr Check kChecks[] = {{Op::kMaskedGatherINTEL, CheckGather},
                             {Op::kMaskedScatterINTEL, CheckScatter}};

}  // namespace

extern constinit const Family kMaskedGather(R, kChecks, kOperandRules);

}  // namespace plumb
