#include "validate/rules/debuginfo/debug_forms.h"

namespace plumb {
namespace {

bool IsUnion(const CheckContext& c, const DebugInst& inst) {
  constexpr uint32_t kUnion = 2;
  return inst.Is(AnyOf(Debug::kDebugTypeComposite)) &&
         DebugNumber(c.context(), inst, inst.Find(DebugRole::kTag)) == kUnion;
}

bool IsInteger(const CheckContext& c, Id id, uint32_t widths) {
  const TypeInfo& type = c.context().types().TypeOf(c.module(), id);
  return type.unknown() || (type.IsAll(tt::kInt | tt::kScalar) &&
                            (widths == 0 || (widths & type.width) != 0));
}

bool HasForm(const CheckContext& c, InstIndex at,
             const DebugRequirement& requirement) {
  const InstRecord& def = c.module().record(at);
  const Op op = def.op;
  const bool is_variable = Is(op, OpTrait::kVariable);
  const bool is_constant = Is(op, OpTrait::kMakesConstant);
  switch (requirement.form) {
    case Form::kDebugOnly:
      return false;
    case Form::kString:
      return op == Op::kString;
    case Form::kConstant:
      return op == Op::kConstant &&
             IsInteger(c, def.result, requirement.widths);
    case Form::kAnyConstant:
      return is_constant && IsInteger(c, def.result, requirement.widths);
    case Form::kValue:
      return is_constant;
    case Form::kTrueOrFalse:
      return op == Op::kConstantTrue || op == Op::kConstantFalse;
    case Form::kVoidType:
      return op == Op::kTypeVoid;
    case Form::kModuleScope:
      return is_variable || is_constant;
    case Form::kVariable:
      return is_variable || op == Op::kFunctionParameter;
    case Form::kFunction:
      return op == Op::kFunction;
    case Form::kThisFunction:
      return c.function() != nullptr && at == c.function()->range().first;
    case Form::kIntegerValue:
      return c.module().type_of(def.result) != kNoId &&
             IsInteger(c, def.result, 0);
    case Form::kNoDebug:
      return !DebugInst::Get(c.module(), at);
  }
  return true;
}

}  // namespace

bool Meets(const CheckContext& c, InstIndex def,
           const DebugRequirement& requirement) {
  if (HasForm(c, def, requirement)) return true;
  const DebugSet any_of = requirement.debug | debug_set::kNone;
  return IsDebugInst(c.module(), def, any_of) &&
         !(requirement.no_union &&
           IsUnion(c, *DebugInst::Get(c.module(), def)));
}

std::optional<absl::string_view> StringAt(const CheckContext& c,
                                          OperandIndex operand) {
  if (operand >= c.inst().operand_count()) return std::nullopt;
  const Id id = c.inst().id(operand);
  if (!IsDefinedBy(c.module(), id, Op::kString)) return std::nullopt;
  return c.module().inst(c.module().def(id)).string(operand::String::kString);
}

bool Allows(const Values& values, uint32_t value) {
  switch (values.test) {
    case Values::Test::kAny:
      return true;
    case Values::Test::kBits:
      return (value & ~values.first) == 0;
    case Values::Test::kRange:
      return value >= values.first && value <= values.last;
    case Values::Test::kEnumerant:
      return grammar::EnumerantByValue(values.kind, value) != nullptr;
  }
  return true;
}

}  // namespace plumb
