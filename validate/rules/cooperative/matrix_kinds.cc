// Two kinds of cooperative matrix: those of SPV_NV_cooperative_matrix, and
// those of SPV_KHR_cooperative_matrix and extensions of it.  Each instruction
// allows one of them.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kOtherKind[] =
    "{0} requires matrices whose type is declared by {2}, not {1}";

constexpr RuleTable R({
    {"cooperative.nv.matrix-kind", "SPV_NV_cooperative_matrix", kOtherKind},
    {"cooperative.tensor.matrix-kind", "SPV_NV_cooperative_matrix2",
     kOtherKind},
});

constexpr Op kNvOps[] = {
    Op::kCooperativeMatrixLoadNV, Op::kCooperativeMatrixStoreNV,
    Op::kCooperativeMatrixMulAddNV, Op::kCooperativeMatrixLengthNV};
constexpr Op kKhrOps[] = {
    Op::kCooperativeMatrixLoadKHR, Op::kCooperativeMatrixStoreKHR,
    Op::kCooperativeMatrixMulAddKHR, Op::kCooperativeMatrixLengthKHR};
constexpr Op kMatrix2Ops[] = {
    Op::kCooperativeMatrixLoadTensorNV, Op::kCooperativeMatrixStoreTensorNV,
    Op::kCooperativeMatrixReduceEXT, Op::kCooperativeMatrixPerElementOpEXT};

// The type that an operand is or has; kNoId if there is none.
Id TypeAt(const CheckContext& c, OperandIndex operand) {
  if (!IsIdUse(c.inst().kind(operand))) return kNoId;
  const Id id = c.inst().id(operand);
  return c.context().types().IsType(id) ? id : c.module().type_of(id);
}

// Reports the first matrix whose type is declared by another opcode than
// `declares`.
void CheckKind(const CheckContext& c, Op declares, const Rule& rule) {
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    const Id type = TypeAt(c, o);
    const TypeInfo& info = c.context().types().Get(type);
    if (info.unknown() || !info.Is(tt::kCooperativeMatrix) ||
        IsDefinedBy(c.module(), type, declares)) {
      continue;
    }
    c.Report(rule, o, {c.inst().op(), Arg::Type(type), declares})
        .Note("the matrix type is declared here",
              Place::At(c.module().def(type)));
    return;
  }
}

void CheckNv(const CheckContext& c) {
  CheckKind(c, Op::kTypeCooperativeMatrixNV, R("cooperative.nv.matrix-kind"));
}
void CheckKhr(const CheckContext& c) {
  CheckKind(c, Op::kTypeCooperativeMatrixKHR, R("cooperative.nv.matrix-kind"));
}
void CheckMatrix2(const CheckContext& c) {
  CheckKind(c, Op::kTypeCooperativeMatrixKHR,
            R("cooperative.tensor.matrix-kind"));
}

constexpr Check kChecks[] = {
    {kNvOps, CheckNv}, {kKhrOps, CheckKhr}, {kMatrix2Ops, CheckMatrix2}};

}  // namespace

extern constinit const Family kMatrixKinds(R, kChecks);

}  // namespace plumb
