// The module's OpMemoryModel (sections 2.2.2, 3.2.3 and 3.2.4), with one query
// for each property.
//
// Addressing model PhysicalStorageBuffer64 makes pointers into that storage
// class physical and leaves all others logical.  So rules of section 2.16.1
// about "logical pointer types" depend on a storage class: they use
// IsLogical(), or has_logical_pointers() without a pointer.  Rules about "the
// Logical addressing model" use all_logical().
//
// A module without OpMemoryModel is rejected.  Its pointers are neither logical
// nor physical, so that rules about either do not apply.  If there are several
// OpMemoryModel, which is an error as well, the first one counts.
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

  // The width of pointers in bits; 0 if there is no such width.
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
