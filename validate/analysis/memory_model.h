// What the module's OpMemoryModel says of pointers and of memory (sections
// 2.2.2, 3.2.3 and 3.2.4), under a name for each question.
//
// Addressing model PhysicalStorageBuffer64 makes pointers into that one storage
// class physical and leaves all others logical.  So the rules of section 2.16.1
// that are about "logical pointer types" are about a storage class: IsLogical()
// is what they ask, and has_logical_pointers() where no pointer is at hand.
// Those that name "the Logical addressing model" ask all_logical().
//
// A module without OpMemoryModel is rejected for that alone.  Nothing is known
// of its pointers: they are neither logical nor physical, and no rule about
// either speaks.  Of several OpMemoryModel, which is an error as well, the
// first counts.
//
// Tested by memory_model_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_MEMORY_MODEL_H_
#define PLUMB_VALIDATE_ANALYSIS_MEMORY_MODEL_H_

#include <cstdint>

#include "core/index.h"
#include "core/module.h"
#include "core/type_table.h"
#include "grammar/grammar.h"

namespace plumb {

class MemoryModel {
 public:
  // O(1).
  void Build(const Module& module);

  // The OpMemoryModel, or kNoInst.
  InstIndex at() const { return at_; }
  bool known() const { return at_ != kNoInst; }

  bool Is(grammar::AddressingModel model) const {
    return known() && addressing_ == model;
  }
  bool Is(grammar::MemoryModel model) const {
    return known() && memory_ == model;
  }

  // Whether pointers into a storage class are logical (section 2.2.2).
  bool IsLogical(grammar::StorageClass storage) const {
    return has_logical_pointers() &&
           !(buffer_addresses() &&
             storage == grammar::StorageClass::kPhysicalStorageBuffer);
  }
  // Whether pointers into some storage class are logical.
  bool has_logical_pointers() const {
    return all_logical() || buffer_addresses();
  }
  // Whether no pointer is physical: the addressing model is Logical.
  bool all_logical() const { return Is(grammar::AddressingModel::kLogical); }
  // Whether all pointers are physical: it is Physical32 or Physical64.
  bool all_physical() const {
    return Is(grammar::AddressingModel::kPhysical32) ||
           Is(grammar::AddressingModel::kPhysical64);
  }
  // Whether it is PhysicalStorageBuffer64.
  bool buffer_addresses() const {
    return Is(grammar::AddressingModel::kPhysicalStorageBuffer64);
  }

  // The bits of every pointer; 0 if there is no such number.
  uint32_t address_width() const;
  // The bits of a pointer into a storage class; 0 if it is logical.
  uint32_t AddressWidth(grammar::StorageClass storage) const;

  // Which of the pointers that a type may hold are logical, and which physical.
  TypeParts logical_parts() const;
  TypeParts physical_parts() const;

  bool vulkan() const { return Is(grammar::MemoryModel::kVulkan); }
  // The memory model of kernels.
  bool opencl() const { return Is(grammar::MemoryModel::kOpenCL); }

 private:
  InstIndex at_ = kNoInst;
  grammar::AddressingModel addressing_ = {};
  grammar::MemoryModel memory_ = {};
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_MEMORY_MODEL_H_
