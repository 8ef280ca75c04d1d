// Primitive instructions (section 3.3.19).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kSection[] = "3.3.19";

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

constexpr OperandRule kOperandRules[] = {
    {kStreams, operand::EmitStreamVertex::kStream, kIntScalar,
     &R("primitive.stream.type")},
    {kStreams, operand::EmitStreamVertex::kStream, kAnyType,
     &R("primitive.stream.constant"), DefinedBy::kConstant},
};

constexpr ModelSet kAllButGeometry =
    ~ModelSet(grammar::ExecutionModel::kGeometry);

void CheckModel(const CheckContext& c) {
  c.ReportIfReached(R("primitive.execution-model.geometry"), kAllButGeometry);
}

constexpr Check kChecks[] = {{kAll, CheckModel}};

}  // namespace

extern constinit const Family kPrimitive = {
    .rules = R.rules(),
    .checks = kChecks,
    .operand_rules = kOperandRules,
};

}  // namespace plumb
