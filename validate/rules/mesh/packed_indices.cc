// OpWritePackedPrimitiveIndices4x8NV (SPV_NV_mesh_shader).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace write = operand::WritePackedPrimitiveIndices4x8NV;

constexpr char kSection[] = "SPV_NV_mesh_shader";

constexpr RuleTable R({
    {"mesh.writepackedindices.offset-type", kSection,
     "operand Index Offset must be an unsigned 32-bit integer scalar, not {0}"},
    Contradicts(Contradicted::kOperand,
                {"mesh.writepackedindices.offset-multiple", kSection,
                 "operand Index Offset must be a multiple of four, not {0}"}),
    {"mesh.writepackedindices.indices-type", kSection,
     "operand Packed Indices must be an unsigned 32-bit integer scalar, not "
     "{0}"},
    {"mesh.writepackedindices.model", kSection,
     "the instruction is allowed only in mesh shaders, not in execution model "
     "{0}"},
});

constexpr OperandRule kOperandRules[] = {
    {Op::kWritePackedPrimitiveIndices4x8NV, write::kIndexOffset,
     Unsigned(kInt32), &R("mesh.writepackedindices.offset-type")},
    {Op::kWritePackedPrimitiveIndices4x8NV, write::kPackedIndices,
     Unsigned(kInt32), &R("mesh.writepackedindices.indices-type")},
};

void CheckWrite(const CheckContext& c) {
  c.ReportIfReached(R("mesh.writepackedindices.model"),
                    ~ModelSet(ExecutionModel::kMeshNV));
  const auto offset = FixedValue(c, c.inst().id(write::kIndexOffset));
  if (!offset || *offset % 4 == 0) return;
  c.Report(R("mesh.writepackedindices.offset-multiple"), write::kIndexOffset,
           {*offset});
}

constexpr Check kChecks[] = {
    {Op::kWritePackedPrimitiveIndices4x8NV, CheckWrite}};

}  // namespace

extern constinit const Family kPackedIndices(R, kChecks, kOperandRules);

}  // namespace plumb
