// Decorations that exclude each other on a target, that must not be repeated,
// or that must not be mixed in a module (sections 2.16.2, 2.18.2 and 3.2.19).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kPair[] = "{0} must not be decorated with both {1} and {2}";
constexpr char kVulkanModel[] =
    "{0} is not allowed with memory model Vulkan: use memory operands instead";
constexpr char kFunctionAttribute[] =
    "{0} must not be decorated with FuncParamAttr {1} twice";

// The instructions that apply the decorations.
constexpr Op kAnyDecorateOps[] = {Op::kDecorate, Op::kMemberDecorate};
constexpr Scope kInShaders = {.needs = Capability::kShader};

constexpr RuleTable R(
    {
        {.id = "decoration.block.exclusive",
         .section = "2.16.2",
         .text = kPair,
         .when = kInShaders},
        {"decoration.matrixmajor.exclusive", "3.2.19", kPair},
        {"decoration.aliased.not-restrict", "2.18.2", kPair},
        {"decoration.aliasedpointer.not-restrictpointer", "2.18.2", kPair},
        {.id = "decoration.interpolation.noperspective-flat",
         .section = "2.16.2",
         .text = kPair,
         .when = kInShaders},
        {.id = "decoration.interpolation.patch-centroid-sample",
         .section = "2.16.2",
         .text = kPair,
         .when = kInShaders},
        {"decoration.stall.exclusive", "SPV_ALTERA_fpga_cluster_attributes",
         kPair},
        {"decoration.kernelargument.exclusive",
         "SPV_ALTERA_fpga_argument_interfaces", kPair},
        {"decoration.funcparamattr.zext-sext-exclusive", "3.2.18",
         "{0} must not be both zero-extended and sign-extended"},
        {"decoration.funcparamattr.no-repeat", "3.2.18", kFunctionAttribute},
        {"decoration.id.unique", "3.2.19",
         "{0} must not be decorated with {1} twice"},
        {"decoration.member.unique", "3.2.19",
         "member {1} of {0} must not be decorated with {2} twice"},
        ReliesOn(kMemoryModelOps, {"decoration.volatile.not-with-vulkan-model",
                                   "3.2.19", kVulkanModel}),
        ReliesOn(kMemoryModelOps, {"decoration.coherent.not-with-vulkan-model",
                                   "3.2.19", kVulkanModel}),
        {"decoration.location.not-with-builtin", kVulkan, kPair,
         "VUID-StandaloneSpirv-Location-04915", Severity::kError, kInVulkan},
        InOpenGl("decoration.location.opengl-not-with-builtin", kPair),
        InVulkan("decoration.glslshared.not-in-vulkan",
                 "{0} is not allowed in Vulkan",
                 "VUID-StandaloneSpirv-GLSLShared-04669"),
    },
    kAnyDecorateOps);

Arg NameOf(Decoration kind) { return Arg::Enumerant(Kind::kDecoration, kind); }

// --- Pairs ---

struct PairRow {
  Decoration first;
  Decoration second;
  const Rule* rule;
};
constexpr PairRow kPairRows[] = {
    {Decoration::kBufferBlock, Decoration::kBlock,
     &R("decoration.block.exclusive")},
    {Decoration::kRowMajor, Decoration::kColMajor,
     &R("decoration.matrixmajor.exclusive")},
    {Decoration::kAliased, Decoration::kRestrict,
     &R("decoration.aliased.not-restrict")},
    {Decoration::kAliasedPointer, Decoration::kRestrictPointer,
     &R("decoration.aliasedpointer.not-restrictpointer")},
    {Decoration::kNoPerspective, Decoration::kFlat,
     &R("decoration.interpolation.noperspective-flat")},
    {Decoration::kPatch, Decoration::kCentroid,
     &R("decoration.interpolation.patch-centroid-sample")},
    {Decoration::kPatch, Decoration::kSample,
     &R("decoration.interpolation.patch-centroid-sample")},
    {Decoration::kCentroid, Decoration::kSample,
     &R("decoration.interpolation.patch-centroid-sample")},
    {Decoration::kLocation, Decoration::kBuiltIn,
     &R("decoration.location.not-with-builtin")},
    {Decoration::kComponent, Decoration::kBuiltIn,
     &R("decoration.location.not-with-builtin")},
    {Decoration::kLocation, Decoration::kBuiltIn,
     &R("decoration.location.opengl-not-with-builtin")},
    {Decoration::kComponent, Decoration::kBuiltIn,
     &R("decoration.location.opengl-not-with-builtin")},
    {Decoration::kStallEnableALTERA, Decoration::kStallFreeALTERA,
     &R("decoration.stall.exclusive")},
    {Decoration::kConduitKernelArgumentALTERA,
     Decoration::kRegisterMapKernelArgumentALTERA,
     &R("decoration.kernelargument.exclusive")},
};

// Reports the later of two decorations, with a note at the earlier one.
void ReportLater(ModuleContext& context, const Rule& rule, const Decorated& a,
                 const Decorated& b, std::initializer_list<Arg> args) {
  const bool is_b_later = a.place < b.place;
  context.Report(rule, PlaceOf(is_b_later ? b : a), args)
      .Note("the other decoration is here", PlaceOf(is_b_later ? a : b));
}

void CheckPairs(ModuleContext& context) {
  const Decorations& decorations = context.decorations();
  for (const PairRow& row : kPairRows) {
    if (!decorations.HasAny(row.first) || !decorations.HasAny(row.second))
      continue;
    decorations.ForEach(row.first, [&](const Decorated& d) {
      if (IsRepeatedDecoration(context, d)) return;
      const auto other = decorations.Find(d.target, d.member, row.second);
      if (!other) return;
      ReportLater(context, *row.rule, d, *other,
                  {d.target, NameOf(row.first), NameOf(row.second)});
    });
  }
}

// --- Repetition ---

// Decorations that may be repeated with other parameters, or that other rules
// check.
bool MayRepeat(Decoration kind) {
  switch (kind) {
    case Decoration::kFuncParamAttr:
    case Decoration::kUserSemantic:
    case Decoration::kUserTypeGOOGLE:
    case Decoration::kCacheControlLoadINTEL:
    case Decoration::kCacheControlStoreINTEL:
    case Decoration::kFunctionRoundingModeINTEL:
    case Decoration::kFunctionDenormModeINTEL:
    case Decoration::kFunctionFloatingPointModeINTEL:
    case Decoration::kOffsetIdEXT:  // heap/heap_layout.cc
      return true;
    default:
      return false;
  }
}

void ReportRepeated(ModuleContext& context, const Decorated& d,
                    const Decorated& first) {
  if (d.member == kNoMember) {
    ReportLater(context, R("decoration.id.unique"), first, d,
                {d.target, NameOf(d.kind)});
  } else {
    ReportLater(context, R("decoration.member.unique"), first, d,
                {d.target, d.member, NameOf(d.kind)});
  }
}

// Checks the decorations that groups apply, by kind.
void CheckRepetitionByGroups(ModuleContext& context) {
  const Module& module = context.module();
  const Decorations& decorations = context.decorations();
  std::vector<Decoration> kinds;
  decorations.ForEachStatement([&](const Decorated& d) {
    if (!MayRepeat(d.kind) &&
        IsDefinedBy(module, d.target, Op::kDecorationGroup)) {
      kinds.push_back(d.kind);
    }
  });
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  for (const Decoration kind : kinds) {
    decorations.ForEach(kind, [&](const Decorated& d) {
      if (!d.by_group() || IsRepeatedDecoration(context, d)) return;
      const auto first = decorations.Find(d.target, d.member, kind);
      if (first && first->place != d.place) {
        ReportRepeated(context, d, *first);
      }
    });
  }
}

void CheckRepeatedStatements(ModuleContext& context) {
  const Decorations& decorations = context.decorations();
  decorations.ForEachStatement([&](const Decorated& d) {
    if (MayRepeat(d.kind)) return;
    const auto first = decorations.Find(d.target, d.member, d.kind);
    if (first && first->statement != d.statement && !first->by_group()) {
      ReportRepeated(context, d, *first);
    }
  });
}

void CheckRepetition(ModuleContext& context) {
  if (context.decorations().any_repeated()) {
    CheckRepeatedStatements(context);
  }
  if (context.module().Has(Op::kGroupDecorate)) {
    CheckRepetitionByGroups(context);
  }
}

// --- Attributes of parameters ---

void CheckAttributes(ModuleContext& context) {
  const Decorations& decorations = context.decorations();
  const auto attribute = [&](const Decorated& d) {
    const Inst inst = context.module().inst(d.statement);
    return d.parameter < inst.operand_count() ? inst.operand_word(d.parameter)
                                              : ~0u;
  };
  struct DecorationValue {
    uint32_t attribute;
    Decorated by;
  };
  std::vector<DecorationValue> values;
  decorations.ForEach(Decoration::kFuncParamAttr, [&](const Decorated& at) {
    // Reported once for each target, at the first attribute.
    const auto first = decorations.Find(at.target, Decoration::kFuncParamAttr);
    if (at.member != kNoMember || !first || first->statement != at.statement ||
        first->place != at.place) {
      return;
    }
    values.clear();
    decorations.ForEachOf(at.target, kNoMember, [&](const Decorated& d) {
      if (d.kind == Decoration::kFuncParamAttr) {
        values.push_back({attribute(d), d});
      }
    });
    std::stable_sort(values.begin(), values.end(),
                     [](const DecorationValue& a, const DecorationValue& b) {
                       return a.attribute < b.attribute;
                     });
    const DecorationValue* zext = nullptr;
    const DecorationValue* sext = nullptr;
    for (size_t i = 0; i < values.size(); ++i) {
      if (i > 0 && values[i].attribute == values[i - 1].attribute) {
        ReportLater(
            context, R("decoration.funcparamattr.no-repeat"), values[i - 1].by,
            values[i].by,
            {at.target, Arg::Enumerant(Kind::kFunctionParameterAttribute,
                                       values[i].attribute)});
        continue;
      }
      const auto kind =
          grammar::FunctionParameterAttribute{values[i].attribute};
      if (kind == grammar::FunctionParameterAttribute::kZext) zext = &values[i];
      if (kind == grammar::FunctionParameterAttribute::kSext) sext = &values[i];
    }
    if (zext == nullptr || sext == nullptr) return;
    ReportLater(context, R("decoration.funcparamattr.zext-sext-exclusive"),
                zext->by, sext->by, {at.target});
  });
}

// --- Decorations that a module must not have ---

void CheckBans(ModuleContext& context) {
  const auto ban = [&context](Decoration kind, const Rule& rule) {
    context.decorations().ForEach(kind, [&](const Decorated& d) {
      if (IsRepeatedDecoration(context, d)) return;
      context.Report(rule, PlaceOf(d), {NameOf(kind)});
    });
  };
  if (context.memory_model().vulkan()) {
    ban(Decoration::kVolatile, R("decoration.volatile.not-with-vulkan-model"));
    ban(Decoration::kCoherent, R("decoration.coherent.not-with-vulkan-model"));
  }
  ban(Decoration::kGLSLShared, R("decoration.glslshared.not-in-vulkan"));
  ban(Decoration::kGLSLPacked, R("decoration.glslshared.not-in-vulkan"));
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckPairs},
    {Phase::kSummaries, CheckRepetition},
    {Phase::kSummaries, CheckAttributes, Requires(Decoration::kFuncParamAttr)},
    {Phase::kSummaries, CheckBans}};

}  // namespace

extern constinit const Family kCombinations(R, kModuleChecks);

}  // namespace plumb
