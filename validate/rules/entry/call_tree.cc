// The execution model of an entry point applies to every function of its
// static call tree (section 2.6): another entry point must not reach
// instructions of fragment shaders that extensions and later versions added.
//
// Instructions of other models have rules in their own families; all use the
// same table of reachable functions (reach.h).
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("control.demotetohelperinvocation.fragment-only "
         "control.terminateinvocation.fragment-only tile.read.execution-model",
         {"entry.calltree.model-and-modes", "2.6",
          "{1} is allowed only in fragment shaders, but an entry point with "
          "execution model {0} reaches it"}),
});

constexpr ModelSet kAllButFragment = ~ModelSet(ExecutionModel::kFragment);

void CheckFragmentOnly(const CheckContext& c) {
  c.ReportIfReached(R("entry.calltree.model-and-modes"), kAllButFragment,
                    {c.inst().op()});
}

constexpr Op kFragmentOnly[] = {
    Op::kTerminateInvocation,       Op::kDemoteToHelperInvocation,
    Op::kIsHelperInvocationEXT,     Op::kBeginInvocationInterlockEXT,
    Op::kEndInvocationInterlockEXT, Op::kColorAttachmentReadEXT,
    Op::kDepthAttachmentReadEXT,    Op::kStencilAttachmentReadEXT,
};
constexpr Check kChecks[] = {{kFragmentOnly, CheckFragmentOnly}};

}  // namespace

extern constinit const Family kCallTree(R, kChecks);

}  // namespace plumb
