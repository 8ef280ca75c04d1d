// What a module may use: its version, the capabilities it declares with all
// that they imply, and its extensions; and whether that satisfies what an
// opcode or enumerant requires.
//
// Tested by feature_set_test.cc.
#ifndef PLUMB_CORE_FEATURE_SET_H_
#define PLUMB_CORE_FEATURE_SET_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

class FeatureSet {
 public:
  // Reads the capabilities and extensions of a module, wherever they stand.
  // Capabilities are closed under implication (section 3.2.30, "implicitly
  // declares").  O(capabilities and what they imply).
  void Build(const Module& module);
  // Adds a capability and what it implies.
  void Declare(grammar::Capability capability);

  // The minor version of SPIR-V 1.x that the module states.
  uint32_t version() const { return version_; }

  // Declared or implied.
  bool Has(grammar::Capability capability) const {
    const auto bit = static_cast<uint32_t>(capability);
    return bit < kCapabilityLimit
               ? ((capabilities_[bit / 64] >> (bit % 64)) & 1) != 0
               : HasFar(capability);
  }
  bool Has(grammar::Extension extension) const {
    const auto bit = static_cast<uint32_t>(extension);
    return bit < kExtensionLimit &&
           ((extensions_[bit / 64] >> (bit % 64)) & 1) != 0;
  }

  // How many capabilities are.
  size_t capability_count() const;

  // Whether one of the requirement's capabilities is there (or none is asked).
  bool HasCapabilityOf(const grammar::Requirement& requirement) const;
  // Whether one of the requirement's extensions is declared.
  bool HasExtensionOf(const grammar::Requirement& requirement) const;
  // Whether the version alone makes the feature core.
  bool InVersion(const grammar::Requirement& requirement) const {
    return version_ >= requirement.min_version &&
           version_ <= requirement.last_version;
  }

 private:
  // Rules ask for capabilities by constants, of which a bit by value is one
  // load.  All values that are registered today are smaller.
  static constexpr uint32_t kCapabilityLimit = 8192;
  static constexpr uint32_t kExtensionLimit = 1024;

  bool HasFar(grammar::Capability capability) const;

  uint32_t version_ = 0;
  std::array<uint64_t, kCapabilityLimit / 64> capabilities_{};
  std::array<uint64_t, kExtensionLimit / 64> extensions_{};
  std::vector<grammar::Capability> far_;  // those beyond kCapabilityLimit
};

}  // namespace plumb

#endif  // PLUMB_CORE_FEATURE_SET_H_
