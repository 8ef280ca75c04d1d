// Image instructions that are reserved (section 3.3.10).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"image.sparsesampleproj.reserved", "3.3.10",
     "this instruction is reserved and must not be used"},
});

void ReportReserved(const CheckContext& c) {
  c.Report(R("image.sparsesampleproj.reserved"), Place::kWhole);
}

constexpr Op kOps[] = {Op::kImageSparseSampleProjImplicitLod,
                       Op::kImageSparseSampleProjExplicitLod,
                       Op::kImageSparseSampleProjDrefImplicitLod,
                       Op::kImageSparseSampleProjDrefExplicitLod};
constexpr Check kChecks[] = {{kOps, ReportReserved}};

}  // namespace

extern constinit const Family kReserved(R, kChecks);

}  // namespace plumb
