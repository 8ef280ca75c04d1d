// Sets of execution models (section 3.2.2).
//
// Tested by execution_models_test.cc.
#ifndef PLUMB_CORE_EXECUTION_MODELS_H_
#define PLUMB_CORE_EXECUTION_MODELS_H_

#include <cstdint>
#include <initializer_list>
#include <iterator>

#include "grammar/grammar.h"

namespace plumb {

// A set of execution models, one bit each, in the order of their values.  A
// further property of entry points can be added as an extra bit.
//
//   constexpr ModelSet kMesh = {ExecutionModel::kMeshNV,
//                               ExecutionModel::kMeshEXT};
class ModelSet {
 public:
  constexpr ModelSet() = default;
  // An unknown model gives the empty set.  O(models), but usually
  // constant-folded.
  constexpr ModelSet(grammar::ExecutionModel model)  // NOLINT: a set of one
      : bits_(BitOf(model)) {}
  constexpr ModelSet(std::initializer_list<grammar::ExecutionModel> models) {
    for (const grammar::ExecutionModel model : models) bits_ |= BitOf(model);
  }
  static constexpr ModelSet FromBits(uint64_t bits) {
    ModelSet set;
    set.bits_ = bits;
    return set;
  }
  static constexpr ModelSet All() { return FromBits(kAllBits); }
  // `n` is below kPropertyCount.
  static constexpr ModelSet Property(int n) {
    return FromBits(uint64_t{1} << (63 - n));
  }
  static constexpr int kPropertyCount = 4;

  constexpr uint64_t bits() const { return bits_; }
  constexpr bool Empty() const { return bits_ == 0; }
  constexpr bool Contains(grammar::ExecutionModel model) const {
    return (bits_ & BitOf(model)) != 0;
  }
  // Whether the sets have a model or a property in common.
  constexpr bool Intersects(ModelSet other) const {
    return (bits_ & other.bits_) != 0;
  }

  friend constexpr ModelSet operator|(ModelSet a, ModelSet b) {
    return FromBits(a.bits_ | b.bits_);
  }
  friend constexpr ModelSet operator&(ModelSet a, ModelSet b) {
    return FromBits(a.bits_ & b.bits_);
  }
  // All models that the set lacks; never a property.
  friend constexpr ModelSet operator~(ModelSet a) {
    return FromBits(kAllBits & ~a.bits_);
  }
  constexpr ModelSet& operator|=(ModelSet other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend constexpr bool operator==(ModelSet a, ModelSet b) = default;

 private:
  static constexpr int kModelCount =
      std::size(grammar::kValuesOfExecutionModel);
  static_assert(kModelCount <= 64 - kPropertyCount);
  static constexpr uint64_t kAllBits = (uint64_t{1} << kModelCount) - 1;

  static constexpr uint64_t BitOf(grammar::ExecutionModel model) {
    uint64_t bit = 1;
    for (const grammar::ExecutionModel known :
         grammar::kValuesOfExecutionModel) {
      if (known == model) return bit;
      bit <<= 1;
    }
    return 0;
  }

  uint64_t bits_ = 0;
};

// The models of mesh shading, as both of its extensions name them.
inline constexpr ModelSet kTaskModels = {grammar::ExecutionModel::kTaskNV,
                                         grammar::ExecutionModel::kTaskEXT};
inline constexpr ModelSet kMeshModels = {grammar::ExecutionModel::kMeshNV,
                                         grammar::ExecutionModel::kMeshEXT};

}  // namespace plumb

#endif  // PLUMB_CORE_EXECUTION_MODELS_H_
