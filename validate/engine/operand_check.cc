#include "validate/engine/operand_check.h"

#include <algorithm>

#include "absl/base/attributes.h"
#include "core/module.h"
#include "core/type_table.h"
#include "validate/engine/check_context.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

bool Holds(Relation relation, Id type, const TypeInfo& info, Id other,
           const TypeInfo& other_info) {
  if (type == other || info.traits == type_trait::kPoisoned ||
      other_info.traits == type_trait::kPoisoned) {
    return true;
  }
  switch (relation) {
    case Relation::kNone:
      return true;
    case Relation::kResultType:
    case Relation::kEachOther:
      return false;  // the ids differ
    case Relation::kSameCountWidth:
      if (info.width != other_info.width) return false;
      [[fallthrough]];
    case Relation::kSameCount:
      if (((info.traits | other_info.traits) & type_trait::kCountUnknown) !=
          0) {
        // A size is an <id>, so these types cannot be compared by row.
        constexpr TypeTraits kShapes = type_trait::kScalar |
                                       type_trait::kVector |
                                       type_trait::kCooperativeMatrix;
        return (info.traits & other_info.traits & kShapes) != 0;
      }
      return info.count == other_info.count;
  }
  return true;
}

// A range of operands of an instruction.
struct OperandRange {
  uint32_t first;
  uint32_t end;
};

// Whether an <id> is defined as a row requires; an undefined id is reported
// separately.
bool IsDefinedBy(const Module& module, DefinedBy by, Id id) {
  if (by == DefinedBy::kAnything) return true;
  const InstIndex def = module.def(id);
  if (def == kNoInst) return true;
  const grammar::Op op = module.record(def).op;
  switch (by) {
    case DefinedBy::kAnything:
      return true;
    case DefinedBy::kConstant:
      return Is(op, grammar::OpTrait::kMakesConstant);
    case DefinedBy::kVariable:
      return Is(op, grammar::OpTrait::kVariable);
    case DefinedBy::kFunction:
      return op == grammar::Op::kFunction;
  }
  return true;
}

// TypePattern::Fits(); `traits_only` avoids the details for most patterns.
// Types rarely fail to fit, so the test for unknown types comes last.
ABSL_ATTRIBUTE_ALWAYS_INLINE
inline bool TypeFits(const CheckContext& c, const TypePattern& pattern,
                     bool traits_only, Id type, const TypeInfo& info) {
  return traits_only ? pattern.MatchesTraits(info) || info.unknown()
                     : Fits(c.context(), pattern, type, info);
}

// Reports an operand whose type does not fit a pattern.
DiagnosticBuilder ReportOperand(const CheckContext& c, const Rule& rule,
                                const TypePattern& pattern,
                                OperandIndex operand, Id type) {
  DiagnosticBuilder report = ReportType(c, rule, operand, type);
  const TypeInfo& info = c.context().types().Get(type);
  if (info.Is(type_trait::kPointer) &&
      Fits(c.context(), pattern, info.element)) {
    NoteMissingLoad(c, operand, &report);
  }
  return report;
}

// Checks the result type by a row.  Returns whether the instruction can be
// checked further: false after an error.
bool CheckResultRule(const CheckContext& c, const BoundOperandRule& bound) {
  const Id type = c.inst().result_type();
  if (TypeFits(c, bound.rule->type, bound.traits_only, type, c.result_type())) {
    return true;
  }
  const bool is_error = ReportType(c, *bound.rule->rule, 0, type).is_error();
  c.PoisonResult();
  return !is_error;
}

// The same of an operand.
bool CheckOperandRule(const CheckContext& c, const BoundOperandRule& bound) {
  const OperandRule& row = *bound.rule;
  const OperandIndex operand = bound.operand;
  if (operand >= c.inst().operand_count() || !IsIdUse(c.inst().kind(operand))) {
    return true;
  }
  const Id id = c.inst().id(operand);
  const Id type = c.module().type_of(id);
  if (!TypeFits(c, row.type, bound.traits_only, type,
                c.context().types().Get(type))) {
    return !ReportOperand(c, *row.rule, row.type, operand, type).is_error();
  }
  if (IsDefinedBy(c.module(), row.defined_by, id)) return true;
  return !c.Report(*row.rule, operand, {id, Arg::Operand(c.inst(), operand)})
              .is_error();
}

// Whether all operands that are compared with the result are alike: then the
// result type is at fault.
bool IsResultMismatched(const CheckContext& c, Relation relation,
                        OperandRange operands, Id type) {
  const TypeTable& types = c.context().types();
  if (operands.end - operands.first < 2) return false;
  for (uint32_t o = operands.first; o < operands.end; ++o) {
    if (c.inst().kind(o) != grammar::Kind::kIdRef) return false;
    const Id other = c.module().type_of(c.inst().id(o));
    if (other == kNoId ||
        !Holds(relation, other, types.Get(other), type, types.Get(type))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool CheckOperandRules(const CheckContext& c,
                       absl::Span<const BoundOperandRule> rows) {
  bool all_hold = true;
  OperandIndex wrong = kNoOperand;  // the last one
  for (const BoundOperandRule& bound : rows) {
    if (bound.operand == wrong) continue;
    if (bound.operand == 0 && c.inst().result_type() != kNoId) {
      if (!CheckResultRule(c, bound)) return false;
    } else if (!CheckOperandRule(c, bound)) {
      wrong = bound.operand;
      all_hold = false;
    }
  }
  return all_hold;
}

bool CheckSignature(const CheckContext& c, const BoundSignature& bound) {
  const Signature& s = *bound.signature;
  const TypeTable& types = c.context().types();
  const Inst& inst = c.inst();
  const Id result_type = inst.result_type();
  const TypeInfo& result = types.Get(result_type);
  if (result_type != kNoId && result.traits == 0) return true;  // no type
  if (s.result_rule != nullptr &&
      !TypeFits(c, s.result, bound.result_row_only, result_type, result) &&
      c.context().Applies(*s.result_rule)) {
    const bool is_error =
        ReportType(c, *s.result_rule, 0, result_type).is_error();
    c.PoisonResult();
    if (is_error) return false;
  }
  if (s.operand_rule == nullptr && s.relation == Relation::kNone) return true;

  const uint32_t end =
      s.operand_count == 0
          ? inst.operand_count()
          : std::min<uint32_t>(s.first_operand + s.operand_count,
                               inst.operand_count());
  Id compared = s.relation == Relation::kEachOther ? kNoId : result_type;
  // Most operands have the same type, which is checked once.  Without an
  // operand rule they only have to match the result.
  Id checked = s.operand_rule == nullptr ? compared : kNoId;
  bool any_error = false;
  for (uint32_t o = s.first_operand; o < end; ++o) {
    if (inst.kind(o) != grammar::Kind::kIdRef) break;
    const Id type = c.module().type_of(inst.id(o));
    if (type == checked) continue;
    const TypeInfo& info = types.Get(type);
    if (info.traits == 0) continue;  // no object, which is an error of its own
    if (s.operand_rule != nullptr &&
        !TypeFits(c, s.operands, bound.operands_row_only, type, info) &&
        c.context().Applies(*s.operand_rule) &&
        ReportOperand(c, *s.operand_rule, s.operands, o, type).is_error()) {
      any_error = true;
      continue;
    }
    checked = type;
    if (s.relation == Relation::kNone) continue;
    if (compared == kNoId) compared = type;
    if (Holds(s.relation, type, info, compared, types.Get(compared)) ||
        !c.context().Applies(*s.relation_rule)) {
      continue;
    }
    checked = kNoId;
    const bool is_result =
        s.relation != Relation::kEachOther &&
        IsResultMismatched(c, s.relation, {s.first_operand, end}, type);
    any_error |= ReportTypes(c, *s.relation_rule, o, type, compared,
                             is_result ? OperandIndex(0) : OperandIndex(o))
                     .is_error();
    if (!is_result) continue;
    c.PoisonResult();
    break;
  }
  return !any_error;
}

}  // namespace plumb
