// Annotation instructions (section 3.32.3): which decoration takes which of
// them, members in range, and decoration groups.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "core/constant.h"
#include "core/type_table.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Decoration;
using grammar::EnumerantInfo;
using grammar::FPFastMathMode;
using grammar::Kind;
using grammar::Op;
namespace tt = type_trait;

// What is decorated is found by these.
constexpr grammar::Op kStatedBy[] = {grammar::Op::kDecorate};

constexpr RuleTable R(
    {
        {"decoration.decorate.no-id-operands", "3.32.3",
         "{0} takes an <id>, so OpDecorateId must apply it"},
        {"decoration.decorateid.needs-id-operands", "3.32.3",
         "{0} takes no <id>, so OpDecorate must apply it"},
        {"decoration.decorateid.operands-constant", "3.32.3",
         "{0} must be a constant"},
        {"decoration.decoratestring.needs-string-operand", "3.32.3",
         "{0} takes no string, so another instruction must apply it"},
        {"decoration.memberdecorate.type-is-struct", "3.32.3",
         "{0} is no structure type"},
        {"decoration.memberdecorate.member-in-range", "3.32.3",
         "{0} has {2} members, so none has the number {1}"},
        {"decoration.memberdecorate.literal-operands", "3.32.3",
         "{0} takes an <id>, so OpMemberDecorate cannot apply it"},
        {"decoration.decorationgroup.decorations-first", "3.32.3",
         "group {0} must be decorated before it is defined"},
        {"decoration.groupdecorate.group-kind", "3.32.3",
         "{0} is no decoration group"},
        // also: decoration.groupmemberdecorate.group-defined-first
        {"decoration.groupdecorate.group-defined-first", "3.32.3",
         "group {0} must be defined before it is applied"},
        {"decoration.groupdecorate.target-not-group", "3.32.3",
         "{0} is a decoration group itself"},
        {"decoration.groupdecorate.targets-unique", "3.32.3",
         "{0} stands twice among the targets"},
        {"decoration.groupmemberdecorate.target-is-struct", "3.32.3",
         "{0} is no structure type"},
        {"decoration.groupmemberdecorate.member-in-range", "3.32.3",
         "{0} has {2} members, so none has the number {1}"},
        {"decoration.fpfastmathmode.allowtransform", "SPV_KHR_float_controls2",
         "AllowTransform needs AllowContract and AllowReassoc"},
        {"decoration.fpfastmathmode.not-with-nocontraction",
         "SPV_KHR_float_controls2",
         "{0} must not have both FPFastMathMode and NoContraction"},
    },
    kStatedBy);

template <typename Matches>
bool HasParameter(uint32_t decoration, Matches matches) {
  const EnumerantInfo* info =
      grammar::EnumerantByValue(Kind::kDecoration, decoration);
  if (info == nullptr) return true;  // an error of its own
  const auto parameters = grammar::Parameters(*info);
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const auto& p) { return matches(p.kind); });
}

Arg NameOf(uint32_t decoration) {
  return Arg::Enumerant(Kind::kDecoration, decoration);
}

bool IsGroup(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def != kNoInst && module.record(def).op == Op::kDecorationGroup;
}

// A group is complete where it is defined.
void CheckBeforeGroup(const CheckContext& c) {
  const Id target = c.inst().id(0);
  if (!IsGroup(c.module(), target)) return;
  const InstIndex def = c.module().def(target);
  if (c.index() < def) return;
  c.Report(R("decoration.decorationgroup.decorations-first"), 0, {target})
      .Note("the group is defined here", Place::At(def));
}

void CheckDecorate(const CheckContext& c) {
  CheckBeforeGroup(c);
  const uint32_t decoration = c.inst().operand_word(1);
  const EnumerantInfo* info =
      grammar::EnumerantByValue(Kind::kDecoration, decoration);
  if (info != nullptr && info->parameter_count != 0 &&
      HasParameter(decoration, IsIdKind)) {
    c.Report(R("decoration.decorate.no-id-operands"), 1, {NameOf(decoration)});
    return;
  }
  if (decoration != static_cast<uint32_t>(Decoration::kFPFastMathMode)) return;
  const uint32_t flags = c.inst().operand_word(2);
  const auto has = [&](FPFastMathMode bit) {
    return (flags & static_cast<uint32_t>(bit)) != 0;
  };
  if (has(FPFastMathMode::kAllowTransform) &&
      !(has(FPFastMathMode::kAllowContract) &&
        has(FPFastMathMode::kAllowReassoc))) {
    c.Report(R("decoration.fpfastmathmode.allowtransform"), 2);
  }
}

// Decorations whose <id> is a number; others name types, variables or scopes.
bool TakesConstant(uint32_t decoration) {
  switch (static_cast<Decoration>(decoration)) {
    case Decoration::kUniformId:
    case Decoration::kAlignmentId:
    case Decoration::kMaxByteOffsetId:
      return true;
    default:
      return false;
  }
}

void CheckDecorateId(const CheckContext& c) {
  CheckBeforeGroup(c);
  const uint32_t decoration = c.inst().operand_word(1);
  if (!HasParameter(decoration, IsIdKind)) {
    c.Report(R("decoration.decorateid.needs-id-operands"), 1,
             {NameOf(decoration)});
    return;
  }
  if (!TakesConstant(decoration)) return;
  const Id operand = c.inst().id(2);
  const InstIndex def = c.module().def(operand);
  if (def == kNoInst) return;
  const Op op = c.module().record(def).op;
  if (MakesConstant(op)) return;
  c.Report(R("decoration.decorateid.operands-constant"), 2, {operand})
      .Note("it is defined here", Place::At(def));
}

void CheckString(const CheckContext& c, OperandIndex operand) {
  const uint32_t decoration = c.inst().operand_word(operand);
  const auto is_string = [](Kind kind) { return kind == Kind::kLiteralString; };
  if (HasParameter(decoration, is_string)) return;
  c.Report(R("decoration.decoratestring.needs-string-operand"), operand,
           {NameOf(decoration)});
}

void CheckDecorateString(const CheckContext& c) {
  CheckBeforeGroup(c);
  CheckString(c, 1);
}

// Operand `type` must be a structure type, and have the member that the next
// operand says.
void CheckMember(const CheckContext& c, uint32_t type, const Rule& is_struct,
                 const Rule& in_range) {
  const Id id = c.inst().id(type);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return;
  const TypeInfo& info = c.context().types().Get(id);
  if (!info.Is(tt::kStruct)) {
    c.Report(is_struct, type, {id}).Note("it is defined here", Place::At(def));
    return;
  }
  if (info.traits == tt::kPoisoned) return;
  const uint32_t member = c.inst().operand_word(type + 1);
  if (member < info.count) return;
  c.Report(in_range, type + 1, {id, member, info.count})
      .Note("the structure is declared here", Place::At(def));
}

// Of these, rules of their own say that they are not for members (targets.cc).
bool HasMemberRule(uint32_t decoration) {
  switch (static_cast<Decoration>(decoration)) {
    case Decoration::kAlignmentId:
    case Decoration::kMaxByteOffsetId:
    case Decoration::kCounterBuffer:
      return true;
    default:
      return false;
  }
}

void CheckMemberDecorate(const CheckContext& c) {
  CheckMember(c, 0, R("decoration.memberdecorate.type-is-struct"),
              R("decoration.memberdecorate.member-in-range"));
  constexpr uint32_t kDecoration = 2;  // operand
  const uint32_t decoration = c.inst().operand_word(kDecoration);
  if (c.inst().op() == Op::kMemberDecorate && !HasMemberRule(decoration) &&
      HasParameter(decoration, IsIdKind)) {
    c.Report(R("decoration.memberdecorate.literal-operands"), kDecoration,
             {NameOf(decoration)});
  }
}

void CheckMemberDecorateString(const CheckContext& c) {
  CheckMemberDecorate(c);
  CheckString(c, 2);
}

bool CheckGroupOperand(const CheckContext& c) {
  const Id group = c.inst().id(0);
  const InstIndex def = c.module().def(group);
  if (def == kNoInst) return false;
  if (!IsGroup(c.module(), group)) {
    c.Report(R("decoration.groupdecorate.group-kind"), 0, {group})
        .Note("it is defined here", Place::At(def));
    return false;
  }
  if (c.index() < def) {
    c.Report(R("decoration.groupdecorate.group-defined-first"), 0, {group})
        .Note("the group is defined here", Place::At(def));
  }
  return true;
}

void CheckGroupDecorate(const CheckContext& c) {
  if (!CheckGroupOperand(c)) return;
  absl::InlinedVector<std::pair<Id, uint32_t>, 32> targets;
  for (uint32_t o = 1; o < c.inst().operand_count(); ++o) {
    const Id target = c.inst().id(o);
    targets.emplace_back(target, o);
    if (!IsGroup(c.module(), target)) continue;
    c.Report(R("decoration.groupdecorate.target-not-group"), o, {target});
  }
  std::sort(targets.begin(), targets.end());
  for (size_t i = 1; i < targets.size(); ++i) {
    if (targets[i].first != targets[i - 1].first) continue;
    c.Report(R("decoration.groupdecorate.targets-unique"), targets[i].second,
             {targets[i].first});
  }
}

void CheckGroupMemberDecorate(const CheckContext& c) {
  if (!CheckGroupOperand(c)) return;
  for (uint32_t o = 1; o + 1 < c.inst().operand_count(); o += 2) {
    CheckMember(c, o, R("decoration.groupmemberdecorate.target-is-struct"),
                R("decoration.groupmemberdecorate.member-in-range"));
  }
}

// Both decorations say how a result may be contracted.
void CheckContraction(ModuleContext& context) {
  using Decorated = std::pair<Id, InstIndex>;
  const Module& module = context.module();
  absl::InlinedVector<Decorated, 16> fast;
  for (InstIndex i : module.decorations()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kDecorate &&
        inst.operand_word(1) ==
            static_cast<uint32_t>(Decoration::kFPFastMathMode)) {
      fast.emplace_back(inst.id(0), i);
    }
  }
  if (fast.empty()) return;
  std::sort(fast.begin(), fast.end());
  for (InstIndex i : module.decorations()) {
    const Inst inst = module.inst(i);
    if (inst.op() != Op::kDecorate ||
        inst.operand_word(1) !=
            static_cast<uint32_t>(Decoration::kNoContraction)) {
      continue;
    }
    const auto other = std::lower_bound(fast.begin(), fast.end(),
                                        Decorated(inst.id(0), InstIndex(0)));
    if (other == fast.end() || other->first != inst.id(0)) continue;
    const InstIndex later = std::max(i, other->second);
    context
        .Report(R("decoration.fpfastmathmode.not-with-nocontraction"),
                Place::At(later, 1), {inst.id(0)})
        .Note("the other decoration is here",
              Place::At(std::min(i, other->second), 1));
  }
}

constexpr Op kDecorateOps[] = {Op::kDecorate};
constexpr Op kDecorateIdOps[] = {Op::kDecorateId};
constexpr Op kDecorateStringOps[] = {Op::kDecorateString};
constexpr Op kMemberDecorateOps[] = {Op::kMemberDecorate};
constexpr Op kMemberDecorateStringOps[] = {Op::kMemberDecorateString};
constexpr Op kGroupDecorateOps[] = {Op::kGroupDecorate};
constexpr Op kGroupMemberDecorateOps[] = {Op::kGroupMemberDecorate};
constexpr Check kChecks[] = {
    {kDecorateOps, CheckDecorate},
    {kDecorateIdOps, CheckDecorateId},
    {kDecorateStringOps, CheckDecorateString},
    {kMemberDecorateOps, CheckMemberDecorate},
    {kMemberDecorateStringOps, CheckMemberDecorateString},
    {kGroupDecorateOps, CheckGroupDecorate},
    {kGroupMemberDecorateOps, CheckGroupMemberDecorate},
};
constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckContraction}};

}  // namespace

extern constinit const Family kAnnotation = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
};

}  // namespace plumb
