// Constants of tensor types (SPV_ARM_tensors): a tensor of rank n consists of
// tensors of rank n - 1, and one of rank 1 of its elements.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/constituents.h"
#include "validate/engine/family.h"
#include "validate/facts/tensor_type.h"
#include "validate/rules/const/replicated.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"const.constantcomposite.tensor-count", "SPV_ARM_tensors",
     "{2} takes {1} constituent{1s}, not {0}"},
    {"const.constantcomposite.tensor-constituent", "SPV_ARM_tensors",
     "{0} must not be a constituent of {1}"},
});

constexpr auto kConstituents =
    grammar::operand::ConstantComposite::kConstituents;

void CheckConstant(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const InstIndex def = c.module().def(type_id);
  if (def == kNoInst || c.context().poisoned(type_id) ||
      c.module().record(def).op != Op::kTypeTensorARM) {
    return;
  }
  const TensorType type(c.context(), def);
  const uint32_t count = ConstituentCount(c, kConstituents);
  const ScalarConstant extent = type.extent(0);
  if (!IsReplicate(c.inst().op()) && extent.fixed() && extent.value != count) {
    c.Report(R("const.constantcomposite.tensor-count"), Place::kWhole,
             {count, static_cast<uint64_t>(extent.value), Arg::Type(type_id)});
    c.PoisonResult();
    return;
  }
  ForEachConstituent(
      c, kConstituents,
      [&](const CheckContext& at, OperandIndex operand, uint32_t) {
        const Id part = at.type_of(operand);
        if (part == kNoId || MayBePart(c.context(), type, part)) return true;
        // Producers replicate the element of a tensor of any rank, which no
        // text forbids.
        if (IsReplicate(c.inst().op()) &&
            part == c.context().types().Get(type_id).element) {
          return true;
        }
        at.Report(R("const.constantcomposite.tensor-constituent"), operand,
                  {Arg::Type(part), Arg::Type(type_id)});
        c.PoisonResult();
        return false;
      });
}

constexpr Op kOps[] = {Op::kConstantComposite, Op::kSpecConstantComposite,
                       Op::kConstantCompositeReplicateEXT,
                       Op::kSpecConstantCompositeReplicateEXT};
constexpr Check kChecks[] = {{kOps, CheckConstant}};

}  // namespace

extern constinit const Family kTensorConstants(R, kChecks);

}  // namespace plumb
