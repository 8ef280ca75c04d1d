// Capability Float16Buffer without Float16 (section 3.2.30): pointers to
// 16-bit floats are allowed, and extended instructions such as vload_half
// convert them; values of such a type are not allowed.
//
// Both rules are pedantic: translators of kernels declare only Float16Buffer
// however they use the type, and implementations accept that.  Such a module
// uses the type in thousands of instructions, so each rule is reported once in
// a module, at the first use, with the number of uses.
//
// Modules that declare Float16, or do not declare Float16Buffer, are skipped.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/capability/small_numbers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"capability.float16buffer.pointer-only", "3.2.30",
     "with Float16Buffer but without Float16, {0} can only be pointed to; "
     "values of this type require capability Float16 (instructions: {1})",
     "", Severity::kPedantic},
    {"capability.float16buffer.no-dereference", "3.2.30",
     "with Float16Buffer but without Float16, only extended instructions can "
     "access {0} through a pointer; others require capability Float16 "
     "(instructions: {1})",
     "", Severity::kPedantic},
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

// The operand of an instruction that uses a 16-bit float other than as the
// target of a pointer; kNoOperand if there is none.
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

// The type of 16-bit floats that an instruction reads, writes or points to;
// kNoId if there is none.
Id FindAccessedType(const CheckContext& c) {
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

// The instructions that violate a rule: the first, and their number.
struct Uses {
  InstIndex first = kNoInst;
  OperandIndex operand = Place::kWhole;
  Id type = kNoId;
  uint32_t count = 0;

  void Add(InstIndex inst, OperandIndex at, Id of) {
    if (count++ == 0) *this = {inst, at, of, 1};
  }
  void Report(ModuleContext& context, const Rule& rule) const {
    if (count == 0) return;
    context.Report(rule, Place::At(first, operand), {Arg::Type(type), count});
  }
};

// Any instruction may be a use, so they are visited only in modules with the
// restriction.
void CheckUses(ModuleContext& context) {
  if (!IsRestricted(context)) return;
  Uses accesses, values;
  for (InstIndex i(0); i.value < context.module().size(); ++i) {
    const CheckContext c(context, nullptr, context.diagnostics(), i);
    if (IsAccess(c.inst().op())) {
      const Id type = FindAccessedType(c);
      if (type != kNoId) accesses.Add(i, Place::kWhole, type);
    } else if (const OperandIndex use = FindUse(c); use != kNoOperand) {
      values.Add(i, use, c.inst().id(use));
    }
  }
  accesses.Report(context, R("capability.float16buffer.no-dereference"));
  values.Report(context, R("capability.float16buffer.pointer-only"));
}

}  // namespace

extern constinit const Family kHalfBuffer(
    R, kModuleCheck<Phase::kSummaries, CheckUses, Capability::kFloat16Buffer>);

}  // namespace plumb
