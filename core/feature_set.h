// The features of a module: its version, its capabilities with everything they
// imply, and its extensions; and whether they meet the requirement of an opcode
// or enumerant.
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
  // Reads all capabilities and extensions of a module, even misplaced ones, and
  // adds all implied capabilities (section 3.2.30, "implicitly declares").
  // O(declared and implied capabilities).
  void Build(const Module& module);
  // Adds a capability and everything it implies.
  void Declare(grammar::Capability capability);

  // The minor version of SPIR-V 1.x that the module states.
  uint32_t version() const { return version_; }

  // Declared or implied.
  bool Has(grammar::Capability capability) const {
    const auto bit = static_cast<uint32_t>(capability);
    return bit < kCapabilityLimit
               ? ((capabilities_[bit / 64] >> (bit % 64)) & 1) != 0
               : HasSparse(capability);
  }
  bool Has(grammar::Extension extension) const {
    const auto bit = static_cast<uint32_t>(extension);
    return bit < kExtensionLimit &&
           ((extensions_[bit / 64] >> (bit % 64)) & 1) != 0;
  }

  // The number of declared and implied capabilities.
  size_t capability_count() const;

  // Whether the module has one of the requirement's capabilities, or it has
  // none.
  bool HasCapabilityOf(const grammar::Requirement& requirement) const;
  // Whether one of the requirement's extensions is declared.
  bool HasExtensionOf(const grammar::Requirement& requirement) const;
  // Whether the module's version includes the feature.
  bool InVersion(const grammar::Requirement& requirement) const {
    return version_ >= requirement.min_version &&
           version_ <= requirement.last_version;
  }

  // O(features of the two).
  friend bool operator==(const FeatureSet& a, const FeatureSet& b);

 private:
  // Most capabilities are below this limit and take one load and a bit test;
  // all values that are registered today are.
  static constexpr uint32_t kCapabilityLimit = 8192;
  static constexpr uint32_t kExtensionLimit = 1024;

  static constexpr uint32_t kWordCount = kCapabilityLimit / 64;

  bool HasSparse(grammar::Capability capability) const;
  // Calls call(index) for each word of capabilities_ that is not 0.
  template <typename Call>
  void ForEachUsedWord(const Call& call) const;

  uint32_t version_ = 0;
  std::array<uint64_t, kWordCount> capabilities_{};
  // A bit for each word of capabilities_ that is not 0: a module has few, and
  // only these are cleared and compared.
  std::array<uint64_t, kWordCount / 64> used_words_{};
  std::array<uint64_t, kExtensionLimit / 64> extensions_{};
  std::vector<grammar::Capability> sparse_;  // those beyond kCapabilityLimit
};

}  // namespace plumb

#endif  // PLUMB_CORE_FEATURE_SET_H_
