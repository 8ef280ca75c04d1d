// Constant instructions (section 3.32.7): what type they have, and what
// composites are made of.
//
// Types are compared by <id>; see unique.cc.  Whether a type can be null is
// known of all types after one pass, made for the first null composite.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"const.constanttrue.result-type", "3.32.7",
     "the result type must be the Boolean type, not {0}"},
    {"const.constant.result-type", "3.32.7",
     "the result type must be an integer or floating-point scalar, not {0}"},
    {"const.constantcomposite.result-type", "3.32.7",
     "the result type must be a composite, not {0}"},
    {"const.constantcomposite.constituent-count", "3.32.7",
     "the number of constituents must be {1}, that of the parts of {2}, not "
     "{0}"},
    {"const.constantcomposite.constituent-type", "3.32.7",
     "this constituent must have type {1}, not {0}"},
    Also("const.specconstantcomposite.constituent-kind",
         {"const.constantcomposite.constituent-kind", "3.32.7",
          "a constituent must be a constant, but {0} is not"}),
    Also("const.spec.instructions",
         {"const.constantcomposite.no-spec-constituent", "3.32.7",
          "{0} can be specialized, so this must be a specialization constant, "
          "too"}),
    {"const.constantsampler.result-type", "3.32.7",
     "the result type must be the sampler type, not {0}"},
    {"const.constantsampler.param", "3.32.7",
     "operand Param must be 0 or 1, not {0}"},
    Also("const.constantsampler.repeatmirrored-normalized",
         {"const.constantsampler.repeat-normalized", "3.9",
          "a sampler that repeats takes normalized coordinates, so operand "
          "Param must be 1"}),
    {"const.constantnull.result-type", "3.32.7", "{0} has no null value"},
    {"const.constantnull.composite-constituents", "3.32.7",
     "{0} has parts that have no null value"},
});

constexpr int32_t kResultType = 0;

constexpr Op kBooleans[] = {Op::kConstantTrue, Op::kConstantFalse,
                            Op::kSpecConstantTrue, Op::kSpecConstantFalse};
constexpr Op kNumbers[] = {Op::kConstant, Op::kSpecConstant};
constexpr Op kSamplers[] = {Op::kConstantSampler};
constexpr Signature kSignatures[] = {
    {.ops = kBooleans,
     .result = {.shape = tt::kScalar, .component = tt::kBool},
     .result_rule = &R("const.constanttrue.result-type")},
    {.ops = kNumbers,
     .result = {.shape = tt::kScalar, .component = tt::kNumeric},
     .result_rule = &R("const.constant.result-type")},
    {.ops = kSamplers,
     .result = {.shape = tt::kSampler},
     .result_rule = &R("const.constantsampler.result-type")},
};

// --- Composites ------------------------------------------------------------

constexpr uint32_t kFirstConstituent = 2;

// Whether a composite constant can be made of such an instruction's result.
bool IsConstituent(Op op) {
  return Is(op, grammar::OpTrait::kTypedConstant) || op == Op::kUndef ||
         op == Op::kPoisonKHR;
}

bool IsReplicate(Op op) {
  return op == Op::kConstantCompositeReplicateEXT ||
         op == Op::kSpecConstantCompositeReplicateEXT;
}

// The number of constituents of a composite type, if it is known and fixed;
// otherwise, or for cooperative matrices, which take one, `written`.
uint64_t CountOf(const CheckContext& c, Id type_id, uint64_t written) {
  const TypeInfo& type = c.context().types().Get(type_id);
  if (type.Is(tt::kCooperativeMatrix)) return 1;
  if (type.Is(tt::kTensor)) return written;
  const bool counted_by_id =
      type.Is(tt::kArray) ||
      (type.Is(tt::kVector | tt::kMatrix) && type.Is(tt::kCountUnknown));
  if (!counted_by_id) return type.count;
  const Inst declaration = c.module().inst(c.module().def(type_id));
  const ScalarConstant length =
      c.context().constants().Scalar(Id(declaration.word(3)));
  return length.fixed() ? static_cast<uint64_t>(length.value) : written;
}

// The type that constituent `n` of a composite type has.
Id ConstituentType(const CheckContext& c, Id type_id, uint32_t n) {
  const TypeInfo& type = c.context().types().Get(type_id);
  if (!type.Is(tt::kStruct)) return type.element;
  return Id(c.module().inst(c.module().def(type_id)).word(2 + n));
}

// Reports a constituent that is no constant, or may not be specializable.
bool CheckKind(const CheckContext& c, OperandIndex operand) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return false;
  const Op op = c.module().record(def).op;
  if (!IsConstituent(op)) {
    c.Report(R("const.constantcomposite.constituent-kind"), operand, {id});
    return false;
  }
  const bool specializable = IsSpecConstant(op) || op == Op::kSpecConstantOp;
  if (specializable && !IsSpecConstant(c.inst().op())) {
    c.Report(R("const.constantcomposite.no-spec-constituent"), operand, {id});
    return false;
  }
  return true;
}

// Tensors are made of tensors of one rank less; see tensors.cc.
bool CheckConstituent(const CheckContext& c, Id type_id, uint32_t n) {
  const OperandIndex operand = kFirstConstituent + n;
  if (!CheckKind(c, operand)) return false;
  if (c.result_type().Is(tt::kTensor)) return true;
  const Id expected = ConstituentType(c, type_id, n);
  const Id type = c.type_of(operand);
  if (type == expected) return true;
  ReportTypes(c, R("const.constantcomposite.constituent-type"), operand, type,
              expected);
  return false;
}

void CheckComposite(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const TypeInfo& type = c.result_type();
  if (type.traits == tt::kPoisoned || c.context().poisoned(type_id)) return;
  if (!type.Is(tt::kComposite | tt::kTensor)) {
    ReportType(c, R("const.constantcomposite.result-type"), kResultType,
               type_id);
    c.PoisonResult();
    return;
  }
  const uint32_t written = c.inst().operand_count() - kFirstConstituent;
  if (!IsReplicate(c.inst().op())) {
    const uint64_t count = CountOf(c, type_id, written);
    if (count != written) {
      c.Report(R("const.constantcomposite.constituent-count"), Place::kWhole,
               {written, count, Arg::Type(type_id)})
          .Note("the type is declared here",
                Place::At(c.module().def(type_id)));
      c.PoisonResult();
      return;
    }
  } else if (type.Is(tt::kStruct) && type.count == 0) {
    return;
  }
  for (uint32_t n = 0; n < written; ++n) {
    if (CheckConstituent(c, type_id, n)) continue;
    c.PoisonResult();
    return;
  }
}

// --- Samplers --------------------------------------------------------------

void CheckSampler(const CheckContext& c) {
  constexpr uint32_t kMode = 2;
  constexpr uint32_t kParam = 3;
  const uint32_t param = c.inst().operand_word(kParam);
  if (param > 1) {
    c.Report(R("const.constantsampler.param"), kParam, {param});
    return;
  }
  const auto mode =
      static_cast<grammar::SamplerAddressingMode>(c.inst().operand_word(kMode));
  const bool repeats = mode == grammar::SamplerAddressingMode::kRepeat ||
                       mode == grammar::SamplerAddressingMode::kRepeatMirrored;
  if (repeats && param == 0) {
    c.Report(R("const.constantsampler.repeat-normalized"), kParam);
  }
}

// --- Null ------------------------------------------------------------------

// Whether a type that has no parts, or parts that can all be null, can be.
bool LeafCanBeNull(Op op) {
  switch (op) {
    case Op::kTypeVoid:
    case Op::kTypeImage:
    case Op::kTypeSampler:
    case Op::kTypeSampledImage:
    case Op::kTypeOpaque:
    case Op::kTypePipe:
    case Op::kTypePipeStorage:
    case Op::kTypeNamedBarrier:
    case Op::kTypeFunction:
    case Op::kTypeRuntimeArray:
      return false;
    default:
      return true;
  }
}

// Fills in, by id, which types cannot be null.
void FindTypesWithoutNull(const Module& module, std::vector<uint8_t>* without) {
  without->assign(module.id_bound(), 0);
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Inst inst = module.inst(i);
    uint8_t& mark = (*without)[inst.result().value];
    if (inst.result() == kNoId) continue;
    switch (inst.op()) {
      case Op::kTypeArray:
        mark = (*without)[std::min(inst.word(2), module.id_bound() - 1)];
        break;
      case Op::kTypeStruct:
        for (uint32_t member : inst.words().subspan(2)) {
          if (member < module.id_bound()) mark |= (*without)[member];
        }
        break;
      default:
        mark = LeafCanBeNull(inst.op()) ? 0 : 1;
        break;
    }
  }
}

void CheckNulls(ModuleContext& context) {
  const Module& module = context.module();
  std::vector<uint8_t> without;  // filled for the first composite
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const InstRecord& record = module.record(i);
    if (record.op != Op::kConstantNull) continue;
    const Id type_id = module.inst(i).result_type();
    const InstIndex def = module.def(type_id);
    if (def == kNoInst) continue;
    const TypeInfo& type = context.types().Get(type_id);
    if (type.traits == 0) continue;  // ssa/operand_class.cc
    const Rule* rule = nullptr;
    if (!LeafCanBeNull(module.record(def).op)) {
      rule = &R("const.constantnull.result-type");
    } else if (type.Is(tt::kArray | tt::kStruct)) {
      if (without.empty()) FindTypesWithoutNull(module, &without);
      if (without[type_id.value] != 0) {
        rule = &R("const.constantnull.composite-constituents");
      }
    }
    if (rule == nullptr) continue;
    context.Report(*rule, Place::At(i, kResultType), {Arg::Type(type_id)});
    context.Poison(record.result);
  }
}

constexpr Op kComposites[] = {
    Op::kConstantComposite, Op::kSpecConstantComposite,
    Op::kConstantCompositeReplicateEXT, Op::kSpecConstantCompositeReplicateEXT};
constexpr Check kChecks[] = {{kComposites, CheckComposite},
                             {kSamplers, CheckSampler}};
constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckNulls}};

}  // namespace

extern constinit const Family kConstants = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
