// Required decorations of arrays of node payloads (SPV_AMDX_shader_enqueue).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/decorations.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_AMDX_shader_enqueue";

// The instructions that apply the decorations.
constexpr Op kDecorateOps[] = {Op::kDecorate, Op::kDecorateId};

constexpr RuleTable R(
    {
        // Implementations accept types without the decoration.
        {"decoration.nodemaxpayloadsamdx.required", kSection,
         "{0} should be decorated with NodeMaxPayloadsAMDX", "",
         Severity::kWarning},
        {"decoration.payloadnodearraysizeamdx.required", kSection,
         "{0} is allocated, so it must be decorated with "
         "PayloadNodeArraySizeAMDX or PayloadNodeSparseArrayAMDX"},
    },
    kDecorateOps);

void CheckType(const CheckContext& c) {
  const Id type = c.inst().result();
  if (c.context().decorations().Has(type, Decoration::kNodeMaxPayloadsAMDX)) {
    return;
  }
  c.Report(R("decoration.nodemaxpayloadsamdx.required"), Place::kWhole, {type});
}

void CheckAllocation(const CheckContext& c) {
  const TypeInfo& pointer = c.result_type();
  if (pointer.unknown() || !pointer.Is(type_trait::kPointer)) return;
  const Id type = pointer.element;
  const Decorations& decorations = c.context().decorations();
  if (!IsDefinedBy(c.module(), type, Op::kTypeNodePayloadArrayAMDX) ||
      decorations.Has(type, Decoration::kPayloadNodeArraySizeAMDX) ||
      decorations.Has(type, Decoration::kPayloadNodeSparseArrayAMDX)) {
    return;
  }
  c.Report(R("decoration.payloadnodearraysizeamdx.required"),
           operand::AllocateNodePayloadsAMDX::kResultType, {type})
      .Note("the type is declared here", Place::At(c.module().def(type)));
}

constexpr Check kChecks[] = {{Op::kTypeNodePayloadArrayAMDX, CheckType},
                             {Op::kAllocateNodePayloadsAMDX, CheckAllocation}};

}  // namespace

extern constinit const Family kNodePayloads(R, kChecks);

}  // namespace plumb
