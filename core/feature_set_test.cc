#include "core/feature_set.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/byte_order.h"
#include "core/module_builder.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using grammar::Requirement;

struct Declared {
  uint32_t minor_version = 6;
  std::vector<Capability> capabilities = {};
  std::vector<std::string> extensions = {};
};

// Reads the features of a module of declarations only.
void ReadFeatures(const Declared& declared, FeatureSet* features) {
  Module module;
  ModuleBuilder builder(&module);
  Buffer<uint32_t>& words = builder.owned_words();
  words.assign(kHeaderWords, 0);
  ModuleHeader header;
  header.version = 0x00010000 | declared.minor_version << 8;
  builder.set_header(header);
  for (Capability capability : declared.capabilities) {
    const auto first = static_cast<uint32_t>(words.size());
    words.push_back(2u << 16 | grammar::Info(Op::kCapability).opcode);
    words.push_back(static_cast<uint32_t>(capability));
    builder.AddOperand(1, Kind::kCapability);
    builder.AddInstruction(Op::kCapability, first, kNoId, kNoId);
  }
  for (const std::string& name : declared.extensions) {
    const auto first = static_cast<uint32_t>(words.size());
    std::vector<uint32_t> text(name.size() / 4 + 1, 0);
    std::memcpy(text.data(), name.data(), name.size());
    for (uint32_t& word : text) word = LittleEndian(word);
    words.push_back(static_cast<uint32_t>(text.size() + 1) << 16 |
                    grammar::Info(Op::kExtension).opcode);
    words.append(text.data(), text.data() + text.size());
    builder.AddOperand(1, Kind::kLiteralString);
    builder.AddInstruction(Op::kExtension, first, kNoId, kNoId);
  }
  builder.Finish();
  features->Build(module);
}

FeatureSet FeaturesOf(const Declared& declared) {
  FeatureSet features;
  ReadFeatures(declared, &features);
  return features;
}

const Requirement& RequirementOf(Op op) {
  return grammar::RequirementAt(grammar::Info(op).requirement);
}
const Requirement& RequirementOf(Kind kind, uint32_t value) {
  return grammar::RequirementAt(
      grammar::EnumerantByValue(kind, value)->requirement);
}

TEST(FeatureSetTest, NothingIsDeclaredByItself) {
  const FeatureSet features = FeaturesOf({});
  EXPECT_EQ(features.version(), 6u);
  EXPECT_FALSE(features.Has(Capability::kShader));
  EXPECT_FALSE(features.Has(Capability::kMatrix));
}

TEST(FeatureSetTest, CapabilitiesImplyOthersTransitively) {
  const FeatureSet features =
      FeaturesOf({.capabilities = {Capability::kGeometryStreams}});
  for (Capability implied :
       {Capability::kGeometryStreams, Capability::kGeometry,
        Capability::kShader, Capability::kMatrix}) {
    EXPECT_TRUE(features.Has(implied)) << static_cast<int>(implied);
  }
  EXPECT_FALSE(features.Has(Capability::kTessellation));
  EXPECT_FALSE(features.Has(Capability::kKernel));
  EXPECT_EQ(features.capability_count(), 4u);
  EXPECT_EQ(FeatureSet().capability_count(), 0u);
}

TEST(FeatureSetTest, UnknownCapabilitiesAndExtensionsAreIgnored) {
  const FeatureSet features =
      FeaturesOf({.capabilities = {static_cast<Capability>(0xfffe)},
                  .extensions = {"SPV_NOBODY_knows", ""}});
  EXPECT_FALSE(features.Has(static_cast<Capability>(0xfffe)));
  EXPECT_FALSE(
      features.Has(grammar::ExtensionFromName("SPV_KHR_shader_clock")));
  EXPECT_FALSE(features.Has(grammar::ExtensionFromName("SPV_NOBODY_knows")));
}

TEST(FeatureSetTest, ExtensionsAreKnownByName) {
  const FeatureSet features =
      FeaturesOf({.extensions = {"SPV_KHR_shader_clock"}});
  EXPECT_TRUE(features.Has(grammar::ExtensionFromName("SPV_KHR_shader_clock")));
  EXPECT_FALSE(
      features.Has(grammar::ExtensionFromName("SPV_KHR_shader_ballot")));
}

TEST(FeatureSetTest, OneCapabilityOfARequirementIsEnough) {
  const Requirement& derivative = RequirementOf(Op::kDPdx);
  EXPECT_FALSE(FeaturesOf({.capabilities = {Capability::kKernel}})
                   .HasCapabilityOf(derivative));
  EXPECT_TRUE(FeaturesOf({.capabilities = {Capability::kShader}})
                  .HasCapabilityOf(derivative));
  EXPECT_TRUE(FeaturesOf({.capabilities = {Capability::kGeometry}})
                  .HasCapabilityOf(derivative))
      << "which implies Shader";
  EXPECT_TRUE(FeaturesOf({}).HasCapabilityOf(RequirementOf(Op::kTypeVoid)))
      << "needs none";
}

TEST(FeatureSetTest, TheTextImpliesMoreThanTheGrammar) {
  const FeatureSet footprint =
      FeaturesOf({.capabilities = {Capability::kImageFootprintNV}});
  EXPECT_TRUE(footprint.Has(Capability::kShader));
  EXPECT_TRUE(footprint.Has(Capability::kMatrix)) << "which Shader implies";
  EXPECT_TRUE(
      FeaturesOf({.capabilities = {Capability::kCooperativeMatrixLayoutsARM}})
          .Has(Capability::kCooperativeMatrixKHR));
}

TEST(FeatureSetTest, AVersionOrAnExtensionBringsAFeature) {
  const Requirement& terminate = RequirementOf(Op::kTerminateInvocation);
  const FeatureSet old = FeaturesOf({.minor_version = 5});
  EXPECT_FALSE(old.InVersion(terminate));
  EXPECT_FALSE(old.HasExtensionOf(terminate));
  EXPECT_TRUE(FeaturesOf({.minor_version = 6}).InVersion(terminate));
  EXPECT_TRUE(FeaturesOf({.minor_version = 5,
                          .extensions = {"SPV_KHR_terminate_invocation"}})
                  .HasExtensionOf(terminate));
}

TEST(FeatureSetTest, FeaturesMayEndWithAVersion) {
  const Requirement& buffer_block =
      RequirementOf(Kind::kDecoration,
                    static_cast<uint32_t>(grammar::Decoration::kBufferBlock));
  EXPECT_TRUE(FeaturesOf({.minor_version = 3}).InVersion(buffer_block));
  EXPECT_FALSE(FeaturesOf({.minor_version = 4}).InVersion(buffer_block));
}

TEST(FeatureSetTest, EqualSetsHaveEqualVersionsCapabilitiesAndExtensions) {
  const std::vector<Declared> sets = {
      {},
      {.minor_version = 5},
      {.capabilities = {Capability::kMatrix}},
      {.capabilities = {Capability::kShader}},
      {.capabilities = {Capability::kRayQueryKHR}},
      {.capabilities = {Capability::kShader, Capability::kKernel}},
      {.extensions = {"SPV_KHR_shader_clock"}},
      {.extensions = {"SPV_KHR_shader_ballot"}},
  };
  for (size_t i = 0; i < sets.size(); ++i) {
    for (size_t j = 0; j < sets.size(); ++j) {
      EXPECT_EQ(FeaturesOf(sets[i]) == FeaturesOf(sets[j]), i == j)
          << i << " and " << j;
    }
  }
  EXPECT_EQ(
      FeaturesOf({.capabilities = {Capability::kShader}}),
      FeaturesOf({.capabilities = {Capability::kShader, Capability::kMatrix}}))
      << "which Shader implies";
}

TEST(FeatureSetTest, BuildForgetsTheModuleBefore) {
  FeatureSet features;
  ReadFeatures({.capabilities = {Capability::kRayQueryKHR},
                .extensions = {"SPV_KHR_shader_clock"}},
               &features);
  ReadFeatures({.capabilities = {Capability::kKernel}}, &features);
  EXPECT_EQ(features, FeaturesOf({.capabilities = {Capability::kKernel}}));
  EXPECT_FALSE(features.Has(Capability::kRayQueryKHR));
}

}  // namespace
}  // namespace plumb
