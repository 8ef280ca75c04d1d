// The memory model of modules that declare VulkanMemoryModel (section 3.2.4),
// and the addressing models of Vulkan.  The grammar has the requirement of
// memory model Vulkan for the capability.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/capability/memory_model_rules.h"

namespace plumb {
namespace {

void CheckAddressing(const CheckContext& c) {
  constexpr OperandIndex kModel =
      grammar::operand::MemoryModel::kAddressingModel;
  const grammar::AddressingModel model{c.inst().operand_word(kModel)};
  if (model == grammar::AddressingModel::kLogical ||
      model == grammar::AddressingModel::kPhysicalStorageBuffer64) {
    return;
  }
  c.Report(kMemoryModelRules("capability.vulkan.addressing-model"), kModel,
           {Arg::Enumerant(grammar::Kind::kAddressingModel,
                           static_cast<uint32_t>(model))});
}

void CheckMemoryModel(const CheckContext& c) {
  constexpr OperandIndex kModel = grammar::operand::MemoryModel::kMemoryModel;
  const grammar::MemoryModel model{c.inst().operand_word(kModel)};
  if (model == grammar::MemoryModel::kVulkan ||
      !c.context().Has(grammar::Capability::kVulkanMemoryModel)) {
    return;
  }
  c.Report(kMemoryModelRules("capability.vulkanmemorymodel.memory-model"),
           kModel,
           {Arg::Enumerant(grammar::Kind::kMemoryModel,
                           static_cast<uint32_t>(model))});
}

constexpr Check kChecks[] = {
    {Op::kMemoryModel, CheckMemoryModel},
    {Op::kMemoryModel, CheckAddressing, Requires(Api::kVulkan)}};

}  // namespace

extern constinit const Family kMemoryModel(kMemoryModelRules, kChecks);

}  // namespace plumb
