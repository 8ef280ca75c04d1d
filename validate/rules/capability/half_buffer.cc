// The capability Float16Buffer without Float16 (section 3.2.30): 16-bit floats
// are pointed to, and extended instructions such as vload_half convert them;
// there are no values of such a type.
//
// Both rules are warnings: translators of kernels declare Float16Buffer alone
// whatever they do with the type, and consumers take it.
//
// Modules that declare Float16, or not Float16Buffer, are done at once.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/capability/small_numbers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"capability.float16buffer.pointer-only", "3.2.30",
     "with Float16Buffer alone {0} can only be pointed to; values of it need "
     "capability Float16",
     "", Severity::kWarning},
    {"capability.float16buffer.no-dereference", "3.2.30",
     "with Float16Buffer alone only extended instructions access {0} through a "
     "pointer; this needs capability Float16",
     "", Severity::kWarning},
});

bool IsRestricted(const ModuleContext& context) {
  return context.Has(Capability::kFloat16Buffer) &&
         !context.Has(Capability::kFloat16) && !HasAny(context, kStore16);
}

bool IsHalf(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  return !info.poisoned() && info.Is(tt::kFloat) &&
         !info.Is(tt::kOtherEncoding) && info.width == 16;
}

// The operand of an instruction that uses a 16-bit float other than as what a
// pointer points to; kNoOperand if there is none.
OperandIndex FindUse(const CheckContext& c) {
  const Inst& inst = c.inst();
  switch (inst.op()) {
    case Op::kTypeVector:
    case Op::kTypeMatrix:
    case Op::kTypeArray:
    case Op::kTypeRuntimeArray: {
      constexpr OperandIndex kComponent = operand::TypeVector::kComponentType;
      static_assert(kComponent == operand::TypeMatrix::kColumnType &&
                    kComponent == operand::TypeArray::kElementType &&
                    kComponent == operand::TypeRuntimeArray::kElementType);
      return IsHalf(c, inst.id(kComponent)) ? kComponent : kNoOperand;
    }
    case Op::kTypeStruct:
    case Op::kTypeFunction: {
      constexpr OperandIndex kFirst = operand::TypeFunction::kReturnType;
      static_assert(kFirst == operand::TypeStruct::kMemberTypes);
      for (OperandIndex o = kFirst; o < inst.operand_count(); ++o) {
        if (IsHalf(c, inst.id(o))) return o;
      }
      return kNoOperand;
    }
    default:
      return IsHalf(c, inst.result_type()) ? OperandIndex(0) : kNoOperand;
  }
}

bool IsAccess(Op op) {
  return op == Op::kLoad || op == Op::kStore || op == Op::kCopyMemory ||
         op == Op::kCopyMemorySized || Is(op, grammar::OpTrait::kAtomic);
}

// The type of 16-bit floats that an instruction reads or writes, or points to;
// kNoId if there is none.
Id FindAccessed(const CheckContext& c) {
  const Id result = c.inst().result_type();
  if (IsHalf(c, result)) return result;
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != grammar::Kind::kIdRef) continue;
    const TypeInfo& info = c.operand_type(o);
    const bool is_pointer = !info.poisoned() && info.Is(tt::kAnyPointer);
    const Id type = is_pointer ? info.element : c.type_of(o);
    if (IsHalf(c, type)) return type;
  }
  return kNoId;
}

void CheckInstruction(const CheckContext& c) {
  if (IsAccess(c.inst().op())) {
    const Id type = FindAccessed(c);
    if (type == kNoId) return;
    c.Report(R("capability.float16buffer.no-dereference"), Place::kWhole,
             {Arg::Type(type)});
    c.PoisonResult();
    return;
  }
  const OperandIndex use = FindUse(c);
  if (use == kNoOperand) return;
  c.Report(R("capability.float16buffer.pointer-only"), use,
           {Arg::Type(c.inst().id(use))});
  c.PoisonResult();
}

// Any instruction may be one, so they are visited only in modules that have
// the restriction.
void CheckDeclarations(ModuleContext& context) {
  if (!IsRestricted(context)) return;
  for (InstIndex i(0); i < context.module().global_end(); ++i) {
    CheckInstruction(CheckContext(context, nullptr, context.diagnostics(), i));
  }
}

void CheckFunction(FunctionContext& fn) {
  if (!IsRestricted(fn.context())) return;
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    CheckInstruction(CheckContext(fn.context(), &fn, fn.diagnostics(), i));
  }
}

}  // namespace

extern constinit const Family kHalfBuffer(
    R,
    kModuleCheck<Phase::kSummaries, CheckDeclarations,
                 Capability::kFloat16Buffer>,
    kFunctionCheck<CheckFunction>);

}  // namespace plumb
