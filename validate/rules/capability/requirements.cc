// The requirements of the opcodes and enumerants of a module: one of some
// capabilities, and a version or an extension that provides the feature
// (sections 2.16.1, 2.21, 2.22 and 3.2.30).
//
// The grammar interns equal requirements, and the readers mark each one they
// meet, so a valid module costs one test per distinct requirement that it
// uses.  Only if one is unmet are the instructions searched for its first use.
//
// Tested by testdata/rule_test.cc and features_test.cc.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "absl/algorithm/container.h"
#include "core/feature_set.h"
#include "validate/engine/family.h"
#include "validate/rules/enum/token_rules.h"
#include "validate/rules/ext/instruction_rules.h"

namespace plumb {
namespace {

using grammar::EnumerantInfo;
using grammar::GroupOperation;
using grammar::Requirement;

constexpr char kRequires[] = "{0} requires {1}";

constexpr RuleTable R({
    Also("capability.used.declared capability.implied.closure "
         "capability.implied.transitive capability.alternatives.any-one "
         "capability.interpolationfunction.interpolateat "
         "const.specconstantop.opcode-shader "
         "const.specconstantop.embedded-gating",
         WithEffect(Effect::kLacksRequirement,
                    WithFix(DeclareArgument(1),
                            {"capability.use.declared", "2.1", kRequires}))),
    WithEffect(Effect::kLacksRequirement,
               WithFix(DeclareArgument(1),
                       {"capability.tileattachmentqcom.storage-class", "2.1",
                        kRequires,
                        "VUID-StandaloneSpirv-TileAttachmentQCOM-10689"})),
});

constexpr absl::string_view kOtherUses =
    "the same requirement is unmet for {0} more instruction{0s} of this module";

enum class Verdict : uint8_t {
  kMet,
  kNoCapability,
  kReserved,  // not in any version, and no extension is declared
  kTooOld,
  kRemoved,
};

// Whether a declared capability of the list provides the feature because an
// extension or a later version provides the capability itself; the
// requirements of the capability are checked at its declaration.  A feature
// that is not in any version needs its extension even if the capability is now
// in a version.
bool IsEnabledByCapability(const FeatureSet& features,
                           const Requirement& required) {
  for (Capability capability : grammar::Capabilities(required)) {
    if (!features.Has(capability)) continue;
    const EnumerantInfo* info = grammar::EnumerantByValue(
        Kind::kCapability, static_cast<uint32_t>(capability));
    if (info == nullptr) continue;
    const Requirement& own = grammar::RequirementAt(info->requirement);
    if (!features.InVersion(own)) return true;
    if (own.extension_count > 0 &&
        required.min_version != grammar::kNeverCore) {
      return true;
    }
  }
  return false;
}

// SPV_AMD_shader_ballot provides its instructions without the capability that
// the grammar gives them: producers declare only the extension.
bool NeedsNoCapability(const FeatureSet& features,
                       const Requirement& required) {
  for (Extension extension : grammar::Extensions(required)) {
    if (extension == Extension::kAmdShaderBallot) {
      return features.Has(extension);
    }
  }
  return false;
}

// Whether a declared extension provides a feature.
bool HasExtensionOf(const FeatureSet& features, const Requirement& required) {
  if (features.HasExtensionOf(required)) return true;
  // SPV_GOOGLE_user_type includes SPV_GOOGLE_decorate_string.
  return features.Has(Extension::kGoogleUserType) &&
         absl::c_linear_search(grammar::Extensions(required),
                               Extension::kGoogleDecorateString);
}

// Checks that a version or an extension provides a feature whose capability is
// declared.
Verdict CheckOrigin(const FeatureSet& features, const Requirement& required) {
  if (features.InVersion(required) || HasExtensionOf(features, required)) {
    return Verdict::kMet;
  }
  if (required.min_version == grammar::kNeverCore) {
    // Enumerants of an extension's instructions have no requirement of their
    // own; the instruction has it.
    return required.extension_count == 0 ? Verdict::kMet : Verdict::kReserved;
  }
  return features.version() < required.min_version ? Verdict::kTooOld
                                                   : Verdict::kRemoved;
}

Verdict CheckRequirement(const FeatureSet& features,
                         const Requirement& required) {
  if (!features.HasCapabilityOf(required)) {
    return NeedsNoCapability(features, required) ? Verdict::kMet
                                                 : Verdict::kNoCapability;
  }
  const Verdict verdict = CheckOrigin(features, required);
  return verdict == Verdict::kMet || IsEnabledByCapability(features, required)
             ? Verdict::kMet
             : verdict;
}

// The rule that a use without its capability violates.  Vulkan has a separate
// one for storage classes.
const Rule& RuleOfUse(const Arg& what) {
  return what.kind == Arg::Kind::kEnumerant &&
                 what.operand_kind == Kind::kStorageClass &&
                 StorageClass(what.number) == StorageClass::kTileAttachmentQCOM
             ? R("capability.tileattachmentqcom.storage-class")
             : R("capability.use.declared");
}

// Reports a feature whose requirement is not met.
DiagnosticBuilder ReportUnmet(ModuleContext& context, Verdict verdict,
                              uint16_t requirement, Place place,
                              const Arg& what) {
  const Requirement& required = grammar::RequirementAt(requirement);
  const FeatureSet& features = context.features();
  const Arg unmet = Arg::Requirement(
      requirement,
      {.capability = !features.HasCapabilityOf(required),
       .version = CheckOrigin(features, required) != Verdict::kMet});
  const Arg version = features.version();
  switch (verdict) {
    case Verdict::kMet:
      return DiagnosticBuilder();
    case Verdict::kNoCapability:
      return context.Report(RuleOfUse(what), place, {what, unmet});
    case Verdict::kReserved:
      return context.Report(
          what.kind == Arg::Kind::kOp
              ? kExtensionInstructionRules("ext.instruction.reserved-opcode")
              : kTokenRules("enum.token.reserved"),
          place, {what, unmet});
    case Verdict::kTooOld:
      return context.Report(kTokenRules("enum.token.missing-before"), place,
                            {what, unmet, version});
    case Verdict::kRemoved:
      return context.Report(kTokenRules("enum.token.removed"), place,
                            {what, version, uint32_t{required.last_version}});
  }
  return DiagnosticBuilder();
}

// Whether a decoration with this value is not a use of the feature: producers
// declare all members of a per-vertex block whichever they access.
bool RequiresNoCapability(Kind kind, uint32_t value) {
  if (kind != Kind::kBuiltIn) return false;
  const auto builtin = static_cast<BuiltIn>(value);
  return builtin == BuiltIn::kClipDistance ||
         builtin == BuiltIn::kCullDistance || builtin == BuiltIn::kPointSize;
}

using RequirementSet = std::array<bool, grammar::kRequirementCount>;

// The requirements that only such decorations in the grammar have.
RequirementSet FindUncheckedRequirements() {
  RequirementSet mentioned{}, used{};
  for (int op = 0; op < grammar::kOpCount; ++op) {
    used[grammar::Info(static_cast<Op>(op)).requirement] = true;
  }
  for (int inst = 0; inst < grammar::kExtInstCount; ++inst) {
    used[grammar::Info(static_cast<grammar::ExtInst>(inst)).requirement] = true;
  }
  for (int k = 0; k < grammar::kKindCount; ++k) {
    const auto kind = static_cast<Kind>(k);
    for (const EnumerantInfo& e : grammar::Enumerants(kind)) {
      (RequiresNoCapability(kind, e.value) ? mentioned : used)[e.requirement] =
          true;
    }
  }
  for (size_t r = 0; r < mentioned.size(); ++r) mentioned[r] &= !used[r];
  return mentioned;
}
bool IsMerelyMentioned(uint16_t requirement) {
  static const RequirementSet kSet = FindUncheckedRequirements();
  return kSet[requirement];
}

// An unmet requirement of a module.
struct Unmet {
  uint16_t requirement;
  Verdict verdict;
};

// Finds the uses of the unmet requirements of a module.
class UnmetUses {
 public:
  UnmetUses(ModuleContext& context, absl::Span<const Unmet> unmet)
      : context_(context), unmet_(unmet), uses_(unmet.size()) {
    use_of_.assign(grammar::Requirements().size(), kMet);
    for (size_t u = 0; u < unmet.size(); ++u) {
      use_of_[unmet[u].requirement] = static_cast<uint16_t>(u);
    }
  }

  void FindAndReport() {
    const Module& module = context_.module();
    for (uint32_t i = 0; i < module.size(); ++i) {
      VisitInstruction(module.inst(InstIndex(i)));
    }
    for (size_t u = 0; u < uses_.size(); ++u) {
      if (uses_[u].count > 0) ReportFirst(unmet_[u], uses_[u]);
    }
  }

 private:
  static constexpr uint16_t kMet = 0xffff;

  struct Use {
    Place place;
    Arg what;
    uint32_t count = 0;
  };

  void Count(uint16_t requirement, Place place, Arg what) {
    const uint16_t u = use_of_[requirement];
    if (u == kMet) return;
    Use& use = uses_[u];
    if (use.count++ == 0) {
      use.place = place;
      use.what = what;
    }
  }

  // Whether no operand can have a requirement, by the opcode: none is an
  // enumerant or the opcode of another instruction.
  static bool HasNoOperandRequirements(const Inst& inst) {
    const grammar::OpShape& shape = grammar::ShapeOf(inst.op());
    return shape.enumerants == 0 && shape.Covers(inst.word_count()) &&
           inst.op() != Op::kExtInst && inst.op() != Op::kSpecConstantOp &&
           inst.op() != Op::kExtInstWithForwardRefsKHR;
  }

  void VisitInstruction(const Inst& inst) {
    Count(inst.info().requirement, Place::At(inst.index()), inst.op());
    if (HasNoOperandRequirements(inst)) return;
    for (uint32_t o = 0; o < inst.operand_count(); ++o) {
      VisitOperand(inst, o);
    }
  }

  void VisitOperand(const Inst& inst, OperandIndex operand) {
    const Kind kind = inst.kind(operand);
    const uint32_t word = inst.operand_word(operand);
    const Place place = Place::At(inst.index(), operand);
    if (kind == Kind::kLiteralSpecConstantOpInteger) {
      const Op op = grammar::OpFromOpcode(word);
      if (op != grammar::kNoOp) {
        Count(grammar::Info(op).requirement, place, op);
      }
      return;
    }
    if (kind == Kind::kLiteralExtInstInteger && operand > 0) {
      return VisitExtInst(inst, operand, place);
    }
    const grammar::Category category = grammar::Info(kind).category;
    if (category == grammar::Category::kValueEnum) {
      VisitEnumerant(kind, word, place);
    } else if (category == grammar::Category::kBitEnum) {
      if (word == 0) VisitEnumerant(kind, 0, place);
      for (uint32_t bits = word; bits != 0; bits &= bits - 1) {
        VisitEnumerant(kind, bits & ~(bits - 1), place);
      }
    }
  }

  // The extension provides its instructions, and the operations of each,
  // without a capability.
  bool IsEnabledByAmdShaderBallot(uint32_t operation) const {
    return context_.features().Has(Extension::kAmdShaderBallot) &&
           operation <= static_cast<uint32_t>(GroupOperation::kExclusiveScan);
  }

  void VisitEnumerant(Kind kind, uint32_t value, Place place) {
    // Capabilities are checked at their declarations.
    if (kind == Kind::kCapability || RequiresNoCapability(kind, value)) return;
    if (kind == Kind::kGroupOperation && IsEnabledByAmdShaderBallot(value)) {
      return;
    }
    const EnumerantInfo* info = grammar::EnumerantByValue(kind, value);
    if (info == nullptr) return;
    Count(info->requirement, place, Arg::Enumerant(kind, value));
  }

  void VisitExtInst(const Inst& inst, OperandIndex operand, Place place) {
    const grammar::ExtInst ext = inst.ext_inst();
    if (ext == grammar::ExtInst::kNone) return;
    const grammar::ExtInstInfo& info = grammar::Info(ext);
    Count(info.requirement, place, grammar::Text(info.name));
  }

  void ReportFirst(const Unmet& unmet, const Use& use) {
    DiagnosticBuilder report = ReportUnmet(
        context_, unmet.verdict, unmet.requirement, use.place, use.what);
    if (use.count > 1) {
      report.Note(kOtherUses, use.place, {use.count - 1});
    }
  }

  ModuleContext& context_;
  absl::Span<const Unmet> unmet_;  // by requirement
  std::vector<Use> uses_;          // uses of unmet_
  std::vector<uint16_t> use_of_;   // by requirement: into uses_; or kMet
};

// Checks the requirements of declared capabilities, which the declaration
// itself does not meet.
void CheckCapabilities(ModuleContext& context) {
  const Module& module = context.module();
  for (InstIndex i : module.capabilities()) {
    const Inst inst = module.inst(i);
    // After the condition, if there is one.
    const OperandIndex operand = inst.operand_count() - 1;
    const uint32_t value = inst.operand_word(operand);
    const EnumerantInfo* info =
        grammar::EnumerantByValue(Kind::kCapability, value);
    if (info == nullptr) continue;
    ReportUnmet(context,
                CheckOrigin(context.features(),
                            grammar::RequirementAt(info->requirement)),
                info->requirement, Place::At(i, operand),
                Arg::Enumerant(Kind::kCapability, value));
  }
}

// A requirement for one of several capabilities is implied if another
// requirement needs one of them by itself.
void RemoveImplied(std::vector<Unmet>* unmet) {
  const auto choices = [](const Unmet& u) {
    return u.verdict == Verdict::kNoCapability
               ? grammar::Capabilities(grammar::RequirementAt(u.requirement))
               : absl::Span<const Capability>();
  };
  std::vector<Capability> needed;
  for (const Unmet& u : *unmet) {
    if (choices(u).size() == 1) needed.push_back(choices(u)[0]);
  }
  std::erase_if(*unmet, [&](const Unmet& u) {
    return choices(u).size() > 1 &&
           absl::c_any_of(choices(u), [&](Capability choice) {
             return absl::c_linear_search(needed, choice);
           });
  });
}

void CheckRequirements(ModuleContext& context) {
  const FeatureSet& features = context.features();
  const absl::Span<const uint64_t> used = context.module().used_requirements();
  std::vector<Unmet> unmet;
  for (uint32_t w = 0; w < used.size(); ++w) {
    for (uint64_t bits = used[w]; bits != 0; bits &= bits - 1) {
      const auto index = static_cast<uint16_t>(w * 64 + std::countr_zero(bits));
      const Verdict verdict =
          CheckRequirement(features, grammar::RequirementAt(index));
      if (verdict == Verdict::kMet || IsMerelyMentioned(index)) continue;
      unmet.push_back({index, verdict});
    }
  }
  RemoveImplied(&unmet);
  if (!unmet.empty()) UnmetUses(context, unmet).FindAndReport();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kLayout, CheckCapabilities},
                                         {Phase::kLayout, CheckRequirements}};

}  // namespace

extern constinit const Family kRequirements(R, kModuleChecks);

}  // namespace plumb
