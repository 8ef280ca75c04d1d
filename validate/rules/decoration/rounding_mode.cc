// Rounding modes of floating-point conversions (sections 2.16.2 and 3.2.15),
// and with SPV_INTEL_rounded_divide_sqrt of divisions and square roots.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "grammar/ext_inst_enums.h"
#include "validate/analysis/uses.h"
#include "validate/engine/family.h"
#include "validate/facts/section.h"
#include "validate/rules/decoration/decoration_rows.h"

namespace plumb {
namespace {

constexpr char kDivisions[] = "SPV_INTEL_rounded_divide_sqrt";

constexpr Rule InShaders(absl::string_view id, absl::string_view text) {
  return {.id = id,
          .section = "2.16.2",
          .text = text,
          .when = {.needs = Capability::kShader}};
}

constexpr RuleTable R(
    {
        InShaders(
            "decoration.fproundingmode.target",
            "in shaders, FPRoundingMode can only decorate OpFConvert, not {0}"),
        {"decoration.fproundingmode.conversion-target", "3.2.15",
         "FPRoundingMode can only decorate conversions, not {0}"},
        {"decoration.fproundingmode.divide-sqrt", kDivisions,
         "FPRoundingMode can only decorate divisions and square roots with "
         "capability RoundedDivideSqrtINTEL"},
        InShaders("decoration.fproundingmode.only-stored",
                  "in shaders, a result decorated with FPRoundingMode must "
                  "only be stored, but {0} is used otherwise"),
        InShaders("decoration.fproundingmode.stored-type",
                  "in shaders, a result decorated with FPRoundingMode must be "
                  "stored as 16-bit floats, not as {0}"),
        InShaders("decoration.fproundingmode.storage-class",
                  "in shaders, a result decorated with FPRoundingMode must be "
                  "stored to StorageBuffer, PhysicalStorageBuffer, Uniform or "
                  "Output, not to {0}"),
    },
    kStatingOps);

constexpr StorageClass kStoredTo[] = {
    StorageClass::kStorageBuffer, StorageClass::kPhysicalStorageBuffer,
    StorageClass::kUniform, StorageClass::kOutput};

bool IsDivisionOrRoot(const Module& module, const Inst& def) {
  if (def.op() != Op::kExtInst) return def.op() == Op::kFDiv;
  const uint32_t number = def.operand_word(operand::ExtInst::kInstruction);
  switch (def.ext_inst_set()) {
    case grammar::ExtInstSet::kGlslStd450:
      return grammar::GlslStd450{number} == grammar::GlslStd450::kSqrt;
    case grammar::ExtInstSet::kOpenClStd:
      return grammar::OpenClStd{number} == grammar::OpenClStd::kSqrt;
    default:
      return false;
  }
}

// Conversions of integers are included: producers of kernels decorate those
// that their source rounds.
bool IsConversion(Op op) {
  switch (op) {
    case Op::kConvertFToU:
    case Op::kConvertFToS:
    case Op::kConvertSToF:
    case Op::kConvertUToF:
    case Op::kFConvert:
    case Op::kSConvert:
    case Op::kUConvert:
    case Op::kQuantizeToF16:
    case Op::kConvertFToBF16INTEL:
    case Op::kConvertBF16ToFINTEL:
    case Op::kRoundFToTF32INTEL:
      return true;
    default:
      return false;
  }
}

// --- Results in shaders ---

class StoredResults {
 public:
  explicit StoredResults(ModuleContext& context)
      : context_(context), roles_(context.module()) {}

  // Reports the first wrong use.
  void Check(const Decorated& d) {
    for (const Use& use : context_.uses().Get(d.target)) {
      if (IsUnused(use.inst)) continue;
      const Inst inst = context_.module().inst(use.inst);
      if (inst.op() != Op::kStore || use.operand != operand::Store::kObject) {
        Report(R("decoration.fproundingmode.only-stored"), d, use, {d.target});
        return;
      }
      const TypeInfo& pointer = context_.types().TypeOf(
          context_.module(), inst.id(operand::Store::kPointer));
      if (!pointer.Is(tt::kPointer) || pointer.poisoned()) continue;
      const TypeInfo& type = context_.types().Get(pointer.element);
      if (!type.unknown() && !(type.Is(tt::kFloat) && type.width == 16)) {
        Report(R("decoration.fproundingmode.stored-type"), d, use,
               {Arg::Type(pointer.element)});
        return;
      }
      if (!absl::c_linear_search(kStoredTo, pointer.storage_class)) {
        Report(R("decoration.fproundingmode.storage-class"), d, use,
               {NameOf(pointer.storage_class)});
        return;
      }
    }
  }

 private:
  // Whether a use is a name, a decoration, or a non-semantic instruction in a
  // function.
  bool IsUnused(InstIndex i) {
    const Op op = context_.module().record(i).op;
    return i < context_.module().global_end() ||
           (PlacementOf(op) == Placement::kExtInst &&
            roles_.RoleOf(i) != ExtInstRole::kSemantic);
  }

  void Report(const Rule& rule, const Decorated& d, const Use& use,
              std::initializer_list<Arg> args) {
    context_.Report(rule, PlaceOf(d), args)
        .Note("it is used here", Place::At(use.inst, use.operand));
  }

  ModuleContext& context_;
  ExtInstRoles roles_;
};

// --- Targets ---

// Reports a division or square root.  Floats of other encodings have neither.
void CheckDivision(ModuleContext& context, const Decorated& d,
                   const Inst& def) {
  if (context.Has(Capability::kRoundedDivideSqrtINTEL)) return;
  context.Report(R("decoration.fproundingmode.divide-sqrt"), PlaceOf(d))
      .Note("it is computed here", Place::At(def.index()));
}

void CheckTarget(ModuleContext& context, StoredResults& results,
                 const Decorated& d) {
  const InstIndex at = context.module().def(d.target);
  if (at == kNoInst) return;
  const Inst def = context.module().inst(at);
  const bool in_shaders = context.Has(Capability::kShader);
  if (IsDivisionOrRoot(context.module(), def)) {
    CheckDivision(context, d, def);
  } else if (in_shaders ? def.op() != Op::kFConvert : !IsConversion(def.op())) {
    context
        .Report(in_shaders ? R("decoration.fproundingmode.target")
                           : R("decoration.fproundingmode.conversion-target"),
                PlaceOf(d), {d.target})
        .Note("{0} is defined here", Place::At(at), {d.target});
  } else if (in_shaders) {
    results.Check(d);
  }
}

void CheckRounding(ModuleContext& context) {
  if (context.Has(Capability::kShader)) context.Provide(fact::kUses);
  StoredResults results(context);
  context.decorations().ForEach(
      Decoration::kFPRoundingMode, [&](const Decorated& d) {
        if (d.member == kNoMember && !IsRepeatedDecoration(context, d)) {
          CheckTarget(context, results, d);
        }
      });
}

}  // namespace

extern constinit const Family kRoundingMode(
    R, kModuleCheck<Phase::kSummaries, CheckRounding,
                    Decoration::kFPRoundingMode>);

}  // namespace plumb
