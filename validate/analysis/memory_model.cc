#include "validate/analysis/memory_model.h"

namespace plumb {

using grammar::AddressingModel;

void MemoryModel::Build(const Module& module) {
  *this = MemoryModel();
  if (module.memory_models().empty()) return;
  const Inst inst = module.inst(module.memory_models().front());
  at_ = inst.index();
  addressing_ = AddressingModel{inst.operand_word(0)};
  memory_ = grammar::MemoryModel{inst.operand_word(1)};
}

uint32_t MemoryModel::address_width() const {
  if (Is(AddressingModel::kPhysical32)) return 32;
  return Is(AddressingModel::kPhysical64) ? 64 : 0;
}

uint32_t MemoryModel::AddressWidth(StorageClass storage) const {
  if (buffer_addresses() && storage == StorageClass::kPhysicalStorageBuffer) {
    return 64;
  }
  return address_width();
}

TypeParts MemoryModel::logical_parts() const {
  if (buffer_addresses()) return type_part::kOtherPointer;
  return all_logical() ? type_part::kPointer : 0;
}

TypeParts MemoryModel::physical_parts() const {
  if (buffer_addresses()) return type_part::kBufferPointer;
  return all_physical() ? type_part::kPointer : 0;
}

}  // namespace plumb
