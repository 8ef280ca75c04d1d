// Pointers into PhysicalStorageBuffer (section 2.16.1;
// SPV_KHR_untyped_pointers).
//
// The layout of a matrix is given by the structure that contains it.  So a
// pointer to a matrix, or to a part of one, must come from access chains and
// be used only by loads and stores.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kSection[] = "2.16.1";

constexpr RuleTable R({
    // Warnings, because implementations accept these.
    ReliesOn(kMemoryModelOps,
             {"memory.physicalstoragebuffer.addressing-model", kSection,
              "storage class PhysicalStorageBuffer requires addressing model "
              "PhysicalStorageBuffer64",
              "", Severity::kWarning}),
    {"memory.physicalstoragebuffer.no-null", kSection,
     "a pointer into PhysicalStorageBuffer must not be null"},
    {"memory.physicalstoragebuffer.no-compare", kSection,
     "pointers into PhysicalStorageBuffer must not be compared by {0}"},
    Also("memory.physicalstoragebuffer.untyped-matrix-producer",
         {"memory.physicalstoragebuffer.matrix-pointer-producer", kSection,
          "a pointer into PhysicalStorageBuffer to {0} must come from access "
          "chains into a structure, not from {1}"}),
    {"memory.physicalstoragebuffer.matrix-pointer-consumer", kSection,
     "{1} points into PhysicalStorageBuffer to a matrix, or to a part of one, "
     "so it can be used only by loads, stores and access chains, not by {0}"},
    {"memory.untyped.matrix-pointer-producer", "SPV_KHR_untyped_pointers",
     "an untyped pointer to {0} must come from untyped access chains into a "
     "structure",
     "", Severity::kWarning},
});

// --- Types, constants and comparisons ---

// Whether an instruction declares a pointer into the class; sets the operand
// that gives the class.
bool DeclaresPhysical(const Inst& inst, OperandIndex* storage) {
  switch (inst.op()) {
    case Op::kTypePointer:
    case Op::kTypeUntypedPointerKHR:
      *storage = operand::TypePointer::kStorageClass;
      break;
    case Op::kTypeForwardPointer:
      *storage = operand::TypeForwardPointer::kStorageClass;
      break;
    default:
      return false;
  }
  return StorageClass{inst.operand_word(*storage)} ==
         StorageClass::kPhysicalStorageBuffer;
}

// False if no instruction declares one.  A forward pointer is not a type, and
// if a type is declared twice the table has only the first.
bool MayDeclarePhysical(const ModuleContext& context) {
  const Module& module = context.module();
  return context.types().AnyPointsInto(StorageClass::kPhysicalStorageBuffer) ||
         module.Has(Op::kTypeForwardPointer) || !module.redefinitions().empty();
}

// Reports the first declaration of such a pointer, as the addressing model may
// be the error.
void CheckAddressingModel(ModuleContext& context) {
  const MemoryModel& model = context.memory_model();
  const Module& module = context.module();
  if (!model.known() || model.buffer_addresses()) return;
  if (!MayDeclarePhysical(context)) return;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    OperandIndex storage = 0;
    if (!DeclaresPhysical(module.inst(i), &storage)) continue;
    context
        .Report(R("memory.physicalstoragebuffer.addressing-model"),
                Place::At(i, storage))
        .Note("the addressing model is stated here", Place::At(model.at()));
    return;
  }
}

bool IsPhysical(const TypeInfo& type) {
  return !type.unknown() && type.Is(tt::kAnyPointer) &&
         type.storage_class == StorageClass::kPhysicalStorageBuffer;
}

void CheckNull(const CheckContext& c) {
  if (!IsPhysical(c.result_type())) return;
  c.Report(R("memory.physicalstoragebuffer.no-null"),
           operand::ConstantNull::kResultType);
  c.PoisonResult();
}

void CheckComparison(const CheckContext& c) {
  constexpr OperandIndex kFirst = operand::PtrEqual::kOperand1;
  if (!IsPhysical(c.operand_type(kFirst))) return;
  c.Report(R("memory.physicalstoragebuffer.no-compare"), kFirst,
           {c.inst().op()});
}

// --- Matrices ---

// Whether a type is a matrix, or an array of matrices.
bool IsMatrix(const ModuleContext& context, Id type) {
  const TypeInfo& info = context.types().Get(InnermostElement(context, type));
  return !info.unknown() && info.Is(tt::kMatrix);
}

// Whether a pointer points to a matrix or to a part of one.
bool LeadsToMatrix(const ModuleContext& context, Id pointer) {
  const TypeInfo& type = context.types().TypeOf(context.module(), pointer);
  if (!IsPhysical(type)) return false;
  return IsMatrix(context, type.element) ||
         (context.pointers().OriginOf(pointer).path &
          pointer_path::kMatrixPart) != 0;
}

bool MayUse(const CheckContext& c, OperandIndex operand) {
  switch (c.inst().op()) {
    case Op::kLoad:
    case Op::kExtInst:  // debug information, or checked elsewhere
      return true;
    case Op::kStore:
      return operand == operand::Store::kPointer;
    default:
      return Is(c.inst().op(), OpTrait::kAccessChain);
  }
}

// Checks the operands of an instruction; true if all are valid.
bool CheckConsumer(const CheckContext& c) {
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != Kind::kIdRef || MayUse(c, o) ||
        !LeadsToMatrix(c.context(), c.inst().id(o))) {
      continue;
    }
    c.Report(R("memory.physicalstoragebuffer.matrix-pointer-consumer"), o,
             {c.inst().op(), c.inst().id(o)})
        .Note("it is defined here", Place::At(c.module().def(c.inst().id(o))));
    return false;
  }
  return true;
}

// Whether an instruction makes a pointer to a matrix from another object.
bool IsProducer(Op op) {
  return op == Op::kLoad || op == Op::kConvertUToPtr || op == Op::kBitcast;
}

void CheckProducer(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (!IsProducer(c.inst().op()) || !IsPhysical(type) ||
      !IsMatrix(c.context(), type.element)) {
    return;
  }
  c.Report(R("memory.physicalstoragebuffer.matrix-pointer-producer"),
           operand::Load::kResultType,
           {Arg::Type(type.element), c.inst().op()});
}

bool MayHavePhysicalMatrices(const ModuleContext& context) {
  return context.memory_model().buffer_addresses() &&
         context.types().AnyIs(tt::kMatrix);
}

void ProvidePointers(ModuleContext& context) {
  if (MayHavePhysicalMatrices(context)) context.Provide(fact::kPointers);
}

void CheckMatrices(FunctionContext& fn) {
  if (!MayHavePhysicalMatrices(fn.context())) return;
  const FunctionRange& range = fn.range();
  for (InstIndex i = range.first; i < range.last; ++i) {
    const CheckContext c(fn.context(), &fn, fn.diagnostics(), i);
    if (CheckConsumer(c)) CheckProducer(c);
  }
}

// --- Untyped pointers to matrices ---

// Whether a pointer is made by an untyped access chain from a structure, or
// from the result of another chain.
bool IsChained(const Module& module, const TypeTable& types, Id pointer) {
  const InstIndex def = module.def(pointer);
  if (def == kNoInst) return true;
  const Inst chain = module.inst(def);
  namespace untyped = operand::UntypedAccessChainKHR;
  switch (chain.op()) {
    case Op::kUntypedAccessChainKHR:
    case Op::kUntypedInBoundsAccessChainKHR:
    case Op::kUntypedPtrAccessChainKHR:
    case Op::kUntypedInBoundsPtrAccessChainKHR:
      break;
    default:
      return false;
  }
  const TypeInfo& base = types.Get(chain.id(untyped::kBaseType));
  if (base.unknown() || base.Contains(type_part::kStruct)) return true;
  const InstIndex from = module.def(chain.id(untyped::kBase));
  return from == kNoInst || Is(module.record(from).op, OpTrait::kAccessChain);
}

void CheckMatrixAccess(const CheckContext& c, OperandIndex pointer, Id type) {
  const TypeInfo& info = c.operand_type(pointer);
  if (info.unknown() || !info.Is(tt::kUntypedPointer) ||
      !IsMatrix(c.context(), type) ||
      IsChained(c.module(), c.context().types(), c.inst().id(pointer))) {
    return;
  }
  c.Report(R("memory.untyped.matrix-pointer-producer"), pointer,
           {Arg::Type(type)})
      .Note("the pointer is defined here",
            Place::At(c.module().def(c.inst().id(pointer))));
}

void CheckMatrixLoad(const CheckContext& c) {
  CheckMatrixAccess(c, operand::Load::kPointer, c.inst().result_type());
}

void CheckMatrixStore(const CheckContext& c) {
  CheckMatrixAccess(c, operand::Store::kPointer,
                    c.type_of(operand::Store::kObject));
}

constexpr Op kComparisons[] = {Op::kPtrEqual, Op::kPtrNotEqual, Op::kPtrDiff};
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kIds, ProvidePointers}, {Phase::kSummaries, CheckAddressingModel}};
static_assert(AllHave(kComparisons, operand::PtrEqual::kOperand1));
constexpr Check kChecks[] = {
    {Op::kConstantNull, CheckNull},
    {kComparisons, CheckComparison},
    {Op::kLoad, CheckMatrixLoad,
     Requires(Capability::kShader, Op::kTypeUntypedPointerKHR)},
    {Op::kStore, CheckMatrixStore,
     Requires(Capability::kShader, Op::kTypeUntypedPointerKHR)}};

}  // namespace

extern constinit const Family kPhysicalBuffers(R, kModuleChecks,
                                               kFunctionCheck<CheckMatrices>,
                                               kChecks);

}  // namespace plumb
