// OpIsHelperInvocationEXT (SPV_EXT_demote_to_helper_invocation).
// entry/call_tree.cc checks which entry points may reach it.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"control.ishelperinvocation.result-type",
     "SPV_EXT_demote_to_helper_invocation",
     "the result type must be a Boolean scalar, not {0}"},
});

constexpr Signature kSignatures[] = {
    {.ops = grammar::Op::kIsHelperInvocationEXT,
     .result = kBoolScalar,
     .result_rule = &R("control.ishelperinvocation.result-type")},
};

}  // namespace

extern constinit const Family kHelperInvocation(R, kSignatures);

}  // namespace plumb
