// OpUntypedPrefetchKHR (SPV_KHR_untyped_pointers).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace prefetch = operand::UntypedPrefetchKHR;

constexpr char kSection[] = "SPV_KHR_untyped_pointers";

constexpr RuleTable R({
    {"memory.untypedprefetch.pointer-type", kSection,
     "{1} must be a pointer into CrossWorkgroup, not {0}"},
    {"memory.untypedprefetch.num-bytes-type", kSection,
     "{1} must be an integer scalar, not {0}"},
    {"memory.untypedprefetch.operands-constant", kSection,
     "{1} must be an integer constant, but {0} is not"},
    Contradicts(Contradicted::kOperand,
                {"memory.untypedprefetch.rw-value", kSection,
                 "{0} must be 0 (read) or 1 (write)"}),
    Contradicts(Contradicted::kOperand,
                {"memory.untypedprefetch.locality-value", kSection,
                 "{0} must be from 0 to 3"}),
    Contradicts(Contradicted::kOperand,
                {"memory.untypedprefetch.cache-type-value", kSection,
                 "{0} must be 0 (instructions) or 1 (data)"}),
    {"memory.untypedprefetch.all-or-none", kSection,
     "operands RW, Locality and Cache Type must all be present, or none of "
     "them"},
});

constexpr StorageClass kCrossWorkgroup[] = {StorageClass::kCrossWorkgroup};

constexpr OperandRule kOperandRules[] = {
    {Op::kUntypedPrefetchKHR, prefetch::kPointerType,
     kAnyPointer.InStorageClass(kCrossWorkgroup),
     &R("memory.untypedprefetch.pointer-type")},
    {Op::kUntypedPrefetchKHR, prefetch::kNumBytes, kIntScalar,
     &R("memory.untypedprefetch.num-bytes-type")},
};

// The optional operands, and the maximum value of each.
struct Hint {
  OperandIndex operand;
  uint32_t greatest;
  const Rule* rule;
};
constexpr Hint kHints[] = {
    {prefetch::kRW, 1, &R("memory.untypedprefetch.rw-value")},
    {prefetch::kLocality, 3, &R("memory.untypedprefetch.locality-value")},
    {prefetch::kCacheType, 1, &R("memory.untypedprefetch.cache-type-value")},
};

void CheckHints(const CheckContext& c) {
  if (!HasIdAt(c, prefetch::kRW)) return;
  for (const Hint& hint : kHints) {
    if (!HasIdAt(c, hint.operand)) {
      c.Report(R("memory.untypedprefetch.all-or-none"), prefetch::kRW);
      return;
    }
    const Id id = c.inst().id(hint.operand);
    if (!IsConstantOf(c, hint.operand, kIntScalar)) {
      c.Report(R("memory.untypedprefetch.operands-constant"), hint.operand,
               {id, Arg::Operand(c.inst(), hint.operand)});
      continue;
    }
    const ScalarConstant value = c.context().constants().Scalar(id);
    if (value.fixed() && (value.value < 0 || value.value > hint.greatest)) {
      c.Report(*hint.rule, hint.operand, {id});
    }
  }
}

constexpr Check kChecks[] = {{Op::kUntypedPrefetchKHR, CheckHints}};

}  // namespace

extern constinit const Family kPrefetch(R, kChecks, kOperandRules);

}  // namespace plumb
