#include <algorithm>

#include "core/module.h"
#include "core/type_table.h"
#include "validate/engine/check_context.h"
#include "validate/engine/signature_check.h"
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
        // A size is an <id>, which is not for a comparison of rows.
        constexpr TypeTraits kShapes = type_trait::kScalar |
                                       type_trait::kVector |
                                       type_trait::kCooperativeMatrix;
        return (info.traits & other_info.traits & kShapes) != 0;
      }
      return info.count == other_info.count;
  }
  return true;
}

}  // namespace

bool CheckSignature(const CheckContext& c, const Signature& s) {
  const TypeTable& types = c.context().types();
  const Inst& inst = c.inst();
  const Id result_type = inst.result_type();
  const TypeInfo& result = types.Get(result_type);
  if (result_type != kNoId && result.traits == 0) return true;  // no type
  if (s.result_rule != nullptr && !s.result.Matches(result) &&
      c.context().Applies(*s.result_rule)) {
    ReportType(c, *s.result_rule, 0, result_type);
    c.PoisonResult();
    return false;
  }
  if (s.operand_rule == nullptr && s.relation == Relation::kNone) return true;

  const uint32_t end =
      s.operand_count == 0
          ? inst.operand_count()
          : std::min<uint32_t>(s.first_operand + s.operand_count,
                               inst.operand_count());
  Id compared = s.relation == Relation::kEachOther ? kNoId : result_type;
  for (uint32_t o = s.first_operand; o < end; ++o) {
    if (inst.kind(o) != grammar::Kind::kIdRef) break;
    const Id type = c.module().type_of(inst.id(o));
    const TypeInfo& info = types.Get(type);
    if (info.traits == 0) continue;  // no object, which is an error of its own
    const int32_t at = static_cast<int32_t>(o);
    if (s.operand_rule != nullptr && !s.operands.Matches(info) &&
        c.context().Applies(*s.operand_rule)) {
      ReportType(c, *s.operand_rule, at, type);
      return false;
    }
    if (s.relation == Relation::kNone) continue;
    if (compared == kNoId) compared = type;
    if (!Holds(s.relation, type, info, compared, types.Get(compared)) &&
        c.context().Applies(*s.relation_rule)) {
      ReportTypes(c, *s.relation_rule, at, type, compared);
      return false;
    }
  }
  return true;
}

}  // namespace plumb
