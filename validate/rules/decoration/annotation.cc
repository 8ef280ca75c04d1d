// Annotation instructions (section 3.3.3): which decorations each of them may
// apply, member numbers, and decoration groups.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/fast_math_mode.h"

namespace plumb {
namespace {

using grammar::EnumerantInfo;

// The instructions that apply the decorations.
constexpr grammar::Op kDeclaringOps[] = {grammar::Op::kDecorate};

constexpr RuleTable R(
    {
        {"decoration.decorate.no-id-operands", "3.3.3",
         "{0} takes an <id>, so OpDecorateId must apply it"},
        {"decoration.decorateid.needs-id-operands", "3.3.3",
         "{0} takes no <id>, so OpDecorate must apply it"},
        Also("decoration.counterbuffer.operand-variable",
             {"decoration.decorateid.operands-constant", "3.3.3",
              "{0} must be {1}"}),
        {"decoration.decoratestring.needs-string-operand", "3.3.3",
         "{0} takes no string, so another instruction must apply it"},
        {"decoration.decoratestring.only-string-operands", "3.3.3",
         "{0} takes more than strings, so another instruction must apply it"},
        {"decoration.decoratestring.target-not-group", "3.3.3",
         "OpDecorateString cannot decorate a group, such as {0}"},
        Malformed({"decoration.memberdecorate.type-is-struct", "3.3.3",
                   "{0} is not a structure type"}),
        Malformed({"decoration.memberdecorate.member-in-range", "3.3.3",
                   "member {1} is out of range: {0} has {2} member{2s}"}),
        {"decoration.memberdecorate.literal-operands", "3.3.3",
         "{0} takes an <id>, so OpMemberDecorate cannot apply it"},
        {"decoration.decorationgroup.decorations-first", "3.3.3",
         "group {0} must be decorated before it is defined"},
        // also: decoration.groupmemberdecorate.group-defined-first
        {"decoration.groupdecorate.group-defined-first", "3.3.3",
         "group {0} must be defined before it is applied"},
        {"decoration.groupdecorate.target-not-group", "3.3.3",
         "a target must not be a decoration group, but {0} is one"},
        {"decoration.groupdecorate.targets-unique", "3.3.3",
         "{0} is listed twice among the targets, so {1} is applied twice"},
        {"decoration.groupmemberdecorate.target-is-struct", "3.3.3",
         "{0} is not a structure type"},
        {"decoration.groupmemberdecorate.member-in-range", "3.3.3",
         "member {1} is out of range: {0} has {2} member{2s}"},
        {"decoration.fpfastmathmode.allowtransform", "SPV_KHR_float_controls2",
         "AllowTransform requires AllowContract and AllowReassoc"},
        {"decoration.fpfastmathmode.not-with-nocontraction",
         "SPV_KHR_float_controls2",
         "{0} must not have both FPFastMathMode and NoContraction"},
    },
    kDeclaringOps);

bool IsKnown(uint32_t decoration) {
  return grammar::EnumerantByValue(Kind::kDecoration, decoration) != nullptr;
}

template <typename Matches>
bool HasParameter(uint32_t decoration, Matches matches) {
  const EnumerantInfo* info =
      grammar::EnumerantByValue(Kind::kDecoration, decoration);
  if (info == nullptr) return true;  // reported by another rule
  return absl::c_any_of(grammar::Parameters(*info),
                        [&](const auto& p) { return matches(p.kind); });
}

// Whether a decoration has an <id> operand, as far as known.  The results for
// the first decorations, which nearly all modules use, are kept.
bool MayTakeId(uint32_t decoration) {
  constexpr uint32_t kKnownCount = 64;
  static const uint64_t kMayTakeId = [] {
    uint64_t answers = 0;
    for (uint32_t kind = 0; kind < kKnownCount; ++kind) {
      if (HasParameter(kind, IsIdKind)) answers |= uint64_t{1} << kind;
    }
    return answers;
  }();
  return decoration < kKnownCount ? ((kMayTakeId >> decoration) & 1) != 0
                                  : HasParameter(decoration, IsIdKind);
}

// The parameters of a decoration follow it.
constexpr OperandIndex kFirstParameter = operand::Decorate::kDecoration + 1;

Arg NameOf(uint32_t decoration) {
  return Arg::Enumerant(Kind::kDecoration, decoration);
}

bool IsGroup(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def != kNoInst && module.record(def).op == Op::kDecorationGroup;
}

// All decorations of a group must precede its definition.
void CheckBeforeGroup(const CheckContext& c) {
  if (!c.module().Has(Op::kDecorationGroup)) return;
  constexpr OperandIndex kTarget = operand::Decorate::kTarget;
  const Id target = c.inst().id(kTarget);
  if (!IsGroup(c.module(), target)) return;
  const InstIndex def = c.module().def(target);
  if (c.index() < def) return;
  c.Report(R("decoration.decorationgroup.decorations-first"), kTarget, {target})
      .Note("the group is defined here", Place::At(def));
}

void CheckDecorate(const CheckContext& c) {
  CheckBeforeGroup(c);
  const uint32_t decoration =
      c.inst().operand_word(operand::Decorate::kDecoration);
  if (MayTakeId(decoration) && IsKnown(decoration)) {
    c.Report(R("decoration.decorate.no-id-operands"),
             operand::Decorate::kDecoration, {NameOf(decoration)});
  } else if (Decoration{decoration} == Decoration::kFPFastMathMode &&
             TransformsTooFreely(c.inst().operand_word(kFirstParameter))) {
    c.Report(R("decoration.fpfastmathmode.allowtransform"), kFirstParameter);
  }
}

// The class that the <id> of a decoration must have, and a test of opcodes
// that define such ids.  Decorations of extensions refer to other classes.
struct ParameterClass {
  absl::string_view name;
  bool (*includes)(Op op);
};
constexpr ParameterClass kNumberOfDecoration = {
    "a constant",
    [](Op op) { return Is(op, grammar::OpTrait::kSizeConstant); }};
constexpr ParameterClass kBufferOfDecoration = {
    "a variable", [](Op op) { return Is(op, grammar::OpTrait::kVariable); }};

const ParameterClass* ParameterOf(uint32_t decoration) {
  switch (Decoration{decoration}) {
    case Decoration::kUniformId:
    case Decoration::kAlignmentId:
    case Decoration::kMaxByteOffsetId:
      return &kNumberOfDecoration;
    case Decoration::kCounterBuffer:
      return &kBufferOfDecoration;
    default:
      return nullptr;
  }
}

void CheckDecorateId(const CheckContext& c) {
  CheckBeforeGroup(c);
  const uint32_t decoration =
      c.inst().operand_word(operand::DecorateId::kDecoration);
  if (!HasParameter(decoration, IsIdKind)) {
    c.Report(R("decoration.decorateid.needs-id-operands"),
             operand::DecorateId::kDecoration, {NameOf(decoration)});
    return;
  }
  const ParameterClass* const expected = ParameterOf(decoration);
  if (expected == nullptr) return;
  const Id parameter = c.inst().id(kFirstParameter);
  const InstIndex def = c.module().def(parameter);
  if (def == kNoInst || expected->includes(c.module().record(def).op)) return;
  c.Report(R("decoration.decorateid.operands-constant"), kFirstParameter,
           {parameter, expected->name})
      .Note("it is defined here", Place::At(def));
}

void CheckString(const CheckContext& c, OperandIndex at) {
  const uint32_t decoration = c.inst().operand_word(at);
  const auto is_string = [](Kind kind) { return kind == Kind::kLiteralString; };
  const auto is_other = [&](Kind kind) { return !is_string(kind); };
  if (!HasParameter(decoration, is_string)) {
    c.Report(R("decoration.decoratestring.needs-string-operand"), at,
             {NameOf(decoration)});
  } else if (IsKnown(decoration) && HasParameter(decoration, is_other)) {
    c.Report(R("decoration.decoratestring.only-string-operands"), at,
             {NameOf(decoration)});
  }
}

void CheckDecorateString(const CheckContext& c) {
  constexpr OperandIndex kTarget = operand::DecorateString::kTarget;
  const Id target = c.inst().id(kTarget);
  if (IsGroup(c.module(), target)) {
    c.Report(R("decoration.decoratestring.target-not-group"), kTarget, {target})
        .Note("the group is defined here", Place::At(c.module().def(target)));
  }
  CheckString(c, operand::DecorateString::kDecoration);
}

// Operand `type` must be a structure type and have the member whose number is
// the next operand.
void CheckMember(const CheckContext& c, OperandIndex type,
                 const Rule& is_struct, const Rule& in_range) {
  const Id id = c.inst().id(type);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return;
  const TypeInfo& info = c.context().types().Get(id);
  if (!info.Is(type_trait::kStruct)) {
    c.Report(is_struct, type, {id}).Note("it is defined here", Place::At(def));
    return;
  }
  if (info.poisoned()) return;
  const uint32_t member = c.inst().operand_word(type + 1);
  if (member < info.count) return;
  c.Report(in_range, type + 1, {id, member, info.count})
      .Note("the structure is declared here", Place::At(def));
}

// Decorations with rules of their own against members (targets.cc).
bool HasMemberRule(uint32_t decoration) {
  switch (Decoration{decoration}) {
    case Decoration::kAlignmentId:
    case Decoration::kMaxByteOffsetId:
    case Decoration::kCounterBuffer:
      return true;
    default:
      return false;
  }
}

void CheckMemberDecorate(const CheckContext& c) {
  CheckMember(c, operand::MemberDecorate::kStructureType,
              R("decoration.memberdecorate.type-is-struct"),
              R("decoration.memberdecorate.member-in-range"));
  constexpr OperandIndex kDecoration = operand::MemberDecorate::kDecoration;
  const uint32_t decoration = c.inst().operand_word(kDecoration);
  if (c.inst().op() == Op::kMemberDecorate && !HasMemberRule(decoration) &&
      MayTakeId(decoration)) {
    c.Report(R("decoration.memberdecorate.literal-operands"), kDecoration,
             {NameOf(decoration)});
  }
}

void CheckMemberDecorateString(const CheckContext& c) {
  CheckMemberDecorate(c);
  CheckString(c, operand::MemberDecorateString::kDecoration);
}

bool CheckGroupOperand(const CheckContext& c) {
  constexpr OperandIndex kGroup = operand::GroupDecorate::kDecorationGroup;
  const Id group = c.inst().id(kGroup);
  const InstIndex def = c.module().def(group);
  if (def == kNoInst) return false;
  if (!IsGroup(c.module(), group)) return false;
  if (c.index() < def) {
    c.Report(R("decoration.groupdecorate.group-defined-first"), kGroup, {group})
        .Note("the group is defined here", Place::At(def));
  }
  return true;
}

// A decoration of the group of an <id> that must not be repeated, if there is
// one.
std::optional<Decoration> FindUnrepeatable(const CheckContext& c, Id group) {
  std::optional<Decoration> found;
  c.context().decorations().ForEachOf(group, [&](const Decorated& d) {
    if (d.kind != Decoration::kFuncParamAttr &&
        d.kind != Decoration::kUserSemantic) {
      found = d.kind;
    }
  });
  return found;
}

void CheckGroupDecorate(const CheckContext& c) {
  if (!CheckGroupOperand(c)) return;
  absl::InlinedVector<std::pair<Id, OperandIndex>, 32> targets;
  for (OperandIndex o = operand::GroupDecorate::kTargets;
       o < c.inst().operand_count(); ++o) {
    const Id target = c.inst().id(o);
    targets.emplace_back(target, o);
    if (!IsGroup(c.module(), target)) continue;
    c.Report(R("decoration.groupdecorate.target-not-group"), o, {target});
  }
  const auto repeated = FindUnrepeatable(
      c, c.inst().id(operand::GroupDecorate::kDecorationGroup));
  if (!repeated) return;
  absl::c_sort(targets);
  for (size_t i = 1; i < targets.size(); ++i) {
    if (targets[i].first != targets[i - 1].first) continue;
    c.Report(R("decoration.groupdecorate.targets-unique"), targets[i].second,
             {targets[i].first, NameOf(static_cast<uint32_t>(*repeated))});
  }
}

void CheckGroupMemberDecorate(const CheckContext& c) {
  if (!CheckGroupOperand(c)) return;
  for (OperandIndex o = operand::GroupMemberDecorate::kTargets;
       o + 1 < c.inst().operand_count(); o += 2) {
    CheckMember(c, o, R("decoration.groupmemberdecorate.target-is-struct"),
                R("decoration.groupmemberdecorate.member-in-range"));
  }
}

// Both decorations determine whether a result may be contracted.
void CheckContraction(ModuleContext& context) {
  const Decorations& decorations = context.decorations();
  decorations.ForEach(Decoration::kNoContraction, [&](const Decorated& d) {
    if (d.member != kNoMember || IsRepeatedDecoration(context, d)) return;
    const std::optional<Decorated> fast =
        decorations.Find(d.target, Decoration::kFPFastMathMode);
    if (!fast) return;
    const auto& [earlier, later] =
        std::minmax(d, *fast, [](const Decorated& x, const Decorated& y) {
          return x.place < y.place;
        });
    context
        .Report(R("decoration.fpfastmathmode.not-with-nocontraction"),
                PlaceOf(later), {d.target})
        .Note("the other decoration is here", PlaceOf(earlier));
  });
}

constexpr Check kChecks[] = {
    {Op::kDecorate, CheckDecorate},
    {Op::kDecorateId, CheckDecorateId},
    {Op::kDecorateString, CheckDecorateString},
    {Op::kMemberDecorate, CheckMemberDecorate},
    {Op::kMemberDecorateString, CheckMemberDecorateString},
    {Op::kGroupDecorate, CheckGroupDecorate},
    {Op::kGroupMemberDecorate, CheckGroupMemberDecorate},
};

}  // namespace

extern constinit const Family kAnnotation(
    R,
    kModuleCheck<Phase::kSummaries, CheckContraction,
                 Decoration::kNoContraction, Decoration::kFPFastMathMode>,
    kChecks);

}  // namespace plumb
