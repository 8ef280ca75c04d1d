// 8-bit and 16-bit numbers in modules that may keep them in memory but not
// calculate with them (section 3.2.30; SPV_KHR_16bit_storage,
// SPV_KHR_8bit_storage): they may be loaded, stored, copied and converted in
// width.
//
// The families of composite and conversion instructions check those.  Modules
// with the capabilities Int8, Int16 and Float16, or with none that makes such
// types storable, are skipped before their functions are visited.
//
// Tested by testdata/rule_test.cc.
#include <array>

#include "validate/engine/family.h"
#include "validate/facts/relational.h"
#include "validate/rules/capability/small_numbers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("capability.8bitstorage.value-consumer",
         {"capability.16bitstorage.value-consumer", "2.16.1",
          "without capability {1}, {0} can only be stored, copied or converted "
          "to another width"}),
});

// Arithmetic and bit instructions, those that return their operands, and the
// relational instructions.  Others have their own rules about operands.
constexpr Op kUses[] = {
    Op::kSNegate,
    Op::kFNegate,
    Op::kIAdd,
    Op::kFAdd,
    Op::kISub,
    Op::kFSub,
    Op::kIMul,
    Op::kFMul,
    Op::kUDiv,
    Op::kSDiv,
    Op::kFDiv,
    Op::kUMod,
    Op::kSRem,
    Op::kSMod,
    Op::kFRem,
    Op::kFMod,
    Op::kVectorTimesScalar,
    Op::kDot,
    Op::kIAddCarry,
    Op::kISubBorrow,
    Op::kUMulExtended,
    Op::kSMulExtended,
    Op::kShiftRightLogical,
    Op::kShiftRightArithmetic,
    Op::kShiftLeftLogical,
    Op::kBitwiseOr,
    Op::kBitwiseXor,
    Op::kBitwiseAnd,
    Op::kNot,
    Op::kBitFieldInsert,
    Op::kBitFieldSExtract,
    Op::kBitFieldUExtract,
    Op::kBitReverse,
    Op::kBitCount,
    Op::kIsNan,
    Op::kIsInf,
    Op::kSelect,
    Op::kPhi,
    Op::kFunctionCall,
    Op::kReturnValue,
};

constexpr std::array<bool, grammar::kOpCount> UseTable() {
  std::array<bool, grammar::kOpCount> table{};
  for (Op op : kUses) table[static_cast<size_t>(op)] = true;
  for (Op op : kIntegerRelations) table[static_cast<size_t>(op)] = true;
  for (Op op : kFloatRelations) table[static_cast<size_t>(op)] = true;
  return table;
}
constexpr std::array<bool, grammar::kOpCount> kIsUse = UseTable();

constexpr TypeParts kSmall =
    type_part::kInt8 | type_part::kInt16 | type_part::kFloat16;

// The capability that calculating with the type needs and the module does not
// declare; `calculable` are the parts whose capabilities are declared.
absl::string_view Missing(TypeParts calculable, const TypeInfo& type) {
  if (type.poisoned() || !type.Is(tt::kScalar | tt::kVector)) return "";
  switch (type.parts & kSmall & ~calculable) {
    case type_part::kInt8:
      return "Int8";
    case type_part::kInt16:
      return "Int16";
    case type_part::kFloat16:
      return "Float16";
    default:
      return "";
  }
}

void CheckUse(FunctionContext& fn, TypeParts calculable, const Inst& inst) {
  const Module& module = fn.module();
  // For a function, its result type counts.
  const OperandIndex first = inst.op() == Op::kFunctionCall
                                 ? operand::FunctionCall::kArguments
                                 : OperandIndex(0);
  for (OperandIndex o = first; o < inst.operand_count(); ++o) {
    if (inst.kind(o) != grammar::Kind::kIdRef) continue;
    const Id type = module.type_of(inst.id(o));
    if (type == kNoId) continue;
    const absl::string_view missing =
        Missing(calculable, fn.context().types().Get(type));
    if (missing.empty()) continue;
    if (fn.Report(R("capability.16bitstorage.value-consumer"),
                  Place::At(inst.index(), o), {Arg::Type(type), missing})
            .is_error()) {
      fn.context().Poison(inst.result());
    }
    return;
  }
}

void CheckSmallTypes(FunctionContext& fn) {
  const ModuleContext& context = fn.context();
  const TypeParts calculable = CalculableParts(context.features());
  if (!context.types().AnyContains(kSmall & ~calculable) ||
      !context.Has(Capability::kShader) || !StoresSmallNumbers(context)) {
    return;
  }
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    if (!kIsUse[static_cast<size_t>(fn.module().record(i).op)]) continue;
    CheckUse(fn, calculable, fn.module().inst(i));
  }
}

}  // namespace

extern constinit const Family kSmallTypes(R, kFunctionCheck<CheckSmallTypes>);

}  // namespace plumb
