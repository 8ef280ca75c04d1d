// The requirements for capabilities on a device: each capability needs one of
// some versions, extensions and features.
//
// Tested by testdata/rule_test.cc.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/device/capability_enablers.h"
#include "validate/engine/family.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    DeviceRule("device.capability.enabled",
               "{0} requires {1}, which the device lacks",
               "VUID-VkShaderModuleCreateInfo-pCode-08740"),
});

// Whether the device meets a row of kCapabilityEnablers.
bool HasEnabler(const ModuleContext& context, const Device& device, size_t n) {
  const CapabilityEnabler& row = kCapabilityEnablers[n];
  switch (row.kind) {
    case CapabilityEnabler::Kind::kVersion:
      return OffersVersion(context, device, row.number);
    case CapabilityEnabler::Kind::kExtension:
    case CapabilityEnabler::Kind::kFeature:
      return device.HasEnabler(n);
    case CapabilityEnabler::Kind::kOperation: {
      // Like any limit, it is not checked if it is unknown.
      const auto bits = NumberOf(device, "subgroupSupportedOperations");
      return !bits || (*bits & row.number) != 0;
    }
  }
  return true;
}

// For a message.
std::string Describe(const CapabilityEnabler& row) {
  const std::string structure = absl::StrCat(kStructurePrefix, row.structure);
  switch (row.kind) {
    case CapabilityEnabler::Kind::kVersion:
      return absl::StrCat("Vulkan ", row.number / 10, ".", row.number % 10);
    case CapabilityEnabler::Kind::kExtension:
      return absl::StrCat("extension ", row.name);
    case CapabilityEnabler::Kind::kFeature:
      return absl::StrCat(
          absl::StrContains(structure, "Properties") ? "property " : "feature ",
          row.name, " (", structure, ")");
    case CapabilityEnabler::Kind::kOperation:
      return absl::StrCat(row.name, " in subgroupSupportedOperations (",
                          structure, ")");
  }
  return "";
}

// "A, B or C".
std::string JoinAlternatives(std::vector<std::string> texts) {
  const std::string last = std::move(texts.back());
  texts.pop_back();
  return texts.empty() ? last
                       : absl::StrCat(absl::StrJoin(texts, ", "), " or ", last);
}

void CheckCapability(ModuleContext& context, const Inst& inst) {
  constexpr OperandIndex kCapability = operand::Capability::kCapability;
  const auto capability =
      static_cast<Capability>(inst.operand_word(kCapability));
  const Device& device = *DeviceOf(context);
  std::vector<absl::string_view> names;
  std::vector<std::string> alternatives;
  for (size_t n = 0; n < kCapabilityEnablerCount; ++n) {
    if (kCapabilityEnablers[n].capability != capability) continue;
    if (HasEnabler(context, device, n)) return;
    // A promoted feature counts, whichever structure has it.
    if (!absl::c_linear_search(names, kCapabilityEnablers[n].name)) {
      names.push_back(kCapabilityEnablers[n].name);
      alternatives.push_back(Describe(kCapabilityEnablers[n]));
    }
  }
  if (alternatives.empty()) return;
  const absl::string_view text =
      context.diagnostics()->Keep(JoinAlternatives(std::move(alternatives)));
  context.Report(R("device.capability.enabled"),
                 Place::At(inst.index(), kCapability),
                 {Arg::Enumerant(Kind::kCapability, capability), text});
}

// Rules about single capabilities are more specific, so they come first.
void CheckCapabilities(ModuleContext& context) {
  for (const InstIndex i : context.module().capabilities()) {
    const Inst inst = context.module().inst(i);
    // A conditional capability may not be enabled.
    if (inst.op() == Op::kCapability) CheckCapability(context, inst);
  }
}

}  // namespace

extern constinit const Family kDeviceCapabilities(
    R, kModuleCheck<Phase::kSummaries, CheckCapabilities,
                    ValidationInput::kDevice>);

}  // namespace plumb
