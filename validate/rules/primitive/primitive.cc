// Primitive instructions (section 3.32.19).
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr char kSection[] = "3.32.19";

constexpr RuleTable R({
    {"primitive.stream.type", kSection,
     "operand Stream must be an integer scalar, not {0}"},
    {"primitive.stream.constant", kSection,
     "operand Stream must be a constant, but {0} is not"},
    {"primitive.execution-model.geometry", kSection,
     "the instruction is for geometry shaders, not for execution model {0}"},
});

constexpr Op kAll[] = {Op::kEmitVertex, Op::kEndPrimitive,
                       Op::kEmitStreamVertex, Op::kEndStreamPrimitive};
constexpr Op kStreams[] = {Op::kEmitStreamVertex, Op::kEndStreamPrimitive};
constexpr TypePattern kInteger = {.shape = tt::kScalar, .component = tt::kInt};

constexpr Signature kSignatures[] = {
    {.ops = kStreams,
     .operands = kInteger,
     .operand_rule = &R("primitive.stream.type"),
     .first_operand = 0},
};

void CheckStream(const CheckContext& c) {
  const Id id = c.inst().id(0);
  const InstIndex def = c.module().def(id);
  const TypeInfo& type = c.operand_type(0);
  if (def == kNoInst || type.traits == 0 || !kInteger.FitsRow(type)) return;
  const Op op = c.module().record(def).op;
  if (MakesConstant(op)) return;
  c.Report(R("primitive.stream.constant"), 0, {id});
}

constexpr ModelSet kAllButGeometry =
    ~ModelSet(grammar::ExecutionModel::kGeometry);

void CheckModel(const CheckContext& c) {
  c.ReportIfReached(R("primitive.execution-model.geometry"), kAllButGeometry);
}

constexpr Check kChecks[] = {{kStreams, CheckStream}, {kAll, CheckModel}};

}  // namespace

extern constinit const Family kPrimitive = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
