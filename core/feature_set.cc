#include "core/feature_set.h"

#include <bit>

#include "absl/algorithm/container.h"

namespace plumb {

namespace {

// Implications that the specification (section 3.2.30 and the extensions)
// states and the grammar does not.
struct Implication {
  Capability capability, implied;
};
constexpr Implication kImplications[] = {
    {Capability::kInt64ImageEXT, Capability::kShader},
    {Capability::kImageFootprintNV, Capability::kShader},
    {Capability::kRawAccessChainsNV, Capability::kShader},
    {Capability::kFragmentBarycentricKHR, Capability::kShader},
    {Capability::kCooperativeMatrixLayoutsARM,
     Capability::kCooperativeMatrixKHR},
};

}  // namespace

template <typename Call>
void FeatureSet::ForEachUsedWord(const Call& call) const {
  for (size_t i = 0; i < used_words_.size(); ++i) {
    for (uint64_t rest = used_words_[i]; rest != 0; rest &= rest - 1) {
      call(i * 64 + static_cast<size_t>(std::countr_zero(rest)));
    }
  }
}

bool operator==(const FeatureSet& a, const FeatureSet& b) {
  if (a.version_ != b.version_ || a.used_words_ != b.used_words_ ||
      a.extensions_ != b.extensions_) {
    return false;
  }
  uint64_t difference = 0;
  a.ForEachUsedWord([&](size_t word) {
    difference |= a.capabilities_[word] ^ b.capabilities_[word];
  });
  return difference == 0 && a.sparse_ == b.sparse_;
}

bool FeatureSet::HasSparse(Capability capability) const {
  return absl::c_linear_search(sparse_, capability);
}

void FeatureSet::Declare(Capability capability) {
  // Implication chains are short and the grammar is not the user's input; each
  // capability is expanded once.
  const auto value = static_cast<uint32_t>(capability);
  const grammar::EnumerantInfo* info =
      grammar::EnumerantByValue(Kind::kCapability, value);
  if (info == nullptr || Has(capability)) return;
  if (value < kCapabilityLimit) {
    const uint32_t word = value / 64;
    capabilities_[word] |= uint64_t{1} << (value % 64);
    used_words_[word / 64] |= uint64_t{1} << (word % 64);
  } else {
    sparse_.push_back(capability);
  }
  const grammar::Requirement& requirement =
      grammar::RequirementAt(info->requirement);
  for (Capability implied : grammar::Capabilities(requirement)) {
    Declare(implied);
  }
  for (const Implication& more : kImplications) {
    if (more.capability == capability) Declare(more.implied);
  }
}

void FeatureSet::Build(const Module& module) {
  version_ = module.header().minor_version();
  ForEachUsedWord([this](size_t word) { capabilities_[word] = 0; });
  used_words_ = {};
  extensions_ = {};
  sparse_.clear();
  for (InstIndex i : module.capabilities()) {
    const Inst inst = module.inst(i);
    Declare(
        static_cast<Capability>(inst.operand_word(inst.operand_count() - 1)));
  }
  for (InstIndex i : module.extensions()) {
    const Inst inst = module.inst(i);
    const auto extension = static_cast<uint32_t>(
        grammar::ExtensionFromName(inst.string(inst.operand_count() - 1)));
    if (extension < kExtensionLimit) {
      extensions_[extension / 64] |= uint64_t{1} << (extension % 64);
    }
  }
}

size_t FeatureSet::capability_count() const {
  size_t count = sparse_.size();
  ForEachUsedWord([&](size_t word) {
    count += static_cast<size_t>(std::popcount(capabilities_[word]));
  });
  return count;
}

bool FeatureSet::HasCapabilityOf(
    const grammar::Requirement& requirement) const {
  if (requirement.capability_count == 0) return true;
  for (Capability capability : grammar::Capabilities(requirement)) {
    if (Has(capability)) return true;
  }
  return false;
}

bool FeatureSet::HasExtensionOf(const grammar::Requirement& requirement) const {
  for (Extension extension : grammar::Extensions(requirement)) {
    if (Has(extension)) return true;
  }
  return false;
}

}  // namespace plumb
