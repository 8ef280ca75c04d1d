// The addressing, memory and execution models of OpenCL.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/opencl/opencl_rules.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    OfOpenCl("opencl.addressing-model.physical",
             "in OpenCL, the addressing model must be "
             "Physical32 or Physical64, not {0}"),
    OfOpenCl("opencl.memory-model.opencl",
             "in OpenCL, the memory model must be OpenCL, not {0}"),
    OfOpenCl("opencl.execution-model.kernel",
             "in OpenCL, the execution model must be Kernel, not {0}"),
});

void CheckMemoryModel(const CheckContext& c) {
  namespace model = operand::MemoryModel;
  const grammar::AddressingModel addressing{
      c.inst().operand_word(model::kAddressingModel)};
  if (addressing != grammar::AddressingModel::kPhysical32 &&
      addressing != grammar::AddressingModel::kPhysical64) {
    c.Report(R("opencl.addressing-model.physical"), model::kAddressingModel,
             {Arg::Enumerant(Kind::kAddressingModel, addressing)});
  }
  const grammar::MemoryModel memory{c.inst().operand_word(model::kMemoryModel)};
  if (memory != grammar::MemoryModel::kOpenCL) {
    c.Report(R("opencl.memory-model.opencl"), model::kMemoryModel,
             {Arg::Enumerant(Kind::kMemoryModel, memory)});
  }
}

void CheckEntryPoint(const CheckContext& c) {
  constexpr OperandIndex kModel = operand::EntryPoint::kExecutionModel;
  const ExecutionModel model{c.inst().operand_word(kModel)};
  if (model == ExecutionModel::kKernel) return;
  c.Report(R("opencl.execution-model.kernel"), kModel,
           {Arg::Enumerant(Kind::kExecutionModel, model)});
}

constexpr Check kChecks[] = {
    {Op::kMemoryModel, CheckMemoryModel, Requires(Api::kOpenCl)},
    {Op::kEntryPoint, CheckEntryPoint, Requires(Api::kOpenCl)}};

}  // namespace

extern constinit const Family kOpenclModels(R, kChecks);

}  // namespace plumb
